#!/usr/bin/env python3
"""Judges what was read of the virtual IMU: is every count there, in order, and every value exact?

    check.py scans KIND FILE        scans as iio_readdev writes them, of KIND accel, gyro or magn
    check.py session FOLDER TYPE…   what footfall recorded of TYPE accelerometer, gyro or magnetometer

    --timestamped HZ     timestamps are the device's own: exactly a period apart
    --moved          those timestamps are of another machine's clock, whose drift the recorder follows: each is
                     a period apart but for one in a hundred and fifty, and each lies where the pairs of both
                     clocks in the session's journal say, within the error that they state
    --at-least N     as many samples of each
    --missing N      so many counts are missing, all told (0 without it); `some`, or `any`: only tell
    --beside TYPE    no sample of the other types lies farther than half a period from its place beside those
                     of TYPE, which the same device measured at the same time; needs --timestamped or --rate
    --rate HZ        the rate of what is compared so
    --stretches N    the pairs in the journal of each type but that of --beside begin so many stretches
    --arrived        timestamps are of arrival; see below
    --refused FILE   when the kernel refused a report of the device, in s of CLOCK_BOOTTIME, a line each
    --scale T=X      what the kernel says is the scale of type T, as it says it

What the kernel refused is no loss of the reader's: a count may be missing if a report was refused at its
place, one for each. Whether each is told is judged all the same.

With --arrived, one loss of one sample that nobody told, or one told that was none, is known of each
sensor where timestamps beside it came late or early. A recorder that decides from two steps takes three late
arrivals for a loss, or a loss for lateness; only a model of the device's clock over a longer time can
tell. Each is printed in a line that begins with `known:`, with its timestamps; anything more does not hold.

Report k of a sensor carries x = k mod 32768 and y = triangle(k). In a session, a gap record must stand
wherever counts are missing, and count them exactly. The last line printed is the figure. The status is
1 when something does not hold, 75 when all holds but there are fewer samples than there should be.
"""

import argparse
import json
import pathlib
import struct
import sys
from fractions import Fraction

COUNTS = 32768
TOO_FEW = 75
Z = {"accel": -1000, "gyro": 1000, "magn": -400}
KIND = {"accelerometer": "accel", "gyro": "gyro", "magnetometer": "magn"}
SCALE = {"accelerometer": "0.009806650", "gyro": "0.000017453", "magnetometer": "0.001000000"}


class Wrong(Exception):
    """What does not hold, in words."""


class TooFew(Exception):
    """The machine made fewer samples than it should, in words."""


def triangle(count):
    phase = count % 2000
    return phase - 500 if phase < 1000 else 1500 - phase


def period_ns(count, rate):
    """When report `count` was measured, after the first: as the device's whole microseconds."""
    return count * 1_000_000 // rate * 1000


def in_field_units(kind, raw, scale):
    """(raw + offset) × scale, and then g, rad/s or µT; offsets are 0 here."""
    value = float(raw) * float(scale)
    if kind == "accelerometer":
        return value / 9.80665
    return value * 100 if kind == "magnetometer" else value


class Sequence:
    """Follows the counts of one sensor."""

    def __init__(self, name, rate, arrived=False, moved=False):
        self.name, self.rate, self.arrived, self.moved = name, rate, arrived, moved
        self.samples = self.missing = self.told = 0
        self.count = self.time = self.origin = None
        self.times, self.counts, self.mistold, self.losses = [], [], [], []

    def gap(self, lost):
        """A record says that so many are missing from here on."""
        if lost <= 0:
            raise Wrong(f"{self.name}: a gap record counts {lost}")
        self.told += lost

    def sample(self, residue, y, time, gaps_are_told):
        where = f"{self.name}, sample {self.samples}"
        if self.count is None:
            self.count = self.first(residue, y, where)
        else:
            step = (residue - self.count) % COUNTS
            if step == 0 or step > COUNTS // 2:
                raise Wrong(f"{where}: count {residue} after {self.count % COUNTS}")
            if gaps_are_told and step - 1 != self.told:
                self.mistold.append((self.samples, step - 1, self.told))
            self.missing += step - 1
            self.losses += [(self.time, time)] * (step - 1)
            self.count += step
        self.told = 0
        if y != triangle(self.count):
            raise Wrong(f"{where}: y is {y}, not {triangle(self.count)}")
        self.timestamp(time, where)
        self.samples += 1

    @staticmethod
    def first(residue, y, where):
        """The count that the first sample has: known only modulo 32768, so y decides."""
        for turn in range(125):
            if triangle(residue + turn * COUNTS) == y:
                return residue + turn * COUNTS
        raise Wrong(f"{where}: no report carries x = {residue} and y = {y}")

    def beside(self, sample):
        """The steps between the timestamps around a sample, in ms."""
        times = self.times[max(0, sample - 5):sample + 5]
        return [(later - earlier) / 1e6 for earlier, later in zip(times, times[1:])]

    def known(self):
        """What is mistold in a way that is known; raises Wrong for anything else."""
        if not self.mistold:
            return []
        steps = sorted(later - earlier for earlier, later in zip(self.times, self.times[1:]))
        period = steps[len(steps) // 2] / 1e6 if steps else 0
        lines = []
        for sample, missing, told in self.mistold:
            beside, own = self.beside(sample), sample - 1 - max(0, sample - 5)
            line = (f"{self.name}, sample {sample}: {missing} are missing and {told} are told; steps of " +
                    ", ".join(f"{step:.2f}" for step in beside) + f" ms at {period:.2f} ms")
            # Across a loss a step is as many periods longer: that alone is no lateness.
            if missing and own < len(beside):
                beside[own] /= missing + 1
            is_uneven = any(abs(step - period) > 0.1 * period for step in beside)
            if not self.arrived or len(self.mistold) > 1 or abs(missing - told) != 1 or not is_uneven:
                raise Wrong(line)
            lines.append(line + "; the timestamps are of arrival, and two steps do not tell lateness from loss")
        return lines

    def compare(self, found, expected, tolerance, where):
        if abs(found - expected) > (tolerance if self.moved else 0):
            raise Wrong(f"{where} {found} ns, not {expected}")

    def is_stated(self, pairs):
        """Does every sample lie where the pairs of both clocks say, within the error that they state?

        The pairs are of timestamps of samples, so that one of them, whose sample is there, tells what all the
        device's timestamps were. What is known best of both clocks' course is where the least error is stated.
        """
        if sum(pair["beginsStretch"] for pair in pairs) != 1:
            raise Wrong(f"{self.name}: the other machine's clock was not set, and its pairs begin stretches")
        # One that is told again is known better since.
        errors = {(pair["deviceNanoseconds"], pair["boottimeNanoseconds"]): pair["errorNanoseconds"]
                  for pair in pairs}
        known = sorted((device, boot, error) for (device, boot), error in errors.items())
        counts = dict(zip(self.times, self.counts))
        place = next(((device, counts[boot]) for device, boot, _ in known if boot in counts), None)
        if place is None:
            raise Wrong(f"{self.name}: no pair of its clock is of one of its samples")
        best = min(known, key=lambda pair: pair[2])
        far = [pair for pair in known if abs(pair[0] - best[0]) >= 5_000_000_000]
        slope, slope_error = Fraction(1), 0.0
        if far:
            other = min(far, key=lambda pair: pair[2])
            slope = Fraction(other[1] - best[1], other[0] - best[0])
            slope_error = (other[2] + best[2]) / abs(other[0] - best[0])
        widest, after = 0.0, 0
        for sample, (count, time) in enumerate(zip(self.counts, self.times)):
            device = place[0] + period_ns(count, self.rate) - period_ns(place[1], self.rate)
            while after < len(known) and known[after][0] < device:
                after += 1
            stated = max(pair[2] for pair in known[max(0, after - 1):after + 1])
            ahead = device - best[0]
            off = abs(float(time - best[1] - slope * ahead))
            if off > stated + best[2] + slope_error * abs(ahead) + 2:
                raise Wrong(f"{self.name}, sample {sample} lies {off / 1e6:.3f} ms from its place, where the "
                            f"journal states {stated / 1e6:.3f} ms (and {best[2] / 1e6:.3f} at best)")
            widest = max(widest, off)
        return widest

    def timestamp(self, time, where):
        if time is None:
            return
        self.times.append(time)
        self.counts.append(self.count)
        if self.time is not None and time < self.time:
            raise Wrong(f"{where}: time goes back, from {self.time} to {time} ns")
        if self.rate and self.time is not None:
            since = period_ns(self.count, self.rate) - period_ns(self.origin[0], self.rate)
            if not self.moved:
                self.compare(time - self.origin[1], since, 0, f"{where}: after the first")
            step = period_ns(self.count, self.rate) - period_ns(self.before, self.rate)
            # What the recorder bends its line by at most, and the rounding of two instants.
            self.compare(time - self.time, step, step / 150 + 2, f"{where}: after the one before")
        self.time, self.before = time, self.count
        self.origin = self.origin or (self.count, time)


def check_scans(kind, path, rate):
    """Scans of three axes, 32 bits each, and a timestamp of 64.

    The magnetometer has a timestamp only when the device gives it.
    """
    timestamped = kind != "magn" or rate is not None
    scan = struct.Struct("<iiixxxxq" if timestamped else "<iii")
    data = pathlib.Path(path).read_bytes()
    if len(data) % scan.size:
        raise Wrong(f"{path}: {len(data)} bytes are no whole number of scans of {scan.size}")
    sequence = Sequence(kind, rate)
    for values in scan.iter_unpack(data):
        axes = values[:3]
        if kind != "gyro":
            # 16 bits of 32: the rest is a neighbour's.
            axes = [(axis & 0xFFFF ^ 0x8000) - 0x8000 for axis in axes]
        if axes[2] != Z[kind]:
            raise Wrong(f"{kind}, sample {sequence.samples}: z is {axes[2]}, not {Z[kind]}")
        sequence.sample(axes[0], axes[1], values[3] if timestamped else None, False)
    return [sequence]


def raw_of(kind, axis, value, scale):
    """The raw number behind a value, if it is exactly the value of one."""
    unit = in_field_units(kind, 1, scale)
    raw = round(value / unit)
    exact = in_field_units(kind, raw, scale)
    if exact != value:
        raise Wrong(f"{kind}: {axis} is {value!r}; the nearest raw number {raw} gives {exact!r}")
    return raw


def records_of(folder, kinds):
    """The records of each kind, in the order of their file."""
    records = {kind: [] for kind in kinds}
    for path in sorted(pathlib.Path(folder).glob("*.json")):
        if path.name in ("manifest.json", "taskResult.json", "journal.json"):
            continue
        content = json.loads(path.read_text())
        for record in content if isinstance(content, list) else content["items"]:
            if record.get("sensorType") in records:
                records[record["sensorType"]].append(record)
    return records


def pairs_of(folder, kinds):
    """The pairs of each kind's device, in the order in which the journal tells them."""
    folder = pathlib.Path(folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    kind_of = {}
    for device in manifest["devices"]:
        for key, words in device.get("details", {}).items():
            if key.startswith("device "):
                kind_of[key[len("device "):]] = words.rsplit(": ", 1)[-1].split(", ")
    pairs = {kind: [] for kind in kinds}
    for event in json.loads((folder / "journal.json").read_text()):
        if event["event"] == "deviceClock":
            for kind in kind_of.get(event["about"]["deviceName"], []):
                if kind in pairs:
                    pairs[kind].append(event["about"]["pair"])
    return pairs


def is_beside(sequence, other, rate):
    """Does every sample lie within half a period of its place beside those of the other type?"""
    at = dict(zip(other.counts, other.times))
    # Each began to stream at a time of its own: how far their counts are apart shows by the times.
    first, time = sequence.counts[0], sequence.times[0]
    apart = min(at, key=lambda count: abs(at[count] - time)) - first
    away = sorted(time - at[count + apart] for count, time in zip(sequence.counts, sequence.times)
                  if count + apart in at)
    if len(away) < len(sequence.times) / 2:
        raise Wrong(f"{sequence.name}: only {len(away)} samples of {other.name} are beside its own")
    usual = away[len(away) // 2]
    # A machine that is busy sends both late, and not by the same.
    period = 1e9 / rate
    base = min(time - count * period for count, time in at.items())
    late = {count: time - count * period - base for count, time in at.items()}
    farthest = 0
    for count, time in zip(sequence.counts, sequence.times):
        place = count + apart
        if place not in at:
            continue
        busy = max(late.get(near, 0) for near in range(place - 2, place + 3))
        off = abs(time - at[place] - usual)
        if off > period / 2 + min(busy, 10 * period):
            raise Wrong(f"{sequence.name}, count {count}: it lies {off / 1e6:.3f} ms from its place beside "
                        f"{other.name}, at a time when that was late by {busy / 1e6:.3f} ms")
        farthest = max(farthest, off)
    return farthest


def check_beside(sequences, options):
    """What --beside and --stretches want."""
    figures = []
    for other in [sequence for sequence in sequences if sequence.name == options.beside]:
        for sequence in sequences:
            if sequence is not other:
                farthest = is_beside(sequence, other, options.timestamped or options.rate)
                figures.append(f"{sequence.name} within {farthest / 1e6:.3f} ms beside {other.name}")
    if options.stretches is not None:
        for kind, pairs in pairs_of(options.first, options.more).items():
            found = sum(pair["beginsStretch"] for pair in pairs)
            if kind != options.beside and found != options.stretches:
                raise Wrong(f"{kind}: its pairs begin {found} stretches, not {options.stretches}")
    return figures


def check_session(folder, kinds, rate, scales, arrived, moved=False):
    sequences = []
    for kind, records in records_of(folder, kinds).items():
        sequence = Sequence(kind, rate, arrived, moved)
        for record in records:
            if "lost" in record:
                sequence.gap(record["lost"])
                continue
            raw = [raw_of(kind, axis, record[axis], scales[kind]) for axis in "xyz"]
            if raw[2] != Z[KIND[kind]]:
                raise Wrong(f"{kind}: z is {raw[2]} raw, not {Z[KIND[kind]]}")
            # Seconds as text to nanoseconds, without another rounding.
            time = round(Fraction(record["uptime"]) * 1_000_000_000)
            sequence.sample(raw[0], raw[1], time, True)
        sequences.append(sequence)
    if moved and rate:
        pairs = pairs_of(folder, kinds)
        for sequence in sequences:
            if sequence.times:
                sequence.is_stated(pairs[sequence.name])
    return sequences


# How long a report may come after the time that the device timestamps it with, and before, in ns.
LATE, EARLY = 1_000_000_000, 50_000_000


def refused_among(sequences, path):
    """How many of the counts that are missing were refused by the kernel, each by a refusal of its own."""
    if path is None:
        return 0
    refusals = sorted(float(line) * 1e9 for line in pathlib.Path(path).read_text().split())
    losses = sorted(loss for sequence in sequences for loss in sequence.losses if None not in loss)
    found = 0
    for before, after in losses:
        place = next((at for at, refusal in enumerate(refusals)
                      if before - EARLY <= refusal <= after + LATE), None)
        if place is not None:
            del refusals[place]
            found += 1
    return found


def judge(sequences, at_least, missing, refused):
    known = [line for sequence in sequences for line in sequence.known()]
    lost = sum(sequence.missing - sum(missing for _, missing, _ in sequence.mistold)
               for sequence in sequences)
    if missing == "some":
        if lost == 0:
            raise Wrong("nothing is missing, where something has to be")
    elif missing != "any" and not int(missing) <= lost <= int(missing) + refused:
        each = ", ".join(f"{sequence.name} {sequence.missing}" for sequence in sequences)
        raise Wrong(f"{lost} counts are missing, not {missing} ({each}); the kernel refused {refused} of them")
    for sequence in sequences:
        if sequence.samples == 0:
            raise Wrong(f"{sequence.name}: no samples")
        if sequence.samples < at_least:
            raise TooFew(f"{sequence.name}: {sequence.samples} samples, not {at_least}")
    return known


def arguments(given):
    parser = argparse.ArgumentParser(description=__doc__, add_help=True)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("what", choices=["scans", "session"])
    parser.add_argument("first")
    parser.add_argument("more", nargs="+")
    parser.add_argument("--timestamped", type=int)
    parser.add_argument("--refused")
    parser.add_argument("--arrived", action="store_true")
    parser.add_argument("--moved", action="store_true")
    parser.add_argument("--beside")
    parser.add_argument("--rate", type=int)
    parser.add_argument("--stretches", type=int)
    parser.add_argument("--at-least", type=int, default=1)
    parser.add_argument("--missing", default="0")
    parser.add_argument("--scale", action="append", default=[])
    return parser.parse_args(given)


def main(given):
    options = arguments(given)
    scales = dict(SCALE, **dict(scale.split("=", 1) for scale in options.scale))
    try:
        if options.what == "scans":
            sequences = check_scans(options.first, options.more[0], options.timestamped)
        else:
            sequences = check_session(
                options.first, options.more, options.timestamped, scales, options.arrived,
                options.moved
            )
        beside = check_beside(sequences, options)
        refused = refused_among(sequences, options.refused)
        for line in judge(sequences, options.at_least, options.missing, refused):
            print(f"known: {line}")
    except TooFew as error:
        print(f"check.py: {error}", file=sys.stderr)
        return TOO_FEW
    except (Wrong, OSError, ValueError, KeyError) as error:
        print(f"check.py: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    figures = [f"{s.name} {s.samples} samples, {s.missing} missing" for s in sequences] + beside
    print(", ".join(figures) + (f"; the kernel refused {refused} of them" if refused else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
