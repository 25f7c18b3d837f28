// The participant: the codes for the next task. They stay until the operator changes them, since one person does
// several tasks. A line beside each button that begins a task says for whom.

import { freshId, make, set, showText } from './dom.js';
import { makeLine, makePanel } from './boardparts.js';

const parts = [['subject', 'Subject'], ['visit', 'Visit'], ['group', 'Group']];

export class WhosePanel {
  #fault = makeLine('warning');
  #fields = new Map();

  /** Calls `onChange()` when a code has changed. */
  constructor(onChange) {
    Object.assign(this, makePanel('Participant', this.#fault));
    for (const [part, title] of parts) {
      const field = new CodeField(title, onChange);
      this.#fields.set(part, field);
      this.element.append(field.element);
    }
  }

  /** The typed codes, by the names of the parts; empty ones are left out. */
  get codes() {
    const typed = [...this.#fields].map(([part, { code }]) => [part, code]);
    return Object.fromEntries(typed.filter(([, code]) => code));
  }

  /** The codes as text; empty if there are none. */
  get words() { return Object.values(this.codes).join(', '); }

  show({ study = {} }) {
    showText(this.#fault, study.fault);
    const choices = { visit: study.visits, group: study.groups };
    for (const [part, field] of this.#fields) field.show(study.required?.includes(part), choices[part]);
  }
}

/** A field for a code, with the study's codes to choose from. */
class CodeField {
  #title;
  #label;
  #input;
  #choices;
  #shown = '';

  constructor(title, oninput) {
    this.#title = title;
    this.#choices = make('datalist', { id: freshId() });
    this.#input = make('input', {
      type: 'text', className: 'entry', id: freshId(), maxLength: 32, autocomplete: 'off', spellcheck: false, oninput,
    });
    this.#label = make('label', { className: 'label', htmlFor: this.#input.id }, title);
    this.element = make('div', { className: 'field' }, this.#label, this.#input, this.#choices);
  }

  get code() { return this.#input.value.trim(); }

  show(isRequired, choices = []) {
    set(this.#label, 'textContent', isRequired ? `${this.#title} (needed)` : this.#title);
    set(this.#input, 'aria-required', isRequired ? 'true' : null);
    const shown = JSON.stringify(choices);
    if (this.#shown === shown) return;
    this.#shown = shown;
    this.#choices.replaceChildren(...choices.map((value) => make('option', { value })));
    set(this.#input, 'list', null);
    if (choices.length) this.#input.setAttribute('list', this.#choices.id);
  }
}
