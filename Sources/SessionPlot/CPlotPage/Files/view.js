// The part of the figure in view: zooming, moving, and the page's controls.

const range = document.getElementById('range');
let isDue = false;

function drawSoon() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    for (const panel of panels) panel.draw();
  });
}

function show(from, to) {
  const length = Math.min(whole1 - whole0, Math.max((whole1 - whole0) * leastShare, to - from));
  const start = Math.min(Math.max(whole0, from), whole1 - length);
  Object.assign(view, { from: start, to: start + length });
  document.body.dataset.from = String(view.from);
  document.body.dataset.to = String(view.to);
  const step = length / 500;
  range.textContent = `${sayPosition(view.from, step)} to ${sayPosition(view.to, step)}`;
  drawSoon();
}

function zoom(factor, around = (view.from + view.to) / 2) {
  show(around + (view.from - around) * factor, around + (view.to - around) * factor);
}

function move(share) {
  const by = share * (view.to - view.from);
  show(view.from + by, view.to + by);
}

const actions = {
  ArrowLeft: () => move(-0.2), ArrowRight: () => move(0.2), '+': () => zoom(0.5), '=': () => zoom(0.5),
  '-': () => zoom(2), 0: () => show(whole0, whole1), Home: () => show(whole0, whole1),
};

function pressKey(press) {
  if (press.ctrlKey || press.metaKey || press.altKey || !actions[press.key]) return;
  press.preventDefault();
  actions[press.key]();
}

for (const [id, key] of [['nearer', '+'], ['farther', '-'], ['earlier', 'ArrowLeft'], ['later', 'ArrowRight'], ['all', '0']]) {
  document.getElementById(id).addEventListener('click', actions[key]);
}
for (const panel of figure.panels) {
  const one = new PanelView(panel);
  panels.push(one);
  container.append(one.element);
}
for (const { panel, curves } of panels) {
  for (const curve of curves) {
    const [low, high] = curve.range(whole0, whole1);
    const cells = [panel.title, curve.name, panel.unit ?? '', sayValue(low, panel.scale), sayValue(high, panel.scale)];
    document.getElementById('figures').append(make('tr', {}, ...cells.map((text) => make('td', {}, text))));
  }
}
new ResizeObserver(drawSoon).observe(container);
window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawSoon);
show(whole0, whole1);
