// Sends the user's events to the host. Events are numbered and posted one batch at a time; a batch is repeated until it
// is answered. So the host takes each event once, unless it is dropped (see `onDropped`), over a bad connection and
// also after the page is reloaded.

import { dated, hostLead, isTooOld, keep, kept, wallClock } from './outboxstore.js';
import { pauseAfter, postJson } from './pending.js';

const patience = 10_000;
const mostAtOnce = 200;
// One UTF-16 unit needs at most three bytes of UTF-8; the host accepts twice as much.
const mostBytesAtOnce = 128 << 10;
// The host estimates this page's clock from the fastest of some posts; these are sent before the first tap needs it.
const firstPosts = 5;
const pauseOfFirst = 150;

// Events that the page sends by itself: the user does not miss them if they are lost.
const ownEvents = ['began', 'ended', 'missed', 'spoke'];

/** One event on its way; `isOpen` until the host has taken or refused it. Its times are as `dated` needs them. */
class Entry {
  constructor(n, run, event, at, { picture, onEnd, wall = wallClock(at), host } = {}) {
    Object.assign(this, { n, run, event, at, picture, onEnd, wall, host, isOpen: true });
  }

  /** Whether the user did it. After a reload, a picture's event is null; that counts as done, too. */
  get isDeed() { return !ownEvents.includes(this.event?.event); }

  /** Whether it presses the same button as another event. */
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
  // The number of the last event that the host has taken; below, that event.
  #taken = 0;
  #lastTaken;
  // The host's date less this page's clock, by the host's last answer.
  #lead = NaN;
  // Whether the waiting events are to be dated by the host's next answer before they are sent.
  #isUndated = false;

  /** Whether the task is over. The host then needs no hello, and soon stops answering. */
  isAtRest = false;

  /**
   * `does()` returns the cues that this page performs now, and `run()` the run that it shows. `onFollows` and
   * `onLocked` are called for answers 409 and 401, and `onDropped` with the reason why a user's event was not taken:
   * `follows`, `over`, `lost`, or `picture` for a picture lost by a reload.
   */
  constructor(page, { does, run, onFollows, onLocked, onDropped }) {
    Object.assign(this, { page, does, run, onFollows, onLocked, onDropped });
    const { taken, entries } = kept();
    this.#taken = taken;
    this.#queue = entries.map(({ n, run, event, wall, host }) => (
      new Entry(n, run, event, performance.now(), { wall, host })));
    this.#next = (entries.at(-1)?.n ?? taken) + 1;
  }

  /** Queues an event; calls `onEnd` with `taken`, `dropped` or `tooLarge`. */
  send(event, at = performance.now(), options) {
    const entry = new Entry(this.#next, this.run(), event, at, { ...options, host: this.#lead + at });
    this.#next += 1;
    this.#queue.push(entry);
    this.#keep();
    this.#post();
    return entry;
  }

  /** Called when the feed is open: the host has taken this page's events up to `taken`, and shows `run`. */
  connected(taken, run) {
    this.#isConnected = true;
    this.#owesHello = true;
    this.#firstPosts = firstPosts;
    this.#failures = 0;
    // If the host knows fewer events than it had taken, it was restarted: the waiting events belong to another run,
    // which may go on in this one.
    const isAnother = taken < this.#taken;
    this.#taken = taken;
    this.heard(taken);
    if (isAnother) this.drop('lost');
    this.drop('over', (entry) => entry.run !== run);
    // The page's clock may have stopped since, while the phone slept. The host takes it from now on as a continuous
    // one, so events from before are dated anew. That needs the host's date, so a hello is sent before them.
    this.#isUndated = this.#queue.length > 0;
    if (this.#queue.some(({ event }) => event === null)) this.onDropped('picture');
    this.#continueFrom(taken);
    this.#post();
  }

  /** Dates the waiting events by an answer with this lead; drops them if the host would refuse one. */
  #date(lead) {
    this.#isUndated = false;
    for (const entry of this.#queue) entry.at = dated(entry, lead);
    // Later events may depend on earlier ones: if one is too old, all are dropped.
    if (this.#queue.some(({ at }) => isTooOld(at))) this.drop('lost');
  }

  /**
   * Gives up the current post: on the old connection it may hang or be answered late. The numbers tell what the host
   * has.
   */
  disconnected() {
    this.#isConnected = false;
    this.#giveUp?.abort();
  }

  /** Sends the page's abilities, which have changed. */
  sayHello() {
    this.#owesHello = true;
    this.#post();
  }

  /** Notes that the host has taken this page's events up to `taken`; those in `refused` had no effect. */
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

  /** Drops the waiting events, or those that `isMeant` selects, and reports why if the user did one of them. */
  drop(why, isMeant = () => true) {
    const dropped = this.#queue.filter(isMeant);
    this.#queue = this.#queue.filter((entry) => !dropped.includes(entry));
    this.#keep();
    this.#leave(dropped, why);
  }

  /** Ends events that had no effect, and reports why if the user would miss one. */
  #leave(entries, why) {
    for (const entry of entries) entry.end('dropped');
    // Pressing the last button of a task twice loses nothing.
    const isNeedless = (entry) => why === 'over' && entry.isPressAgain(this.#lastTaken);
    if (entries.some((entry) => entry.isDeed && !isNeedless(entry))) this.onDropped(why);
  }

  #keep() { keep(this.#taken, this.#queue); }

  /**
   * Renumbers the waiting events if they do not follow what the host has taken: it would wait for the missing numbers.
   */
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
    if (this.#isPosting || !this.#isConnected) return;
    if (!this.#queue.length && (!this.#owesHello || this.isAtRest)) return;
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

  /** The next events to post together; a picture is posted alone, and nothing before its time is known. */
  #batch() {
    if (this.#isUndated) return [];
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
    const lead = hostLead(answer);
    if (Number.isFinite(lead)) this.#lead = lead;
    // After a server error the post is repeated, and the next answer dates them; after 507 it is not.
    if (this.#isUndated && (answer.status < 500 || answer.status === 507)) this.#date(lead);
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
        // Events that are refused for good must not block those behind them; after a server error, the post is
        // repeated.
        if (answer.status >= 500 && answer.status !== 507) throw new Error(`answer ${answer.status}`);
        console.warn(`The host refused ${batch.length} event(s): ${answer.status}`);
        return this.#refuse(batch, taken, answer.status === 413 ? 'tooLarge' : 'dropped');
    }
  }

  /** Drops events that the host cannot read and renumbers the rest, since the numbers must have no gap. */
  #refuse(batch, taken, outcome) {
    if (!batch.length) return;
    const first = taken === undefined ? batch[0].n : taken + 1;
    this.#queue = this.#queue.filter((entry) => !batch.includes(entry));
    for (const entry of batch) entry.end(outcome);
    this.#renumber(first);
    // For a picture, its own element shows the failure.
    if (batch.some((entry) => entry.isDeed && !entry.picture)) this.onDropped('lost');
  }
}
