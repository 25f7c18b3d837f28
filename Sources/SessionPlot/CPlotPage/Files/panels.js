// Panels: each is a canvas with its curves, gaps, ticks and steps and marks, and a legend whose buttons hide curves.

const panels = [];
const container = document.getElementById('panels');

class PanelView {
  constructor(panel) {
    this.panel = panel;
    this.curves = panel.series.map((series, place) => new Curve(series, panel.base, place));
    const unit = panel.unit ? ` [${panel.unit}]` : '';
    this.canvas = make('canvas', { role: 'img', tabIndex: 0 });
    this.canvas.setAttribute('aria-label', `${panel.title}${unit}. ${panel.note ?? ''} Keys: left and right move, plus and minus zoom, 0 shows all.`);
    this.values = make('p', { className: 'values' });
    const legend = make('div', { className: 'legend' }, ...this.curves.filter(({ name }) => name).map((curve) => this.#button(curve)));
    const heading = make('h2', {}, `${panel.title}${unit}`);
    this.element = make(
      'section', { className: 'panel' }, make('div', { className: 'head' }, heading, legend),
      ...(panel.note ? [make('p', { className: 'muted' }, panel.note)] : []), this.canvas, this.values,
    );
    listen(this);
  }

  #button(curve) {
    const button = make('button', { type: 'button' }, make('span', { className: `swatch swatch-${curve.place}` }), curve.name);
    button.setAttribute('aria-pressed', 'true');
    button.addEventListener('click', () => {
      curve.isShown = !curve.isShown;
      button.setAttribute('aria-pressed', String(curve.isShown));
      this.draw();
    });
    return button;
  }

  get width() { return Math.max(1, this.canvas.clientWidth - margin.left - margin.right); }

  x(position) { return margin.left + (position - view.from) / (view.to - view.from) * this.width; }

  position(x) { return view.from + (x - margin.left) / this.width * (view.to - view.from); }

  /** Shows the values below the pointer. */
  tell(x) {
    const position = this.position(x);
    if (position < view.from || position > view.to) return;
    const step = (view.to - view.from) / this.width;
    const parts = this.curves.filter(({ isShown }) => isShown).map((curve) => {
      const found = curve.near(position, step * 2);
      if (!found) return null;
      const [low, high] = [sayValue(found.low, this.panel.scale), sayValue(found.high, this.panel.scale)];
      return `${curve.name} ${low === high ? low : `${low} to ${high}`}`.trim();
    }).filter(Boolean);
    const gap = this.panel.gaps.find(([from, to]) => position >= from && position <= to);
    const isWhole = gap && gap[2] > 0.999;
    if (gap && !isWhole) parts.push(`${sayNumber(100 * gap[2], 2)} % of the samples around it missing`);
    this.values.textContent = `${sayPosition(position, step)}: ${isWhole ? 'samples missing' : parts.join(', ') || 'nothing'}`;
  }

  draw() {
    const { canvas, panel } = this;
    const { clientWidth: wide, clientHeight: high } = canvas;
    const dense = window.devicePixelRatio || 1;
    [canvas.width, canvas.height] = [Math.round(wide * dense), Math.round(high * dense)];
    const pen = canvas.getContext('2d');
    pen.scale(dense, dense);
    const names = figure.moments.length ? margin.names : 0;
    const [top, bottom] = [margin.top + names, high - margin.bottom - margin.axis];
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(`--${name}`).trim();
    pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
    const range = this.#range();
    const y = (value) => bottom - (value - range[0]) / (range[1] - range[0]) * (bottom - top);
    this.#drawGaps(pen, colour, top, bottom);
    this.#drawGrid(pen, colour, top, bottom, range, y);
    pen.save();
    pen.beginPath();
    pen.rect(margin.left, top, this.width, bottom - top);
    pen.clip();
    for (const curve of this.curves) if (curve.isShown) this.#drawCurve(pen, curve, colour(`line-${curve.place}`), y);
    this.#drawTicks(pen, panel.events, colour('line-0'), top + (bottom - top) * 0.2, bottom);
    this.#drawTicks(pen, panel.contacts, colour('contact'), bottom - 9, bottom);
    pen.restore();
    this.#drawMoments(pen, colour, top, bottom);
    pen.strokeStyle = colour('frame');
    pen.strokeRect(margin.left + 0.5, top + 0.5, this.width - 1, bottom - top - 1);
  }

  #range() {
    let [low, high] = [Infinity, -Infinity];
    for (const curve of this.curves) {
      if (!curve.isShown) continue;
      const [one, other] = curve.range(view.from, view.to);
      [low, high] = [Math.min(low, one), Math.max(high, other)];
    }
    if (!(low <= high)) return [0, 1];
    const room = high > low ? (high - low) * 0.06 : Math.max(Math.abs(low) * 0.1, 1e-3);
    return [low - room, high + room];
  }

  /** The gaps in view; merges short ones that begin in the same pixel column. */
  #shownGaps() {
    const shown = [];
    for (const [from, to, share] of this.panel.gaps) {
      if (to < view.from || from > view.to) continue;
      const [start, last, missing] = [this.x(from), shown.at(-1), (to - from) * share];
      if (last && this.x(to) - start < 1 && Math.floor(this.x(last.from)) === Math.floor(start)) {
        last.to = Math.max(last.to, to);
        last.missing += missing;
      } else shown.push({ from, to, missing });
    }
    return shown;
  }

  #drawGaps(pen, colour, top, bottom) {
    for (const { from, to, missing } of this.#shownGaps()) {
      const share = to > from ? Math.min(1, missing / (to - from)) : 1;
      const start = Math.max(margin.left, this.x(from));
      const width = Math.max(1.5, Math.min(margin.left + this.width, this.x(to)) - start);
      pen.fillStyle = colour('gap');
      pen.fillRect(start, top, width, (bottom - top) * share);
      pen.fillStyle = colour('gap-flag');
      pen.fillRect(start, top, width, 4);
    }
  }

  #drawGrid(pen, colour, top, bottom, range, y) {
    pen.lineWidth = 1;
    const line = (x0, y0, x1, y1) => {
      pen.beginPath();
      pen.moveTo(Math.floor(x0) + 0.5, Math.floor(y0) + 0.5);
      pen.lineTo(Math.floor(x1) + 0.5, Math.floor(y1) + 0.5);
      pen.stroke();
    };
    pen.strokeStyle = colour('grid');
    pen.fillStyle = colour('ink');
    for (const { position, label } of ticksOf(view.from, view.to, figure.scale, this.width / 90)) {
      line(this.x(position), top, this.x(position), bottom);
      pen.textAlign = 'center';
      pen.fillText(label, this.x(position), bottom + 16);
    }
    if (!this.curves.length) return;
    pen.textAlign = 'right';
    for (const { position, label } of ticksOf(range[0], range[1], this.panel.scale, (bottom - top) / 28)) {
      line(margin.left, y(position), margin.left + this.width, y(position));
      pen.fillText(label, margin.left - 6, y(position) + 4);
    }
  }

  #drawCurve(pen, curve, colour, y) {
    const points = curve.part(view.from, view.to, 2 * this.width);
    pen.strokeStyle = colour;
    pen.lineWidth = 1.2;
    pen.lineJoin = 'round';
    pen.lineCap = 'round';
    pen.beginPath();
    let before = null;
    for (let place = 0; place < points.length; place += 3) {
      const [at, low, high] = [points[place] + whole0, y(points[place + 1]), y(points[place + 2])];
      if (Number.isNaN(low)) {
        before = null;
        continue;
      }
      const x = this.x(at);
      const [first, second] = before === null || Math.abs(before - low) <= Math.abs(before - high) ? [low, high] : [high, low];
      if (before === null) pen.moveTo(x, first);
      else pen.lineTo(x, first);
      pen.lineTo(x, second + (before === null && first === second ? 0.01 : 0));
      before = second;
    }
    pen.stroke();
  }

  #drawTicks(pen, positions, colour, high, low) {
    pen.strokeStyle = colour;
    pen.lineWidth = 1.2;
    pen.beginPath();
    for (const position of positions) {
      if (position < view.from || position > view.to) continue;
      pen.moveTo(this.x(position), high);
      pen.lineTo(this.x(position), low);
    }
    pen.stroke();
  }

  #drawMoments(pen, colour, top, bottom) {
    const free = { step: -Infinity, mark: -Infinity };
    pen.textAlign = 'left';
    for (const { kind, position, label } of figure.moments) {
      if (position < view.from || position > view.to) continue;
      const x = Math.floor(this.x(position)) + 0.5;
      const row = kind === 'step' ? margin.top + 9 : margin.top + 23;
      pen.strokeStyle = colour(kind);
      pen.setLineDash(kind === 'step' ? [4, 3] : []);
      pen.beginPath();
      pen.moveTo(x, row + 3);
      pen.lineTo(x, bottom);
      pen.stroke();
      pen.setLineDash([]);
      const words = label.length > 24 ? `${label.slice(0, 23)}…` : label;
      const width = pen.measureText(words).width;
      if (x < free[kind] || x + width > margin.left + this.width + margin.right) continue;
      free[kind] = x + width + 8;
      pen.fillStyle = colour(kind);
      pen.fillText(words, x, row);
    }
  }
}
