"""Which files of a week become one, and how: few large files are quick to read, and no row may be copied often."""
from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Collection, Dict, List, Mapping

from ._errors import needed
from ._schemas import ROWS, SAMPLES, Writer

# A file of as many rows takes in no other one.
LARGEST = 1 << 24


@dataclass(frozen=True)
class Source:
    """A file whose rows go on, but for those of the sessions in `dead`."""

    name: str
    place: Path
    rows: int
    dead: frozenset[str] = frozenset()


def groups_of(new: Collection[Source], kept: Mapping[str, int], changed: Collection[Source]) -> List[List[str]]:
    """The names of the files that become one, for each file that is to be made of a week.

    New files and those that lose a session are put together as far as a file has room. To the last of these come files
    that stay otherwise: each that has at most twice as many rows as there are by then, the smallest first. So a row is
    copied about as often as its week doubles, and a week has a few files.
    """
    groups: List[List[str]] = []
    count = LARGEST
    for source in sorted([*new, *changed], key=lambda source: (-source.rows, source.name)):
        if count + source.rows > LARGEST or not groups:
            groups.append([])
            count = 0
        groups[-1].append(source.name)
        count += source.rows
    if groups:
        for name, rows in sorted(kept.items(), key=lambda pair: (pair[1], pair[0])):
            if rows > 2 * count or count + rows > LARGEST:
                break
            groups[-1].append(name)
            count += rows
    return groups


def merge(sources: List[Source], made: Path) -> int:
    """Writes one file of several, a group of rows at a time; gives the count of its rows."""
    arrow = needed("pyarrow", "pyarrow", "arrow", "a study's table")
    compute = needed("pyarrow.compute", "pyarrow", "arrow", "a study's table")
    parquet = needed("pyarrow.parquet", "pyarrow", "arrow", "a study's table")
    writer = Writer(made, SAMPLES)
    try:
        for source in sources:
            dead = arrow.array(sorted(source.dead), arrow.string())
            with parquet.ParquetFile(source.place) as file:
                for batch in file.iter_batches(batch_size=ROWS):
                    table = arrow.Table.from_batches([batch])
                    if source.dead:
                        is_dead = compute.is_in(table.column("session"), value_set=dead)
                        table = table.filter(compute.invert(is_dead))
                    if table.num_rows:
                        writer.write(table)
    finally:
        writer.close()
    return writer.rows


def by_week(names: Collection[str]) -> Dict[str, List[str]]:
    """Files of samples by the weeks in their names."""
    weeks: Dict[str, List[str]] = {}
    for name in sorted(names):
        weeks.setdefault(name.partition(".")[0], []).append(name)
    return weeks
