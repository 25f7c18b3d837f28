// Keeps the outbox's events in the tab's storage, so that a reloaded page still sends them.

const key = 'outbox';
// The host believes no greater age of an event.
const longest = 3_600_000;

/** The wall-clock time of an event; the page's own clock restarts when the page is loaded. */
export const wallClock = (at) => Date.now() - performance.now() + at;

/** The time of an event by this page's clock, which may have stopped while the phone slept; never in the future. */
export const pageTime = (wall) => Math.min(wall + performance.now() - Date.now(), performance.now());

/** Whether the host would refuse an event of this time, by this page's clock, as too old. */
export const isTooOld = (at) => performance.now() - at > longest;

/**
 * Keeps the waiting events, if there are any, with the number of the last taken one. A picture is not kept: its event
 * becomes null.
 */
export function keep(taken, entries) {
  const events = entries.map(({ n, run, wall, event, picture }) => ({ n, run, wall, event: picture ? null : event }));
  try {
    if (events.length) sessionStorage.setItem(key, JSON.stringify({ taken, events }));
    else sessionStorage.removeItem(key);
  } catch { /* The storage is full: as long as the page stays, nothing is lost. */ }
}

/** Reads what the page before the reload kept, in terms of this page's clock. */
export function kept() {
  try {
    const { taken, events } = JSON.parse(sessionStorage.getItem(key)) ?? { taken: 0, events: [] };
    return { taken, entries: events.map(({ n, run, wall, event }) => ({ n, run, event, at: pageTime(wall) })) };
  } catch {
    return { taken: 0, entries: [] };
  }
}
