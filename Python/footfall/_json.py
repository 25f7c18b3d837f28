"""Reads sample files of JSON in blocks: by the quick reader, and what that leaves by the general one."""
from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import Any, BinaryIO, Iterable, List, Optional, Tuple

import numpy as np

from ._columns import Column, Group
from ._errors import NO_END
from ._files import open_samples
from ._general import Builder, Decoder, Say

try:
    from . import _fast
except ImportError:  # no C compiler was there
    _fast = None  # type: ignore[assignment]

BLOCK = 1 << 17
FINE, BAD_LINE, CLOSED = range(3)
OPENING = re.compile(rb'\s*(\[|\{\s*"startDate"\s*:\s*"[^"]*"\s*,\s*"items"\s*:\s*\[)[ \t\r]*\n')


class Unusual(Exception):
    """The quick reader leaves the file to the general one."""


@functools.lru_cache(maxsize=1)
def powers_of_five() -> bytes:
    """128 bits of each power of five from -342 to 309, the highest set; of those below one, the next greater."""
    halves: List[int] = []
    for power in range(-342, 310):
        five = 5 ** abs(power)
        if power < 0:
            bits = (1 << (five.bit_length() + 127)) // five + 1
        else:
            bits = five << 128 >> five.bit_length()
        halves += [bits >> 64, bits & (2**64 - 1)]
    return np.array(halves, np.uint64).tobytes()


def read_json(path: Path, numbers: Iterable[str], say: Say, quick: bool = True) -> List[Group]:
    """The records of a file, as far as they are whole; `say` is told what is not."""
    names = tuple(numbers)
    if quick and _fast is not None:
        told: List[str] = []
        try:
            with open_samples(path, told.append) as file:
                groups = read_quickly(file, names, told.append)
        except Unusual:
            pass
        else:
            for text in told:
                say(text)
            return groups
    with open_samples(path, say) as file:
        return read_generally(file.read(), names, say)


def read_quickly(file: BinaryIO, numbers: Tuple[str, ...], say: Say) -> List[Group]:
    """The records of a file that is as Footfall writes them; Unusual if it is not."""
    parser = _fast.Parser(numbers, powers_of_five())
    held = file.read(BLOCK)
    is_last = len(held) < BLOCK
    opening = OPENING.match(held)
    if opening is None:
        raise Unusual
    start, size = opening.end(), BLOCK
    while True:
        stop = len(held) if is_last else held.rfind(b"\n") + 1
        start, status = parser.feed(held, start, max(start, stop))
        if status == CLOSED:
            if held[start:].strip(b"]} \r\n\t\0") or (not is_last and file.read(1)):
                raise Unusual
            break
        if status == BAD_LINE and is_last and b"\n" not in held[start:].rstrip(b" \r\n\t\0"):
            line = held[start:].decode("utf-8", "replace")
            if as_record(line, Decoder()) is not None:
                raise Unusual
            say(NO_END)
            break
        if status != FINE:
            raise Unusual
        if is_last:
            say(NO_END)
            break
        block = file.read(size)
        is_last = len(block) < size
        size = BLOCK if b"\n" in block else 2 * size  # so that a long line is not copied too often
        held, start = held[start:] + block, 0
    return [
        Group(kind, sensor, rows, [column(*told) for told in columns])
        for kind, sensor, rows, columns in parser.take()
    ]


def column(name: str, kind: str, data: Any, valid: Any, words: List[str]) -> Column:
    """A column over the memory that the quick reader has filled."""
    types = {"f": np.float64, "i": np.int64, "s": np.int32, "b": np.uint8}
    bits = None if valid is None else np.frombuffer(valid, np.uint8)
    return Column(name, kind, np.frombuffer(data, types[kind]), bits, words)


def read_generally(content: bytes, numbers: Tuple[str, ...], say: Say) -> List[Group]:
    """The records of one document, or line by line where a file is none; what cannot be read is told and left out."""
    builder, decoder = Builder(numbers, say), Decoder()
    opening = OPENING.match(content)
    records = as_document(content, decoder)
    if records is not None:
        for record in records:
            builder.add(record)
    elif not content.strip(b" \r\n\t\0"):
        say(NO_END)
    else:
        add_lines(content, opening.end() if opening else 0, builder, decoder, say)
    if decoder.twice:
        say("a key is there twice in one record: the last value is read")
    return builder.groups()


def as_document(content: bytes, decoder: Decoder) -> Optional[List[Any]]:
    """The records of a document that is whole, however it is laid out."""
    try:
        document = decoder.decode(content.decode())
    except ValueError:
        return None
    if isinstance(document, dict):
        document = document.get("items")
    is_records = isinstance(document, list) and all(isinstance(record, dict) for record in document)
    return document if is_records else None


def as_record(line: str, decoder: Decoder) -> Any:
    """The record of a line; None if it has none."""
    text = line.strip(" \r\n\t\0")
    for ending in ("", ",", "]", "]}"):
        if text.endswith(ending):
            try:
                record = decoder.decode(text[: len(text) - len(ending)])
            except ValueError:
                continue
            if isinstance(record, dict):
                return record
    return None


def add_lines(content: bytes, start: int, builder: Builder, decoder: Decoder, say: Say) -> None:
    """Adds each line that is a record."""
    damaged: List[int] = []
    first = content.count(b"\n", 0, start) + 1
    lines = content[start:].split(b"\n")
    ends = (b"]", b"]}")
    is_closed = False
    for number, line in enumerate(lines, first):
        stripped = line.strip(b" \r\t\0")
        if stripped in (b"", b","):
            continue
        if stripped in ends:
            is_closed = True
            continue
        text = stripped.decode("utf-8", "replace")
        record = as_record(text, decoder)
        if record is None:
            damaged.append(number)
            is_closed = False
            continue
        if "\ufffd" in text and "\ufffd".encode() not in stripped:
            say(f"line {number} has bytes that are no UTF-8: each is read as U+FFFD")
        builder.add(record)
        is_closed = stripped.endswith(ends)
    last = first + len(content[start:].rstrip(b" \r\n\t\0").split(b"\n")) - 1
    if damaged and damaged[-1] == last:
        damaged.pop()
    if damaged:
        shown = ", ".join(map(str, damaged[:10])) + (", …" if len(damaged) > 10 else "")
        say(f"{len(damaged)} lines cannot be read and are left out: {shown}")
    if not is_closed:
        say(NO_END)
