// Shows a plot that can be zoomed. The page contains all its data and makes no requests. The parts, this one first,
// form one script. They share the figure, and the part of it in view.
'use strict';

const figure = JSON.parse(document.getElementById('figure').textContent);
const [whole0, whole1] = figure.range;
const view = { from: whole0, to: whole1 };
const leastShare = 1e-6;
const margin = { left: 72, right: 12, top: 6, bottom: 6, axis: 26, names: 30 };

function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}
