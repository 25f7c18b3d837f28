// Keeps the outbox's events in the tab's storage, so that a reloaded page still sends them.

const key = 'outbox';
// The host believes no greater age of an event.
const longest = 3_600_000;

/** The wall-clock time of an event; the page's own clock restarts when the page is loaded. */
export const wallClock = (at) => Date.now() - performance.now() + at;

// Dates of the host have whole seconds, and its answers take a moment.
const tolerance = 3_000;

/** The host's date less this page's clock, by an answer that has just come; NaN if the answer has no date. */
export const hostLead = (answer) => Date.parse(answer.headers.get('Date')) - performance.now();

/**
 * The time of an event by this page's clock, which may have stopped while the phone slept; never in the future, and
 * never later than it had.
 *
 * A date of the phone that is set forward looks like a sleep, which would make the event too old. The host's date tells
 * them apart: `host` is that of the event, and `lead` the host's date less this page's clock; either may be missing.
 */
export function dated({ at, wall, host }, lead) {
  const byPhone = wall + performance.now() - Date.now();
  const byHost = Number.isFinite(host) && Number.isFinite(lead) ? host - lead : byPhone;
  return Math.min(at, byHost - byPhone > tolerance ? byHost : byPhone, performance.now());
}

/** Whether the host would refuse an event of this time, by this page's clock, as too old. */
export const isTooOld = (at) => performance.now() - at > longest;

/**
 * Keeps the waiting events, if there are any, with the number of the last taken one. A picture is not kept: its event
 * becomes null.
 */
export function keep(taken, entries) {
  const events = entries.map(({ n, run, wall, host, event, picture }) => (
    { n, run, wall, host, event: picture ? null : event }));
  try {
    if (events.length) sessionStorage.setItem(key, JSON.stringify({ taken, events }));
    else sessionStorage.removeItem(key);
  } catch { /* The storage is full: as long as the page stays, nothing is lost. */ }
}

/** Reads what the page before the reload kept. Of its times, `dated` finds those by this page's clock. */
export function kept() {
  try {
    const { taken, events } = JSON.parse(sessionStorage.getItem(key)) ?? { taken: 0, events: [] };
    return { taken, entries: events };
  } catch {
    return { taken: 0, entries: [] };
  }
}
