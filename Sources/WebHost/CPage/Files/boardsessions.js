// The panel of the sessions on the board, newest first: the newest page is asked for when a task begins or ends, older
// ones when somebody wants to see them.

import { makeOwnButton, set, showText } from './dom.js';
import { KeyedList, makeLine, makePanel, makeRefusal } from './boardparts.js';
import { SessionView } from './boardsession.js';

// What other programs record, end and delete comes without a word to this page; what they record now ends soon.
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

  /** `ask` reaches the board, `tell(text)` speaks to a screen reader. */
  constructor(deeds) {
    this.deeds = deeds;
    Object.assign(this, makePanel('Sessions', this.#none));
    this.list = new KeyedList(this.heading, () => new SessionView(deeds, (...gone) => this.#leaveOut(...gone)));
    this.#older.hidden = true;
    this.element.append(this.list.element, this.#error, this.#older);
  }

  /** Asks for the newest sessions where the run is another one, and where what is shown may be so no more. */
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
      // The next look at the board's state asks again.
      this.#isAsked = false;
      if (error.why === 'refused') this.#error.textContent = error.message;
      else if (!error.why) console.warn(error);
    }
  }

  /** A session is there no more: the list is asked for anew, and says why in its place. */
  async #leaveOut(key, words) {
    this.#sessions = this.#sessions.filter((session) => session.key !== key);
    await this.#askNewest();
    if (this.#sessions.every((session) => session.key !== key)) this.#error.textContent = words;
  }

  #ask(address, signal) { return this.deeds.ask.get(address, { signal, seconds: 60 }); }

  /** Keeps the older ones that are shown already, if none is missing between. */
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
      // The newest may have come meanwhile; what was asked for still goes behind the same session.
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
