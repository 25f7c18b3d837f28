// The panel of the tasks in the folder: what is wrong with each, and the button that begins it.

import { make, set, showText } from './dom.js';
import { KeyedList, Lines, makeButtonFor, makeLine, makePanel, makeRefusal } from './boardparts.js';

export class TaskPanel {
  #note = makeLine('detail');
  #whyNone = makeLine('detail');
  #state = {};

  /**
   * `ask` sends requests to the board, `lookAgain()` fetches its state, `tell(text)` speaks to a screen reader. `whose`
   * knows the participant.
   */
  constructor(deeds, whose) {
    Object.assign(this, { deeds, whose });
    Object.assign(this, makePanel('Tasks', this.#note, this.#whyNone));
    this.list = new KeyedList(this.heading, () => new TaskView(this));
    this.element.append(this.list.element);
  }

  /** Why no task can be begun now, or nothing. */
  get whyNotNow() { return this.#state.run ? 'A task runs. Another one can begin when it is over.' : ''; }

  /** The id of the line that says that. */
  get whyNotNowId() { return this.#whyNone.id; }

  /** The participant has changed: updates the line beside each button that says for whom. */
  nameAgain() { this.show(this.#state); }

  show(state) {
    this.#state = state;
    const { tasks = [], tasksNote } = state;
    showText(this.#note, tasksNote ?? (tasks.length ? '' : 'There is no task.'));
    showText(this.#whyNone, tasks.length ? this.whyNotNow : '');
    this.list.show(tasks, ({ name }) => name);
  }
}

class TaskView {
  #title = make('h3', { className: 'label' });
  #file = makeLine('detail');
  #whose = makeLine('detail');
  #whyNot = makeLine('detail');
  #faults = new Lines('warning');
  #error = makeRefusal();
  #begin = makeButtonFor('', () => this.#press());
  #isUnderWay = false;

  constructor(panel) {
    this.panel = panel;
    this.element = make(
      'li', { className: 'item' }, this.#title, this.#file, this.#whose, this.#faults.element, this.#whyNot, this.#error,
      make('div', { className: 'deeds' }, this.#begin.element),
    );
  }

  update(task) {
    this.task = task;
    const title = task.title || task.identifier || task.name;
    showText(this.#title, title);
    showText(this.#file, title === task.name ? '' : task.name);
    showText(this.#whose, this.panel.whose.words && `For ${this.panel.whose.words}`);
    this.#faults.show(task.faults ?? []);
    showText(this.#whyNot, task.canBegin ? '' : 'It has faults and cannot be begun.');
    this.#begin.name(this.#isUnderWay ? 'Beginning …' : 'Begin', title);
    const whyNot = this.#whyNotId;
    set(this.#begin.element, 'aria-disabled', whyNot || this.#isUnderWay ? 'true' : null);
    set(this.#begin.element, 'aria-describedby', whyNot);
  }

  /** The id of the line that says why the task cannot begin, if it cannot. */
  get #whyNotId() {
    if (!this.task.canBegin) return this.#whyNot.id;
    return this.panel.whyNotNow ? this.panel.whyNotNowId : null;
  }

  #press() {
    const { deeds, whyNotNow } = this.panel;
    if (this.#isUnderWay) return;
    if (this.#whyNotId) deeds.tell(this.task.canBegin ? whyNotNow : this.#whyNot.textContent);
    else this.#beginNow();
  }

  async #beginNow() {
    const { ask, lookAgain, tell } = this.panel.deeds;
    this.#isUnderWay = true;
    this.#error.textContent = '';
    this.update(this.task);
    try {
      await ask.post('/board/begin', { task: this.task.name, ...this.panel.whose.codes });
      tell(`${this.#title.textContent} has begun.`);
    } catch (error) {
      this.#error.textContent = error.message;
    }
    this.#isUnderWay = false;
    this.update(this.task);
    lookAgain();
  }
}
