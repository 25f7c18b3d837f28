"""What the package says when something cannot be done."""
from __future__ import annotations

import importlib
from typing import Any, Optional

NO_END = "it has no end, since its recording was cut off or goes on: the records before that are read"


class FootfallError(Exception):
    """What is wrong, where, and how to fix it, in a sentence or two."""


class OutsideError(FootfallError):
    """What hinders is not in the session, but around it: a module, a program, the version of this package."""


def is_outside(error: BaseException) -> bool:
    """Whether the same bytes may be read the next time, since a disk, the memory, or what is installed hindered it."""
    told: Optional[BaseException] = error
    while told is not None:
        if isinstance(told, (OutsideError, OSError, MemoryError, ImportError)):
            return True
        told = told.__cause__
    return False


def needed(module: str, package: str, extra: str, purpose: str) -> Any:
    """A module that is not everybody's; without it, an error says what to install."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise OutsideError(
            f"{purpose} needs {package}, which is not installed: run `pip install {package}`, "
            f"or `pip install \"footfall[{extra}]\"`"
        ) from error
