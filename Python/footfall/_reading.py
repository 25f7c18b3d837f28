"""Reads sessions of a store into a file of a study's table, and tells of each what became of it."""
from __future__ import annotations

import contextlib
import secrets
from pathlib import Path
from typing import Any, Dict, Iterator, Optional, Tuple

from ._answers import Asked, asked_of
from ._errors import FootfallError, OutsideError, is_outside, needed
from ._facts import Facts, date_of
from ._rows import Row
from ._schemas import SAMPLES, SESSIONS, Writer, schema_of
from ._session import Session
from ._sizes import LARGEST, is_document_too_large, too_large
from ._store import MANIFEST, fingerprint_of, fingerprint_of_all, fingerprint_of_large


class Refused(Exception):
    """Why a session is left out: `kind` in a word, and a sentence."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind


def opened(store: Path, path: str, largest: int = LARGEST) -> Session:
    """A session that is closed, and whose files are those that the manifest has sealed; else it is refused.

    So is one with a file of samples that holds more than `largest` millions of bytes.
    """
    for name in ("journal.json", "taskResult.json"):
        if is_document_too_large(str(store / path / name)):
            raise Refused("large", f"{name} is larger than any recording makes it: get it from a copy")
    session = Session(store / path)
    if not session.manifest.get("endDate"):
        raise Refused("open", f"it was not closed: run `footfall repair {store / path}`")
    changed = session.verify()
    if changed:
        raise Refused("changed", f"{'; '.join(changed[:3])}: send it again, or get it from a copy")
    if told := too_large(session, largest):
        raise Refused("large", told)
    return session


def read_group(group: Dict[str, Any]) -> Dict[str, Any]:
    """Reads the sessions of a group into a file of its own; gives the file's name, and what became of each session.

    Both are of JSON, since a group may be read by another process, or on another machine.
    """
    store, place = Path(group["store"]), Path(group["place"])
    name = f"{group['week']}.{secrets.token_hex(8)}.parquet"
    writer = Writer(place / name, SAMPLES)
    outcomes = []
    try:
        for path in group["paths"]:
            outcomes.append(read_one(store, path, group.get("program"), group["largest"], writer))
    finally:
        writer.close()
    return {"name": name, "week": group["week"], "written": writer.rows, "outcomes": outcomes}


def killed(group: Dict[str, Any]) -> Dict[str, Any]:
    """What became of a group with one session, whose reader was killed before it had told."""
    reason = "the process that read it was killed, maybe since memory was short: give a smaller `--largest MB`"
    [path] = group["paths"]
    outcome = {"path": path, "fingerprint": None, "checksum": None, "row": None, "rows": 0, "problem": ("killed", reason),
               "isGraded": False}  # fmt: skip
    name = f"{group['week']}.{secrets.token_hex(8)}.parquet"
    Writer(Path(group["place"]) / name, SAMPLES).close()
    return {"name": name, "week": group["week"], "written": 0, "outcomes": [outcome]}


def read_one(store: Path, path: str, program: Optional[str], largest: int, writer: Writer) -> Dict[str, Any]:
    """Adds a session's rows. Of one that fails on its way, `rows` are there, which do not count."""
    before = writer.rows
    problem: Optional[Tuple[str, str]] = None
    row: Optional[Dict[str, Any]] = None
    facts: Optional[Facts] = None
    asked = Asked()
    fingerprint, fingerprints = fingerprint_of(store / path / MANIFEST), fingerprint_of_all(store / path)
    try:
        path.encode()
        with reading():
            facts = Facts(store, path)
            made = Row(opened(store, path, largest), path, facts)
        tables = made.tables()
        while (table := next_of(tables)) is not None:
            writer.write(table)
        with reading():
            asked = asked_of(program, store / path)
            row = checked(made.told(asked))
        if Facts(store, path).checksum != facts.checksum:
            problem = ("changing", "it changed while it was read")
    except Refused as refusal:
        problem = (refusal.kind, str(refusal))
        if refusal.kind == "large":
            fingerprints = fingerprint_of_large(fingerprints, largest)
    except FootfallError as error:
        problem = ("unreadable", str(error))
        if is_outside(error):
            fingerprints = None  # it may be readable the next time, without another change
    except UnicodeError:
        problem = ("unreadable", "its name, or a text of it, is no Unicode: rename it, or run `footfall check` of it")
    return {
        "path": path, "fingerprint": fingerprints if problem else fingerprint, "checksum": facts.checksum if facts else None,
        "row": None if problem else row, "rows": writer.rows - before, "problem": problem,
        "isGraded": asked.is_told,
    }  # fmt: skip


@contextlib.contextmanager
def reading() -> Iterator[None]:
    """Whatever a hostile session brings about is told as a session that cannot be read, and hides no other one."""
    try:
        yield
    except (FootfallError, Refused, UnicodeError):
        raise
    except Exception as error:
        # It may be a fault of this package, which the next one has fixed.
        raise OutsideError(
            f"it cannot be read ({type(error).__name__}: {error}): run `footfall check` of it"
        ) from error


def next_of(tables: Iterator[Any]) -> Any:
    """The next table of a session; None behind the last."""
    with reading():
        return next(tables, None)


def checked(row: Dict[str, Any]) -> Dict[str, Any]:
    """A row of `sessions` whose values are of the types that its table has."""
    arrow = needed("pyarrow", "pyarrow", "arrow", "a study's table")
    arrow.Table.from_pylist([typed(row)], schema=schema_of(SESSIONS))
    return row


def typed(row: Dict[str, Any]) -> Dict[str, Any]:
    """A row of `sessions` as its table takes it."""
    return {**row, "start": date_of(row["start"])}
