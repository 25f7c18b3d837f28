#!/usr/bin/env python3
"""Which of the rates of a virtual touch screen did each reader hold, without losing a report?

    rates.py FOLDER OURS READER…    FOLDER has of each pass READER.PASS.read, what the reader wrote, and
                                    READER.PASS.truth, the device's log, whose reports are all of it

The readers tell a report by the device's own time in it, which counts, or by the kernel's time. A rate
is held when all of its reports were read, in one of the passes; where the machine wrote less than four
fifths of it, what it wrote is held. Of OURS, a report is read when there is a record of each of its
fingers, and no gap record stands in it. The last line printed is the figure: OURS by the best of the
others; status 75 below 1, and where one of them held nothing: then nothing is compared.
"""

import bisect
import collections
import json
import pathlib
import re
import sys

# The status where the machine may be to blame, not the data.
SLOWER = 75
EV_ABS, SLOT, MT_ID = 3, 0x2F, 0x39
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
            frames.append((int(words[1]), int(words[2]), rate, records_in("".join(words[3:]))))
    return frames


def records_in(events):
    """How many records a report of fingers in slots comes to: one for each, two for one replaced."""
    numbers = [int(number) for number in events.split()]
    codes = [tuple(numbers[at:at + 3]) for at in range(0, len(numbers), 3)]
    slots = sum(event[:2] == (EV_ABS, SLOT) for event in codes)
    replaced = sum(earlier == (EV_ABS, MT_ID, -1) and later[:2] == (EV_ABS, MT_ID)
                   for earlier, later in zip(codes, codes[1:]))
    return slots + replaced


def read_of(reader, text, frames):
    """Which reports were read, by their places among the frames."""
    if reader in COUNTERS:
        return {int(value) // 1000 for value in COUNTERS[reader].findall(text)}
    begins = [frame[0] // 1000 for frame in frames]
    seen, lossy = collections.Counter(), set()
    for record in json.loads(text):
        time = round(record["uptime"] * 1_000_000)
        place = bisect.bisect_right(begins, time) - 1
        if "lost" in record:
            lossy.add(place)
        elif "phase" in record and not record.get("estimated"):
            if place < 0 or time > frames[place][1] // 1000:
                raise ValueError(f"no report was written at {record['uptime']} s")
            seen[place] += 1
    return {place for place, count in seen.items()
            if count == frames[place][3] and place not in lossy}


def held(seen, frames):
    """The highest rate of one pass that was held, and the first that was not, with its losses."""
    best, failed = 0, None
    for rate in sorted({frame[2] for frame in frames if frame[2]}):
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
    silent = [reader for reader in others if best[reader] == 0]
    if silent:
        print(f"{', '.join(silent)}: nothing was read")
    ratio = 0 if silent else best[ours] / other
    print(", ".join(f"{reader} {rate} Hz" for reader, rate in best.items()) +
          f": {ratio:.2f} of the better")
    return 0 if ratio >= 1 else SLOWER


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
