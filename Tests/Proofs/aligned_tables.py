"""Computes tables at a common rate by itself, with numpy, and compares them with those of `footfall export --align`."""
import json
import pathlib
import sys

import numpy
import pandas

OWN = ("uptime", "timestamp", "stepPath", "timestampDate", "sensorType", "lost", "reason", "marker", "estimated")


# What goes round, and what a whole turn of it is.
TURNS = {"heading": 360.0, "course": 360.0, "bearingRadians": 2 * numpy.pi}


def nanoseconds(seconds):
    whole = int(seconds)
    return whole * 1_000_000_000 + round((seconds - whole) * 1e9)


def readings(records, sensor):
    """The instants of a sensor, whether there is a gap ahead of each, and its records."""
    instants, gaps, kept, gap = [], [], [], False
    for record in records:
        if record.get("sensorType", sensor) != sensor:
            continue
        if "lost" in record:
            gap = gap or record["lost"] != 0
        elif "marker" not in record and "sensorType" in record and "uptime" in record:
            instant = nanoseconds(record["uptime"])
            if not instants or instant > instants[-1]:
                instants.append(instant)
                gaps.append(gap)
                kept.append(record)
                gap = False
    return numpy.array(instants, dtype=numpy.int64), numpy.array(gaps), kept


def expected(rows, instants, gaps, longest):
    """For each row the readings before and behind it, the share between, and whether it is at one or between two."""
    before = numpy.searchsorted(instants, rows, side="right") - 1
    inside = before >= 0
    at = inside & (instants[numpy.clip(before, 0, None)] == rows)
    behind = numpy.clip(before + 1, 0, len(instants) - 1)
    between = inside & ~at & (before + 1 < len(instants))
    span = instants[behind] - instants[numpy.clip(before, 0, None)]
    between &= ~gaps[behind] & (span <= longest)
    share = (rows - instants[numpy.clip(before, 0, None)]) / numpy.where(span == 0, 1, span)
    return numpy.clip(before, 0, None), behind, share, at, between


def close(found, wanted, what):
    assert numpy.array_equal(numpy.isnan(found), numpy.isnan(wanted)), f"{what}: other cells are empty"
    good = numpy.isclose(found, wanted, rtol=1e-12, atol=1e-12, equal_nan=True)
    assert good.all(), f"{what}: row {int(numpy.argmin(good))} is {found[numpy.argmin(good)]}"


def compare(session, made):
    told = json.loads((made / "aligned.json").read_text())
    table = pandas.read_csv(made / "aligned.csv")
    rows = numpy.array([nanoseconds(seconds) for seconds in table["uptime"]], dtype=numpy.int64)
    first, rate = nanoseconds(told["firstUptime"]), told["rateInHertz"]
    grid = [first + round(number * 1e9 / rate) for number in range(told["rows"])]
    assert rows.tolist() == grid, "the rows are at other instants"
    files, cells, between_all = {}, 0, 0
    for column in told["columns"]:
        if column["file"] not in files:
            records = json.loads((session / column["file"]).read_text())
            files[column["file"]] = records["items"] if isinstance(records, dict) else records
        records = files[column["file"]]
        instants, gaps, kept = readings(records, column["sensor"])
        longest = column["longestGapInSeconds"] * 1e9
        before, behind, share, at, between = expected(rows, instants, gaps, longest)
        found, key = table[column["name"]], column["key"]
        assert (column["method"] == "angle") == (key in TURNS), f"{column['name']} goes round, or does not"
        assert column.get("turn") == TURNS.get(key), f"{column['name']} has another turn"
        if column["method"] == "linear":
            values = numpy.array([float(record.get(key, "nan")) for record in kept])
            line = values[before] * (1 - share) + values[behind] * share
            wanted = numpy.where(at, values[before], numpy.where(between, line, numpy.nan))
            close(found.to_numpy(dtype=float), wanted, column["name"])
        elif column["method"] == "angle":
            # As points of a circle: from the one, by a share of the angle to the other.
            scale = 2 * numpy.pi / TURNS[key]
            points = numpy.exp(1j * scale * numpy.array([float(record.get(key, "nan")) for record in kept]))
            way = numpy.angle(points[behind] / points[before])
            way[numpy.pi - numpy.abs(way) < 1e-12] = numpy.nan
            wanted = numpy.where(
                at, points[before], numpy.where(between, points[before] * numpy.exp(1j * way * share), numpy.nan))
            values = found.to_numpy(dtype=float)
            close(numpy.abs(numpy.exp(1j * scale * values) - wanted), wanted.real * 0, column["name"])
            assert numpy.nanmin(values, initial=0) >= -TURNS[key] / 2 and numpy.nanmax(values, initial=0) < TURNS[key]
        elif column["method"] == "quaternion":
            parts = numpy.array([[float(record[part]) for part in "xyzw"] for record in kept])
            sign = numpy.where((parts[before] * parts[behind]).sum(axis=1) < 0, -1.0, 1.0)
            line = parts[before] * (1 - share[:, None]) + parts[behind] * (sign * share)[:, None]
            line /= numpy.linalg.norm(line, axis=1)[:, None]
            place = "xyzw".index(key)
            wanted = numpy.where(at, parts[before][:, place], numpy.where(between, line[:, place], numpy.nan))
            close(found.to_numpy(dtype=float), wanted, column["name"])
        else:
            values = [record.get(key) for record in kept]
            is_there = at | between
            for row, value in enumerate(found):
                wanted = values[before[row]] if is_there[row] else None
                assert (wanted is None and pandas.isna(value)) or value == wanted, f"{column['name']}: row {row}"
        assert column["samples"] == sum(
            record.get("sensorType") == column["sensor"] and "lost" not in record and "marker" not in record
            for record in records)
        assert column["lost"] == sum(
            record.get("lost", 0) for record in records if record.get("sensorType") == column["sensor"])
        assert column["recorded"] + column["interpolated"] == int(found.notna().sum())
        assert column["empty"] == int(found.isna().sum())
        cells += len(found)
        between_all += column["interpolated"]
    return len(rows), cells, between_all


def lose(session):
    """Takes readings out of a session, some with a record that tells it and some without."""
    session = pathlib.Path(session)
    manifest = json.loads((session / "manifest.json").read_text())
    file = next(file for file in manifest["files"] if file["layout"] != "document")
    lines = (session / file["path"]).read_text().split("\n")
    kept = []
    for index, line in enumerate(lines):
        record = json.loads(line.rstrip(",")) if line.startswith("{") else {}
        if record.get("sensorType") == "gyro" and index % 300 < 60:
            loss = {key: record[key] for key in ("uptime", "timestamp", "stepPath", "sensorType")}
            kept.append(json.dumps(loss | {"lost": 1, "reason": "ring"}) + ",")
        elif record.get("sensorType") != "accelerometer" or index % 500 >= 20:
            kept.append(line)
    (session / file["path"]).write_text("\n".join(kept))
    # Nobody has sealed these bytes, and an export refuses what was changed behind its seal.
    del file["size"], file["checksum"]
    (session / "manifest.json").write_text(json.dumps(manifest))


def main(sessions, tables):
    rows = cells = between = 0
    for made in sorted(pathlib.Path(tables).iterdir()):
        found = compare(pathlib.Path(sessions) / made.name, made)
        rows, cells, between = rows + found[0], cells + found[1], between + found[2]
    assert between > 1000, "hardly anything was interpolated"
    print(f"wide-tables: {cells} cells in {rows} rows at common rates, {between} of them interpolated, as numpy has them")


def turn(session):
    """Gives every gyro of a session a heading, which goes round both ways."""
    session = pathlib.Path(session)
    manifest = json.loads((session / "manifest.json").read_text())
    for file in manifest["files"]:
        if file["layout"] == "document":
            continue
        lines = (session / file["path"]).read_text().split("\n")
        for index, line in enumerate(lines):
            if '"sensorType":"gyro"' in line and '"lost"' not in line:
                record = json.loads(line.rstrip(","))
                heading = (130 * numpy.sin(index / 40) + 7 * index) % 360
                lines[index] = json.dumps(record | {"heading": heading}) + ("," if line.endswith(",") else "")
        (session / file["path"]).write_text("\n".join(lines))
        # Nobody has sealed these bytes, and an export refuses what was changed behind its seal.
        del file["size"], file["checksum"]
    (session / "manifest.json").write_text(json.dumps(manifest))


{"compare": main, "lose": lose, "turn": turn}[sys.argv[1]](*sys.argv[2:])
