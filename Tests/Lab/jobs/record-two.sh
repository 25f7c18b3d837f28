#!/bin/bash
# Two recorders on two devices at once, one buffered and one polled: a file each, at its place.
. "$LAB_ROOT/Tests/Lab/recording.sh"
lis3dh_start
imu_sensors=a
imu_start -r 100
record two --uri local: --device accel_3d --device lis3dh --placement lowBack --placement leftAnkle \
    --types accelerometer --rate 10 --duration 5
status=$?
# 3: the machine stood still and the poll missed a sample, which its file has to tell.
is_counted $status two
mkdir "$job_out/back"
cp "$job_out/two/lowBack_motion.json" "$job_out/back"
# Without timestamps of the device's own: what a late arrival hides is known, see check.py.
is_whole back accelerometer --arrived --at-least 450
at_host python3 - "$job_out/two" $status <<'END' || blame $? "the files or the manifest"
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
told = sum(record.get("lost", 0) for record in polled)
back = json.loads((folder / "lowBack_motion.json").read_text())
told_back = sum(record.get("lost", 0) for record in back)
assert (told + told_back > 0) == (sys.argv[2] == "3"), (told, told_back, sys.argv[2])
print(samples, "samples polled,", told, "told lost")
assert samples + told >= 40, (samples, told)
sys.exit(0 if samples >= 20 else 75)
END
report "accel_3d buffered, lis3dh polled"
