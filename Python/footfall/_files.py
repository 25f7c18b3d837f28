"""Opens the files of a session: plain ones alone, since a named pipe never ends and a link may lead anywhere."""
from __future__ import annotations

import io
import os
import stat
from pathlib import Path
from typing import Any, BinaryIO, Callable

from ._frames import Frames

BUFFER = 1 << 17


class Beginning(io.RawIOBase):
    """What a file held when it was opened: what is appended meanwhile is left out."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__()
        self._file = file
        self._size = os.fstat(file.fileno()).st_size

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        if whence == os.SEEK_END:
            return self._file.seek(self._size + offset)
        return self._file.seek(offset, whence)

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer)[: max(0, self._size - self._file.tell())]
        return int(self._file.readinto(view)) if len(view) else 0  # type: ignore[attr-defined]

    def close(self) -> None:
        self._file.close()
        super().close()


def open_plain(path: Path) -> BinaryIO:
    """A file to read; an OSError says what it is instead."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(0, "it is no plain file")
    return io.BufferedReader(Beginning(os.fdopen(handle, "rb", buffering=0)), BUFFER)


def read_plain(path: Path) -> bytes:
    """All that a file holds."""
    with open_plain(path) as file:
        return file.read()

def open_samples(path: Path, say: Callable[[str], None]) -> BinaryIO:
    """The content of a sample file, which is decompressed on its way."""
    file = open_plain(path)
    return io.BufferedReader(Frames(file, say), BUFFER) if path.suffix == ".zst" else file
