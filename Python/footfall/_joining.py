"""Puts tables one behind the other, although a column may be missing in one of them or be of another type."""
from __future__ import annotations

import json
from typing import Any, Dict, Iterable, List, Sequence

import numpy as np

from ._columns import Array, Column
from ._errors import needed
from ._general import EXACT, Say, is_double, validity
from ._tables import Table


def shared_kinds(tables: Iterable[Table], kinds: Dict[str, str]) -> Dict[str, str]:
    """Adds to `kinds` the columns of tables, each of a kind that all of its values fit into."""
    for table in tables:
        for name, column in table._columns.items():
            kind = kinds.setdefault(name, column.kind)
            if kind != column.kind:
                kinds[name] = "f" if {kind, column.kind} == {"i", "f"} else "s"
    return kinds


def conformed(table: Table, kinds: Dict[str, str], say: Say) -> Table:
    """A table with these columns; `say` is told what a column of another kind costs."""
    columns = []
    for name, kind in kinds.items():
        column = table._columns.get(name)
        columns.append(absent(name, kind, len(table)) if column is None else fitted(column, kind, say))
    return Table(columns, len(table))


def absent(name: str, kind: str, rows: int) -> Column:
    """A column of which each value is missing."""
    types: Dict[str, Any] = {"f": np.float64, "i": np.int64, "s": np.int32, "b": np.uint8}
    data = np.full(rows, np.nan) if kind == "f" else np.zeros(rows, types[kind])
    return Column(name, kind, data, np.zeros((rows + 7) // 8, np.uint8) if rows else None)


def fitted(column: Column, kind: str, say: Say) -> Column:
    """A column as one of another kind, which is floats for whole numbers, or text for anything."""
    if column.kind == kind:
        return column
    if kind == "f":
        large = column.data[(column.data > EXACT) | (column.data < -EXACT)]
        if not all(is_double(value) for value in large.tolist()):
            say(f"`{column.name}` has whole numbers beyond 2^53 that no double is equal to: they are rounded")
        data = column.data.astype(np.float64)
        missing = column.missing()
        if missing is not None:
            data[missing] = np.nan
        return Column(column.name, "f", data, column.valid)
    say(f"`{column.name}` has values of several types: each is read as text")
    codes: Dict[str, int] = {}
    data = np.zeros(len(column.data), np.int32)
    values = column.to_list()
    for row, value in enumerate(values):
        if value is not None:
            data[row] = codes.setdefault(json.dumps(value), len(codes))
    return Column(column.name, "s", data, validity(values), list(codes))


def joined(tables: Sequence[Table], say: Say) -> Table:
    """Tables one behind the other, in memory of their own."""
    kinds = shared_kinds(tables, {})
    parts = [conformed(table, kinds, say)._columns for table in tables]
    columns = [one_behind_the_other([part[name] for part in parts]) for name in kinds]
    return Table(columns, sum(map(len, tables)))


def joined_arrow(tables: Sequence[Table], say: Say) -> Any:
    """Tables one behind the other as one pyarrow.Table, over the same memory where kinds agree."""
    arrow = needed("pyarrow", "pyarrow", "arrow", "to_arrow()")
    if not tables:
        return arrow.table({})
    kinds = shared_kinds(tables, {})
    return arrow.concat_tables([conformed(table, kinds, say).to_arrow() for table in tables])


def one_behind_the_other(columns: List[Column]) -> Column:
    """Columns of one name and one kind as one."""
    first = columns[0]
    valid = None
    if any(column.valid is not None for column in columns):
        present = [~missing_of(column) for column in columns]
        valid = np.packbits(np.concatenate(present), bitorder="little")
    if first.kind != "s":
        return Column(first.name, first.kind, np.concatenate([column.data for column in columns]), valid)
    codes: Dict[str, int] = {}
    parts = []
    for column in columns:
        places = [codes.setdefault(word, len(codes)) for word in column.words] or [0]
        parts.append(np.array(places, np.int32)[column.data])
    return Column(first.name, "s", np.concatenate(parts), valid, list(codes))


def missing_of(column: Column) -> Array:
    """True where a value is missing, also of a column that has all."""
    missing = column.missing()
    return np.zeros(len(column.data), np.bool_) if missing is None else missing
