#!/usr/bin/env python3
"""costs.py [--threads FILE] RATE PID[,PID…]…: for each group of processes the processor time of a sample, in
microseconds, and how often a second the kernel has woken one of its threads.

Looked at every ten seconds until a process has ended; of these spans the median counts. `--threads` writes a table of
what each thread took, from the first look at it to the last.
"""

import argparse
import os
import statistics
import sys
import time
from typing import NamedTuple

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


class Thread(NamedTuple):
    """What the kernel counts of one thread."""

    name: str
    seen: float
    woken: int
    displaced: int
    nanoseconds: int
    bytes_read: int
    bytes_written: int


def fields(path: str) -> dict[str, str]:
    with open(path, encoding="ascii", errors="replace") as file:
        return dict(line.rstrip("\n").partition(":")[::2] for line in file)


def threads(process: str) -> dict[str, Thread]:
    """Its threads by their numbers; one that ends meanwhile is left out."""
    found = {}
    for number in os.listdir(f"/proc/{process}/task"):
        folder = f"/proc/{process}/task/{number}"
        try:
            status, flow = fields(f"{folder}/status"), fields(f"{folder}/io")
            with open(f"{folder}/schedstat", encoding="ascii") as file:
                nanoseconds = int(file.read().split()[0])
        except (FileNotFoundError, ProcessLookupError):
            continue
        found[number] = Thread(
            status["Name"].strip(),
            time.monotonic(),
            int(status["voluntary_ctxt_switches"]),
            int(status["nonvoluntary_ctxt_switches"]),
            nanoseconds,
            int(flow["rchar"]),
            int(flow["wchar"]),
        )
    return found


class ThreadTable:
    """What threads took between the first look at each and the last."""

    HEAD = "process\tthread\twoken/s\tdisplaced/s\tµs/s\tread B/s\twritten B/s"

    def __init__(self) -> None:
        self.first: dict[tuple[str, str], Thread] = {}
        self.last: dict[tuple[str, str], Thread] = {}
        self.names: dict[str, str] = {}

    def look(self, process: str) -> None:
        self.names.setdefault(process, fields(f"/proc/{process}/status")["Name"].strip())
        for number, thread in threads(process).items():
            self.first.setdefault((process, number), thread)
            self.last[process, number] = thread

    def rows(self) -> list[str]:
        rows = []
        for key, last in self.last.items():
            first = self.first[key]
            seconds = last.seen - first.seen
            # Nothing can be said of what was seen once.
            if seconds <= 0:
                continue
            # Their names and times come first, and are no counts.
            counts = [(late - early) / seconds for early, late in zip(first[2:], last[2:])]
            counts[2] /= 1000
            rows.append("\t".join([self.names[key[0]], last.name, *(f"{count:.2f}" for count in counts)]))
        return rows


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--threads")
    parser.add_argument("rate", type=float)
    parser.add_argument("groups", nargs="+")
    arguments = parser.parse_args()
    rate = arguments.rate
    groups = [words.split(",") for words in arguments.groups]
    spans = []
    before = None
    table = ThreadTable()
    try:
        while True:
            if arguments.threads:
                for group in groups:
                    for process in group:
                        table.look(process)
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
    if arguments.threads:
        with open(arguments.threads, "w", encoding="utf-8") as file:
            print(ThreadTable.HEAD, *table.rows(), sep="\n", file=file)
    if len(spans) < 5:
        sys.exit(f"only {len(spans)} spans of {SPAN_SECONDS} s were seen")
    for group in zip(*spans):
        print(*(round(statistics.median(figures), 2) for figures in zip(*group)))


if __name__ == "__main__":
    main()
