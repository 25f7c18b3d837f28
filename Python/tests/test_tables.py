"""The table of a study: what is in it after each update, what an update touches, and what a kill leaves."""
from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Dict, List, Optional

import footfall.table
import pytest
from footfall import FootfallError, _merging, _pool, _reading, _round, _schemas, _store, _update
from footfall._answers import walk_of
from footfall._merging import Source, groups_of

from sessions import SAMPLES, document, record, session


@pytest.fixture(autouse=True)
def nothing_is_young(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests need not wait until a file's time tells whether it has changed."""
    monkeypatch.setattr(_store, "YOUNG_NANOSECONDS", 0)


def sealed(place: Path, *records: str, **more: Any) -> Path:
    """A session whose manifest has the checksum of its file."""
    import xxhash

    content = document(list(records))
    told = {"checksum": f"xxh128:{xxhash.xxh3_128_hexdigest(content.encode())}", "placement": "lowBack"}
    return session(place, content, about=told, **more)


def walk(place: Path, number: int, count: int = 3, day: str = "2026-11-21", **more: Any) -> Path:
    """A session of a walk whose samples have the value of its number."""
    records = [record(float(row), x=float(number)) for row in range(count)]
    run = f"{number:08X}-0000-0000-0000-000000000000"
    return sealed(place, *records, startDate=f"{day}T10:15:00.000Z", taskRunUUID=run, startUptime=0.5, **more)


def rows_of(table: Path, name: str = "samples") -> List[Dict[str, Any]]:
    """All rows, as pyarrow reads the files by itself."""
    import pyarrow.parquet

    found: List[Dict[str, Any]] = []
    for path in sorted((footfall.table.place(table) / name).glob("*.parquet")):
        found += pyarrow.parquet.read_table(path).to_pylist()
    return found


def counts(table: Path) -> Dict[str, int]:
    """How many samples each session has in the table."""
    found: Dict[str, int] = {}
    for row in rows_of(table):
        found[row["session"]] = found.get(row["session"], 0) + 1
    assert found == {row["session"]: row["samples"] for row in rows_of(table, "sessions") if row["samples"]}
    return found


def marks_of(table: Path) -> Dict[str, Any]:
    """What changes if a file of samples is written anew."""
    files = (footfall.table.place(table) / "samples").glob("*")
    return {path.name: (path.stat().st_ino, path.stat().st_mtime_ns) for path in files}


def test_the_table_has_each_session_once_with_whose_it_is(tmp_path: Path, reader: str) -> None:
    walk(tmp_path / "in" / "b1" / "one", 1, participant={"subject": "007", "group": "control"})
    walk(tmp_path / "in" / "b2" / "two", 2, day="2026-12-28")
    summary = footfall.table.update(tmp_path / "in", tmp_path / "out")
    assert (summary.added, summary.sessions, summary.samples, summary.faults) == (2, 2, 6, [])
    assert counts(tmp_path / "out") == {"b1/one": 3, "b2/two": 3}
    first, second = rows_of(tmp_path / "out", "sessions")
    assert (first["board"], first["subject"], first["group"], first["week"]) == ("b1", "007", "control", "2026-W47")
    assert (first["duration"], first["hours"], first["placements"]) == (60, 2 / 3600, "lowBack")
    assert (second["board"], second["subject"], second["week"], second["sensors"]) == ("b2", None, "2026-W53", "a/gyro")
    row = rows_of(tmp_path / "out")[0]
    assert list(row) == list(_schemas.SAMPLES) and (row["x"], row["placement"], row["more"]) == (1.0, "lowBack", None)


def test_an_update_touches_only_what_is_new_and_one_without_news_nothing(tmp_path: Path) -> None:
    store, table = tmp_path / "in", tmp_path / "out"
    for number in range(20):
        walk(store / "b1" / f"s{number}", number, count=50)
    footfall.table.update(store, table)
    before, place = marks_of(table), footfall.table.place(table)
    summary = footfall.table.update(store, table)
    assert (summary.manifests_read, summary.sessions_read, summary.files_written, summary.files_kept) == (0, 0, 0, 1)
    assert marks_of(table) == before and footfall.table.place(table) == place
    walk(store / "b1" / "new", 99)
    summary = footfall.table.update(store, table)
    assert (summary.manifests_read, summary.sessions_read, summary.files_written, summary.files_kept) == (1, 1, 1, 1)
    assert before.items() < marks_of(table).items()
    assert counts(table) == {**{f"b1/s{number}": 50 for number in range(20)}, "b1/new": 3}
    summary = footfall.table.update(store, table)
    os.utime(store / "b1" / "new" / "manifest.json")
    summary = footfall.table.update(store, table)
    assert (summary.manifests_read, summary.sessions_read, summary.unchanged) == (1, 0, 21)


def test_what_changes_is_read_again_what_goes_is_gone_and_what_arrives_waits(tmp_path: Path) -> None:
    store, table = tmp_path / "in", tmp_path / "out"
    for number in range(4):
        walk(store / "b1" / f"s{number}", number, participant={"subject": "P01"})
    footfall.table.update(store, table)
    walk(store / "b1" / "s0", 0, count=5, participant={"subject": "P02"}, amendments=[{}])
    shutil.rmtree(store / "b1" / "s1")
    (store / "b1" / "s2" / "manifest.json").unlink()
    shutil.move(str(store / "b1" / "s3"), store / "b2")
    (store / ".incoming" / "s4").mkdir(parents=True)
    summary = footfall.table.update(store, table)
    assert (summary.added, summary.changed, summary.removed, summary.unchanged) == (1, 1, 3, 0)
    assert (summary.arriving, summary.faults) == (2, [])
    assert counts(table) == {"b1/s0": 5, "b2": 3}
    assert {row["subject"] for row in rows_of(table) if row["session"] == "b1/s0"} == {"P02"}


@pytest.mark.parametrize("name", ["participants.csv", "notes.json", "sound.flac", "manifest.json", "manifest.json.age"])
def test_a_file_beside_the_sessions_of_a_board_costs_none_of_them(tmp_path: Path, name: str) -> None:
    store, table = tmp_path / "in", tmp_path / "out"
    walk(store / "b1" / "s1", 1)
    walk(store / "b1" / "s2", 2)
    footfall.table.update(store, table)
    (store / "b1" / name).write_text("{}")
    summary = footfall.table.update(store, table)
    assert (summary.removed, summary.arriving, summary.encrypted) == (0, 0, 0)
    assert counts(table) == {"b1/s1": 3, "b1/s2": 3}
    walk(store / "b1" / "s3", 3)
    footfall.table.update(store, table)
    assert counts(table) == {"b1/s1": 3, "b1/s2": 3, "b1/s3": 3}


def test_a_folder_of_sessions_that_has_a_manifest_and_is_none_is_not_read_at_each_update(tmp_path: Path) -> None:
    store, table = tmp_path / "in", tmp_path / "out"
    walk(store / "b1" / "s1", 1)
    (store / "b1" / "manifest.json").write_text("{}")
    summary = footfall.table.update(store, table)
    assert [problem[:2] for problem in summary.faults] == [("b1", "unreadable")]
    again = footfall.table.update(store, table)
    assert (again.sessions_read, again.faults) == (0, summary.faults)
    walk(store / "b1" / "s2", 2)
    footfall.table.update(store, table)
    assert counts(table) == {"b1/s1": 3, "b1/s2": 3}


@pytest.mark.parametrize("board", ["a  b", "a\tb", "a\u3000b", "a\u00a0b", " a", "a\nb"])
def test_white_space_in_a_name_doubles_no_session_and_keeps_none_that_was_withdrawn(tmp_path: Path, board: str) -> None:
    store, table = tmp_path / "in", tmp_path / "out"
    walk(store / board / "s1", 1, participant={"subject": "Withdrawn"})
    walk(store / "a b" / "s1", 2)
    footfall.table.update(store, table)
    walk(store / board / "s1", 1, count=5, participant={"subject": "Withdrawn"}, amendments=[{}])
    footfall.table.update(store, table)
    assert counts(table) == {f"{board}/s1": 5, "a b/s1": 3} and len(rows_of(table, "sessions")) == 2
    shutil.rmtree(store / board)
    footfall.table.update(store, table)
    assert [row["session"] for row in rows_of(table, "sessions")] == ["a b/s1"]
    footfall.table.update(store, table)
    assert not any(b"Withdrawn" in path.read_bytes() for path in table.rglob("*") if path.is_file())


def test_a_session_that_lies_too_deep_is_named(tmp_path: Path) -> None:
    deep = "/".join(f"f{level}" for level in range(1, 8))
    walk(tmp_path / "in" / deep / "s1", 1)
    walk(tmp_path / "in" / deep / "b" / "s2", 2)
    summary = footfall.table.update(tmp_path / "in", tmp_path / "out")
    assert [problem[:2] for problem in summary.faults] == [(f"{deep}/b", "deep")]
    assert "8 folders deep" in summary.faults[0][2]
    assert counts(tmp_path / "out") == {f"{deep}/s1": 3}


def test_what_was_withdrawn_is_gone_from_the_disk_behind_the_next_update(tmp_path: Path) -> None:
    store, table = tmp_path / "in", tmp_path / "out"
    walk(store / "s0", 0)
    walk(store / "s1", 1, participant={"subject": "Withdrawn"})
    footfall.table.update(store, table)
    before = footfall.table.place(table)
    shutil.rmtree(store / "s1")
    footfall.table.update(store, table)
    assert before.is_dir() and footfall.table.place(table) != before
    assert footfall.table.update(store, table).generation == 2
    assert [path.name for path in (table / "generations").iterdir()] == ["00000002"]
    assert not any(b"Withdrawn" in path.read_bytes() for path in table.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    "damage, kind, words",
    [
        ("liar", "changed", "its checksum is another one"),
        ("missing", "changed", "it is not there"),
        ("foreign", "unreadable", "is of no Footfall session"),
        ("later", "unreadable", "install a newer one"),
        ("torn", "unreadable", "is damaged"),
        ("open", "open", "footfall repair"),
        ("pipe", "unreadable", "it is no plain file"),
        ("surrogate", "unreadable", "no Unicode"),
        ("types", "unreadable", "run `footfall check`"),
    ],
)
def test_what_cannot_be_trusted_is_left_out_named_and_tried_again_when_it_changes(
    tmp_path: Path, damage: str, kind: str, words: str
) -> None:
    store, table = tmp_path / "in", tmp_path / "out"
    walk(store / "good", 1)
    bad = walk(store / "bad", 2)
    manifest = bad / "manifest.json"
    told = json.loads(manifest.read_text())
    if damage == "liar":
        (bad / "a.json").write_bytes((bad / "a.json").read_bytes().replace(b"2.0", b"2.5"))
    elif damage == "missing":
        (bad / "a.json").unlink()
    elif damage == "foreign":
        manifest.write_text('{"format":"other"}')
    elif damage == "later":
        manifest.write_text(json.dumps({**told, "version": 2}))
    elif damage == "torn":
        manifest.write_text(manifest.read_text()[:100])
    elif damage == "open":
        manifest.write_text(json.dumps({**told, "endDate": None}))
    elif damage == "pipe":
        manifest.unlink()
        os.mkfifo(manifest)
    elif damage == "surrogate":
        manifest.write_text(json.dumps({**told, "identifier": "\ud800"}))
    else:
        told["files"][0]["columns"] = {"x": 1}
        manifest.write_text(json.dumps({**told, "files": told["files"] * 2}))
    summary = footfall.table.update(store, table)
    assert [problem[:2] for problem in summary.problems] == [("bad", kind)]
    assert words in summary.problems[0][2] or damage == "types"
    assert [row["session"] for row in rows_of(table, "problems")] == ["bad"]
    assert counts(table) == {"good": 3}
    again = footfall.table.update(store, table)
    assert again.problems == summary.problems and (again.sessions_read == 0 or kind == "unreadable")
    manifest.unlink()
    walk(store / "bad", 2)
    assert footfall.table.update(store, table).problems == []
    assert counts(table) == {"good": 3, "bad": 3} and rows_of(table, "problems") == []


def test_a_session_that_spoils_leaves_the_table(tmp_path: Path) -> None:
    walk(tmp_path / "in" / "a", 1)
    walk(tmp_path / "in" / "b", 2)
    footfall.table.update(tmp_path / "in", tmp_path / "out")
    (tmp_path / "in" / "a" / "manifest.json").write_text("{")
    summary = footfall.table.update(tmp_path / "in", tmp_path / "out")
    assert (summary.removed, summary.unchanged, len(summary.faults)) == (1, 1, 1)
    assert counts(tmp_path / "out") == {"b": 3}


def test_a_file_that_is_mended_without_its_manifest_is_read_again(tmp_path: Path) -> None:
    whole = (walk(tmp_path / "in" / "a", 1) / "a.json").read_bytes()
    (tmp_path / "in" / "a" / "a.json").write_bytes(b"[\n")
    assert len(footfall.table.update(tmp_path / "in", tmp_path / "out").faults) == 1
    assert counts(tmp_path / "out") == {}
    (tmp_path / "in" / "a" / "a.json").write_bytes(whole)
    assert footfall.table.update(tmp_path / "in", tmp_path / "out").faults == []
    assert counts(tmp_path / "out") == {"a": 3}


def test_of_one_session_in_two_folders_the_one_that_was_amended_counts(tmp_path: Path) -> None:
    store, table = tmp_path / "in", tmp_path / "out"
    walk(store / "old", 1)
    footfall.table.update(store, table)
    walk(store / "renamed", 1, amendments=[{}])
    summary = footfall.table.update(store, table)
    assert [problem[:2] for problem in summary.faults] == [("old", "twice")]
    assert counts(table) == {"renamed": 3}
    assert footfall.table.update(store, table).sessions_read == 0
    shutil.rmtree(store / "renamed")
    assert footfall.table.update(store, table).faults == []
    assert counts(table) == {"old": 3}


def test_a_torn_copy_that_was_amended_costs_the_whole_one_nothing(tmp_path: Path) -> None:
    store, table = tmp_path / "in", tmp_path / "out"
    walk(store / "b1" / "s1", 1)
    footfall.table.update(store, table)
    torn = walk(store / "b2" / "s1", 1, amendments=[{}])
    whole = (torn / "a.json").read_bytes()
    (torn / "a.json").write_bytes(whole[:20])
    for _ in range(2):
        summary = footfall.table.update(store, table)
        assert [problem[:2] for problem in summary.faults] == [("b2/s1", "changed")]
        assert (summary.removed, counts(table)) == (0, {"b1/s1": 3})
    (torn / "a.json").write_bytes(whole)
    assert [problem[:2] for problem in footfall.table.update(store, table).faults] == [("b1/s1", "twice")]
    assert counts(table) == {"b2/s1": 3}


def test_what_changes_beside_a_torn_copy_is_read_and_never_away(tmp_path: Path) -> None:
    store, table = tmp_path / "in", tmp_path / "out"
    walk(store / "b1" / "s1", 1)
    footfall.table.update(store, table)
    walk(store / "b1" / "s1", 1, count=5, amendments=[{}])
    (walk(store / "b2" / "s1", 1, amendments=[{}, {}]) / "a.json").unlink()
    seen = []

    def looking(groups: List[Dict[str, Any]]) -> List[Dict[str, Any]]:
        seen.append(counts(table))
        return [_reading.read_group(group) for group in groups]

    summary = footfall.table.update(store, table, readers=looking)
    assert (summary.changed, summary.removed, seen) == (1, 0, [{"b1/s1": 3}] * 2)
    assert counts(table) == {"b1/s1": 5}


def test_of_copies_that_come_at_once_a_whole_one_is_in_the_table_at_once(tmp_path: Path) -> None:
    store, table = tmp_path / "in", tmp_path / "out"
    for board, amendments in (("b1", 3), ("b2", 2), ("b3", 1), ("b4", 0)):
        place = walk(store / board / "s1", 1, amendments=[{}] * amendments)
        if board in ("b1", "b2"):
            (place / "a.json").unlink()
    summary = footfall.table.update(store, table)
    assert [problem[:2] for problem in summary.faults] == [
        ("b1/s1", "changed"), ("b2/s1", "changed"), ("b4/s1", "twice")
    ]  # fmt: skip
    assert (summary.added, counts(table)) == (1, {"b3/s1": 3})
    assert footfall.table.update(store, table).sessions_read == 0


@pytest.mark.parametrize("cause", [MemoryError(), ImportError("no module"), TypeError("a fault of the package")])
def test_what_hindered_from_outside_is_tried_again_without_a_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cause: Exception
) -> None:
    walk(tmp_path / "in" / "a", 1)

    def failing(*_: Any) -> Any:
        raise cause

    with monkeypatch.context() as patch:
        patch.setattr(_reading, "opened", failing)
        assert len(footfall.table.update(tmp_path / "in", tmp_path / "out").faults) == 1
    assert footfall.table.update(tmp_path / "in", tmp_path / "out").faults == []
    assert counts(tmp_path / "out") == {"a": 3}


def test_a_module_that_was_missing_is_tried_again_when_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    zstd = pytest.importorskip("backports.zstd")
    content = document([record(1.0, x=1.0)])
    session(tmp_path / "in" / "a", zstd.compress(content.encode()), name="a.json.zst", about=about_of(zstd, content))
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "backports.zstd", None)
        patch.setitem(sys.modules, "compression.zstd", None)
        [fault] = footfall.table.update(tmp_path / "in", tmp_path / "out").faults
        assert "pip install backports.zstd" in fault[2]
    assert footfall.table.update(tmp_path / "in", tmp_path / "out").faults == []
    assert counts(tmp_path / "out") == {"a": 1}


def about_of(zstd: Any, content: str) -> Dict[str, Any]:
    """What the manifest says of a compressed file."""
    import xxhash

    checksum = f"xxh128:{xxhash.xxh3_128_hexdigest(zstd.compress(content.encode()))}"
    return {"checksum": checksum, "compression": "zstd"}


def test_a_session_that_is_too_large_is_named_and_left_out_until_the_limit_is_larger(tmp_path: Path) -> None:
    store, table = tmp_path / "in", tmp_path / "out"
    walk(store / "a", 1)
    walk(store / "b", 2, count=20_000)
    for _ in range(2):
        [fault] = footfall.table.update(store, table, largest=1).faults
        assert fault[:2] == ("b", "large") and "1 MB" in fault[2]
        assert counts(table) == {"a": 3}
    assert footfall.table.update(store, table, largest=1).sessions_read == 0
    assert footfall.table.update(store, table, largest=2).faults == []
    assert counts(table) == {"a": 3, "b": 20_000}


def test_a_small_file_that_would_be_large_is_left_out_before_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    zstd = pytest.importorskip("backports.zstd")
    content = document([record(1.0, x=1.0)] * 100_000)
    place = session(
        tmp_path / "in" / "a", zstd.compress(content.encode()), name="a.json.zst", about=about_of(zstd, content)
    )
    assert (place / "a.json.zst").stat().st_size < 10_000
    monkeypatch.setattr(_reading, "Row", None)  # it is never read
    [fault] = footfall.table.update(tmp_path / "in", tmp_path / "out", largest=5).faults
    assert fault[:2] == ("a", "large")


def deadly(group: Dict[str, Any]) -> Dict[str, Any]:
    """Reads a group, and is killed by a session that is called so."""
    if any(path.startswith("deadly") for path in group["paths"]):
        os.kill(os.getpid(), signal.SIGKILL)
    return _reading.read_group(group)


def test_a_session_that_kills_its_reader_is_set_aside_and_hides_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_pool, "read_group", deadly)
    monkeypatch.setattr(_round, "GROUP", 3)
    for name in ("a", "b", "deadly", "f", "g"):
        walk(tmp_path / "in" / name, ord(name[0]))
    summary = footfall.table.update(tmp_path / "in", tmp_path / "out", jobs=2)
    assert [problem[:2] for problem in summary.faults] == [("deadly", "killed")]
    assert counts(tmp_path / "out") == {"a": 3, "b": 3, "f": 3, "g": 3}
    monkeypatch.setattr(_pool, "read_group", _reading.read_group)
    assert footfall.table.update(tmp_path / "in", tmp_path / "out", jobs=2).faults == []


def is_there(process: int) -> bool:
    """Whether a process lives; one that is dead and not yet waited for does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_the_readers_of_a_killed_update_end_with_it(tmp_path: Path) -> None:
    walk(tmp_path / "in" / "a", 1)
    walk(tmp_path / "in" / "b", 2, day="2026-12-28")
    program = tmp_path / "program"  # it never answers, and tells who has asked it
    program.write_text(
        f"#!/bin/sh\n[ $1 = --version ] && echo footfall 1 && exit\necho $PPID >>{tmp_path}/asking\n"
        "while kill -0 $PPID; do sleep 0.05; done\n"
    )
    program.chmod(0o755)
    words = [sys.executable, "-m", "footfall.table", tmp_path / "in", tmp_path / "out", "--jobs", "2"]
    asking = tmp_path / "asking"
    with subprocess.Popen([*words, "--footfall", program]) as update:
        while update.poll() is None and not (asking.exists() and len(asking.read_text().split()) == 2):
            time.sleep(0.02)
        update.kill()
    readers = [int(text) for text in asking.read_text().split()]
    assert len(readers) == 2 and update.pid not in readers
    until = time.monotonic() + 30
    while any(map(is_there, readers)) and time.monotonic() < until:
        time.sleep(0.02)
    left = [reader for reader in readers if is_there(reader)]
    for reader in left:
        os.kill(reader, signal.SIGKILL)
    assert left == []


def grading(place: Path, answer: str) -> str:
    """A command that grades each session so, and counts what it is asked."""
    place.write_text(f"#!/bin/sh\n[ $1 = --version ] && echo footfall 1 && exit\n[ $1 = check ] && echo '{answer}'\n")
    place.chmod(0o755)
    return str(place)


def test_grades_are_added_later_and_not_asked_twice(tmp_path: Path) -> None:
    store, table = tmp_path / "in", tmp_path / "out"
    walk(store / "a", 1)
    footfall.table.update(store, table)
    summary = footfall.table.update(store, table, program=grading(tmp_path / "dumb", ""))
    assert (summary.ungraded, rows_of(table, "sessions")[0]["quality"], counts(table)) == (1, None, {"a": 3})
    program = grading(tmp_path / "program", '{"quality":{"grade":"good"}}')
    summary = footfall.table.update(store, table, program=program)
    assert (summary.ungraded, summary.changed, rows_of(table, "sessions")[0]["quality"]) == (0, 1, "good")
    assert footfall.table.update(store, table, program=program).sessions_read == 0
    assert footfall.table.update(store, table).sessions_read == 0
    assert rows_of(table, "sessions")[0]["quality"] == "good" and counts(table) == {"a": 3}


@pytest.mark.parametrize("program", ["/bin/false", "/bin/echo", "/nowhere/footfall", "foot\0fall"])
def test_a_program_that_is_not_footfall_is_refused_before_anything_is_read(tmp_path: Path, program: str) -> None:
    walk(tmp_path / "in" / "a", 1)
    with pytest.raises(FootfallError, match="give `--footfall` the command"):
        footfall.table.update(tmp_path / "in", tmp_path / "out", program=program)
    assert not (tmp_path / "out" / "current").exists()


def test_what_replays_or_was_computed_is_told_from_what_was_recorded(tmp_path: Path) -> None:
    walk(tmp_path / "in" / "a", 1)
    walk(tmp_path / "in" / "b", 2, origin={"session": "a", "processed": {"session": "a"}})
    walk(tmp_path / "in" / "c", 3, origin={"session": 7})
    footfall.table.update(tmp_path / "in", tmp_path / "out")
    assert [row["origin"] for row in rows_of(tmp_path / "out", "sessions")] == [None, "a", ""]
    for page in ("DuckDB.md", "Spark.md"):
        text = (SAMPLES.parent / "Documentation" / page).read_text()
        assert text.count("sum(hours)") == text.count("where origin is null group by week") > 0


def test_a_table_of_another_version_is_refused_with_what_to_do(tmp_path: Path) -> None:
    walk(tmp_path / "in" / "a", 1)
    footfall.table.update(tmp_path / "in", tmp_path / "out")
    ledger = footfall.table.place(tmp_path / "out") / "ledger.json"
    ledger.write_text(ledger.read_text().replace('"version":2', '"version":1'))
    with pytest.raises(FootfallError, match="a table of version 1, and this package writes 2: delete the table"):
        footfall.table.update(tmp_path / "in", tmp_path / "out")


def test_encrypted_sessions_are_told_and_no_fault(tmp_path: Path) -> None:
    walk(tmp_path / "in" / "a", 1)
    (tmp_path / "in" / "b.age").mkdir()
    (tmp_path / "in" / "c").mkdir()
    (tmp_path / "in" / "c" / "manifest.json.age").write_text("age-encryption.org/v1")
    summary = footfall.table.update(tmp_path / "in", tmp_path / "out")
    assert (summary.encrypted, summary.faults, len(summary.problems)) == (2, [], 2)


def test_columns_that_the_table_has_not_stand_in_more_and_nothing_is_rounded(tmp_path: Path, reader: str) -> None:
    large = 2**53 + 1
    sealed(tmp_path / "in" / "a", record(1.5, "keys", key="KEY_A", x=large), record(2.5, "keys", key=7, x=1))
    sealed(tmp_path / "in" / "b", record(1.5, "gyro", x=1, eventAccuracy=-1, more="m", session="s"))
    sealed(tmp_path / "in" / "c", record(1.5, "gyro", x="left", eventAccuracy=0.5, stepPath=3))
    footfall.table.update(tmp_path / "in", tmp_path / "out")
    first, second, third, fourth = rows_of(tmp_path / "out")
    assert (first["x"], json.loads(first["more"])) == (None, {"key": "KEY_A", "x": large})
    assert json.loads(second["more"])["x"] == 1 and second["uptime"] == 2.5
    assert (third["x"], third["eventAccuracy"], json.loads(third["more"])) == (1.0, -1, {"more": "m", "session": "s"})
    assert (fourth["x"], fourth["eventAccuracy"], fourth["stepPath"]) == (None, None, None)
    assert json.loads(fourth["more"]) == {"x": "left", "eventAccuracy": 0.5, "stepPath": 3}


def test_real_sessions_have_as_many_rows_as_the_package_reads(tmp_path: Path) -> None:
    for name in ("Daphnet", "SyntheticWalk", "Tapping"):
        shutil.copytree(SAMPLES / name, tmp_path / "in" / name)
    summary = footfall.table.update(tmp_path / "in", tmp_path / "out")
    wanted = {name: len(footfall.open(SAMPLES / name).to_arrow()) for name in ("Daphnet", "SyntheticWalk", "Tapping")}
    assert summary.faults == [] and counts(tmp_path / "out") == wanted


def test_a_store_that_is_not_there_or_empty_costs_the_table_nothing(tmp_path: Path) -> None:
    walk(tmp_path / "in" / "a", 1)
    footfall.table.update(tmp_path / "in", tmp_path / "out")
    (tmp_path / "in").rename(tmp_path / "away")
    with pytest.raises(FootfallError, match="is it mounted"):
        footfall.table.update(tmp_path / "in", tmp_path / "out")
    (tmp_path / "in").mkdir()
    with pytest.raises(FootfallError, match="--allow-empty"):
        footfall.table.update(tmp_path / "in", tmp_path / "out")
    assert counts(tmp_path / "out") == {"a": 3}
    footfall.table.update(tmp_path / "in", tmp_path / "out", allow_empty=True)
    assert rows_of(tmp_path / "out") == rows_of(tmp_path / "out", "sessions") == []


@pytest.mark.parametrize("name", ["samples", "sessions"])
@pytest.mark.parametrize("damage", ["cut", "gone"])
def test_a_table_whose_files_are_damaged_is_told_and_not_made_worse(tmp_path: Path, name: str, damage: str) -> None:
    store, table = tmp_path / "in", tmp_path / "out"
    walk(store / "a", 1)
    footfall.table.update(store, table)
    [file] = (footfall.table.place(table) / name).iterdir()
    if damage == "cut":
        file.write_bytes(file.read_bytes()[:50])
    else:
        file.unlink()
    walk(store / "b", 2)
    with pytest.raises(FootfallError, match="make it again|cannot be updated"):
        footfall.table.update(store, table)
    assert len(list((table / "generations").iterdir())) == 1
    shutil.rmtree(table)
    footfall.table.update(store, table)
    assert counts(table) == {"a": 3, "b": 3}


def test_processes_of_their_own_read_the_same(tmp_path: Path) -> None:
    for number in range(3):
        walk(tmp_path / "in" / f"s{number}", number, day=f"2026-11-{8 * number + 1:02d}")
    assert footfall.table.update(tmp_path / "in", tmp_path / "out", jobs=2).added == 3
    assert counts(tmp_path / "out") == {"s0": 3, "s1": 3, "s2": 3}


def test_a_folder_out_of_sight_keeps_its_sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    walk(tmp_path / "in" / "b1" / "a", 1)
    walk(tmp_path / "in" / "b2" / "a", 2)
    footfall.table.update(tmp_path / "in", tmp_path / "out")
    whole = os.scandir

    def closed(path: Any) -> Any:
        if not isinstance(path, int) and Path(path).name == "b1":
            raise PermissionError(13, "Permission denied")
        return whole(path)

    monkeypatch.setattr(_store.os, "scandir", closed)
    summary = footfall.table.update(tmp_path / "in", tmp_path / "out")
    assert [problem[0] for problem in summary.faults] == ["b1"]
    assert counts(tmp_path / "out") == {"b1/a": 3, "b2/a": 3}


def test_two_updates_at_once_are_refused_and_so_is_a_folder_that_is_no_table(tmp_path: Path) -> None:
    walk(tmp_path / "in" / "a", 1)

    def nested(groups: List[Dict[str, Any]]) -> List[Dict[str, Any]]:
        with pytest.raises(FootfallError, match="another program"):
            footfall.table.update(tmp_path / "in", tmp_path / "out")
        return [_reading.read_group(group) for group in groups]

    assert footfall.table.update(tmp_path / "in", tmp_path / "out", readers=nested).added == 1
    with pytest.raises(FootfallError, match="beside the store"):
        footfall.table.update(tmp_path / "in", tmp_path / "in" / "a")
    with pytest.raises(FootfallError, match="is no table"):
        footfall.table.update(tmp_path / "in", SAMPLES)


def test_many_updates_in_any_order_leave_what_the_store_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_update, "ROUND", 4)
    monkeypatch.setattr(_round, "GROUP", 3)
    monkeypatch.setattr(_merging, "LARGEST", 60)
    store, table, chance = tmp_path / "in", tmp_path / "out", random.Random(25)
    lengths: Dict[str, int] = {}
    for update in range(25):
        for _ in range(chance.randrange(8)):
            number = chance.randrange(30)
            path = f"b{number % 3}/s{number}"
            shutil.rmtree(store / path, ignore_errors=True)
            lengths.pop(path, None)
            if chance.random() < 0.7:
                count = chance.randrange(30)
                walk(store / path, number, count, f"2026-11-{1 + number % 20:02d}", version=1, notes=[update])
                lengths[path] = count
        store.mkdir(exist_ok=True)
        footfall.table.update(store, table, allow_empty=True, jobs=1)
        assert counts(table) == {path: count for path, count in lengths.items() if count}
        assert {row["session"] for row in rows_of(table, "sessions")} == set(lengths)
        for path in (footfall.table.place(table) / "samples").iterdir():
            assert path.stat().st_nlink <= 2
        assert len(list((table / "generations").iterdir())) <= 2


class Killed(BaseException):
    """What a process does not live to see."""


CALLS = ("rename", "link", "symlink", "fsync", "mkdir", "unlink", "rmdir", "open")


def killed(store: Path, table: Path, step: int) -> bool:
    """Updates a table, and dies ahead of a call: none that follows does anything. Whether it came so far."""
    left = step

    def counted(whole: Any) -> Any:
        def call(*arguments: Any, **more: Any) -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                raise Killed
            return whole(*arguments, **more)

        return call

    with pytest.MonkeyPatch.context() as patch:
        for name in CALLS:
            patch.setattr(os, name, counted(getattr(os, name)))
        try:
            footfall.table.update(store, table)
        except Killed:
            return True
    return False


def test_a_kill_ahead_of_any_call_leaves_the_old_or_the_new_table(tmp_path: Path) -> None:
    store, table = tmp_path / "in", tmp_path / "out"
    for number in range(3):
        walk(store / f"s{number}", number)
    footfall.table.update(store, table)
    walk(store / "s0", 0, count=9, notes=["again"])
    shutil.rmtree(store / "s1")
    walk(store / "s3", 3)
    old, new = {"s0": 3, "s1": 3, "s2": 3}, {"s0": 9, "s2": 3, "s3": 3}
    seen: List[str] = []
    step, is_killed = 0, True
    while is_killed:
        shutil.rmtree(tmp_path / "try", ignore_errors=True)
        shutil.copytree(table, tmp_path / "try", symlinks=True)
        is_killed = killed(store, tmp_path / "try", step)
        found = counts(tmp_path / "try")
        assert found in (old, new)
        seen.append("old" if found == old else "new")
        footfall.table.update(store, tmp_path / "try")
        assert counts(tmp_path / "try") == new
        assert len(list((tmp_path / "try" / "generations").iterdir())) <= 2
        step += 1
    assert step > 30 and seen == sorted(seen, reverse=True) and set(seen[:-1]) == {"old", "new"}


def test_files_are_merged_so_that_few_are_left_and_rows_are_seldom_copied() -> None:
    chance = random.Random(1)
    for _ in range(50):
        kept: Dict[str, int] = {}
        copied = total = 0
        for update in range(300):
            rows = chance.randrange(1, 1000)
            total += rows
            [group] = groups_of([Source(f"n{update}", Path(), rows)], kept, [])
            merged = rows + sum(kept.pop(name) for name in group[1:])
            copied += merged - rows
            kept[f"n{update}"] = merged
        assert sum(kept.values()) == total
        assert len(kept) <= 12 and copied <= 12 * total


def test_no_file_is_made_larger_than_the_largest_of_several() -> None:
    half = _merging.LARGEST // 2 + 1
    groups = groups_of([Source("a", Path(), half), Source("b", Path(), half)], {"c": half, "d": 5}, [])
    assert groups == [["a"], ["b", "d"]]
    assert groups_of([], {"a": 1}, []) == []


@pytest.mark.parametrize(
    "answers, wanted",
    [
        ([], None),
        ([("cadence", 100.0)], 100.0),
        ([("cadence", "fast")], None),
        ([("cadence", float("nan"))], None),
        ([("cadence", True)], None),
        ([("cadence", 10**400)], None),
    ],
)
def test_a_cadence_is_what_the_run_has_answered(answers: List[Any], wanted: Optional[float]) -> None:
    told = [{"type": "answer", "identifier": name, "value": value} for name, value in answers]
    assert walk_of({"asyncResults": [{"inputResults": told}]}).cadence == wanted


def test_several_cadences_count_by_their_time() -> None:
    def one(cadence: float, time: float, steps: int) -> List[Dict[str, Any]]:
        values = {"cadence": cadence, "walkingTime": time, "stepCount": steps}
        return [{"type": "answer", "identifier": name, "value": value} for name, value in values.items()]

    walk = walk_of({"a": [{"inputResults": one(100, 30, 50)}, {"inputResults": one(120, 10, 20)}]})
    assert (walk.cadence, walk.walking, walk.steps) == (105, 40, 70)


def test_hostile_manifests_hide_no_other_session(tmp_path: Path) -> None:
    store, table, chance = tmp_path / "in", tmp_path / "out", random.Random(7)
    walk(store / "good", 10_000)
    whole = json.loads((walk(store / "bad", 1) / "manifest.json").read_text())
    values: List[Any] = [None, -1, 1e308, "", "x", [], {}, [[]], [{}], True, "\ud800", 2**70, {"path": 1}, [None]]
    keys = ["files", "startDate", "endDate", "participant", "taskRunUUID", "startUptime", "amendments", "identifier",
            "status", "journal", "recovered", "origin", "errors", "interruptions", "taskResult", "version"]  # fmt: skip
    for _ in range(40):
        told = {**whole, **{chance.choice(keys): chance.choice(values) for _ in range(2)}}
        if chance.random() < 0.5:
            told["files"] = [{**whole["files"][0], chance.choice(["sensors", "columns", "columnTypes", "placement",
                              "layout", "lost", "size", "closed"]): chance.choice(values)}]  # fmt: skip
        (store / "bad" / "manifest.json").write_text(json.dumps(told))
        summary = footfall.table.update(store, table)
        assert counts(table)["good"] == 3 and summary.sessions + len(summary.problems) == 2


def test_the_command_says_what_it_did_and_ends_with_1_where_something_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    walk(tmp_path / "in" / "a", 1)
    assert footfall.table.main([str(tmp_path / "in"), str(tmp_path / "out")]) == 0
    assert "1 sessions, 3 samples; 1 new" in capsys.readouterr().out
    (walk(tmp_path / "in" / "b", 2) / "a.json").unlink()
    assert footfall.table.main([str(tmp_path / "in"), str(tmp_path / "out")]) == 1
    assert "b: a.json: it is not there" in capsys.readouterr().out
    assert footfall.table.main([str(tmp_path / "in"), str(tmp_path / "out"), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["problems"][0]["kind"] == "changed"
    assert footfall.table.main([str(tmp_path / "nowhere"), str(tmp_path / "out")]) == 1
    assert "is no folder" in capsys.readouterr().err
