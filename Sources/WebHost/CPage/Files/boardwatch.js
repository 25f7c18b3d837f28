// Fetches the board's state every few seconds while the page is visible, and less often while the board is unreachable.

const pause = 5000;
const pausesWithoutAnswer = [1000, 2000, 5000, 10_000, 15_000];

export class Watch {
  #timer;
  #underWay;
  #failures = 0;
  #isWanted = false;

  /** Calls `on.state`, and `on.trouble` with words, which are empty when there is no trouble. */
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

  /**
   * Fetches the state now. An answer still on its way may be older than the operator's last action, so it is ignored.
   */
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
    // Before the callback: an exception there must not end the watch.
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
