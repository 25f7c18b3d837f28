"""Compressed sample files: frames of zstd one behind the other, whole, torn and damaged."""
from __future__ import annotations

import importlib
import random
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any, List

import footfall
import pytest
from footfall import _frames

from sessions import document, record, session

zstd: Any = importlib.import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")

ABOUT = {"compression": "zstd", "closed": True, "columns": ["uptime", "sensorType", "x"], "layout": "array"}


def frames(parts: List[bytes]) -> List[bytes]:
    """A frame with a checksum for each part, as each flush writes one."""
    options = {zstd.CompressionParameter.checksum_flag: 1}
    return [zstd.compress(part, options=options) for part in parts]


def flushes(count: int, records: int = 4) -> List[bytes]:
    """A document in parts, of which the last is its end."""
    lines = [record(i, x=i + 0.5) for i in range(count * records)]
    parts = [",\n".join(lines[i * records : (i + 1) * records]) for i in range(count)]
    return [f"[\n{parts[0]}".encode(), *(f",\n{part}".encode() for part in parts[1:]), b"\n]"]


def compressed(place: Path, content: bytes, name: str = "a.json.zst", **about: Any) -> footfall.Session:
    return footfall.open(session(place, content, name, {**ABOUT, **about}))


@pytest.mark.usefixtures("reader")
class TestFrames:
    def test_a_compressed_file_gives_what_the_plain_one_does(self, tmp_path: Path) -> None:
        parts = flushes(5)
        plain = footfall.open(session(tmp_path / "plain", b"".join(parts)))
        opened = compressed(tmp_path / "small", b"".join(frames(parts)))
        assert list(opened.files) == ["a"] and opened.table("gyro", file="a").file == "a"
        assert opened.table("gyro").to_rows() == plain.table("gyro").to_rows()
        assert opened.warnings == []

    def test_what_the_program_zstd_writes_is_read(self, tmp_path: Path) -> None:
        for index, part in enumerate(flushes(3)):
            (tmp_path / f"{index}.part").write_bytes(part)
            subprocess.run(["zstd", "-q", "--check", f"{index}.part"], cwd=tmp_path, check=True)
        content = b"".join(path.read_bytes() for path in sorted(tmp_path.glob("*.zst")))
        opened = compressed(tmp_path / "s", content)
        assert len(opened.table("gyro")) == 12 and opened.warnings == []

    def test_every_cut_gives_the_records_before_it_and_says_so(self, tmp_path: Path) -> None:
        parts = frames(flushes(3))
        content = b"".join(parts)
        ends = [sum(map(len, parts[: index + 1])) for index in range(3)]
        for length in range(len(content)):
            opened = compressed(tmp_path, content[:length], closed=False)
            rows = sum(len(recording) for recording in opened.sensors.values())
            whole = 4 * sum(end <= length for end in ends)
            assert whole <= rows <= whole + 4, length
            assert [float(i) for i in range(rows)] == [t for r in opened.sensors.values() for t in r["uptime"]]
            [told] = opened.warnings
            assert "no end" in told, length

    def test_a_damaged_frame_costs_its_own_records_alone_and_is_told(self, tmp_path: Path) -> None:
        parts = frames(flushes(4))
        chance, costly = random.Random(3), 0
        head = [(which, place, bit) for which in (1, 3) for place in range(12) for bit in range(8)]
        for which, place, bit in [*head, *((1, place, chance.randrange(8)) for place in range(12, len(parts[1])))]:
            damaged = bytearray(parts[which])
            damaged[place] ^= 1 << bit
            opened = compressed(tmp_path, b"".join([*parts[:which], damaged, *parts[which + 1 :]]))
            times = opened.table("gyro")["uptime"].tolist()
            if times != [float(i) for i in range(16)]:  # some bits of a frame's head change nothing
                assert times == [float(i) for i in range(16) if i // 4 != which], place
                assert any("damaged" in text for text in opened.warnings), place
                costly += 1
        assert costly > 40

    def test_nothing_is_read_of_a_long_frame_whose_checksum_is_another(self, tmp_path: Path) -> None:
        chance = random.Random(4)
        lines = [record(i, x=chance.random()) for i in range(8000)]
        parts = frames([b"[\n" + ",\n".join(lines).encode(), ",\n".encode() + record(9000, x=0.5).encode(), b"\n]"])
        damaged = bytearray(parts[0])
        damaged[len(parts[0]) // 2] ^= 1
        opened = compressed(tmp_path, b"".join([damaged, *parts[1:]]))
        assert opened.table("gyro")["uptime"].tolist() == [9000.0]
        assert any("damaged" in text for text in opened.warnings)

    @pytest.mark.parametrize("length", [1, 3, 64, _frames.BLOCK, 5 * _frames.BLOCK + 7])
    @pytest.mark.parametrize(("ending", "closed"), [(3, True), (2, False), (1, False)])
    def test_zeros_behind_the_last_frame_are_what_they_are_behind_a_plain_file(
        self, tmp_path: Path, length: int, ending: int, closed: bool
    ) -> None:
        parts = flushes(2)[:ending]
        plain = footfall.open(session(tmp_path / "p", b"".join(parts) + bytes(length), "a.json", {"closed": closed}))
        opened = compressed(tmp_path / "s", b"".join(frames(parts)) + bytes(length), closed=closed)
        assert opened.table("gyro").to_rows() == plain.table("gyro").to_rows()
        assert [text.partition(": ")[2] for text in opened.warnings] == [
            text.partition(": ")[2] for text in plain.warnings
        ]
        assert len(opened.warnings) == (ending < 3)

    def test_zeros_ahead_of_a_frame_are_damage(self, tmp_path: Path) -> None:
        parts = frames(flushes(2))
        for length in (5, 2 * _frames.BLOCK):
            opened = compressed(tmp_path, parts[0] + bytes(length) + b"".join(parts[1:]))
            assert len(opened.table("gyro")) == 8, length
            assert any("damaged" in text for text in opened.warnings), length

    def test_zeros_behind_a_compressed_table_cost_no_row(self, tmp_path: Path) -> None:
        content = b"uptime,sensorType,x\n1,gyro,0.5\n"
        plain = footfall.open(session(tmp_path / "p", content + bytes(99), "a.csv", {**ABOUT, "layout": "csv"}))
        parts = b"".join(frames([content])) + bytes(99)
        opened = compressed(tmp_path / "s", parts, "a.csv.zst", layout="csv")
        assert opened.table("gyro")["x"].tolist() == plain.table("gyro")["x"].tolist() == [0.5]
        assert opened.warnings[0].partition(": ")[2] == plain.warnings[0].partition(": ")[2]

    def test_bytes_of_nothing_are_told(self, tmp_path: Path) -> None:
        for content in (b"", b"\0" * 64, b"[\n]", b"(" * 100_000):
            opened = compressed(tmp_path, content)
            assert sum(map(len, opened.sensors.values())) == 0 and opened.warnings, content[:9]

    def test_csv_is_read_too_and_no_cut_number_is_taken_for_one(self, tmp_path: Path) -> None:
        parts = frames([b"uptime,sensorType,x\n1,gyro,0.5\n", b"2,gyro,1.5\n", b"3,gyro,2.75\n"])
        about = {"layout": "csv", "columnTypes": ["number", "text", "number"]}
        opened = compressed(tmp_path, b"".join(parts), "a.csv.zst", **about)
        assert opened.table("gyro")["x"].tolist() == [0.5, 1.5, 2.75] and opened.warnings == []
        cut = zstd.compress(b"3,gyro,2.7")
        opened = compressed(tmp_path, b"".join(parts[:2]) + cut, "a.csv.zst", **about)
        assert opened.table("gyro")["x"].tolist() == [0.5, 1.5]
        assert any("no end" in text for text in opened.warnings)


def test_a_large_frame_is_read_in_flat_memory(tmp_path: Path) -> None:
    path = tmp_path / "a.zst"
    path.write_bytes(zstd.compress(bytes(1 << 28)))
    tracemalloc.start()
    with open(path, "rb") as file:
        content = _frames.Frames(file, lambda text: None)
        buffer, count = bytearray(1 << 16), 0
        while taken := content.readinto(buffer):
            count += taken
    assert count == 1 << 28
    assert tracemalloc.get_traced_memory()[1] < 4 * _frames.HELD
    tracemalloc.stop()


def test_without_the_library_one_is_told_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = compressed(tmp_path, b"".join(frames(flushes(1))))
    monkeypatch.setitem(sys.modules, zstd.__name__, None)
    with pytest.raises(footfall.FootfallError, match="pip install backports.zstd"):
        opened.to_arrow()


def test_another_compression_is_told_and_hides_nothing(tmp_path: Path) -> None:
    files = [{"path": "b.json.lz4", "compression": "lz4"}, {"path": "a.json", "closed": True}]
    opened = footfall.open(session(tmp_path, document([record(1, x=0.5)]), files=files))
    assert list(opened.files) == ["a"]
    assert opened.warnings == ["b.json.lz4 is compressed by 'lz4': install a newer version of this package"]
