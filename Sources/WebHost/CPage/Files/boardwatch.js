// Looks at the board's state every few seconds while somebody can see the page, and seldomer while the board is not
// reached.

const pause = 5000;
const pausesWithoutAnswer = [1000, 2000, 5000, 10_000, 15_000];

export class Watch {
  #timer;
  #underWay;
  #failures = 0;
  #isWanted = false;

  /** `on` hears `state`, and `trouble` with words, which are empty when there is none. */
  constructor(ask, on) {
    Object.assign(this, { ask, on });
    for (const [target, name] of [[document, 'visibilitychange'], [window, 'online'], [window, 'pageshow']]) {
      target.addEventListener(name, () => this.look());
    }
  }

  start() {
    this.#isWanted = true;
    this.#failures = 0;
    this.look();
  }

  stop() {
    this.#isWanted = false;
    this.#interrupt();
  }

  /** Looks now. An answer that is on its way may be older than what was just done: it counts no more. */
  look() {
    this.#interrupt();
    if (this.#isWanted && !document.hidden) this.#ask();
  }

  #interrupt() {
    clearTimeout(this.#timer);
    this.#underWay?.abort();
  }

  async #ask() {
    const underWay = new AbortController();
    this.#underWay = underWay;
    let state;
    try {
      state = await this.ask.get('/board/state', { signal: underWay.signal, seconds: 8 });
    } catch (error) {
      return this.#miss(error);
    }
    if (underWay.signal.aborted) return undefined;
    this.#failures = 0;
    // Ahead of what is shown: a fault there does not end the watch.
    this.#lookIn(pause);
    this.on.trouble('');
    return this.on.state(state);
  }

  #miss(error) {
    if (!['refused', 'unreached'].includes(error.why)) return;
    this.on.trouble(error.why === 'unreached' ? 'No connection. Trying again.' : error.message);
    this.#lookIn(pausesWithoutAnswer[Math.min(this.#failures, pausesWithoutAnswer.length - 1)]);
    this.#failures += 1;
  }

  #lookIn(milliseconds) { this.#timer = setTimeout(() => this.look(), milliseconds); }
}
