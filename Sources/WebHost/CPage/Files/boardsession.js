// One session in the list: its facts, download, plot and check.

import { make, showText } from './dom.js';
import { makeLine, makeLinkFor, makeRefusal } from './boardparts.js';
import { SessionCheck } from './boardcheck.js';
import { sayCount, sayDuration, sayMoment, sayNumber, saySize } from './boardwords.js';

const statusWords = {
  finished: 'Finished',
  recording: 'Recording now',
  cancelled: 'Cancelled before its end',
  failed: 'Failed',
  interrupted: 'Interrupted before its end',
};

export class SessionView {
  #title = make('h3', { className: 'label' });
  #name = makeLine('detail');
  #status = makeLine();
  #figures = makeLine();
  #problem = makeLine('warning');
  #later = makeLine('detail');
  #download = makeLinkFor({ onclick: (press) => this.#press(press) });
  #plot = makeLinkFor({ target: '_blank', rel: 'noopener' });
  #error = makeRefusal();
  #isAsking = false;

  /** Calls `onGone(key, words)` when the session no longer exists. */
  constructor(deeds, onGone) {
    Object.assign(this, { deeds, onGone });
    this.check = new SessionCheck(deeds);
    this.element = make(
      'li', { className: 'item' }, this.#title, this.#name, this.#status, this.#figures, this.#problem, this.#later,
      make('div', { className: 'deeds' }, this.check.button, this.#plot.element, this.#download.element), this.#error,
      this.check.element,
    );
  }

  update(session) {
    const { key, name, task, startedAt, status, endedEarly, problem } = session;
    const title = [task, startedAt ? sayMoment(new Date(startedAt)) : null].filter(Boolean).join(', ') || name;
    const isLive = status === 'recording';
    showText(this.#title, title);
    showText(this.#name, title === name ? '' : name);
    const isCut = endedEarly && status === 'finished';
    const ending = isCut ? 'Ended early' : statusWords[status] ?? 'It is not known how it ended';
    showText(this.#status, problem ? '' : ending);
    // The figures of a session still change while it is recorded.
    showText(this.#figures, isLive ? '' : sayFigures(session));
    showText(this.#problem, problem);
    showText(this.#later, isLive ? 'It can be plotted and downloaded when it is over.' : '');
    this.key = key;
    this.check.follow(key, title);
    this.#download.name('Download', title);
    const link = this.#download.element;
    link.hidden = isLive;
    link.href = `/board/session?key=${encodeURIComponent(key)}`;
    link.download = `${name}.zip`;
    this.#plot.name('Plot', title);
    this.#plot.element.hidden = isLive;
    this.#plot.element.href = `/board/plot?key=${encodeURIComponent(key)}`;
  }

  close() { this.check.stopWaiting(); }

  /** Asks first whether the session can be downloaded: a browser shows nothing if a download is refused. */
  #press(press) {
    // With a modifier key the browser opens a tab or window, or saves the link.
    if (press.ctrlKey || press.metaKey || press.shiftKey || press.altKey) return;
    press.preventDefault();
    if (!this.#isAsking) this.#downloadIfThere();
  }

  async #downloadIfThere() {
    this.#isAsking = true;
    this.#error.textContent = '';
    try {
      await this.deeds.ask.get(`/board/look?key=${encodeURIComponent(this.key)}`, { seconds: 60 });
      const { href, download } = this.#download.element;
      make('a', { href, download }).click();
    } catch (error) {
      this.#error.textContent = error.message;
      if (error.isGone) this.onGone(this.key, error.message);
    }
    this.#isAsking = false;
  }
}

function sayFigures({ seconds, samples, lost, bytes }) {
  const isKnown = (value) => value !== null && value !== undefined;
  return [
    isKnown(seconds) ? sayDuration(seconds) : null,
    isKnown(samples) ? sayCount(samples, 'sample', 'samples') : null,
    isKnown(lost) && (lost || samples) ? sayLost(lost) : null,
    isKnown(bytes) ? saySize(bytes) : null,
  ].filter(Boolean).join(' · ');
}

const sayLost = (lost) => (lost ? `${sayNumber(lost)} lost` : 'none lost');
