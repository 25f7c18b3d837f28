"""The sentences of a receiver that is carried north, and a judge of what was recorded of it.

    nmea.py SECONDS            prints so many fixes
    nmea.py --judge FOLDER     says what a session has; status 1 where that cannot be
"""

import json
import pathlib
import re
import sys

START = 52.5173
STEP = 1e-5  # degrees a second: 1.1127 m
LONGITUDE = 133.4127


def sentence(text):
    total = 0
    for byte in text.encode():
        total ^= byte
    return f"${text}*{total:02X}\r\n"


def angle(degrees, width):
    whole = int(degrees)
    return f"{whole:0{width}d}{(degrees - whole) * 60:010.7f}"


def sentences(second):
    time = f"{12 + second // 3600:02d}{second // 60 % 60:02d}{second % 60:02d}.00"
    place = f"{angle(START + second * STEP, 2)},N,{angle(LONGITUDE, 3)},E"
    return [
        sentence(f"GPGGA,{time},{place},1,08,0.9,34.0,M,45.0,M,,"),
        sentence("GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1"),
        sentence(f"GPRMC,{time},A,{place},2.16,0.0,271126,,,A"),
    ]


def judge(folder):
    path = next(pathlib.Path(folder).rglob("distance.json"))
    records = json.loads(path.read_text())
    fixes = [record for record in records if "timestampUnix" in record]
    gaps = [record for record in records if "lost" in record]
    assert len(fixes) >= 15, f"{len(fixes)} fixes"
    inner = [gap for gap in gaps if fixes[0]["uptime"] < gap["uptime"] < fixes[-1]["uptime"]]
    assert len(inner) == 1, f"{len(inner)} gaps between fixes"
    for before, after in zip(records, records[1:]):
        if "timestampUnix" not in before or "timestampUnix" not in after:
            continue
        passed = after["timestampUnix"] - before["timestampUnix"]
        assert passed == 1, f"{passed} s between fixes without a gap"
        wrong = abs(after["relativeDistance"] - 1.1127)
        assert wrong < 1e-3, f"{after['relativeDistance']} m between fixes"
    for file in path.parent.iterdir():
        text = file.read_text(errors="replace")
        found = re.search(r"[^0-9.](52\.5[12]|523[12]\.|133\.41|13324\.)", text)
        assert not found, f"{found[0] if found else ''} in {file.name}"
    return f"{len(fixes)} fixes, one gap of {inner[0]['lost']} where gpsd was killed, no place in the session"


def main(words):
    if words[0] == "--judge":
        try:
            print(judge(words[1]))
        except AssertionError as error:
            print(error, file=sys.stderr)
            return 1
        return 0
    for second in range(int(words[0])):
        sys.stdout.writelines(sentences(second))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
