"""One update of a study's table: what the store has, what of it is news, and in which rounds it is read."""
from __future__ import annotations

from pathlib import Path
from typing import Dict, List, Optional, Set, Tuple

from ._answers import version_of
from ._errors import FootfallError
from ._facts import Facts
from ._ledger import Disk, Entry, Ledger
from ._round import Readers, Round, Twins, Work
from ._store import ARRIVING, CLOSED, DEEP, ENCRYPTED, WHOLE, Place, places, fingerprint_of_all, fingerprint_of_large
from ._summary import Summary, pair

# Sessions that become part of the table at once: a kill costs the work of as many.
ROUND = 5000


class Update:
    """One update: what is to be done, and how it is done in rounds that each leave a whole table."""

    def __init__(
        self,
        store: Path,
        disk: Disk,
        ledger: Ledger,
        program: Optional[str],
        readers: Readers,
        allow_empty: bool,
        largest: int,
    ) -> None:
        self.store = store
        self.disk = disk
        self.ledger = ledger
        self.program = program
        self.grader = version_of(program) if program is not None else None
        self.readers = readers
        self.allow_empty = allow_empty
        self.largest = largest
        self.summary = Summary()
        self.twins: Twins = {}
        self.later: Dict[str, Entry] = {}  # what is read only if another folder of the same session is not whole
        self._is_told_anew = False  # whether the ledger has news although no session is read

    def run(self) -> Summary:
        """Looks, reads in rounds, and counts."""
        before = {path for path, entry in self.ledger.entries.items() if entry.file}
        files = set(self.ledger.files)
        found, wanted = self.look()
        gone = set(self.ledger.entries) - set(found)
        if before and not any(found.values()) and not self.allow_empty:
            raise FootfallError(
                f"{self.store} has no session any more, and the table has {len(before)}: is it mounted? "
                "If they are to go, run it with --allow-empty"
            )
        order = sorted(wanted, key=lambda path: (found[path].week, path))
        rounds = [order[first : first + ROUND] for first in range(0, len(order), ROUND)] or [[]]
        dropped = {path for path, entry in found.items() if entry.problem and self.file_of(path)}
        work = Work(self.store, self.disk, self.program, self.grader, self.largest, self.readers, self.summary)
        for number, paths in enumerate(rounds):
            first = gone | dropped if number == 0 else set()
            if paths or first or (number == 0 and (self._is_told_anew or not self.disk.current())):
                told = {path: entry for path, entry in found.items() if path not in wanted} if number == 0 else {}
                new = {path: found[path] for path in paths}
                self.ledger = Round(work, self.ledger, first | set(paths), told, new, self.twins).run()
        while again := self.orphans():
            wanted |= set(again)
            self.ledger = Round(work, self.ledger, set(again), {}, again, self.twins).run()
        now = self.ledger.entries
        held = {path for path, entry in now.items() if entry.file}
        read = {path for path in wanted if path in held}
        summary = self.summary
        summary.added, summary.changed = len(read - before), len(read & before)
        summary.removed, summary.unchanged = len(before - held), len(held - read)
        summary.sessions, summary.samples = len(held), sum(self.ledger.files.values())
        summary.generation = self.ledger.generation
        summary.files_kept = len(files & set(self.ledger.files))
        summary.problems = [(path, *pair(entry.problem)) for path, entry in sorted(now.items()) if entry.problem]
        return summary

    def orphans(self) -> Dict[str, Entry]:
        """The sessions that were left out for another folder of the same one, which turned out not to be whole."""
        found, wanted = dict(self.ledger.entries), set[str]()
        self.settle_twins(found, wanted)
        again = {path: found[path] for path in sorted(wanted)}
        waiting = {twin for path in again for twin in self.twins.get(path, {})}
        for path in sorted(set(self.later) - waiting):
            entry = self.later.pop(path)
            if self.file_of(path):
                again[path] = entry
        return again

    def file_of(self, path: str) -> Optional[str]:
        """The file that has a session's rows now."""
        entry = self.ledger.entries.get(path)
        return entry.file if entry else None

    def look(self) -> Tuple[Dict[str, Entry], Set[str]]:
        """What each folder of the store is to be, and which of them have to be read."""
        found: Dict[str, Entry] = {}
        wanted: Set[str] = set()
        hidden: List[str] = []
        held = {path for path, entry in self.ledger.entries.items() if entry.file}
        for one in places(self.store, held):
            if one.kind == ARRIVING:
                self.summary.arriving += 1
            elif one.kind == ENCRYPTED:
                self.summary.encrypted += 1
                found[one.path] = problem_entry("encrypted", "it is encrypted: the table has what can be read")
            elif one.kind == CLOSED:
                if not one.path:
                    raise FootfallError(f"{self.store}: {one.reason}")
                hidden.append(one.path)
                found[one.path] = problem_entry("unreadable", one.reason)
            elif one.kind == DEEP:
                hidden.append(one.path)
                found.setdefault(one.path, problem_entry("deep", one.reason))
            elif one.kind == WHOLE:
                found[one.path], is_new = self.entry_of(one)
                if is_new:
                    wanted.add(one.path)
        for path, entry in self.ledger.entries.items():
            if path not in found and any(path.startswith(f"{folder}/") for folder in hidden):
                found[path] = entry  # it is not gone, only out of sight
        self.settle_twins(found, wanted)
        for path, entry in found.items():
            if path not in wanted and self.ledger.entries.get(path) != entry:
                self._is_told_anew = True
        return found, wanted

    def entry_of(self, one: Place) -> Tuple[Entry, bool]:
        """What a session with a manifest is to be, and whether it has to be read."""
        old = self.ledger.entries.get(one.path)
        is_twin = old is not None and old.problem is not None and old.problem[0] == "twice"
        if old is not None:
            fingerprint = one.fingerprint if old.problem is None or is_twin else fingerprint_of_all(self.store / one.path)
            if old.problem is not None and old.problem[0] == "large":
                fingerprint = fingerprint_of_large(fingerprint, self.largest)
            if fingerprint is not None and fingerprint == old.fingerprint and not self.lacks_grade(old):
                return old, False
        try:
            self.summary.manifests_read += 1
            facts = Facts(self.store, one.path)
        except FootfallError as error:
            return problem_entry("unreadable", str(error)), False
        is_same = old is not None and old.checksum == facts.checksum and (old.problem is None or is_twin)
        if old is not None and is_same and not self.lacks_grade(old):
            return Entry(**{**vars(old), "fingerprint": one.fingerprint}), False
        return Entry(one.fingerprint, facts.checksum, facts.identity, facts.amendments, facts.week), True

    def lacks_grade(self, entry: Entry) -> bool:
        """Whether there is a command to grade a session, and none has."""
        return self.grader is not None and entry.file is not None and entry.grader is None

    def settle_twins(self, found: Dict[str, Entry], wanted: Set[str]) -> None:
        """Of folders with the same session one counts: that which was amended most often, or is in the table.

        One that is in the table stays there until the one that counts has been read.
        """
        same: Dict[str, List[str]] = {}
        for path, entry in found.items():
            is_broken = entry.problem is not None and entry.problem[0] != "twice"
            if entry.identity is not None and not is_broken:
                same.setdefault(entry.identity, []).append(path)
        for paths in same.values():
            if len(paths) == 1 and found[paths[0]].problem is None:
                continue
            first, *others = sorted(
                paths, key=lambda path: (-found[path].amendments, self.file_of(path) is None, path)
            )
            if found[first].problem is not None:
                found[first] = Entry(**{**vars(found[first]), "problem": None})
                wanted.add(first)
            for path in others:
                reason = f"it is the same session as {first}: delete one of the two from the store"
                left = {"file": None, "rows": 0, "problem": ["twice", reason], "grader": None}
                twin = Entry(**{**vars(found[path]), **left})
                if first in wanted and self.file_of(path):
                    if path in wanted:
                        self.later[path] = found[path]
                        wanted.discard(path)
                    found[path] = self.ledger.entries[path]
                    self.twins.setdefault(first, {})[path] = twin
                else:
                    found[path] = twin
                    wanted.discard(path)


def problem_entry(kind: str, reason: str) -> Entry:
    """A folder that is left out before it is read."""
    return Entry(None, None, None, 0, "none", problem=[kind, reason])
