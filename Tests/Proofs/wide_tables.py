"""Compares wide tables, as pandas reads them, with the records of their sessions, as Python's json does."""
import json
import pathlib
import sys

import pandas

OF_ROWS = ("stepPath", "timestampDate", "marker")


def compare(records, table):
    """How many values agree; each that does not is an error."""
    by_time = {}
    for index, uptime in enumerate(table["uptime"]):
        by_time.setdefault(uptime, []).append(index)
    columns = {name: table[name].tolist() for name in table}
    filled, values = set(), 0
    for record in records:
        sensor = record.get("sensorType")
        wanted = {}
        for key, value in record.items():
            if key in ("uptime", "sensorType"):
                continue
            is_of_row = key in OF_ROWS or key == "timestamp" or sensor is None
            wanted[key if is_of_row else f"{sensor}_{key}"] = (value, is_of_row)

        def fits(row):
            return all(
                columns[name][row] == value
                and (is_of_row or (name, row) not in filled)
                for name, (value, is_of_row) in wanted.items())

        row = next((row for row in by_time.get(record["uptime"], []) if fits(row)), None)
        assert row is not None, f"no row has the record {record}"
        for name, (_, is_of_row) in wanted.items():
            values += 1
            filled.add((name, row))
    told = sum(int(table[name].notna().sum()) for name in table if name not in ("uptime", "timestamp"))
    found = sum(1 for name, _ in filled if name not in ("uptime", "timestamp"))
    assert told == found, f"the table has {told} values, the records fill {found}"
    return values


def main(sessions, tables):
    files = values = rows = 0
    for session in sorted(pathlib.Path(sessions).iterdir()):
        manifest = json.loads((session / "manifest.json").read_text())
        assert json.loads((pathlib.Path(tables) / session.name / "manifest.json").read_text()) == manifest
        for file in manifest["files"]:
            if file["layout"] == "document":
                continue
            records = json.loads((session / file["path"]).read_text())
            if isinstance(records, dict):
                records = records["items"]
            name = file["path"].rsplit(".", 1)[0] + ".csv"
            table = pandas.read_csv(pathlib.Path(tables) / session.name / name)
            assert table["uptime"].is_monotonic_increasing, f"{name}: rows are not in the order of time"
            values += compare(records, table)
            rows += len(table)
            files += 1
    print(f"wide-tables: {values} values of {files} files in {rows} rows, each as it was recorded")


main(*sys.argv[1:])
