// What the user has done but the host has not confirmed: texts being typed, and values that a control shows already.
// Without this, a slow connection would visibly undo what the user has just done.

const waiting = new Map();
const pauses = [250, 500, 1000, 2000];

/** How long to wait before the next attempt to connect or post, after so many attempts. */
export const pauseAfter = (tries) => pauses[Math.min(tries, pauses.length - 1)];

/** Posts JSON to the host. */
export function postJson(address, body, signal) {
  const headers = { 'Content-Type': 'application/json' };
  return fetch(address, { method: 'POST', headers, body: JSON.stringify(body), signal });
}

/** Runs `work` after a delay; a new call with the same key restarts the delay. */
export function later(key, milliseconds, work) {
  clearTimeout(waiting.get(key)?.timer);
  waiting.set(key, { timer: setTimeout(() => doNow(key), milliseconds), work });
}

/** Runs at once what waits under a key. */
export function doNow(key) {
  const found = waiting.get(key);
  if (!found) return;
  clearTimeout(found.timer);
  waiting.delete(key);
  found.work();
}

/** Runs at once all that waits, so that typed text is sent before the press that follows. */
export function doAllNow() {
  for (const key of [...waiting.keys()]) doNow(key);
}

/** Drops what waits under a key. */
export function forget(key) {
  clearTimeout(waiting.get(key)?.timer);
  waiting.delete(key);
}

// The host's answer may arrive slightly before the update that it causes.
const grace = 400;

/** A control that shows the user's value until the host has answered, and then the host's. */
export class Kept {
  #entry;
  #timer;

  constructor(show) { this.show = show; }

  /** Sends an event whose effect the control shows already. */
  send(page, event, at) {
    this.#entry = page.send(event, at, { onEnd: () => this.#settleSoon() });
  }

  /** Whether it shows the user's value, not the host's. */
  get isOpen() { return this.#entry?.isOpen ?? false; }

  /** Shows the host's value, unless the user's is still on its way. */
  settle() { if (!this.isOpen) this.show(); }

  close() { clearTimeout(this.#timer); }

  #settleSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.settle(), grace);
  }
}
