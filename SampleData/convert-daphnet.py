#!/usr/bin/env python3
"""Turns the Daphnet recording that the Python package aeon ships into a session folder.

    pip download --no-deps aeon          (1.6.0 is what this was made from)
    SampleData/convert-daphnet.py aeon-*.whl SampleData/Daphnet

The first argument may also be the CSV file itself. Python's standard library is enough, with the
library libxxhash.so.0 (Debian: libxxhash0) for the checksums. The same input gives the same bytes.

What changes: milli-g become g, the three sensors become three files, the rounded timestamps of the
source become exact multiples of 1/64 s after the recording's own first timestamp (4 min 40 s), and
annotated freezing becomes markers `freezeStart` and `freezeEnd`. The date is invented: the source
has none.
"""

import csv
import ctypes
import io
import json
import pathlib
import sys
import uuid
import zipfile

MEMBER = "aeon/datasets/data/Daphnet_S06R02E0/S06R02E0.csv"
RATE = 64
# The recording's own clock stands at 4 min 40 s at its first sample; the day is invented.
START_UPTIME = 280
DAY = "2010-01-01"
DAY_SECONDS_SINCE_1970 = 1_262_304_000
PLACEMENTS = {"ankle": "ankle", "thigh": "leg", "trunk": "trunk"}
AXES = ("horiz_fwd", "vert", "horiz_lateral")
IDENTIFIER = "Daphnet"
RUN = uuid.uuid5(uuid.NAMESPACE_URL, "Daphnet S06R02E0")


def read_source(path):
    """The rows of the CSV file, or of the wheel that has it."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as wheel:
            text = wheel.read(MEMBER).decode()
    else:
        text = pathlib.Path(path).read_text()
    rows = list(csv.DictReader(io.StringIO(text)))
    for index, row in enumerate(rows):
        timestamp = row["timestamp"]
        hours, minutes, seconds = timestamp.split(" ")[1].split(":")
        found = int(hours) * 3600 + int(minutes) * 60 + float(seconds)
        due = START_UPTIME + index / RATE
        # The source cuts its timestamps to milliseconds.
        if not due - 0.0011 < found < due + 0.0001:
            sys.exit(f"row {index + 2}: the timestamp is {timestamp}, not {due} s: there is a gap; not converted")
    return rows


def number(value):
    """The shortest digits that read back as the same double, laid out as sample files have them."""
    text = repr(float(value))
    if "e" in text or "inf" in text or "nan" in text:
        # None of this recording's values is that small or large.
        sys.exit(f"the value {text} is outside what this script writes")
    return text[:-2] if text.endswith(".0") and text != "-0.0" else text


def date(offset_in_64ths):
    milliseconds = (START_UPTIME * RATE + offset_in_64ths) * 1000 // RATE
    seconds, milliseconds = divmod(milliseconds, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{DAY}T{hours:02}:{minutes:02}:{seconds:02}.{milliseconds:03}Z"


def times(index):
    return f'"uptime":{number(START_UPTIME + index / RATE)},"timestamp":{number(index / RATE)}'


def marker(index, path, name):
    return (
        f'{{{times(index)},"stepPath":"{path}","timestampDate":"{date(index)}","marker":"{name}"}}'
    )


def records(rows, source_name, path):
    yield marker(0, path, "start")
    frozen = False
    for index, row in enumerate(rows):
        if (row["is_anomaly"] == "1") != frozen:
            frozen = not frozen
            yield marker(index, path, "freezeStart" if frozen else "freezeEnd")
        x, y, z = (number(int(row[f"{source_name}_{axis}"]) / 1000) for axis in AXES)
        yield (
            f'{{{times(index)},"stepPath":"{path}","sensorType":"accelerometer",'
            f'"x":{x},"y":{y},"z":{z}}}'
        )
    if frozen:
        yield marker(len(rows), path, "freezeEnd")
    yield marker(len(rows), path, "stop")


class Digest128(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


def checksum(data):
    library = ctypes.CDLL("libxxhash.so.0")
    library.XXH3_128bits.restype = Digest128
    library.XXH3_128bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    digest = library.XXH3_128bits(data, len(data))
    return f"xxh128:{digest.high:016x}{digest.low:016x}"


def clock_reading(offset_seconds):
    boottime = (START_UPTIME + offset_seconds) * 1_000_000_000
    return {
        "realtimeNanoseconds": DAY_SECONDS_SINCE_1970 * 1_000_000_000 + boottime,
        "monotonicNanoseconds": boottime,
        "boottimeNanoseconds": boottime,
    }


def write_json(path, value):
    data = (json.dumps(value, indent=2, separators=(",", " : "), sort_keys=True) + "\n").encode()
    path.write_bytes(data)
    return {"path": path.name, "size": len(data), "checksum": checksum(data)}


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: convert-daphnet.py WHEEL_OR_CSV FOLDER")
    rows = read_source(sys.argv[1])
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    span = {"startDate": date(0), "endDate": date(len(rows))}

    files, results, devices = [], [], []
    for placement, source_name in PLACEMENTS.items():
        identifier = f"{placement}_motion"
        lines = list(records(rows, source_name, identifier))
        data = ("[\n" + ",\n".join(lines) + "\n]").encode()
        path = folder / f"{identifier}.json"
        path.write_bytes(data)
        files.append(
            {
                "path": path.name,
                "identifier": identifier,
                "contentType": "application/json",
                "layout": "array",
                **span,
                "startUptime": START_UPTIME,
                "placement": placement,
                "size": len(data),
                "checksum": checksum(data),
                "records": len(lines),
                "closed": True,
                "sensors": [
                    {
                        "sensorType": "accelerometer",
                        "samples": len(rows),
                        "lost": 0,
                        "lostByReason": dict.fromkeys(("ring", "device", "source", "paused"), 0),
                        "nominalRateInHertz": RATE,
                        "measuredRateInHertz": RATE,
                    }
                ],
            }
        )
        results.append(
            {
                "identifier": identifier,
                "type": "file",
                **span,
                "startUptime": START_UPTIME,
                "contentType": "application/json",
                "relativePath": path.name,
            }
        )
        devices.append(
            {
                "name": f"Daphnet accelerometer, {placement}",
                "kind": "recording",
                "clock": "the recording's own",
                "asked": {},
                "set": {"rate": str(RATE)},
                "details": {
                    "axes": "x horizontal forward, y vertical (1 g at rest), z horizontal lateral",
                    "source": "Daphnet Freezing of Gait, S06R02E0, CC BY 4.0",
                },
            }
        )

    result = write_json(
        folder / "taskResult.json",
        {
            "identifier": IDENTIFIER,
            "type": "task",
            **span,
            "taskRunUUID": str(RUN).upper(),
            "schemaInfo": {"identifier": IDENTIFIER, "revision": 1},
            "stepHistory": [],
            "asyncResults": results,
        },
    )
    write_json(
        folder / "manifest.json",
        {
            "format": "footfall-session",
            "version": 1,
            "identifier": IDENTIFIER,
            "taskRunUUID": str(RUN).upper(),
            "status": "finished",
            **span,
            "startUptime": START_UPTIME,
            "timeZone": {"identifier": "UTC", "secondsFromGMT": 0},
            "software": {"name": "convert-daphnet.py", "version": "1"},
            "host": {"kernel": "unknown", "machine": "unknown"},
            "clocks": [clock_reading(0), clock_reading(len(rows) // RATE)],
            "devices": devices,
            "files": files,
            "taskResult": result,
            "errors": [],
            "notes": [
                "Converted from a published recording: the date and the time zone are invented.",
            ],
            "recovered": [],
        },
    )


if __name__ == "__main__":
    main()
