"""Some sessions come into a study's table and others go, in one generation of it."""
from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Set, Tuple

from ._errors import FootfallError, needed
from ._ledger import Disk, Entry, Ledger
from ._merging import Source, by_week, groups_of, merge
from ._reading import typed
from ._schemas import PROBLEMS, SAMPLES, SESSIONS, Writer, schema_of
from ._summary import Summary, named, pair, shown

Group = Dict[str, Any]
Readers = Callable[[List[Group]], Iterable[Dict[str, Any]]]
# Of a session's folder those that have the same session, and what they are to be once it has been read.
Twins = Dict[str, Dict[str, Entry]]
# Sessions that one process, or one executor, reads in a row.
GROUP = 250
# Where the rows of sessions without samples are, and what a table without any has.
EMPTY = "none.parquet"


@dataclass(frozen=True)
class Work:
    """What the rounds of an update share."""

    store: Path
    disk: Disk
    program: Optional[str]
    grader: Optional[str]
    largest: int
    readers: Readers
    summary: Summary


class Round:
    """Some sessions come into the table, others go, and the table is whole before and behind it."""

    def __init__(
        self, work: Work, old: Ledger, out: Set[str], told: Dict[str, Entry], new: Dict[str, Entry], twins: Twins
    ) -> None:
        self.work = work
        self.disk = work.disk
        self.old = old
        self.out = out
        self.told = told
        self.new = new
        self.twins = twins
        self.made: List[Path] = []

    def run(self) -> Ledger:
        """Reads, merges, and commits; on the way nothing of it is to be seen. Gives the new ledger."""
        stage = self.disk.stage()
        try:
            return self.make(stage, self.old)
        finally:
            shutil.rmtree(stage, ignore_errors=True)

    def make(self, stage: Path, old: Ledger) -> Ledger:
        """Makes the next generation in a folder that is not looked at until it is whole."""
        ledger = Ledger(old.generation + 1, old.generation)
        ledger.entries = {path: entry for path, entry in old.entries.items() if path not in self.out}
        ledger.entries.update(self.told)
        parts, rows = self.read(stage, ledger)
        self.place_files(stage, ledger, parts)
        self.write_sessions(stage, ledger, rows)
        self.write_problems(stage, ledger)
        self.disk.commit(stage, ledger, self.made)
        return ledger

    def read(self, stage: Path, ledger: Ledger) -> Tuple[List[Source], List[Dict[str, Any]]]:
        """Has the new sessions read; gives the files that were made, and the rows of `sessions`."""
        parts: List[Source] = []
        rows: List[Dict[str, Any]] = []
        for part in self.work.readers(list(self.groups(stage))):
            dead: Set[str] = set()
            live = 0
            for outcome in part["outcomes"]:
                path = outcome["path"]
                self.work.summary.sessions_read += 1
                problem = outcome["problem"]
                if problem:
                    if outcome["rows"]:
                        dead.add(path)
                    if problem[0] == "changing":
                        self.work.summary.arriving += 1
                        continue
                entry = Entry(**{**vars(self.new[path]), "fingerprint": outcome["fingerprint"], "checksum": outcome["checksum"]})
                entry.grader = self.work.grader if outcome["isGraded"] and not problem else None
                if self.work.grader and not entry.grader and not problem:
                    self.work.summary.ungraded += 1
                entry.problem = list(problem) if problem else None
                entry.file, entry.rows = (None, 0) if problem else (part["name"], outcome["rows"])
                ledger.entries[path] = entry
                if not problem:
                    live += outcome["rows"]
                    rows.append(outcome["row"])
                    ledger.entries.update(self.twins.get(path, {}))
            parts.append(Source(part["name"], stage / "parts" / part["name"], live, frozenset(dead)))
        return parts, rows

    def groups(self, stage: Path) -> Iterator[Group]:
        """The new sessions in groups, each of one week."""
        weeks: Dict[str, List[str]] = {}
        for path, entry in self.new.items():
            weeks.setdefault(entry.week, []).append(path)
        for week, paths in weeks.items():
            for first in range(0, len(paths), GROUP):
                yield {
                    "store": str(self.work.store), "place": str(stage / "parts"), "week": week,
                    "paths": paths[first : first + GROUP], "program": self.work.program,
                    "largest": self.work.largest,
                }  # fmt: skip

    def place_files(self, stage: Path, ledger: Ledger, parts: List[Source]) -> None:
        """Keeps, merges and moves files of samples, week by week, until each session is in one of them."""
        old = self.old
        current = self.disk.current()
        live = dict.fromkeys(old.files, 0)
        gone: Dict[str, Set[str]] = {}
        members: Dict[str, List[str]] = {}
        for path, entry in ledger.entries.items():
            if entry.file:
                members.setdefault(entry.file, []).append(path)
                if entry.file in live:
                    live[entry.file] += entry.rows
        for path, entry in old.entries.items():
            now = ledger.entries.get(path)
            if entry.file in live and (now is None or now.file != entry.file):
                gone.setdefault(entry.file, set()).add(path)
        changed = {
            name: Source(name, (current or stage) / "samples" / name, live[name], frozenset(paths))
            for name, paths in gone.items()
        }
        weeks = by_week([*live, *(part.name for part in parts)])
        for names in weeks.values():
            new = [part for part in parts if part.name in set(names)]
            lessened = [changed[name] for name in names if name in changed]
            kept = {name: live[name] for name in names if name in live and name not in changed}
            sources = {source.name: source for source in [*new, *lessened]}
            for name in kept:
                sources[name] = Source(name, (current or stage) / "samples" / name, kept[name])
            merged: Set[str] = set()
            for group in groups_of(new, kept, lessened):
                merged.update(group)
                self.put(stage, ledger, [sources[name] for name in group], members)
            for name, rows in kept.items():
                if name not in merged:
                    self.disk.keep(name, stage)
                    ledger.files[name] = rows

    def put(self, stage: Path, ledger: Ledger, group: List[Source], members: Dict[str, List[str]]) -> None:
        """Makes one file of several, unless it is one already or would be empty."""
        rows = sum(source.rows for source in group)
        name = group[0].name
        paths = [path for source in group for path in members.get(source.name, [])]
        if not rows:
            for path in paths:
                ledger.entries[path].file = EMPTY
            return
        # A name is never taken again for other rows.
        is_new = name not in self.old.files
        if len(group) == 1 and is_new and not group[0].dead:
            os.rename(group[0].place, stage / "samples" / name)
        else:
            name = f"{name.partition('.')[0]}.{os.urandom(8).hex()}.parquet"
            written = merge(group, stage / "samples" / name)
            if written != rows:
                raise FootfallError(
                    f"{self.disk.root} has {written} rows where its ledger says {rows}: somebody has changed a file "
                    "of it; delete the table and make it again from the store"
                )
        for path in paths:
            ledger.entries[path].file = name
        ledger.files[name] = rows
        self.made.append(stage / "samples" / name)
        self.work.summary.files_written += 1
        self.work.summary.rows_written += rows

    def write_sessions(self, stage: Path, ledger: Ledger, rows: List[Dict[str, Any]]) -> None:
        """Writes the table with a row a session: of those that the ledger has, the ones before and the new ones."""
        arrow = needed("pyarrow", "pyarrow", "arrow", "a study's table")
        compute = needed("pyarrow.compute", "pyarrow", "arrow", "a study's table")
        parquet = needed("pyarrow.parquet", "pyarrow", "arrow", "a study's table")
        current = self.disk.current()
        made = stage / "sessions" / "sessions.parquet"
        writer = Writer(made, SESSIONS)
        read = {str(row["session"]) for row in rows}
        try:
            if current is not None:
                table = parquet.read_table(current / "sessions" / "sessions.parquet")
                stays = sorted({path for path, entry in ledger.entries.items() if entry.file} - read)
                is_there = compute.is_in(table.column("session"), value_set=arrow.array(stays, arrow.string()))
                table = table.filter(is_there)
                if table.num_rows != len(stays):
                    raise FootfallError(
                        f"{self.disk.root} has {table.num_rows} rows in `sessions` where its ledger says {len(stays)}: "
                        "delete the table and make it again from the store"
                    )
                writer.write(table)
            if rows:
                writer.write(arrow.Table.from_pylist([typed(row) for row in rows], schema=schema_of(SESSIONS)))
        finally:
            writer.close()
        self.made.append(made)

    def write_problems(self, stage: Path, ledger: Ledger) -> None:
        """Writes the table of what was left out, and why; and a file of samples where there would be none."""
        arrow = needed("pyarrow", "pyarrow", "arrow", "a study's table")
        told = [
            dict(zip(PROBLEMS, (named(path), *map(shown, pair(entry.problem)))))
            for path, entry in sorted(ledger.entries.items())
            if entry.problem
        ]
        made = stage / "problems" / "problems.parquet"
        writer = Writer(made, PROBLEMS)
        if told:
            writer.write(arrow.Table.from_pylist(told, schema=schema_of(PROBLEMS)))
        writer.close()
        self.made.append(made)
        if not ledger.files:
            Writer(stage / "samples" / EMPTY, SAMPLES).close()
            self.made.append(stage / "samples" / EMPTY)
