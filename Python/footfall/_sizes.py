"""How much a session would need in memory, before it is read: a small file may be of a day, or hold a bomb."""
from __future__ import annotations

import os
from typing import Iterator, Tuple

from ._files import open_samples
from ._session import Session

# Millions of bytes that a file of samples may hold, decompressed. In memory it needs about three times as much.
LARGEST = 4000
MILLION = 1_000_000
# Bytes that the journal, or the answers, may have.
LARGEST_DOCUMENT = 1 << 28
BLOCK = 1 << 20


def too_large(session: Session, largest: int) -> str:
    """Why a session is too large to be read; empty if it is not. `largest` is in millions of bytes."""
    for name, size in sizes(session, largest * MILLION):
        if size > largest * MILLION:
            return (
                f"{name} holds more than {largest:,} MB, and would need about three times as much memory: "
                "give a larger `--largest MB` on a machine that has it"
            )
    return ""


def sizes(session: Session, most: int) -> Iterator[Tuple[str, int]]:
    """How many bytes each file of samples holds, decompressed; of one that has more than `most`, only that it has."""
    for kept in session._sampled():
        if kept.path.suffix != ".zst":
            yield kept.path.name, os.lstat(kept.path).st_size if os.path.lexists(kept.path) else 0
            continue
        count = 0
        with open_samples(kept.path, lambda _: None) as content:
            while count <= most and (block := content.read(BLOCK)):
                count += len(block)
        yield kept.path.name, count


def is_document_too_large(path: str) -> bool:
    """Whether a file that is held as a whole is larger than any recording makes it."""
    try:
        return os.lstat(path).st_size > LARGEST_DOCUMENT
    except OSError:
        return False
