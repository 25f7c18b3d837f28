// The positions and labels of an axis's ticks.

function roundStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough * 0.999999) ?? 10 * power;
}

const stepsOfTime = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400];

function ticksOf(from, to, scale, most) {
  if (!(to > from)) return [];
  if (scale !== 'logarithmic') return evenTicks(from, to, scale, most);
  if (to - from > 0.8) return logTicks(from, to, most);
  return evenTicks(10 ** from, 10 ** to, 'linear', most).filter(({ position }) => position > 0)
    .map(({ position, label }) => ({ position: Math.log10(position), label }));
}

function evenTicks(from, to, scale, most) {
  const length = to - from;
  if (!(length > 0) || !Number.isFinite(length)) return [];
  const rough = length / Math.max(2, most);
  const isClock = scale === 'time' && rough > 1 && rough <= 86400;
  const step = isClock ? stepsOfTime.find((one) => one >= rough) : roundStep(rough);
  const first = Math.ceil(from / step - 1e-9);
  const positions = [];
  // The loop is bounded: beyond the precision of numbers, a position would never advance.
  for (let place = 0; place <= Math.max(2, most) + 1; place += 1) {
    const position = (first + place) * step;
    if (position <= to + step * 1e-9) positions.push(position === 0 ? 0 : position);
  }
  const labels = scale === 'time' ? positions.map((position) => sayTime(position, step)) : labelsOf(positions, step);
  return positions.map((position, place) => ({ position, label: labels[place] }));
}

const longestLabel = 10;

/** Labels with as many digits as distinguish two marks; if these are too long, distances from the lowest mark. */
function labelsOf(positions, step) {
  const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const greatest = Math.max(0, ...positions.map(Math.abs));
  if (decimals <= 6 && greatest < 1e9) {
    const labels = positions.map((position) => minus(position.toFixed(decimals)));
    if (labels.every((label) => label.length <= longestLabel)) return labels;
  }
  if (greatest < 900 * 10 ** Math.floor(Math.log10(step * 1.000001))) return positions.map((position) => sayNumber(position, 3));
  const base = [6, 5, 4, 3, 2, 1, 0].map((digits) => minus((positions[0] ?? 0).toFixed(digits))).find((text) => text.length <= longestLabel);
  return positions.map((position, place) => (place ? `+${sayNumber(place * step, 3)}` : base ?? sayNumber(position, 3)));
}

function logTicks(from, to, most) {
  const isFine = (to - from) * 3 <= most;
  const every = isFine ? 1 : Math.max(1, Math.ceil((to - from) / most));
  const ticks = [];
  for (let decade = Math.floor(from); decade <= Math.ceil(to); decade += 1) {
    if (decade % every !== 0) continue;
    for (const factor of isFine ? [1, 2, 5] : [1]) {
      const position = decade + Math.log10(factor);
      if (position >= from && position <= to) ticks.push({ position, label: sayNumber(factor * 10 ** decade, 3) });
    }
  }
  return ticks;
}
