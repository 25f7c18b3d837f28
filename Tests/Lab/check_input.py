#!/usr/bin/env python3
"""Judges what was recorded of a virtual input device by the log of what the device did.

    check_input.py session FOLDER TRUTH          is every event there, in order, and nothing else?
    check_input.py markers FOLDER TRUTH KEY=NAME…  are the marks of keys in every file, at their time?

    --file GLOB        the sample file that is judged; *input*.json without it
    --kinds A,B        the kinds of events that were asked for; what the device can tell without it
    --named A,B        the keys that may be named; no key without it
    --gaps A,B         the reasons of the gap records that there have to be, in order; none without it
    --part WORD        only from the `note WORD` of the log to its next note
    --state FILE       what `input-peer state` says the device holds at the end
    --at-least N       so many records of events

What the device did before the first `note` of its log is no part of the recording; what it did after
`note heard`, no loss before that may have taken. What was found at the beginning is estimated. A gap
record is no later than the first event that it stands for. The kernel's time
of an event has to lie between those before and after its frame was written. After a gap record the
state that was found has to be the device's, and only what differs from what was known may be told.
The last line printed is the figure; status 1 when something does not hold.
"""

import argparse
import decimal
import json
import pathlib
import sys
from fractions import Fraction

from input_truth import (CANCELLED, ENDED, KEYS, STATIONARY, Device, Fingers, Truth, axes_records,
                         found_again, frame_records, key_record)

# What every record has, and what is judged apart.
COMMON = {"uptime", "timestamp", "stepPath", "timestampDate", "estimated"}
LEFT = (ENDED, CANCELLED)
KINDS = {
    "keys": {"keys"}, "touch": {"touches"}, "touchA": {"touches"}, "single": {"touches"},
    "accel": {"accelerometer"}, "mouse": {"pointer", "keys"}, "switch": {"switches"},
    "rumble": {"keys"},
}
# What a gap record is of: what the device is there for.
GAP_TYPES = {
    "keys": {"key"}, "touch": {"touch"}, "touchA": {"touch"}, "single": {"touch"},
    "accel": {"accelerometer", "gyro"}, "mouse": {"pointer", "key"}, "switch": {"switch", "key"},
    "rumble": {"key"},
}


class Wrong(Exception):
    """What does not hold, in words."""


def microseconds(record):
    """The time of a record, which the kernel tells in whole microseconds."""
    time = Fraction(record["uptime"]) * 1_000_000
    if time.denominator != 1:
        raise Wrong(f"{brief(record)}: its time is no whole number of microseconds")
    return int(time)


def brief(record):
    return json.dumps({key: value for key, value in record.items() if key not in COMMON} |
                      {"uptime": record.get("uptime")}, default=str)


def is_close(value, wanted):
    """Whole numbers as they are; what was divided, but for the rounding of doubles."""
    if isinstance(wanted, (int, str)) and not isinstance(wanted, bool):
        return value == wanted
    return abs(Fraction(value) - Fraction(wanted)) <= abs(Fraction(wanted)) * Fraction(1, 10**12)


def is_same(record, wanted):
    told = record.keys() - COMMON
    return told == wanted.keys() and all(is_close(record[key], wanted[key]) for key in told)


def sample_files(folder, pattern):
    skipped = ("manifest.json", "taskResult.json", "journal.json")
    return [path for path in sorted(pathlib.Path(folder).glob(pattern)) if path.name not in skipped]


def records_of(path):
    content = json.loads(path.read_text(), parse_float=decimal.Decimal)
    return content if isinstance(content, list) else content["items"]


class Judgement:
    """Goes through the records of a file and through what the device did, side by side."""

    def __init__(self, truth, records, kinds, named):
        self.truth, self.kinds, self.named = truth, kinds, named
        self.records = [record for record in records if "marker" not in record]
        for earlier, later in zip(self.records, self.records[1:]):
            if later["uptime"] < earlier["uptime"]:
                raise Wrong(f"time goes back: {brief(later)} after {brief(earlier)}")
        self.at = self.item = self.judged = 0
        self.device, self.fingers, self.gaps = Device(truth), Fingers(), []
        self.latest = 0
        # Of fingers in lists: nobody knows since when those of the next frame are there.
        self.is_found_anew = False
        for item in truth.before:
            self.device.take(item)

    def next(self, count=1):
        return self.records[self.at:self.at + count]

    def run(self):
        self.begin()
        items = self.truth.items
        while self.item < len(items):
            if self.is_gap():
                self.pass_gap()
            elif items[self.item].what == "frame":
                self.pass_frame(items[self.item])
            else:
                self.pass_plug(items[self.item])
        if self.is_gap():
            self.pass_gap()
        if self.at < len(self.records):
            raise Wrong(f"nothing of the device is this: {brief(self.records[self.at])}")

    def begin(self):
        """What is pressed or touched already is told first."""
        wanted = found_again(
            self.device, Device(self.truth), self.fingers, self.kinds, self.named
        )
        for record in wanted:
            if "phase" in record:
                record["phase"] = STATIONARY
        wanted = [record for record in wanted if record["sensorType"] != "switch"]
        found = self.next(len(wanted))
        self.compare(found, wanted, "the state at the beginning", ordered=False)
        for record in found:
            if record.get("estimated") is not True:
                raise Wrong(f"nobody saw it come, and it is not estimated: {brief(record)}")
        self.at += len(wanted)

    def is_gap(self):
        return bool(self.next()) and "lost" in self.next()[0]

    def pass_frame(self, item):
        before = self.device.copy()
        passed = self.device.take(item)
        wanted = frame_records(
            self.device, passed, before, self.fingers, self.kinds, self.named
        )
        where = f"the frame of {item.before} ns"
        found = self.next(len(wanted))
        self.compare(found, wanted, where)
        for record in found:
            if bool(record.get("estimated")) != self.is_found_anew:
                told = "not estimated" if self.is_found_anew else "estimated, but nothing was lost"
                raise Wrong(f"{where}: {told}: {brief(record)}")
            if not item.has(microseconds(record)):
                raise Wrong(f"{where}, written by {item.after} ns, is told with the time of "
                            f"{brief(record)}")
            self.latest = max(self.latest, item.after - item.before)
        if len({record["uptime"] for record in found}) > 1:
            raise Wrong(f"{where} is told with more than one time")
        self.is_found_anew = False
        self.at += len(found)
        self.item += 1
        self.judged += len(found)

    def pass_plug(self, item):
        """Unplugged: what it held is over. Then comes a gap record, or the end of the recording."""
        if item.what == "create":
            raise Wrong("it was plugged in, and no gap record says that it had gone")
        self.pass_last_releases(item)
        found = self.take_found()
        if found:
            known = self.device.copy()
            self.device.clear()
            wanted = found_again(self.device, known, self.fingers, self.kinds, self.named)
            self.compare(found, wanted, "what it held that is gone", ordered=False)
            self.judged += len(found)
        if self.is_gap():
            return
        if self.next():
            raise Wrong(f"after it was unplugged, without a gap record: {brief(self.next()[0])}")
        self.item = len(self.truth.items)

    def pass_last_releases(self, item):
        """The kernel lets go of the keys of a device that goes, for whoever still reads."""
        held = sorted(self.device.held) if "keys" in self.kinds else []
        found = [record for record in self.next(len(held)) if record.get("sensorType") == "key"
                 and not record.get("estimated") and "lost" not in record
                 and item.has(microseconds(record))]
        if found:
            wanted = [key_record(code, 0, self.named) for code in held]
            self.compare(found, wanted, "the keys of a device that goes")
            self.device.held.clear()
            self.at += len(found)

    def take_found(self):
        """The records of state that was found, from here on."""
        end = self.at
        while end < len(self.records) and self.records[end].get("estimated") is True \
                and "lost" not in self.records[end]:
            end += 1
        found, self.at = self.records[self.at:end], end
        return found

    def pass_gap(self):
        """One record of the loss, then what is found to differ, then what happened after it."""
        gap = self.next()[0]
        if gap["lost"] < 1 or gap.get("estimated") is not True or "reason" not in gap:
            raise Wrong(f"a gap record has to count, to say why, and to be estimated: {brief(gap)}")
        if gap.get("sensorType") not in GAP_TYPES[self.truth.kind]:
            raise Wrong(f"a gap record of {self.truth.kind} is of another type: {brief(gap)}")
        self.gaps.append(gap["reason"])
        self.at += 1
        self.pass_same_gap(gap)
        found = self.take_found()
        known, fingers = self.device.copy(), Fingers()
        fingers.numbers = dict(self.fingers.numbers)
        if self.truth.lists:
            self.put_back([record for record in found if record.get("phase") != CANCELLED])
            found = [record for record in found if record.get("phase") == CANCELLED]
        passed = self.go_on_after_loss()
        if microseconds(gap) > passed[0].after // 1000:
            raise Wrong(f"the loss began by {passed[0].after} ns: {brief(gap)}")
        reason = "device" if "destroy" in [item.what for item in passed] else "kernel"
        if gap["reason"] != reason:
            raise Wrong(f"the reason of a loss is not '{reason}': {brief(gap)}")
        if self.truth.lists:
            # It cannot be asked who is there: nobody is, until its next frame says so.
            self.device.contacts, self.is_found_anew = {}, True
        self.device.take_for_same(known)
        wanted = found_again(self.device, known, fingers, self.kinds, self.named)
        if "accelerometer" in self.kinds and len(found) == len(wanted) + 2:
            wanted += axes_records(self.device)
        self.compare(found, wanted, f"the state after the loss at {gap['uptime']} s", ordered=False)
        self.fingers = fingers
        self.judged += len(found)

    def pass_same_gap(self, gap):
        """A loss of two sensors of one device is told of each."""
        types = {gap["sensorType"]}
        while self.is_gap() and self.next()[0]["uptime"] == gap["uptime"] \
                and self.next()[0]["sensorType"] not in types:
            same = self.next()[0]
            if (same["reason"], same["estimated"]) != (gap["reason"], True):
                raise Wrong(f"one loss is told in two ways: {brief(gap)}, {brief(same)}")
            types.add(same["sensorType"])
            self.at += 1

    def put_back(self, records):
        self.at -= len(records)

    def go_on_after_loss(self):
        """Lets the device do what nobody saw, up to the next frame that was recorded."""
        items, passed = self.truth.items, []
        goes_on = self.next()
        while self.item < len(items):
            item = items[self.item]
            # It cannot have been lost: it was written when the recorder heard again.
            if item.is_heard:
                break
            if goes_on and passed:
                # Another loss comes next: it begins where something was unplugged.
                if "lost" in goes_on[0] and item.what == "destroy":
                    break
                if "lost" not in goes_on[0] and self.could_be(item, goes_on[0]):
                    break
            self.device.take(item)
            passed.append(item)
            self.item += 1
        if not passed:
            raise Wrong("a loss is told, and there was nothing to lose")
        return passed

    def could_be(self, item, record):
        """Is this the frame of a record after a loss? Frames of a burst have one time."""
        if item.what != "frame" or not item.has(microseconds(record)):
            return False
        following = self.truth.items[self.item + 1:self.item + 2]
        if not following or not following[0].has(microseconds(record)):
            return True
        trial = self.device.copy(deeply=True)
        before = trial.copy()
        fingers = Fingers()
        fingers.changes({}, before.contacts, CANCELLED)
        wanted = frame_records(trial, trial.take(item), before, fingers, self.kinds, self.named)
        # The numbers of fingers are not known here.
        numbered = [{**one, "index": record["index"]} if "index" in record and "index" in one
                    else one for one in wanted]
        return any(is_same(record, one) for one in numbered)

    def compare(self, found, wanted, where, ordered=True):
        """Do records say what they have to? Of fingers, only those that left come first."""
        if len(found) < len(wanted):
            missing = wanted[len(found)] if found else wanted[0]
            raise Wrong(f"{where}: {brief(missing)} is missing")
        left = [record.get("phase") in LEFT for record in found if "phase" in record]
        if left != sorted(left, reverse=True):
            raise Wrong(f"{where}: fingers that left are told after others")
        rest = list(wanted)
        for record in found:
            may_be = rest if not ordered or "phase" in record else rest[:1]
            same = next((one for one in may_be if is_same(record, one)), None)
            if same is None:
                others = " nor ".join(map(brief, may_be[:4])) or "to be"
                raise Wrong(f"{where}: {brief(record)} is not {others}")
            rest.remove(same)
        if rest:
            raise Wrong(f"{where}: {brief(rest[0])} is missing")


def check_session(folder, options):
    truth = Truth(options.truth, options.part)
    if not truth.has_begun:
        raise Wrong(f"{options.truth} has no note of where the recording begins")
    files = sample_files(folder, options.file)
    if len(files) != 1:
        raise Wrong(f"{folder} has {len(files)} files like {options.file}, not one")
    kinds = set(options.kinds.split(",")) if options.kinds else KINDS[truth.kind]
    named = set(options.named.split(","))
    judgement = Judgement(truth, records_of(files[0]), kinds, named)
    judgement.run()
    if options.state:
        check_state(judgement.device, pathlib.Path(options.state).read_text())
    gaps = [reason for reason in options.gaps.split(",") if reason]
    if judgement.gaps != gaps:
        raise Wrong(f"the gap records are of {judgement.gaps}, not of {gaps}")
    if judgement.judged < options.at_least:
        raise Wrong(f"{judgement.judged} records, not {options.at_least}")
    return (f"{truth.kind} {judgement.judged} records, {len(gaps)} gaps, times within a write of "
            f"{judgement.latest // 1000} µs")


def check_state(device, text):
    """Is what the recording comes to what the kernel holds?"""
    held = {f"key {code}" for code in device.held}
    fingers = {f"finger {slot} {name} {contact['x']} {contact['y']}"
               for (slot, name), contact in device.contacts.items()}
    differs = (held | fingers) ^ set(text.splitlines())
    if differs:
        raise Wrong(f"the kernel and the recording differ in: {', '.join(sorted(differs))}")


def check_markers(folder, options):
    truth = Truth(options.truth, options.part)
    files = sample_files(folder, "*.json")
    if not files:
        raise Wrong(f"{folder} has no sample files")
    codes = {name: code for code, name in KEYS.items()}
    total = 0
    for path in files:
        records = records_of(path)
        for pair in options.markers:
            key, name = pair.split("=", 1)
            presses = truth.presses(codes[key])
            marks = [record for record in records if record.get("marker") == name]
            if len(marks) != len(presses):
                raise Wrong(f"{path.name}: {len(marks)} marks '{name}', not {len(presses)}")
            for mark, press in zip(sorted(marks, key=microseconds), presses):
                if "sensorType" in mark or "lost" in mark:
                    raise Wrong(f"{path.name}: a mark is only a mark: {brief(mark)}")
                if not press.has(microseconds(mark)):
                    raise Wrong(f"{path.name}: the press of {press.before} ns, written by "
                                f"{press.after} ns, is {brief(mark)}")
            total += len(marks)
    if total < max(options.at_least, 1):
        raise Wrong(f"{total} marks, not {max(options.at_least, 1)}")
    return f"{total} marks in {len(files)} files, each at its kernel's time"


def arguments(given):
    parser = argparse.ArgumentParser(description=__doc__, add_help=True)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("what", choices=["session", "markers"])
    parser.add_argument("folder")
    parser.add_argument("truth")
    parser.add_argument("markers", nargs="*")
    parser.add_argument("--file", default="*input*.json")
    parser.add_argument("--kinds")
    parser.add_argument("--named", default="")
    parser.add_argument("--gaps", default="")
    parser.add_argument("--part")
    parser.add_argument("--state")
    parser.add_argument("--at-least", type=int, default=0)
    return parser.parse_intermixed_args(given)


def main(given):
    options = arguments(given)
    check = check_session if options.what == "session" else check_markers
    try:
        print(check(options.folder, options))
    except (Wrong, OSError, ValueError, KeyError) as error:
        print(f"check_input.py: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
