// The line from the host. It is opened anew whenever nothing has come for longer than the host is ever silent, and
// at once when the phone wakes: a participant walks out of reach of the radio and back.

import { pauseAfter } from './pending.js';

const silence = 12_000;
const staleOnWaking = 6_000;
const nap = 500;
// Where nothing is to come any more.
const rest = 30_000;
const mostAtRest = 10;

export class Feed {
  #source;
  #timer;
  #watch;
  #tries = 0;
  #last = 0;
  #offset = 0;
  #isWanted = false;

  /** Whether the task is over: a line that is lost then is tried again seldom, and not for ever. */
  isAtRest = false;

  /** `on` hears `state`, `update` with what was sent, and `lost`, `locked`, `replaced`. */
  constructor(page, on) {
    Object.assign(this, { page, on });
    for (const [target, name] of [[document, 'visibilitychange'], [window, 'online'], [window, 'pageshow']]) {
      target.addEventListener(name, () => this.wake());
    }
  }

  start() {
    this.#isWanted = true;
    this.#tries = 0;
    this.#connect();
  }

  stop() {
    this.#isWanted = false;
    this.#close();
  }

  /** Looks at once whether the line still stands, where it may have been lost unseen. */
  wake() {
    if (!this.#isWanted || document.hidden) return;
    // The clock of a page may stand while a phone sleeps, and the host takes each line's clock to run through.
    const hasSlept = Date.now() - performance.now() - this.#offset > nap;
    const isFresh = this.#source?.readyState === EventSource.OPEN && performance.now() - this.#last < staleOnWaking;
    if (isFresh && !hasSlept) return;
    this.#tries = 0;
    // The host takes the new line for a new page: what this one can do is told again.
    this.on.lost();
    this.#connect();
  }

  /** Has the host send everything again. */
  startAnew() { this.#connect(); }

  #connect() {
    this.#close();
    const source = new EventSource(`/feed?page=${this.page}`);
    this.#source = source;
    this.#heard();
    source.onopen = () => this.#heard();
    source.onerror = () => this.#failed(source);
    const listen = (name, take) => source.addEventListener(name, (message) => {
      if (source !== this.#source) return;
      this.#heard();
      take(message.data);
    });
    listen('beat', () => {});
    listen('state', (data) => {
      this.#tell('state', data);
      if (!this.isAtRest) this.#tries = 0;
    });
    listen('update', (data) => this.#tell('update', data));
    listen('replaced', () => {
      this.stop();
      this.on.replaced();
    });
  }

  #tell(name, data) {
    let value;
    try { value = JSON.parse(data); } catch { return console.warn(`The host sent a ${name} that is no JSON`); }
    this.on[name](value);
  }

  #heard() {
    this.#last = performance.now();
    this.#offset = Date.now() - this.#last;
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#again(), silence);
  }

  #close() {
    clearTimeout(this.#timer);
    clearTimeout(this.#watch);
    this.#source?.close();
    this.#source = undefined;
  }

  async #failed(source) {
    if (source !== this.#source) return;
    const isRefused = source.readyState === EventSource.CLOSED;
    this.#again();
    if (isRefused && await this.isLocked() && this.#isWanted) {
      this.stop();
      this.on.locked();
    }
  }

  /** Whether the host lets this browser in no more. */
  async isLocked() {
    try {
      const answer = await fetch(`/feed/who?page=${this.page}`, { signal: AbortSignal.timeout(5000) });
      return answer.status === 401;
    } catch {
      return false;
    }
  }

  #again() {
    this.#close();
    this.on.lost();
    if (this.isAtRest && this.#tries >= mostAtRest) return;
    const wait = this.isAtRest ? rest : pauseAfter(this.#tries);
    this.#tries += 1;
    this.#timer = setTimeout(() => this.#connect(), wait);
  }
}
