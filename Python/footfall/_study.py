"""Many sessions as one table, which is read only as far as it is asked for."""
from __future__ import annotations

from pathlib import Path
from typing import Any, Callable, Iterator, List, Optional, Sequence, Union

from ._columns import constant
from ._errors import FootfallError, needed
from ._session import Session, joined

DEPTH = 3


class Study:
    """The sessions of a place, or those of them that a filter has left. Samples are read when they are asked for."""

    def __init__(self, name: str, sessions: Sequence[Session], warnings: Sequence[str]) -> None:
        self.name = name
        self.sessions = list(sessions)
        self.warnings = list(warnings)

    def __len__(self) -> int:
        return len(self.sessions)

    def __iter__(self) -> Iterator[Session]:
        return iter(self.sessions)

    def filter(
        self,
        subject: Optional[str] = None,
        task: Optional[str] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        where: Optional[Callable[[Session], bool]] = None,
    ) -> Study:
        """The sessions of a subject, of a task, and begun from one date on until another, both included.

        A date is as much of `2026-11-21T10:15:00` as is meant; it is compared with the manifest's `startDate`.
        """

        def is_wanted(session: Session) -> bool:
            begun = str(session.manifest.get("startDate", ""))
            return (
                (subject is None or session.participant.get("subject") == subject)
                and (task is None or session.identifier == task)
                and (since is None or begun >= since)
                and (until is None or begun[: len(until)] <= until)
                and (where is None or where(session))
            )

        return Study(self.name, [session for session in self.sessions if is_wanted(session)], self.warnings)

    def to_batches(self, sensor: Optional[str] = None, columns: Optional[Sequence[str]] = None) -> Iterator[Any]:
        """Record batches, a recording at a time; `columns` gives all of them the same ones.

        Only one file's samples are in memory at a time.
        """
        for session in self.sessions:
            for name in list(session.files):
                file = Session(session.path).files[name]  # of its own, so that it goes when it is done
                for recording in file.recordings.values():
                    if sensor is None or recording.sensor == sensor:
                        yield from self._told(session, recording, columns).to_batches()

    def _told(self, session: Session, recording: Any, columns: Optional[Sequence[str]]) -> Any:
        arrow = needed("pyarrow", "pyarrow", "arrow", "to_batches()")
        table = recording.to_arrow()
        facts = {
            "study": self.name,
            "subject": session.participant.get("subject"),
            "session": session.path.name,
            "file": recording.file,
            "sensorType": recording.sensor,
        }
        for index, (name, text) in enumerate(facts.items()):
            kind = arrow.dictionary(arrow.int32(), arrow.string())
            column = arrow.nulls(len(table), kind) if text is None else constant(name, text, len(table)).to_arrow()
            table = table.add_column(index, name, column)
        if columns is None:
            return table
        wanted = {
            name: table[name] if name in table.column_names else arrow.nulls(len(table), arrow.float64())
            for name in columns
        }
        return arrow.table(wanted)

    def to_arrow(self, sensor: Optional[str] = None) -> Any:
        """All samples, or those of a sensor, as one pyarrow.Table."""
        arrow = needed("pyarrow", "pyarrow", "arrow", "to_arrow()")
        tables = [arrow.Table.from_batches([batch]) for batch in self.to_batches(sensor)]
        return joined(tables) if tables else arrow.table({})

    def to_parquet(self, place: Union[str, Path]) -> Path:
        """Writes a Parquet data set, partitioned by study, subject and session, whole or not at all.

        `samples` has the samples, `losses` the gap records and `marks` the markers.
        """
        from ._parquet import write_parquet

        return write_parquet(self.sessions, Path(place), self.name)

    def __repr__(self) -> str:
        return f"<Study {self.name}: {len(self)} sessions>"


def study(place: Union[str, Path]) -> Study:
    """The sessions of a folder and of the folders in it, by their start; what is none, or damaged, is a warning."""
    root = Path(place)
    if not root.is_dir():
        raise FootfallError(f"{root} is no folder: give the one that your sessions are in")
    sessions: List[Session] = []
    warnings: List[str] = []
    for folder in folders(root, DEPTH):
        if (folder / "manifest.json").exists() or (folder / "journal.json").exists():
            try:
                sessions.append(Session(folder))
            except FootfallError as error:
                warnings.append(str(error))
    sessions.sort(key=lambda session: (str(session.manifest.get("startDate", "")), session.path.name))
    return Study(root.absolute().name, sessions, warnings)


def folders(root: Path, depth: int) -> Iterator[Path]:
    """The folder and those in it, without hidden ones and links."""
    yield root
    if depth:
        for folder in sorted(root.iterdir()):
            if folder.is_dir() and not folder.is_symlink() and not folder.name.startswith("."):
                yield from folders(folder, depth - 1)
