// Pickers and sliders. A picker's columns are the browser's own lists, which each phone shows in its own way; a slider
// has a field for the exact number beside it.

import { freshId, make, makeText, set, showText } from './dom.js';
import { describer } from './forms.js';
import { makeDatePicker } from './dates.js';
import { doNow, forget, Kept, later } from './pending.js';
import { say } from './words.js';

export function makePicker(node, page) {
  return node.face.content.columns?.length ? makeWheels(node, page) : makeDatePicker(node, page);
}

function makeWheels(node, page) {
  const lists = node.face.content.columns.map(() => make('select', { className: 'entry', id: freshId() }));
  const hint = makeText('p', 'detail');
  const line = make('div', { className: 'wheels' });
  const element = make('div', { className: 'field' }, line, hint);
  const isOne = lists.length === 1;
  const words = describer(isOne ? lists[0] : line, hint);
  if (!isOne) set(line, 'role', 'group');
  const kept = new Kept(() => lists.forEach((list, index) => {
    const row = view.face.content.selected?.[index];
    list.value = Number.isInteger(row) ? String(row) : '';
  }));
  for (const list of lists) {
    list.onchange = (event) => {
      page.finishTyping();
      const selected = lists.map(({ value }) => (value === '' ? null : Number(value)));
      kept.send(page, { event: 'picked', id: node.id, selected }, event.timeStamp);
    };
  }
  const view = {
    element,
    input: lists[0],
    describe: (told) => {
      words.describe(told);
      if (!isOne) set(line, 'aria-labelledby', told.title?.id ?? null);
      for (const list of lists) set(list, 'aria-invalid', told.isInvalid ? 'true' : null);
    },
    update: ({ content, style, told }) => {
      line.replaceChildren(...withSeparators(lists, content.separator));
      lists.forEach((list, index) => {
        fill(list, content.columns[index], isOne ? say('choose') : '–');
        list.disabled = style.isEnabled === false;
        const name = [told.label, content.units?.[index] ?? index + 1].filter(Boolean).join(', ');
        if (!isOne) set(list, 'aria-label', name);
      });
      words.tell(told.label, told.hint ?? '');
      kept.settle();
    },
    close: () => kept.close(),
  };
  return view;
}

function withSeparators(lists, separator) {
  if (!separator?.trim()) return lists;
  return lists.flatMap((list, index) => (index
    ? [make('span', { className: 'label', 'aria-hidden': 'true' }, separator.trim()), list] : [list]));
}

/** Fills a list with rows, preceded by one for "no choice"; leaves an unchanged list alone, so that it stays open. */
function fill(list, rows, nothing) {
  const isSame = list.options.length === rows.length + 1
    && rows.every((row, index) => list.options[index + 1].text === row);
  if (isSame) return;
  list.replaceChildren(new Option(nothing, ''), ...rows.map((row, index) => new Option(row, String(index))));
}

const quiet = 150;
const typing = 700;

export function makeSlider(node, page) {
  const range = make('input', { type: 'range', id: freshId(), className: 'slide' });
  const box = make('input', { type: 'text', inputMode: 'decimal', className: 'entry exact', autocomplete: 'off' });
  const unit = make('span', { className: 'unit', 'aria-hidden': 'true' });
  const told = make('p', { className: 'label value', 'aria-hidden': 'true' });
  const ends = make('div', { className: 'ends', 'aria-hidden': 'true' }, make('span'), make('span'));
  const hint = make('p', { className: 'unseen', id: freshId() });
  const element = make(
    'div', { className: 'field' }, told, range, ends, make('div', { className: 'fieldline' }, box, unit), hint,
  );
  const words = describer(range, hint);
  const boxKey = `${node.id} box`;
  const kept = new Kept(() => showValue());

  const showValue = () => {
    const { content } = view.face;
    const isSet = Number.isFinite(content.value);
    range.value = isSet ? content.value : (content.minimum + content.maximum) / 2;
    range.classList.toggle('unset', !isSet);
    if (document.activeElement !== box) box.value = isSet ? box.dataset.shown ?? '' : box.value;
  };
  const slide = () => {
    range.classList.remove('unset');
    kept.send(page, { event: 'slid', id: node.id, value: Number(range.value) });
  };
  range.oninput = () => {
    range.classList.remove('unset');
    later(node.id, quiet, slide);
  };
  range.onchange = () => doNow(node.id);
  // A touch that does not move the slider chooses the value where it stands.
  range.onpointerup = () => { if (range.classList.contains('unset')) slide(); };
  range.onkeyup = (event) => { if (event.key === ' ' && range.classList.contains('unset')) slide(); };

  const enter = () => kept.send(page, { event: 'entered', id: node.id, text: box.value });
  box.oninput = () => later(boxKey, typing, enter);
  box.onblur = () => {
    doNow(boxKey);
    kept.settle();
  };
  box.onkeydown = (event) => { if (event.key === 'Enter') doNow(boxKey); };

  const view = {
    element,
    input: range,
    describe: words.describe,
    update: ({ content, style, told: { label, value, hint: limits } }) => {
      range.min = content.minimum;
      range.max = content.maximum;
      range.step = content.step > 0 ? content.step : 'any';
      for (const input of [range, box]) input.disabled = style.isEnabled === false;
      box.dataset.shown = Number.isFinite(content.value) ? shown(content.value) : '';
      set(box, 'aria-label', [say('number'), label, content.unit].filter(Boolean).join(', '));
      set(range, 'aria-valuetext', value ?? null);
      showText(told, value);
      showText(unit, content.unit);
      ends.children[0].textContent = shown(content.minimum);
      ends.children[1].textContent = shown(content.maximum);
      words.tell(label, limits ?? '');
      kept.settle();
    },
    close: () => {
      forget(node.id);
      forget(boxKey);
      kept.close();
    },
  };
  return view;
}

/** A number with at most three decimals, in the screen's language. */
function shown(number) {
  const language = document.getElementById('page').lang || undefined;
  try {
    return new Intl.NumberFormat(language, { maximumFractionDigits: 3, useGrouping: false }).format(number);
  } catch {
    return String(number);
  }
}
