// Applies the colours of a task as far as text stays readable: text keeps a contrast of at least 4.5:1 with its
// background, whatever a task file says.

import { make } from './dom.js';

const readable = 4.5;
const visible = 3;

/** Parses `#rrggbb`, `#rrggbbaa` or `rgb(…)`; returns null for anything else. */
function parts(text) {
  const hex = /^#([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(text ?? '');
  if (hex) {
    const [red, green, blue] = hex[1].match(/../g).map((digits) => parseInt(digits, 16));
    return { red, green, blue, alpha: hex[2] ? parseInt(hex[2], 16) / 255 : 1 };
  }
  const numbers = /^rgba?\(/.test(text ?? '') ? text.match(/[\d.]+/g).map(Number) : null;
  if (!numbers) return null;
  const [red, green, blue, alpha = 1] = numbers;
  return { red, green, blue, alpha };
}

/** The opaque colour that results from drawing one colour over another. */
function over(color, ground) {
  const mix = (part) => Math.round(color[part] * color.alpha + ground[part] * (1 - color.alpha));
  return { red: mix('red'), green: mix('green'), blue: mix('blue'), alpha: 1 };
}

function luminance({ red, green, blue }) {
  const [r, g, b] = [red, green, blue].map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of two colours, from 1 to 21. */
function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const css = ({ red, green, blue }) => `rgb(${red}, ${green}, ${blue})`;
const light = { red: 255, green: 255, blue: 255, alpha: 1 };
const dark = { red: 20, green: 24, blue: 31, alpha: 1 };
// On some greys, neither the light nor the dark ink is readable; black is.
const black = { red: 0, green: 0, blue: 0, alpha: 1 };

/** The text colour for a background: the wanted one if it is readable, else light, dark or black. */
function inkOn(ground, wanted, usesLightStyle) {
  if (wanted && wanted.alpha > 0) {
    const color = over(wanted, ground);
    if (contrast(color, ground) >= readable) return color;
  }
  return [usesLightStyle ? light : dark, light, dark].find((ink) => contrast(ink, ground) >= readable) ?? black;
}

// The page's own colours, and the contrast that each needs with its background.
const needs = { '--muted': readable, '--link': readable, '--danger': readable, '--line': visible, '--accent': visible };
const painted = ['--page', '--ink', '--on-accent', ...Object.keys(needs)];

/** Applies a style's colours to an element; returns the background that its children stand on. */
export function paint(element, style, ground) {
  for (const name of painted) element.style.removeProperty(name);
  element.style.backgroundColor = '';
  delete element.dataset.ground;
  // White is a task's default, not a choice: the page then keeps its own background, which may be dark.
  const background = /^#fff(fff)?(ff)?$/i.test(style.background ?? '') ? null : parts(style.background);
  const wanted = parts(style.foreground);
  const set = (name, color) => element.style.setProperty(name, css(color));
  if (!background?.alpha) {
    if (wanted?.alpha && contrast(over(wanted, ground), ground) >= readable) set('--ink', over(wanted, ground));
    return ground;
  }
  const own = over(background, ground);
  const ink = inkOn(own, wanted, style.usesLightStyle);
  element.style.backgroundColor = css(own);
  element.dataset.ground = inkOn(own) === light ? 'dark' : 'light';
  set('--page', own);
  set('--ink', ink);
  const palette = paletteFor(element.dataset.ground);
  for (const [name, need] of Object.entries(needs)) {
    if (contrast(palette(name), own) >= need) continue;
    set(name, ink);
    if (name === '--accent') set('--on-accent', own);
  }
  return own;
}

/** The page's own colours for a background, by name. */
function paletteFor(ground) {
  const probe = make('i', { hidden: true });
  probe.dataset.ground = ground;
  document.body.append(probe);
  const styles = getComputedStyle(probe);
  const color = (name) => parts(styles.getPropertyValue(name).trim());
  const found = Object.fromEntries(Object.keys(needs).map((name) => [name, color(name)]));
  probe.remove();
  return (name) => found[name] ?? light;
}

/** Follows the phone's light or dark mode; reports when that, or the request for more contrast, changes. */
export function followScheme(onChange) {
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => { document.documentElement.dataset.ground = scheme.matches ? 'dark' : 'light'; };
  follow();
  for (const query of [scheme, matchMedia('(prefers-contrast: more)')]) {
    query.addEventListener('change', () => {
      follow();
      onChange();
    });
  }
}

/** The page's own background colour. */
export function ownGround() {
  return parts(getComputedStyle(document.documentElement).getPropertyValue('--page').trim()) ?? light;
}
