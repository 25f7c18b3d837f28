#!/usr/bin/env python3
"""Does rates.py see which rates were held? Run before every lab."""

import contextlib
import io
import json
import pathlib
import tempfile
import unittest

import rates

RAN = [(100, 1.0, 100), (200, 1.05, 200), (400, 1.2, 400), (800, 1.0, 800)]


class Rates(unittest.TestCase):
    def test_holds_what_was_written_and_read(self):
        self.assertEqual(rates.held(range(300), RAN[:2]), (200, None))

    def test_does_not_hold_what_lost_a_report_or_was_not_reached(self):
        lost = [count for count in range(1500) if count != 1499]
        self.assertEqual(rates.held(lost, RAN), (200, (800, 1)))
        self.assertEqual(rates.held(range(1500), RAN), (800, None))

    def test_finds_a_report_that_is_read_twice(self):
        self.assertRaises(ValueError, rates.held, [0, 1, 1], RAN)

    def test_reads_what_each_reader_writes(self):
        text = ("Event: time 1795329561.776127, >>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<\n"
                "Event: time 1795330855.80, type 4 (EV_MSC), code 5 (MSC_TIMESTAMP), value 7000\n"
                "Event: time 1795330855.80, type 3 (EV_ABS), code 1 (ABS_Y), value 499\n")
        self.assertEqual(rates.counts_of("evtest", text), [7])
        text = ("E: 2.082069 0003 0004 0199\t# EV_ABS / ABS_RY               199\n"
                "E: 2.082069 0004 0005 8000\t# EV_MSC / MSC_TIMESTAMP        8000\n")
        self.assertEqual(rates.counts_of("evemu-record", text), [8])
        records = [{"marker": "start"}, {"sensorType": "gyro", "x": 1.5},
                   {"sensorType": "accelerometer", "lost": 3, "reason": "kernel"},
                   {"sensorType": "accelerometer", "x": 9 / 8192, "y": 0, "z": 1}]
        self.assertEqual(rates.counts_of("footfall", json.dumps(records)), [9])

    def test_takes_the_best_of_all_passes(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            said = "".join(f"1.0 ran {frames} frames in {seconds} s\n2.0 done: run {frames} {rate}\n"
                           for frames, seconds, rate in RAN)
            for reader, one, highest in (("evtest", 1, 100), ("evtest", 2, 300), ("ours", 1, 99)):
                (folder / f"{reader}.{one}.ran").write_text(said)
                lines = "".join(f"Event: x (MSC_TIMESTAMP), value {count * 1000}\n"
                                for count in range(highest))
                records = [{"sensorType": "accelerometer", "x": count / 8192}
                           for count in range(highest)]
                text = lines if reader == "evtest" else json.dumps(records)
                (folder / f"{reader}.{one}.read").write_text(text)
            with contextlib.redirect_stdout(io.StringIO()) as figure:
                self.assertEqual(rates.main(folder, "evtest", "ours"), 1)
                self.assertEqual(rates.best_of(folder, "evtest"), 200)
                self.assertEqual(rates.best_of(folder, "ours"), 0)
            self.assertIn("evtest 200 Hz, ours 0 Hz", figure.getvalue())


if __name__ == "__main__":
    unittest.main()
