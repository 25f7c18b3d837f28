// The panel of the recording hardware: the devices and what prevents their use, the battery, and the free disk space.

import { make, showText } from './dom.js';
import { KeyedList, Lines, makeLine, makePanel } from './boardparts.js';
import { saySize } from './boardwords.js';

const leastFreeBytes = 1e9;

export class DevicePanel {
  #note = makeLine('warning');
  #batteries = new Lines('plain');
  #disk = makeLine();
  #isFull = makeLine('warning');

  constructor() {
    Object.assign(this, makePanel('Devices', this.#note));
    this.list = new KeyedList(this.heading, () => new DeviceView());
    this.element.append(this.list.element, this.#batteries.element, this.#disk, this.#isFull);
  }

  show({ devices = [], devicesNote, disk, batteries = [] }) {
    showText(this.#note, devicesNote);
    this.list.show(devices, ({ name }) => name);
    this.#batteries.show(batteries.map(sayBattery));
    showText(this.#disk, disk ? `Disk: ${saySize(disk.freeBytes)} free of ${saySize(disk.totalBytes)}` : '');
    const isFull = disk && disk.freeBytes < leastFreeBytes;
    showText(this.#isFull, isFull ? 'The disk is nearly full: a recording may end early.' : '');
  }
}

function sayBattery({ name, percent, state }) {
  const parts = [percent === null || percent === undefined ? null : `${percent} %`, state?.toLowerCase()];
  return `Battery ${name}: ${parts.filter(Boolean).join(', ') || 'unknown'}`;
}

class DeviceView {
  #name = make('h3', { className: 'label' });
  #lines = new Lines('plain');
  #obstacles = new Lines('warning');

  constructor() {
    this.element = make('li', { className: 'item' }, this.#name, this.#lines.element, this.#obstacles.element);
  }

  update({ name, lines = [], obstacles = [] }) {
    showText(this.#name, name);
    this.#lines.show(lines);
    this.#obstacles.show(obstacles);
  }
}
