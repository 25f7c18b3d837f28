#!/bin/bash
# Attitude, gravity and magnetic field are computed while three devices are recorded.
. "$LAB_ROOT/Tests/Lab/recording.sh"
imu_sensors=agm
imu_start -r 100 -t
record derived --uri local: --rate 100 --duration 8 \
    --types accelerometer,attitude,gravity,userAcceleration,rotationRate,magneticField ||
    fail "status $?: $(cat "$job_out/derived.err")"
python3 - "$job_out/derived" <<'END' || fail "what was computed"
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
wanted = {"accelerometer", "attitude", "gravity", "userAcceleration", "rotationRate", "magneticField"}
assert by_type.keys() == wanted, by_type.keys()
counts = {name: len(samples) for name, samples in by_type.items() if name != "accelerometer"}
assert len(set(counts.values())) == 1 and min(counts.values()) >= 600, counts
for record in by_type["attitude"]:
    assert record["referenceCoordinate"] == "North-West-Up", record
    assert 0 <= record["heading"] < 360, record
    assert abs(math.hypot(*(record[axis] for axis in "xyzw")) - 1) < 1e-12, record
for record in by_type["gravity"]:
    assert abs(math.hypot(*(record[axis] for axis in "xyz")) - 1) < 1e-12, record
details = json.loads((folder / "manifest.json").read_text())["devices"][0]["details"]
assert "North-West-Up" in details["derived"] and "accelerometer" in details["resampled"], details
print(counts["attitude"], "attitudes;", details["derived"])
END
report "$(tail -n 1 "$job_out/log")"
