"""Reads sample files of CSV, with or without the names of the columns on the first line."""
from __future__ import annotations

import io
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Dict, List, Optional, Sequence

from ._columns import Group
from ._errors import NO_END, FootfallError
from ._files import open_samples
from ._general import NO_NUMBERS, Builder, Say, whole_number

NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
FIELD = '"[^"]*(?:""[^"]*)*"|[^",]*'
ROW = re.compile(f"(?:{FIELD})(?:,(?:{FIELD}))*")
FIELDS = re.compile(rf"(?:\A|,)({FIELD})")
CUT_OFF = "it has no end, since somebody has cut it off: the records before that are read"


@dataclass(frozen=True)
class Told:
    """What the manifest says of a file of CSV, as far as it does."""

    columns: Sequence[str]
    types: Dict[str, str]  # of newer sessions
    layout: str
    is_closed: bool


def read_csv(path: Path, told: Told, numbers: Sequence[str], say: Say) -> List[Group]:
    """The records of a file."""
    with open_samples(path, say) as file:
        lines = Lines(file, say)
        rows = lines.rows()
    if lines.damaged:
        shown = ", ".join(map(str, lines.damaged[:10])) + (", …" if len(lines.damaged) > 10 else "")
        say(f"{len(lines.damaged)} lines have a quote where none belongs, and are left out: {shown}")
    if lines.is_cut:
        say(CUT_OFF if told.is_closed else NO_END)
    columns = told.columns
    if rows and lines.begins_whole and has_header(rows[0], told):
        header = rows.pop(0)
        if columns and header != list(columns):
            say("its first line names other columns than the manifest: those of the line are read")
        columns = header
    if rows and not columns:
        raise FootfallError(
            f"{path}: neither its first line nor the manifest names its columns: "
            "add a first line with their names, such as `uptime,timestamp,stepPath,sensorType,x,y,z`"
        )
    whole = [row for row in rows if len(row) == len(columns)]
    if len(whole) < len(rows):
        say(f"{len(rows) - len(whole)} lines have more or fewer values than columns, and are left out")
    found = {**told.types, "sensorType": "text"}  # also where a sensor is called by a number
    for index, name in enumerate(columns):
        if name not in found:
            found[name] = type_of([row[index] for row in whole if row[index]])
    if len(set(columns)) < len(columns):
        say("a column is there twice: the last one is read")
    builder = Builder(numbers, say)
    for row in whole:
        builder.add({name: value_of(value, found[name], name in numbers) for name, value in zip(columns, row) if value})
    return builder.groups()


def has_header(first: List[str], told: Told) -> bool:
    """Whether the first line names the columns: the manifest says so by the layout, and older ones by the columns."""
    if told.layout in ("csv", "csvWithoutHeader"):
        return told.layout == "csv"
    if told.columns:
        return first == list(told.columns)
    return not any(text == "" or NUMBER.fullmatch(text) or text in NO_NUMBERS for text in first)


class Lines:
    """The lines of a file, each of which is a row, and how it ended."""

    def __init__(self, file: BinaryIO, say: Say) -> None:
        self._text = io.TextIOWrapper(file, "utf-8-sig", errors="surrogateescape", newline="\n")
        self._say = say
        self._is_told = False
        self.is_cut = False  # it does not end with the end of a line
        self.damaged: List[int] = []  # the numbers of the lines that are no rows
        self.begins_whole = True  # no damaged line is before the first row

    def rows(self) -> List[List[str]]:
        """The values of each whole line. A quote that nobody closes costs its own alone: no value has line ends."""
        made: List[List[str]] = []
        for number, line in enumerate(self._text, 1):
            if not line.isascii():
                line = self._readable(line)
            self.is_cut = not line.endswith("\n")
            if self.is_cut:
                break  # a number that is cut within looks like another number
            line = line.rstrip("\r\n")
            row = fields_of(line)
            if row is None:
                self.damaged.append(number)
                self.begins_whole = self.begins_whole and bool(made)
            elif line:
                made.append(row)
        return made

    def _readable(self, line: str) -> str:
        content = line.encode("utf-8", "surrogateescape")
        try:
            return content.decode()
        except UnicodeDecodeError:
            if not self._is_told:
                self._say("it has bytes that are no UTF-8: each is read as U+FFFD")
                self._is_told = True
            return content.decode("utf-8", "replace")


def fields_of(line: str) -> Optional[List[str]]:
    """The values of a line; None where a quote is open at its end, or stands within a value."""
    if '"' not in line:
        return line.split(",")
    if not ROW.fullmatch(line):
        return None
    return [text[1:-1].replace('""', '"') if text.startswith('"') else text for text in FIELDS.findall(line)]


def type_of(texts: List[str]) -> str:
    """What the values of a column are, where nobody has said so."""
    if texts and all(NUMBER.fullmatch(text) or text in NO_NUMBERS for text in texts):
        return "number"
    return "boolean" if texts and all(text in ("true", "false") for text in texts) else "text"


def value_of(text: str, kind: str, is_known: bool) -> Any:
    """The value of a text; the text itself where it is none of its type, or one that the builder knows for a number."""
    if kind == "boolean":
        return {"true": True, "false": False}.get(text, text)
    if kind == "text":
        return text
    if text in NO_NUMBERS:
        return text if is_known else NO_NUMBERS[text]
    if not NUMBER.fullmatch(text):
        return text
    return whole_number(text) if text.lstrip("-").isdigit() else float(text)
