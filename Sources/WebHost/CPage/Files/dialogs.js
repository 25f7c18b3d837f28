// What lies on top: questions, and screens on top of another. Both are dialogs of the browser, which keep the focus
// within; where another screen leads they are shown without that, so that the lead can be taken.

import { arrange, freshId, make, set, showText } from './dom.js';
import { sayLanguage } from './draw.js';

/** Opens a dialog as it fits who leads. */
function opener(element, page) {
  let isModal;
  return {
    open: (drives = page.drives) => {
      if (!element.isConnected || (element.open && isModal === drives)) return;
      if (element.open) element.close();
      isModal = drives;
      if (drives) element.showModal();
      else element.show();
    },
    close: () => { if (element.open) element.close(); },
  };
}

function closeByKey(element, id, page) {
  element.addEventListener('cancel', (event) => {
    event.preventDefault();
    page.send({ event: 'closed', id }, event.timeStamp);
  });
  // Some browsers close at a second Esc whatever is said.
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    page.send({ event: 'closed', id }, event.timeStamp);
  });
}

export function makeAlert(node, page) {
  const title = make('h2', { className: 'label title', id: freshId() });
  const message = make('p', { className: 'label text', id: freshId() });
  const buttons = make('div', { className: 'answers' });
  const element = make('dialog', { className: `question-on-top ${node.face.content.alert ?? 'alert'}` });
  element.setAttribute('role', 'alertdialog');
  element.append(title, message, buttons);
  const { open, close } = opener(element, page);
  closeByKey(element, node.id, page);
  return {
    element,
    lead: open,
    update: ({ content, told }) => {
      showText(title, content.title);
      showText(message, content.message);
      set(element, 'aria-labelledby', content.title ? title.id : null);
      set(element, 'aria-label', content.title ? null : told.label || null);
      set(element, 'aria-describedby', content.message ? message.id : null);
    },
    arrange: (children) => arrange(buttons, children.map((child) => child.element)),
    attached: () => open(),
    close,
  };
}

export function makeModal(node, page) {
  const element = make('dialog', { className: 'sheet' });
  const heading = make('h1', { className: 'label title', tabIndex: -1, id: freshId() });
  const slot = make('div', { className: 'group modal' });
  element.append(heading, slot);
  const { open, close } = opener(element, page);
  closeByKey(element, node.id, page);
  return {
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
}
