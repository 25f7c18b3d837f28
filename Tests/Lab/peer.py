#!/usr/bin/env python3
"""peer.py NAME: scans of an accelerometer on the standard input, the records of a sample file out.

What a researcher would write: json.dumps for every scan, as `footfall record` has the record.
"""

import json
import struct
import sys

SCALE = 0.00980665
scan = struct.Struct("<hxxhxxhxxxxxxq")


def main() -> None:
    name = sys.argv[1]
    start = None
    first = True
    sys.stdout.write("[")
    while data := sys.stdin.buffer.read(scan.size * 64):
        for x, y, z, time in scan.iter_unpack(data[: len(data) - len(data) % scan.size]):
            start = time if start is None else start
            record = {
                "uptime": time / 1e9,
                "timestamp": (time - start) / 1e9,
                "stepPath": name,
                "sensorType": "accelerometer",
                "x": x * SCALE / 9.80665,
                "y": y * SCALE / 9.80665,
                "z": z * SCALE / 9.80665,
            }
            sys.stdout.write(("\n" if first else ",\n") + json.dumps(record))
            first = False
        sys.stdout.flush()
    sys.stdout.write("\n]\n")


if __name__ == "__main__":
    main()
