"""Only plain files of a session are read, and what one of them cannot tell is said."""
from __future__ import annotations

import os
import shutil
from pathlib import Path

import footfall
import pytest

from sessions import SAMPLES
from sessions import session as made


@pytest.fixture
def session(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SAMPLES / "SyntheticWalk", tmp_path / "walk"))


@pytest.mark.parametrize("name", ["manifest.json", "lowBack_motion.json"])
def test_a_named_pipe_is_refused_at_once(session: Path, name: str) -> None:
    (session / name).unlink()
    os.mkfifo(session / name)
    with pytest.raises(footfall.FootfallError, match="no plain file"):
        footfall.open(session).to_arrow()


def test_a_link_leads_nowhere(session: Path, tmp_path: Path) -> None:
    shutil.move(session / "lowBack_motion.json", tmp_path / "elsewhere.json")
    (session / "lowBack_motion.json").symlink_to(tmp_path / "elsewhere.json")
    with pytest.raises(footfall.FootfallError, match="cannot be read"):
        footfall.open(session).to_arrow()


def test_a_journal_that_cannot_be_read_hides_no_other_session(session: Path) -> None:
    shutil.copytree(session, session.parent / "other")
    (session / "journal.json").mkdir()
    study = footfall.study(session.parent)
    assert len(study.sessions) == 2
    told = study.sessions[0].warnings + study.sessions[1].warnings
    assert any("journal.json cannot be read" in words for words in told)


def test_a_closed_table_that_was_cut_tells_no_other_number(tmp_path: Path) -> None:
    about = {"columns": ["uptime", "sensorType", "x"], "layout": "csv"}
    path = made(tmp_path, "uptime,sensorType,x\n1.0,gyro,0.125\n2.0,gyro,0.98", "a.csv", about)
    opened = footfall.open(path)
    [recording] = opened.sensors.values()
    assert list(recording["x"]) == [0.125]
    assert any("cut it off" in words for words in opened.warnings)


def test_what_a_repair_has_lost_is_told(tmp_path: Path) -> None:
    recovered = [{"path": "a.json", "message": "12 of 202 records lost"}, 7]
    path = made(tmp_path, "[]", recovered=recovered, interruptions=["2026-11-21T10:15:30.000Z"])
    words = footfall.open(path).warnings
    assert any("12 of 202 records lost" in told for told in words)
    assert any("was killed" in told for told in words)
