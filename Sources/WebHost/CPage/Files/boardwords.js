// How the operator's page writes numbers, times and sizes: in English, by the browser's time zone.

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

export const sayNumber = (number) => number.toLocaleString('en');

export const sayCount = (number, one, many) => `${sayNumber(number)} ${number === 1 ? one : many}`;

/** A size in decimal units, with one decimal if it is small. */
export function saySize(bytes) {
  let [value, unit] = [bytes, 0];
  while (value >= 999.5 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${Number(value.toFixed(digits))} ${units[unit]}`;
}

/** A duration in its two largest units. */
export function sayDuration(seconds) {
  if (seconds < 60) return `${Number(seconds.toFixed(seconds < 10 ? 1 : 0))} s`;
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours} h ${minutes} min` : `${minutes} min ${whole % 60} s`;
}

/** A date and a time of the day. */
export const sayMoment = (date) => moment.format(date);

/** A time of day, with its date if that is not today. */
export const sayClock = (date) => (
  date.toDateString() === new Date().toDateString() ? clock.format(date) : moment.format(date));
