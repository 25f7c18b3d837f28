"""Whole sessions: what is wrong with them is told, and never a crash."""
from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import footfall
import numpy as np
import pytest

from sessions import OLD, SAMPLES, document, record, session


def test_manifest_participant_results_and_journal_are_there(tmp_path: Path) -> None:
    opened = footfall.open(SAMPLES / "Tapping")
    assert opened.identifier == "Tapping" and opened.manifest["status"] == "finished"
    assert opened.results is not None and opened.results["identifier"] == "Tapping"
    place = session(tmp_path, "[\n]", participant={"subject": "P07", "named": ["subject"]})
    (place / "journal.json").write_text('[\n{"uptime":1,"event":"began","about":{}},\n{"uptime":2,"ev')
    other = footfall.open(place)
    assert other.participant["subject"] == "P07" and other.results is None
    assert [row["event"] for row in other.journal] == ["began"]
    assert any("journal.json" in text for text in other.warnings)


def test_a_sensor_that_several_files_have_is_asked_for_by_file_or_placement() -> None:
    opened = footfall.open(SAMPLES / "Daphnet")
    assert list(opened.sensors) == [f"{name}_motion/accelerometer" for name in ("ankle", "thigh", "trunk")]
    with pytest.raises(footfall.FootfallError, match="say which by `file=`, one of ankle_motion"):
        opened.table("accelerometer")
    assert opened.table("accelerometer", placement="thigh").file == "thigh_motion"
    assert opened.table("accelerometer", file="trunk_motion").rate == 64
    with pytest.raises(footfall.FootfallError, match="no recording of `gyro`.*ankle_motion/accelerometer"):
        opened.table("gyro")


def test_a_recording_that_is_not_there_is_answered_by_those_that_are() -> None:
    opened = footfall.open(SAMPLES / "Daphnet")
    with pytest.raises(footfall.FootfallError, match=r"`acelerometer`: it has .*; did you mean `accelerometer`\?$"):
        opened.table("acelerometer")
    with pytest.raises(footfall.FootfallError, match=r"file='wrist': give file='ankle_motion' \(placement '.+'\) or "):
        opened.table("accelerometer", file="wrist")
    with pytest.raises(footfall.FootfallError, match="placement='wrist': give file='ankle_motion'"):
        opened.table("accelerometer", placement="wrist")


@pytest.mark.parametrize(
    ("name", "rows", "told"), [("whole", 60, []), ("killed", 46, ["repair"]), ("torn", 44, ["repair", "no end"])]
)
def test_sessions_of_version_0_1_0_are_read_as_far_as_they_go(name: str, rows: int, told: Any) -> None:
    opened = footfall.open(next(OLD.glob(f"*_{name}_*")))
    assert sum(len(r) for r in opened.sensors.values() if r.file == "lowBack_motion") == rows
    assert len(opened.warnings) == len(told)
    assert all(words in text for words, text in zip(told, opened.warnings))


def test_a_live_session_says_that_it_is_one(tmp_path: Path) -> None:
    content = document([record(1, x=0.5)])[:-2]
    place = session(tmp_path, content, about={"closed": False}, status="recording", endDate=None)
    (place / ".lease").write_text("{}")
    opened = footfall.open(place)
    assert len(opened.table("gyro")) == 1
    assert any("is being recorded" in text for text in opened.warnings)


def test_files_that_only_the_journal_knows_are_read(tmp_path: Path) -> None:
    place = session(tmp_path, document([record(1, x=0.5)]), journal={"records": 0}, endDate=None, files=[])
    about = {"file": {"path": "a.json", "closed": False, "sensors": []}}
    (place / "journal.json").write_text(document([json.dumps({"uptime": 1, "event": "listed", "about": about})]))
    assert footfall.open(place).table("gyro")["x"].tolist() == [0.5]


@pytest.mark.parametrize(
    "content",
    [
        "", "{", "[]", "null", '{"format":"x"}', '{"format":"footfall-session","version":2}',
        '{"format":"footfall-session","version":1,"files":[3]}', "[" * 100_000,
    ],
)  # fmt: skip
def test_a_damaged_manifest_is_told_with_how_to_mend_it(tmp_path: Path, content: str) -> None:
    place = session(tmp_path, "[\n]")
    (place / "manifest.json").write_text(content)
    with pytest.raises(footfall.FootfallError, match=r"manifest\.json.*: (run|give|install)"):
        footfall.open(place)


def test_a_missing_manifest_folder_or_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(footfall.FootfallError, match="is no folder"):
        footfall.open(tmp_path / "none")
    with pytest.raises(footfall.FootfallError, match=r"no manifest\.json: give .*`footfall\.study`"):
        footfall.open(tmp_path)
    (tmp_path / "journal.json").write_text("[\n]")
    with pytest.raises(footfall.FootfallError, match="run `footfall repair"):
        footfall.open(tmp_path)
    place = session(tmp_path / "s", "[\n]")
    (place / "a.json").unlink()
    with pytest.raises(footfall.FootfallError, match="a.json.*footfall check"):
        footfall.open(place).to_arrow()


def test_a_file_outside_of_the_folder_is_not_read(tmp_path: Path) -> None:
    place = session(tmp_path, "[\n]", files=[{"path": "../secret.json"}])
    with pytest.raises(footfall.FootfallError, match="none of its folder"):
        footfall.open(place)


def test_fewer_samples_than_the_manifest_counts_are_told(tmp_path: Path) -> None:
    about = {"sensors": [{"sensorType": "gyro", "samples": 2}]}
    opened = footfall.open(session(tmp_path, document([record(1, x=0.5)]), about=about))
    assert opened.warnings == ["a.json: it has 1 sample of gyro, and the manifest says 2"]


def test_a_file_that_was_taken_away_is_told_and_the_next_one_read(tmp_path: Path) -> None:
    lost = {"path": "a_1.json", "closed": True, "lost": True, "error": "it was deleted", "sensors": []}
    rest = {"path": "a.json", "closed": True, "sensors": []}
    place = session(tmp_path, document([record(1, lost=9, reason="disk"), record(2, x=0.5)]), files=[lost, rest])
    opened = footfall.open(place)
    assert opened.table("gyro").lost == 9 and len(opened.table("gyro")) == 1
    assert opened.warnings == ["a_1.json: somebody took it away while it was recorded: it was deleted"]


def test_changed_manifests_give_values_or_errors_of_the_package(tmp_path: Path) -> None:
    chance = random.Random(2)
    about = {
        "columns": ["x"], "columnTypes": ["number"], "layout": "array", "size": 65, "checksum": "xxh128:0",
        "placement": "lowBack", "sensors": [{"sensorType": "gyro", "samples": 1, "meaning": "m"}],
    }  # fmt: skip
    place = session(
        tmp_path, document([record(1, x=0.5)]), about=about, participant={"subject": "P07", "visit": "1"},
        origin={"losses": ["x"]}, recovered=[{"path": "a.json"}], errors=["e"], journal={"records": 0},
        taskResult={"path": "taskResult.json", "checksum": "xxh128:0"},
    )  # fmt: skip
    whole = json.loads((place / "manifest.json").read_text())
    for _ in range(1200):
        changed = copy.deepcopy(whole)
        spot: Any = changed
        while isinstance(spot, (dict, list)) and spot:
            key = chance.choice(list(spot) if isinstance(spot, dict) else range(len(spot)))
            if chance.random() < 0.5 or not isinstance(spot[key], (dict, list)):
                spot[key] = chance.choice([None, 3, "x", [], {}, [3], {"a": 1}, True, -1.5])
                break
            spot = spot[key]
        (place / "manifest.json").write_text(json.dumps(changed))
        try:
            opened = footfall.open(place)
            opened.to_arrow(), opened.warnings, opened.participant, repr(opened), repr(opened.sensors), opened.verify()
        except footfall.FootfallError:
            pass
        try:
            study = footfall.study(tmp_path)
            study.to_arrow(), study.filter(subject="P07", since="2026"), study.warnings
        except footfall.FootfallError:
            pass


CSV = """uptime,timestamp,stepPath,sensorType,x,n,lost,reason
1,0,s,gyro,0.1,3,,
2,1,"a,""b",gyro,-2,,,
3,2,s,gyro,,,7,ring
"""


@pytest.mark.parametrize("header", [True, False])
@pytest.mark.parametrize("types", [True, False])
def test_csv_gives_what_json_would_with_header_or_without(tmp_path: Path, header: bool, types: bool) -> None:
    names, _, rest = CSV.partition("\n")
    about: Any = {"columns": names.split(",")}
    if types:
        about["columnTypes"] = ["number", "number", "text", "text", "number", "integer", "integer", "text"]
    table = footfall.open(session(tmp_path, CSV if header else rest, "a.csv", about)).table("gyro")
    assert table["x"].tolist() == [0.1, -2.0] and table["stepPath"].tolist() == ["s", 'a,"b']
    assert table["n"].tolist() == [3, None] and table.lost == 7


def test_csv_that_is_torn_or_without_names_is_told(tmp_path: Path) -> None:
    opened = footfall.open(session(tmp_path, CSV[:-4] + "5", "a.csv", {"closed": False}))
    assert len(opened.table("gyro")) == 2 and any("no end" in text for text in opened.warnings)
    nameless = session(tmp_path, CSV.partition("\n")[2], "a.csv")
    with pytest.raises(footfall.FootfallError, match="add a first line"):
        footfall.open(nameless).to_arrow()


def test_all_sensors_are_one_table_that_says_whose_each_row_is() -> None:
    opened = footfall.open(SAMPLES / "Tapping")
    table = opened.to_arrow()
    assert table.num_rows == len(opened.to_pandas()) == 538
    frame = table.to_pandas()
    touch = frame[(frame["file"] == "left_touch") & (frame["sensorType"] == "touch")]
    assert np.array_equal(touch["x"], opened.table("touch", file="left_touch")["x"])


def test_changed_csv_gives_values_or_errors_of_the_package(tmp_path: Path) -> None:
    chance = random.Random(4)
    for _ in range(500):
        content = bytearray(CSV.encode())
        for _ in range(chance.randint(1, 4)):
            content[chance.randrange(len(content))] = chance.choice(b'",-.eE0\n\r \x00\xff')
        try:
            opened = footfall.open(session(tmp_path, bytes(content), "a.csv"))
            opened.to_arrow(), opened.to_pandas(), opened.losses.to_arrow(), opened.warnings
        except footfall.FootfallError as error:
            assert "a.csv" in str(error)
