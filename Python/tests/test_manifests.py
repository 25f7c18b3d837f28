"""What the manifest says of a session and its files is compared with what is there, and told."""
from __future__ import annotations

import csv
import io
import json
import random
import shutil
import sys
from pathlib import Path
from typing import Any, Dict, List

import footfall
import pytest
from footfall import _csv

from sessions import OLD, SAMPLES, document, record, session


def test_two_files_of_one_stem_go_by_their_whole_names(tmp_path: Path) -> None:
    place = session(tmp_path, document([record(1, x=0.5)]))
    (place / "a.csv").write_text("uptime,sensorType,x\n1,gyro,1.5\n")
    (place / "a.json.json").write_text(document([record(1, x=2.5)]))
    paths = ["a.json", "a.csv", "a.json.json"]
    session(place, document([record(1, x=0.5)]), files=[{"path": path, "closed": True} for path in paths])
    opened = footfall.open(place)
    assert {name: file.path.name for name, file in opened.files.items()} == {
        "a.json": "a.json", "a.csv": "a.csv", "a.json_2": "a.json.json",
    }  # fmt: skip
    assert sorted(opened.to_arrow()["x"].to_pylist()) == [0.5, 1.5, 2.5]
    assert opened.table("gyro", file="a.csv")["x"].tolist() == [1.5]


def test_a_closed_file_of_another_size_is_told(tmp_path: Path) -> None:
    content = document([record(1, x=0.5)])
    opened = footfall.open(session(tmp_path, content, about={"size": len(content) + 3}))
    assert opened.warnings == [
        f"a.json: it has {len(content)} bytes, and the manifest says {len(content) + 3}: somebody has changed it"
    ]
    assert footfall.open(session(tmp_path, content, about={"size": len(content)})).warnings == []
    assert footfall.open(session(tmp_path, content, about={"size": 3, "closed": False})).warnings == []


class TestVerify:
    @pytest.fixture
    def walk(self, tmp_path: Path) -> Path:
        return Path(shutil.copytree(SAMPLES / "SyntheticWalk", tmp_path / "walk"))

    def test_what_footfall_has_sealed_is_whole(self) -> None:
        whole = [*(SAMPLES / name for name in ("Daphnet", "Tapping", "SyntheticWalk")), *OLD.glob("*_whole_*")]
        assert len(whole) == 4
        assert [footfall.open(path).verify() for path in whole] == [[], [], [], []]

    @pytest.mark.parametrize("name", ["lowBack_motion.json", "lowBack_motion_truth.json", "taskResult.json"])
    def test_a_digit_that_was_changed_is_found(self, walk: Path, name: str) -> None:
        content = (walk / name).read_bytes()
        place = content.index(b"1", 60)
        (walk / name).write_bytes(content[:place] + b"2" + content[place + 1 :])
        opened = footfall.open(walk)
        assert opened.warnings == []
        [told] = opened.verify()
        assert told.startswith(f"{name}: its checksum is another one")

    def test_a_file_that_is_gone_and_a_checksum_of_another_kind_are_told(self, walk: Path) -> None:
        manifest = json.loads((walk / "manifest.json").read_text())
        manifest["files"][0]["checksum"] = "md5:0"
        (walk / "manifest.json").write_text(json.dumps(manifest))
        (walk / "lowBack_motion_truth.json").unlink()
        assert footfall.open(walk).verify() == [
            "lowBack_motion.json: the manifest has no checksum of it that this package knows",
            "lowBack_motion_truth.json: it is not there",
        ]

    def test_without_the_library_one_is_told_what_to_install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "xxhash", None)
        with pytest.raises(footfall.FootfallError, match="pip install xxhash"):
            footfall.open(SAMPLES / "Tapping").verify()


@pytest.mark.parametrize(("about", "text"), [
    ({"status": "cancelled"}, "its status is cancelled"), ({"status": "failed"}, "its status is failed"),
    ({"origin": {"losses": ["it was killed"]}}, "the session that it replays: it was killed"),
    ({"errors": ["the sensor was pulled out"]}, "the run had an error: the sensor was pulled out"),
    ({"participant": {"subject": 7}}, "the subject is no text"),
])
def test_what_the_manifest_says_of_a_run_that_was_not_right_is_told(
    tmp_path: Path, about: Dict[str, Any], text: str
) -> None:
    opened = footfall.open(session(tmp_path, document([record(1, x=0.5)]), **about))
    assert len(opened.warnings) == 1 and text in opened.warnings[0]
    assert len(footfall.study(tmp_path).to_arrow()) == 1


@pytest.mark.parametrize("files", [
    [{"path": "a\0.json"}], [{"path": "\ud800.json"}], [{"path": ""}],
    [{"path": "a.json", "sensors": [{"sensorType": []}]}], [{"path": "a.json", "columns": "x"}],
    [{"path": "a.json", "columns": 3}], [{"path": "a.json", "columnTypes": [[]]}],
])
def test_a_list_of_files_that_is_none_is_told_and_hides_no_other_session(tmp_path: Path, files: List[Any]) -> None:
    session(tmp_path / "good", document([record(1, x=0.5)]))
    bad = session(tmp_path / "bad", document([record(1, x=0.5)]), files=files)
    with pytest.raises(footfall.FootfallError, match="footfall (check|repair)"):
        footfall.open(bad)
    study = footfall.study(tmp_path)
    assert len(study.to_arrow()) == 1 and len(study.warnings) == 1


@pytest.mark.parametrize("about", [{"closed": True}, {"closed": False}, {"lost": True}])
def test_a_name_that_is_too_long_for_a_file_costs_that_file_alone(tmp_path: Path, about: Dict[str, Any]) -> None:
    session(tmp_path / "good", document([record(1, x=0.5)]))
    files = [{"path": "a.json", "closed": True}, {"path": "b" * 300 + ".json", **about}]
    bad = session(tmp_path / "bad", document([record(1, x=1.5)]), files=files)
    assert footfall.open(bad).files["a"].recordings["gyro"]["x"].tolist() == [1.5]
    study = footfall.study(tmp_path)
    assert len(study) == 2 and sorted(study.to_arrow()["x"].to_pylist()) == [0.5, 1.5]
    assert any("b" * 300 in text for text in study.warnings)


@pytest.mark.parametrize("read", [footfall.open, footfall.study])
def test_a_place_whose_name_is_too_long_is_told(tmp_path: Path, read: Any) -> None:
    with pytest.raises(footfall.FootfallError, match="is no folder: give"):
        read(tmp_path / ("s" * 300))


@pytest.mark.parametrize("version", [True, -4, 0, 2, "1", None])
def test_another_version_is_refused(tmp_path: Path, version: Any) -> None:
    with pytest.raises(footfall.FootfallError, match="reads version 1: install"):
        footfall.open(session(tmp_path, "[\n]", version=version))


class TestHeaders:
    COLUMNS = ["uptime", "sensorType", "x"]

    def read(self, place: Path, content: str, **about: Any) -> footfall.Session:
        return footfall.open(session(place, content, "a.csv", {"columns": self.COLUMNS, **about}))

    def test_the_layout_says_whether_there_is_one(self, tmp_path: Path) -> None:
        quoted = self.read(tmp_path, '"uptime","sensorType","x"\n1,gyro,0.5\n', layout="csv")
        assert list(quoted.sensors) == ["a/gyro"] and quoted.warnings == []
        text_first = self.read(
            tmp_path, "walk,gyro,0.5\n", layout="csvWithoutHeader", columns=["stepPath", "sensorType", "x"]
        )
        assert text_first.table("gyro")["stepPath"].tolist() == ["walk"]
        marked = self.read(tmp_path, "\ufeffuptime,sensorType,x\n1,gyro,0.5\n", layout="csv")
        assert marked.table("gyro").columns == ["uptime", "x"]

    def test_without_a_layout_it_is_one_if_it_has_the_columns(self, tmp_path: Path) -> None:
        columns = ["stepPath", "sensorType", "x"]
        opened = self.read(tmp_path, "walk,gyro,0.5\n", columns=columns)
        assert opened.table("gyro")["stepPath"].tolist() == ["walk"]
        assert len(self.read(tmp_path, "uptime,sensorType,x\n1,gyro,0.5\n").table("gyro")) == 1

    def test_another_header_than_the_manifest_has_is_read_and_told(self, tmp_path: Path) -> None:
        opened = self.read(tmp_path, "uptime,sensorType,y\n1,gyro,0.5\n", layout="csv")
        assert opened.table("gyro")["y"].tolist() == [0.5]
        assert opened.warnings == [
            "a.csv: its first line names other columns than the manifest: those of the line are read"
        ]

    def test_room_behind_a_table_costs_no_row_and_a_column_that_is_twice_is_told(self, tmp_path: Path) -> None:
        opened = self.read(tmp_path, "1,gyro,0.5\n2,gyro,1.5\n" + "\0" * 100, layout="csvWithoutHeader")
        assert opened.table("gyro")["x"].tolist() == [0.5, 1.5] and "no end" in opened.warnings[0]
        twice = self.read(tmp_path, "uptime,sensorType,x,x\n1,gyro,0.5,1.5\n", layout="csv")
        assert twice.table("gyro")["x"].tolist() == [1.5] and any("twice" in text for text in twice.warnings)

    def test_a_number_that_says_it_is_infinite_is_not_told(self, tmp_path: Path) -> None:
        opened = self.read(tmp_path, "1,gyro,inf\n2,gyro,nan\n", layout="csvWithoutHeader")
        assert str(opened.table("gyro")["x"].tolist()) == "[inf, nan]" and opened.warnings == []

    ROWS = [f"{i},gyro,{i}.5" for i in range(1000)]

    @pytest.mark.parametrize("closed", [True, False])
    @pytest.mark.parametrize("layout", ["csv", "csvWithoutHeader"])
    @pytest.mark.parametrize(("value", "places"), [
        ('{0},gyro,"{0}.5', [200]), ('{0},gyro,"{0}.5', [200, 700]), ('{0},"gyro,{0}.5', [200]),
        ('"{0},gyro,{0}.5', [0, 1, 999]), ('{0},gy"ro,"{0}.5', [3]), ('{0},"gy"ro",{0}.5', [3, 4]),
    ])
    def test_a_stray_quote_costs_its_own_line_alone_and_is_told(
        self, tmp_path: Path, value: str, places: List[int], layout: str, closed: bool
    ) -> None:
        lines = [value.format(i) if i in places else row for i, row in enumerate(self.ROWS)]
        if layout == "csv":
            lines.insert(0, "uptime,sensorType,x")
        opened = self.read(tmp_path, "\n".join(lines) + "\n", layout=layout, closed=closed)
        found = opened.table("gyro")["uptime"].tolist()
        assert found == [float(i) for i in range(1000) if i not in places]
        shown = ", ".join(str(i + (2 if layout == "csv" else 1)) for i in places)
        assert opened.warnings == [
            f"a.csv: {len(places)} lines have a quote where none belongs, and are left out: {shown}"
        ]

    def test_a_stray_quote_in_the_header_makes_no_header_of_a_row(self, tmp_path: Path) -> None:
        opened = self.read(tmp_path, 'uptime,"sensorType,x\n1,gyro,0.5\n2,gyro,1.5\n', layout="csv")
        assert opened.table("gyro")["x"].tolist() == [0.5, 1.5]
        assert len(opened.warnings) == 1 and opened.warnings[0].endswith("are left out: 1")

    def test_an_open_quote_in_the_line_that_was_cut_costs_no_other_line(self, tmp_path: Path) -> None:
        opened = self.read(tmp_path, '1,gyro,0.5\n2,gyro,1.5\n3,"gy', layout="csvWithoutHeader", closed=False)
        assert opened.table("gyro")["x"].tolist() == [0.5, 1.5]
        assert len(opened.warnings) == 1 and "no end" in opened.warnings[0]

    def test_quoted_values_are_what_the_csv_module_makes_of_them(self, tmp_path: Path) -> None:
        chance = random.Random(8)
        for _ in range(300):
            texts = ["".join(chance.choices('a",é \u240a', k=chance.randint(0, 6))) for _ in range(3)]
            line = io.StringIO()
            csv.writer(line, quoting=chance.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])).writerow(texts)
            assert _csv.fields_of(line.getvalue().rstrip("\r\n")) == texts

    @pytest.mark.parametrize("types", [None, ["number", "number", "number"]])
    def test_a_sensor_that_is_called_by_a_number_has_its_samples(self, tmp_path: Path, types: Any) -> None:
        content = "uptime,sensorType,x\n" + "".join(f"{i},1,{i}.5\n" for i in range(10))
        opened = self.read(tmp_path, content, layout="csv", columnTypes=types)
        assert list(opened.sensors) == ["a/1"] and len(opened.table("1")) == 10
        assert len(opened.marks) == 0 and opened.warnings == []

    def test_a_field_may_be_long_and_the_limit_of_others_stays(self, tmp_path: Path) -> None:
        before = csv.field_size_limit()
        content = f"1,{'g' * 200_000},0.5\n"
        assert len(self.read(tmp_path, content, layout="csvWithoutHeader").to_arrow()) == 1
        assert csv.field_size_limit() == before


def test_tables_and_recordings_say_what_they_are(tmp_path: Path) -> None:
    opened = footfall.open(session(tmp_path, document([record(1, x=0.5), '{"sensorType":"gyro","lost":"x"}'])))
    assert repr(opened.losses) == "<Table of 1 rows: file, sensorType, lost>"
    assert repr(opened.sensors["a/gyro"]) == "<Recording a/gyro: 1 sample, an unknown number lost>"
    assert repr(footfall.study(tmp_path)) == f"<Study {tmp_path.name}: 1 session>"


class TestMatlab:
    def test_nothing_is_written_over_and_a_missing_folder_is_told(self, tmp_path: Path) -> None:
        opened = footfall.open(session(tmp_path / "s", document([record(1, x=0.5)])))
        place = opened.to_mat(tmp_path / "a.mat")
        before = place.read_bytes()
        with pytest.raises(footfall.FootfallError, match="a.mat is there already: name another file"):
            opened.to_mat(place)
        with pytest.raises(footfall.FootfallError, match="nowhere is no folder: make it first"):
            opened.to_mat(tmp_path / "nowhere" / "a.mat")
        assert place.read_bytes() == before and sorted(path.name for path in tmp_path.iterdir()) == ["a.mat", "s"]

    def test_what_came_meanwhile_is_not_written_over(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        import scipy.io

        whole, place = scipy.io.savemat, tmp_path / "a.mat"

        def late(file: Any, *arguments: Any, **options: Any) -> None:
            whole(file, *arguments, **options)
            place.write_text("another's")

        monkeypatch.setattr(scipy.io, "savemat", late)
        opened = footfall.open(session(tmp_path / "s", document([record(1, x=0.5)])))
        with pytest.raises(footfall.FootfallError, match="is there already"):
            opened.to_mat(place)
        assert place.read_text() == "another's" and len(list(tmp_path.iterdir())) == 2


def test_a_long_line_is_read_in_few_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from footfall import _json

    monkeypatch.setattr(_json, "BLOCK", 64)
    sizes: List[int] = []

    class Counted:
        def __init__(self, file: Any) -> None:
            self.file = file

        def read(self, size: int) -> bytes:
            sizes.append(size)
            return bytes(self.file.read(size))

    lines = [record(1, t="a" * (1 << 20)), *(record(i, t="b") for i in range(2, 40))]
    place = session(tmp_path, document(lines))
    with open(place / "a.json", "rb") as file:
        groups = _json.read_quickly(Counted(file), (), lambda text: None)  # type: ignore[arg-type]
    assert sum(group.rows for group in groups) == 39
    assert len(sizes) < 200 and max(sizes) >= 1 << 19
