// Sends requests to the board, and reports every failure as a `NoAnswer`.

/**
 * Why there is no answer: `locked`, `otherRole`, `refused`, `unreached`, or `givenUp` by the caller. `isGone`: what was
 * asked for no longer exists.
 */
export class NoAnswer extends Error {
  constructor(why, words, isGone = false) {
    super(words);
    Object.assign(this, { why, isGone });
  }
}

const noConnection = 'No connection. Try again.';

export class Ask {
  /** Calls `on.locked` if this browser is not paired, and `on.otherRole` if it does not have the operator's role. */
  constructor(on) { this.on = on; }

  /** Fetches an address. Throws a `NoAnswer` if there is no answer, with `lateWords` if it takes too long. */
  get(address, limits) { return this.#fetch(address, {}, limits); }

  /** Asks the board to do something. */
  post(address, body) {
    const headers = { 'Content-Type': 'application/json' };
    return this.#fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async #fetch(address, options, { signal, seconds = 15, lateWords = noConnection } = {}) {
    const giveUp = new AbortController();
    const limit = setTimeout(() => giveUp.abort(), seconds * 1000);
    const end = () => giveUp.abort();
    signal?.addEventListener('abort', end);
    try {
      const answer = await fetch(address, { ...options, cache: 'no-store', signal: giveUp.signal });
      const value = await read(answer);
      if (answer.ok) return value;
      throw this.#refusal(answer.status, value.error ?? `The board refused this (${answer.status}).`);
    } catch (error) {
      if (signal?.aborted) throw new NoAnswer('givenUp', '');
      if (error instanceof NoAnswer) throw error;
      throw new NoAnswer('unreached', giveUp.signal.aborted ? lateWords : noConnection);
    } finally {
      clearTimeout(limit);
      signal?.removeEventListener('abort', end);
    }
  }

  #refusal(status, words) {
    if (status !== 401 && status !== 403) return new NoAnswer('refused', words, status === 404);
    // The whole page shows this, not only the caller.
    if (status === 401) this.on.locked();
    else this.on.otherRole(words);
    return new NoAnswer(status === 401 ? 'locked' : 'otherRole', '');
  }
}

/** Reads an answer; throws if it is incomplete, or a success that is no JSON. */
async function read(answer) {
  const text = await answer.text();
  try { return JSON.parse(text); } catch {
    if (!answer.ok) return {};
    throw new NoAnswer('refused', 'The answer is none of the board’s.');
  }
}
