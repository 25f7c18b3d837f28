"""A study as Parquet data sets, which are there whole or not at all."""
from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Set
from urllib.parse import quote

from ._errors import FootfallError, needed
from ._joining import conformed, shared_kinds
from ._samples import SampleFile
from ._session import Session
from ._tables import Table
from ._writing import whole_folder

if TYPE_CHECKING:
    from ._study import Study

SETS = ("samples", "losses", "marks")
# What is in a file without records, so that a data set can be opened.
ALWAYS = {
    "samples": {"file": "s", "sensorType": "s", "uptime": "f", "timestamp": "f"},
    "losses": {"file": "s", "sensorType": "s", "uptime": "f", "timestamp": "f", "lost": "i", "reason": "s"},
    "marks": {"file": "s", "uptime": "f", "timestamp": "f", "stepPath": "s", "marker": "s"},
}


def write_parquet(study: Study, place: Path) -> Path:
    """Writes `samples`, `losses` and `marks`: a file for each session that has any, all with the same columns.

    Whose a session is stands in columns, of texts: in names of folders, as `subject=007`, it would be read as a number.
    """
    needed("pyarrow.parquet", "pyarrow", "arrow", "to_parquet()")
    with whole_folder(place) as made:
        labels = dict.fromkeys(study._labels(study.sessions[0]) if study.sessions else ["study"], "s")
        kinds = {name: {**labels, **ALWAYS[name]} for name in SETS}
        for session, file in study._readings():
            for name, tables in tables_of(study, session, file).items():
                shared_kinds(tables, kinds[name])
        names = file_names(study.sessions)
        writers = {name: Writer(made / name, kinds[name], study) for name in SETS}
        with contextlib.ExitStack() as open_writers:
            for writer in writers.values():
                open_writers.enter_context(writer)
            for session, file in study._readings():
                for name, tables in tables_of(study, session, file).items():
                    for table in tables:
                        writers[name].write(names[id(session)], table)
        lines = [" ".join(text.split()) + "\n" for text in study.warnings]
        (made / "warnings.txt").write_text("".join(lines), "utf-8")
    return place


def tables_of(study: Study, session: Session, file: SampleFile) -> Dict[str, List[Table]]:
    """What each data set gets of a file."""
    labels = study._labels(session)
    return {
        "samples": [
            recording.labelled({**labels, "file": recording.file, "sensorType": recording.sensor})
            for recording in file.recordings.values()
        ],
        "losses": [file.losses.labelled(labels)],
        "marks": [file.marks.labelled(labels)],
    }


def file_names(sessions: Sequence[Session]) -> Dict[int, str]:
    """A name for the files of each session: its own, as far as others and the readers of data sets leave it."""
    made: Dict[int, str] = {}
    taken: Set[str] = set()
    for session in sessions:
        name = quote(session.path.name, safe="")[:200]
        if name.startswith(("_", ".")):
            name = f"s{name}"  # readers pass over files with such names
        found, number = name, 2
        while found in taken:
            found, number = f"{name}_{number}", number + 1
        taken.add(found)
        made[id(session)] = found
    return made


class Writer:
    """Writes the files of a data set, one after the other; one without records where there would be none."""

    def __init__(self, folder: Path, kinds: Dict[str, str], study: Study) -> None:
        arrow = needed("pyarrow", "pyarrow", "arrow", "to_parquet()")
        types = {"f": arrow.float64(), "i": arrow.int64(), "b": arrow.bool_(), "s": arrow.string()}
        self._folder = folder
        self._kinds = kinds
        self._schema = arrow.schema([(name, types[kind]) for name, kind in kinds.items()])
        self._study = study
        self._name: Optional[str] = None
        self._writer: Any = None

    def __enter__(self) -> Writer:
        self._folder.mkdir()
        return self

    def write(self, name: str, table: Table) -> None:
        """Adds a table to the file of this name; the tables of one come in a row."""
        if not len(table):
            return
        if shared_kinds([table], dict(self._kinds)) != self._kinds:
            raise FootfallError(f"{name} has changed while it was read: try again when its recording has ended")
        if name != self._name:
            self._open(name)
        self._writer.write_table(plain(conformed(table, self._kinds, self._study._say).to_arrow()))

    def _open(self, name: str) -> None:
        parquet = needed("pyarrow.parquet", "pyarrow", "arrow", "to_parquet()")
        if self._writer is not None:
            self._writer.close()
        self._name = name
        self._writer = parquet.ParquetWriter(self._folder / f"{name}.parquet", self._schema)

    def __exit__(self, *error: Any) -> None:
        if self._writer is None:
            self._open("none")
        self._writer.close()


def plain(table: Any) -> Any:
    """A table whose texts have one type in all sessions."""
    arrow = needed("pyarrow", "pyarrow", "arrow", "to_parquet()")
    is_dictionary = arrow.types.is_dictionary
    kinds = [field.with_type(arrow.string()) if is_dictionary(field.type) else field for field in table.schema]
    return table.cast(arrow.schema(kinds, metadata=table.schema.metadata))
