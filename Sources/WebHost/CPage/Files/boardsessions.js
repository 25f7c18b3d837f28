// The panel of the sessions on the board, newest first. It fetches the newest portion when a task begins or ends and
// from time to time, and older ones when the operator asks for them.

import { makeOwnButton, set, showText } from './dom.js';
import { KeyedList, makeLine, makePanel, makeRefusal } from './boardparts.js';
import { SessionView } from './boardsession.js';

// This page is not notified of sessions that other programs record, end or delete, so the list is fetched again after a
// while; sooner if such a recording is in progress.
const staleAfter = 60_000;
const staleAfterOfRecording = 15_000;

export class SessionPanel {
  #sessions = [];
  #hasMore = false;
  #none = makeLine('detail');
  #error = makeRefusal();
  #older = makeOwnButton('small', 'Show older ones', () => this.#showOlder());
  #underWay;
  #isAsked = false;
  #askedAt = 0;
  #running;

  /** `ask` sends requests to the board, `tell(text)` speaks to a screen reader. */
  constructor(deeds) {
    this.deeds = deeds;
    Object.assign(this, makePanel('Sessions', this.#none));
    this.list = new KeyedList(this.heading, () => new SessionView(deeds, (...gone) => this.#leaveOut(...gone)));
    this.#older.hidden = true;
    this.element.append(this.list.element, this.#error, this.#older);
  }

  /** Fetches the newest sessions if the run has changed, or if the list may be out of date. */
  follow(run, isAnother) {
    this.#running = run?.session;
    if (isAnother) this.#isAsked = false;
    const isRecorded = this.#sessions.some(({ status, name }) => status === 'recording' && name !== this.#running);
    const isStale = performance.now() - this.#askedAt > (isRecorded ? staleAfterOfRecording : staleAfter);
    if (!this.#isAsked || isStale) this.#askNewest();
  }

  async #askNewest() {
    this.#isAsked = true;
    this.#askedAt = performance.now();
    this.#underWay?.abort();
    const underWay = new AbortController();
    this.#underWay = underWay;
    try {
      const { sessions, more } = await this.#ask('/board/sessions', underWay.signal);
      if (!underWay.signal.aborted) this.#takeNewest(sessions, more);
    } catch (error) {
      if (error.why === 'givenUp') return;
      // The next update of the board's state tries again.
      this.#isAsked = false;
      if (error.why === 'refused') this.#error.textContent = error.message;
      else if (!error.why) console.warn(error);
    }
  }

  /** A session no longer exists: says why in its place, and fetches the list again. */
  async #leaveOut(key, words) {
    this.#sessions = this.#sessions.filter((session) => session.key !== key);
    await this.#askNewest();
    if (this.#sessions.every((session) => session.key !== key)) this.#error.textContent = words;
  }

  #ask(address, signal) { return this.deeds.ask.get(address, { signal, seconds: 60 }); }

  /** Puts the newest portion in front; keeps the older sessions if none is missing in between. */
  #takeNewest(newest, hasMore) {
    const last = this.#sessions.findIndex(({ key }) => key === newest.at(-1)?.key);
    const older = hasMore && last >= 0 ? this.#sessions.slice(last + 1) : [];
    if (!older.length) this.#hasMore = hasMore;
    this.#show([...newest, ...older]);
  }

  async #showOlder() {
    if (this.#older.getAttribute('aria-disabled')) return;
    set(this.#older, 'aria-disabled', 'true');
    const before = this.#sessions.at(-1)?.key ?? '';
    try {
      const { sessions, more } = await this.#ask(`/board/sessions?before=${encodeURIComponent(before)}`);
      // The newest portion may have arrived meanwhile; append only if the list still ends with the same session.
      if (this.#sessions.at(-1)?.key === before) {
        this.#hasMore = more;
        this.#show([...this.#sessions, ...sessions]);
        this.deeds.tell(`${sessions.length} older`);
      }
    } catch (error) {
      this.#error.textContent = error.message;
    }
    set(this.#older, 'aria-disabled', null);
  }

  #show(sessions) {
    this.#sessions = sessions;
    this.#error.textContent = '';
    showText(this.#none, sessions.length ? '' : 'There is no session yet.');
    this.list.show(sessions, ({ key }) => key);
    if (!this.#hasMore && document.activeElement === this.#older) this.heading.focus();
    this.#older.hidden = !this.#hasMore;
  }
}
