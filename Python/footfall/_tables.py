"""Tables as whoever asks for them gets them: of one sensor, of losses, of marks."""
from __future__ import annotations

import math
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence

from ._columns import Array, Column, constant, renamed
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

    def labelled(self, facts: Mapping[str, Optional[str]]) -> Table:
        """The table with these texts in front of each row; a column of its own that is called like one is renamed."""
        columns = [constant(name, text, self._rows) for name, text in facts.items()]
        own = distinct(self._columns, facts)
        return Table(columns + [renamed(column, own[name]) for name, column in self._columns.items()], self._rows)

    def __repr__(self) -> str:
        return f"<Table of {self._rows} rows: {', '.join(self.columns) or 'no columns'}>"


def distinct(names: Iterable[str], taken: Iterable[str]) -> Dict[str, str]:
    """Names beside those that are taken: with the first number behind a name that makes it another one."""
    known = {*taken, *names}
    made = {}
    for name in names:
        made[name] = name
        number = 2
        while name in taken and made[name] in known:
            made[name], number = f"{name}_{number}", number + 1
        known.add(made[name])
    return made


class Recording(Table):
    """What one sensor of one file has recorded, with what it has lost."""

    def __init__(
        self, file: str, sensor: str, about: Dict[str, Any], columns: Sequence[Column], rows: int, losses: Table
    ) -> None:
        super().__init__(columns, rows)
        self.file = file
        self.sensor = sensor
        self.losses = losses
        sensors: List[Dict[str, Any]] = about.get("sensors") or []
        facts: Dict[str, Any] = next((told for told in sensors if told.get("sensorType") == sensor), {})
        placement, meaning, rate = about.get("placement"), facts.get("meaning"), facts.get("measuredRateInHertz")
        self.placement: Optional[str] = placement if isinstance(placement, str) else None
        self.meaning: Optional[str] = meaning if isinstance(meaning, str) else None
        self.rate: Optional[float] = rate if isinstance(rate, (int, float)) else None

    @property
    def lost(self) -> int:
        """How many samples the gap records count, as far as they do; `losses` tells when and why."""
        return sum(count for count in counts_of(self.losses) if count is not None)

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
        lost = "an unknown number" if None in counts_of(self.losses) else str(self.lost)
        return f"<Recording {self.file}/{self.sensor}: {samples_in_words(len(self))}, {lost} lost>"


def samples_in_words(count: int) -> str:
    """As in "1 sample", "2 samples"."""
    return "1 sample" if count == 1 else f"{count} samples"


def counts_of(losses: Table) -> List[Optional[int]]:
    """How many samples each gap record counts; None where its count is none."""
    return [count_in(row["lost"]) for row in losses.to_rows()]


def count_in(told: Any) -> Optional[int]:
    """The count of a gap record, which is a text if another record of its file made the column one."""
    try:
        count = told if isinstance(told, int) else float(told)
    except ValueError:
        return None
    is_count = not isinstance(told, bool) and math.isfinite(count) and count >= 0
    return int(count) if is_count else None
