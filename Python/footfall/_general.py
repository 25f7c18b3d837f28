"""Reads any records, one by one: what the quick reader leaves, and all of them where it was not built."""
from __future__ import annotations

import json
import math
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple

import numpy as np

from ._columns import LOSS, MARK, MOVE, SAMPLE, Array, Column, Group

EXACT = 2**53
Say = Callable[[str], None]

# A text that stands for a number which JSON cannot write.
NO_NUMBERS = {
    "NaN": math.nan, "nan": math.nan, "Infinity": math.inf, "inf": math.inf,
    "-Infinity": -math.inf, "-inf": -math.inf,
}  # fmt: skip


class Builder:
    """Gathers records by kind and sensor, and makes columns of them."""

    def __init__(self, numbers: Iterable[str], say: Say) -> None:
        self._numbers = frozenset(numbers)
        self._say = say
        self._groups: Dict[Tuple[int, Optional[str]], List[Dict[str, Any]]] = {}
        self.records = 0
        self._nameless: List[Any] = []  # the sensors of records that are no texts

    def add(self, record: Dict[str, Any]) -> None:
        """Takes a record; a key whose value is None counts as missing."""
        present = {key: value for key, value in record.items() if value is not None}
        sensor = present.get("sensorType")
        if not isinstance(sensor, (str, type(None))):
            self._nameless.append(sensor)
        if "lost" in present:
            kind = LOSS
        elif "marker" in present:
            kind = MARK
        elif isinstance(sensor, str):
            kind = SAMPLE
            del present["sensorType"]
        else:
            kind = MOVE
        name = sensor if kind == SAMPLE else None
        self._groups.setdefault((kind, name), []).append(present)
        self.records += 1

    def groups(self) -> List[Group]:
        """The records as columns, each in the order in which its key first came."""
        if self._nameless:
            self._say(
                f"{len(self._nameless)} records have a `sensorType` that is no text, such as "
                f"{json.dumps(self._nameless[0])}: they count for no sensor, and are in `losses` or `marks`"
            )
        made = []
        for (kind, sensor), records in self._groups.items():
            made.append(Group(kind, sensor, len(records), self.columns(records)))
        return made

    def columns(self, records: List[Dict[str, Any]]) -> List[Column]:
        """The values of records by their keys."""
        names = dict.fromkeys(key for record in records for key in record)
        return [self._column(name, [record.get(name) for record in records]) for name in names]

    def _column(self, name: str, values: List[Any]) -> Column:
        present = [value for value in values if value is not None]
        types = {type(value) for value in present}
        infinite = 0  # values that say so themselves
        if str in types and types <= {str, int, float}:
            texts = {value for value in present if isinstance(value, str)}
            if texts <= NO_NUMBERS.keys() and (int in types or float in types or name in self._numbers):
                infinite = sum(isinstance(value, str) and math.isinf(NO_NUMBERS[value]) for value in present)
                values = [NO_NUMBERS[value] if isinstance(value, str) else value for value in values]
                types = {float}
        if types <= {int, float}:
            return self._numeric(name, values, float in types, infinite)
        if types == {bool}:
            data = np.array([bool(value) for value in values], np.uint8)
            return Column(name, "b", data, validity(values))
        if types != {str}:
            if types not in ({dict}, {list}):
                self._say(f"`{name}` has values of several types: each is read as text")
            values = [
                value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)
                for value in values
            ]
        return self._text(name, values)

    def _numeric(self, name: str, values: List[Any], has_fractions: bool, infinite: int) -> Column:
        whole = [value for value in values if isinstance(value, int)]
        is_large = any(abs(value) > EXACT for value in whole)
        fits = all(-(2**63) <= value < 2**63 for value in whole)
        if not has_fractions and fits and (is_large or name not in self._numbers):
            data = np.array([0 if value is None else value for value in values], np.int64)
            return Column(name, "i", data, validity(values))
        if any(abs(value) > EXACT and not is_double(value) for value in whole):
            self._say(f"`{name}` has whole numbers beyond 2^53 that no double is equal to: they are rounded")
        floats = [math.nan if value is None else nearest(value) for value in values]
        if sum(map(math.isinf, floats)) > infinite:
            self._say(f"`{name}` has numbers beyond the range of a double: they are read as infinite")
        return Column(name, "f", np.array(floats, np.float64), validity(values))

    def _text(self, name: str, values: List[Optional[str]]) -> Column:
        codes: Dict[str, int] = {}
        data = np.zeros(len(values), np.int32)
        replaced = False
        for row, value in enumerate(values):
            if value is not None:
                valid = value.encode("utf-8", "replace").decode() if has_surrogates(value) else value
                replaced = replaced or valid is not value
                data[row] = codes.setdefault(valid, len(codes))
        if replaced:
            self._say(f"`{name}` has halves of characters: each is read as `?`")
        return Column(name, "s", data, validity(values), list(codes))


def has_surrogates(text: str) -> bool:
    """Whether a text has half of a pair of surrogates, which no encoding can tell."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def validity(values: List[Any]) -> Optional[Array]:
    """The bits of the values that are there; None where all are."""
    present = np.array([value is not None for value in values], np.bool_)
    return None if present.all() else np.packbits(present, bitorder="little")


def nearest(value: float) -> float:
    """The nearest double, infinite beyond them."""
    try:
        return float(value)
    except OverflowError:
        return math.copysign(math.inf, value)


def is_double(value: int) -> bool:
    """Whether a double is equal to a whole number."""
    near = nearest(value)
    return math.isfinite(near) and int(near) == value


def whole_number(text: str) -> float:
    """A whole number of JSON; only a float has a zero with a sign, and Python refuses very long ones."""
    if text == "-0":
        return -0.0
    return int(text) if len(text) < 400 else float(text)


class Decoder:
    """Decodes records of JSON; `twice` tells whether a key was there twice in one."""

    def __init__(self) -> None:
        self.twice = False
        self._json = json.JSONDecoder(parse_int=whole_number, object_pairs_hook=self._object)

    def _object(self, pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
        made = dict(pairs)
        self.twice = self.twice or len(made) < len(pairs)
        return made

    def decode(self, text: str) -> Any:
        """The value of a text; ValueError if it is none, and then nothing of it counts."""
        twice = self.twice
        try:
            return self._json.decode(text)
        except RecursionError as error:
            self.twice = twice
            raise ValueError("nested too deeply") from error
        except ValueError:
            self.twice = twice
            raise
