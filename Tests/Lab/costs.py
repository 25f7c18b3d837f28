#!/usr/bin/env python3
"""costs.py [--threads FILE] RATE PID[,PID…]…: for each group of processes the processor time of a sample, in
microseconds, and how often a second the kernel has woken one of its threads.

Looked at every four seconds until a process has ended; of these spans the median counts. `--threads` writes a table of
what each thread took, from the first look at it to the last.
"""

import argparse
import os
import statistics
import sys
import time
from typing import NamedTuple

SPAN_SECONDS = 4


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
    """Its threads by their numbers; one that ends meanwhile is left out, and a process that has ended is an error."""
    if fields(f"/proc/{process}/status")["State"].split()[0] == "Z":
        raise ProcessLookupError(process)
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


Look = dict[tuple[str, str], Thread]
"""The threads of some processes, each by its process and its number."""


def look(processes: list[str]) -> Look:
    return {(process, number): thread for process in processes for number, thread in threads(process).items()}


class Span(NamedTuple):
    """What threads took between two looks at them."""

    microseconds: float
    wakes: int

    @staticmethod
    def between(before: Look, after: Look) -> "Span":
        """Threads that began meanwhile count from their beginning."""
        nothing = Thread("", 0, 0, 0, 0, 0, 0)
        pairs = [(before.get(key, nothing), late) for key, late in after.items()]
        return Span(
            sum(late.nanoseconds - early.nanoseconds for early, late in pairs) / 1000,
            sum(late.woken - early.woken for early, late in pairs),
        )


class ThreadTable:
    """What threads took between the first look at each and the last."""

    HEAD = "process\tthread\twoken/s\tdisplaced/s\tµs/s\tread B/s\twritten B/s"

    def __init__(self) -> None:
        self.first: Look = {}
        self.last: Look = {}
        self.names: dict[str, str] = {}

    def add(self, look: Look) -> None:
        for key, thread in look.items():
            if key[0] not in self.names:
                self.names[key[0]] = fields(f"/proc/{key[0]}/status")["Name"].strip()
            self.first.setdefault(key, thread)
            self.last[key] = thread

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
    groups = [words.split(",") for words in arguments.groups]
    # Of each span and group, the microseconds of a sample and the wakes of a second.
    spans: list[list[tuple[float, float]]] = []
    before = None
    table = ThreadTable()
    try:
        while True:
            now = time.monotonic(), [look(group) for group in groups]
            for group in now[1]:
                table.add(group)
            if before:
                seconds = now[0] - before[0]
                taken = [Span.between(*looks) for looks in zip(before[1], now[1])]
                spans.append([(span.microseconds / (seconds * arguments.rate), span.wakes / seconds) for span in taken])
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
