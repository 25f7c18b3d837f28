#!/usr/bin/env python3
"""costs.py RATE PID[,PID…]…: the processor time of a sample, in microseconds, for each group of processes.

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


def main() -> None:
    rate = float(sys.argv[1])
    groups = [words.split(",") for words in sys.argv[2:]]
    spans = []
    before = None
    try:
        while True:
            now = time.monotonic(), [sum(map(processor_seconds, group)) for group in groups]
            if before:
                samples = (now[0] - before[0]) * rate
                spans.append([(b - a) / samples * 1e6 for a, b in zip(before[1], now[1])])
            before = now
            time.sleep(SPAN_SECONDS)
    except (FileNotFoundError, ProcessLookupError):
        pass
    if len(spans) < 5:
        sys.exit(f"only {len(spans)} spans of {SPAN_SECONDS} s were seen")
    print(*(round(min(costs), 2) for costs in zip(*spans)))


if __name__ == "__main__":
    main()
