// What a person did, on its way to the host: numbered, one post at a time, the same again until it is answered,
// so that each event is taken exactly once however bad the line is, and also where the page is loaded anew meanwhile.

import { keep, kept, wallClock } from './outboxstore.js';
import { pauseAfter, postJson } from './pending.js';

const patience = 10_000;
const mostAtOnce = 200;
// A letter has three bytes at most; the host takes twice as much.
const mostBytesAtOnce = 128 << 10;
// By the quickest of some posts the host learns how the clock of this page lies to its own, before a tap counts.
const firstPosts = 5;
const pauseOfFirst = 150;

// What the page says by itself: nobody has done it, and nobody misses it.
const ownEvents = ['began', 'ended', 'missed', 'spoke'];

/** One event on its way; `isOpen` until the host has taken or refused it. */
class Entry {
  constructor(n, run, event, at, { picture, onEnd } = {}) {
    Object.assign(this, { n, run, event, at, picture, onEnd, wall: wallClock(at), isOpen: true });
  }

  /** Whether a person has done it; of a picture that a reload has lost there is no event any more. */
  get isDeed() { return !ownEvents.includes(this.event?.event); }

  /** Whether it presses what another one has pressed already. */
  isPressAgain(other) {
    return this.event?.event === 'tapped' && other?.event?.event === 'tapped' && this.event.id === other.event.id;
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
  // The number of the last event that the host has taken, and that event.
  #taken = 0;
  #lastTaken;
  #isStale = false;

  /**
   * `does()` says which cues this page performs now, and `run()` which run it shows; `onFollows`, `onLocked` hear of
   * answers 409 and 401, and `onDropped` why what a person did was not taken: `follows`, `over`, `lost`, or `picture`
   * for one that a reload lost.
   */
  constructor(page, { does, run, onFollows, onLocked, onDropped }) {
    Object.assign(this, { page, does, run, onFollows, onLocked, onDropped });
    const { taken, entries, isStale } = kept();
    this.#taken = taken;
    this.#isStale = isStale;
    this.#queue = entries.map(({ n, run, event, at }) => new Entry(n, run, event, at));
    this.#next = (entries.at(-1)?.n ?? taken) + 1;
  }

  /** Queues an event; `onEnd` hears whether it was `taken`, `dropped` or `tooLarge`. */
  send(event, at = performance.now(), options) {
    const entry = new Entry(this.#next, this.run(), event, at, options);
    this.#next += 1;
    this.#queue.push(entry);
    this.#keep();
    this.#post();
    return entry;
  }

  /** The feed is open; the host has taken this page's events up to this number, and shows this run. */
  connected(taken, run) {
    this.#isConnected = true;
    this.#owesHello = true;
    this.#firstPosts = firstPosts;
    this.#failures = 0;
    // A host that knows of less than it has taken was started anew: what waits was done in another run.
    const isAnother = taken < this.#taken;
    this.#taken = taken;
    this.heard(taken);
    if (isAnother || this.#isStale) this.drop('lost');
    this.#isStale = false;
    this.drop('over', (entry) => entry.run !== run);
    if (this.#queue.some(({ event }) => event === null)) this.onDropped('picture');
    this.#continueFrom(taken);
    this.#post();
  }

  /** What is on the old line may hang there, or be answered late; the host knows by the numbers what it has. */
  disconnected() {
    this.#isConnected = false;
    this.#giveUp?.abort();
  }

  /** What this page can do has changed. */
  sayHello() {
    this.#owesHello = true;
    this.#post();
  }

  /** The host has taken this page's events up to this number, and done nothing of those that it refused. */
  heard(taken, refused = []) {
    this.#taken = Math.max(this.#taken, taken);
    const undone = [];
    while (this.#queue.length && this.#queue[0].n <= taken) {
      const entry = this.#queue.shift();
      if (refused.includes(entry.n)) {
        undone.push(entry);
      } else {
        this.#lastTaken = entry;
        entry.end('taken');
      }
    }
    this.#keep();
    this.#leave(undone, 'over');
  }

  /** Forgets what waits, or those of it, as nobody takes them any more, and says why if a person has done one. */
  drop(why, isMeant = () => true) {
    const dropped = this.#queue.filter(isMeant);
    this.#queue = this.#queue.filter((entry) => !dropped.includes(entry));
    this.#keep();
    this.#leave(dropped, why);
  }

  /** Ends events that are not done, and says why if a person misses one. */
  #leave(entries, why) {
    for (const entry of entries) entry.end('dropped');
    // Whoever presses the last button of a task twice has lost nothing.
    const isNeedless = (entry) => why === 'over' && entry.isPressAgain(this.#lastTaken);
    if (entries.some((entry) => entry.isDeed && !isNeedless(entry))) this.onDropped(why);
  }

  #keep() { keep(this.#taken, this.#queue); }

  /** Numbers what waits anew where that does not follow what the host has taken: it would wait for what is missing. */
  #continueFrom(taken) {
    if ((this.#queue[0]?.n ?? this.#next) !== taken + 1) this.#renumber(taken + 1);
  }

  #renumber(first) {
    this.#next = first;
    for (const entry of this.#queue) {
      entry.n = this.#next;
      this.#next += 1;
    }
    this.#keep();
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
    const events = batch.map(({ n, run, at, event }) => ({ n, run, at, event }));
    const body = { page: this.page, sent: performance.now(), does: this.does(), events };
    return postJson('/events', body, this.#giveUp.signal);
  }

  #fetchPicture(entry) {
    return fetch(`/picture?page=${this.page}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'image/jpeg',
        'Footfall-Number': String(entry.n),
        'Footfall-Run': entry.run,
        'Footfall-Element': encodeURIComponent(entry.event.id),
      },
      body: entry.picture,
      signal: this.#giveUp.signal,
    });
  }

  async #take(answer, batch) {
    const { taken, refused } = await answer.json().catch(() => ({}));
    switch (answer.status) {
      case 200:
        if (taken === undefined) throw new Error('the answer is cut off');
        this.heard(taken, refused);
        return this.#continueFrom(taken);
      case 409:
        if (taken !== undefined) this.heard(taken);
        this.drop('follows');
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
    // Whoever takes a picture is told beside it.
    if (batch.some((entry) => entry.isDeed && !entry.picture)) this.onDropped('lost');
  }
}
