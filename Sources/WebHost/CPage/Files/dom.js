// Helpers that make elements. All text is inserted as text, never as markup: a task file's words are data.

/** Makes an element with properties, `data-`/`aria-` attributes and children; null children are left out. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) set(element, name, value);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Sets a property, or an attribute if there is no such property; null removes it. */
export function set(element, name, value) {
  // These must be attributes: as properties, an empty `alt` or a `tabIndex` of -1 could not be told from a missing one.
  const isProperty = name in element && !['role', 'alt', 'tabIndex'].includes(name) && !name.includes('-');
  if (isProperty) {
    if (element[name] !== value) element[name] = value ?? '';
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else if (element.getAttribute(name) !== String(value)) {
    element.setAttribute(name, value);
  }
}

/** Shows a text in an element; hides the element if there is no text. */
export function showText(element, text) {
  if (element.textContent !== (text ?? '')) element.textContent = text ?? '';
  element.hidden = !text;
}

/** A line of text, empty and hidden until it says something. */
export const makeText = (tag, look) => make(tag, { className: `label ${look}`, id: freshId(), hidden: true });

/** A button that the page itself adds. */
export const makeOwnButton = (look, text, onclick = null) => (
  make('button', { type: 'button', className: `button ${look}`, onclick }, text));

/** A small picture beside text; hidden if it cannot be loaded. */
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

/** An SVG element with attributes. */
export function makeShape(tag, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Makes these the only children of an element, in this order, without moving those already in place. */
export function arrange(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  let place = parent.firstChild;
  for (const child of children) {
    if (child === place) place = place.nextSibling;
    else parent.insertBefore(child, place);
  }
}

/** The element of a view. */
export const elementOf = (view) => view.element;

let last = 0;

/** A new id, for references between elements; the tree's own ids may contain any character. */
export function freshId() {
  last += 1;
  return `e${last}`;
}

/** The address of a resource that the screen names. */
export const resource = (name) => `/resource?name=${encodeURIComponent(name)}`;

/** Whether the browser opens an address itself, rather than asking the host for it. */
export const isElsewhere = (address) => address.includes('://');
