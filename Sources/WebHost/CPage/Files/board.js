// Starts the operator's page and joins its parts: `Watch` fetches the board's state, each panel shows its part of
// it, and after each action of the operator the state is fetched again.

import { followScheme } from './colors.js';
import { arrange, freshId, make, showText } from './dom.js';
import { isInvited, showAlone, showPairing } from './frame.js';
import { Ask } from './boardask.js';
import { DevicePanel } from './boarddevices.js';
import { RunPanel } from './boardrun.js';
import { SessionPanel } from './boardsessions.js';
import { TaskPanel } from './boardtasks.js';
import { Watch } from './boardwatch.js';
import { WhosePanel } from './boardwhose.js';

class Board {
  #container = document.getElementById('board');
  #bar = make('p', { className: 'bar-line lost', hidden: true });
  #said = document.getElementById('said');
  #heading = make('h1', { tabIndex: -1, id: freshId() }, 'Board');
  #run;
  #hasState = false;
  #isPairing = false;

  constructor() {
    followScheme(() => {});
    document.getElementById('bars').append(this.#bar);
    const tell = (text) => { this.#said.textContent = text; };
    const on = { locked: () => this.#lock(), otherRole: (words) => this.#refuse(words) };
    this.ask = new Ask(on);
    this.watch = new Watch(this.ask, { state: (state) => this.#take(state), trouble: (words) => this.#warn(words) });
    const deeds = { ask: this.ask, lookAgain: () => this.watch.look(), tell };
    this.runPanel = new RunPanel(deeds);
    this.whose = new WhosePanel(() => this.tasks.nameAgain());
    this.tasks = new TaskPanel(deeds, this.whose);
    this.devices = new DevicePanel();
    this.sessions = new SessionPanel(deeds);
    this.panels = [this.runPanel, this.whose, this.tasks, this.devices, this.sessions];
    this.#start();
  }

  #start() {
    showAlone(this.#container, { title: 'Connecting …', texts: [], isBusy: true });
    this.#hasState = false;
    this.#isPairing = false;
    this.watch.start();
  }

  #take(state) {
    this.#showPanels();
    // A run gets its session a moment after it begins.
    const run = JSON.stringify([state.run?.id, state.run?.session]);
    const isAnother = this.#run !== run;
    this.#run = run;
    for (const panel of [this.runPanel, this.whose, this.tasks, this.devices]) doApart(() => panel.show(state));
    doApart(() => this.sessions.follow(state.run, isAnother));
  }

  /** Shows the panels, if something else stood in their place. */
  #showPanels() {
    if (this.#hasState) return;
    this.#hasState = true;
    this.#run = undefined;
    document.title = 'Board';
    const column = make('div', { className: 'board' }, this.#heading, ...this.panels.map(({ element }) => element));
    arrange(this.#container, [column]);
    this.#heading.focus({ preventScroll: true });
  }

  #warn(words) { showText(this.#bar, words); }

  #leave() {
    this.watch.stop();
    this.#warn('');
    this.#hasState = false;
  }

  /** Draws the field for the code once, so that later calls keep what is being typed. */
  #lock() {
    if (this.#isPairing) return;
    this.#isPairing = true;
    this.#leave();
    showPairing(this.#container, () => this.#start());
  }

  #refuse(words) {
    // Tries a code from the address before asking for one.
    if (this.#isPairing || isInvited()) return this.#lock();
    this.#leave();
    return this.#askForCode(words);
  }

  #askForCode(words) {
    showAlone(this.#container, {
      title: 'For operators only',
      texts: [words, 'This browser was let in for something else. The operator’s code lets it in here.'],
      button: 'Enter the operator’s code',
      onPress: () => this.#lock(),
    });
  }
}

/** Shows one panel; an exception there does not keep the others from being shown. */
function doApart(show) {
  try { show(); } catch (fault) { console.warn(fault); }
}

new Board();
