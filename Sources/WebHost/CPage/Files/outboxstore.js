// What waits in the outbox, as the tab's storage keeps it: a page that is loaded anew sends it all the same.

const key = 'outbox';
// The host takes nothing to be done longer ago than this.
const longest = 3_600_000;

/** The moment of the wall clock at which something was done; the page's own clock begins anew with the page. */
export const wallClock = (at) => Date.now() - performance.now() + at;

/** Keeps events, and how many of this page's the host has taken. A picture leaves an empty event with its number. */
export function keep(taken, entries) {
  const events = entries.map(({ n, run, wall, event, picture }) => ({ n, run, wall, event: picture ? null : event }));
  try {
    if (events.length) sessionStorage.setItem(key, JSON.stringify({ taken, events }));
    else sessionStorage.removeItem(key);
  } catch { /* The storage is full: as long as the page stays, nothing is lost. */ }
}

/** What the page before this one kept, by this page's clock; `isStale` where it was done too long ago. */
export function kept() {
  try {
    const { taken, events } = JSON.parse(sessionStorage.getItem(key)) ?? { taken: 0, events: [] };
    const ahead = performance.now() - Date.now();
    return {
      taken,
      entries: events.map(({ n, run, wall, event }) => (
        { n, run, event, at: Math.min(wall + ahead, performance.now()) })),
      isStale: events.some(({ wall }) => Date.now() - wall > longest),
    };
  } catch {
    return { taken: 0, entries: [], isStale: false };
  }
}
