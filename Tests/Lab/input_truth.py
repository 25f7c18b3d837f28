"""What a virtual input device did, and what a recorder has to make of it.

Reads the log that `virtual-input` writes, follows the device as the kernel does (what does not differ is
not passed on), and tells the records that each frame comes to.
"""

import copy
import math
import pathlib
from fractions import Fraction

EV_SYN, EV_KEY, EV_REL, EV_ABS, EV_MSC, EV_SW = 0, 1, 2, 3, 4, 5
SYN_MT_REPORT = 2
KEYS = {
    30: "KEY_A", 48: "KEY_B", 183: "KEY_F13", 184: "KEY_F14", 185: "KEY_F15", 0x100: "BTN_0",
    0x14A: "BTN_TOUCH", 0x110: "BTN_LEFT", 0x130: "BTN_SOUTH",
}
BTN_TOUCH = 0x14A
SWITCHES = {0: "SW_LID"}
ABS_X, ABS_Y, ABS_Z, ABS_RX, ABS_PRESSURE = 0, 1, 2, 3, 0x18
SLOT, MAJOR, MINOR, MT_X, MT_Y, MT_ID, MT_PRESSURE = 0x2F, 0x30, 0x31, 0x35, 0x36, 0x39, 0x3A
REL_X, REL_Y, REL_WHEEL = 0, 1, 8
BEGAN, MOVED, STATIONARY, ENDED, CANCELLED = range(5)
# Fingers without names: the one that is nearer than this to where one was is that one.
NEAR = 200


class Item:
    """Something that the device did, between two times in ns of CLOCK_BOOTTIME."""

    def __init__(self, what, before, after, events=()):
        self.what, self.before, self.after, self.events = what, before, after, events
        # Whoever lost something before it hears again by now.
        self.is_heard = False

    def has(self, microseconds):
        """Could the kernel's time of it be this? It is cut to whole microseconds."""
        return self.before // 1000 <= microseconds <= self.after // 1000


class Truth:
    """The log of one device; of a part of it, what is between the note of that name and the next."""

    def __init__(self, path, part=None):
        self.kind, self.resolution = None, {}
        # What was done before the recording had begun, and from then on.
        self.before, self.items = [], []
        self.part, self.has_begun, self.has_ended = part, False, False
        self.is_heard = False
        for line in pathlib.Path(path).read_text().splitlines():
            self.take(line.split())

    @property
    def lists(self):
        """Does it tell its fingers in lists, without names?"""
        return MT_X in self.resolution and SLOT not in self.resolution

    def take(self, words):
        what, numbers = words[0], words[1:]
        if what == "kind":
            self.kind = numbers[0]
        elif what == "axis":
            self.resolution[int(numbers[0])] = int(numbers[3])
        elif what == "note" and numbers[1] == "gone":
            # For the recorder of that part it is as if it had been unplugged, for nobody else.
            if self.has_begun and not self.has_ended:
                self.items.append(Item("destroy", int(numbers[0]), int(numbers[0])))
        elif what == "note" and numbers[1] == "heard":
            self.is_heard = True
        elif what == "note":
            self.has_ended = self.has_ended or self.part is not None and self.has_begun
            self.has_begun = self.has_begun or self.part in (None, numbers[1])
        elif what in ("create", "destroy", "frame") and not self.has_ended:
            values = [int(number) for number in numbers if not number.startswith("/")]
            events = [tuple(values[at:at + 3]) for at in range(2, len(values), 3)]
            item = Item(what, values[0], values[1], events)
            item.is_heard, self.is_heard = self.is_heard, False
            (self.items if self.has_begun else self.before).append(item)

    def presses(self, code):
        """When a key was pressed, since the recording began."""
        device = Device(self)
        for item in self.before:
            device.take(item)
        return [item for item in self.items if (EV_KEY, code, 1) in device.take(item)]


class Device:
    """What the device holds. A copy of it is what was known at another time."""

    def __init__(self, truth):
        self.truth = truth
        self.next_name = 0
        self.clear()

    def clear(self):
        self.held, self.switches, self.axes = set(), set(), {}
        self.slot, self.slots, self.told = 0, {}, []
        # By what tells them apart, in the order in which new ones are numbered.
        self.contacts = {}
        self.touched = None

    def copy(self, deeply=False):
        """What it holds now; and if deeply, one that can take more by itself."""
        if deeply:
            return copy.deepcopy(self, {id(self.truth): self.truth})
        other = Device(self.truth)
        other.held, other.switches = set(self.held), set(self.switches)
        other.axes, other.contacts = dict(self.axes), dict(self.contacts)
        return other

    def take(self, item):
        """Follows what was done; answers the events that the kernel passes on."""
        if item.what != "frame":
            self.clear()
            return []
        passed = [event for event in item.events if self.passes(*event)]
        self.contacts = self.contacts_now()
        self.told = []
        return passed

    def passes(self, kind, code, value):
        if kind == EV_KEY:
            return self.passes_state(self.held, code, value)
        if kind == EV_SW:
            return self.passes_state(self.switches, code, value)
        if kind == EV_REL:
            return value != 0
        if kind == EV_ABS:
            return self.passes_axis(code, value)
        if kind == EV_SYN and code == SYN_MT_REPORT:
            self.told.append({})
        return True

    @staticmethod
    def passes_state(held, code, value):
        if value == 2:
            return True
        if (code in held) == bool(value):
            return False
        (held.add if value else held.discard)(code)
        return True

    def passes_axis(self, code, value):
        if code == SLOT:
            self.slot = value
            return False
        if code > SLOT and SLOT in self.truth.resolution:
            slot = self.slots.setdefault(self.slot, {MT_ID: -1})
            differs = slot.get(code, 0) != value
            slot[code] = value
            return differs
        if code > SLOT:
            self.told = self.told or [{}]
            self.told[-1][code] = value
            return True
        differs = self.axes.get(code, 0) != value
        self.axes[code] = value
        return differs

    def contacts_now(self):
        """Position, size and pressure of each finger, by what tells it from others."""
        resolution = self.truth.resolution
        if SLOT in resolution:
            here = sorted((place, slot) for place, slot in self.slots.items() if slot[MT_ID] >= 0)
            return {(place, slot[MT_ID]): self.contact(slot, MT_X, MT_Y, MT_PRESSURE)
                    for place, slot in here}
        if MT_X in resolution:
            return self.nearest([told for told in self.told if told]) if self.told else self.contacts
        if ABS_PRESSURE not in resolution or BTN_TOUCH not in self.held:
            self.touched = None
            return {}
        if self.touched is None:
            self.touched = self.new_name()
        return {self.touched: self.contact(self.axes, ABS_X, ABS_Y, ABS_PRESSURE)}

    def take_for_same(self, known):
        """One finger without a number, there before and after a loss: that it went, nobody can know."""
        if self.touched is not None and known.contacts:
            name, = known.contacts
            self.contacts, self.touched = {name: self.contacts[self.touched]}, name

    def nearest(self, told):
        """Fingers that are told without names: each has that of the nearest that was there."""
        left, now, new = dict(self.contacts), {}, []
        for values in told:
            contact = self.contact(values, MT_X, MT_Y, MT_PRESSURE)
            away = {name: math.dist((contact["x"], contact["y"]), (other["x"], other["y"]))
                    for name, other in left.items()}
            name = min(away, key=away.get, default=None)
            if name is None or away[name] > NEAR:
                new.append(contact)
            else:
                now[name] = contact
                del left[name]
        for contact in new:
            now[self.new_name()] = contact
        return now

    def new_name(self):
        self.next_name += 1
        return self.next_name

    def contact(self, values, x, y, pressure):
        found = {"x": values.get(x, 0), "y": values.get(y, 0), "pressure": values.get(pressure, 0)}
        for axis in (x, y):
            if self.truth.resolution.get(axis):
                name = "xMillimetres" if axis == x else "yMillimetres"
                found[name] = Fraction(values.get(axis, 0), self.truth.resolution[axis])
        if MAJOR in self.truth.resolution:
            # Without an orientation, the longer axis of a contact is the upright one.
            found["width"], found["height"] = values.get(MINOR, 0), values.get(MAJOR, 0)
        return found


class Fingers:
    """The numbers of the fingers: the smallest that are free."""

    def __init__(self):
        self.numbers = {}

    def changes(self, before, now, gone):
        """The records of what fingers did between two states; those that left come first."""
        records = []
        for name in [name for name in self.numbers if name not in now]:
            records.append(touch(gone, self.numbers.pop(name), before[name]))
        for name, contact in now.items():
            if name not in self.numbers:
                self.numbers[name] = min(set(range(99)) - set(self.numbers.values()))
                records.append(touch(BEGAN, self.numbers[name], contact))
            elif before.get(name) != contact:
                records.append(touch(MOVED, self.numbers[name], contact))
        return records


def touch(phase, index, contact):
    return {"sensorType": "touch", "phase": phase, "index": index, **contact}


def key_record(code, value, named):
    record = {"sensorType": "key", "value": value}
    return {**record, "key": KEYS[code]} if KEYS[code] in named else record


def pointer_record(moves):
    record = {"sensorType": "pointer"}
    if REL_X in moves or REL_Y in moves:
        record.update(x=moves.get(REL_X, 0), y=moves.get(REL_Y, 0))
    return {**record, "z": moves[REL_WHEEL]} if REL_WHEEL in moves else record


def axes_records(device):
    """g and rad/s, of what stands in the device's units per g and per degree a second."""
    values, resolution = device.axes, device.truth.resolution
    acceleration = {name: Fraction(values.get(axis, 0), resolution[axis])
                    for name, axis in zip("xyz", range(ABS_X, ABS_Z + 1))}
    turn = {name: values.get(axis, 0) / resolution[axis] * math.pi / 180
            for name, axis in zip("xyz", range(ABS_RX, ABS_RX + 3))}
    return [{"sensorType": "accelerometer", **acceleration}, {"sensorType": "gyro", **turn}]


def frame_records(device, passed, before, fingers, kinds, named):
    """The records that a frame comes to; `device` has taken it, `before` has not."""
    records = []
    surface = MT_X in device.truth.resolution or device.truth.kind == "single"
    if "keys" in kinds:
        records += [key_record(code, value, named) for kind, code, value in passed
                    if kind == EV_KEY and not (surface and code == BTN_TOUCH)]
    moves = {code: value for kind, code, value in passed if kind == EV_REL}
    if "pointer" in kinds and moves:
        records.append(pointer_record(moves))
    if "switches" in kinds:
        records += [{"sensorType": "switch", "key": SWITCHES[code], "value": value}
                    for kind, code, value in passed if kind == EV_SW]
    if "touches" in kinds:
        records += fingers.changes(before.contacts, device.contacts, ENDED)
    if "accelerometer" in kinds and any(kind == EV_ABS for kind, _, _ in passed):
        records += axes_records(device)
    return records


def found_again(device, known, fingers, kinds, named):
    """The records of what differs from what was known, after events were lost."""
    records = []
    if "keys" in kinds:
        for code in sorted(device.held ^ known.held):
            records.append(key_record(code, int(code in device.held), named))
    if "switches" in kinds:
        for code in sorted(device.switches ^ known.switches):
            value = int(code in device.switches)
            records.append({"sensorType": "switch", "key": SWITCHES[code], "value": value})
    if "touches" in kinds:
        records += fingers.changes(known.contacts, device.contacts, CANCELLED)
    return records
