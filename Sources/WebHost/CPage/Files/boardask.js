// Asks the board for something, and says in one way why there is no answer.

/**
 * Why there is no answer: `locked`, `otherRole`, `refused`, `unreached`, or `givenUp` by whoever asked. `isGone` where
 * there is no more what was asked for.
 */
export class NoAnswer extends Error {
  constructor(why, words, isGone = false) {
    super(words);
    Object.assign(this, { why, isGone });
  }
}

const noConnection = 'No connection. Try again.';

export class Ask {
  /** `on` hears `locked` where this browser is not let in, and `otherRole` where it is no operator's. */
  constructor(on) { this.on = on; }

  /** The answer to a question; it throws a `NoAnswer` where there is none, with `lateWords` where it takes longer. */
  get(address, limits) { return this.#fetch(address, {}, limits); }

  /** Has the board do something. */
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
    // The whole page says so, in place of whatever asked.
    if (status === 401) this.on.locked();
    else this.on.otherRole(words);
    return new NoAnswer(status === 401 ? 'locked' : 'otherRole', '');
  }
}

/** What an answer says; one that is cut off is no answer, one that is no JSON is none of the board's. */
async function read(answer) {
  const text = await answer.text();
  try { return JSON.parse(text); } catch {
    if (!answer.ok) return {};
    throw new NoAnswer('refused', 'The answer is none of the board’s.');
  }
}
