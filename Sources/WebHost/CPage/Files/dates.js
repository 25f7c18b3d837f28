// Inputs for dates and times. Uses the browser's calendar if it can express what the host asks for, else a text field
// for the host's format. The calendar sends ISO 8601, which every host accepts; the text field sends what is typed.

import { freshId, make, makeText, set, showText } from './dom.js';
import { describer } from './forms.js';
import { doNow, forget, Kept, later } from './pending.js';

const types = { date: 'date', time: 'time', dateAndTime: 'datetime-local' };
const needed = { date: ['y', 'M', 'd'], time: ['h', 'm'], dateAndTime: ['y', 'M', 'd', 'h', 'm'] };
// Waits this long before sending: while a year is typed, each digit makes a valid date.
const quiet = 900;

/** Parses a date written by a Unicode pattern; returns null if it does not match, or the pattern has unknown parts. */
function readDate(text, format) {
  const found = {};
  let expression = '';
  const order = [];
  for (const [piece] of (format ?? '').matchAll(/'[^']*'|([a-zA-Z])\1*|[^a-zA-Z']/g)) {
    const letter = piece[0];
    if ('yuMdHhmsaS'.includes(letter) && piece.length <= 4 && !/^MMM/.test(piece)) {
      order.push(letter);
      expression += letter === 'a' ? '(\\p{L}[\\p{L}. ]*)' : '(\\p{Nd}+)';
    } else if (/[a-zA-Z]/.test(letter)) {
      return null;
    } else {
      expression += piece.replaceAll("'", '').replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
    }
  }
  const match = new RegExp(`^${expression}$`, 'u').exec((text ?? '').trim());
  if (!match) return null;
  order.forEach((letter, index) => { found[letter === 'u' ? 'y' : letter] = match[index + 1]; });
  return found;
}

/** The same format with seconds, separated like hours and minutes: the host shows seconds that are not zero. */
const withSeconds = (format) => format?.replace(/([^a-zA-Z])mm/, '$1mm$1ss');

/**
 * The date as the browser's inputs need it; ISO 8601 text stays as it is. Seconds of zero are left out, as browsers do:
 * the value is compared with the input's.
 */
function isoOf(kind, text, format) {
  if (!text) return '';
  const iso = {
    date: /^\d{4}-\d\d-\d\d/,
    time: /^\d\d:\d\d(:(?!00)\d\d)?/,
    dateAndTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d(:(?!00)\d\d)?/,
  }[kind];
  const direct = iso.exec(text);
  if (direct) return direct[0];
  const found = readDate(text, format) ?? readDate(text, withSeconds(format));
  if (!found) return '';
  const two = (value) => String(value).padStart(2, '0');
  const hour = found.H ?? (found.h && Number(found.h) % 12 + (/^(p|م)/i.test(found.a ?? '') ? 12 : 0));
  const day = `${found.y}-${two(found.M)}-${two(found.d)}`;
  const time = `${two(hour)}:${two(found.m)}${Number(found.s) ? `:${two(found.s)}` : ''}`;
  const made = { date: day, time, dateAndTime: `${day}T${time}` }[kind];
  return iso.test(made) ? made : '';
}

/**
 * Whether the browser's own input suits the host's format: a whole date, a time, or both, as that has. Not every
 * browser lets seconds be picked, so a format with seconds needs a text field.
 */
function isNative(kind, dates) {
  if (!types[kind] || !dates?.format) return Boolean(types[kind]);
  const letters = new Set(dates.format.replace(/'[^']*'/g, '').match(/[a-zA-Z]/g)?.map((letter) => (
    { u: 'y', H: 'h', K: 'h', k: 'h' }[letter] ?? letter)));
  const has = (parts) => parts.every((part) => letters.has(part));
  const isMore = kind === 'date' ? letters.has('h') : kind === 'time' && letters.has('d');
  const hasSeconds = letters.has('s') || letters.has('S');
  return has(needed[kind]) && !isMore && !hasSeconds;
}

function now(kind) {
  const here = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString();
  return { date: here.slice(0, 10), time: here.slice(11, 16), dateAndTime: here.slice(0, 16) }[kind];
}

export function makeDatePicker(node, page) {
  const { picker: kind, dates: bounds } = node.face.content;
  const native = isNative(kind, bounds);
  const input = make('input', { type: native ? types[kind] : 'text', className: 'entry', id: freshId() });
  const picked = makeText('p', 'value');
  const hint = makeText('p', 'detail');
  const element = make('div', { className: 'field' }, make('div', { className: 'fieldline' }, input), picked, hint);
  const words = describer(input, hint);
  const kept = new Kept(() => {
    const { text, dates } = view.face.content;
    const value = native ? isoOf(kind, text, dates?.format) : text ?? '';
    // A half-typed date has no value yet; it must stay while the user is in the field.
    if (document.activeElement !== input) set(input, 'value', value);
  });
  const enter = () => {
    const { text, dates } = view.face.content;
    const isUnchanged = native && input.value === isoOf(kind, text, dates?.format);
    const isTooEarly = native && kind !== 'time' && input.value.startsWith('0');
    if (!isUnchanged && !isTooEarly) kept.send(page, { event: 'entered', id: node.id, text: input.value });
  };
  input.oninput = () => later(node.id, quiet, enter);
  input.onblur = () => {
    doNow(node.id);
    kept.settle();
  };
  input.onkeydown = (event) => { if (event.key === 'Enter') doNow(node.id); };

  const view = {
    element,
    input,
    describe: words.describe,
    update: ({ content, style, told }) => {
      const dates = content.dates ?? {};
      if (native) {
        set(input, 'min', isoOf(kind, dates.minimum, dates.format) || (dates.startsNow ? now(kind) : null));
        set(input, 'max', isoOf(kind, dates.maximum, dates.format) || (dates.endsNow ? now(kind) : null));
        if (kind !== 'date') set(input, 'step', dates.minuteInterval ? dates.minuteInterval * 60 : 'any');
      } else {
        set(input, 'placeholder', dates.form ?? dates.format ?? null);
      }
      set(input, 'autocomplete', 'off');
      input.disabled = style.isEnabled === false;
      // The browser shows a date in its own format; this line shows it in the study's.
      showText(picked, native ? content.text : '');
      words.tell(told.label, told.hint ?? dates.form ?? '');
      kept.settle();
    },
    close: () => {
      forget(node.id);
      kept.close();
    },
  };
  return view;
}
