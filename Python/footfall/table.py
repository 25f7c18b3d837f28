"""A study as one table, which grows by what arrives at a store: `footfall-table STORE TABLE`, run as often as you like.

The table is what the store has: each whole session once, and none that is not whole. An update reads what is new or has
changed, and nothing else.
"""
from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Sequence, Union

from ._errors import FootfallError, needed
from ._ledger import Disk
from ._pool import apart
from ._reading import read_group
from ._round import Group, Readers
from ._sizes import LARGEST
from ._summary import Summary, sentences
from ._update import Update

__all__ = ["Readers", "Summary", "main", "place", "update"]


def place(table: Union[str, Path]) -> Path:
    """The folder of the table as it is now, with `samples`, `sessions` and `problems`.

    It stays as it is through the next change of the table, and goes with what follows on that.
    """
    found = Disk(Path(table)).current()
    if found is None:
        raise FootfallError(f"{table} is no table of a study, or has none yet: run `footfall-table STORE {table}`")
    return found


def update(
    store: Union[str, Path],
    table: Union[str, Path],
    program: Optional[str] = None,
    jobs: int = 1,
    readers: Optional[Readers] = None,
    allow_empty: bool = False,
    largest: int = LARGEST,
) -> Summary:
    """Makes the table what the store has now, and says what was done.

    `program` is the command `footfall`, which is asked for grades, and for the cadence of sessions that have not
    answered it. `jobs` is how many processes read: 1 is this one; with more, a session whose reader is killed is set
    aside. `readers` reads groups of sessions in another way. A session with a file of samples that holds more than
    `largest` millions of bytes, decompressed, is left out.
    """
    arrow = needed("pyarrow", "pyarrow", "arrow", "a study's table")
    needed("xxhash", "xxhash", "verify", "a study's table")
    root = Path(store).absolute()
    if not root.is_dir():
        raise FootfallError(f"{root} is no folder: give the one that sessions arrive in; is it mounted?")
    disk = Disk(Path(table).absolute())
    if root == disk.root or root in disk.root.parents or disk.root in root.parents:
        raise FootfallError(f"{disk.root} lies in the store, or has it in it: name a folder beside the store")
    try:
        disk.make()
        with disk.locked():
            ledger = disk.ledger()
            disk.clean(ledger.generation)  # so what was withdrawn before is gone from the disk
            read = readers or (apart(jobs) if jobs > 1 else here)
            return Update(root, disk, ledger, program, read, allow_empty, largest).run()
    except arrow.ArrowInvalid as error:
        raise FootfallError(
            f"a file of {disk.root} is damaged ({error}): delete the table and make it again from the store"
        ) from error
    except OSError as error:
        raise FootfallError(
            f"{disk.root} cannot be updated ({error.strerror or error}: {error.filename}): "
            "make room, or see who may write there; the table that readers see is whole"
        ) from error


def here(groups: List[Group]) -> Iterator[Dict[str, Any]]:
    """Reads groups in this process."""
    return map(read_group, groups)


def main(arguments: Optional[Sequence[str]] = None, readers: Optional[Readers] = None) -> int:
    """The command `footfall-table`."""
    parser = argparse.ArgumentParser(
        prog="footfall-table",
        description="Makes Parquet tables of the sessions at a store, and later of what is new there.",
        epilog="Exit status: 0 all sessions are in it, 1 some are left out or the work failed, 2 the line is wrong.",
    )
    parser.add_argument("store", metavar="STORE", help="the folder that sessions arrive in")
    parser.add_argument("table", metavar="TABLE", help="the folder of the table; it is made if it is not there")
    parser.add_argument("--footfall", metavar="PROGRAM", help="the command to ask for grades and cadences")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many processes read")
    parser.add_argument(
        "--largest", type=int, default=LARGEST, metavar="MB",
        help=f"leave out a session with a file of samples that holds more than this (default {LARGEST})",
    )  # fmt: skip
    parser.add_argument("--allow-empty", action="store_true", help="believe a store that has no session any more")
    parser.add_argument("--json", action="store_true", help="print one JSON object, and nothing else")
    told = parser.parse_args(arguments)
    try:
        read = readers or apart(max(1, told.jobs))
        summary = update(told.store, told.table, told.footfall, told.jobs, read, told.allow_empty, told.largest)
    except FootfallError as error:
        print(f"footfall-table: {error}", file=sys.stderr)
        return 1
    if told.json:
        print(summary.to_json())
    else:
        for sentence in sentences(summary, told.store, told.table):
            print(sentence)
    return 1 if summary.faults else 0


if __name__ == "__main__":
    sys.exit(main())
