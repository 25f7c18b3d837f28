#!/usr/bin/env python3
"""Is what is wrong found by check.py, and nothing else? Run before every lab."""

import contextlib
import io
import json
import pathlib
import struct
import tempfile
import unittest

import check


def scan(count, kind="accel", time=None):
    neighbour = 0x7FFF0000 if kind == "accel" else 0
    axes = [count % 32768, check.triangle(count), check.Z[kind]]
    if kind == "accel":
        axes = [axis & 0xFFFF | neighbour for axis in axes]
    return struct.pack("<iiixxxxq", *axes, time if time is not None else count * 1_000_000)


def record(count, kind="accelerometer"):
    raw = [count % 32768, check.triangle(count), check.Z[check.KIND[kind]]]
    values = [check.in_field_units(kind, axis, check.SCALE[kind]) for axis in raw]
    uptime = (7_000_000_000 + count * 1_000_000) / 1e9
    return {"uptime": uptime, "sensorType": kind, **dict(zip("xyz", values))}


class Checking(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def verdict(self, *words):
        with contextlib.redirect_stderr(io.StringIO()) as complaint:
            with contextlib.redirect_stdout(io.StringIO()):
                status = check.main([str(word) for word in words])
        return status, complaint.getvalue()

    def scans(self, counts, *words, **changes):
        path = self.folder / "scans"
        path.write_bytes(b"".join(scan(count, **changes) for count in counts))
        return self.verdict("scans", changes.get("kind", "accel"), path, *words)

    def session(self, records, *words):
        (self.folder / "walk_motion.json").write_text(json.dumps(records))
        (self.folder / "manifest.json").write_text("{}")
        return self.verdict("session", self.folder, "accelerometer", *words)

    def test_takes_counts_that_follow_each_other_over_their_wrap(self):
        self.assertEqual(self.scans(range(32000, 70000), "--timestamped", 1000), (0, ""))

    def test_finds_one_count_that_is_missing(self):
        status, words = self.scans([5, 6, 8, 9])
        self.assertEqual(status, 1)
        self.assertIn("1 counts are missing", words)
        self.assertEqual(self.scans([5, 6, 8, 9], "--missing", 1)[0], 0)

    def test_finds_a_count_that_comes_twice_or_late(self):
        self.assertEqual(self.scans([5, 6, 6, 7])[0], 1)
        self.assertEqual(self.scans([5, 7, 6, 8])[0], 1)

    def test_finds_a_timestamp_that_is_no_period_later(self):
        data = scan(5, time=0) + scan(6, time=1_000_000) + scan(7, time=2_000_001)
        path = self.folder / "scans"
        path.write_bytes(data)
        self.assertEqual(self.verdict("scans", "accel", path)[0], 0)
        self.assertEqual(self.verdict("scans", "accel", path, "--timestamped", 1000)[0], 1)

    def test_finds_time_that_goes_back(self):
        path = self.folder / "scans"
        path.write_bytes(scan(5, time=9) + scan(6, time=8))
        self.assertEqual(self.verdict("scans", "accel", path)[0], 1)

    def test_finds_half_a_scan_and_no_scans(self):
        path = self.folder / "scans"
        path.write_bytes(scan(5)[:-1])
        self.assertEqual(self.verdict("scans", "accel", path)[0], 1)
        path.write_bytes(b"")
        self.assertEqual(self.verdict("scans", "accel", path)[0], 1)

    def test_takes_a_session_whose_values_are_exact(self):
        records = [{"marker": "start"}] + [record(count) for count in range(40000)]
        words = ["--timestamped", 1000, "--at-least", 40000]
        self.assertEqual(self.session(records, *words), (0, ""))

    def moved(self, line, pairs, samples=2000, words=()):
        """A session whose instants follow `line` from counts, with these pairs (count, error in ns, stretch)."""
        records = [record(count) for count in range(samples)]
        for count, each in enumerate(records):
            each["uptime"] = round(line(count)) / 1e9
        details = {"device iio:device0": "accel_3d (hub: x): accelerometer"}
        events = [{"event": "began", "about": {}}] + [
            {"event": "deviceClock", "about": {"deviceName": "iio:device0", "path": "walk_motion.json", "pair": {
                "deviceNanoseconds": 5_000_000 + count * 1_000_000, "boottimeNanoseconds": round(line(count)),
                "errorNanoseconds": error, "beginsStretch": begins}}}
            for count, error, begins in pairs]
        (self.folder / "journal.json").write_text(json.dumps(events))
        (self.folder / "walk_motion.json").write_text(json.dumps(records))
        (self.folder / "manifest.json").write_text(json.dumps({"devices": [{"details": details}]}))
        return self.verdict("session", self.folder, "accelerometer", "--timestamped", 1000, "--moved", *words)

    def test_takes_timestamps_that_follow_a_drift_as_the_journal_states_it_and_no_other(self):
        start = 7_000_000_000
        pairs = [(3, 200_000, True), (19_990, 200_000, False)]
        self.assertEqual(self.moved(lambda k: start + k * 1_000_100, pairs, 20_000), (0, ""))

        def late(k):
            # The line comes to what is known in two seconds.
            return start + k * 1_000_000 + 9_000_000 * max(0, 1 - k / 2000)
        self.assertIn("where the journal states", self.moved(late, pairs, 20_000)[1])
        told = pairs[:1] + [(2000, 100_000, False)] + pairs[1:]
        self.assertIn("where the journal states", self.moved(late, told, 20_000)[1])
        # Once it is known better, the first pair is told again.
        told += [(3, 9_100_000, False)]
        self.assertEqual(self.moved(late, told, 20_000), (0, ""))
        # The error of a pair holds to the next one, and no farther.
        self.assertIn("where the journal states", self.moved(
            lambda k: late(k) + max(0, 600_000 - 4000 * abs(k - 8000)), told, 20_000)[1])

    def test_wants_steps_of_moved_timestamps_to_be_bent_by_little(self):
        pairs = [(3, 50_000_000, True), (1990, 50_000_000, False)]
        start = 7_000_000_000
        self.assertIn("after the one before", self.moved(lambda k: start + k * 1_010_000, pairs)[1])
        self.assertIn("after the one before", self.moved(
            lambda k: start + k * 1_000_000 + (20_000 if k > 1000 else 0), pairs)[1])

    def test_wants_pairs_of_one_stretch_and_of_a_sample(self):
        def line(k):
            return 7_000_000_000 + k * 1_000_000
        self.assertIn("begin stretches", self.moved(line, [])[1])
        self.assertIn("begin stretches", self.moved(line, [(3, 1, True), (50, 1, True)])[1])
        self.assertIn("no pair", self.moved(line, [(5000, 1, True)])[1])

    def both(self, shift, *words):
        """Two types of one device, whose accelerometer's instants are moved by `shift` of the count."""
        records = []
        for count in range(1000):
            records += [record(count), record(count + 7, "gyro")]
            records[-2]["uptime"] += shift(count)
            records[-1]["uptime"] = 7 + count * 0.001 + 0.0001
        events = [{"event": "deviceClock", "about": {"deviceName": f"iio:device{device}", "pair": {
            "deviceNanoseconds": 1, "boottimeNanoseconds": 2, "errorNanoseconds": 3, "beginsStretch": begins}}}
            for device, begins in [(0, True), (1, True), (0, False), (0, True)]]
        details = {"device iio:device0": "a: accelerometer", "device iio:device1": "g: gyro"}
        (self.folder / "journal.json").write_text(json.dumps(events))
        (self.folder / "walk_motion.json").write_text(json.dumps(records))
        (self.folder / "manifest.json").write_text(json.dumps({"devices": [{"details": details}]}))
        return self.verdict("session", self.folder, "accelerometer", "gyro", "--beside", "gyro", "--rate", 1000,
                            *words)

    def test_finds_a_sample_that_is_moved_by_more_than_half_a_period_beside_another_type(self):
        self.assertEqual(self.both(lambda count: 0.0004 if count == 500 else 0), (0, ""))
        self.assertIn("beside gyro", self.both(lambda count: 0.0006 if count == 500 else 0)[1])
        self.assertIn("beside gyro", self.both(lambda count: 3600 if count >= 900 else 0)[1])

    def test_wants_as_many_stretches_of_the_other_types_as_there_were_steps(self):
        self.assertEqual(self.both(lambda count: 0, "--stretches", 2), (0, ""))
        self.assertIn("begin 2 stretches, not 3", self.both(lambda count: 0, "--stretches", 3)[1])

    def test_finds_a_value_that_is_off_by_its_last_bit(self):
        records = [record(count) for count in range(100, 200)]
        records[50]["x"] = struct.unpack("<d", struct.pack("<q", struct.unpack(
            "<q", struct.pack("<d", record(150)["x"]))[0] + 1))[0]
        self.assertIn("nearest raw number 150", self.session(records)[1])

    def test_can_want_something_to_be_missing(self):
        self.assertEqual(self.scans([5, 6, 8, 9], "--missing", "some")[0], 0)
        self.assertEqual(self.scans([5, 6, 7, 8], "--missing", "some")[0], 1)

    def test_wants_a_gap_record_of_exactly_what_is_missing(self):
        before = [record(count) for count in range(10)]
        after = [record(count) for count in range(15, 20)]
        told = {"sensorType": "accelerometer", "uptime": 7.01, "lost": 5, "reason": "device"}
        self.assertEqual(self.session(before + [told] + after, "--missing", 5)[0], 0)
        self.assertEqual(self.session(before + [told] + after)[0], 1)
        self.assertEqual(self.session(before + after, "--missing", 5)[0], 1)
        told["lost"] = 4
        self.assertEqual(self.session(before + [told] + after, "--missing", "any")[0], 1)

    def test_forgives_as_many_as_the_kernel_refused_meanwhile_if_they_are_told(self):
        before, after = [record(count) for count in range(10)], [record(count) for count in range(12, 20)]
        told = {"sensorType": "accelerometer", "uptime": 7.01, "lost": 2, "reason": "device"}
        refused = self.folder / "refused"
        refused.write_text("7.0101\n7.0112\n")
        words = ["--refused", refused]
        self.assertEqual(self.session(before + [told] + after, *words)[0], 0)
        self.assertEqual(self.session(before + after, *words)[0], 1)
        # Not at this place, or not as many.
        for other in ("7.0101\n9.5\n", "7.0101\n6.9\n", "7.0101\n"):
            refused.write_text(other)
            self.assertEqual(self.session(before + [told] + after, *words)[0], 1)
        self.assertEqual(self.scans([5, 6, 9, 10], *words)[0], 1)
        refused.write_text("0.0071\n0.0072\n")
        self.assertEqual(self.scans([5, 6, 9, 10], *words)[0], 0)

    def test_finds_a_loss_that_is_told_and_did_not_happen(self):
        told = {"sensorType": "accelerometer", "uptime": 7.01, "lost": 1, "reason": "device"}
        self.assertEqual(self.session([record(1), told, record(2)], "--missing", "any")[0], 1)

    def test_finds_that_there_are_too_few(self):
        few = [record(count) for count in range(9)]
        self.assertEqual(self.session(few, "--at-least", 10)[0], check.TOO_FEW)
        self.assertEqual(self.session([])[0], 1)
        # What is wrong besides comes first: nobody tries that again.
        self.assertEqual(self.session(few + [record(10)], "--at-least", 11)[0], 1)

    def arrivals(self, counts, steps, told=()):
        """Records whose timestamps are so many periods apart, with a gap of one before those counts."""
        records, time = [], 7.0
        for count, step in zip(counts, steps):
            time += step * 0.001
            if count in told:
                records.append({"sensorType": "accelerometer", "uptime": time, "lost": 1})
            records.append(record(count) | {"uptime": time})
        return self.session(records, "--arrived")

    def test_knows_of_one_loss_that_late_arrivals_hide_or_feign(self):
        even = [1] * 10
        status, words = self.arrivals([*range(10), *range(11, 21)], even + [2.15, 0.85] + even[:8])
        self.assertEqual((status, words), (0, ""))
        status, _ = self.arrivals(range(20), even + [1.63, 0.94, 1.14, 0.25] + even[:6], told=[11])
        self.assertEqual(status, 0)

    def test_wants_late_arrivals_beside_what_is_known_and_only_one_of_them(self):
        even = [1] * 20
        self.assertEqual(self.arrivals(range(20), even, told=[11])[0], 1)
        # A loss between samples that all came in time is hidden by nothing.
        self.assertEqual(self.arrivals([*range(10), *range(11, 21)], [1] * 10 + [2] + [1] * 9)[0], 1)
        two = [*range(10), *range(11, 15), *range(16, 20)]
        self.assertEqual(self.arrivals(two, [1] * 10 + [2, 1, 1, 1, 2, 1, 1, 1])[0], 1)
        three = [*range(10), *range(13, 20)]
        self.assertEqual(self.arrivals(three, [1] * 10 + [4] + [1] * 6)[0], 1)
        exact = [record(c) | {"uptime": 7 + at / 1e3} for at, c in enumerate([*range(9), *range(10, 20)])]
        self.assertEqual(self.session(exact)[0], 1, "without --arrived, nothing is known")

    def test_finds_a_file_that_is_torn(self):
        (self.folder / "walk_motion.json").write_text('[\n{"sensorType":')
        self.assertEqual(self.verdict("session", self.folder, "accelerometer")[0], 1)


if __name__ == "__main__":
    unittest.main()
