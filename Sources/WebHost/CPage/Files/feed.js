// The stream of events from the host. It reconnects when it has been silent for longer than the host ever is, and at
// once when the phone wakes: participants walk out of radio range and back.

import { pauseAfter } from './pending.js';

const silence = 12_000;
const staleOnWaking = 6_000;
const nap = 500;
// The pause between attempts after the task is over.
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

  /** Whether the task is over. A lost connection is then retried rarely, and only a few times. */
  isAtRest = false;

  /** Calls `on.state` and `on.update` with what was sent, and `on.lost`, `on.locked`, `on.replaced`. */
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

  /** Checks at once whether the connection still works; it may have been lost unnoticed. */
  wake() {
    if (!this.#isWanted || document.hidden) return;
    // A page's clock may stop while the phone sleeps. The host assumes one continuous clock for each connection, so
    // this needs a new one.
    const hasSlept = Date.now() - performance.now() - this.#offset > nap;
    const isFresh = this.#source?.readyState === EventSource.OPEN && performance.now() - this.#last < staleOnWaking;
    if (isFresh && !hasSlept) return;
    this.#tries = 0;
    // To the host a new connection is a new page: the page's abilities are sent again.
    this.on.lost();
    this.#connect();
  }

  /** Reconnects; the host then sends everything again. */
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

  /** Whether this browser must pair again. */
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
