"""Tables as whoever asks for them gets them: of one sensor, of losses, of marks."""
from __future__ import annotations

import math
from typing import Any, Dict, List, Optional, Sequence

from ._columns import Array, Column
from ._errors import FootfallError, needed


class Table:
    """Columns of one length."""

    def __init__(self, columns: Sequence[Column], rows: int) -> None:
        self._columns = {column.name: column for column in columns}
        self._rows = rows

    def __len__(self) -> int:
        return self._rows

    @property
    def columns(self) -> List[str]:
        """The names of the columns."""
        return list(self._columns)

    def __getitem__(self, name: str) -> Array:
        """A column, as `to_numpy()` has it."""
        if name not in self._columns:
            raise FootfallError(f"there is no column `{name}`: the columns are {', '.join(self._columns) or 'none'}")
        return self._columns[name].to_numpy()

    def to_numpy(self) -> Dict[str, Array]:
        """An array for each column: missing floats are NaN, missing texts None, other columns are masked."""
        return {name: column.to_numpy() for name, column in self._columns.items()}

    def to_pandas(self) -> Any:
        """A pandas.DataFrame: texts are categories, and what is missing stays missing."""
        pandas = needed("pandas", "pandas", "pandas", "to_pandas()")
        columns = {name: column.to_pandas() for name, column in self._columns.items()}
        return pandas.DataFrame(columns, index=pandas.RangeIndex(self._rows))

    def to_arrow(self) -> Any:
        """A pyarrow.Table over the same memory."""
        arrow = needed("pyarrow", "pyarrow", "arrow", "to_arrow()")
        columns = [column.to_arrow() for column in self._columns.values()]
        return arrow.Table.from_arrays(columns, names=self.columns)

    def to_rows(self) -> List[Dict[str, Any]]:
        """A dictionary for each row, without what is missing."""
        lists = {name: column.to_list() for name, column in self._columns.items()}
        return [
            {name: values[row] for name, values in lists.items() if values[row] is not None}
            for row in range(self._rows)
        ]


class Recording(Table):
    """What one sensor of one file has recorded, with what it has lost."""

    def __init__(
        self, file: str, sensor: str, about: Dict[str, Any], columns: Sequence[Column], rows: int, losses: Table
    ) -> None:
        super().__init__(columns, rows)
        self.file = file
        self.sensor = sensor
        self.losses = losses
        self._path = str(about["path"])
        facts = [told for told in about.get("sensors") or [] if told.get("sensorType") == sensor]
        self.placement: Optional[str] = about.get("placement")
        self.meaning: Optional[str] = facts[0].get("meaning") if facts else None
        self.rate: Optional[float] = facts[0].get("measuredRateInHertz") if facts else None

    @property
    def lost(self) -> int:
        """How many samples the gap records count; `losses` tells when and why."""
        counts = [row["lost"] for row in self.losses.to_rows()]
        for count in counts:
            if not isinstance(count, (int, float)) or not math.isfinite(count) or count < 0:
                raise FootfallError(
                    f"{self._path}: a gap record of {self.sensor} counts {count!r} lost samples: "
                    "run `footfall check` of the session, and see `losses`"
                )
        return int(sum(counts))

    def to_pandas(self) -> Any:
        """A pandas.DataFrame; its `attrs["lost"]` counts what is missing."""
        frame = super().to_pandas()
        frame.attrs.update(lost=self.lost, file=self.file, sensor=self.sensor)
        return frame

    def to_arrow(self) -> Any:
        """A pyarrow.Table over the same memory; its metadata count what is missing, under `footfall.lost`."""
        facts = {"footfall.lost": str(self.lost), "footfall.file": self.file, "footfall.sensor": self.sensor}
        return super().to_arrow().replace_schema_metadata(facts)

    def __repr__(self) -> str:
        return f"<Recording {self.file}/{self.sensor}: {len(self)} samples, {self.lost} lost>"
