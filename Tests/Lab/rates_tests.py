#!/usr/bin/env python3
"""Does rates.py see which rates were held? Run before every lab."""

import contextlib
import io
import json
import pathlib
import tempfile
import unittest

import rates

SECOND = 1_000_000_000


def log(*speeds):
    """A log of a second of each rate; of a rate and what of it was reached, fewer in that time."""
    lines, time = ["kind touch", "create 1 2 /dev/input/event9", "note 3 begun"], SECOND
    for rate, reached in speeds:
        lines.append(f"note {time} {rate}")
        for _ in range(rate):
            lines.append(f"frame {time} {time + 5000} 3 47 0 3 53 7")
            time += int(SECOND / rate / reached)
    return "\n".join(lines) + "\n"


class Rates(unittest.TestCase):
    frames = rates.frames_of(log((100, 1), (200, 0.85), (400, 0.7), (800, 1)))

    def test_holds_what_was_written_and_read(self):
        self.assertEqual(rates.held(range(1500), self.frames), (800, None))
        self.assertEqual(rates.held(range(700), self.frames), (280, (800, 800)))

    def test_does_not_hold_what_lost_a_report(self):
        self.assertEqual(rates.held(set(range(700)) - {699}, self.frames[:700]), (200, (400, 1)))
        self.assertEqual(rates.held(set(range(300)) - {150}, self.frames[:300]), (100, (200, 1)))

    def test_takes_a_rate_that_was_not_reached_for_what_was_written(self):
        self.assertEqual(rates.held(set(range(1500)) - {1499}, self.frames), (280, (800, 1)))

    def test_reads_what_each_reader_writes(self):
        text = ("Event: time 1795329561.776127, >>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<\n"
                "Event: time 1795330855.80, type 4 (EV_MSC), code 5 (MSC_TIMESTAMP), value 7000\n"
                "Event: time 1795330855.80, type 3 (EV_ABS), code 1 (ABS_Y), value 499\n")
        self.assertEqual(rates.read_of("evtest", text, self.frames), {7})
        text = ("E: 2.082069 0003 0004 0199\t# EV_ABS / ABS_RY               199\n"
                "E: 2.082069 0004 0005 8000\t# EV_MSC / MSC_TIMESTAMP        8000\n")
        self.assertEqual(rates.read_of("evemu-record", text, self.frames), {8})
        records = [{"uptime": 0.5, "marker": "start"},
                   {"uptime": 1.02, "sensorType": "touch", "lost": 3, "reason": "kernel"},
                   {"uptime": 1.0213, "sensorType": "touch", "phase": 4, "estimated": True},
                   {"uptime": 1.030002, "sensorType": "touch", "phase": 1}]
        self.assertEqual(rates.read_of("footfall", json.dumps(records), self.frames), {3})
        # Neither where something of it is lost, nor where a finger is missing.
        self.assertEqual(rates.read_of("footfall", json.dumps(records + [
            {"uptime": 1.030002, "sensorType": "touch", "lost": 1, "reason": "ring"}]),
            self.frames), set())
        two = [(*frame[:3], 2) for frame in self.frames]
        self.assertEqual(rates.read_of("footfall", json.dumps(records), two), set())
        self.assertEqual(rates.read_of("footfall", json.dumps(records + records[3:]), two), {3})
        records[3]["uptime"] = 1.035
        self.assertRaises(ValueError, rates.read_of, "footfall", json.dumps(records), self.frames)

    def test_counts_the_records_of_a_report(self):
        self.assertEqual(rates.records_in("3 47 0 3 57 8 3 53 7 3 47 2 3 57 -1"), 2)
        self.assertEqual(rates.records_in("3 47 4 3 57 -1 3 57 9 3 53 7 1 330 1"), 2)

    def test_takes_the_best_of_all_passes(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for reader, one, highest in (("evtest", 1, 100), ("evtest", 2, 300), ("ours", 1, 99)):
                (folder / f"{reader}.{one}.truth").write_text(log((100, 1), (200, 1)))
                text = "".join(f"Event: x (MSC_TIMESTAMP), value {count * 1000}\n"
                               for count in range(highest))
                if reader == "ours":
                    text = json.dumps([{"uptime": 1 + count / 100, "phase": 1}
                                       for count in range(highest)])
                (folder / f"{reader}.{one}.read").write_text(text)
            with contextlib.redirect_stdout(io.StringIO()) as figure:
                self.assertEqual(rates.main(folder, "ours", "evtest"), rates.SLOWER)
                self.assertEqual(rates.main(folder, "evtest", "evtest"), 0)
                self.assertEqual(rates.main(folder, "evtest", "evtest", "ours"), rates.SLOWER)
            self.assertIn("ours 0 Hz, evtest 200 Hz: 0.00 of the better", figure.getvalue())


if __name__ == "__main__":
    unittest.main()
