"""What of a session comes into the tables of a study: rows of samples, and one row that tells of the session."""
from __future__ import annotations

import json
import math
from typing import Any, Dict, Iterator, List, Optional

import numpy as np

from ._answers import Asked, walk_of
from ._errors import needed
from ._facts import Facts, date_of
from ._general import EXACT
from ._schemas import MEASURED, ROWS, SAMPLES, schema_of
from ._session import CODES, Session
from ._tables import Recording


class Row:
    """What is told of a session as its samples go by."""

    def __init__(self, session: Session, path: str, facts: Facts) -> None:
        board = path.rpartition("/")[0]
        self.labels: Dict[str, Optional[str]] = {
            "board": board or None, **{key: session._code(key) for key in CODES}, "task": session.identifier,
            "session": path, "week": facts.week,
        }  # fmt: skip
        self.samples, self.lost, self.warnings, self.seconds = 0, 0, len(session._notes), 0.0
        self.sensors: Dict[str, None] = {}
        self.placements: Dict[str, None] = {}
        self._session = session
        self._facts = facts

    def told(self, asked: Asked) -> Dict[str, Any]:
        """The row of the session in `sessions`."""
        manifest = self._session.manifest
        start, end = date_of(manifest.get("startDate")), date_of(manifest.get("endDate"))
        status = manifest.get("status")
        walk = walk_of(self._session.results)
        cadence, by = walk.cadence, "answer" if walk.cadence is not None else None
        if cadence is None and asked.cadence is not None:
            cadence, by = asked.cadence, "gait"
        return {
            **{key: self.labels[key] for key in ("session", "board", *CODES, "task", "week")},
            "start": start.isoformat() if start else None, "startDate": self._facts.start or None,
            "duration": (end - start).total_seconds() if start and end else None,
            "hours": self.seconds / 3600, "samples": self.samples, "lost": min(self.lost, (1 << 63) - 1),
            "sensors": " ".join(self.sensors), "placements": " ".join(self.placements),
            "steps": walk.steps, "cadence": cadence, "cadenceBy": by, "walkingTime": walk.walking,
            "status": status if isinstance(status, str) else None, "quality": asked.quality,
            "warnings": self.warnings, "checksum": self._facts.checksum, "origin": origin_of(manifest),
        }  # fmt: skip

    def tables(self) -> Iterator[Any]:
        """The samples, as tables with the columns of `samples`; only one file's are in memory at a time."""
        for kept in self._session._sampled():
            file = kept._fresh()
            self.lost += file.lost
            for recording in file.recordings.values():
                self.sensors[f"{recording.file}/{recording.sensor}"] = None
                if recording.placement:
                    self.placements[recording.placement] = None
                self.samples += len(recording)
                self.seconds = max(self.seconds, span_of(recording))
                labels = {"file": recording.file, "placement": recording.placement, "sensorType": recording.sensor}
                yield from fixed(recording, {**self.labels, **labels})
            self.warnings += len(file.warnings)


def origin_of(manifest: Dict[str, Any]) -> Optional[str]:
    """The session that this one replays or was computed of, whose hours would count twice; None of a recording."""
    told = manifest.get("origin")
    if told is None:
        return None
    name = told.get("session") if isinstance(told, dict) else None
    return name if isinstance(name, str) else ""


def span_of(recording: Recording) -> float:
    """From a recording's first sample to its last, in seconds."""
    if not len(recording) or "timestamp" not in recording.columns or recording._columns["timestamp"].kind != "f":
        return 0.0
    times = recording["timestamp"]
    times = times[np.isfinite(times)]
    span = float(times.max() - times.min()) if len(times) else 0.0
    return span if math.isfinite(span) else 0.0


def fixed(recording: Recording, labels: Dict[str, Optional[str]]) -> Iterator[Any]:
    """A recording as tables that have the columns of `samples`, whatever its records have."""
    arrow = needed("pyarrow", "pyarrow", "arrow", "a study's table")
    schema = schema_of(SAMPLES)
    fitting = {name: column for name, column in recording._columns.items() if fits(name, column)}
    others = [name for name in recording._columns if name not in fitting]
    whole = recording.to_arrow()
    for first in range(0, len(recording), ROWS):
        part = whole.slice(first, ROWS)
        rows = part.num_rows
        columns = []
        for field in schema:
            if field.name in labels:
                columns.append(arrow.repeat(arrow.scalar(labels[field.name], field.type), rows))
            elif field.name in fitting:
                columns.append(part.column(field.name).cast(field.type))
            elif field.name == "more" and others:
                columns.append(arrow.array(more_of(part.select(others)), field.type))
            else:
                columns.append(arrow.nulls(rows, field.type))
        yield arrow.Table.from_arrays(columns, schema=schema)


def fits(name: str, column: Any) -> bool:
    """Whether a column's values are of the type that the table has for its name, none of them rounded."""
    wanted = MEASURED.get(name)
    if wanted == "f" and column.kind == "i":
        return not bool(((column.data > EXACT) | (column.data < -EXACT)).any())
    return bool(wanted == column.kind)


def more_of(table: Any) -> List[Optional[str]]:
    """For each row the values that the table has no columns for, as an object of JSON."""
    told = []
    for row in table.to_pylist():
        values = {name: value for name, value in row.items() if value is not None}
        told.append(json.dumps(values, separators=(",", ":")) if values else None)
    return told
