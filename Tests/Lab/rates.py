#!/usr/bin/env python3
"""Which of the rates of a virtual touch screen did each reader hold, without losing a report?

    rates.py FOLDER OURS READER…    FOLDER has of each pass READER.PASS.read, what the reader wrote, and
                                    READER.PASS.truth, the device's log, whose reports are all of it

The readers tell a report by the device's own time in it, which counts, or by the kernel's time. A rate
is held when all of its reports were read, in one of the passes; where the machine wrote less than four
fifths of it, what it wrote is held. The last line printed is the figure: OURS by the best of the others;
status 1 below 1.
"""

import bisect
import json
import pathlib
import re
import sys

COUNTERS = {
    "evtest": re.compile(r"^Event: .*\(MSC_TIMESTAMP\), value (\d+)$", re.MULTILINE),
    "evemu-record": re.compile(r"^E: \S+ 0004 0005 (\d+)", re.MULTILINE),
}


def frames_of(text):
    """When each report was written, in ns, and the rate that it belongs to: as the notes say."""
    frames, rate = [], 0
    for line in text.splitlines():
        words = line.split(maxsplit=3)
        if words[0] == "note":
            rate = int(words[2]) if words[2].isdigit() else 0
        elif words[0] == "frame":
            frames.append((int(words[1]), int(words[2]), rate))
    return frames


def read_of(reader, text, frames):
    """Which reports were read, by their places among the frames."""
    if reader in COUNTERS:
        return {int(value) // 1000 for value in COUNTERS[reader].findall(text)}
    begins = [before // 1000 for before, _, _ in frames]
    seen = set()
    for record in json.loads(text):
        if "phase" in record and not record.get("estimated"):
            time = round(record["uptime"] * 1_000_000)
            place = bisect.bisect_right(begins, time) - 1
            if place < 0 or time > frames[place][1] // 1000:
                raise ValueError(f"no report was written at {record['uptime']} s")
            seen.add(place)
    return seen


def held(seen, frames):
    """The highest rate of one pass that was held, and the first that was not, with its losses."""
    best, failed = 0, None
    for rate in sorted({rate for _, _, rate in frames if rate}):
        places = [place for place, frame in enumerate(frames) if frame[2] == rate]
        missing = sum(place not in seen for place in places)
        seconds = (frames[places[-1]][0] - frames[places[0]][0]) / 1e9
        written = (len(places) - 1) / seconds
        if missing == 0:
            best = max(best, rate if written >= 0.8 * rate else int(written))
        elif failed is None:
            failed = (rate, missing)
    return best, failed


def best_of(folder, reader):
    best = 0
    for path in sorted(folder.glob(f"{reader}.*.read")):
        frames = frames_of(path.with_suffix(".truth").read_text())
        highest, failed = held(read_of(reader, path.read_text(), frames), frames)
        print(f"{path.stem}: held {highest} Hz, first loss {failed}")
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
