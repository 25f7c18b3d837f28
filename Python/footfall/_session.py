"""A session folder: what its manifest and its journal say of it, and the tables of its files."""
from __future__ import annotations

import difflib
import json
import os
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Union

from ._errors import FootfallError, OutsideError, needed
from ._files import read_plain
from ._joining import joined, joined_arrow
from ._raw import uncalibrated
from ._samples import SampleFile, is_about_file, is_sample_file, names_of
from ._tables import Recording, Table

CODES = ("subject", "visit", "group")


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
    return [entry for entry in listed(told) if isinstance(entry, dict)]


def listed(told: Any) -> List[Any]:
    """What should be a list, if it is one."""
    return told if isinstance(told, list) else []


def details_of(device: Any) -> Dict[str, Any]:
    """What a device says of itself beside its settings."""
    details = device.get("details") if isinstance(device, dict) else None
    return details if isinstance(details, dict) else {}


def is_name(path: str) -> bool:
    """Whether a file can be called so at all."""
    try:
        return b"\0" not in path.encode()
    except UnicodeEncodeError:
        return False


class Session:
    """A session folder. Its files are read when they are first asked for."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not os.path.isdir(path):
            raise FootfallError(f"{path} is no folder: give the folder of a session, as `footfall list` names it")
        manifest = read_document(path / "manifest.json", "the manifest")
        if manifest is None:
            cure = f"run `footfall repair {path}`, which rebuilds it from the journal"
            if not os.path.exists(path / "journal.json"):
                cure = (
                    "give the folder of a session, as `footfall list` names it; "
                    "`footfall.study` reads a folder of sessions"
                )
            raise FootfallError(f"{path} has no manifest.json: {cure}")
        if manifest.get("format") != "footfall-session":
            raise FootfallError(f"{path / 'manifest.json'} is of no Footfall session: give the folder of one")
        version = manifest.get("version")
        if type(version) is not int or version != 1:
            raise OutsideError(
                f"{path / 'manifest.json'} has version {version!r}, and this package reads version 1: "
                "install a newer one"
            )
        self.manifest: Dict[str, Any] = manifest
        self._notes: List[str] = []
        self.journal: List[Dict[str, Any]] = self._read_journal()
        self._abouts: Dict[str, Dict[str, Any]] = self._find_abouts()
        self.files: Dict[str, SampleFile] = self._find_files()
        self._note_the_run()

    def _note(self, text: str) -> None:
        if text not in self._notes:
            self._notes.append(text)

    def _note_the_run(self) -> None:
        """Notes what the manifest says of the run that is not as it should be."""
        manifest, name = self.manifest, self.path.name
        for told in objects(manifest.get("recovered")):
            self._note(f"{told.get('path')}: a repair has fixed it: {told.get('message')}")
        for date in listed(manifest.get("interruptions")):
            self._note(f"its recording was killed; its last record before that is of {date}")
        origin = manifest.get("origin")
        for text in listed(origin.get("losses")) if isinstance(origin, dict) else []:
            self._note(f"the session that it replays: {text}")
        for text in listed(manifest.get("errors")):
            self._note(f"the run had an error: {text}")
        if manifest.get("status") in ("cancelled", "failed", "interrupted"):
            self._note(f"its run did not finish: its status is {manifest['status']}")
        for key in CODES:
            if self.participant.get(key) is not None and self._code(key) is None:
                self._note(f"manifest.json: the {key} is no text, and counts as none")
        if not manifest.get("endDate"):
            lives = os.path.exists(self.path / ".lease")
            self._note(
                f"{name} is being recorded, or was killed: what is there by now is read"
                if lives
                else f"{name} was not closed, so its recording was killed: run `footfall repair {self.path}`"
            )

    def _read_journal(self) -> List[Dict[str, Any]]:
        journal = self.path / "journal.json"
        rows: List[Dict[str, Any]] = []
        try:
            lines = read_plain(journal).splitlines()
        except FileNotFoundError:
            return []  # sessions of version 0.1 have none
        except OSError as error:
            self._note(f"journal.json cannot be read ({error.strerror}): run `footfall check {self.path}`")
            return []
        for line in lines:
            text = line.strip().rstrip(b",")
            if text in (b"[", b"]", b""):
                continue
            try:
                rows.append(dict(json.loads(text)))
            except (ValueError, TypeError, RecursionError):
                self._note(f"journal.json: a record is damaged: run `footfall check {self.path}`")
        return rows

    def _find_abouts(self) -> Dict[str, Dict[str, Any]]:
        """What the manifest says of each file, and the journal since."""
        files = self.manifest.get("files")
        if not isinstance(files, list) or not all(is_about_file(about) for about in files):
            raise FootfallError(
                f"{self.path / 'manifest.json'} has no list of files as Footfall writes it: "
                f"run `footfall repair {self.path}`, or get it from a copy"
            )
        told: Dict[str, Dict[str, Any]] = {str(about["path"]): about for about in files}
        taken = self.manifest.get("journal")
        known = taken.get("records") if isinstance(taken, dict) else 0
        for record in self.journal[max(0, known) if isinstance(known, int) else 0 :]:
            about = record.get("about")
            file = about.get("file") if isinstance(about, dict) else None
            if record.get("event") in ("listed", "closed") and isinstance(file, dict) and is_about_file(file):
                path = str(file["path"])
                told[path] = {**told.get(path, {}), **file}
        for path in told:
            if not path or "/" in path or path.startswith(".") or not is_name(path):
                raise FootfallError(
                    f"{self.path / 'manifest.json'} names a file {path!r}, which is none of its folder: "
                    f"run `footfall check {self.path}`"
                )
        return told

    def _find_files(self) -> Dict[str, SampleFile]:
        made = {}
        names = names_of([path for path in self._abouts if is_sample_file(path)])
        for path, about in self._abouts.items():
            if about.get("compression") not in (None, "zstd"):
                self._note(f"{path} is compressed by {about['compression']!r}: install a newer version of this package")
            elif path in names:
                file = SampleFile(self.path / path, about, names[path])
                if os.path.lexists(file.path) or about.get("closed") is True or about.get("lost") is True:
                    made[file.name] = file
                else:
                    self._note(f"{path} was to be recorded, and was not begun")
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

    def _code(self, key: str) -> Optional[str]:
        """One of the codes; None where it was not said, or is no text."""
        told = self.participant.get(key)
        return told if isinstance(told, str) else None

    @property
    def results(self) -> Optional[Dict[str, Any]]:
        """The result of the run; None if there is none yet."""
        return read_document(self.path / "taskResult.json", "the result of the run")

    @property
    def warnings(self) -> List[str]:
        """What is wrong with the session and its files; reads them all."""
        told = [text for file in self.files.values() for text in file.warnings]
        return [*self._notes, *told]

    def verify(self) -> List[str]:
        """Compares each closed file with the checksum that the manifest has; says which are others, or not there."""
        from ._verifying import changed_files

        return changed_files(self.path, self.manifest, self._abouts)

    @property
    def sensors(self) -> Mapping[str, Recording]:
        """Each recording, by the names of its file and its sensor: `lowBack_motion/gyro`."""
        return {
            f"{file.name}/{sensor}": recording
            for file in self._sampled()
            for sensor, recording in file.recordings.items()
        }

    def _sampled(self) -> List[SampleFile]:
        """The files of what was measured."""
        return [file for file in self.files.values() if file.has_samples]

    def table(self, sensor: str, file: Optional[str] = None, placement: Optional[str] = None) -> Recording:
        """The recording of a sensor; the file or the placement says which where several have it."""
        found = [
            recording
            for recording in self.sensors.values()
            if recording.sensor == sensor
            and (file is None or recording.file == file)
            and (placement is None or recording.placement == placement)
        ]
        if len(found) == 1:
            return found[0]
        if not found:
            raise FootfallError(self._no_recording(sensor, file, placement))
        raise FootfallError(
            f"{self.path.name} has {len(found)} recordings of `{sensor}`: "
            f"say which by `file=`, one of {', '.join(recording.file for recording in found)}"
        )

    def _no_recording(self, sensor: str, file: Optional[str], placement: Optional[str]) -> str:
        """What there is in place of a recording that there is not, and which one may be meant."""
        of_sensor = [recording for recording in self.sensors.values() if recording.sensor == sensor]
        if of_sensor:
            wanted = {"file": file, "placement": placement}
            words = ", ".join(f"{key}={value!r}" for key, value in wanted.items() if value is not None)
            there = " or ".join(
                f"file={one.file!r}" + (f" (placement {one.placement!r})" if one.placement else "") for one in of_sensor
            )
            return f"{self.path.name} has no recording of `{sensor}` with {words}: give {there}"
        known = sorted({recording.sensor for recording in self.sensors.values()})
        near = difflib.get_close_matches(sensor, known, 1)
        meant = f"; did you mean `{near[0]}`?" if near else ""
        return f"{self.path.name} has no recording of `{sensor}`: it has {', '.join(self.sensors) or 'none'}{meant}"

    def raw(self, sensor: str, file: Optional[str] = None, placement: Optional[str] = None) -> Recording:
        """The recording of a sensor as it would be if nobody had calibrated it, to the last bit.

        It is exact where the manifest has the sensor's steps, else to what rounding has changed. A recording that was
        not calibrated is given as it is.
        """
        recording = self.table(sensor, file, placement)
        about = self.files[recording.file].about
        devices, place = self.manifest.get("devices"), about.get("device")
        told: Any = None
        if isinstance(devices, list) and isinstance(place, int) and 0 <= place < len(devices):
            told = devices[place]
        details = details_of(told)
        origin = self.manifest.get("origin")
        earlier = objects(origin.get("devices")) if isinstance(origin, dict) else []
        key = f"calibrationOffset {sensor}"
        if key not in details and any(key in details_of(device) for device in earlier):
            raise FootfallError(
                f"{self.path.name} replays a session that was recorded calibrated: ask that one for its raw values, "
                f"{origin.get('session') if isinstance(origin, dict) else None}"
            )
        return uncalibrated(recording, about, details)

    @property
    def losses(self) -> Table:
        """Each gap record: which sensor of which file has lost how many samples, when and why."""
        return joined([file.losses for file in self._sampled()], self._note)

    @property
    def marks(self) -> Table:
        """Each marker, and as rows without one each move to another step."""
        return joined([file.marks for file in self._sampled()], self._note)

    def _labelled(self) -> List[Table]:
        """The samples of each sensor, with `file` and `sensorType` in front."""
        return [
            recording.labelled({"file": recording.file, "sensorType": recording.sensor})
            for recording in self.sensors.values()
        ]

    def _lost(self) -> int:
        return sum(file.lost for file in self._sampled())

    def to_arrow(self) -> Any:
        """All samples of all sensors as one pyarrow.Table; `file` and `sensorType` say whose each row is."""
        table = joined_arrow(self._labelled(), self._note)
        return table.replace_schema_metadata({"footfall.lost": str(self._lost())})

    def to_pandas(self) -> Any:
        """All samples of all sensors as one pandas.DataFrame; `file` and `sensorType` say whose each row is."""
        pandas = needed("pandas", "pandas", "pandas", "to_pandas()")
        table = joined(self._labelled(), self._note)
        columns = {
            name: column.to_numpy() if column.kind == "s" else column.to_pandas()
            for name, column in table._columns.items()
        }
        frame = pandas.DataFrame(columns, index=pandas.RangeIndex(len(table)))
        frame.attrs["lost"] = self._lost()
        return frame

    def to_parquet(self, place: Union[str, Path], study: Optional[str] = None) -> Path:
        """Writes a Parquet data set; see `footfall.Study.to_parquet`."""
        from ._study import Study

        return Study(study or self.path.absolute().parent.name, [self], []).to_parquet(place)

    def to_mat(self, path: Union[str, Path]) -> Path:
        """Writes a file for MATLAB: `samples.FILE.SENSOR.COLUMN`, `losses`, `marks`, `participant`."""
        from ._mat import write_mat

        return write_mat(self, Path(path))

    def __repr__(self) -> str:
        return f"<Session {self.path.name}: {', '.join(self.files) or 'no files'}>"


def open(session: Union[str, Path]) -> Session:
    """Opens the folder of a session."""
    return Session(Path(session))
