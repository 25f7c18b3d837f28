"""The reader's Python peer: orjson.loads of the whole sample file. Taking the fields out of the
dictionaries again is not timed."""

import argparse
import gc
import json
import os
import time

import orjson


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--input", default="sample.json")
    parser.add_argument("--cpu", type=int, default=-1)
    options = parser.parse_args()
    if options.cpu >= 0:
        os.sched_setaffinity(0, {options.cpu})
    gc.disable()
    start = time.process_time_ns()
    with open(options.input, "rb") as sample:
        text = sample.read()
    records = orjson.loads(text)
    elapsed = time.process_time_ns() - start
    total = sum(
        record[key] for record in records for key in ("uptime", "timestamp", "x", "y", "z")
    )
    print(
        json.dumps(
            {
                "program": "read-orjson",
                "records": len(records),
                "bytes": len(text),
                "sum": total,
                "nanoseconds": elapsed / len(records),
            }
        )
    )


main()
