"""A table on the disk: generations of it, of which one is current, and the ledger that says what is in which file.

A generation is a folder that nobody changes once it has its name. Files that go on from one to the next are the same
file by another link, so that a change of `current`, which is a symbolic link, is the only moment that counts.
"""
from __future__ import annotations

import contextlib
import fcntl
import json
import os
import secrets
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional

from ._errors import FootfallError
from ._writing import synchronize

FORMAT, VERSION = "footfall-table", 2
SETS = ("samples", "sessions", "problems")
CURRENT, GENERATIONS, LOCK, LEDGER = "current", "generations", "lock", "ledger.json"


@dataclass
class Entry:
    """What is known of a folder of the store: `file` has its rows, or `problem` tells a kind and a reason.

    `grader` is the command that has graded it, by its version; None of one without a grade.
    """

    fingerprint: Optional[str]
    checksum: Optional[str]
    identity: Optional[str]
    amendments: int
    week: str
    file: Optional[str] = None
    rows: int = 0
    problem: Optional[List[str]] = None
    grader: Optional[str] = None


@dataclass
class Ledger:
    """What a generation has: sessions by their paths, and the rows of each file of samples."""

    generation: int = 0
    previous: int = 0
    entries: Dict[str, Entry] = field(default_factory=dict)
    files: Dict[str, int] = field(default_factory=dict)

    def to_json(self) -> str:
        """The ledger as it stands on the disk."""
        entries = {path: list(vars(entry).values()) for path, entry in self.entries.items()}
        told = {
            "format": FORMAT, "version": VERSION, "generation": self.generation, "previous": self.previous,
            "columns": list(Entry.__dataclass_fields__), "sessions": entries, "files": self.files,
        }  # fmt: skip
        return json.dumps(told, separators=(",", ":"))

    @staticmethod
    def from_json(text: str, place: Path) -> Ledger:
        """A ledger that was written; a FootfallError if it is none, or of a later version."""
        cure = "delete the table and make it again from the store"
        try:
            told: Any = json.loads(text)
            if told["format"] != FORMAT or told["version"] != VERSION:
                raise FootfallError(
                    f"{place} is a table of version {told['version']!r}, and this package writes {VERSION}: "
                    f"{cure}, or, where the table is the later one, install a newer package"
                )
            entries = {path: Entry(*values) for path, values in told["sessions"].items()}
            return Ledger(int(told["generation"]), int(told["previous"]), entries, dict(told["files"]))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise FootfallError(f"{place}, the ledger of the table, is damaged ({error!r}): {cure}") from error


class Disk:
    """The folder of a table."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.generations = root / GENERATIONS

    def make(self) -> None:
        """Makes the folder; a FootfallError where something else is there."""
        if not self.root.absolute().parent.is_dir():
            raise FootfallError(f"{self.root.absolute().parent} is no folder: make it first")
        self.root.mkdir(exist_ok=True)
        if not self.generations.is_dir():
            if any(entry.name != LOCK for entry in self.root.iterdir()):
                raise FootfallError(f"{self.root} has other files in it, and is no table: name a folder of its own")
            self.generations.mkdir()

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """The table for oneself alone, as long as this process lives; a FootfallError if another has it."""
        handle = os.open(self.root / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise FootfallError(
                    f"{self.root} is updated by another program now: try again when it is done"
                ) from error
            yield
        finally:
            os.close(handle)

    def current(self) -> Optional[Path]:
        """The generation that readers have now; None of a table that is not made yet."""
        try:
            return self.root / os.readlink(self.root / CURRENT)
        except FileNotFoundError:
            return None

    def ledger(self) -> Ledger:
        """The ledger of the current generation; an empty one of a new table."""
        place = self.current()
        if place is None:
            return Ledger()
        try:
            return Ledger.from_json((place / LEDGER).read_text("utf-8"), place / LEDGER)
        except FileNotFoundError as error:
            raise FootfallError(
                f"{place / LEDGER} is not there: delete the table and make it again from the store"
            ) from error

    def clean(self, *generations: int) -> None:
        """Deletes all other generations, also those that a killed update has left."""
        kept = set(map(name_of, generations))
        for entry in list(self.generations.iterdir()):
            if entry.name not in kept:
                shutil.rmtree(entry)
        for entry in list(self.root.iterdir()):
            if entry.name.startswith(f".{CURRENT}."):
                entry.unlink()

    def stage(self) -> Path:
        """A folder for a generation that is being made."""
        place = self.generations / f".{secrets.token_hex(8)}"
        for name in (*SETS, "parts"):
            (place / name).mkdir(parents=True)
        return place

    def keep(self, name: str, place: Path) -> None:
        """Has a file of samples of the current generation in the next one, too."""
        current = self.current()
        if current is None:
            raise FootfallError(f"{self.root / CURRENT} is not there any more: who has deleted it?")
        try:
            os.link(current / "samples" / name, place / "samples" / name)
        except FileNotFoundError as error:
            raise FootfallError(
                f"{current / 'samples' / name} is not there: delete the table and make it again from the store"
            ) from error

    def commit(self, place: Path, ledger: Ledger, made: List[Path]) -> None:
        """Makes a staged generation the current one; before, nothing of it counts, and behind, all."""
        shutil.rmtree(place / "parts")
        (place / LEDGER).write_text(ledger.to_json(), "utf-8")
        for path in [*made, place / LEDGER, *(place / name for name in SETS), place]:
            synchronize(path)
        whole = self.generations / name_of(ledger.generation)
        place.rename(whole)
        synchronize(self.generations)
        link = self.root / f".{CURRENT}.{secrets.token_hex(8)}"
        os.symlink(f"{GENERATIONS}/{whole.name}", link)
        os.rename(link, self.root / CURRENT)
        synchronize(self.root)
        self.clean(ledger.generation, ledger.previous)  # somebody may be reading the one before


def name_of(generation: int) -> str:
    """What the folder of a generation is called."""
    return f"{generation:08d}"
