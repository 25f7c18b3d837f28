"""Records the lines of a wearable as a simple script would: two records of JSON a line.

    python3 record-lines.py /dev/pts/3 out.json
    python3 record-lines.py udp:5000 out.json

It ends if nothing has come for two seconds after the first line, and prints the processor time a record.
"""

import json
import math
import os
import select
import socket
import sys
import time
import tty

SILENCE = 2.0


def reads(port):
    """Yields what arrives, read by read, until nothing does."""
    if port.startswith("udp:"):
        source = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        source.bind(("127.0.0.1", int(port[4:])))
        read, number = (lambda: source.recv(65536) + b"\n"), source.fileno()
    else:
        number = os.open(port, os.O_RDONLY | os.O_NOCTTY)
        tty.setraw(number)
        read = lambda: os.read(number, 65536)
    limit = None
    while select.select([number], [], [], limit)[0]:
        try:
            text = read()
        except OSError:
            return
        if not text:
            return
        limit = SILENCE
        yield text


def main():
    port, path = sys.argv[1:3]
    degree = math.pi / 180
    count = 0
    rest = b""
    first = None
    with open(path, "w", buffering=1 << 16) as out:
        out.write("[\n")
        for text in reads(port):
            *lines, rest = (rest + text).split(b"\n")
            now = time.clock_gettime(time.CLOCK_BOOTTIME)
            for line in lines:
                try:
                    _, _, ax, ay, az, gx, gy, gz = map(float, line.split(b","))
                except ValueError:
                    continue
                if first is None:
                    first = now
                for kind, x, y, z in (
                    ("accelerometer", ax / 1000, ay / 1000, az / 1000),
                    ("gyro", gx * degree / 1000, gy * degree / 1000, gz * degree / 1000),
                ):
                    record = {
                        "uptime": now,
                        "timestamp": now - first,
                        "stepPath": "lines",
                        "sensorType": kind,
                        "x": x,
                        "y": y,
                        "z": z,
                    }
                    out.write((",\n" if count else "") + json.dumps(record, separators=(",", ":")))
                    count += 1
        out.write("\n]\n")
    spent = time.process_time()
    print(json.dumps({"records": count, "processorSeconds": spent, "microsecondsARecord": spent / max(1, count) * 1e6}))


if __name__ == "__main__":
    main()
