"""What lies at a store: sessions that are whole there, and what of others can be told without reading it."""
from __future__ import annotations

import hashlib
import os
import stat
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Collection, Iterator, List, Optional

# How deep a session may lie: a store that somebody has filled with folders in folders ends somewhere.
DEPTH = 8
MANIFEST = "manifest.json"
INCOMING = ".incoming"
SEALED = ".age"
# A file whose time is as young as this may change again without a new time.
YOUNG_NANOSECONDS = 2_000_000_000
# What a session that has not its manifest yet shows.
ENDINGS = (".json", ".csv", ".zst", ".flac", ".age", ".partial")

WHOLE, ARRIVING, ENCRYPTED, CLOSED, DEEP = "whole", "arriving", "encrypted", "closed", "deep"


@dataclass(frozen=True)
class Place:
    """A folder of a store: `path` is its name there, with those of the folders above it."""

    path: str
    kind: str
    fingerprint: Optional[str] = None
    reason: str = ""


def places(store: Path, held: Collection[str] = ()) -> Iterator[Place]:
    """Everything at a store that is a session, becomes one, or cannot be looked into.

    The folders in `held` are known to be sessions, and are not looked into.
    """
    yield from within(store, "", held)


def within(folder: Path, path: str, held: Collection[str]) -> Iterator[Place]:
    """The places in a folder. What lies in its folders comes first: files beside them never hide them."""
    try:
        with os.scandir(folder) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
        inner = [entry for entry in entries if entry.is_dir(follow_symlinks=False)]
    except OSError as error:
        yield Place(path, CLOSED, reason=f"it cannot be looked into ({error.strerror}): see who may read it")
        return
    names = {entry.name for entry in entries if not entry.is_dir(follow_symlinks=False)}
    is_deepest = path.count("/") + 1 >= DEPTH
    is_above = False
    for entry in inner:
        name = f"{path}/{entry.name}" if path else entry.name
        if entry.name == INCOMING:
            yield from arriving(Path(entry.path), name)
        elif not entry.name.startswith("."):
            if path and is_deepest:
                reason = f"its folders are not looked into: a session lies at most {DEPTH} folders deep; move them up"
                yield Place(path, DEEP, reason=reason)
                return
            for place in inside(entry, name, held):
                is_above = True
                yield place
    if path and not is_above and MANIFEST not in names:
        if MANIFEST + SEALED in names:
            yield Place(path, ENCRYPTED)
        elif any(name.endswith(ENDINGS) for name in names):
            yield Place(path, ARRIVING)


def inside(entry: os.DirEntry[str], path: str, held: Collection[str]) -> Iterator[Place]:
    """A folder that is a session, and the places in one that is none, or may be none."""
    if entry.name.endswith(SEALED):
        yield Place(path, ENCRYPTED)
        return
    manifest = Path(entry.path) / MANIFEST
    is_whole = os.path.lexists(manifest)
    if is_whole:
        yield Place(path, WHOLE, fingerprint_of(manifest))
    if not is_whole or path not in held:
        yield from within(Path(entry.path), path, held)


def arriving(folder: Path, path: str) -> Iterator[Place]:
    """What is in flight."""
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        names = []
    for name in names:
        yield Place(f"{path}/{name}", ARRIVING)


def fingerprint_of(file: Path) -> Optional[str]:
    """What changes when a file does; None if it may change without that, or is none."""
    try:
        facts = os.lstat(file)
    except OSError:
        return None
    if not stat.S_ISREG(facts.st_mode):
        return None
    newest = max(facts.st_mtime_ns, facts.st_ctime_ns)
    if time.time_ns() - newest < YOUNG_NANOSECONDS:
        return None
    return f"{facts.st_size}.{facts.st_mtime_ns}.{facts.st_ctime_ns}.{facts.st_ino}"


def fingerprint_of_large(fingerprint: Optional[str], largest: int) -> Optional[str]:
    """A fingerprint that changes with the limit, too."""
    return fingerprint and f"{fingerprint}.{largest}"


def fingerprint_of_all(folder: Path) -> Optional[str]:
    """What changes when any file of a folder does; None if one of them may change without that.

    Of a folder in it only the name counts: a session has all its files beside its manifest.
    """
    try:
        with os.scandir(folder) as listing:
            entries = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in listing)
    except OSError:
        return None
    fingerprints: List[str] = []
    for name, is_folder in entries:
        fingerprint = "folder" if is_folder else fingerprint_of(folder / name)
        if fingerprint is None:
            return None
        fingerprints.append(f"{name}\0{fingerprint}")
    told = "\0".join(fingerprints).encode("utf-8", "surrogateescape")
    return "all." + hashlib.sha256(told).hexdigest()
