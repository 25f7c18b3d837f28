// What a person did, on its way to the host: numbered, one post at a time, the same again until it is answered,
// so that each event is taken exactly once however bad the line is.

import { pauseAfter, postJson } from './pending.js';

const patience = 10_000;
const mostAtOnce = 200;
// A letter has three bytes at most; the host takes twice as much.
const mostBytesAtOnce = 128 << 10;
// By the quickest of some posts the host learns how the clock of this page lies to its own, before a tap counts.
const firstPosts = 5;
const pauseOfFirst = 150;

/** One event on its way; `isOpen` until the host has taken or refused it. */
class Entry {
  constructor(event, at, picture, onEnd) {
    Object.assign(this, { event, at, picture, onEnd, n: 0, isOpen: true });
  }

  end(outcome) {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.onEnd?.(outcome);
  }
}

export class Outbox {
  #queue = [];
  #next = 1;
  #isConnected = false;
  #isPosting = false;
  #owesHello = false;
  #firstPosts = 0;
  #failures = 0;
  #timer;
  #giveUp;

  /** `does()` says which cues this page performs now; `onFollows`, `onLocked` hear of answers 409 and 401. */
  constructor(page, { does, onFollows, onLocked }) {
    Object.assign(this, { page, does, onFollows, onLocked });
  }

  /** Queues an event; `onEnd` hears whether it was `taken`, `dropped` or `tooLarge`. */
  send(event, at = performance.now(), { picture, onEnd } = {}) {
    const entry = new Entry(event, at, picture, onEnd);
    entry.n = this.#next;
    this.#next += 1;
    this.#queue.push(entry);
    this.#post();
    return entry;
  }

  /** The feed is open, and the host has taken this page's events up to this number. */
  connected(taken) {
    this.#isConnected = true;
    this.#owesHello = true;
    this.#firstPosts = firstPosts;
    this.#failures = 0;
    this.#acknowledge(taken);
    // A host that was started anew counts anew, as does one that another tab has told of meanwhile.
    if ((this.#queue[0]?.n ?? this.#next) !== taken + 1) this.#renumber(taken + 1);
    // What is on the old line may hang there; the host knows by the numbers what it has.
    this.#giveUp?.abort();
    this.#post();
  }

  disconnected() { this.#isConnected = false; }

  /** What this page can do has changed. */
  sayHello() {
    this.#owesHello = true;
    this.#post();
  }

  /** Forgets what waits: nobody takes it any more. */
  drop() {
    for (const entry of this.#queue.splice(0)) entry.end('dropped');
  }

  #acknowledge(taken) {
    while (this.#queue.length && this.#queue[0].n <= taken) this.#queue.shift().end('taken');
  }

  #renumber(first) {
    this.#next = first;
    for (const entry of this.#queue) {
      entry.n = this.#next;
      this.#next += 1;
    }
  }

  async #post() {
    if (this.#isPosting || !this.#isConnected || (!this.#queue.length && !this.#owesHello)) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isPosting = true;
    this.#giveUp = new AbortController();
    const batch = this.#batch();
    const limit = setTimeout(() => this.#giveUp.abort(), batch[0]?.picture ? 6 * patience : patience);
    this.#owesHello = false;
    try {
      const answer = await this.#fetch(batch);
      this.#failures = 0;
      await this.#take(answer, batch);
      this.#firstPosts -= 1;
      if (this.#firstPosts > 0) setTimeout(() => this.sayHello(), pauseOfFirst);
    } catch {
      this.#owesHello = true;
      this.#tryLater();
    }
    clearTimeout(limit);
    this.#isPosting = false;
    if (!this.#timer) this.#post();
  }

  #tryLater() {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#post();
    }, pauseAfter(this.#failures));
    this.#failures += 1;
  }

  /** The events that go together; a picture goes alone. */
  #batch() {
    if (this.#queue[0]?.picture) return [this.#queue[0]];
    const end = this.#queue.findIndex((entry) => entry.picture);
    const batch = this.#queue.slice(0, Math.min(end < 0 ? this.#queue.length : end, mostAtOnce));
    let room = mostBytesAtOnce;
    const fits = batch.findIndex(({ event }) => (room -= 3 * JSON.stringify(event).length) < 0);
    return fits < 0 ? batch : batch.slice(0, Math.max(1, fits));
  }

  #fetch(batch) {
    if (batch[0]?.picture) return this.#fetchPicture(batch[0]);
    const events = batch.map(({ n, at, event }) => ({ n, at, event }));
    const body = { page: this.page, sent: performance.now(), does: this.does(), events };
    return postJson('/events', body, this.#giveUp.signal);
  }

  #fetchPicture(entry) {
    return fetch(`/picture?page=${this.page}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'image/jpeg',
        'Footfall-Number': String(entry.n),
        'Footfall-Element': encodeURIComponent(entry.event.id),
      },
      body: entry.picture,
      signal: this.#giveUp.signal,
    });
  }

  async #take(answer, batch) {
    const { taken } = await answer.json().catch(() => ({}));
    switch (answer.status) {
      case 200: return this.#acknowledge(taken ?? batch.at(-1)?.n ?? 0);
      case 409:
        this.drop();
        if (taken !== undefined) this.#renumber(taken + 1);
        return this.onFollows();
      case 401:
        this.disconnected();
        return this.onLocked();
      default:
        // What is refused for good does not hold up what comes behind it; a host in trouble is asked again.
        if (answer.status >= 500 && answer.status !== 507) throw new Error(`answer ${answer.status}`);
        console.warn(`The host refused ${batch.length} event(s): ${answer.status}`);
        return this.#refuse(batch, taken, answer.status === 413 ? 'tooLarge' : 'dropped');
    }
  }

  /** Leaves out what the host cannot read; its numbers go to what follows, as there may be no hole. */
  #refuse(batch, taken, outcome) {
    if (!batch.length) return;
    const first = taken === undefined ? batch[0].n : taken + 1;
    this.#queue = this.#queue.filter((entry) => !batch.includes(entry));
    for (const entry of batch) entry.end(outcome);
    this.#renumber(first);
  }
}
