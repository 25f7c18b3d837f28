// Dialogs: questions, and screens on top of another screen. Both use the browser's `<dialog>`. It is modal, which keeps
// the focus inside, unless another page leads: then the button that takes the lead must stay reachable.

import { arrange, elementOf, freshId, make, makeText, set, showText } from './dom.js';
import { sayLanguage } from './draw.js';

/** Opens a dialog, modal only if this page leads. */
function opener(element, page) {
  let isModal;
  const open = (drives = page.drives) => {
    if (!element.isConnected || (element.open && isModal === drives)) return;
    if (element.open) element.close();
    isModal = drives;
    if (drives) element.showModal();
    else element.show();
  };
  // A phone's back gesture may close it in any case. Only the host closes dialogs, so it is opened again.
  element.onclose = () => open();
  return { open, close: () => { if (element.open) element.close(); } };
}

/** All enabled buttons in an element, except those in touch areas. */
function buttonsIn(node) {
  const { content, style } = node.face;
  if (content.kind === 'button') return style.isEnabled === false ? [] : [node];
  return content.role === 'touchArea' ? [] : node.children.flatMap(buttonsIn);
}

/**
 * The button that Esc presses, as in a terminal. In an alert: the one that changes nothing, else the only one. In a
 * screen on top: the way back, else `cancel`, else a button without an action.
 */
function escapeButton(node, buttons) {
  const named = (action) => buttons.find((button) => button.face.content.action === action);
  if (node.face.content.kind === 'alert') {
    return named('continue') ?? named('cancel') ?? (buttons.length === 1 ? buttons[0] : undefined);
  }
  return named('goBackward') ?? named('cancel') ?? named(undefined);
}

/** Makes Esc press a button; never one that the user must choose. */
function closeByKey(element, view, page) {
  const leave = (event) => {
    event.preventDefault();
    if (!page.drives) return;
    const buttons = buttonsIn(view.node);
    const button = escapeButton(view.node, buttons);
    if (button) page.press(button.id, event.timeStamp);
    else if (!buttons.length) page.send({ event: 'closed', id: view.node.id }, event.timeStamp);
  };
  element.addEventListener('cancel', (event) => { if (event.target === element) leave(event); });
  // Some browsers close a dialog at the second Esc in any case, so `keydown` is handled, too.
  element.addEventListener('keydown', (event) => { if (event.key === 'Escape' && !event.isComposing) leave(event); });
}

export function makeAlert(node, page) {
  const title = makeText('h2', 'title');
  const message = makeText('p', 'text');
  const buttons = make('div', { className: 'answers' });
  const element = make('dialog', { className: `question-on-top ${node.face.content.alert ?? 'alert'}` });
  element.setAttribute('role', 'alertdialog');
  element.append(title, message, buttons);
  const { open, close } = opener(element, page);
  const view = {
    element,
    lead: open,
    update: ({ content, told }) => {
      showText(title, content.title);
      showText(message, content.message);
      set(element, 'aria-labelledby', content.title ? title.id : null);
      set(element, 'aria-label', content.title ? null : told.label || null);
      set(element, 'aria-describedby', content.message ? message.id : null);
    },
    arrange: (children) => arrange(buttons, children.map(elementOf)),
    attached: () => open(),
    close,
  };
  closeByKey(element, view, page);
  return view;
}

export function makeModal(node, page) {
  const element = make('dialog', { className: 'sheet' });
  const heading = make('h1', { className: 'label title', tabIndex: -1, id: freshId() });
  const slot = make('div', { className: 'group modal' });
  element.append(heading, slot);
  const { open, close } = opener(element, page);
  const view = {
    element,
    slot,
    lead: open,
    update: ({ content }) => {
      sayLanguage(element, content);
      showText(heading, content.title);
    },
    attached: () => {
      const own = slot.querySelector('h1, h2');
      if (own && !own.id) own.id = freshId();
      set(element, 'aria-labelledby', heading.hidden ? own?.id ?? null : heading.id);
      open();
    },
    close,
  };
  closeByKey(element, view, page);
  return view;
}
