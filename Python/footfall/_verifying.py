"""Compares the bytes of a session's files with the checksums in its manifest."""
from __future__ import annotations

from pathlib import Path
from typing import Any, Dict, List

from ._errors import FootfallError, needed
from ._files import open_plain

KIND = "xxh128:"
BLOCK = 1 << 20


def changed_files(session: Path, manifest: Dict[str, Any], abouts: Dict[str, Dict[str, Any]]) -> List[str]:
    """A sentence for each file that is not as the manifest has sealed it."""
    xxhash = needed("xxhash", "xxhash", "verify", "verify()")
    sealed = {path: about for path, about in abouts.items() if about.get("closed") is True and not about.get("lost")}
    for about in (manifest.get("taskResult"), manifest.get("answers")):
        if isinstance(about, dict) and about.get("path") in ("taskResult.json", "answers.json"):
            sealed[about["path"]] = about
    told = []
    for path, about in sealed.items():
        wanted = about.get("checksum")
        if not isinstance(wanted, str) or not wanted.startswith(KIND):
            told.append(f"{path}: the manifest has no checksum of it that this package knows")
            continue
        found = xxhash.xxh3_128()
        try:
            with open_plain(session / path) as file:
                while block := file.read(BLOCK):
                    found.update(block)
        except FileNotFoundError:
            told.append(f"{path}: it is not there")
        except OSError as error:
            raise FootfallError(
                f"{session / path} cannot be read ({error.strerror}): run `footfall check {session}`"
            ) from error
        else:
            if found.hexdigest() != wanted[len(KIND) :]:
                told.append(f"{path}: its checksum is another one than the manifest has: somebody has changed it")
    return told
