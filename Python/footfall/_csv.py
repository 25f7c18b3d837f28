"""Reads sample files of CSV, with or without the names of the columns on the first line."""
from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import Any, Dict, Iterator, List, Sequence

from ._columns import Group
from ._errors import FootfallError
from ._files import read_plain
from ._general import NO_NUMBERS, Builder, Say, whole_number

NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")


def read_csv(
    path: Path, columns: Sequence[str], types: Dict[str, str], numbers: Sequence[str], is_closed: bool, say: Say
) -> List[Group]:
    """The records of a file; the manifest has told the columns and, of newer sessions, their types."""
    content = read_plain(path)
    text = content.decode("utf-8", "replace")
    if "\ufffd" in text and "\ufffd".encode() not in content:
        say("it has bytes that are no UTF-8: each is read as U+FFFD")
    try:
        rows = list(lines_of(text))
    except csv.Error as error:
        raise FootfallError(
            f"{path} is no CSV ({error}): run `footfall repair {path.parent}`, or get it from a copy"
        ) from error
    if rows and not content.endswith(b"\n"):
        # A number that is cut within looks like another number.
        rows.pop()
        why = "somebody has cut it off" if is_closed else "its recording was cut off or goes on"
        say(f"it has no end, since {why}: the records before that are read")
    if rows and text[0] > "@":
        columns = rows.pop(0)
    if rows and not columns:
        raise FootfallError(
            f"{path}: neither its first line nor the manifest names its columns: "
            "add a first line with their names, such as `uptime,timestamp,stepPath,sensorType,x,y,z`"
        )
    whole = [row for row in rows if len(row) == len(columns)]
    if len(whole) < len(rows):
        say(f"{len(rows) - len(whole)} lines have more or fewer values than columns, and are left out")
    found = dict(types)
    for index, name in enumerate(columns):
        if name not in found:
            found[name] = type_of([row[index] for row in whole if row[index]])
    builder = Builder(numbers, say)
    for row in whole:
        builder.add({name: value_of(value, found[name]) for name, value in zip(columns, row) if value})
    return builder.groups()


def lines_of(text: str) -> Iterator[List[str]]:
    """The values of each line that has any."""
    lines = io.StringIO(text.rstrip("\0"), newline="")
    csv.field_size_limit(1 << 30)
    return (row for row in csv.reader(lines) if row)


def type_of(texts: List[str]) -> str:
    """What the values of a column are, where nobody has said so."""
    if texts and all(NUMBER.fullmatch(text) or text in NO_NUMBERS for text in texts):
        return "number"
    return "boolean" if texts and all(text in ("true", "false") for text in texts) else "text"


def value_of(text: str, kind: str) -> Any:
    """The value of a text; the text itself where it is none of its type."""
    if kind == "boolean":
        return {"true": True, "false": False}.get(text, text)
    if kind == "text":
        return text
    if text in NO_NUMBERS:
        return NO_NUMBERS[text]
    if not NUMBER.fullmatch(text):
        return text
    return whole_number(text) if text.lstrip("-").isdigit() else float(text)
