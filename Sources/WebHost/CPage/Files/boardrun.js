// The panel of the current run, or of how the last one ended, and the question before a run is ended.

import { freshId, make, makeOwnButton, showText } from './dom.js';
import { Lines, makeLine, makePanel, makeRefusal } from './boardparts.js';
import { sayClock, sayCount, sayDuration } from './boardwords.js';

export class RunPanel {
  #title = makeLine('name');
  #since = makeLine();
  #session = makeLine('detail');
  #notes = new Lines('detail');
  #error = makeRefusal();
  #show = make('a', { className: 'button main', href: '/' }, 'Show the task');
  #end = makeOwnButton('destructive', 'End the task');
  #buttons = make('div', { className: 'deeds', hidden: true }, this.#show, this.#end);
  #began = 0;
  #run;

  /** `ask` sends requests to the board, `lookAgain()` fetches its state, `tell(text)` speaks to a screen reader. */
  constructor(deeds) {
    this.deeds = deeds;
    const texts = [this.#title, this.#since, this.#session, this.#notes.element, this.#error];
    Object.assign(this, makePanel('Running now', ...texts, this.#buttons));
    this.question = new EndQuestion((run) => this.#endTask(run));
    this.element.append(this.question.element);
    this.#end.onclick = () => this.question.open(this.#run);
    this.question.element.onclose = () => { if (this.#buttons.hidden) this.heading.focus(); };
  }

  show({ run, last, tasks = [] }) {
    const titleOf = (name) => tasks.find((task) => task.name === name)?.title || name;
    if (run) this.#showRun(run, titleOf(run.task));
    else this.#showLast(last, titleOf(last?.task));
  }

  #showRun({ id, session, seconds, pages }, title) {
    if (this.#run !== id) {
      this.question.isOver();
      this.#began = Date.now() - seconds * 1000;
    }
    this.#run = id;
    const others = pages === undefined ? '' : `, ${pages ? sayCount(pages, 'page', 'pages') : 'no page'} open`;
    showText(this.#title, title);
    showText(this.#since, `since ${sayClock(new Date(this.#began))}, for ${sayDuration(Math.floor(seconds))}${others}`);
    showText(this.#session, session ? `Session ${session}` : '');
    this.#notes.show([]);
    this.#buttons.hidden = false;
  }

  #showLast(last, title) {
    this.question.isOver();
    this.#run = undefined;
    if (this.#buttons.contains(document.activeElement)) this.heading.focus();
    this.#buttons.hidden = true;
    this.#error.textContent = '';
    showText(this.#title, 'No task runs.');
    showText(this.#since, last ? `The last one, ${title}, ${last.words}.` : '');
    showText(this.#session, last?.session ? `Session ${last.session}` : '');
    this.#notes.show(last?.notes ?? []);
  }

  async #endTask(run) {
    this.#error.textContent = '';
    try {
      await this.deeds.ask.post('/board/end', { run });
      this.deeds.tell('The task is being ended.');
    } catch (error) {
      this.#error.textContent = error.message;
    }
    this.deeds.lookAgain();
  }
}

/** Asks for confirmation before a task is ended; withdraws the question when that task is over. */
class EndQuestion {
  #title = make('h2', { id: freshId() }, 'End the task now?');
  #text = make('p', { className: 'label text', id: freshId() });
  #yes = makeOwnButton('destructive', 'End the task');
  #no = makeOwnButton('', 'Let it go on');
  #run;

  /** Calls `onYes(run)` when the operator confirms. */
  constructor(onYes) {
    const answers = make('div', { className: 'answers' }, this.#no, this.#yes);
    this.element = make('dialog', {
      className: 'question-on-top', role: 'alertdialog', 'aria-labelledby': this.#title.id,
      'aria-describedby': this.#text.id,
    }, this.#title, this.#text, answers);
    this.#no.onclick = () => this.element.close();
    this.#yes.onclick = () => {
      this.element.close();
      onYes(this.#run);
    };
  }

  open(run) {
    this.#run = run;
    this.#title.textContent = 'End the task now?';
    this.#text.textContent = 'What was recorded is kept.';
    this.#no.textContent = 'Let it go on';
    this.#yes.hidden = false;
    this.element.showModal();
  }

  isOver() {
    if (!this.element.open || this.#yes.hidden) return;
    this.#title.textContent = 'The task has ended by itself.';
    this.#no.textContent = 'Close';
    if (document.activeElement === this.#yes) this.#no.focus();
    this.#yes.hidden = true;
  }
}
