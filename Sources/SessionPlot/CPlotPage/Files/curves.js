// Curves, each with several levels of detail: each level has half of the previous level's points, so that a day is
// drawn as fast as a second.

/**
 * Decodes the points of a curve, three numbers each: position, lowest value, highest value. In the page, the values are
 * relative to a base. A break is a point without values.
 */
function decode(text, base) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return Float64Array.from(new Float32Array(bytes.buffer), (number, place) => (place % 3 ? number + base : number));
}

/** The usual distance between two points of a curve. */
function spacingOf(points) {
  const count = points.length / 3;
  const every = Math.max(1, Math.floor(count / 1000));
  const steps = [];
  for (let place = 1; place < count; place += every) {
    const step = points[3 * place] - points[3 * (place - 1)];
    if (step > 0) steps.push(step);
  }
  return steps.sort((one, other) => one - other)[steps.length >> 1] ?? 0;
}

function halve(points) {
  const count = points.length / 3;
  const half = new Float64Array(points.length);
  let used = 0;
  for (let place = 0; place < count;) {
    const next = place + 1;
    const [at, low, high] = points.subarray(3 * place, 3 * place + 3);
    const joins = next < count && !Number.isNaN(low) && !Number.isNaN(points[3 * next + 1]);
    half[used] = joins ? (at + points[3 * next]) / 2 : at;
    half[used + 1] = joins ? Math.min(low, points[3 * next + 1]) : low;
    half[used + 2] = joins ? Math.max(high, points[3 * next + 2]) : high;
    used += 3;
    place = joins ? next + 1 : next;
  }
  return half.slice(0, used);
}

class Curve {
  constructor({ name, data }, base, place) {
    Object.assign(this, { name, place: place % 4, isShown: true });
    this.levels = [decode(data, base)];
    this.spacing = spacingOf(this.levels[0]);
    while (this.levels.at(-1).length > 3 * 512) {
      const half = halve(this.levels.at(-1));
      if (half.length > this.levels.at(-1).length * 0.9) break;
      this.levels.push(half);
    }
  }

  /** The points of a part of the axis, from the finest level that has about `most` points or fewer there. */
  part(from, to, most) {
    for (const points of this.levels) {
      const start = Math.max(0, placeOf(points, from) - 1);
      const end = Math.min(points.length / 3, placeOf(points, to) + 1);
      if (end - start <= most || points === this.levels.at(-1)) return points.subarray(3 * start, 3 * end);
    }
    return new Float64Array();
  }

  /** The lowest and highest value in a part; if it lies between two points, those of the two points. */
  range(from, to) {
    const points = this.part(from, to, 4096);
    const inside = rangeOf(points, (at) => at >= from - whole0 && at <= to - whole0);
    return inside[0] <= inside[1] ? inside : rangeOf(points, () => true);
  }

  /** The point closest to a position, within the distance between points or a pixel or two. */
  near(position, reach) {
    const points = this.levels[0];
    const after = placeOf(points, position);
    const found = [after - 1, after].filter((place) => place >= 0 && place < points.length / 3)
      .filter((place) => !Number.isNaN(points[3 * place + 1]))
      .map((place) => ({ away: Math.abs(points[3 * place] + whole0 - position), place }))
      .sort((one, other) => one.away - other.away)[0];
    if (!found || found.away > Math.max(reach, this.spacing)) return null;
    return { low: points[3 * found.place + 1], high: points[3 * found.place + 2] };
  }
}

function rangeOf(points, isMeant) {
  let [low, high] = [Infinity, -Infinity];
  for (let place = 0; place < points.length; place += 3) {
    if (!isMeant(points[place])) continue;
    if (points[place + 1] < low) low = points[place + 1];
    if (points[place + 2] > high) high = points[place + 2];
  }
  return [low, high];
}

/** The index of the first point that is not before a position. */
function placeOf(points, position) {
  const wanted = position - whole0;
  let [low, high] = [0, points.length / 3];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[3 * middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
