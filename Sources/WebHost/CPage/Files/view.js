// Keeps one DOM element for each element of the tree, by id, so that focus, scroll position and half-typed text survive
// other changes. The modules of the kinds draw each kind.

import { arrange, make } from './dom.js';
import { followScheme, ownGround, paint } from './colors.js';
import { makeGroup, makeLabel, makeImage, makeProgress, makeCountdown } from './draw.js';
import { makeButton, makeCell, makeSection } from './controls.js';
import { makeTextField } from './forms.js';
import { makePicker, makeSlider } from './pickers.js';
import { makePlot } from './plots.js';
import { makeMedia } from './media.js';
import { makeAlert, makeModal } from './dialogs.js';

const makers = {
  group: (node, page) => (isSheet(node) ? makeModal(node, page) : makeGroup(node, page)),
  label: makeLabel,
  button: makeButton,
  image: makeImage,
  progress: makeProgress,
  countdown: makeCountdown,
  section: makeSection,
  cell: makeCell,
  textField: makeTextField,
  picker: makePicker,
  slider: makeSlider,
  plot: makePlot,
  media: makeMedia,
  alert: makeAlert,
};

/** Whether an element is a screen on top of another; a screen that only holds a question is shown as the question. */
function isSheet({ face: { content }, children }) {
  return content.role === 'modal' && children[0]?.face.content.kind !== 'alert';
}

/** What cannot change without replacing the DOM element. */
function shape(node) {
  const { content } = node.face;
  return [
    content.kind, content.role, content.choice, content.hasSeveralLines, content.picker, content.media, content.alert,
    content.kind === 'cell' && node.children.length > 0, content.columns?.length, isSheet(node),
  ].join();
}

export class Screen {
  #views = new Map();
  #visit;
  #heading = make('h1', { className: 'unseen', tabIndex: -1 });
  #frame = make('fieldset', { className: 'lead', role: 'none' });

  /** The names of pictures that could not be loaded; tried again at the next visit or connection. */
  missing = new Set();

  constructor(page, container) {
    this.page = page;
    this.container = container;
    followScheme(() => this.repaint());
  }

  /** Enables or disables all controls: only the leading page can use them. */
  set drives(drives) {
    this.#frame.disabled = !drives;
    for (const view of this.#views.values()) view.lead?.(drives);
  }

  /** Shows a tree, with as few changes as possible. */
  draw(root) {
    const { content } = root.face;
    const isNew = content.visit !== this.#visit || !this.#frame.isConnected;
    if (isNew) this.clear();
    this.#visit = content.visit;
    const hadFocus = this.container.contains(document.activeElement);
    const seen = new Set();
    const view = this.#show(root, ownGround(), seen);
    for (const [id, gone] of this.#views) if (!seen.has(id)) this.#close(id, gone);
    this.#say(content);
    arrange(this.#frame, [this.#heading, view.element]);
    arrange(this.container, [this.#frame]);
    for (const id of seen) this.#attempt(this.#views.get(id), 'attached');
    this.#nameScreen(root);
    if (isNew) this.#begin();
    else if (hadFocus && document.activeElement === document.body) this.#focusHeading();
  }

  /** Removes everything. */
  clear() {
    for (const [id, view] of this.#views) this.#close(id, view);
    this.container.replaceChildren();
    this.missing.clear();
    this.#visit = undefined;
  }

  /** Applies all colours again, after a change of light or dark mode. */
  repaint() {
    for (const view of this.#views.values()) view.ground = undefined;
    if (this.page.tree.root && this.#frame.isConnected) this.draw(this.page.tree.root);
  }

  /** Passes readings to their plot. */
  read(readings) { this.#views.get(readings.id)?.read?.(readings); }

  #show(node, ground, seen) {
    const made = shape(node);
    let view = this.#views.get(node.id);
    if (view && view.shape !== made) {
      this.#close(node.id, view);
      view = undefined;
    }
    view ??= this.#make(node, made);
    seen.add(node.id);
    view.node = node;
    if (view.face !== node.face) {
      const old = view.face;
      view.face = node.face;
      this.#attempt(view, 'update', node.face, old);
    }
    const behind = this.#paint(view, ground);
    const children = node.children.map((child) => this.#show(child, behind, seen));
    if (view.arrange) this.#attempt(view, 'arrange', children);
    else if (view.slot) arrange(view.slot, children.map((child) => child.element));
    return view;
  }

  #make(node, made) {
    const maker = makers[node.face.content.kind];
    let view;
    try { view = maker?.(node, this.page); } catch (error) { this.#report(node.face.content.kind, error); }
    // An unknown kind shows only its children.
    view ??= (() => { const element = make('div'); return { element, slot: element }; })();
    view.shape = made;
    view.element.dataset.id = node.id;
    this.#views.set(node.id, view);
    return view;
  }

  #paint(view, ground) {
    if (view.ground !== ground || view.painted !== view.face) {
      view.ground = ground;
      view.painted = view.face;
      const surface = view.surface ?? view.element;
      const { background, foreground } = view.face.style;
      view.behind = background || foreground || surface.style.length
        ? paint(surface, view.face.style, ground) : ground;
    }
    return view.behind;
  }

  #close(id, view) {
    this.#attempt(view, 'close');
    view.element.remove();
    this.#views.delete(id);
  }

  /** Calls a view's function; an exception in one element does not stop the others. */
  #attempt(view, name, ...values) {
    try { view?.[name]?.(...values); } catch (error) { this.#report(view.node?.face.content.kind, error); }
  }

  #report(kind, error) { console.warn(`An element of the kind ${kind} could not be drawn: ${error.name}`); }

  #say(content) {
    this.container.lang = content.language ?? '';
    this.container.dir = content.direction === 'rightToLeft' ? 'rtl' : 'ltr';
    this.container.setAttribute('aria-busy', content.isLeaving === true ? 'true' : 'false');
  }

  /** Gives a screen without a title an accessible name: its first words. */
  #nameScreen(root) {
    const own = this.#frame.querySelector('h1:not(.unseen)');
    this.#heading.hidden = own !== null;
    const { content, told } = root.face;
    const first = () => this.#frame.querySelector('p, h2, legend')?.textContent;
    const name = own?.textContent || content.title || told.label || first() || 'Footfall';
    if (document.title !== name) document.title = name;
    if (!own && this.#heading.textContent !== name) this.#heading.textContent = name;
  }

  #begin() {
    scrollTo(0, 0);
    if (!this.container.contains(document.activeElement)) this.#focusHeading();
  }

  #focusHeading() {
    const heading = this.#frame.querySelector('dialog[open] h1') ?? this.#frame.querySelector('h1:not([hidden])');
    heading?.focus({ preventScroll: true });
  }
}
