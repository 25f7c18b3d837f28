"""What the package says when something cannot be done."""
from __future__ import annotations

import importlib
from typing import Any

NO_END = "it has no end, since its recording was cut off or goes on: the records before that are read"


class FootfallError(Exception):
    """What is wrong, where, and how to mend it, in a sentence or two."""


def needed(module: str, package: str, extra: str, purpose: str) -> Any:
    """A module that is not everybody's; without it, an error says what to install."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise FootfallError(
            f"{purpose} needs {package}, which is not installed: run `pip install {package}`, "
            f"or `pip install \"footfall[{extra}]\"`"
        ) from error
