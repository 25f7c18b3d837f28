"""Calibrates a fake unit by the command, records it calibrated, and undoes that: see `calibrate` beside this."""

import json
import pathlib
import struct
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Python"), str(ROOT / "Tests/FakeIIOD")]
import fake_iiod  # noqa: E402
import footfall  # noqa: E402
import numpy as np  # noqa: E402
import terminal  # noqa: E402

SENSORS = {"accelerometer": "accel", "gyro": "anglvel", "magnetometer": "magn"}
COMMAND, PLACE = sys.argv[1], pathlib.Path(sys.argv[2])
STORE = PLACE / "calibrations"


def fail(words):
    print(f"FAILED: {words}")
    sys.exit(1)


def run(*words, **more):
    """Calls the command, whose standard input stays open."""
    process = subprocess.Popen(
        [COMMAND, *map(str, words)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more,
    )
    out, errors = process.stdout.read(), process.stderr.read()
    process.stdin.close()
    return process.wait(), out, errors


def found_is_near():
    """Compares what is kept with what is wrong; answers the largest share that they differ by."""
    (path,) = STORE.glob("*.json")
    kept = json.loads(path.read_text())
    worst = 0.0
    for sensor, name in SENSORS.items():
        one = kept["sensors"][sensor]
        offset, matrix = np.array(one["offset"]), np.array(one["matrix"])
        whole = {"accel": 1.0, "anglvel": np.linalg.norm(fake_iiod.OFFSETS["anglvel"]), "magn": 49.0}[name]
        worst = max(worst, np.abs(offset - fake_iiod.OFFSETS[name]).max() / whole)
        worst = max(worst, np.abs(np.diag(matrix) * fake_iiod.SCALES[name] - 1).max())
        if abs(one["temperatureInCelsius"] - 24.25) > 1e-9:
            fail(f"the {sensor} was calibrated at {one['temperatureInCelsius']} °C")
    if worst > 0.01:
        fail(f"what was found is {100 * worst:.2f} % from what is wrong")
    return worst


def raw_is_exact(session):
    """Compares raw values with what the unit had read; answers how many there were."""
    expected = np.array([fake_iiod.handled(scan) for scan in range(4000)], float)
    count = 0
    for place, (sensor, name) in enumerate(SENSORS.items()):
        raw = session.raw(sensor)
        if session.table(sensor)["x"].tobytes() == raw["x"].tobytes():
            fail(f"the {sensor} is not calibrated")
        values = (expected[:, 3 * place : 3 * place + 3] + 0) * fake_iiod.HANDLED[name][0]
        values = {"accel": values / 9.80665, "anglvel": values, "magn": values * 100.0}[name]
        # As the unit is mounted.
        values = np.column_stack([values[:, 1], -values[:, 0], values[:, 2]]) + 0.0
        rows = [struct.pack("<3d", *row) for row in np.column_stack([raw[axis] for axis in "xyz"])]
        series = [struct.pack("<3d", *row) for row in values]
        first = series.index(rows[0]) if rows[0] in series else fail(f"the {sensor}: the first raw value was never read")
        if rows != series[first : first + len(rows)]:
            wrong = sum(a != b for a, b in zip(rows, series[first:]))
            fail(f"{wrong} of {len(rows)} raw values of the {sensor} are not what it had read")
        count += 3 * len(rows)
    return count


server = subprocess.Popen(
    [sys.executable, "-B", ROOT / "Tests/FakeIIOD/fake_iiod.py", "handled"],
    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
)
uri = f"ip:127.0.0.1:{server.stdout.readline().strip()}"
try:
    status, _, told = run("record", "--uri", uri, "--calibrated", "--calibrations", STORE, "--duration", 1,
                          "--output", PLACE / "Refused")
    if status != 1 or f"footfall calibrate --uri {uri} --device iio:device0" not in told:
        fail(f"without a calibration, the status is {status}, and it is told: {told}")
    status, out, told = run("calibrate", "--uri", uri, "--rest", 1, "--field", 49, "--plain", "--calibrations", STORE)
    if status != 0:
        fail(f"calibrate has the status {status}: {told}{out}")
    for words in ("six sides", "missing: ", "once more", "record with --calibrated"):
        if words not in out:
            fail(f"nobody was told of `{words}`: {out}")
    worst = found_is_near()
    # The same on the whole screen, of one sensor.
    other = PLACE / "screen"
    words = ["calibrate", "--uri", uri, "--types", "gyro", "--rest", "1", "--calibrations", other]
    screen = terminal.Terminal([COMMAND, *words], PLACE)
    screen.wait("Lay the sensor down")
    screen.wait("record with --calibrated")
    if screen.status(10) != 0 or not list(other.glob("*.json")):
        fail("the calibration on the whole screen was not kept")
    status, out, told = run("record", "--uri", uri, "--calibrated", "--calibrations", STORE, "--duration", 3,
                            "--types", "accelerometer,gyro,magnetometer", "--output", PLACE / "Sessions", "--quiet")
    if status not in (0, 3):
        fail(f"record has the status {status}: {told}")
    count = raw_is_exact(footfall.open(out.strip()))
    status, out, _ = run("devices", "--uri", uri, "--calibrations", STORE)
    if status != 0 or out.count("; calibrated 20") != 3:
        fail(f"devices does not tell of the calibration: {out}")
    print(f"calibrate: found within {100 * worst:.2f} %; {count} raw values back to the last bit")
finally:
    server.stdin.close()
    server.wait()
