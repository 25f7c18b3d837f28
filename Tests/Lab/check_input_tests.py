#!/usr/bin/env python3
"""Is what is wrong found by check_input.py, and nothing else? Run before every lab."""

import contextlib
import io
import json
import math
import pathlib
import tempfile
import unittest

import check_input

KEY_A, KEY_F13 = 30, 183
X, Y, ID, SLOT, PRESSURE = 0x35, 0x36, 0x39, 0x2F, 0x3A
# Frame n of a log is written from second n on, and takes 400 µs.
START, TAKES = 1_000_000_000, 400_000


class Log:
    """A device's log, and the time that the kernel gives to each frame."""

    def __init__(self, kind, axes=()):
        self.lines = [f"kind {kind}"] + [f"axis {code} 0 4095 {units}" for code, units in axes]
        self.lines.append("create 1 2 /dev/input/event9")
        self.count = 0

    def note(self, word="begun"):
        self.lines.append(f"note 5 {word}")
        return self

    def take(self, what, *words):
        self.count += 1
        before = self.count * START + 900
        line = [what, before, before + TAKES, *words]
        self.lines.append(" ".join(str(word) for word in line))
        return self.count

    def frame(self, *events):
        return self.take("frame", *(number for event in events for number in event))


def time(frame, later=0):
    return {"uptime": frame + later / 1_000_000, "stepPath": "input"}


def key(frame, value, name=None, **more):
    record = {**time(frame, 100), "sensorType": "key", "value": value, **more}
    return {**record, "key": name} if name else record


def gap(frame, kind="key", reason="kernel", **more):
    return {**time(frame, 100), "sensorType": kind, "lost": 1, "reason": reason,
            "estimated": True, **more}


def finger(frame, phase, index, x, y, **more):
    return {**time(frame, 100), "sensorType": "touch", "phase": phase, "index": index, "x": x,
            "y": y, "pressure": 9, "xMillimetres": x / 20, "yMillimetres": y / 20, **more}


def down(slot, name, x, y):
    return [(3, SLOT, slot), (3, ID, name), (3, X, x), (3, Y, y), (3, PRESSURE, 9)]


def up(slot):
    return [(3, SLOT, slot), (3, ID, -1)]


class Checking(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.keys = Log("keys").note()
        axes = [(SLOT, 0), (ID, 0), (X, 20), (Y, 20), (PRESSURE, 0)]
        self.touch = Log("touch", axes)

    def verdict(self, log, records, *words, what="session", file="walk_input.json"):
        (self.folder / "truth").write_text("\n".join(log.lines) + "\n")
        (self.folder / file).write_text(json.dumps(records))
        (self.folder / "manifest.json").write_text("{}")
        given = [what, self.folder, self.folder / "truth", *words]
        with contextlib.redirect_stderr(io.StringIO()) as complaint:
            with contextlib.redirect_stdout(io.StringIO()):
                status = check_input.main([str(word) for word in given])
        self.assertEqual(status, 1 if complaint.getvalue() else 0)
        return complaint.getvalue()

    def holds(self, *given, **more):
        self.assertEqual(self.verdict(*given, **more), "")

    def fails(self, complaint, *given, **more):
        self.assertIn(complaint, self.verdict(*given, **more))


class Keys(Checking):
    def pressed(self):
        """Presses and releases of two keys, and their records."""
        for value in (1, 1, 0):
            # What the key is already, the kernel does not pass on.
            self.keys.frame((4, 4, 7), (1, KEY_A, value), (1, KEY_F13, value))
        return [key(1, 1, "KEY_A"), key(1, 1), key(3, 0, "KEY_A"), key(3, 0)]

    def test_takes_each_event_and_no_name_that_is_not_allowed(self):
        records = [{**time(0), "marker": "start"}] + self.pressed()
        self.holds(self.keys, records, "--named", "KEY_A", "--at-least", 4)
        self.fails("is not", self.keys, records, "--named", "KEY_A,KEY_F13")
        self.fails("is not", self.keys, records)

    def test_finds_an_event_that_is_missing_or_comes_twice(self):
        records = self.pressed()
        for at in range(4):
            without = records[:at] + records[at + 1:]
            self.assertTrue(self.verdict(self.keys, without, "--named", "KEY_A"))
            twice = records[:at] + [records[at]] + records[at:]
            self.assertTrue(self.verdict(self.keys, twice, "--named", "KEY_A"))

    def test_finds_events_in_another_order(self):
        first, second, *rest = self.pressed()
        self.fails("is not", self.keys, [second, first] + rest, "--named", "KEY_A")

    def test_finds_a_time_that_is_not_the_kernels(self):
        for later, complaint in ((-1, "is told with"), (401, "is told with"), (400.5, "whole")):
            self.setUp()
            self.keys.frame((1, KEY_A, 1))
            self.fails(complaint, self.keys, [{**key(1, 1), **time(1, later)}])

    def test_finds_one_frame_with_two_times(self):
        records = self.pressed()
        records[1].update(time(1, 200))
        self.fails("more than one time", self.keys, records, "--named", "KEY_A")

    def test_finds_what_is_invented(self):
        records = self.pressed()
        self.fails("nothing of the device", self.keys, records + [key(4, 1)], "--named", "KEY_A")
        self.fails("estimated, but nothing was lost", self.keys,
                   [{**records[0], "estimated": True}] + records[1:], "--named", "KEY_A")
        self.fails("is not", self.keys, [{**record, "x": 1} for record in records],
                   "--named", "KEY_A")

    def test_takes_a_repeat_of_the_kernel(self):
        self.keys.frame((1, KEY_A, 1))
        self.keys.frame((1, KEY_A, 2))
        self.holds(self.keys, [key(1, 1), key(2, 2)])

    def test_takes_a_key_that_was_held_before(self):
        log = Log("keys")
        log.frame((1, KEY_A, 1))
        log.note().frame((1, KEY_A, 0))
        self.holds(log, [key(1, 1, estimated=True), key(2, 0)])
        self.fails("the state at the beginning", log, [key(2, 0)])

    def test_finds_that_there_are_too_few(self):
        self.fails("0 records, not 1", self.keys, [], "--at-least", 1)


class Losses(Checking):
    def lost(self):
        """A key held before and after, another released meanwhile, a third pressed and released."""
        self.keys.frame((1, KEY_A, 1))
        self.keys.frame((1, 48, 1))
        self.keys.frame((1, KEY_F13, 1))
        self.keys.frame((1, KEY_F13, 0))
        self.keys.frame((1, 48, 0))
        self.keys.frame((1, KEY_A, 0))
        return [key(1, 1), key(2, 1)], [key(5, 0, estimated=True)], [key(6, 0)]

    def test_takes_one_gap_and_the_state_after_it(self):
        before, found, after = self.lost()
        self.holds(self.keys, before + [gap(2)] + found + after, "--gaps", "kernel")
        self.fails("the gap records are of ['kernel'], not of []", self.keys,
                   before + [gap(2)] + found + after)

    def test_finds_state_that_is_missing_wrong_or_invented(self):
        before, found, after = self.lost()
        self.fails("is missing", self.keys, before + [gap(2)] + after, "--gaps", "kernel")
        for wrong in ([key(5, 1, estimated=True)], found + found,
                      [key(4, 1, estimated=True), key(4, 0, estimated=True)] + found):
            self.assertTrue(self.verdict(self.keys, before + [gap(2)] + wrong + after,
                                         "--gaps", "kernel"))

    def test_finds_a_loss_that_nobody_tells_or_that_did_not_happen(self):
        before, found, after = self.lost()
        self.assertTrue(self.verdict(self.keys, before + after))
        self.assertTrue(self.verdict(self.keys, before + found + after))
        self.assertTrue(self.verdict(self.keys, before + [gap(2), gap(2)] + found + after,
                                     "--gaps", "kernel,kernel"))
        log = Log("keys").note()
        log.frame((1, KEY_A, 1))
        self.fails("nothing to lose", log, [key(1, 1), gap(1)], "--gaps", "kernel")

    def test_finds_a_gap_record_that_does_not_say_what_it_has_to(self):
        before, found, after = self.lost()
        for wrong, complaint in (({"lost": 0}, "has to count"), ({"estimated": False}, "has to"),
                                 ({"reason": "device"}, "is not 'kernel'"),
                                 ({"sensorType": "touch"}, "of another type")):
            self.fails(complaint, self.keys, before + [gap(2, **wrong)] + found + after,
                       "--gaps", "kernel")

    def test_finds_a_gap_record_that_is_later_than_what_it_stands_for(self):
        before, found, after = self.lost()
        self.fails("the loss began by", self.keys, before + [gap(4)] + found + after,
                   "--gaps", "kernel")

    def test_finds_a_recorder_that_stays_deaf_after_a_loss(self):
        log = Log("accel", [(axis, 8192) for axis in range(3)] +
                  [(axis, 16) for axis in range(3, 6)]).note()
        log.frame((3, 0, 1))
        log.frame((3, 0, 2))
        log.note("heard")
        log.frame((3, 0, 3))
        log.frame((3, 0, 4))

        def both(frame):
            still = {"y": 0, "z": 0}
            return [{**time(frame, 100), "sensorType": "accelerometer", "x": frame / 8192, **still},
                    {**time(frame, 100), "sensorType": "gyro", "x": 0, **still}]

        words = ["--gaps", "kernel"]
        lost, third, fourth = both(1) + [gap(1, "accelerometer")], both(3), both(4)
        self.holds(log, lost + third + fourth, *words)
        self.assertTrue(self.verdict(log, lost + fourth, *words))
        self.assertTrue(self.verdict(log, lost, *words))

    def test_finds_time_that_goes_back(self):
        before, found, after = self.lost()
        self.fails("time goes back", self.keys, before + [gap(1)] + found + after,
                   "--gaps", "kernel")

    def test_tells_the_frames_of_a_burst_apart_by_what_they_say(self):
        for value, name in ((1, KEY_A), (1, KEY_F13), (0, KEY_A)):
            self.keys.count = 0
            self.keys.frame((1, name, value))
        words = ["--gaps", "kernel", "--named", "KEY_A,KEY_F13"]
        lost_one = [key(1, 1, "KEY_A"), gap(1), key(1, 1, "KEY_F13", estimated=True),
                    key(1, 0, "KEY_A")]
        self.holds(self.keys, lost_one, *words)
        self.fails("is missing", self.keys, lost_one[:2] + [key(1, 0, "KEY_F13")], *words)


class Unplugging(Checking):
    def unplugged(self):
        self.keys.frame((1, KEY_A, 1))
        self.keys.take("destroy")
        self.keys.take("create", "/dev/input/event9")
        self.keys.frame((1, KEY_F13, 1))
        return [key(1, 1)], gap(2, reason="device"), [key(4, 1)]

    def test_takes_a_gap_of_the_device_and_the_release_before_or_after_it(self):
        before, told, after = self.unplugged()
        released = key(2, 0, estimated=True)
        words = ["--gaps", "device"]
        self.holds(self.keys, before + [told, released] + after, *words)
        self.holds(self.keys, before + [released, told] + after, *words)
        # The kernel itself lets go of it, for whoever still reads.
        self.holds(self.keys, before + [key(2, 0), told] + after, *words)
        self.fails("is missing", self.keys, before + [told] + after, *words)
        self.fails("is not 'device'", self.keys,
                   before + [{**told, "reason": "kernel"}, released] + after, *words)

    def test_takes_what_was_held_as_over_once_the_right_to_read_is_gone(self):
        self.keys.frame((1, KEY_A, 1))
        self.keys.lines.append("note 1500000000 gone")
        self.holds(self.keys, [key(1, 1)])
        self.holds(self.keys, [key(1, 1), key(2, 0, estimated=True)])
        self.fails("is not", self.keys, [key(1, 1), key(2, 1, estimated=True)])

    def test_takes_a_recording_that_ends_where_it_was_unplugged(self):
        before, _, after = self.unplugged()
        self.holds(self.keys, before)
        self.holds(self.keys, before + [key(2, 0, estimated=True)])
        self.fails("without a gap record", self.keys, before + after)


class Touches(Checking):
    def test_takes_fingers_by_the_smallest_free_number(self):
        self.touch.note()
        self.touch.frame(*down(3, 70, 100, 200))
        self.touch.frame(*down(0, 71, 300, 400))
        self.touch.frame(*up(3), *down(0, 71, 301, 400))
        self.touch.frame(*down(5, 72, 500, 600))
        left_first = [finger(3, 3, 0, 100, 200), finger(3, 1, 1, 301, 400)]
        records = [finger(1, 0, 0, 100, 200), finger(2, 0, 1, 300, 400), *left_first,
                   finger(4, 0, 0, 500, 600)]
        self.holds(self.touch, records)
        self.fails("after others", self.touch, records[:2] + left_first[::-1] + records[4:])
        records[4] = finger(4, 0, 2, 500, 600)
        self.fails("is not", self.touch, records)

    def test_takes_another_finger_in_the_same_slot_for_another(self):
        self.touch.note()
        self.touch.frame(*down(0, 70, 100, 200))
        self.touch.frame(*up(0), *down(0, 71, 100, 200))
        self.holds(self.touch, [finger(1, 0, 0, 100, 200), finger(2, 3, 0, 100, 200),
                                finger(2, 0, 0, 100, 200)])

    def test_takes_fingers_that_were_there(self):
        self.touch.frame(*down(2, 70, 100, 200))
        self.touch.note().frame(*up(2))
        was_there, goes = finger(1, 2, 0, 100, 200), finger(2, 3, 0, 100, 200)
        self.holds(self.touch, [{**was_there, "estimated": True}, goes])
        self.fails("not estimated", self.touch, [was_there, goes])
        self.fails("at the beginning", self.touch,
                   [finger(1, 0, 0, 100, 200), finger(2, 3, 0, 100, 200)])

    def test_finds_wrong_millimetres(self):
        self.touch.note()
        self.touch.frame(*down(0, 70, 100, 200))
        self.holds(self.touch, [finger(1, 0, 0, 100, 200)])
        self.fails("is not", self.touch, [finger(1, 0, 0, 100, 200, xMillimetres=5.0000001)])

    def test_wants_fingers_that_vanished_in_a_loss_to_be_cancelled(self):
        self.touch.note()
        self.touch.frame(*down(0, 70, 100, 200), *down(1, 71, 300, 400))
        self.touch.frame(*up(0), *down(1, 71, 350, 400))
        self.touch.frame(*down(2, 72, 500, 600))
        self.touch.frame(*up(1))
        before = [finger(1, 0, 0, 100, 200), finger(1, 0, 1, 300, 400)]
        found = [finger(3, 4, 0, 100, 200), finger(3, 1, 1, 350, 400), finger(3, 0, 0, 500, 600)]
        found = [{**record, "estimated": True} for record in found]
        after = [finger(4, 3, 1, 350, 400)]
        words = ["--gaps", "kernel"]
        told = gap(2, "touch")
        self.holds(self.touch, before + [told] + found + after, *words)
        for at in range(3):
            self.assertTrue(self.verdict(
                self.touch, before + [told] + found[:at] + found[at + 1:] + after, *words))
        ended = [{**found[0], "phase": 3}] + found[1:]
        self.fails("is not", self.touch, before + [told] + ended + after, *words)

    def test_follows_fingers_without_names_by_where_they_are(self):
        log = Log("touchA", [(X, 20), (Y, 20), (PRESSURE, 0)]).note()

        def listed(*places):
            events = [[(3, X, x), (3, Y, y), (3, PRESSURE, 9), (0, 2, 0)] for x, y in places]
            log.frame(*(sum(events, []) or [(0, 2, 0)]))

        listed((100, 100), (1000, 1000))
        listed((1010, 1000))
        listed((2000, 2000), (1011, 1000))
        listed()
        self.holds(log, [
            finger(1, 0, 0, 100, 100), finger(1, 0, 1, 1000, 1000),
            finger(2, 3, 0, 100, 100), finger(2, 1, 1, 1010, 1000),
            finger(3, 0, 0, 2000, 2000), finger(3, 1, 1, 1011, 1000),
            finger(4, 3, 0, 2000, 2000), finger(4, 3, 1, 1011, 1000),
        ])

    def test_wants_fingers_without_names_to_be_over_after_a_loss(self):
        log = Log("touchA", [(X, 20), (Y, 20), (PRESSURE, 0)]).note()
        for x in (100, 110, 120, 130):
            log.frame((3, X, x), (3, Y, 200), (3, PRESSURE, 9), (0, 2, 0))
        words = ["--gaps", "kernel"]
        gone = finger(2, 4, 0, 100, 200, estimated=True)
        anew = finger(3, 0, 0, 120, 200, estimated=True)
        told = [finger(1, 0, 0, 100, 200), gap(1, "touch"), gone, anew]
        moved = finger(4, 1, 0, 130, 200)
        self.holds(log, told + [moved], *words)
        self.fails("not estimated", log, told[:3] + [finger(3, 0, 0, 120, 200), moved], *words)
        self.fails("but nothing was lost", log, told + [{**moved, "estimated": True}], *words)
        self.assertTrue(self.verdict(log, told[:2] + [anew, moved], *words))
        self.assertTrue(self.verdict(log, told[:2] + [finger(3, 1, 0, 120, 200), moved], *words))

    def test_takes_one_finger_that_stays_where_the_last_one_was(self):
        log = Log("single", [(0, 20), (1, 20), (0x18, 0)]).note()
        for value in (1, 0, 1):
            log.frame((1, 0x14A, value), (3, 0, 100), (3, 1, 200), (3, 0x18, 9))
        self.holds(log, [finger(1, 0, 0, 100, 200), finger(2, 3, 0, 100, 200),
                         finger(3, 0, 0, 100, 200)])

    def test_takes_one_finger_after_a_loss_for_the_one_before_it(self):
        log = Log("single", [(0, 20), (1, 20), (0x18, 0)]).note()
        for value, x in ((1, 100), (0, 100), (1, 300), (1, 400)):
            log.frame((1, 0x14A, value), (3, 0, x), (3, 1, 200), (3, 0x18, 9))
        words = ["--gaps", "kernel"]
        before = [finger(1, 0, 0, 100, 200), gap(1, "touch")]
        after = [finger(4, 1, 0, 400, 200)]
        self.holds(log, before + [finger(3, 1, 0, 300, 200, estimated=True)] + after, *words)
        self.assertTrue(self.verdict(log, before + after, *words))
        self.assertTrue(self.verdict(
            log, before + [finger(3, 0, 0, 300, 200, estimated=True)] + after, *words))


class Others(Checking):
    def test_takes_g_and_radians(self):
        log = Log("accel", [(axis, 8192) for axis in range(3)] +
                  [(axis, 16) for axis in range(3, 6)]).note()
        log.frame((3, 0, 8192), (3, 1, -4096), (3, 3, 16), (3, 5, -160), (4, 5, 1000))
        g = {**time(1, 100), "sensorType": "accelerometer", "x": 1, "y": -0.5, "z": 0}
        turn = {**time(1, 100), "sensorType": "gyro", "x": math.pi / 180, "y": 0,
                "z": -10 * math.pi / 180}
        self.holds(log, [g, turn])
        self.fails("is not", log, [{**g, "x": 9.80665}, turn])
        self.fails("is not", log, [g, {**turn, "x": 1}])

    def test_takes_the_loss_of_two_sensors_for_one(self):
        log = Log("accel", [(axis, 8192) for axis in range(3)] +
                  [(axis, 16) for axis in range(3, 6)]).note()
        for value in (8192, 4096, 8192):
            log.frame((3, 0, value), (4, 5, 1000))

        def both(frame, x):
            rest = {"y": 0, "z": 0}
            return [{**time(frame, 100), "sensorType": "accelerometer", "x": x, **rest},
                    {**time(frame, 100), "sensorType": "gyro", "x": 0, **rest}]

        words = ["--gaps", "kernel"]
        gaps = [gap(1, "accelerometer"), gap(1, "gyro")]
        self.holds(log, both(1, 1) + gaps + both(3, 1), *words)
        self.assertTrue(self.verdict(log, both(1, 1) + gaps + gaps[:1] + both(3, 1), *words))
        self.fails("in two ways", log, both(1, 1) + [gaps[0], {**gaps[1], "estimated": False}] +
                   both(3, 1), *words)

    def test_takes_moves_of_a_pointer_and_a_switch(self):
        log = Log("mouse").note()
        log.frame((2, 0, 3), (2, 1, -4))
        log.frame((2, 0, 1), (2, 8, -1))
        moves = [{**time(1, 9), "sensorType": "pointer", "x": 3, "y": -4},
                 {**time(2, 9), "sensorType": "pointer", "x": 1, "y": 0, "z": -1}]
        self.holds(log, moves)
        self.holds(log, [], "--kinds", "keys")
        log = Log("switch").note()
        log.frame((5, 0, 1))
        self.holds(log, [{**time(1, 9), "sensorType": "switch", "key": "SW_LID", "value": 1}])

    def test_wants_each_mark_in_every_file_at_its_time(self):
        for value in (1, 0, 1):
            self.keys.frame((1, KEY_F13, value))
        marks = [{**time(frame, 100), "marker": "heel"} for frame in (1, 3)]
        start = {**time(0), "marker": "start"}
        words = {"what": "markers"}
        self.fails("0 marks", self.keys, [start], "KEY_F13=heel", **words)
        self.fails("1 marks", self.keys, [start, marks[0]], "KEY_F13=heel", **words)
        late = [start, marks[1], marks[0]]
        self.holds(self.keys, late, "--at-least", 2, "KEY_F13=heel", **words)
        self.fails("2 marks, not 3", self.keys, late, "KEY_F13=heel", "--at-least", 3, **words)
        off = {**time(3, 401), "marker": "heel"}
        self.fails("is", self.keys, [start, marks[0], off], "KEY_F13=heel", **words)
        # A file that has none, beside one that has them.
        self.holds(self.keys, late, "KEY_F13=heel", **words)
        self.fails("0 marks", self.keys, [start], "KEY_F13=heel", file="walk_motion.json",
                   **words)

    def test_takes_a_part_of_a_log(self):
        log = Log("keys")
        for part, value in (("left", 1), ("between", 0), ("right", 1)):
            log.lines.append(f"note 5 {part}")
            log.frame((1, KEY_A, value))
        self.holds(log, [key(1, 1)], "--part", "left")
        self.holds(log, [key(3, 1)], "--part", "right")
        self.fails("nothing of the device", log, [key(1, 1), key(2, 0)], "--part", "left")
        self.fails("no note", log, [], "--part", "elsewhere")

    def test_compares_with_what_the_kernel_holds(self):
        self.touch.note().frame(*down(3, 70, 100, 200))
        state = self.folder / "state"
        state.write_text("finger 3 70 100 200\n")
        records = [finger(1, 0, 0, 100, 200)]
        self.holds(self.touch, records, "--state", state)
        state.write_text("finger 3 71 100 200\n")
        self.fails("differ", self.touch, records, "--state", state)

    def test_wants_one_file_and_a_note(self):
        (self.folder / "second_input.json").write_text("[]")
        self.fails("has 2 files", self.keys, [])
        self.fails("no note", Log("keys"), [])


if __name__ == "__main__":
    unittest.main()
