// Starts the page, and joins its parts: the feed brings states and updates, the tree follows them, the screen draws
// the tree, and what a person does goes into the outbox.

import { Bars, showAlone, showPairing, Strip } from './frame.js';
import { Cues, WakeLock } from './cues.js';
import { Feed } from './feed.js';
import { FollowedTree } from './tree.js';
import { Outbox } from './outbox.js';
import { Screen } from './view.js';
import { doAllNow, postJson } from './pending.js';
import { say, speakFirst } from './words.js';

/** The page's name, which outlasts a reload of this tab. */
function pageId() {
  const kept = sessionStorage.getItem('page');
  if (/^[\w-]{22}$/.test(kept ?? '')) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').slice(0, 22);
  sessionStorage.setItem('page', made);
  return made;
}

// Why something that was done was not taken, in words.
const notTaken = { follows: 'notTakenFollows', over: 'notTakenOver', lost: 'notTaken', picture: 'notSent' };

class Page {
  state = null;
  tree = new FollowedTree();
  #id = pageId();
  #container = document.getElementById('page');
  #said = document.getElementById('said');
  #alone = '';
  #isLost = false;
  #isLocked = false;
  #isReplaced = false;
  #isFirstState = true;

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
      onFollows: () => this.#takeState({ ...this.state, drives: false, isDriven: true }),
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
    this.bars = new Bars(document.getElementById('bars'), () => this.#lead());
    this.strip = new Strip(document.getElementById('strip'), () => this.cues.turnOn());
    this.wake = new WakeLock();
    this.#show();
    this.feed.start();
  }

  /** Whether what is done here counts; while the line is lost, it does if it did. */
  get drives() { return this.state?.drives === true; }

  /** Tells the host what was done, when it was done. */
  send(event, at, options) { return this.outbox.send(event, at, options); }

  /** Presses a button, behind all that was entered before. */
  press(id, at) {
    this.finishTyping();
    this.send({ event: 'tapped', id }, at);
  }

  /** Leaves the field that is typed in: not every browser does that where something else is pressed. */
  finishTyping() {
    const { activeElement } = document;
    if (activeElement?.matches('.entry') && activeElement.tagName !== 'SELECT') activeElement.blur();
    doAllNow();
  }

  /** Says something to whoever listens to a screen reader. */
  announce(text) { this.#said.textContent = text; }

  #takeState(state) {
    const old = this.state;
    this.state = state;
    this.#isLost = false;
    this.#isLocked = false;
    if (state.drives && !old?.drives) this.bars.forget();
    if (state.shows !== 'run') {
      this.outbox.heard(state.taken ?? 0);
      this.outbox.drop('over');
      if (old?.shows === 'run') this.tree.clear();
    }
    if (this.#isFirstState) {
      this.#isFirstState = false;
      this.outbox.connected(state.taken ?? 0);
      // What could not be shown may have been lost with the line.
      this.screen.missing.clear();
    }
    this.feed.isAtRest = state.shows === 'over';
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

  /** Asks for what is missing; a page that does not lead cannot, and has all of it sent again. */
  #ask(event) {
    if (this.drives) this.send(event);
    else this.feed.startAnew();
  }

  #lose() {
    this.#isLost = true;
    this.#isFirstState = true;
    this.outbox.disconnected();
    this.#show();
  }

  #lock() {
    this.#isLocked = true;
    this.feed.stop();
    this.outbox.disconnected();
    this.#show();
  }

  #replace() {
    this.#isReplaced = true;
    this.outbox.disconnected();
    this.outbox.drop('follows');
    this.#show();
  }

  #startAnew() {
    this.#isReplaced = false;
    this.#isLocked = false;
    this.#isFirstState = true;
    this.state = null;
    this.feed.isAtRest = false;
    this.tree.clear();
    this.#show();
    this.feed.start();
  }

  async #lead() {
    try {
      await postJson('/lead', { page: this.#id });
    } catch { /* The bar stays, and can be pressed again. */ }
  }

  /** What is to be seen now. */
  get #shown() {
    if (this.#isLocked) return 'pair';
    if (this.#isReplaced) return 'replaced';
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
    this.bars.show({ isLost: this.#isLost, state: this.state, isShown: needsHost });
    const mayPlay = this.state !== null && this.state.role !== 'watcher';
    this.strip.show({
      mayAsk: shown === 'run' || shown === 'waiting',
      offersSound: mayPlay && !this.cues.isOn,
      offersBoard: this.state?.role === 'operator' && ['run', 'waiting', 'over'].includes(shown),
    });
    if (shown === 'run') return this.#showRun();
    const face = [shown, language, this.state?.reason].join();
    if (this.#alone === face) return undefined;
    this.#alone = face;
    this.screen.clear();
    Object.assign(this.#container, { lang: language, dir: '' });
    this.#container.removeAttribute('aria-busy');
    return this.#showAlone(shown);
  }

  #showRun() {
    this.#alone = '';
    this.screen.drives = this.drives;
    this.screen.draw(this.tree.root);
  }

  #showAlone(shown) {
    const container = this.#container;
    switch (shown) {
      case 'pair': return showPairing(container, () => this.#startAnew());
      case 'replaced':
        return showAlone(container, {
          title: say('replaced'), texts: [say('replacedMore')], button: say('useHere'), onPress: () => this.#startAnew(),
        });
      case 'over':
        return showAlone(container, {
          title: say('over'), texts: [say(this.state.reason ?? ''), say('close')].filter(Boolean),
        });
      case 'waiting':
        return showAlone(container, { title: say('waiting'), texts: [say('waitingMore')], isBusy: true });
      default: return showAlone(container, { title: say('connecting'), texts: [], isBusy: true });
    }
  }
}

new Page();
