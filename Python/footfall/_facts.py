"""What a manifest tells of a session before its samples are read: which one it is, and of which week."""
from __future__ import annotations

import datetime
import hashlib
import json
import os
from pathlib import Path
from typing import Any, Dict, Optional

from ._errors import FootfallError
from ._files import read_plain
from ._store import MANIFEST

LARGEST_MANIFEST = 1 << 26


class Facts:
    """What a manifest tells, without the samples: whose the session is, and which one it is."""

    def __init__(self, store: Path, path: str) -> None:
        file = store / path / MANIFEST
        try:
            if os.lstat(file).st_size > LARGEST_MANIFEST:
                raise FootfallError(f"{file} is larger than any manifest: get it from a copy")
            content = read_plain(file)
        except OSError as error:
            raise FootfallError(f"{file} cannot be read ({error.strerror}): see who may read it") from error
        self.checksum = hashlib.sha256(content).hexdigest()
        try:
            manifest = json.loads(content)
        except (ValueError, RecursionError):
            manifest = None
        told: Dict[str, Any] = manifest if isinstance(manifest, dict) else {}
        begun = told.get("startDate")
        self.start = begun if isinstance(begun, str) else ""
        self.week = week_of(self.start)
        amendments = told.get("amendments")
        self.amendments = len(amendments) if isinstance(amendments, list) else 0
        run = told.get("taskRunUUID")
        # A run that goes on in a second folder has its number and another start.
        self.identity = f"{run.upper()} {told.get('startUptime')!r}"[:200] if isinstance(run, str) and run else None


def date_of(text: Any) -> Optional[datetime.datetime]:
    """A date of a manifest, with its zone; None if it is none."""
    if not isinstance(text, str):
        return None
    try:
        date = datetime.datetime.fromisoformat(text[:-1] + "+00:00" if text.endswith("Z") else text)
        return date.astimezone(datetime.timezone.utc) if date.tzinfo else date.replace(tzinfo=datetime.timezone.utc)
    except (ValueError, OverflowError):
        return None


def week_of(start: str) -> str:
    """The week of a date by ISO 8601, as `2026-W48`, in the time of the place; `none` without a date."""
    try:
        year, week, _ = datetime.date.fromisoformat(start[:10]).isocalendar()
    except ValueError:
        return "none"
    return f"{year:04d}-W{week:02d}"
