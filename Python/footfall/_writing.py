"""Writes what is there whole or not at all, and never over something."""
from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from pathlib import Path
from typing import BinaryIO, Iterator

from ._errors import FootfallError


def refuse_taken(place: Path, what: str) -> None:
    """A FootfallError where something is there by that name, or no folder to put it into."""
    if os.path.lexists(place):
        raise FootfallError(f"{place} is there already: name another {what}, or delete it first")
    if not place.absolute().parent.is_dir():
        raise FootfallError(f"{place.absolute().parent} is no folder: make it first")


def part_of(place: Path) -> Path:
    """What a file or folder is called until it is whole; unlike one of `tempfile`, for those whom the umask lets."""
    return place.absolute().parent / f".{place.name[:100]}.{secrets.token_hex(8)}"


@contextlib.contextmanager
def whole_file(place: Path) -> Iterator[BinaryIO]:
    """A file that has its name once all of it is on the disk."""
    with told(place, "file"):
        refuse_taken(place, "file")
        name = part_of(place)
        handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            try:
                os.link(name, place)  # unlike a rename, not over what has come meanwhile
            except FileExistsError:
                refuse_taken(place, "file")
            except OSError:  # a file system without links
                refuse_taken(place, "file")
                os.rename(name, place)
            synchronize(place.absolute().parent)
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(name)


@contextlib.contextmanager
def whole_folder(place: Path) -> Iterator[Path]:
    """A folder that has its name once all in it is on the disk."""
    with told(place, "folder"):
        refuse_taken(place, "folder")
        made = part_of(place)
        made.mkdir()
        try:
            yield made
            for path in [*made.rglob("*"), made]:
                synchronize(path)
            refuse_taken(place, "folder")
            made.rename(place)
            synchronize(place.absolute().parent)
        finally:
            shutil.rmtree(made, ignore_errors=True)


def synchronize(path: Path) -> None:
    """Has a file, or the names in a folder, on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def told(place: Path, what: str) -> Iterator[None]:
    """Says of a failure which file or folder cannot be written."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FootfallError(f"{place} cannot be written ({reason}): make room, or name another {what}") from error
