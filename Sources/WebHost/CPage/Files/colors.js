// The colours that a task wishes for, where they can be read: text keeps a contrast of 4.5:1 with what it stands
// on, whatever a task file says.

const readable = 4.5;
const visible = 3;

/** The parts of `#rrggbb` or `#rrggbbaa`, or of `rgb(…)` as styles have it; null for anything else. */
export function parts(text) {
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

/** A colour that lets nothing through, as it looks on another one. */
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

/** How well two colours are told apart, from 1 to 21. */
export function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const css = ({ red, green, blue }) => `rgb(${red}, ${green}, ${blue})`;
const light = { red: 255, green: 255, blue: 255, alpha: 1 };
const dark = { red: 20, green: 24, blue: 31, alpha: 1 };

/** What to write with on a ground: the wish where it can be read, else light or dark. */
function inkOn(ground, wish, usesLightStyle) {
  if (wish && wish.alpha > 0) {
    const color = over(wish, ground);
    if (contrast(color, ground) >= readable) return color;
  }
  const own = usesLightStyle === undefined || usesLightStyle === null ? null : usesLightStyle ? light : dark;
  if (own && contrast(own, ground) >= readable) return own;
  return contrast(light, ground) > contrast(dark, ground) ? light : dark;
}

const names = ['--ink', '--muted', '--page', '--line', '--accent', '--on-accent', '--link'];

/** Paints an element by its style; answers what is behind whatever stands in it. */
export function paint(element, style, ground, accent) {
  for (const name of names) element.style.removeProperty(name);
  element.style.backgroundColor = '';
  const background = parts(style.background);
  const wish = parts(style.foreground);
  if (!background?.alpha) {
    if (wish?.alpha && contrast(over(wish, ground), ground) >= readable) {
      element.style.setProperty('--ink', css(over(wish, ground)));
    }
    return ground;
  }
  const own = over(background, ground);
  const ink = inkOn(own, wish, style.usesLightStyle);
  element.style.backgroundColor = css(own);
  const set = (name, color) => element.style.setProperty(name, css(color));
  set('--page', own);
  for (const name of ['--ink', '--muted', '--line', '--link']) set(name, ink);
  if (contrast(accent, own) < visible) {
    set('--accent', ink);
    set('--on-accent', own);
  }
  return own;
}

/** A colour of the page's own, as it is now, in light or in dark. */
export function ownColor(name) {
  return parts(getComputedStyle(document.documentElement).getPropertyValue(name).trim()) ?? light;
}
