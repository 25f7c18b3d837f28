#!/usr/bin/env python3
"""Says what reading a session's sample files must give, by reading them with Python's own parser.

    SampleData/expect.py SampleData/Daphnet > SampleData/Daphnet.expected.json

Tests read the same files with footfall and compare. Sums are taken from the first record to the
last in double precision, so they are the same to the last bit wherever they are taken so.
"""

import json
import pathlib
import sys

SENSORS_WITH_FOUR = ("attitude",)


def describe(records):
    markers, gaps, sensors = [], [], {}
    for record in records:
        kind = record.get("sensorType")
        if "lost" in record:
            gaps.append({key: record[key] for key in ("timestamp", "sensorType", "lost", "reason")})
        elif kind is None:
            markers.append(
                {key: record[key] for key in ("timestamp", "stepPath", "marker") if key in record}
            )
        else:
            keys = "xyzw" if kind in SENSORS_WITH_FOUR else "xyz"
            values = [record[key] for key in keys]
            sensor = sensors.setdefault(
                kind,
                {
                    "samples": 0,
                    "firstUptime": record["uptime"],
                    "firstValues": values,
                    "sums": [0.0] * len(keys),
                },
            )
            sensor["samples"] += 1
            sensor["sums"] = [left + right for left, right in zip(sensor["sums"], values)]
            sensor["lastUptime"] = record["uptime"]
            sensor["lastValues"] = values
    return {"records": len(records), "markers": markers, "gaps": gaps, "sensors": sensors}


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: expect.py SESSION")
    folder = pathlib.Path(sys.argv[1])
    manifest = json.loads((folder / "manifest.json").read_text())
    files = {}
    for entry in manifest["files"]:
        if entry["layout"] == "array" or entry["path"].endswith("_truth.json"):
            files[entry["path"]] = describe(json.loads((folder / entry["path"]).read_text()))
    print(json.dumps({"session": folder.name, "files": files}, indent=2, sort_keys=True))


if __name__ == "__main__":
    main()
