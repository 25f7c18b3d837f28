"""Many sessions as one table, which is read only as far as it is asked for."""
from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple, Union

from ._dates import Date, is_within, told_date
from ._errors import FootfallError, needed
from ._joining import joined_arrow
from ._samples import SampleFile
from ._session import CODES, Session
from ._tables import Table

DEPTH = 3


class Study:
    """The sessions of a place, or those of them that a filter has left. Samples are read when they are asked for."""

    def __init__(self, name: str, sessions: Sequence[Session], warnings: Sequence[str]) -> None:
        self.name = name
        self.sessions = list(sessions)
        self._warnings = dict.fromkeys(warnings)

    @property
    def warnings(self) -> List[str]:
        """The sessions that cannot be opened, and of what was read by now, what was wrong with it."""
        return list(self._warnings)

    def _say(self, text: str) -> None:
        """Adds a warning, once."""
        self._warnings[text] = None

    def __len__(self) -> int:
        return len(self.sessions)

    def __iter__(self) -> Iterator[Session]:
        return iter(self.sessions)

    def filter(
        self,
        subject: Optional[str] = None,
        task: Optional[str] = None,
        since: Optional[Date] = None,
        until: Optional[Date] = None,
        where: Optional[Callable[[Session], bool]] = None,
        visit: Optional[str] = None,
        group: Optional[str] = None,
    ) -> Study:
        """The sessions of a subject, a visit, a group, a task, and begun from one date on until another, both included.

        A date is a `datetime.date`, or as much of `2026-11-21T10:15:00` as is meant. It is compared with the
        manifest's `startDate`, which is in the time of the place where the session was recorded.
        """
        wanted = {"subject": subject, "visit": visit, "group": group, "task": task}
        for key, value in wanted.items():
            if value is not None and not isinstance(value, str):
                raise FootfallError(f"{key}={value!r} is no text: give it as one, such as {key}={str(value)!r}")
        first, last = told_date("since", since), told_date("until", until)
        if first and last and last < first[: len(last)]:
            raise FootfallError(f"since={first!r} is after until={last!r}: give the earlier one as since")

        def is_wanted(session: Session) -> bool:
            begun = session.manifest.get("startDate")
            return (
                all(wanted[key] is None or session._code(key) == wanted[key] for key in CODES)
                and (task is None or session.identifier == task)
                and is_within(begun if isinstance(begun, str) else "", first, last)
                and (where is None or where(session))
            )

        return Study(self.name, [session for session in self.sessions if is_wanted(session)], self.warnings)

    def _readings(self) -> Iterator[Tuple[Session, SampleFile]]:
        """Each file of samples, read anew, so that its samples go when it is done.

        What is wrong is told in `warnings`. A file that cannot be read hides no other one.
        """
        failure: Optional[FootfallError] = None
        count = 0
        for session in self.sessions:
            name = session.path.name
            for text in session._notes:
                self._say(f"{name}: {text}")
            for told in session.files.values():
                if not told.has_samples:
                    continue
                file = told._fresh()
                try:
                    texts = file.warnings
                except FootfallError as error:
                    failure = failure or error
                    self._say(f"{name}: {error}; nothing of this file is read")
                    continue
                count += 1
                yield session, file
                for text in [*texts, *file.warnings]:
                    self._say(f"{name}: {text}")
        if failure and not count:
            raise failure

    def _labels(self, session: Session) -> Dict[str, Optional[str]]:
        """What the columns in front of a session's records say, in all rows the same."""
        return {"study": self.name, **{key: session._code(key) for key in CODES}, "session": session.path.name}

    def _tables(self, sensor: Optional[str]) -> Iterator[Tuple[List[Table], int]]:
        """The samples of each file, a table for each recording, with whose they are; and how many are lost."""
        known: Dict[str, None] = {}
        for session, file in self._readings():
            recordings = file.recordings
            known.update(dict.fromkeys(recordings))
            wanted = [recording for name, recording in recordings.items() if sensor in (None, name)]
            labels = self._labels(session)
            tables = [
                recording.labelled({**labels, "file": recording.file, "sensorType": recording.sensor})
                for recording in wanted
            ]
            yield tables, file.lost if sensor is None else sum(recording.lost for recording in wanted)
        if sensor is not None and sensor not in known and self.sessions:
            raise FootfallError(f"no session of {self!r} has a recording of `{sensor}`: there are {words(known)}")

    def to_batches(self, sensor: Optional[str] = None, columns: Optional[Sequence[str]] = None) -> Iterator[Any]:
        """Record batches, a recording at a time; `columns` gives all of them the same ones.

        Only one file's samples are in memory at a time.
        """
        arrow = needed("pyarrow", "pyarrow", "arrow", "to_batches()")
        missing = dict.fromkeys(columns or [])
        for recorded in (table for tables, _ in self._tables(sensor) for table in tables):
            table = recorded.to_arrow()
            if columns is not None:
                missing = {name: None for name in missing if name not in table.column_names}
                table = arrow.table({
                    name: table[name] if name in table.column_names else arrow.nulls(len(table), arrow.float64())
                    for name in columns
                })
            yield from table.to_batches()
        if missing:
            self._say(f"no recording has a column {words(missing)}")

    def to_arrow(self, sensor: Optional[str] = None) -> Any:
        """All samples, or those of a sensor, as one pyarrow.Table; its metadata have the warnings, too."""
        needed("pyarrow", "pyarrow", "arrow", "to_arrow()")
        files = list(self._tables(sensor))
        table = joined_arrow([table for tables, _ in files for table in tables], self._say)
        facts = {"footfall.lost": str(sum(lost for _, lost in files)), "footfall.warnings": json.dumps(self.warnings)}
        return table.replace_schema_metadata(facts)

    def to_parquet(self, place: Union[str, Path]) -> Path:
        """Writes three Parquet data sets, a file for each session, whole or not at all.

        `samples` has the samples, `losses` the gap records and `marks` the markers; `warnings.txt` has the warnings.
        """
        from ._parquet import write_parquet

        return write_parquet(self, Path(place))

    def __repr__(self) -> str:
        return f"<Study {self.name}: {len(self)} session{'' if len(self) == 1 else 's'}>"


def words(names: Dict[str, None]) -> str:
    """Names as a sentence has them."""
    return ", ".join(f"`{name}`" for name in names) or "none"


def study(place: Union[str, Path]) -> Study:
    """The sessions of a folder and of the folders in it, by their start; what is none, or damaged, is a warning."""
    root = Path(place)
    if not os.path.isdir(root):
        raise FootfallError(f"{root} is no folder: give the one that your sessions are in")
    sessions: List[Session] = []
    warnings: List[str] = []
    for folder in folders(root, DEPTH, warnings.append):
        if any(os.path.exists(folder / name) for name in ("manifest.json", "journal.json")):
            try:
                sessions.append(Session(folder))
            except FootfallError as error:
                warnings.append(str(error))
    sessions.sort(key=lambda session: (str(session.manifest.get("startDate", "")), session.path.name))
    return Study(root.absolute().name, sessions, warnings)


def folders(root: Path, depth: int, say: Callable[[str], None]) -> Iterator[Path]:
    """The folder and those in it, without hidden ones and links; `say` is told of one that cannot be looked into."""
    try:
        inner = sorted(root.iterdir()) if depth else []
        (root / "manifest.json").exists()
    except OSError as error:
        say(f"{root} cannot be looked into ({error.strerror}): see who may read it")
        return
    yield root
    for folder in inner:
        if os.path.isdir(folder) and not folder.is_symlink() and not folder.name.startswith("."):
            yield from folders(folder, depth - 1, say)
