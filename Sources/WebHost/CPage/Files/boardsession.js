// One session in the list: what is known of it, its download, and its check.

import { make, showText } from './dom.js';
import { makeLine, makeLinkFor } from './boardparts.js';
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
  #download = makeLinkFor({});

  constructor(deeds) {
    this.check = new SessionCheck(deeds);
    this.element = make(
      'li', { className: 'item' }, this.#title, this.#name, this.#status, this.#figures, this.#problem, this.#later,
      make('div', { className: 'deeds' }, this.check.button, this.#download.element), this.check.element,
    );
  }

  update(session) {
    const { key, name, task, startedAt, status, problem } = session;
    const title = [task, startedAt ? sayMoment(new Date(startedAt)) : null].filter(Boolean).join(', ') || name;
    const isLive = status === 'recording';
    showText(this.#title, title);
    showText(this.#name, title === name ? '' : name);
    showText(this.#status, problem ? '' : statusWords[status] ?? 'It is not known how it ended');
    // What is still recorded has no figures that stay true.
    showText(this.#figures, isLive ? '' : sayFigures(session));
    showText(this.#problem, problem);
    showText(this.#later, isLive ? 'It can be downloaded when it is over.' : '');
    this.check.follow(key, title);
    this.#download.name('Download', title);
    const link = this.#download.element;
    link.hidden = isLive;
    link.href = `/board/session?key=${encodeURIComponent(key)}`;
    link.download = `${name}.zip`;
  }

  close() { this.check.giveUp(); }
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
