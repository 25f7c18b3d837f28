// Plots of sensor data on a canvas: one path for each line, about four times a second, and only while visible, so that
// a phone stays cool in an hour-long study.

import { make, makeShape, set, showText } from './dom.js';

// Lines differ by these dashes as well as by their colours, which are in page.css.
const dashes = [[], [7, 4], [2, 3], [10, 3, 2, 3], [5, 2, 2, 2, 2, 2]];

const short = (value) => {
  const size = Math.abs(value);
  return String(Number(value.toFixed(size < 10 ? 2 : size < 100 ? 1 : 0)));
};

export function makePlot() {
  const canvas = make('canvas', { className: 'plot', dir: 'ltr' });
  const [high, low, unit] = ['high', 'low', 'unit'].map((className) => make('span', { className }));
  const legend = make('div', { className: 'legend' });
  const title = make('p', { className: 'label name', 'aria-hidden': 'true' });
  const picture = make('div', { className: 'surface', role: 'img' }, high, low, canvas);
  const element = make('div', { className: 'plotted' }, title, picture, legend);
  let [readings, isInSight, isDue] = [null, true, false];

  const draw = () => {
    isDue = false;
    if (readings && !document.hidden && isInSight) drawLines(canvas, view.face.content, readings);
  };
  const drawSoon = () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(draw);
  };
  const sight = new IntersectionObserver(([entry]) => {
    isInSight = entry.isIntersecting;
    if (isInSight) drawSoon();
  });
  const size = new ResizeObserver(drawSoon);
  sight.observe(canvas);
  size.observe(canvas);

  const view = {
    element,
    update: ({ content, told }) => {
      set(picture, 'aria-label', told.label || content.caption || content.stream);
      showText(title, told.label || content.caption);
      showText(unit, content.unit);
      const lines = content.lines ?? [];
      legend.replaceChildren(...lines.map(legendOf), unit);
      if (readings && readings.stream !== content.stream) readings = null;
      drawSoon();
    },
    read: (latest) => {
      if (latest.stream !== view.face.content.stream || (readings && latest.newest <= readings.newest)) return;
      readings = latest;
      if (document.hidden) return;
      high.textContent = latest.scale ? short(latest.scale.high) : '';
      low.textContent = latest.scale ? short(latest.scale.low) : '';
      drawSoon();
    },
    close: () => {
      sight.disconnect();
      size.disconnect();
    },
  };
  return view;
}

function legendOf(name, index) {
  const place = index % dashes.length;
  const line = makeShape('path', { d: 'M1 4H31', class: `line-${place}`, 'stroke-dasharray': dashes[place].join(' ') });
  const sample = makeShape('svg', { viewBox: '0 0 32 8', 'aria-hidden': 'true' }, line);
  return make('span', { className: 'named' }, sample, name);
}

function drawLines(canvas, content, { lines, interval, scale }) {
  const density = Math.min(2, devicePixelRatio || 1);
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!width || !height) return;
  set(canvas, 'width', Math.round(width * density));
  set(canvas, 'height', Math.round(height * density));
  const pen = canvas.getContext('2d');
  pen.setTransform(density, 0, 0, density, 0, 0);
  pen.clearRect(0, 0, width, height);
  const colors = getComputedStyle(canvas);
  drawGrid(pen, width, height, colors.getPropertyValue('--plot-grid'));
  if (!scale) return;
  const span = scale.high - scale.low || 1;
  const y = (value) => height - 6 - ((value - scale.low) / span) * (height - 12);
  const step = (interval / (content.windowInSeconds || 10)) * width;
  pen.lineWidth = 1.75;
  pen.lineJoin = 'round';
  lines.forEach((line, index) => {
    const place = index % dashes.length;
    pen.strokeStyle = colors.getPropertyValue(`--line-${place}`).trim();
    pen.setLineDash(dashes[place]);
    pen.beginPath();
    trace(pen, line, step, width, y);
    pen.stroke();
  });
}

function drawGrid(pen, width, height, color) {
  pen.setLineDash([]);
  pen.strokeStyle = color.trim();
  pen.lineWidth = 1;
  pen.beginPath();
  for (const share of [0.25, 0.5, 0.75]) {
    pen.moveTo(0, Math.round(height * share) + 0.5);
    pen.lineTo(width, Math.round(height * share) + 0.5);
  }
  pen.stroke();
}

/**
 * Adds a line to the path, through the least and the greatest value of each interval, with the newest at the right
 * edge; an interval without readings leaves a gap.
 */
function trace(pen, { lows, highs }, step, width, y) {
  let isDown = false;
  lows.forEach((low, index) => {
    const high = highs[index];
    const x = width - (lows.length - 1 - index) * step;
    if (low === null || high === null || high === undefined || x < -step) {
      isDown = false;
      return;
    }
    if (isDown) pen.lineTo(x, y(low));
    else pen.moveTo(x, y(low));
    if (high !== low) pen.lineTo(x, y(high));
    isDown = true;
  });
}
