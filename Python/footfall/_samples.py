"""A sample file of a session: what the manifest says of it, and the tables of its records."""
from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Any, Dict, List, Optional

from ._columns import LOSS, MARK, MOVE, SAMPLE, Group
from ._csv import Told, read_csv
from ._errors import FootfallError
from ._general import Builder, Say
from ._json import read_json
from ._tables import Recording, Table, counts_of, samples_in_words

# Fractions by their nature, also where a file happens to have whole ones only.
NUMBERS = ("uptime", "timestamp", "x", "y", "z", "w", "heading")


class SampleFile:
    """A file of records: a recording for each sensor, and what else its records tell."""

    def __init__(self, path: Path, about: Dict[str, Any], name: str) -> None:
        self.path = path
        self.about = about
        self.name = name
        self._warnings: List[str] = []
        self._groups: Optional[List[Group]] = None

    def _say(self, text: str) -> None:
        if (words := f"{self.path.name}: {text}") not in self._warnings:
            self._warnings.append(words)

    @property
    def has_samples(self) -> bool:
        """Whether it holds what was measured; the truth beside a computed walk, say, is only kept."""
        return self.about.get("layout") != "document"

    def _fresh(self) -> SampleFile:
        """The same file, not yet read."""
        return SampleFile(self.path, self.about, self.name)

    def _read(self) -> List[Group]:
        if self._groups is None:
            self._groups = self._parsed()
            self._compare(self._groups)
            self._report_invalid_counts()
        return self._groups

    def _parsed(self) -> List[Group]:
        columns: List[str] = list(self.about.get("columns") or [])
        types = dict(zip(columns, self.about.get("columnTypes") or []))
        numbers = sorted({*NUMBERS, *(name for name in types if types[name] == "number")})
        try:
            if self.about.get("lost") is True:
                self._say(f"somebody took it away while it was recorded: {self.about.get('error', 'see the manifest')}")
                if not os.path.lexists(self.path):
                    return []
            elif self.about.get("closed") is True and isinstance(wanted := self.about.get("size"), int):
                size = os.lstat(self.path).st_size
                if size != wanted:
                    self._say(f"it has {size} bytes, and the manifest says {wanted}: somebody has changed it")
            if plain_name(self.path.name).endswith(".csv"):
                layout, is_closed = str(self.about.get("layout")), self.about.get("closed") is True
                return read_csv(self.path, Told(columns, types, layout, is_closed), numbers, self._say)
            return read_json(self.path, numbers, self._say)
        except OSError as error:
            raise FootfallError(
                f"{self.path}, which the manifest names, cannot be read ({error.strerror}): "
                f"run `footfall check {self.path.parent}`, which says what is missing"
            ) from error

    def _compare(self, groups: List[Group]) -> None:
        """Tells where fewer or more samples are there than the manifest says."""
        if self.about.get("closed") is not True or self.about.get("lost") is True:
            return
        found = {group.sensor: group.rows for group in groups if group.kind == SAMPLE}
        for told in self.about.get("sensors") or []:
            sensor, wanted = told.get("sensorType"), told.get("samples")
            count = found.get(sensor, 0)
            if isinstance(wanted, int) and count != wanted:
                self._say(f"it has {samples_in_words(count)} of {sensor}, and the manifest says {wanted}")

    def _report_invalid_counts(self) -> None:
        """Warns of gap records whose `lost` is not a count."""
        losses = self._rows(LOSS)
        uncounted = [losses[row] for row, count in enumerate(counts_of(self.losses)) if count is None]
        if uncounted:
            subject = "1 gap record has" if len(uncounted) == 1 else f"{len(uncounted)} gap records have"
            self._say(
                f"{subject} a `lost` that is not a count, such as {uncounted[0]['lost']!r} of "
                f"{uncounted[0].get('sensorType')}: the total `lost` is without such records, and `losses` has them; "
                "run `footfall check` on the session"
            )

    @property
    def warnings(self) -> List[str]:
        """What was wrong with the file; reads it."""
        self._read()
        return list(self._warnings)

    def _rows(self, *kinds: int) -> List[Dict[str, Any]]:
        """The records of some kinds that are no samples, with the file's name in front."""
        found = []
        for group in self._read():
            if group.kind in kinds:
                table = Table(group.columns, group.rows).labelled({"file": self.name})
                found += table.to_rows()
        return found

    @property
    def losses(self) -> Table:
        """Each gap record, with the name of the file."""
        return table_of(self._rows(LOSS), self._say)

    @property
    def lost(self) -> int:
        """How many samples the gap records count, of all sensors, as far as they do."""
        return sum(count for count in counts_of(self.losses) if count is not None)

    @property
    def marks(self) -> Table:
        """Each marker, and as rows without one each move to another step."""
        return table_of(self._rows(MARK, MOVE), self._say)

    @property
    def recordings(self) -> Dict[str, Recording]:
        """A recording for each sensor; also for one that has nothing but losses."""
        losses = self._rows(LOSS)
        samples = {str(group.sensor): group for group in self._read() if group.kind == SAMPLE}
        names = dict.fromkeys([*samples, *(row["sensorType"] for row in losses if "sensorType" in row)])
        made = {}
        for sensor in map(str, names):
            group = samples.get(sensor, Group(SAMPLE, sensor, 0, []))
            lost = table_of([row for row in losses if row.get("sensorType") == sensor], self._say)
            made[sensor] = Recording(self.name, sensor, self.about, group.columns, group.rows, lost)
        return made


def table_of(rows: List[Dict[str, Any]], say: Say) -> Table:
    """A table of records that are few."""
    return Table(Builder(NUMBERS, say).columns(rows), len(rows))


def is_about_file(about: Any) -> bool:
    """Whether an entry of the manifest is as Footfall writes it, as far as it is read here."""
    if not isinstance(about, dict) or not isinstance(about.get("path"), str):
        return False
    columns, types, sensors = (about.get(name) or [] for name in ("columns", "columnTypes", "sensors"))
    return (
        all(isinstance(told, list) for told in (columns, types, sensors))
        and all(isinstance(text, str) for text in [*columns, *types])
        and all(isinstance(facts, dict) and isinstance(facts.get("sensorType", ""), str) for facts in sensors)
    )


def plain_name(path: str) -> str:
    """The name of a sample file, without the ending of a compressed one."""
    return path[: -len(".zst")] if path.endswith(".zst") else path


def is_sample_file(path: str) -> bool:
    """Whether a file is one of records; a sound, say, is no table."""
    return plain_name(path).endswith((".json", ".csv"))


def names_of(paths: List[str]) -> Dict[str, str]:
    """By what name each file goes: its stem, or as much of its whole name as others have not."""
    plain = {path: plain_name(path) for path in paths}
    stems = {path: Path(plain[path]).stem for path in paths}
    levels = [(names, Counter(names.values())) for names in (stems, plain, {path: path for path in paths})]
    made: Dict[str, str] = {}
    for path in paths:
        name = next(names[path] for names, counts in levels if counts[names[path]] == 1)
        while name in made.values():
            name += "_2"
        made[path] = name
    return made
