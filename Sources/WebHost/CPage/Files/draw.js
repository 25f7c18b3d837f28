// Elements without input: groups, texts, pictures, progress and timers.

import {
  arrange, elementOf, freshId, make, makeOwnButton, makeShape, makeText, resource, set, showText,
} from './dom.js';
import { say } from './words.js';
import { watchTouches } from './touch.js';

export function makeGroup(node, page) {
  const { role } = node.face.content;
  if (role === 'footer') return makeFooter();
  if (role === 'header') return makeHeader();
  const element = make('div', { className: `group ${role}` });
  const title = make('h2', { className: 'title', id: freshId(), hidden: true });
  const view = {
    element,
    slot: element,
    update: ({ content, told }) => {
      if (role !== 'screen') sayLanguage(element, content);
      showText(title, role === 'screen' || role === 'modal' ? '' : content.title);
      if (role === 'touchArea') {
        set(element, 'role', 'group');
        set(element, 'aria-label', told.label || null);
      }
    },
    arrange: (children) => {
      const marked = children.filter((child) => child.face.content.action === 'mark');
      const others = children.filter((child) => !marked.includes(child));
      arrange(element, [...(title.hidden ? [] : [title]), ...marked.map(elementOf), ...others.map(elementOf)]);
    },
  };
  if (role === 'touchArea') watchTouches(view, node.id, page);
  return view;
}

/** Sets the language and direction of a part; without its own, it has those of its surroundings. */
export function sayLanguage(element, content) {
  set(element, 'lang', content.language ?? '');
  set(element, 'dir', { rightToLeft: 'rtl', leftToRight: 'ltr' }[content.direction] ?? '');
}

/** The top of a step: the way out and the progress in one line, then the step's title. */
function makeHeader() {
  const line = make('div', { className: 'line' });
  const element = make('div', { className: 'group header' }, line);
  return {
    element,
    arrange: (children) => {
      const isAbove = ({ face: { content } }) => content.kind === 'progress' || content.action === 'cancel';
      const above = children.filter(isAbove).map(elementOf);
      arrange(line, above);
      line.hidden = !above.length;
      arrange(element, [line, ...children.filter((child) => !isAbove(child)).map(elementOf)]);
    },
  };
}

const ranks = { goBackward: 0, reviewInstructions: 1, skip: 1, goForward: 3 };

/** The bottom of a step: text that scrolls with the step, and buttons that stay in sight, from Back to Next. */
function makeFooter() {
  const notes = make('div', { className: 'group notes' });
  const bar = make('div', { className: 'bar' });
  const element = make('div', { className: 'footer' }, notes, bar);
  const rank = ({ face: { content } }) => ranks[content.action] ?? 2;
  return {
    element,
    surface: bar,
    arrange: (children) => {
      const buttons = children.filter((child) => child.face.content.kind === 'button');
      arrange(notes, children.filter((child) => !buttons.includes(child)).map(elementOf));
      arrange(bar, [...buttons].sort((one, other) => rank(one) - rank(other)).map(elementOf));
      notes.hidden = !notes.childNodes.length;
      bar.hidden = !buttons.length;
    },
  };
}

const tags = { title: 'h2', error: 'p' };

/** A text. The title at the top is the screen's heading and takes the focus when a new screen appears. */
export function makeLabel(node) {
  const { role } = node.face.content;
  const isHeading = role === 'title' && node.parent?.face.content.role === 'header';
  const isPrompt = node.parent?.face.content.kind === 'cell';
  const tag = isHeading ? 'h1' : isPrompt ? 'span' : tags[role] ?? 'p';
  const seen = make('span');
  const told = make('span', { className: 'unseen' });
  const element = make(tag, { className: `label ${role}`, id: freshId() }, seen, told);
  if (isHeading) element.tabIndex = -1;
  if (role === 'error') element.setAttribute('role', 'alert');
  return {
    element,
    update: (face) => {
      const { text } = face.content;
      element.hidden = !text;
      if (seen.textContent !== text) seen.textContent = text;
      const isOther = face.told.label && face.told.label.trim() !== text.trim();
      showText(told, isOther ? face.told.label : '');
      set(seen, 'aria-hidden', isOther || !face.told.label ? 'true' : null);
    },
  };
}

/** A picture, or an animation of several; it stands still if the user has asked for reduced motion. */
export function makeImage(node, page) {
  const picture = make('img', { alt: '', decoding: 'async' });
  const toggle = makeOwnButton('small');
  const caption = makeText('p', 'caption');
  const element = make('div', { className: 'image' }, picture, caption, toggle);
  const { missing } = page.screen;
  let [timer, place, names, isStill] = [0, 0, [], matchMedia('(prefers-reduced-motion: reduce)').matches];
  let content = {};

  const isThere = (name) => !missing.has(name);
  /** Shows the picture at this index, or the next one that exists. */
  const show = () => {
    const name = [...names.slice(place % names.length), ...names].find(isThere);
    if (name && picture.dataset.name === name && !picture.hidden) return;
    picture.dataset.name = name ?? '';
    if (name) picture.src = resource(name);
    else stop();
    if (!name) toggle.hidden = true;
  };
  const step = () => {
    place += 1;
    const isOver = content.rounds && place >= content.rounds * names.length;
    if (isOver) stop();
    else if (!document.hidden) show();
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    toggle.textContent = say('play');
  };
  const play = () => {
    stop();
    timer = setInterval(step, (content.roundInSeconds * 1000) / names.length);
    toggle.textContent = say('pause');
    place = 0;
    show();
  };
  toggle.onclick = () => {
    isStill = timer !== 0;
    if (isStill) stop();
    else play();
  };
  const showPicture = (isShown) => {
    picture.hidden = !isShown;
    caption.hidden = isShown || !caption.textContent;
  };
  picture.onload = () => showPicture(true);
  picture.onerror = () => {
    missing.add(picture.dataset.name);
    showPicture(false);
    show();
  };
  return {
    element,
    update: (face) => {
      const before = names.join('\n');
      content = face.content;
      names = content.names ?? [];
      element.className = `image ${face.style.placement ?? ''}`;
      picture.alt = face.told.label;
      caption.textContent = face.told.label;
      if (content.widthInPoints) picture.style.maxInlineSize = `min(100%, ${content.widthInPoints}px)`;
      const isAsBefore = names.join('\n') === before;
      if (isAsBefore && !(picture.hidden && names.some(isThere))) return;
      element.hidden = !names.length;
      showPicture(true);
      stop();
      const moves = names.length > 1 && content.roundInSeconds > 0;
      toggle.hidden = !moves;
      place = 0;
      if (moves && !isStill) play();
      else if (names.length) show();
    },
    close: stop,
  };
}

export function makeProgress() {
  const bar = make('progress', { max: 1 });
  const text = make('span', { className: 'label detail', 'aria-hidden': 'true' });
  const element = make('div', { className: 'progress' }, bar, text);
  return {
    element,
    update: ({ content, told }) => {
      const isKnown = Number.isFinite(content.done) && content.total > 0;
      if (isKnown) {
        bar.max = content.total;
        bar.value = content.done;
      } else {
        bar.removeAttribute('value');
      }
      set(bar, 'aria-label', told.label || content.text || 'Progress');
      set(bar, 'aria-valuetext', told.value ?? content.text ?? null);
      showText(text, content.text || told.value);
    },
  };
}

const spokenSeconds = new Set([300, 120, 60, 30, 10, 5]);
const round = 2 * Math.PI * 52;

const clock = (seconds) => (seconds < 60
  ? String(seconds) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`);

/** The dial of a timer. Screen readers hear it only a few times; each second would drown everything else. */
export function makeCountdown(node, page) {
  const [track, left] = ['track', 'left'].map((name) => makeShape('circle', { class: name, cx: 60, cy: 60, r: 52 }));
  left.style.strokeDasharray = round;
  const svg = makeShape('svg', { viewBox: '0 0 120 120', 'aria-hidden': 'true' }, track, left);
  const number = make('span', { className: 'number', 'aria-hidden': 'true' });
  const told = make('span', { className: 'unseen' });
  const element = make('div', { className: 'countdown', role: 'timer', 'aria-live': 'off' }, svg, number, told);
  return {
    element,
    update: (face, old) => {
      const { secondsLeft, durationInSeconds, state } = face.content;
      const share = durationInSeconds > 0 ? Math.min(1, Math.max(0, secondsLeft / durationInSeconds)) : 0;
      left.style.strokeDashoffset = round * (1 - share);
      number.textContent = clock(secondsLeft);
      element.dataset.state = state;
      told.textContent = [face.told.label, face.told.value].filter(Boolean).join(': ');
      const isTurn = old && old.content.state !== state;
      const isTold = state === 'running' && old?.content.secondsLeft !== secondsLeft && spokenSeconds.has(secondsLeft);
      if (isTurn || isTold) page.announce(face.told.value ?? '');
    },
  };
}
