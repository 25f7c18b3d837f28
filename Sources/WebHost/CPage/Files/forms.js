// Text fields. While a field has the focus, the page does not overwrite its content; it shows the host's text when the
// user leaves it.

import { freshId, make, makeText, set, showText } from './dom.js';
import { doNow, forget, Kept, later } from './pending.js';

const keyboards = {
  text: 'text', number: 'numeric', decimal: 'decimal', numbersAndPunctuation: 'text', phone: 'tel', email: 'email',
  address: 'url', ascii: 'text',
};
const capitals = { none: 'none', words: 'words', sentences: 'sentences', allCharacters: 'characters' };
const returnKeys = { next: 'next', done: 'done', newLine: 'enter' };
const quiet = 150;

/** Sets a field's accessible name and description: from the prompt above it if there is one, else its own. */
export function describer(input, hint) {
  let above = { title: null, told: [], isInvalid: false };
  let own = { label: '', hint: '' };
  const show = () => {
    set(input, 'aria-label', above.title ? null : own.label || null);
    showText(hint, own.hint);
    const told = [...above.told, own.hint && hint.id].filter(Boolean);
    set(input, 'aria-describedby', told.join(' ') || null);
    set(input, 'aria-invalid', above.isInvalid ? 'true' : null);
  };
  return {
    describe: (words) => {
      above = words;
      show();
    },
    tell: (label, text) => {
      own = { label, hint: text };
      show();
    },
  };
}

export function makeTextField(node, page) {
  const { hasSeveralLines, isSecure } = node.face.content;
  const input = make(hasSeveralLines ? 'textarea' : 'input', { className: 'entry', id: freshId() });
  if (hasSeveralLines) input.rows = 4;
  else input.type = isSecure ? 'password' : 'text';
  const unit = make('span', { className: 'unit', 'aria-hidden': 'true' });
  const hint = makeText('p', 'detail');
  const element = make('div', { className: 'field' }, make('div', { className: 'fieldline' }, input, unit), hint);
  const words = describer(input, hint);
  const kept = new Kept(() => {
    const { text } = view.face.content;
    if (document.activeElement !== input) set(input, 'value', text);
  });
  // The user's last move of the focus, into this field or out of it, until the host has shown it.
  let move = null;
  const tellMove = (isHere, at) => {
    move = { isHere, entry: page.send({ event: isHere ? 'began' : 'ended', id: node.id }, at) };
  };

  const enter = () => kept.send(page, { event: 'entered', id: node.id, text: input.value });
  input.oninput = () => later(node.id, quiet, enter);
  input.onfocus = (event) => {
    // The host need not be told of its own move. If the user has just left, it may still show the focus here.
    const isKnown = move ? move.isHere : view.face.content.isFocused === true;
    if (!isKnown) tellMove(true, event.timeStamp);
  };
  input.onblur = (event) => {
    doNow(node.id);
    tellMove(false, event.timeStamp);
    kept.settle();
  };
  input.onkeydown = (event) => {
    if (event.key !== 'Enter' || event.isComposing || hasSeveralLines) return;
    event.preventDefault();
    doNow(node.id);
    page.send({ event: 'pressedReturn', id: node.id }, event.timeStamp);
  };

  /** Moves the focus when the host does; until the host has shown the user's last move, it only follows the user. */
  const followFocus = (isFocused, wasFocused) => {
    if (isFocused === wasFocused) return;
    const isOwn = move !== null && (move.entry.isOpen || move.isHere !== wasFocused);
    if (!move?.entry.isOpen) move = null;
    if (isOwn || !page.drives) return;
    if (isFocused) queueMicrotask(() => input.focus());
    else if (document.activeElement === input) queueMicrotask(() => input.blur());
  };

  const view = {
    element,
    input,
    describe: words.describe,
    update: ({ content, style, told }, old) => {
      set(input, 'inputmode', keyboards[content.keyboard] ?? 'text');
      set(input, 'autocapitalize', capitals[content.capitalization] ?? 'sentences');
      set(input, 'autocorrect', content.corrects === false ? 'off' : 'on');
      set(input, 'spellcheck', content.checksSpelling === false ? 'false' : 'true');
      set(input, 'enterkeyhint', returnKeys[content.returnKey] ?? 'done');
      set(input, 'autocomplete', 'off');
      set(input, 'maxlength', content.maximumLength ?? null);
      set(input, 'dir', content.keyboard === 'text' ? 'auto' : null);
      set(input, 'placeholder', content.placeholder ?? content.dates?.form ?? null);
      input.disabled = style.isEnabled === false;
      showText(unit, content.unit);
      words.tell([told.label, content.unit].filter(Boolean).join(', '), told.hint);
      kept.settle();
      followFocus(content.isFocused === true, old?.content.isFocused === true);
    },
    close: () => {
      forget(node.id);
      kept.close();
    },
  };
  return view;
}
