#!/bin/bash
# A sensor without a trigger is recorded by polling, and the list of devices says why.
. "$LAB_ROOT/Tests/Lab/recording.sh"
lis3dh_start
"$footfall" devices --uri local: >"$job_out/devices.txt" || fail "devices: status $?"
grep -qi 'trigger' "$job_out/devices.txt" || fail "it does not say that there is no trigger"
record polled --uri local: --device lis3dh --types accelerometer --rate 10 --duration 6
status=$?
# 3: the machine stood still and missed a sample, which the file has to tell.
is_counted $status polled
grep -q polled "$job_out/polled/manifest.json" || fail "the manifest does not say that it polled"
at_host python3 - "$job_out/polled" $status <<'END' || blame $? "the values, 16, -32 and 1024 raw"
import json, pathlib, sys
[path] = pathlib.Path(sys.argv[1]).glob("*_motion.json")
found = [r for r in json.loads(path.read_text()) if r.get("sensorType") == "accelerometer"]
records = [r for r in found if "x" in r]
told = sum(r.get("lost", 0) for r in found)
assert (told > 0) == (sys.argv[2] == "3"), f"{told} told lost, and status {sys.argv[2]}"
scale = 0.009806
for record in records:
    for axis, raw in zip("xyz", (16, -32, 1024)):
        assert record[axis] == raw * scale / 9.80665, record
times = [record["uptime"] for record in records]
assert times == sorted(times), "time goes back"
print(len(records), "samples,", told, "told lost")
assert len(records) + told >= 50, f"{len(records)} samples, {told} told lost"
sys.exit(0 if len(records) >= 20 else 75)
END
# Who may write nothing can still poll: that needs no node.
command=$(for_everyone "$footfall")
mkdir -m 777 "$scratch/poll"
as_person "$command" record --quiet --device lis3dh --types accelerometer --rate 10 \
    --duration 2 --output "$scratch/poll" >"$job_out/person.path" 2>"$job_out/person.err"
status=$?
[ $status -eq 0 ] || [ $status -eq 3 ] || fail "polling without rights: $(cat "$job_out/person.err")"
report "$(grep -i -m 1 trigger "$job_out/devices.txt")"
