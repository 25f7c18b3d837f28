"""Studies of which something is wrong, and what filters and tables of many sessions make of it."""
from __future__ import annotations

import datetime
import json
import os
from pathlib import Path
from typing import Any, Dict, List, Optional

import footfall
import numpy as np
import pytest

from sessions import SAMPLES, document, record, session


def one(place: Path, *records: str, subject: Any = None, **more: Any) -> Path:
    """A session of a subject."""
    return session(place, document(list(records)), participant={"subject": subject}, **more)


def parquet(place: Path) -> Any:
    """A data set as pandas reads it by itself."""
    import pandas

    return pandas.read_parquet(place)


def test_what_a_reading_finds_is_in_the_warnings_of_the_study_and_of_what_it_made(tmp_path: Path) -> None:
    about = {"sensors": [{"sensorType": "gyro", "samples": 3}]}
    session(tmp_path / "in" / "s", document([record(1, x=0.5), '{"x":', record(2, x=1.5)]), about=about)
    study = footfall.study(tmp_path / "in")
    assert study.warnings == []
    table = study.to_arrow()
    told = study.warnings
    assert [text.split(":")[:2] for text in told] == [["s", " a.json"], ["s", " a.json"]]
    assert "1 lines cannot be read" in told[0] and "the manifest says 3" in told[1]
    assert json.loads(table.schema.metadata[b"footfall.warnings"]) == told
    made = study.to_parquet(tmp_path / "out")
    assert (made / "warnings.txt").read_text().splitlines() == told == study.warnings


@pytest.mark.parametrize("damage", ["file", "manifest", "count", "journal", "sensors", "folder"])
def test_one_bad_session_hides_no_other(tmp_path: Path, damage: str) -> None:
    one(tmp_path / "in" / "good", record(1, x=0.5), subject="P01")
    bad = one(tmp_path / "in" / "bad", record(1, x=1.5), subject="P02")
    if damage == "file":
        (bad / "a.json").unlink()
    elif damage == "manifest":
        (bad / "manifest.json").write_text("[")
    elif damage == "count":
        (bad / "a.json").write_text('[\n{"sensorType":"gyro","lost":"x"}\n]')
    elif damage == "journal":
        os.mkfifo(bad / "journal.json")
        (bad / "a.json").write_text("nothing")
    elif damage == "sensors":
        session(bad, "[\n]", about={"sensors": [{"sensorType": [], "samples": 2}]})
    else:
        (bad / "a.json").unlink()
        (bad / "a.json").mkdir()
    study = footfall.study(tmp_path / "in")
    assert study.to_arrow()["x"].to_pylist() == [0.5]
    assert [batch.num_rows for batch in footfall.study(tmp_path / "in").to_batches()] == [1]
    assert list(parquet(study.to_parquet(tmp_path / "out") / "samples")["x"]) == [0.5]
    assert any("bad" in text for text in study.warnings)


def test_a_folder_that_cannot_be_looked_into_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one(tmp_path / "good", record(1, x=0.5))
    (tmp_path / "closed").mkdir()
    whole = Path.iterdir

    def closed(path: Path) -> Any:
        if path.name == "closed":
            raise PermissionError(13, "Permission denied")
        return whole(path)

    monkeypatch.setattr(Path, "iterdir", closed)
    study = footfall.study(tmp_path)
    assert len(study) == 1 and "closed cannot be looked into (Permission denied)" in study.warnings[0]


class TestFilter:
    @pytest.fixture
    def study(self, tmp_path: Path) -> footfall.Study:
        for day, visit, group in ((21, "1", "old"), (22, "2", "old"), (23, "1", "young")):
            codes = {"subject": "007", "visit": visit, "group": group}
            start = f"2026-11-{day}T10:15:00.500+01:00"
            session(tmp_path / f"s{day}", "[\n]", participant=codes, startDate=start)
        return footfall.study(tmp_path)

    @pytest.mark.parametrize(("wanted", "found"), [
        ({"visit": "1"}, ["s21", "s23"]), ({"group": "old"}, ["s21", "s22"]), ({"subject": "7"}, []),
        ({"visit": "1", "group": "young"}, ["s23"]), ({"since": datetime.date(2026, 11, 22)}, ["s22", "s23"]),
        ({"until": datetime.datetime(2026, 11, 22, 10, 14)}, ["s21"]), ({"since": "2026-12"}, []),
        ({"since": "2026-11-22T10:15", "until": "2026-11-22T10:15:00.500"}, ["s22"]), ({"until": "2026"}, 3),
    ])
    def test_by_codes_and_dates(self, study: footfall.Study, wanted: Dict[str, Any], found: Any) -> None:
        names = [one.path.name for one in study.filter(**wanted)]
        assert names == (["s21", "s22", "s23"] if found == 3 else found)

    @pytest.mark.parametrize("wanted", [
        {"since": "yesterday"}, {"since": "01/01/2026"}, {"until": "2026-13"}, {"until": "2026-02-30"},
        {"since": "2026-11-2"}, {"since": "2026-11-21T10:15:00Z"}, {"since": 2026}, {"since": ""}, {"until": "2026-1"},
        {"since": datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)}, {"subject": 7}, {"task": ["walk"]},
        {"since": "2026-12", "until": "2026-11-30"}, {"since": "2026-11-21 10:15"},
        {"until": "2026-11-21T10:15:00,500"},
    ])
    def test_what_is_no_date_and_no_text_is_refused(self, study: footfall.Study, wanted: Dict[str, Any]) -> None:
        with pytest.raises(footfall.FootfallError, match="give"):
            study.filter(**wanted)

    def test_a_session_without_a_date_is_within_no_dates(self, tmp_path: Path) -> None:
        session(tmp_path, "[\n]", startDate=None)
        study = footfall.study(tmp_path)
        assert [len(study.filter(until="2026")), len(study.filter(since="2026")), len(study.filter())] == [0, 0, 1]


def test_a_sensor_and_a_column_that_nothing_has_are_told(tmp_path: Path) -> None:
    one(tmp_path, record(1, x=0.5))
    study = footfall.study(tmp_path)
    with pytest.raises(footfall.FootfallError, match="no recording|`gyroo`: there are `gyro`"):
        list(study.to_batches("gyroo"))
    list(study.to_batches(columns=["x", "nope"]))
    assert study.warnings == ["no recording has a column `nope`"]


class TestParquet:
    def test_codes_stay_texts_and_nobody_is_not_called_none(self, tmp_path: Path) -> None:
        import pyarrow.dataset
        import pyarrow.parquet

        for index, subject in enumerate(["007", "7", "none", None]):
            codes = {"subject": subject, "visit": "01", "group": None}
            session(tmp_path / "in" / f"s{index}", document([record(1, x=index + 0.5)]), participant=codes)
        made = footfall.study(tmp_path / "in").to_parquet(tmp_path / "out") / "samples"
        wanted = [("007", 0.5), ("7", 1.5), ("none", 2.5), (None, 3.5)]
        tables = [
            pyarrow.dataset.dataset(made, partitioning="hive").to_table(), pyarrow.parquet.read_table(made),
            pyarrow.dataset.dataset(made).to_table(),
        ]
        for table in tables:
            assert sorted(zip(table["subject"].to_pylist(), table["x"].to_pylist()), key=lambda row: row[1]) == wanted
            assert set(table["visit"].to_pylist()) == {"01"} and set(table["group"].to_pylist()) == {None}
        frame = parquet(made).sort_values("x")
        assert list(frame["subject"])[:3] == ["007", "7", "none"] and frame["subject"].isna().tolist()[3]

    def test_all_files_have_the_same_columns_of_the_same_types(self, tmp_path: Path) -> None:
        import pyarrow.parquet

        for index, n in enumerate([1, 0.5, "q"]):
            session(tmp_path / "in" / f"s{index}", document([record(1, n=n, **{f"own{index}": True})]))
        study = footfall.study(tmp_path / "in")
        made = study.to_parquet(tmp_path / "out") / "samples"
        schemas = [pyarrow.parquet.read_schema(path) for path in sorted(made.iterdir())]
        assert len(schemas) == 3 and schemas[0].equals(schemas[1]) and schemas[0].equals(schemas[2])
        frame = parquet(made)
        assert sorted(frame["n"]) == ["0.5", "1", "q"] and {"own0", "own1", "own2"} <= set(frame.columns)
        assert any("`n` has values of several types" in text for text in study.warnings)
        fractions = footfall.Study("two", study.sessions[:2], []).to_parquet(tmp_path / "two") / "samples"
        assert sorted(parquet(fractions)["n"]) == [0.5, 1.0]

    def test_all_three_data_sets_are_there_without_records(self, tmp_path: Path) -> None:
        session(tmp_path / "in" / "s", "[\n]")
        made = footfall.study(tmp_path / "in").to_parquet(tmp_path / "out")
        for name, column in (("samples", "sensorType"), ("losses", "lost"), ("marks", "marker")):
            frame = parquet(made / name)
            assert len(frame) == 0 and {"study", "subject", "visit", "group", "session", "file", column} <= set(frame)
        (tmp_path / "empty").mkdir()
        assert len(parquet(footfall.study(tmp_path / "empty").to_parquet(tmp_path / "none") / "losses")) == 0

    def test_sessions_of_one_name_and_of_hidden_names_are_all_there(self, tmp_path: Path) -> None:
        for index, name in enumerate(["a/s", "b/s", "_s", "s=1", "none"]):
            session(tmp_path / "in" / name, document([record(1, x=index + 0.5)]))
        made = footfall.study(tmp_path / "in").to_parquet(tmp_path / "out")
        assert sorted(parquet(made / "samples")["x"]) == [0.5, 1.5, 2.5, 3.5, 4.5]

    def test_a_session_that_grows_meanwhile_is_refused(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        from footfall import _parquet

        place = session(tmp_path / "in" / "s", document([record(1, x=0.5)]))
        names = _parquet.file_names

        def grows(sessions: Any) -> Any:
            (place / "a.json").write_text(document([record(1, x=0.5), record(2, y=0.5)]))
            return names(sessions)

        monkeypatch.setattr(_parquet, "file_names", grows)
        with pytest.raises(footfall.FootfallError, match="has changed while it was read"):
            footfall.study(tmp_path / "in").to_parquet(tmp_path / "out")
        assert not (tmp_path / "out").exists()

    @pytest.mark.parametrize("place", ["/proc/x", "nowhere/x", "in"])
    def test_a_place_that_takes_nothing_is_told(self, tmp_path: Path, place: str) -> None:
        session(tmp_path / "in" / "s", "[\n]")
        with pytest.raises(footfall.FootfallError, match="x cannot be written|is no folder: make|is there already"):
            footfall.study(tmp_path / "in").to_parquet(tmp_path / place)


class TestNamesOfRecords:
    KEYS = ("file", "session", "study", "subject", "visit", "group", "file_2")

    def test_keys_of_records_that_are_called_like_labels_keep_their_values(self, tmp_path: Path) -> None:
        own: Dict[str, Any] = {key: f"own {key}" for key in self.KEYS}
        loss = record(2, lost=3, **own)
        mark = '{"marker":"m","file":"own file"}'
        place = one(tmp_path / "in" / "s", record(1, x=0.5, **own), loss, mark, subject="P01")
        opened = footfall.open(place)
        for table in (opened.to_arrow().to_pandas(), opened.to_pandas()):
            assert table["file"][0] == "a" and table["file_2"][0] == "own file_2" and table["file_3"][0] == "own file"
        assert opened.losses["file"].tolist() == ["a"] and opened.losses["file_3"].tolist() == ["own file"]
        assert opened.marks.to_rows() == [{"file": "a", "marker": "m", "file_2": "own file"}]
        study = footfall.study(tmp_path / "in")
        frames: List[Any] = [study.to_arrow().to_pandas(), parquet(study.to_parquet(tmp_path / "out") / "samples")]
        for frame in frames:
            row = frame.iloc[0]
            assert [row[key] for key in ("study", "subject", "session", "file")] == ["in", "P01", "s", "a"]
            assert [row[f"{key}_2"] for key in ("study", "subject", "session", "visit")] == [
                f"own {key}" for key in ("study", "subject", "session", "visit")
            ]


class TestLargeNumbers:
    LARGE = 9007199254740993

    def two(self, place: Path, other: Optional[Any]) -> footfall.Session:
        more = {} if other is None else {"n": other}
        return footfall.open(session(place, document([record(1, n=self.LARGE), record(1, "other", **more)])))

    def test_they_stay_whole_where_others_are_missing(self, tmp_path: Path) -> None:
        from scipy.io import loadmat

        opened = self.two(tmp_path / "s", None)
        values = opened.to_pandas()["n"]
        assert values.tolist()[0] == self.LARGE and values.isna().tolist() == [False, True]
        assert opened.to_arrow()["n"].to_pylist() == [self.LARGE, None] and opened.warnings == []
        place = session(tmp_path / "m", document([record(1, n=self.LARGE), record(2)]))
        read = loadmat(footfall.open(place).to_mat(tmp_path / "a.mat"), squeeze_me=True, struct_as_record=False)
        gyro = read["samples"].a.gyro
        assert gyro.n.tolist() == [self.LARGE, 0] and gyro.n_missing.tolist() == [0, 1]

    def test_beside_fractions_they_are_rounded_and_told(self, tmp_path: Path) -> None:
        opened = self.two(tmp_path / "in" / "s", 0.5)
        for values in (opened.to_arrow()["n"].to_pylist(), opened.to_pandas()["n"].tolist()):
            assert values == [float(self.LARGE), 0.5]
        assert any("2^53" in text for text in opened.warnings)
        study = footfall.study(tmp_path / "in")
        assert study.to_arrow()["n"].to_pylist() == [float(self.LARGE), 0.5]
        assert any("2^53" in text for text in study.warnings)
        assert list(parquet(study.to_parquet(tmp_path / "out") / "samples")["n"]) == [float(self.LARGE), 0.5]

    def test_whole_numbers_that_a_double_tells_are_rounded_by_nobody(self, tmp_path: Path) -> None:
        place = session(tmp_path, document([record(1, n=2**60), record(1, "other", n=0.5)]))
        opened = footfall.open(place)
        assert opened.to_arrow()["n"].to_pylist() == [2.0**60, 0.5] and opened.warnings == []


def test_texts_and_booleans_are_put_together_with_what_is_missing(tmp_path: Path) -> None:
    lines = [record(1, t="a", b=True), record(2, t=None), record(1, "other", t="b"), record(2, "other", b=False, t="a")]
    opened = footfall.open(session(tmp_path, document(lines)))
    arrow, frame = opened.to_arrow(), opened.to_pandas()
    assert arrow["t"].to_pylist() == ["a", None, "b", "a"] and arrow["b"].to_pylist() == [True, None, None, False]
    assert frame["t"].isna().tolist() == [False, True, False, False] and frame["t"][3] == "a"
    assert frame["b"].isna().tolist() == [False, True, True, False] and not frame["b"][3]


def test_what_is_true_of_a_computed_walk_is_no_sample(tmp_path: Path) -> None:
    opened = footfall.open(SAMPLES / "SyntheticWalk")
    assert "lowBack_motion_truth/attitude" not in opened.sensors and len(opened.to_arrow()) == 3000
    assert len(opened.marks) == 2
    assert len(opened.files["lowBack_motion_truth"].recordings["attitude"]) == 1001
    study = footfall.Study("one", [opened], [])
    assert len(study.to_arrow()) == len(parquet(study.to_parquet(tmp_path / "out") / "samples")) == 3000


def test_losses_alone_are_counted_in_a_study(tmp_path: Path) -> None:
    one(tmp_path / "s", record(1, lost=7, reason="device"), '{"uptime":2,"lost":2}', record(3, "other", x=0.5))
    opened = footfall.open(tmp_path / "s")
    assert list(opened.sensors) == ["a/other", "a/gyro"]
    assert opened.to_arrow().schema.metadata[b"footfall.lost"] == b"9"
    assert footfall.study(tmp_path).to_arrow().schema.metadata[b"footfall.lost"] == b"9"


def test_times_are_the_same_doubles_whichever_way(tmp_path: Path) -> None:
    opened = footfall.open(SAMPLES / "Tapping")
    arrow, frame = opened.to_arrow(), opened.to_pandas()
    assert np.array_equal(arrow["uptime"].to_numpy(), frame["uptime"].to_numpy())
