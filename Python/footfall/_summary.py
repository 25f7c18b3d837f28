"""What an update of a study's table has done, for a program and for a person."""
from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Iterator, List, Optional, Sequence, Tuple

from ._store import ENCRYPTED

Problem = Tuple[str, str, str]
# Of more problems, the table `problems` tells.
MOST_TOLD = 20


@dataclass
class Summary:
    """What an update has done, and what it has left out."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    unchanged: int = 0
    arriving: int = 0
    encrypted: int = 0
    ungraded: int = 0
    manifests_read: int = 0
    sessions_read: int = 0
    files_written: int = 0
    files_kept: int = 0
    rows_written: int = 0
    generation: int = 0
    sessions: int = 0
    samples: int = 0
    problems: List[Problem] = field(default_factory=list)

    @property
    def faults(self) -> List[Problem]:
        """The problems that somebody has to fix; that a session is encrypted is none."""
        return [problem for problem in self.problems if problem[1] != ENCRYPTED]

    def to_json(self) -> str:
        """All of it as one object."""
        problems = [{"session": path, "kind": kind, "reason": reason} for path, kind, reason in self.problems]
        return json.dumps({**vars(self), "problems": problems})


def pair(problem: Optional[Sequence[str]]) -> Tuple[str, str]:
    """The kind and the reason of a problem."""
    kind, reason = problem or ("", "")
    return kind, reason


def named(path: str) -> str:
    """A path as the tables name it: what it is, to the last space, unless it is no Unicode."""
    return path.encode("utf-8", "backslashreplace").decode()


def shown(text: str) -> str:
    """A text that any table takes, in one line."""
    return " ".join(text.encode("utf-8", "backslashreplace").decode().split())


def sentences(summary: Summary, store: str, table: str) -> Iterator[str]:
    """What an update has done, for a person."""
    yield (
        f"{table}: {summary.sessions:,} sessions, {summary.samples:,} samples; {summary.added:,} new, "
        f"{summary.changed:,} changed, {summary.removed:,} gone, {summary.unchanged:,} as they were"
    )
    if summary.arriving:
        yield f"{summary.arriving:,} are still on their way to {store}"
    if summary.encrypted:
        yield f"{summary.encrypted:,} are encrypted, and left out"
    if summary.ungraded:
        yield f"{summary.ungraded:,} have no grade, since `footfall check` gave no answer; the next update asks again"
    if summary.faults:
        yield f"{len(summary.faults):,} are left out, as the table `problems` tells:"
    for path, _, reason in summary.faults[:MOST_TOLD]:
        yield f"  {shown(path)}: {shown(reason)}"
    if len(summary.faults) > MOST_TOLD:
        yield f"  and {len(summary.faults) - MOST_TOLD:,} more"
