#!/bin/bash
# Two recorders on two devices at once, one buffered and one polled: a file each, at its place.
. "$LAB_ROOT/Tests/Lab/recording.sh"
lis3dh_start
imu_sensors=a
imu_start -r 100
record two --uri local: --device accel_3d --device lis3dh --placement lowBack --placement leftAnkle \
    --types accelerometer --rate 10 --duration 5 || fail "status $?: $(cat "$job_out/two.err")"
mkdir "$job_out/back"
cp "$job_out/two/lowBack_motion.json" "$job_out/back"
python3 -B "$check" session "$job_out/back" accelerometer --at-least 450 || fail "what accel_3d gave"
python3 - "$job_out/two" <<'END' || fail "the files or the manifest"
import json, pathlib, sys
folder = pathlib.Path(sys.argv[1])
manifest = json.loads((folder / "manifest.json").read_text())
files = {entry["path"]: entry for entry in manifest["files"]}
assert files.keys() == {"lowBack_motion.json", "leftAnkle_motion.json"}, files.keys()
assert {entry["placement"] for entry in files.values()} == {"lowBack", "leftAnkle"}
modes = {device["name"]: device["details"]["mode"] for device in manifest["devices"]}
assert modes == {"accel_3d": "buffered", "lis3dh": "polled"}, modes
polled = json.loads((folder / "leftAnkle_motion.json").read_text())
samples = sum("x" in record for record in polled)
assert samples >= 40, samples
END
report "accel_3d buffered, lis3dh polled"
