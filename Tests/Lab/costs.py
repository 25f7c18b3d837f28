#!/usr/bin/env python3
"""costs.py RATE PID[,PID…]…: for each group of processes the processor time of a sample, in microseconds, and
how often a second the kernel has woken one of its threads.

Looked at every ten seconds until a process has ended; of these spans the least counts. A kernel that runs on
a busy host takes the time for which the host stops it for its processes' own, so what is in the way only adds.
"""

import os
import sys
import time

SPAN_SECONDS = 10


def processor_seconds(process: str) -> float:
    with open(f"/proc/{process}/stat", encoding="ascii", errors="replace") as stat:
        # Behind the name, which may have spaces, the state is the first; user and system time follow.
        fields = stat.read().rpartition(")")[2].split()
    if fields[0] == "Z":
        raise ProcessLookupError(process)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wakes(process: str) -> int:
    """How often its threads have gone to sleep of themselves, and so were woken."""
    total = 0
    for thread in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{thread}/status", encoding="ascii", errors="replace") as status:
            for line in status:
                if line.startswith("voluntary_ctxt_switches:"):
                    total += int(line.split()[1])
    return total


def main() -> None:
    rate = float(sys.argv[1])
    groups = [words.split(",") for words in sys.argv[2:]]
    spans = []
    before = None
    try:
        while True:
            now = time.monotonic(), [
                (sum(map(processor_seconds, group)), sum(map(wakes, group))) for group in groups
            ]
            if before:
                seconds = now[0] - before[0]
                spans.append([
                    ((b[0] - a[0]) / (seconds * rate) * 1e6, (b[1] - a[1]) / seconds)
                    for a, b in zip(before[1], now[1])
                ])
            before = now
            time.sleep(SPAN_SECONDS)
    except (FileNotFoundError, ProcessLookupError):
        pass
    if len(spans) < 5:
        sys.exit(f"only {len(spans)} spans of {SPAN_SECONDS} s were seen")
    for group in zip(*spans):
        print(*(round(min(figures), 2) for figures in zip(*group)))


if __name__ == "__main__":
    main()
