#!/usr/bin/env python3
"""Which of the rates of a virtual accelerometer did each reader hold, without losing a report?

    rates.py FOLDER OURS READER…    FOLDER has READER.PASS.read, what it wrote, and READER.PASS.ran, what
                                    `run` said for each rate, from the device's first report on

A rate is held when all of its reports were read and the machine really wrote nine tenths of it, in one
of the passes. The last line printed is the figure: OURS by the best of the others; status 1 below 1.
"""

import json
import pathlib
import re
import sys

COUNTERS = {
    "evtest": re.compile(r"^Event: .*\(MSC_TIMESTAMP\), value (\d+)$", re.MULTILINE),
    "evemu-record": re.compile(r"^E: \S+ 0004 0005 (\d+)", re.MULTILINE),
}
RAN = re.compile(r" ran (\d+) frames in ([0-9.]+) s\n.* done: run \1 (\d+)$", re.MULTILINE)


def counts_of(reader, text):
    """Which reports were read: report k carries k, in an event of its own or as x."""
    if reader in COUNTERS:
        return [int(value) // 1000 for value in COUNTERS[reader].findall(text)]
    records = json.loads(text)
    return [round(record["x"] * 8192) for record in records
            if record.get("sensorType") == "accelerometer" and "x" in record]


def held(counts, ran):
    """The highest rate of one pass that was held, and the first that was not, with its losses."""
    seen, first, best, failed = set(counts), 0, 0, None
    if len(seen) != len(counts):
        raise ValueError("a report was read twice")
    for frames, seconds, rate in ran:
        missing = sum(count not in seen for count in range(first, first + frames))
        first += frames
        is_reached = frames / seconds >= 0.9 * rate
        if missing == 0 and is_reached:
            best = max(best, rate)
        elif missing and failed is None:
            failed = (rate, missing)
    return best, failed


def best_of(folder, reader):
    best = 0
    for path in sorted(folder.glob(f"{reader}.*.read")):
        ran = [(int(frames), float(seconds), int(rate)) for frames, seconds, rate in
               RAN.findall(path.with_suffix(".ran").read_text())]
        highest, failed = held(counts_of(reader, path.read_text()), ran)
        print(f"{path.stem}: held {highest} Hz of {ran[-1][2]}, first loss {failed}")
        best = max(best, highest)
    return best


def main(folder, ours, *others):
    best = {reader: best_of(pathlib.Path(folder), reader) for reader in (ours, *others)}
    other = max(best[reader] for reader in others)
    ratio = best[ours] / other if other else 0
    print(", ".join(f"{reader} {rate} Hz" for reader, rate in best.items()) +
          f": {ratio:.2f} of the better")
    return 0 if ratio >= 1 else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
