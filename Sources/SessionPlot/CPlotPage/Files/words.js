// Formats numbers, times and positions as text.

const minus = (text) => text.replace('-', '−');

/** A number in few digits, or in all digits of its whole part; the rounded number decides if it has an exponent. */
function sayNumber(value, digits = 4) {
  if (!Number.isFinite(value)) return '–';
  const few = Number(value.toPrecision(digits));
  const shown = Math.abs(value) < 10 ** (digits - 1) ? few : Math.round(value);
  const size = Math.abs(shown);
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) return minus(few.toExponential());
  return minus(String(shown));
}

function sayTime(seconds, step) {
  const decimals = step >= 1 ? 0 : Math.min(6, Math.ceil(-Math.log10(step) - 1e-9));
  const greatest = Math.max(Math.abs(whole0), Math.abs(whole1));
  if (greatest < 120) return minus(seconds.toFixed(decimals));
  const scale = 10 ** decimals;
  const total = Math.round(Math.abs(seconds) * scale);
  const whole = Math.floor(total / scale);
  const two = (number) => String(number).padStart(2, '0');
  const rest = decimals ? `.${String(total % scale).padStart(decimals, '0')}` : '';
  const sign = seconds < 0 && total ? '−' : '';
  if (greatest < 3600) return `${sign}${Math.floor(whole / 60)}:${two(whole % 60)}${rest}`;
  return `${sign}${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}${rest}`;
}

const unitOfTimes = () => {
  const greatest = Math.max(Math.abs(whole0), Math.abs(whole1));
  return greatest < 120 ? ' s' : greatest < 3600 ? ' min:s' : ' h:min:s';
};

function sayPosition(position, step) {
  if (figure.scale === 'time') return sayTime(position, step) + unitOfTimes();
  return `${sayNumber(10 ** position, 3)} Hz`;
}

const sayValue = (value, scale) => sayNumber(scale === 'logarithmic' ? 10 ** value : value);
