// The parts of the operator's page: panels, facts, warnings, and lists that change as few elements as possible.

import { arrange, freshId, make, set } from './dom.js';

/** A part of the page under a heading; `heading` takes the focus when a focused element disappears. */
export function makePanel(title, ...children) {
  const heading = make('h2', { tabIndex: -1, id: freshId() }, title);
  const element = make('section', { className: 'panel', 'aria-labelledby': heading.id }, heading, ...children);
  return { element, heading };
}

/** A line of text, hidden until it says something. */
export const makeLine = (look = '') => make('p', { className: `label ${look}`, id: freshId(), hidden: true });

/** A line that says why something was refused; screen readers speak it at once. */
export const makeRefusal = () => make('p', { className: 'label error', role: 'alert' });

/** A button whose accessible name also says what it acts on. */
export function makeButtonFor(look, onclick) {
  const words = make('span');
  const aim = make('span', { className: 'unseen' });
  const element = make('button', { type: 'button', className: `button small ${look}`, onclick }, words, aim);
  return {
    element,
    name: (text, what) => name(words, aim, text, what),
  };
}

/** A link that looks like a button. */
export function makeLinkFor(properties) {
  const words = make('span');
  const aim = make('span', { className: 'unseen' });
  const element = make('a', { className: 'button small', ...properties }, words, aim);
  return { element, name: (text, what) => name(words, aim, text, what) };
}

function name(words, aim, text, what) {
  set(words, 'textContent', text);
  set(aim, 'textContent', what ? ` ${what}` : '');
}

/** Texts as a list, hidden if there are none. */
export class Lines {
  #shown = '';

  constructor(look) { this.element = make('ul', { className: `lines ${look}`, hidden: true }); }

  show(texts) {
    const shown = JSON.stringify(texts);
    if (this.#shown === shown) return;
    this.#shown = shown;
    this.element.replaceChildren(...texts.map((text) => make('li', { className: 'label' }, text)));
    this.element.hidden = !texts.length;
  }
}

/** A list with one view for each key. Views that stay are only updated; the heading takes the focus of one removed. */
export class KeyedList {
  #views = new Map();

  constructor(heading, makeView) {
    Object.assign(this, { heading, makeView });
    this.element = make('ul', { className: 'items' });
  }

  show(items, keyOf) {
    const shown = new Map(items.map((item) => [keyOf(item), item]));
    for (const [key, view] of this.#views) {
      if (shown.has(key)) continue;
      if (view.element.contains(document.activeElement)) this.heading.focus();
      view.close?.();
      this.#views.delete(key);
    }
    for (const [key, item] of shown) {
      if (!this.#views.has(key)) this.#views.set(key, this.makeView(item));
      this.#views.get(key).update(item);
    }
    arrange(this.element, [...shown.keys()].map((key) => this.#views.get(key).element));
    this.element.hidden = !shown.size;
  }
}
