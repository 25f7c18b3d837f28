// What lies on top: questions, and screens on top of another. Both are dialogs of the browser, which keep the focus
// within; where another screen leads they are shown without that, so that the lead can be taken.

import { arrange, elementOf, freshId, make, makeText, set, showText } from './dom.js';
import { sayLanguage } from './draw.js';

/** Opens a dialog as it fits who leads. */
function opener(element, page) {
  let isModal;
  const open = (drives = page.drives) => {
    if (!element.isConnected || (element.open && isModal === drives)) return;
    if (element.open) element.close();
    isModal = drives;
    if (drives) element.showModal();
    else element.show();
  };
  // A phone's way back may close it whatever is said; only the host does.
  element.onclose = () => open();
  return { open, close: () => { if (element.open) element.close(); } };
}

/** All buttons in an element that can be pressed. */
function buttonsIn(node) {
  const { content, style } = node.face;
  if (content.kind === 'button') return style.isEnabled === false ? [] : [node];
  return content.role === 'touchArea' ? [] : node.children.flatMap(buttonsIn);
}

/** The button that Esc presses, as in a terminal: what leaves all as it is, the way back, or the only way. */
function escapeButton(node, buttons) {
  const named = (action) => buttons.find((button) => button.face.content.action === action);
  if (node.face.content.kind === 'alert') {
    return named('continue') ?? named('cancel') ?? (buttons.length === 1 ? buttons[0] : undefined);
  }
  return named('goBackward') ?? named('cancel') ?? named(undefined);
}

/** Has Esc do what a button does; never what a person must choose. */
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
  // Some browsers close at a second Esc whatever is said.
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
