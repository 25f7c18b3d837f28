// Makes elements in one line. All text goes in as text, never as markup: what a task file says is data.

/** An element with properties, `data-`/`aria-` attributes and children; a child that is null is left out. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) set(element, name, value);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Sets a property, or an attribute where there is no such property; null takes it away. */
export function set(element, name, value) {
  // Their properties are what they are without the attribute, too: an empty `alt`, and a `tabIndex` of -1.
  const isProperty = name in element && !['role', 'alt', 'tabIndex'].includes(name) && !name.includes('-');
  if (isProperty) {
    if (element[name] !== value) element[name] = value ?? '';
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else if (element.getAttribute(name) !== String(value)) {
    element.setAttribute(name, value);
  }
}

/** Shows a text in an element that is left out where there is none. */
export function showText(element, text) {
  if (element.textContent !== (text ?? '')) element.textContent = text ?? '';
  element.hidden = !text;
}

/** A line of the page's own text, empty and out of sight until it says something. */
export const makeText = (tag, look) => make(tag, { className: `label ${look}`, id: freshId(), hidden: true });

/** A button of the page's own. */
export const makeOwnButton = (look, text, onclick = null) => (
  make('button', { type: 'button', className: `button ${look}`, onclick }, text));

/** A small picture beside words, which is left out where it cannot be shown. */
export function makeIcon() {
  const element = make('img', { alt: '', className: 'icon', hidden: true });
  element.onerror = () => { element.hidden = true; };
  let shown;
  return {
    element,
    show: (name) => {
      if (shown === name) return;
      shown = name;
      element.hidden = !name;
      if (name) element.src = resource(name);
      else element.removeAttribute('src');
    },
  };
}

/** An element of a drawing, with attributes. */
export function makeShape(tag, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Puts exactly these into an element, in this order, moving none that stands right already. */
export function arrange(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  let place = parent.firstChild;
  for (const child of children) {
    if (child === place) place = place.nextSibling;
    else parent.insertBefore(child, place);
  }
}

/** What is drawn of a view. */
export const elementOf = (view) => view.element;

let last = 0;

/** An id for what another element refers to; ids of the tree may have any letters. */
export function freshId() {
  last += 1;
  return `e${last}`;
}

/** The address of a resource that the screen names. */
export const resource = (name) => `/resource?name=${encodeURIComponent(name)}`;

/** Whether an address is for the browser to open, not for the host to give. */
export const isElsewhere = (address) => address.includes('://');
