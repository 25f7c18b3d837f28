"""A session folder: what its manifest and its journal say of it, and the tables of its files."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Union

from ._columns import LOSS, MARK, MOVE, SAMPLE, Group, constant
from ._csv import read_csv
from ._errors import FootfallError, needed
from ._files import read_plain
from ._general import Builder
from ._json import read_json
from ._tables import Recording, Table

# Fractions by their nature, also where a file happens to have whole ones only.
NUMBERS = ("uptime", "timestamp", "x", "y", "z", "w", "heading")


def read_document(path: Path, what: str) -> Optional[Dict[str, Any]]:
    """An object of JSON; None if the file is not there."""
    session = path.parent
    try:
        content = read_plain(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise FootfallError(f"{path} cannot be read ({error.strerror}): see who may read it") from error
    try:
        document = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise FootfallError(
            f"{path}, {what}, is damaged ({error}): run `footfall repair {session}`, or get it from a copy"
        ) from error
    if not isinstance(document, dict):
        raise FootfallError(f"{path}, {what}, is no object: run `footfall repair {session}`, or get it from a copy")
    return document


def objects(told: Any) -> List[Dict[str, Any]]:
    """What of a list are objects, whatever somebody has made of it."""
    return [entry for entry in told if isinstance(entry, dict)] if isinstance(told, list) else []


class SampleFile:
    """A file of records: a recording for each sensor, and what else its records tell."""

    def __init__(self, session: Path, about: Dict[str, Any]) -> None:
        name = str(about["path"])
        if not name or "/" in name or name.startswith("."):
            raise FootfallError(
                f"{session / 'manifest.json'} names a file {name!r}, which is none of its folder: "
                f"run `footfall check {session}`"
            )
        self.path = session / name
        self.about = about
        self.name = self.path.stem
        self._warnings: List[str] = []
        self._groups: Optional[List[Group]] = None

    def _say(self, text: str) -> None:
        self._warnings.append(f"{self.path.name}: {text}")

    def _read(self) -> List[Group]:
        if self._groups is None:
            self._groups = self._parsed()
            self._compare(self._groups)
        return self._groups

    def _parsed(self) -> List[Group]:
        columns: List[str] = [str(name) for name in self.about.get("columns") or []]
        types = dict(zip(columns, self.about.get("columnTypes") or []))
        numbers = sorted({*NUMBERS, *(name for name in types if types[name] == "number")})
        try:
            if self.about.get("lost") is True:
                self._say(f"somebody took it away while it was recorded: {self.about.get('error', 'see the manifest')}")
                if not self.path.exists():
                    return []
            if self.path.suffix == ".csv":
                is_closed = self.about.get("closed") is True
                return read_csv(self.path, columns, types, numbers, is_closed, self._say)
            return read_json(self.path, numbers, self._say)
        except OSError as error:
            raise FootfallError(
                f"{self.path}, which the manifest names, cannot be read ({error.strerror}): "
                f"run `footfall check {self.path.parent}`, which says what is missing"
            ) from error

    def _compare(self, groups: List[Group]) -> None:
        """Tells where fewer or more samples are there than the manifest says."""
        if self.about.get("closed") is not True or self.about.get("lost") is True:
            return
        found = {group.sensor: group.rows for group in groups if group.kind == SAMPLE}
        for told in self.about.get("sensors") or []:
            sensor, wanted = told.get("sensorType"), told.get("samples")
            if isinstance(wanted, int) and found.get(sensor, 0) != wanted:
                self._say(f"it has {found.get(sensor, 0)} samples of {sensor}, and the manifest says {wanted}")

    @property
    def warnings(self) -> List[str]:
        """What was wrong with the file; reads it."""
        self._read()
        return list(self._warnings)

    def rows(self, *kinds: int) -> List[Dict[str, Any]]:
        """The records that are no samples, of some kinds, with the file's name."""
        found = []
        for group in self._read():
            if group.kind in kinds:
                found += [{"file": self.name, **row} for row in Table(group.columns, group.rows).to_rows()]
        return found

    @property
    def recordings(self) -> Dict[str, Recording]:
        """A recording for each sensor; also for one that has nothing but losses."""
        losses = self.rows(LOSS)
        samples = {str(group.sensor): group for group in self._read() if group.kind == SAMPLE}
        names = dict.fromkeys([*samples, *(str(row.get("sensorType")) for row in losses)])
        made = {}
        for sensor in names:
            group = samples.get(sensor, Group(SAMPLE, sensor, 0, []))
            lost = table_of([row for row in losses if str(row.get("sensorType")) == sensor])
            made[sensor] = Recording(self.name, sensor, self.about, group.columns, group.rows, lost)
        return made


def is_about_file(about: Any) -> bool:
    """Whether an entry of the manifest is as Footfall writes it, as far as it is read here."""
    if not isinstance(about, dict) or not isinstance(about.get("path"), str):
        return False
    lists = [about.get(name) or [] for name in ("columns", "columnTypes", "sensors")]
    return (
        all(isinstance(told, list) for told in lists)
        and all(isinstance(text, str) for told in lists[:2] for text in told)
        and all(isinstance(facts, dict) for facts in lists[2])
    )


def table_of(rows: List[Dict[str, Any]]) -> Table:
    """A table of records that are few."""
    builder = Builder(NUMBERS, lambda text: None)
    for row in rows:
        builder.add({f"_{key}": value for key, value in row.items()})
    for group in builder.groups():
        columns = [type(column)(column.name[1:], *list(vars(column).values())[1:]) for column in group.columns]
        return Table(columns, group.rows)
    return Table([], 0)


class Session:
    """A session folder. Its files are read when they are first asked for."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.is_dir():
            raise FootfallError(f"{path} is no folder: give the folder of a session, as `footfall list` names it")
        manifest = read_document(path / "manifest.json", "the manifest")
        if manifest is None:
            cure = f"run `footfall repair {path}`, which makes it anew from the journal"
            if not (path / "journal.json").exists():
                cure = "give the folder of a session, as `footfall list` names it"
            raise FootfallError(f"{path} has no manifest.json: {cure}")
        if manifest.get("format") != "footfall-session":
            raise FootfallError(f"{path / 'manifest.json'} is of no Footfall session: give the folder of one")
        if not isinstance(manifest.get("version"), int) or manifest["version"] > 1:
            raise FootfallError(
                f"{path / 'manifest.json'} has version {manifest.get('version')!r}, and this package reads version 1: "
                "install a newer one"
            )
        self.manifest: Dict[str, Any] = manifest
        self._notes: List[str] = []
        self.journal: List[Dict[str, Any]] = self._read_journal()
        self.files: Dict[str, SampleFile] = self._find_files()
        for told in objects(manifest.get("recovered")):
            self._notes.append(f"{told.get('path')}: a repair has mended it: {told.get('message')}")
        dates = manifest.get("interruptions")
        for date in dates if isinstance(dates, list) else []:
            self._notes.append(f"its recording was killed; its last record before that is of {date}")
        if not manifest.get("endDate"):
            lives = (path / ".lease").exists()
            self._notes.append(
                f"{path.name} is being recorded, or was killed: what is there by now is read"
                if lives
                else f"{path.name} was not closed, so its recording was killed: run `footfall repair {path}`"
            )

    def _read_journal(self) -> List[Dict[str, Any]]:
        journal = self.path / "journal.json"
        rows: List[Dict[str, Any]] = []
        try:
            lines = read_plain(journal).splitlines()
        except FileNotFoundError:
            return []  # sessions of version 0.1 have none
        except OSError as error:
            self._notes.append(f"journal.json cannot be read ({error.strerror}): run `footfall check {self.path}`")
            return []
        for line in lines:
            text = line.strip().rstrip(b",")
            if text in (b"[", b"]", b""):
                continue
            try:
                rows.append(dict(json.loads(text)))
            except (ValueError, TypeError, RecursionError):
                self._notes.append(f"journal.json: a record is damaged: run `footfall check {self.path}`")
        return rows

    def _find_files(self) -> Dict[str, SampleFile]:
        told: Dict[str, Dict[str, Any]] = {}
        files = self.manifest.get("files")
        if not isinstance(files, list) or not all(is_about_file(about) for about in files):
            raise FootfallError(
                f"{self.path / 'manifest.json'} has no list of files as Footfall writes it: "
                f"run `footfall repair {self.path}`, or get it from a copy"
            )
        for about in files:
            told[str(about["path"])] = about
        taken = self.manifest.get("journal")
        known = taken.get("records") if isinstance(taken, dict) else 0
        known = known if isinstance(known, int) else 0
        for record in self.journal[known:]:
            about = record.get("about")
            file = about.get("file") if isinstance(about, dict) else None
            if record.get("event") in ("listed", "closed") and isinstance(file, dict) and is_about_file(file):
                told[str(file.get("path"))] = {**told.get(str(file.get("path")), {}), **file}
        made = {}
        for about in told.values():
            if not str(about.get("path")).endswith((".json", ".csv")):
                continue  # sound, which is no table
            file = SampleFile(self.path, about)
            if not file.path.exists() and about.get("closed") is not True and about.get("lost") is not True:
                self._notes.append(f"{file.path.name} was to be recorded, and was not begun")
                continue
            made[file.name] = file
        return made

    @property
    def identifier(self) -> str:
        """What was recorded: the identifier of the task or of the recording."""
        return str(self.manifest.get("identifier", ""))

    @property
    def participant(self) -> Dict[str, Any]:
        """The codes `subject`, `visit` and `group`, as far as they were said."""
        told = self.manifest.get("participant")
        return dict(told) if isinstance(told, dict) else {}

    @property
    def results(self) -> Optional[Dict[str, Any]]:
        """The result of the run; None if there is none yet."""
        return read_document(self.path / "taskResult.json", "the result of the run")

    @property
    def warnings(self) -> List[str]:
        """What is wrong with the session and its files; reads them all."""
        return [*self._notes, *(text for file in self.files.values() for text in file.warnings)]

    @property
    def sensors(self) -> Mapping[str, Recording]:
        """Each recording, by the names of its file and its sensor: `lowBack_motion/gyro`."""
        return {
            f"{name}/{sensor}": recording
            for name, file in self.files.items()
            for sensor, recording in file.recordings.items()
        }

    def table(self, sensor: str, file: Optional[str] = None, placement: Optional[str] = None) -> Recording:
        """The recording of a sensor; the file or the placement says which where several have it."""
        found = [
            recording
            for recording in self.sensors.values()
            if recording.sensor == sensor
            and (file is None or recording.file == file)
            and (placement is None or recording.placement == placement)
        ]
        if file is None and len(found) > 1:  # what a simulation knows to be true is not what was measured
            found = [recording for recording in found if not recording.file.endswith("_truth")]
        if len(found) == 1:
            return found[0]
        names = ", ".join(self.sensors) or "none"
        if not found:
            raise FootfallError(f"{self.path.name} has no recording of `{sensor}` like that: it has {names}")
        raise FootfallError(
            f"{self.path.name} has {len(found)} recordings of `{sensor}`: "
            f"say which by `file=`, one of {', '.join(recording.file for recording in found)}"
        )

    def _rows(self, *kinds: int) -> Table:
        return table_of([row for file in self.files.values() for row in file.rows(*kinds)])

    @property
    def losses(self) -> Table:
        """Each gap record: which sensor of which file has lost how many samples, when and why."""
        return self._rows(LOSS)

    @property
    def marks(self) -> Table:
        """Each marker, and as rows without one each move to another step."""
        return self._rows(MARK, MOVE)

    def to_arrow(self) -> Any:
        """All samples of all sensors as one pyarrow.Table; `file` and `sensorType` say whose each row is."""
        arrow = needed("pyarrow", "pyarrow", "arrow", "to_arrow()")
        tables = []
        for recording in self.sensors.values():
            rows = len(recording)
            table = recording.to_arrow()
            table = table.add_column(0, "file", constant("", recording.file, rows).to_arrow())
            tables.append(table.add_column(1, "sensorType", constant("", recording.sensor, rows).to_arrow()))
        if not tables:
            return arrow.table({})
        lost = sum(recording.lost for recording in self.sensors.values())
        return joined(tables).replace_schema_metadata({"footfall.lost": str(lost)})

    def to_pandas(self) -> Any:
        """All samples of all sensors as one pandas.DataFrame; `file` and `sensorType` say whose each row is."""
        pandas = needed("pandas", "pandas", "pandas", "to_pandas()")
        frames = []
        for recording in self.sensors.values():
            frame = recording.to_pandas()
            frame.attrs = {}
            frame.insert(0, "file", recording.file)
            frame.insert(1, "sensorType", recording.sensor)
            for name in frame.columns:
                if frame[name].dtype == "category":
                    frame[name] = frame[name].astype(object)
            frames.append(frame)
        whole = pandas.concat(frames, ignore_index=True) if frames else pandas.DataFrame()
        whole.attrs["lost"] = sum(recording.lost for recording in self.sensors.values())
        return whole

    def to_parquet(self, place: Union[str, Path], study: Optional[str] = None) -> Path:
        """Writes a Parquet data set; see `footfall.Study.to_parquet`."""
        from ._parquet import write_parquet

        return write_parquet([self], Path(place), study or self.path.absolute().parent.name)

    def to_mat(self, path: Union[str, Path]) -> Path:
        """Writes a file for MATLAB: `samples.FILE.SENSOR.COLUMN`, `losses`, `marks`, `participant`."""
        from ._mat import write_mat

        return write_mat(self, Path(path))

    def __repr__(self) -> str:
        return f"<Session {self.path.name}: {', '.join(self.files) or 'no files'}>"


def joined(tables: List[Any]) -> Any:
    """Tables one behind the other, with the columns of all, over the same memory where types agree."""
    arrow = needed("pyarrow", "pyarrow", "arrow", "to_arrow()")
    types: Dict[str, Any] = {}
    for table in tables:
        for field in table.schema:
            kind = types.setdefault(field.name, field.type)
            if kind != field.type:
                numbers = {arrow.int64(), arrow.float64()}
                types[field.name] = arrow.float64() if {kind, field.type} <= numbers else arrow.string()
    fitted = []
    for table in tables:
        columns = [
            cast(table[name], types[name]) if name in table.column_names else arrow.nulls(len(table), types[name])
            for name in types
        ]
        fitted.append(arrow.Table.from_arrays(columns, names=list(types)))
    return arrow.concat_tables(fitted)


def cast(column: Any, kind: Any) -> Any:
    """A column in the type that all tables share; whole numbers that no double tells stay texts."""
    return column if column.type == kind else column.cast(kind)


def open(session: Union[str, Path]) -> Session:
    """Opens the folder of a session."""
    return Session(Path(session))
