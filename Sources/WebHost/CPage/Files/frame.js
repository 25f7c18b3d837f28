// What the page itself shows, around a task or without one: the state of the connection, which page leads, the code,
// waiting and the end.

import { arrange, freshId, make, makeOwnButton, set, showText } from './dom.js';
import { postJson } from './pending.js';
import { say } from './words.js';

/** The bars at the top: the state of the connection, and which page leads. */
export class Bars {
  #lost = make('p', { className: 'bar-line lost', hidden: true });
  #text = make('span');
  #take = makeOwnButton('small');
  #lead = make('div', { className: 'bar-line lead-line', hidden: true }, this.#text, this.#take);
  #told = null;
  #notTaken = make('span');
  #hide = makeOwnButton('small', '×', () => this.forget());
  #dropped = make('div', { className: 'bar-line', hidden: true }, this.#notTaken, this.#hide);

  constructor(container, onTakeOver) {
    container.append(this.#lost, this.#lead, this.#dropped);
    this.#take.onclick = onTakeOver;
  }

  /** Says, by a key of the page's words, why an action did not count, until the user hides it. */
  tell(key) {
    this.#told = key;
    this.#sayTold();
  }

  #sayTold() {
    this.#dropped.hidden = !this.#told;
    set(this.#notTaken, 'textContent', this.#told ? say(this.#told) : '');
    set(this.#hide, 'aria-label', say('hide'));
  }

  forget() { this.tell(null); }

  show({ isLost, state, isShown }) {
    this.#sayTold();
    showText(this.#lost, isShown && isLost ? say('lost') : '');
    const follows = isShown && state && !state.drives && state.shows === 'run';
    this.#lead.hidden = !follows;
    if (!follows) return;
    const watches = state.role === 'watcher';
    this.#text.textContent = say(watches ? 'watching' : state.isDriven ? 'follows' : 'nobody');
    this.#take.textContent = say('takeOver');
    this.#take.hidden = watches;
  }
}

/** Offers what the page could do in addition, in one line; its note on the missing https can be hidden. */
export class Strip {
  #isHidden = false;
  #sound = makeOwnButton('small');
  #note = make('p', { className: 'label footnote' });
  #hide = makeOwnButton('small hide', '×');
  #board = make('a', { className: 'button small', href: '/board' });

  constructor(container, onSound) {
    this.container = container;
    this.#sound.onclick = onSound;
    this.#hide.onclick = () => {
      this.#isHidden = true;
      this.show(this.last);
    };
  }

  /** `mayAsk`: whether a task is shown or awaited, since only tasks need sound and camera. */
  show({ mayAsk, offersSound, offersBoard }) {
    this.last = { mayAsk, offersSound, offersBoard };
    const isInsecure = mayAsk && !isSecureContext && !this.#isHidden;
    this.#board.textContent = say('board');
    this.#sound.textContent = say('turnOn');
    this.#note.textContent = say('insecure');
    set(this.#hide, 'aria-label', say('hide'));
    arrange(this.container, [
      ...(offersBoard ? [this.#board] : []), ...(mayAsk && offersSound ? [this.#sound] : []),
      ...(isInsecure ? [this.#note, this.#hide] : []),
    ]);
  }
}

/** A screen that the page shows in place of a task. */
export function showAlone(container, { title, texts, button, onPress, isBusy }) {
  const heading = make('h1', { className: 'label title', tabIndex: -1 }, title);
  container.replaceChildren(make(
    'div', { className: 'alone' }, isBusy ? make('div', { className: 'wait', 'aria-hidden': 'true' }) : null, heading,
    ...texts.map((text) => make('p', { className: 'label text' }, text)),
    button ? makeOwnButton('main', button, onPress) : null,
  ));
  document.title = title;
  heading.focus({ preventScroll: true });
}

// An address may carry a code after `#`, which lets this browser in. The code is removed from the address, so that
// nobody finds it in the history.
const codeInAddress = /^#(\d{6})$/;
let [, invited] = location.hash.match(codeInAddress) ?? [];
if (invited) history.replaceState(null, '', location.pathname);
// Opening such an address in a tab that shows the page already loads nothing by itself.
addEventListener('hashchange', () => { if (codeInAddress.test(location.hash)) location.reload(); });

/** Whether the address had a code that has not been tried yet. */
export const isInvited = () => invited !== undefined;

const westernDigits = (text) => text.replace(/\p{Nd}/gu, (digit) => {
  const code = digit.codePointAt(0);
  const zero = [0x30, 0x660, 0x6f0].find((first) => code >= first && code < first + 10);
  return zero ? String(code - zero) : '';
}).replace(/\D/g, '');

/** Asks for the code that lets this browser in; the sixth digit sends it. */
export function showPairing(container, onPaired) {
  const heading = make('h1', { className: 'label title', tabIndex: -1 }, say('pair'));
  const told = make('p', { className: 'label text', id: freshId() }, say('pairMore'));
  const error = make('p', { className: 'label error', role: 'alert', id: freshId() });
  const code = make('input', {
    type: 'text', inputMode: 'numeric', autocomplete: 'one-time-code', className: 'entry code', id: freshId(),
    dir: 'ltr', maxLength: 12,
  });
  const label = make('label', { htmlFor: code.id, className: 'label name' }, say('code'));
  set(code, 'aria-describedby', `${told.id} ${error.id}`);
  container.replaceChildren(make('div', { className: 'alone' }, heading, told, label, code, error));
  document.title = say('pair');
  code.focus();

  const refuse = (left, isLookedAt) => {
    code.value = '';
    if (!isLookedAt) return waitFor(left, '');
    set(code, 'aria-invalid', 'true');
    if (left > 0) return waitFor(left, `${say('wrongCode')} `);
    error.textContent = say('wrongCode');
    code.focus();
  };
  const waitFor = (left, words) => {
    code.disabled = true;
    error.textContent = words + say('waitSeconds', Math.ceil(left));
    setTimeout(() => {
      if (!code.isConnected) return;
      code.disabled = false;
      error.textContent = '';
      code.focus();
    }, left * 1000);
  };
  const send = async (digits) => {
    code.disabled = true;
    try {
      const answer = await postJson('/pair', { code: digits }, AbortSignal.timeout(8000));
      code.disabled = false;
      if (answer.ok) return onPaired();
      const { left = 0 } = await answer.json().catch(() => ({}));
      return refuse(left, answer.status !== 429);
    } catch {
      code.disabled = false;
      code.value = '';
      error.textContent = say('noAnswer');
      return code.focus();
    }
  };
  code.oninput = () => {
    code.value = westernDigits(code.value).slice(0, 6);
    set(code, 'aria-invalid', null);
    if (code.value.length === 6) send(code.value);
    else if (code.value) error.textContent = '';
  };
  if (!invited) return;
  code.value = invited;
  invited = undefined;
  send(code.value);
}
