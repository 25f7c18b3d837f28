"""Raw values of calibrated recordings: to the last bit, or an error."""
from __future__ import annotations

from pathlib import Path
from typing import Any, Dict

import footfall
import numpy as np
import pytest

from sessions import document, record, session

SCALE = 0.000598
OFFSET = [0.031, -0.0472, 0.0203]
MATRIX = [[0.961, 0.004, -0.002], [0.001, 1.031, 0.003], [-0.004, 0.002, 0.985]]


def text(*rows: Any) -> str:
    return "; ".join(", ".join(repr(float(number)) for number in row) for row in rows)


def details(**more: str) -> Dict[str, str]:
    told = {
        "calibrationOffset accelerometer": text(OFFSET), "calibrationMatrix accelerometer": text(*MATRIX),
        "conversion accelerometer": text([0] * 3, [SCALE] * 3),
        "mountMatrix accelerometer": "0, 1, 0; -1, 0, 0; 0, 0, 1",
    }  # fmt: skip
    return {**told, **more}


def calibrated(place: Path, steps: Any, told: Dict[str, Any]) -> footfall.Session:
    """A session of an accelerometer that had read these steps."""
    readings = (steps + 0) * SCALE / 9.80665
    values = (readings - np.array(OFFSET)) @ np.array(MATRIX).T
    values = np.column_stack([values[:, 1], -values[:, 0], values[:, 2]])
    lines = [record(float(row), "accelerometer", x=x, y=y, z=z) for row, (x, y, z) in enumerate(values.tolist())]
    device = {"name": "imu", "kind": "iio", "details": told}
    return footfall.open(session(place, document(lines), about={"device": 0}, devices=[device]))


def test_raw_values_are_those_of_an_uncalibrated_recording_to_the_last_bit(tmp_path: Path) -> None:
    steps = np.random.default_rng(5).integers(-32768, 32767, (2000, 3)).astype(float)
    opened = calibrated(tmp_path, steps, details())
    raw = opened.raw("accelerometer")
    readings = (steps + 0) * SCALE / 9.80665
    assert raw["x"].tobytes() == (readings[:, 1] + 0).tobytes()
    assert raw["y"].tobytes() == (-readings[:, 0] + 0).tobytes()
    assert raw["z"].tobytes() == (readings[:, 2] + 0).tobytes()
    assert raw.columns == opened.table("accelerometer").columns
    assert raw["uptime"].tolist() == opened.table("accelerometer")["uptime"].tolist()


def test_a_sensor_whose_steps_nobody_knows_comes_back_but_for_rounding(tmp_path: Path) -> None:
    steps = np.random.default_rng(6).integers(-32768, 32767, (100, 3)).astype(float)
    told = details()
    del told["conversion accelerometer"]
    raw = calibrated(tmp_path, steps, told).raw("accelerometer")
    assert np.allclose(raw["z"], steps[:, 2] * SCALE / 9.80665, rtol=0, atol=1e-12)


def test_what_was_not_calibrated_is_as_it_is(tmp_path: Path) -> None:
    place = session(tmp_path, document([record(1, x=0.5, y=0.25, z=1.0)]))
    assert footfall.open(place).raw("gyro")["x"].tolist() == [0.5]


def test_a_replay_of_a_calibrated_session_has_no_raw_values(tmp_path: Path) -> None:
    origin = {"session": "2026-11-28T100000Z_walk_1f6a03bc", "devices": [{"name": "imu", "details": details()}]}
    content = document([record(1, "accelerometer", x=0.5, y=0.25, z=1.0)])
    place = session(tmp_path, content, about={"device": 0}, devices=[{"name": "imu", "details": {}}], origin=origin)
    with pytest.raises(footfall.FootfallError, match="ask that one .*2026-11-28T100000Z_walk_1f6a03bc"):
        footfall.open(place).raw("accelerometer")


@pytest.mark.parametrize("bad", [{"x": "abc"}, {"x": {}}, {"y": "abc", "x": 1.0}, {"x": 1.0}])
def test_readings_that_are_no_numbers_are_told_with_their_file(tmp_path: Path, bad: Dict[str, Any]) -> None:
    lines = [record(1, "accelerometer", z=1.0, **bad), record(2, "accelerometer", z=1.0, **{**bad, "x": 0.5})]
    device = {"name": "imu", "kind": "iio", "details": details()}
    place = session(tmp_path, document(lines), about={"device": 0}, devices=[device])
    with pytest.raises(footfall.FootfallError, match="^a: `[xy]` of `accelerometer` cannot be read as numbers"):
        footfall.open(place).raw("accelerometer")


def test_a_computed_sensor_has_no_raw_values(tmp_path: Path) -> None:
    place = session(tmp_path, document([record(1, "gravity", x=0.5, y=0.25, z=1.0)]))
    with pytest.raises(footfall.FootfallError, match="computed from other sensors"):
        footfall.open(place).raw("gravity")


@pytest.mark.parametrize(
    "bad",
    [
        "", "1, 2", "nan, 0, 0", "a, b, c", "1, 2, 3; 4, 5, 6; 7, 8, 9", "0, 0, 0", 7, "1, 0, 0; 1, 1e-15, 0; 0, 0, 1",
    ],
)  # fmt: skip
@pytest.mark.parametrize("key", ["calibrationOffset", "calibrationMatrix"])
def test_a_calibration_that_cannot_be_undone_is_told(tmp_path: Path, key: str, bad: Any) -> None:
    if key == "calibrationOffset" and bad == "0, 0, 0":
        return
    told: Dict[str, Any] = {**details(), f"{key} accelerometer": bad}
    with pytest.raises(footfall.FootfallError, match="cannot be undone"):
        calibrated(tmp_path, np.ones((2, 3)), told).raw("accelerometer")
