"""Reads compressed sample files: frames of zstd one behind the other, of which a crash may have cut the last."""
from __future__ import annotations

import io
import sys
from typing import Any, BinaryIO, Callable, Optional

from ._errors import NO_END, needed

BLOCK = 1 << 16
MAGIC = b"\x28\xb5\x2f\xfd"
# The content of a frame is held until the frame's checksum agrees; of a longer one than any flush is, only so much.
HELD = 1 << 23
# Of a file that has more damaged frames, the rest is left out, too.
MOST_DAMAGED = 1000


class Frames(io.RawIOBase):
    """The content of a compressed file, in flat memory. A damaged frame is left out, and `say` is told of it."""

    def __init__(self, file: BinaryIO, say: Callable[[str], None]) -> None:
        super().__init__()
        module = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
        self._zstd: Any = needed(module, "backports.zstd", "compressed", "a compressed file")
        self._file = file
        self._say = say
        self._frame: Any = self._zstd.ZstdDecompressor()
        self._start = 0  # where in the file the frame begins
        self._taken = 0  # how far the file is read
        self._held = bytearray()
        self._is_over = False
        self._is_begun = False
        self._damaged = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer)
        while not self._is_over and not (self._held and self._may_give()):
            self._go_on(len(view))
        count = min(len(view), len(self._held))
        view[:count] = self._held[:count]
        del self._held[:count]
        return count

    def _may_give(self) -> bool:
        return bool(self._frame.eof) or len(self._held) >= HELD

    def _go_on(self, most: int) -> None:
        """Takes a step: to the next frame, or within the one that is read."""
        data = b""
        if self._frame.eof:
            data = self._frame.unused_data
            self._begin(self._taken - len(data))
        if not data and self._frame.needs_input:
            data = self._file.read(BLOCK)
            self._taken += len(data)
            if not data:
                self._end()
                return
        if not self._is_begun and self._is_room(data):
            self._held += b"\0"  # the readers take zeros for what they are behind a plain file
            self._is_over = True
            return
        self._is_begun = True
        try:
            self._held += self._frame.decompress(data, max(most, BLOCK))
        except self._zstd.ZstdError:
            self._leave_out(self._next_frame())

    def _is_room(self, data: bytes) -> bool:
        """Whether nothing but zeros follows where a frame would begin: room that a crash has left."""
        while not data.strip(b"\0"):
            data = self._file.read(BLOCK)
            if not data:
                return True
        self._file.seek(self._taken)
        return False

    def _begin(self, start: int) -> None:
        self._frame = self._zstd.ZstdDecompressor()
        self._start = start
        self._is_begun = False

    def _end(self) -> None:
        """The file is over; within a frame, if the frame was cut, or says that it is longer than it is."""
        following = self._next_frame() if self._is_begun else None
        if following is not None:
            self._leave_out(following)
            return
        self._is_over = True
        if self._is_begun:
            self._say(NO_END)

    def _leave_out(self, following: Optional[int]) -> None:
        """Goes on at the next frame behind a damaged one."""
        if not self._damaged:
            self._say("parts of it are damaged and left out: run `footfall check` of the session")
        self._damaged += 1
        self._held[:] = b"\n"  # no record goes on behind the damage
        if following is None or self._damaged == MOST_DAMAGED:
            self._is_over = True
        else:
            self._file.seek(following)
            self._taken = following
            self._begin(following)

    def _next_frame(self) -> Optional[int]:
        """Where a frame begins behind the start of this one."""
        position, tail = self._start + 1, b""
        self._file.seek(position)
        while block := self._file.read(BLOCK):
            found = (tail + block).find(MAGIC)
            if found >= 0:
                return position - len(tail) + found
            position += len(block)
            tail = (tail + block)[1 - len(MAGIC) :]
        return None

    def close(self) -> None:
        self._file.close()
        super().close()
