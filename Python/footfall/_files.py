"""Opens the files of a session: plain ones alone, since a named pipe never ends and a link may lead anywhere."""
from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO


def open_plain(path: Path) -> BinaryIO:
    """A file to read; an OSError says what it is instead."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(0, "it is no plain file")
    return os.fdopen(handle, "rb")


def read_plain(path: Path) -> bytes:
    """All that a file holds."""
    with open_plain(path) as file:
        return file.read()
