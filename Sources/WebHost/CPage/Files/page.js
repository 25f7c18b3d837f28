// Starts the page and joins its parts: the feed delivers states and updates, the tree applies them, the screen draws
// the tree, and the user's actions go to the outbox.

import { Bars, Strip } from './frame.js';
import { Cues, WakeLock } from './cues.js';
import { Feed } from './feed.js';
import { FollowedTree } from './tree.js';
import { Outbox } from './outbox.js';
import { OwnScreens } from './ownscreens.js';
import { Screen } from './view.js';
import { doAllNow, postJson } from './pending.js';
import { pageId } from './pageid.js';
import { say, speakFirst } from './words.js';

// The message for each reason why an action was not taken.
const notTaken = { follows: 'notTakenFollows', over: 'notTakenOver', lost: 'notTaken', picture: 'notSent' };

class Page {
  state = null;
  tree = new FollowedTree();
  #id = pageId();
  #container = document.getElementById('page');
  #said = document.getElementById('said');
  // The state of the connection: `opening`, `open`, `lost`, `locked` until a code is given, or `replaced` by another
  // tab.
  #line = 'opening';

  constructor() {
    speakFirst(...navigator.languages);
    this.cues = new Cues({
      answer: (id, isFinished) => this.send({ event: 'spoke', id, isFinished }),
      language: () => this.#container.lang || this.state?.language || '',
      onChange: () => {
        this.outbox.sayHello();
        this.#show();
      },
    });
    this.outbox = new Outbox(this.#id, {
      does: () => this.cues.does,
      run: () => this.state?.run,
      onFollows: () => this.#become({ ...this.state, drives: false, isDriven: true }),
      onLocked: () => this.#lock(),
      onDropped: (why) => this.bars.tell(notTaken[why]),
    });
    this.feed = new Feed(this.#id, {
      state: (state) => this.#takeState(state),
      update: (update) => this.#takeUpdate(update),
      lost: () => this.#lose(),
      locked: () => this.#lock(),
      replaced: () => this.#replace(),
    });
    this.screen = new Screen(this, this.#container);
    this.own = new OwnScreens(this.#container, {
      change: () => this.screen.clear(),
      startAnew: () => this.#startAnew(),
    });
    this.bars = new Bars(document.getElementById('bars'), () => this.#lead());
    this.strip = new Strip(document.getElementById('strip'), () => this.cues.turnOn());
    this.wake = new WakeLock();
    this.#show();
    this.feed.start();
  }

  /** Whether this page leads, so that its actions count. While the connection is lost, the last known answer stays. */
  get drives() { return this.state?.drives === true; }

  /** Sends an event to the host, with its time. */
  send(event, at, options) { return this.outbox.send(event, at, options); }

  /** Presses a button, after sending everything entered before. */
  press(id, at) {
    this.finishTyping();
    this.send({ event: 'tapped', id }, at);
  }

  /** Leaves the field with the focus, since not every browser does that at a press; sends what still waits. */
  finishTyping() {
    const { activeElement } = document;
    if (activeElement?.matches('.entry') && activeElement.tagName !== 'SELECT') activeElement.blur();
    doAllNow();
  }

  /** Speaks a text to screen readers. */
  announce(text) { this.#said.textContent = text; }

  /** Takes the state that the host sent: this page's role, and what to show. */
  #takeState(state) {
    const isFirst = this.#line !== 'open';
    this.#line = 'open';
    this.#rest(state.shows === 'over');
    if (state.drives && !this.drives) this.bars.forget();
    if (state.shows !== 'run') {
      this.outbox.heard(state.taken ?? 0);
      this.outbox.drop('over');
      if (this.state?.shows === 'run') this.tree.clear();
    }
    if (isFirst) {
      this.outbox.connected(state.taken ?? 0, state.run);
      // Pictures that could not be loaded may only have been lost with the connection.
      this.screen.missing.clear();
    }
    this.#become(state);
  }

  #become(state) {
    const old = this.state;
    this.state = state;
    this.#show();
    if (old && old.drives !== state.drives) this.screen.drives = state.drives === true;
  }

  #takeUpdate(update) {
    if (update.readings?.length) {
      const { asks } = this.tree.notice(update.number);
      if (asks) return this.#ask(asks);
      return update.readings.forEach((readings) => this.screen.read(readings));
    }
    const isOld = this.tree.number !== null && update.number <= this.tree.number
      && update.changes?.[0]?.change !== 'replaceRoot';
    const { changed, asks } = this.tree.take(update);
    if (changed) this.#show();
    if (asks) this.#ask(asks);
    if (!isOld) (update.cues ?? []).forEach((cue) => this.cues.perform(cue));
    return undefined;
  }

  /** Asks for missing updates. A page that does not lead cannot; it reconnects instead. */
  #ask(event) {
    if (this.drives) this.send(event);
    else this.feed.startAnew();
  }

  #lose() { this.#leave('lost'); }

  #lock() {
    this.feed.stop();
    this.#leave('locked');
  }

  #replace() {
    this.outbox.drop('follows');
    this.#leave('replaced');
  }

  /** Shows that the connection has ended, and why. */
  #leave(line) {
    this.#line = line;
    this.outbox.disconnected();
    this.#show();
  }

  #startAnew() {
    this.#line = 'opening';
    this.state = null;
    this.#rest(false);
    this.tree.clear();
    this.#show();
    this.feed.start();
  }

  /** Tells the parts that use the connection whether the task is over. */
  #rest(isAtRest) {
    this.feed.isAtRest = isAtRest;
    this.outbox.isAtRest = isAtRest;
  }

  async #lead() {
    try {
      await postJson('/lead', { page: this.#id });
    } catch { /* The bar stays, and can be pressed again. */ }
  }

  /** What to show now. */
  get #shown() {
    if (this.#line === 'locked') return 'pair';
    if (this.#line === 'replaced') return 'replaced';
    if (!this.state) return 'connecting';
    if (this.state.shows === 'over') return 'over';
    return this.state.shows === 'run' && this.tree.root ? 'run' : 'waiting';
  }

  #show() {
    const shown = this.#shown;
    const language = speakFirst(this.state?.language, ...navigator.languages);
    document.documentElement.lang = language;
    document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
    this.wake.isWanted = shown === 'run';
    const needsHost = !['pair', 'replaced', 'over'].includes(shown);
    this.bars.show({ isLost: this.#line === 'lost', state: this.state, isShown: needsHost });
    const mayPlay = this.state !== null && this.state.role !== 'watcher';
    this.strip.show({
      mayAsk: shown === 'run' || shown === 'waiting',
      offersSound: mayPlay && !this.cues.isOn,
      offersBoard: this.state?.role === 'operator' && ['run', 'waiting', 'over'].includes(shown),
    });
    if (shown === 'run') this.#showRun();
    else this.own.show(shown, language, this.state?.reason);
  }

  #showRun() {
    this.own.leave();
    this.screen.drives = this.drives;
    this.screen.draw(this.tree.root);
  }
}

new Page();
