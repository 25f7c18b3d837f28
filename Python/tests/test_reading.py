"""Reads sample files with the quick reader and with the general one."""
from __future__ import annotations

import json
import math
import random
import struct
from pathlib import Path
from typing import Any, List

import footfall
import numpy as np
import pytest
from footfall import _json
from footfall._general import Builder

from sessions import OLD, SAMPLES, document, record, session


def fail_on_warning(text: str) -> None:
    raise AssertionError(f"an unexpected warning: {text}")


def read_values(folder: Path, texts: List[str]) -> Any:
    lines = [f'{{"sensorType":"gyro","value":{text}}}' for text in texts]
    return footfall.open(session(folder, document(lines))).table("gyro")["value"]


@pytest.mark.usefixtures("reader")
class TestValues:
    def test_every_double_is_rounded_as_python_rounds_it(self, tmp_path: Path) -> None:
        rng = random.Random(7)
        texts = ["4.9e-324", "2.2250738585072011e-308", "1.7976931348623157e308", "9007199254740993.0"]
        texts.append("0." + "0" * 40 + "1")
        for _ in range(20_000):
            value = struct.unpack("<d", struct.pack("<Q", rng.getrandbits(64)))[0]
            if math.isfinite(value):
                texts.append(repr(value))
            # An odd number between 2^53 and 2^54 is halfway between two doubles, where rounding goes wrong first.
            between = (1 << 53) + 2 * rng.getrandbits(52) + 1
            texts += [f"{between}e{rng.randint(-4, 20)}", f"{rng.getrandbits(63)}e{rng.randint(-300, 280)}"]
            texts.append(repr(rng.gauss(0, 1)))
        values = read_values(tmp_path, texts)
        wanted = np.array([float(text) for text in texts])
        assert np.array_equal(values.view(np.uint64), wanted.view(np.uint64))

    def test_a_zero_keeps_its_sign(self, tmp_path: Path) -> None:
        values = read_values(tmp_path, ["-0", "0", "-0.0", "0.5"])
        assert [math.copysign(1, value) for value in values] == [-1, 1, -1, 1]

    def test_whole_numbers_beyond_2_to_53_stay_what_they_are(self, tmp_path: Path) -> None:
        values = read_values(tmp_path, ["9007199254740993", "-9223372036854775808", "1"])
        assert values.dtype == np.int64
        assert values.tolist() == [9007199254740993, -9223372036854775808, 1]

    def test_a_whole_number_that_has_to_be_rounded_causes_a_warning(self, tmp_path: Path) -> None:
        lines = ['{"sensorType":"gyro","value":9007199254740993}', '{"sensorType":"gyro","value":0.5}']
        opened = footfall.open(session(tmp_path, document(lines)))
        assert opened.table("gyro")["value"].tolist() == [9007199254740992.0, 0.5]
        assert any("2^53" in text for text in opened.warnings)

    def test_numbers_beyond_the_range_of_a_double_are_infinite_with_a_warning(self, tmp_path: Path) -> None:
        for number in ("1e400", "1" + "0" * 399, "1" + "0" * 500):
            opened = footfall.open(session(tmp_path, document([f'{{"sensorType":"gyro","value":{number}}}'])))
            assert opened.table("gyro")["value"].tolist() == [math.inf]
            assert any("beyond the range of a double" in text for text in opened.warnings)

    def test_numbers_beside_texts_for_nan_and_infinity_are_numbers(self, tmp_path: Path) -> None:
        values = read_values(tmp_path, ["1.5", '"NaN"', '"-Infinity"', "NaN"])
        assert values.dtype == np.float64
        assert np.array_equal(values, [1.5, math.nan, -math.inf, math.nan], equal_nan=True)
        opened = footfall.open(session(tmp_path, document([record(1, x="inf"), record(2, x=0.5)])))
        assert opened.table("gyro")["x"].tolist() == [math.inf, 0.5] and opened.warnings == []

    def test_missing_values_are_missing_whatever_the_type(self, tmp_path: Path) -> None:
        lines = [
            record(1), record(2, n=3, f=0.5, t="ä", b=True), record(3, n=None, f=None), record(4, b=False, t="ä"),
        ]  # fmt: skip
        table = footfall.open(session(tmp_path, document(lines))).table("gyro")
        assert np.array_equal(table["f"], [math.nan, 0.5, math.nan, math.nan], equal_nan=True)
        assert table["n"].tolist() == [None, 3, None, None]
        assert table["t"].tolist() == [None, "ä", None, "ä"]
        assert table["b"].tolist() == [None, True, None, False]
        arrow = table.to_arrow()
        assert [arrow[name].null_count for name in ("f", "n", "t", "b")] == [3, 3, 2, 2]
        frame = table.to_pandas()
        assert [int(frame[name].isna().sum()) for name in ("f", "n", "t", "b")] == [3, 3, 2, 2]
        assert int(frame["n"][1]) == 3 and frame["t"][3] == "ä" and not frame["b"][3]

    def test_texts_of_all_scripts_and_their_escapes_are_read(self, tmp_path: Path) -> None:
        texts = ['"schräg"', '"\\u4f60\\ud83d\\ude00"', '"a\\n\\"\\\\\\/"', '"你😀"', '""']
        assert read_values(tmp_path, texts).tolist() == ["schräg", "你😀", 'a\n"\\/', "你😀", ""]

    def test_bytes_that_are_not_utf8_cause_a_warning_and_cost_no_number(self, tmp_path: Path) -> None:
        content = document([record(1, t="a", x=1.5), record(2, t="?", x=2.5)]).encode().replace(b"?", b"\xff\xfe")
        opened = footfall.open(session(tmp_path, content))
        assert opened.table("gyro")["x"].tolist() == [1.5, 2.5]
        assert opened.table("gyro")["t"].tolist() == ["a", "\ufffd\ufffd"]
        assert any("no UTF-8" in text and "line 3" in text for text in opened.warnings)

    def test_half_a_surrogate_pair_causes_a_warning(self, tmp_path: Path) -> None:
        opened = footfall.open(session(tmp_path, document([r'{"sensorType":"gyro","t":"\ud800"}'])))
        assert opened.table("gyro").to_arrow()["t"].to_pylist() == ["?"]
        assert any("halves" in text for text in opened.warnings)

    def test_a_column_of_several_types_is_text_with_a_warning(self, tmp_path: Path) -> None:
        opened = footfall.open(session(tmp_path, document([record(1, v=1), record(2, v="one"), record(3, v=True)])))
        assert opened.table("gyro")["v"].tolist() == ["1", "one", "true"]
        assert any("several types" in text for text in opened.warnings)

    def test_a_key_twice_in_a_record_causes_a_warning(self, tmp_path: Path) -> None:
        opened = footfall.open(session(tmp_path, document(['{"sensorType":"gyro","x":1,"x":2}'])))
        assert opened.table("gyro")["x"].tolist() == [2.0]
        assert any("twice" in text for text in opened.warnings)


@pytest.mark.usefixtures("reader")
class TestRecords:
    def test_another_order_of_keys_gives_the_same_table(self, tmp_path: Path) -> None:
        rng = random.Random(3)
        records = [{"uptime": i / 7, "sensorType": "gyro", "x": i / 3, "y": i, "t": str(i % 4)} for i in range(300)]
        shuffled = [dict(rng.sample(list(entry.items()), len(entry))) for entry in records]
        tables = [
            footfall.open(session(tmp_path / name, document([json.dumps(entry) for entry in some]))).table("gyro")
            for name, some in (("a", records), ("b", shuffled))
        ]
        for name in tables[0].columns:
            assert tables[0][name].tolist() == tables[1][name].tolist()

    def test_samples_losses_and_marks_are_tables_of_their_own(self, tmp_path: Path) -> None:
        lines = [
            '{"uptime":1,"timestamp":0,"stepPath":"s","timestampDate":"2026","marker":"start"}',
            record(1, x=0.5),
            record(2, lost=12, reason="ring"),
            record(2, "accelerometer", lost=3, reason="device", estimated=True),
            record(3, x=0.75),
            '{"uptime":4,"timestamp":3,"stepPath":"next"}',
        ]
        opened = footfall.open(session(tmp_path, document(lines)))
        gyro = opened.table("gyro")
        assert gyro["x"].tolist() == [0.5, 0.75]
        assert (gyro.lost, gyro.losses["uptime"].tolist(), gyro.losses["reason"].tolist()) == (12, [2.0], ["ring"])
        nothing = opened.table("accelerometer")
        assert (len(nothing), nothing.lost) == (0, 3)
        assert opened.losses["lost"].tolist() == [12, 3]
        assert [row.get("marker") for row in opened.marks.to_rows()] == ["start", None]
        assert gyro.to_arrow().schema.metadata[b"footfall.lost"] == b"12"
        assert gyro.to_pandas().attrs["lost"] == 12
        assert opened.to_arrow().schema.metadata[b"footfall.lost"] == b"15"

    @pytest.mark.parametrize("count", ['"x"', "-3", "NaN", "1e400"])
    def test_a_gap_record_without_a_valid_count_causes_a_warning_and_costs_no_sample(
        self, tmp_path: Path, count: str
    ) -> None:
        uncounted = f'{{"uptime":2,"sensorType":"gyro","lost":{count},"reason":"ring"}}'
        lines = [record(1, x=0.5), uncounted, record(3, lost=7, reason="ring"), record(4, x=1.5)]
        folder = session(tmp_path / "in" / "s", document(lines))
        opened = footfall.open(folder)
        assert opened.table("gyro")["x"].tolist() == [0.5, 1.5] and opened.table("gyro").lost == 7
        assert len(opened.losses) == 2 and opened.to_pandas().attrs["lost"] == 7
        assert opened.to_arrow().schema.metadata[b"footfall.lost"] == b"7"
        assert opened.to_mat(tmp_path / "a.mat").exists()
        for warnings in (opened.warnings, footfall.open(folder).warnings):
            [warning] = [text for text in warnings if "gap record" in text]
            assert warning.startswith("a.json: 1 gap record has a `lost` that is not a count, such as ")
            assert "footfall check" in warning
        study = footfall.study(tmp_path / "in")
        table = study.to_arrow()
        assert table["x"].to_pylist() == [0.5, 1.5] and table.schema.metadata[b"footfall.lost"] == b"7"
        assert any("gap record" in text for text in study.warnings)
        assert (study.to_parquet(tmp_path / "out") / "losses" / "s.parquet").exists()

    @pytest.mark.parametrize(("count", "wanted"), [("true", 0), ("0", 0), ("12", 12), ('"12"', 12), ("[1]", 0)])
    def test_only_a_number_counts_as_lost_samples(self, tmp_path: Path, count: str, wanted: int) -> None:
        line = f'{{"uptime":1,"sensorType":"gyro","lost":{count}}}'
        opened = footfall.open(session(tmp_path, document([line])))
        assert opened.table("gyro").lost == wanted
        assert any("gap record" in text for text in opened.warnings) == (count in ("true", "[1]"))

    def test_gap_records_without_a_valid_count_are_reported_together(self, tmp_path: Path) -> None:
        opened = footfall.open(session(tmp_path, document([record(1, lost="x"), record(2, lost="y")])))
        [warning] = [text for text in opened.warnings if "gap record" in text]
        assert warning.startswith("a.json: 2 gap records have a `lost` that is not a count, such as 'x' of gyro")

    def test_a_sensor_type_that_is_not_a_text_causes_a_warning(self, tmp_path: Path) -> None:
        lines = [record(1, x=0.5), '{"uptime":2,"sensorType":5,"x":1.5}', '{"uptime":3,"sensorType":6,"x":2.5}']
        opened = footfall.open(session(tmp_path, document(lines)))
        assert opened.table("gyro")["x"].tolist() == [0.5] and len(opened.marks) == 2
        [warning] = opened.warnings
        assert warning.startswith("a.json: 2 records have a `sensorType` that is no text, such as 5")

    def test_the_last_record_is_there_wherever_a_block_ends(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        content = document([record(i, x=i / 3, t="ä") for i in range(40)])
        folder = session(tmp_path, content)
        for size in (30, 31, 97, 512, len(content) - 1, len(content)):
            monkeypatch.setattr(_json, "BLOCK", size)
            assert footfall.open(folder).table("gyro")["uptime"].tolist() == [float(i) for i in range(40)]

    def test_every_cut_of_a_file_gives_the_records_before_it_and_a_warning(self, tmp_path: Path) -> None:
        lines = [record(i, x=i + 0.5) for i in range(4)]
        content = document(lines)
        ends = [content.index(line) + len(line) for line in lines]
        for length in range(len(content) - 2):
            opened = footfall.open(session(tmp_path, content[:length], about={"closed": False}))
            rows = sum(len(recording) for recording in opened.sensors.values())
            assert rows == sum(end <= length for end in ends), content[:length]
            assert any("no end" in text for text in opened.warnings), content[:length]

    def test_damage_within_a_file_costs_only_its_line(self, tmp_path: Path) -> None:
        lines = [record(i, x=i + 0.5) for i in range(6)]
        lines[2] = lines[2][:20]
        opened = footfall.open(session(tmp_path, document(lines)))
        assert opened.table("gyro")["uptime"].tolist() == [0, 1, 3, 4, 5]
        assert any("1 lines cannot be read" in text and ": 4" in text for text in opened.warnings)

    @pytest.mark.parametrize("content", ["[\n]", "[]", "[\n\n]", ' {"startDate":"2026","items":[\n]}'])
    def test_a_file_without_records_has_none_and_is_whole(self, tmp_path: Path, content: str) -> None:
        opened = footfall.open(session(tmp_path, content))
        assert (dict(opened.sensors), opened.warnings, opened.to_arrow().num_rows) == ({}, [], 0)
        assert len(opened.to_pandas()) == 0

    def test_other_layouts_of_a_document_are_read(self, tmp_path: Path) -> None:
        records = [json.loads(record(i, x=i + 0.5)) for i in range(3)]
        dictionary = '{"startDate":"2026-11-21T10:15:00Z","items":[\n' + ",\n".join(map(json.dumps, records)) + "\n]}"
        for content in (json.dumps(records), json.dumps(records, indent=2), dictionary):
            opened = footfall.open(session(tmp_path, content))
            assert (opened.table("gyro")["x"].tolist(), opened.warnings) == ([0.5, 1.5, 2.5], [])

    def test_random_changes_of_bytes_give_values_or_errors_of_the_package(self, tmp_path: Path) -> None:
        rng = random.Random(11)
        whole = document([record(i, x=i / 3, t="ä", n=i, b=i > 3) for i in range(8)]).encode()
        for _ in range(700):
            content = bytearray(whole)
            for _ in range(rng.randint(1, 4)):
                content[rng.randrange(len(content))] = rng.choice(b'{}[]",:\\ue0-.19\n \x00\xff')
            folder = session(tmp_path, bytes(content))
            try:
                opened = footfall.open(folder)
                opened.to_arrow(), opened.to_pandas(), opened.losses.to_arrow(), opened.warnings
            except footfall.FootfallError as error:
                assert "a.json" in str(error)


def comparable(groups: List[Any]) -> Any:
    """Everything that a reader returns, as values that can be compared."""
    return [
        (group.kind, group.sensor, group.rows, [(c.name, c.kind, list(map(repr, c.to_list()))) for c in group.columns])
        for group in groups
    ]


def test_both_readers_agree_to_the_last_bit_on_changed_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_quickly, taken = _json.read_quickly, []

    def counted(*arguments: Any) -> Any:
        groups = read_quickly(*arguments)
        taken.append(1)
        return groups

    monkeypatch.setattr(_json, "read_quickly", counted)
    rng = random.Random(5)
    lines = [record(i / 3, rng.choice(["gyro", "ä"]), x=rng.gauss(0, 1), n=i, t='é"') for i in range(12)]
    whole = document([*lines, record(9, lost=4, reason="ring")]).encode()
    path = tmp_path / "a.json"
    for _ in range(3000):
        content = bytearray(whole)
        for _ in range(rng.randint(0, 3)):
            content[rng.randrange(len(content))] = rng.choice(b'{}[]",:\\e-.019\n \xff')
        path.write_bytes(content)
        warnings: List[List[str]] = [[], []]
        quick = _json.read_json(path, ("uptime", "x"), warnings[0].append)
        general = _json.read_json(path, ("uptime", "x"), warnings[1].append, quick=False)
        assert comparable(quick) == comparable(general), bytes(content)
        assert warnings[0] == warnings[1], bytes(content)
    assert len(taken) > 1000, "the quick reader has left too many files to the general one"


def test_both_readers_agree_on_doubled_keys_and_nulls(tmp_path: Path) -> None:
    rng = random.Random(9)
    keys = ["sensorType", "x", "n", "lost", "marker", "ä"]
    values = ['"gyro"', "null", "1", "0.5", "true", '"t"', '{"a":1,"a":2}']
    path = tmp_path / "a.json"
    doubled = 0
    for _ in range(1500):
        lines = []
        for _ in range(rng.randint(1, 3)):
            pairs = [f'"{rng.choice(keys)}":{rng.choice(values)}' for _ in range(rng.randint(1, 4))]
            lines.append("{" + ",".join(pairs) + "}")
        content = document(lines)[: rng.choice([None, -2, -5])]
        path.write_text(content)
        warnings: List[List[str]] = [[], []]
        quick = _json.read_json(path, ("x",), warnings[0].append)
        general = _json.read_json(path, ("x",), warnings[1].append, quick=False)
        assert comparable(quick) == comparable(general), content
        assert warnings[0] == warnings[1], content
        doubled += any("twice" in text for text in warnings[0])
    assert doubled > 300, "few files have had a key twice"


def test_the_quick_reader_reads_all_that_footfall_writes() -> None:
    paths = [*SAMPLES.glob("*/*_*.json"), *OLD.glob("*/lowBack_motion*.json")]
    assert len(paths) > 10
    for path in paths:
        with open(path, "rb") as file:
            groups = _json.read_quickly(file, (), lambda text: None)
        assert sum(group.rows for group in groups) > 0


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("name", ["Daphnet", "Tapping", "SyntheticWalk"])
def test_the_sample_sessions_give_each_value_of_their_json(name: str) -> None:
    opened = footfall.open(SAMPLES / name)
    assert opened.warnings == []
    for file in opened.files.values():
        records = json.loads(file.path.read_text())
        wanted = [entry for entry in records if "sensorType" in entry and not {"lost", "marker"} & entry.keys()]
        for sensor, recording in file.recordings.items():
            rows = [{**row, "sensorType": sensor} for row in recording.to_rows()]
            assert rows == [entry for entry in wanted if entry["sensorType"] == sensor]
        assert len(wanted) == sum(len(recording) for recording in file.recordings.values())


def test_a_builder_does_not_warn_about_valid_records() -> None:
    builder = Builder((), fail_on_warning)
    builder.add({"sensorType": "gyro", "x": 1})
    assert [column.kind for column in builder.groups()[0].columns] == ["i"]
