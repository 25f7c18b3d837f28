// The check of a session. It may take a minute, so the operator need not wait: the result appears below the session.

import { make, set, showText } from './dom.js';
import { Lines, makeButtonFor, makeLine, makeRefusal } from './boardparts.js';
import { sayNumber } from './boardwords.js';

const longestSeconds = 600;
const lateWords = 'The check takes longer than ten minutes. Use “footfall check” on the machine itself.';

export class SessionCheck {
  #button = makeButtonFor('', () => this.#press());
  #working = makeLine('detail');
  #summary = makeLine('verdict');
  #table = make('div', { hidden: true });
  #findings = new Lines('plain');
  #error = makeRefusal();
  #underWay;
  #hasAnswer = false;

  constructor(deeds) {
    this.deeds = deeds;
    this.button = this.#button.element;
    this.element = make(
      'div', { className: 'checked' }, this.#working, this.#summary, this.#table, this.#findings.element, this.#error,
    );
  }

  /** Sets the session to check, and its title. */
  follow(key, title) {
    Object.assign(this, { key, title });
    this.#nameButton();
  }

  stopWaiting() { this.#underWay?.abort(); }

  #nameButton() {
    const words = this.#hasAnswer ? 'Check again' : 'Check';
    this.#button.name(this.#underWay ? 'Stop waiting' : words, this.title);
    set(this.element, 'aria-busy', this.#underWay ? 'true' : null);
    showText(this.#working, this.#underWay ? 'Checking each sample. A large session takes a minute.' : '');
  }

  #press() {
    if (this.#underWay) this.stopWaiting();
    else this.#check();
  }

  async #check() {
    this.#underWay = new AbortController();
    this.#error.textContent = '';
    this.#nameButton();
    try {
      const { signal } = this.#underWay;
      const address = `/board/check?key=${encodeURIComponent(this.key)}`;
      this.#show(await this.deeds.ask.get(address, { signal, seconds: longestSeconds, lateWords }));
    } catch (error) {
      this.#error.textContent = error.message;
      if (error.why === 'givenUp') this.deeds.tell('Nobody waits for the check any more.');
    }
    this.#underWay = undefined;
    this.#nameButton();
  }

  #show({ summary, verdict, sensors = [], findings = [] }) {
    this.#hasAnswer = true;
    showText(this.#summary, summary);
    this.#summary.dataset.verdict = verdict;
    this.#table.replaceChildren(...(sensors.length ? [makeTable(sensors, this.title)] : []));
    this.#table.hidden = !sensors.length;
    this.#findings.show(findings);
    this.deeds.tell(`${this.title}: ${summary}`);
  }
}

/** A table of a session's sensors, each file with the sensors in it. */
function makeTable(sensors, title) {
  const head = ['Sensor', 'Samples', 'Lost', 'Rate'].map((text) => make('th', { scope: 'col' }, text));
  const files = [...new Set(sensors.map(({ file }) => file))];
  return make(
    'table', {}, make('caption', { className: 'unseen' }, `Sensors of ${title}`),
    make('thead', {}, make('tr', {}, ...head)),
    ...files.map((name) => makeFile(name, sensors.filter(({ file }) => file === name))),
  );
}

function makeFile(name, sensors) {
  const cell = (text) => make('td', {}, text);
  return make(
    'tbody', {}, make('tr', {}, make('th', { scope: 'rowgroup', colSpan: 4, className: 'file' }, name)),
    ...sensors.map(({ sensorType, samples, lost, measuredRateInHertz: rate }) => make(
      'tr', {}, make('th', { scope: 'row' }, sensorType),
      cell(sayNumber(samples)), cell(lost ? sayNumber(lost) : 'none'),
      cell(rate ? `${rate.toFixed(1)} Hz` : '–'),
    )),
  );
}
