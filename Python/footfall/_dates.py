"""Dates that a study is filtered by."""
from __future__ import annotations

import datetime
import re
from typing import Optional, Union

from ._errors import FootfallError

Date = Union[str, datetime.date]

WHOLE = "0001-01-01T00:00:00.000000"


def told_date(name: str, date: Optional[Date]) -> Optional[str]:
    """A date as the beginning of one in ISO 8601; a FootfallError if it is none."""
    if isinstance(date, datetime.datetime) and date.tzinfo is not None:
        raise FootfallError(
            f"{name}={date.isoformat()!r} has a time zone, and sessions tell the time of their own place: "
            "give it without one"
        )
    text = date.isoformat() if isinstance(date, datetime.date) else date
    if text is None:
        return None
    try:
        datetime.datetime.fromisoformat(text + WHOLE[len(text) :])
    except (TypeError, ValueError):
        is_date = False
    else:
        is_date = len(text) in (4, 7, 10, 13, 16, 19, 23, 26) and shape(text) == shape(WHOLE[: len(text)])
    if not is_date:
        raise FootfallError(
            f"{name}={text!r} is no date: give as much of one as you mean, such as '2026-11' or '2026-11-21T10:15'"
        )
    return text


def shape(text: str) -> str:
    """A text with 0 for each digit."""
    return re.sub("[0-9]", "0", text)


def is_within(begun: str, first: Optional[str], last: Optional[str]) -> bool:
    """Whether a session was begun from one date on until another."""
    if not begun and (first or last):
        return False
    return (first is None or begun >= first) and (last is None or begun[: len(last)] <= last)
