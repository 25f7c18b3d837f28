"""The encoder's Python peer: orjson.dumps of each record, joined and written each 64 KiB.

Building the dictionaries is not timed: they are ready, a block at a time, as the rows of
numbers are for the other writers. With `--output none` the text is made and discarded,
`--passes` times over the first `--records`, after one pass that is not timed.
"""

import argparse
import array
import gc
import json
import os
import time

import orjson


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--values", default="values.f64")
    parser.add_argument("--output", default="orjson.json")
    parser.add_argument("--records", type=int, default=1_000_000_000)
    parser.add_argument("--passes", type=int, default=1)
    parser.add_argument("--cpu", type=int, default=-1)
    options = parser.parse_args()
    if options.cpu >= 0:
        os.sched_setaffinity(0, {options.cpu})

    numbers = array.array("d")
    with open(options.values, "rb") as values:
        numbers.frombytes(values.read())
    records = min(len(numbers) // 5, options.records)
    gc.disable()

    block = 400  # records of about 170 bytes: 64 KiB and a little
    elapsed = 0
    written = 0
    dumps, clock = orjson.dumps, time.process_time_ns
    if options.output == "none":
        output, write, close = -1, (lambda file, text: None), (lambda file: None)
    else:
        if os.path.exists(options.output):
            os.unlink(options.output)
        output = os.open(options.output, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        write, close = os.write, os.close
    warm_up = 1 if output < 0 else 0
    for number in range(warm_up + options.passes):
        if number == warm_up:
            elapsed = written = 0
        for first in range(0, records, block):
            rows = [
                {
                    "uptime": numbers[at],
                    "timestamp": numbers[at + 1],
                    "stepPath": "walk",
                    "sensorType": "accelerometer",
                    "x": numbers[at + 2],
                    "y": numbers[at + 3],
                    "z": numbers[at + 4],
                }
                for at in range(first * 5, min(first + block, records) * 5, 5)
            ]
            start = clock()
            text = b",\n".join([dumps(row) for row in rows])
            write(output, (b"[\n" if first == 0 else b",\n") + text)
            elapsed += clock() - start
            written += len(text) + 2
        start = clock()
        write(output, b"\n]")
        elapsed += clock() - start
        written += 2
    start = clock()
    close(output)
    elapsed += clock() - start
    total = records * options.passes
    print(
        json.dumps(
            {
                "program": "json-orjson",
                "records": total,
                "bytes": written,
                "nanoseconds": elapsed / total,
            }
        )
    )


main()
