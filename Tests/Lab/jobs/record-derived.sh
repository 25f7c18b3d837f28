#!/bin/bash
# Attitude, gravity and magnetic field are computed while three devices are recorded.
. "$LAB_ROOT/Tests/Lab/recording.sh"
imu_sensors=agm
imu_start -r 100 -t
record derived --uri local: --rate 100 --duration 8 \
    --types accelerometer,magnetometer,attitude,gravity,userAcceleration,rotationRate,magneticField ||
    fail "status $?: $(cat "$job_out/derived.err")"
at_host python3 - "$job_out/derived" <<'END' || fail "what was computed"
import json, math, pathlib, sys
folder = pathlib.Path(sys.argv[1])
[path] = folder.glob("*_motion.json")
records = json.loads(path.read_text())
by_type = {}
for record in records:
    if "lost" in record:
        raise SystemExit(f"lost: {record}")
    if "sensorType" in record:
        by_type.setdefault(record["sensorType"], []).append(record)
instants = {name: [record["uptime"] for record in samples] for name, samples in by_type.items()}
measured = {"accelerometer", "magnetometer"}
computed = {"gravity", "userAcceleration", "rotationRate"}
northward = {"attitude", "magneticField"}
assert by_type.keys() == measured | computed | northward, by_type.keys()
rows = instants["gravity"]
assert len(rows) >= 600 and all(instants[name] == rows for name in computed), len(rows)
# Where north is, nobody knows before the first reading of the magnetometer.
north = [instant for instant in rows if instant >= instants["magnetometer"][0]]
for name in northward:
    assert instants[name] == north, (name, len(rows), len(instants[name]), instants["magnetometer"][0])
for record in by_type["attitude"]:
    assert record["referenceCoordinate"] == "North-West-Up", record
    assert 0 <= record["heading"] < 360, record
    assert abs(math.hypot(*(record[axis] for axis in "xyzw")) - 1) < 1e-12, record
for record in by_type["gravity"]:
    assert abs(math.hypot(*(record[axis] for axis in "xyz")) - 1) < 1e-12, record
details = json.loads((folder / "manifest.json").read_text())["devices"][0]["details"]
assert "North-West-Up" in details["derived"] and "accelerometer" in details["resampled"], details
print(len(north), "attitudes;", details["derived"])
END
report "$(tail -n 1 "$job_out/log")"
