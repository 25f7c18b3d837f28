// Buttons, and the rows of tables with their questions. Answers are real radio buttons and checkboxes, which keyboards
// and screen readers support.

import { arrange, elementOf, freshId, make, makeIcon, makeText, set, showText } from './dom.js';
import { Kept } from './pending.js';
import { say } from './words.js';

const looks = {
  goForward: 'main', goBackward: 'plain', cancel: 'small', skip: 'plain', reviewInstructions: 'plain',
  learnMore: 'link', mark: 'small mark', allow: 'main', tryAgain: 'main', ok: 'main',
};

export function makeButton(node, page) {
  const icon = makeIcon();
  const title = make('span');
  const element = make('button', { type: 'button' }, icon.element, title);
  const isTapped = node.parent?.face.content.role === 'touchArea';
  // A mark has the time of the press, however long the message takes. The host names marks of this button `button`.
  if (!isTapped) {
    element.onclick = ({ timeStamp }) => {
      if (node.face.content.action === 'mark') page.send({ event: 'mark', name: 'button' }, timeStamp);
      else page.press(node.id, timeStamp);
    };
  }
  return {
    element,
    update: ({ content, style, told }) => {
      const look = isTapped ? 'tap' : content.isDestructive ? 'destructive' : looks[content.action] ?? 'plain';
      element.className = `button ${look}`;
      title.textContent = content.title || told.label;
      icon.show(content.icon);
      const saysMore = content.title && told.label !== content.title && told.label.includes(content.title);
      set(element, 'aria-label', saysMore ? told.label : null);
      set(element, 'aria-description', told.hint || null);
      const isOff = style.isEnabled === false;
      // Touches beside a button and on a disabled one are reported, too; the host knows that it is disabled.
      if (isTapped) set(element, 'aria-disabled', isOff ? 'true' : null);
      else element.disabled = isOff;
    },
  };
}

export function makeCell(node, page) {
  if (node.face.content.choice) return makeChoice(node, page);
  return node.children.length ? makePrompt() : makeRow(node, page);
}

/** A line that says why an answer is invalid. It is an alert, which screen readers speak at once. */
function makeError() {
  const element = makeText('p', 'error');
  return {
    element,
    show: (text) => {
      set(element, 'role', text ? 'alert' : null);
      showText(element, text);
    },
  };
}

function makeWords() {
  const title = make('span', { className: 'name' });
  const detail = make('span', { className: 'label detail' });
  return {
    element: make('span', { className: 'words' }, title, detail),
    show: (face) => {
      title.textContent = face.content.title || face.told.label;
      showText(detail, face.content.detail);
    },
  };
}

// A second press within this time is a double tap, not a wish to take the answer back.
const doubleTap = 600;

/** The answers to one question: which ones look chosen, and which one was pressed last. */
class Question {
  views = [];
  isRequired = false;
  #chosen = null;
  #last = { view: null, at: -Infinity };

  /** Shows the host's state, unless events of this page are still on their way. */
  settle() {
    if (this.views.some((view) => view.isOpen)) return;
    for (const view of this.views) view.input.checked = view.face.content.isSelected === true;
    this.#chosen = this.views.find((view) => view.input.checked) ?? null;
  }

  /**
   * Whether a press on a single-choice answer counts: not the second press of a shaking hand, and not one that would
   * take back a required answer.
   */
  takes(view, at) {
    const isTwice = this.#last.view === view && at - this.#last.at < doubleTap;
    if (isTwice) return false;
    const isTakenBack = this.#chosen === view;
    if (isTakenBack && this.isRequired) return false;
    this.#last = { view, at };
    this.#chosen = isTakenBack ? null : view;
    return true;
  }
}

/** One of the answers to a question, or a box to tick. */
function makeChoice(node, page) {
  const isSingle = node.face.content.choice === 'single';
  const input = make('input', { type: isSingle ? 'radio' : 'checkbox', id: freshId() });
  const icon = makeIcon();
  const words = makeWords();
  const error = makeError();
  const slot = make('span', { className: 'prompt' });
  const label = make('label', { className: 'choice' }, input, icon.element, words.element);
  // Choosing one radio button makes the browser clear another, so all answers of a question are updated together.
  const kept = new Kept(() => view.question.settle());
  input.onclick = ({ timeStamp }) => {
    if (isSingle && !view.question.takes(view, timeStamp)) return;
    page.finishTyping();
    kept.send(page, { event: 'tapped', id: node.id }, timeStamp);
  };
  const view = {
    element: make('div', { className: 'cell' }, slot, label, error.element),
    slot,
    input,
    isChoice: true,
    question: new Question(),
    get isOpen() { return kept.isOpen; },
    update: (face) => {
      words.show(face);
      icon.show(face.content.icon);
      error.show(face.content.error);
      input.disabled = face.style.isEnabled === false;
      set(input, 'aria-describedby', face.content.error ? error.element.id : null);
      set(input, 'aria-invalid', face.content.error ? 'true' : null);
      kept.settle();
    },
    arrange: (children) => arrange(slot, children.map(elementOf)),
    close: () => kept.close(),
  };
  view.question.views = [view];
  return view;
}

/** A row that opens another screen. */
function makeRow(node, page) {
  const words = makeWords();
  const icon = makeIcon();
  const error = makeError();
  const button = make('button', { type: 'button', className: 'row' }, icon.element, words.element);
  button.onclick = (event) => page.press(node.id, event.timeStamp);
  return {
    element: make('div', { className: 'cell' }, button, error.element),
    update: (face) => {
      words.show(face);
      icon.show(face.content.icon);
      error.show(face.content.error);
      button.disabled = face.style.isEnabled === false;
    },
  };
}

/** The prompt above a field, and below it why its content is invalid. */
function makePrompt() {
  const title = makeText('label', 'name');
  const detail = makeText('p', 'detail');
  const slot = make('div', { className: 'filled' });
  const error = makeError();
  const view = {
    element: make('div', { className: 'cell' }, title, detail, slot, error.element),
    update: ({ content }) => {
      showText(detail, content.detail);
      error.show(content.error);
    },
    arrange: (children) => {
      arrange(slot, children.map(elementOf));
      const { content } = view.face;
      const filled = children.find((child) => child.describe);
      const name = content.title || ownName(filled);
      showText(title, name && name + mark(content.isRequired));
      title.htmlFor = filled?.input?.id ?? '';
      const told = [content.detail && detail.id, content.error && error.element.id].filter(Boolean);
      filled?.describe({ title: name ? title : null, told, isInvalid: Boolean(content.error) });
    },
  };
  return view;
}

/** The accessible name of a text field, to be shown above it if nothing visible says it already. */
function ownName(filled) {
  if (filled?.node.face.content.kind !== 'textField' || filled.node.face.content.placeholder) return '';
  const { label } = filled.node.face.told;
  const said = [filled.node.parent.parent?.face.content.title, document.querySelector('h1')?.textContent];
  return said.includes(label) ? '' : label;
}

const mark = (isRequired) => (isRequired ? ` (${say('required')})` : '');

/** A section of a table: the answers to one question stand together, under its text. */
export function makeSection() {
  const title = make('h2', { className: 'label title' });
  const subtitle = make('span', { className: 'label detail' });
  const head = make('span', { className: 'head', id: freshId() }, title, subtitle);
  const element = make('div', { className: 'group section' }, head);
  const questions = new Map();
  const view = {
    element,
    update: ({ content }) => {
      showText(title, content.title && content.title + mark(content.isRequired));
      showText(subtitle, content.subtitle);
      head.hidden = !content.title && !content.subtitle;
    },
    arrange: (children) => {
      const runs = runsOf(children);
      const isWhole = runs.length === 1 && runs[0].isQuestion && !head.hidden;
      const parts = runs.map((run) => (run.isQuestion
        ? showQuestion(questions, run.views, isWhole ? head : null, view) : run.views[0].element));
      arrange(element, isWhole ? parts : [head, ...parts]);
    },
    // A question without its own text may be named by an element far above it.
    attached: () => {
      for (const question of questions.values()) {
        const above = head.hidden ? element.closest('dialog, .screen')?.querySelector('h1') : head;
        if (above && !above.id) above.id = freshId();
        set(question.element, 'aria-labelledby', question.isNamed ? null : above?.id ?? null);
      }
    },
  };
  return view;
}

/** Groups the rows of a section: those that answer one question together. */
function runsOf(views) {
  const runs = [];
  for (const view of views) {
    const { content } = view.face;
    const isAnswer = view.isChoice && content.choice !== 'box';
    const begins = view.node.children.length > 0 || (content.isRequired ?? null) !== null;
    const last = runs.at(-1);
    if (isAnswer && last?.isQuestion && !begins) last.views.push(view);
    else runs.push({ isQuestion: isAnswer, views: [view] });
  }
  return runs;
}

function showQuestion(questions, views, head, section) {
  const first = views[0];
  const question = questions.get(first.node.id) ?? makeQuestion();
  questions.set(first.node.id, question);
  const isRequired = first.face.content.isRequired ?? section.face.content.isRequired ?? false;
  showText(question.required, !head && isRequired ? mark(true).trim() : '');
  question.isNamed = head !== null || first.slot.childNodes.length > 0;
  arrange(question.legend, head ? [head] : [first.slot, question.required]);
  question.legend.hidden = !question.isNamed;
  const { answers } = question;
  const hasNew = views.some((view) => view.question !== answers);
  Object.assign(answers, { views, isRequired });
  for (const view of views) {
    view.input.name = question.name;
    view.question = answers;
  }
  if (hasNew) answers.settle();
  arrange(question.element, [question.legend, ...views.map(elementOf)]);
  return question.element;
}

function makeQuestion() {
  const legend = make('legend');
  return {
    name: freshId(),
    answers: new Question(),
    legend,
    required: make('span', { className: 'label detail' }),
    element: make('fieldset', { className: 'question' }, legend),
  };
}
