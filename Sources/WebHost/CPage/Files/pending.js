// What is on its way between a person's hand and the host: texts that are still being typed, and what a control
// shows before the host has answered. Without it a slow line would take back what a person has just done.

const waiting = new Map();
const pauses = [250, 500, 1000, 2000];

/** How long to wait before a line is tried again, after so many tries. */
export const pauseAfter = (tries) => pauses[Math.min(tries, pauses.length - 1)];

/** Posts JSON to the host. */
export function postJson(address, body, signal) {
  const headers = { 'Content-Type': 'application/json' };
  return fetch(address, { method: 'POST', headers, body: JSON.stringify(body), signal });
}

/** Does something a little later, and not before where it is asked for again by the same key. */
export function later(key, milliseconds, work) {
  clearTimeout(waiting.get(key)?.timer);
  waiting.set(key, { timer: setTimeout(() => doNow(key), milliseconds), work });
}

/** Does now what waits by a key. */
export function doNow(key) {
  const found = waiting.get(key);
  if (!found) return;
  clearTimeout(found.timer);
  waiting.delete(key);
  found.work();
}

/** Does now all that waits: what is typed is told ahead of the press that follows. */
export function doAllNow() {
  for (const key of [...waiting.keys()]) doNow(key);
}

/** Forgets what waits by a key. */
export function forget(key) {
  clearTimeout(waiting.get(key)?.timer);
  waiting.delete(key);
}

// The host's answer may come a moment before what it shows by then.
const grace = 400;

/** A control that keeps what a person did until the host has answered, and then shows what the host has. */
export class Kept {
  #entry;
  #timer;

  constructor(show) { this.show = show; }

  /** Sends an event whose effect the control shows already. */
  send(page, event, at) {
    this.#entry = page.send(event, at, { onEnd: () => this.#settleSoon() });
  }

  /** Whether what it shows is the person's, not the host's. */
  get isOpen() { return this.#entry?.isOpen ?? false; }

  /** Shows what the host has, unless the person is ahead of it. */
  settle() { if (!this.isOpen) this.show(); }

  close() { clearTimeout(this.#timer); }

  #settleSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.settle(), grace);
  }
}
