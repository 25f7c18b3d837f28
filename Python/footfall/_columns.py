"""Columns of values as both readers make them, and what NumPy, pandas and Arrow make of them."""
from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, List, Optional, Sequence

import numpy as np
import numpy.typing as npt

from ._errors import needed

Array = npt.NDArray[Any]

# The kinds of records of a file.
SAMPLE, LOSS, MARK, MOVE = range(4)


@dataclass(frozen=True)
class Column:
    """Values of one type: `f` float64, `i` int64, `b` booleans, `s` codes of the texts in `words`."""

    name: str
    kind: str
    data: Array
    valid: Optional[Array] = None  # a bit a row, from the lowest; None where no value is missing
    words: Sequence[str] = field(default_factory=list)

    def missing(self) -> Optional[Array]:
        """True where a value is missing."""
        if self.valid is None:
            return None
        bits: Array = np.unpackbits(self.valid, count=len(self.data), bitorder="little")
        is_missing: Array = np.equal(bits, 0)
        return is_missing

    def to_list(self) -> List[Any]:
        """Values of Python, with None for what is missing."""
        values: List[Any] = self.data.tolist()
        if self.kind == "s":
            values = [self.words[code] for code in values] if self.words else [None] * len(values)
        elif self.kind == "b":
            values = [bool(value) for value in values]
        missing = self.missing()
        if missing is not None:
            for row in np.flatnonzero(missing):
                values[row] = None
        return values

    def to_numpy(self) -> Array:
        """Numbers as they are, with NaN for a missing float; texts as objects; else a masked array."""
        if self.kind == "f":
            return self.data
        if self.kind == "s":
            return np.array(self.to_list(), dtype=object)
        values = self.data.view(np.bool_) if self.kind == "b" else self.data
        missing = self.missing()
        return values if missing is None else np.ma.MaskedArray(values, mask=missing)

    def to_pandas(self) -> Any:
        """What pandas keeps in a column: texts are categories, missing values stay missing."""
        pandas = needed("pandas", "pandas", "pandas", "to_pandas()")
        missing = self.missing()
        if self.kind == "f":
            return self.data
        if self.kind == "s":
            codes = self.data if missing is None else np.where(missing, -1, self.data)
            return pandas.Categorical.from_codes(codes, categories=list(self.words))
        values = self.to_numpy()
        if missing is None:
            return values
        array = pandas.arrays.BooleanArray if self.kind == "b" else pandas.arrays.IntegerArray
        return array(np.ma.getdata(values), missing)

    def to_arrow(self) -> Any:
        """An array over the same memory."""
        arrow = needed("pyarrow", "pyarrow", "arrow", "to_arrow()")
        count = len(self.data)
        valid = None if self.valid is None else arrow.py_buffer(self.valid)
        data = np.packbits(self.data, bitorder="little") if self.kind == "b" else self.data
        kinds = {"f": arrow.float64(), "i": arrow.int64(), "b": arrow.bool_(), "s": arrow.int32()}
        array = arrow.Array.from_buffers(kinds[self.kind], count, [valid, arrow.py_buffer(data)])
        if self.kind != "s":
            return array
        # arrow.array() of a list would import pandas, which takes longer than reading many a session.
        words = [word.encode() for word in self.words]
        ends = np.cumsum([0, *map(len, words)], dtype=np.int32)
        buffers = [None, arrow.py_buffer(ends), arrow.py_buffer(b"".join(words))]
        texts = arrow.Array.from_buffers(arrow.string(), len(words), buffers)
        return arrow.DictionaryArray.from_arrays(array, texts)


def constant(name: str, text: Optional[str], rows: int) -> Column:
    """A column with the same text in each row, or with none in any."""
    valid = np.zeros((rows + 7) // 8, np.uint8) if text is None else None
    return Column(name, "s", np.zeros(rows, np.int32), valid, [] if text is None else [text])


def renamed(column: Column, name: str) -> Column:
    """A column by another name."""
    return column if column.name == name else replace(column, name=name)


@dataclass(frozen=True)
class Group:
    """The records of one kind of a file; samples also of one sensor."""

    kind: int
    sensor: Optional[str]
    rows: int
    columns: List[Column]
