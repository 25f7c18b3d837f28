"""The columns of a study's tables, which never change, and how a file of them is written."""
from __future__ import annotations

from pathlib import Path
from typing import Any, Dict, List

from ._errors import needed
from ._session import CODES

# Rows that are in memory at a time, beside those of the file that is read.
ROWS = 1 << 17
LABELS = ("board", *CODES, "task", "session", "week", "file", "placement", "sensorType")
# What the table has columns for. What else a record has stands in `more`, so that the columns never change.
MEASURED = {
    "stepPath": "s", "uptime": "f", "timestamp": "f", "x": "f", "y": "f", "z": "f", "w": "f", "heading": "f",
    "eventAccuracy": "i", "referenceCoordinate": "s",
}  # fmt: skip
SAMPLES = {**dict.fromkeys(LABELS, "s"), **MEASURED, "more": "s"}
SESSIONS = {
    "session": "s", "board": "s", "subject": "s", "visit": "s", "group": "s", "task": "s", "week": "s", "start": "t",
    "startDate": "s", "duration": "f", "hours": "f", "samples": "i", "lost": "i", "sensors": "s", "placements": "s",
    "steps": "i", "cadence": "f", "cadenceBy": "s", "walkingTime": "f", "status": "s", "quality": "s", "warnings": "i",
    "checksum": "s", "origin": "s",
}  # fmt: skip
PROBLEMS = {"session": "s", "kind": "s", "reason": "s"}


def schema_of(kinds: Dict[str, str]) -> Any:
    """The schema of a table."""
    arrow = needed("pyarrow", "pyarrow", "arrow", "a study's table")
    types = {"f": arrow.float64(), "i": arrow.int64(), "s": arrow.string(), "t": arrow.timestamp("us", "UTC")}
    return arrow.schema([(name, types[kind]) for name, kind in kinds.items()])


class Writer:
    """Writes a file of a table, a group of rows at a time."""

    def __init__(self, path: Path, kinds: Dict[str, str]) -> None:
        parquet = needed("pyarrow.parquet", "pyarrow", "arrow", "a study's table")
        self._writer = parquet.ParquetWriter(path, schema_of(kinds), compression="zstd")
        self._held: List[Any] = []
        self._count = 0
        self.rows = 0

    def write(self, table: Any) -> None:
        """Adds rows."""
        self._held.append(table)
        self._count += table.num_rows
        self.rows += table.num_rows
        if self._count >= ROWS:
            self._flush()

    def _flush(self) -> None:
        arrow = needed("pyarrow", "pyarrow", "arrow", "a study's table")
        if self._count:
            self._writer.write_table(arrow.concat_tables(self._held), row_group_size=ROWS)
        self._held, self._count = [], 0

    def close(self) -> None:
        """Ends the file."""
        self._flush()
        self._writer.close()
