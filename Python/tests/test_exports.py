"""Studies, and what is written for other programs."""
from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import footfall
import numpy as np
import pytest
from footfall import _parquet

from sessions import SAMPLES, document, record, session


def a_study(place: Path) -> footfall.Study:
    for index, (subject, day) in enumerate([("P01", "21"), ("P02", "22"), ("P01", "23")]):
        session(
            place / f"s{index}",
            document([record(1, x=index + 0.5), record(2, lost=index + 1, reason="ring")]),
            startDate=f"2026-11-{day}T10:15:00.000Z",
            participant={"subject": subject},
            identifier="walk" if index else "balance",
        )
    return footfall.study(place)


def test_a_study_is_filtered_without_its_samples(tmp_path: Path) -> None:
    study = a_study(tmp_path)
    for index in range(3):
        (tmp_path / f"s{index}" / "a.json").unlink()
    assert [s.path.name for s in study.filter(subject="P01")] == ["s0", "s2"]
    assert [s.path.name for s in study.filter(task="walk", until="2026-11-22")] == ["s1"]
    assert [s.path.name for s in study.filter(since="2026-11-22")] == ["s1", "s2"]
    with pytest.raises(footfall.FootfallError):
        study.to_arrow()


def test_a_study_is_one_table(tmp_path: Path) -> None:
    study = a_study(tmp_path)
    table = study.to_arrow("gyro")
    assert table["x"].to_pylist() == [0.5, 1.5, 2.5]
    assert table["subject"].to_pylist() == ["P01", "P02", "P01"]
    batches = list(study.to_batches(columns=["session", "x", "heading"]))
    assert {tuple(batch.schema.names) for batch in batches} == {("session", "x", "heading")}
    assert [len(batch) for batch in batches] == [1, 1, 1]


def test_a_damaged_session_does_not_hide_the_others(tmp_path: Path) -> None:
    a_study(tmp_path)
    (tmp_path / "s1" / "manifest.json").write_text("{")
    study = footfall.study(tmp_path)
    assert len(study) == 2 and "s1" in study.warnings[0] and "footfall repair" in study.warnings[0]


def test_parquet_has_samples_losses_and_marks_and_whose_each_is(tmp_path: Path) -> None:
    import pyarrow.dataset as dataset

    (tmp_path / "in").mkdir()
    made = a_study(tmp_path / "in").to_parquet(tmp_path / "out")
    assert sorted(path.name for path in (made / "samples").iterdir()) == [f"s{index}.parquet" for index in range(3)]
    samples = dataset.dataset(made / "samples", partitioning="hive").to_table().to_pandas()
    assert sorted(zip(samples["subject"], samples["x"])) == [("P01", 0.5), ("P01", 2.5), ("P02", 1.5)]
    losses = dataset.dataset(made / "losses", partitioning="hive").to_table().to_pandas()
    assert sorted(losses["lost"]) == [1, 2, 3]


def test_parquet_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "in").mkdir()
    study = a_study(tmp_path / "in")
    calls = []

    def fails_at_the_second(table: object) -> object:
        calls.append(table)
        if len(calls) > 2:
            raise OSError(28, "No space left on device")
        return whole(table)

    whole = _parquet.plain
    monkeypatch.setattr(_parquet, "plain", fails_at_the_second)
    with pytest.raises(footfall.FootfallError, match="No space left.*make room"):
        study.to_parquet(tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["in"]
    (tmp_path / "out").mkdir()
    with pytest.raises(footfall.FootfallError, match="there already"):
        study.to_parquet(tmp_path / "out")


def test_a_mat_file_has_each_value(tmp_path: Path) -> None:
    from scipy.io import loadmat

    opened = footfall.open(SAMPLES / "Tapping")
    path = opened.to_mat(tmp_path / "tapping.mat")
    read = loadmat(path, squeeze_me=True, struct_as_record=False)
    touch = opened.table("touch", file="left_touch")
    told = read["samples"].left_touch.touch
    assert np.array_equal(told.xMillimetres, touch["xMillimetres"]) and told.lost == 0
    assert list(told.stepPath) == list(touch["stepPath"])
    assert [path.name for path in tmp_path.iterdir()] == ["tapping.mat"]


def test_a_mat_file_has_all_sensors_of_a_file_in_one_place(tmp_path: Path) -> None:
    from scipy.io import loadmat

    opened = footfall.open(SAMPLES / "SyntheticWalk")
    read = loadmat(opened.to_mat(tmp_path / "walk.mat"), squeeze_me=True, struct_as_record=False)
    file = read["samples"].lowBack_motion
    for sensor in ("accelerometer", "gyro"):
        assert np.array_equal(getattr(file, sensor).x, opened.table(sensor)["x"])


@pytest.mark.parametrize(("module", "call", "words"), [
    ("pyarrow", "to_arrow", "pip install pyarrow"), ("pandas", "to_pandas", "pip install pandas"),
    ("scipy.io", "to_mat", "pip install scipy"),
])
def test_a_missing_library_is_told_by_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, call: str, words: str
) -> None:
    opened = footfall.open(session(tmp_path, document([record(1, x=0.5)])))
    monkeypatch.setitem(sys.modules, module, None)
    arguments = [tmp_path / "a.mat"] if call == "to_mat" else []
    with pytest.raises(footfall.FootfallError, match=words):
        getattr(opened, call)(*arguments)
    assert opened.table("gyro").to_numpy()["x"].tolist() == [0.5]


@pytest.mark.parametrize(("mask", "file", "folder"), [
    (0o022, 0o644, 0o755), (0o027, 0o640, 0o750), (0o077, 0o600, 0o700),
])
def test_what_is_written_is_for_those_whom_the_umask_lets(tmp_path: Path, mask: int, file: int, folder: int) -> None:
    opened = footfall.open(session(tmp_path / "s", document([record(1, x=0.5)])))
    before = os.umask(mask)
    try:
        made = opened.to_mat(tmp_path / "a.mat"), opened.to_parquet(tmp_path / "out")
    finally:
        os.umask(before)
    inner = made[1] / "samples" / "s.parquet"
    assert [stat.S_IMODE(path.stat().st_mode) for path in (*made, inner)] == [file, folder, file]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.mat", "out", "s"]
