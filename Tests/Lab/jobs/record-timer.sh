#!/bin/bash
# A sensor without a trigger is recorded by a timer that is made for it, and unmade again.
# runs: alone
. "$LAB_ROOT/Tests/Lab/recording.sh"
lis3dh_start
timers_start
sensor=$(device_named lis3dh)
has_no_timer() {
    expect "what is left in configfs" "$(ls $timers)" ""
    expect "the trigger that is left set" "$(cat "$sensor/trigger/current_trigger")" ""
    grep -q footfall $iio/trigger*/name 2>/dev/null && fail "there still is a trigger"
}

begins timed --uri local: --device lis3dh --types accelerometer --rate 100
name=$(ls $timers)
expect "the trigger that is set" "$(cat "$sensor/trigger/current_trigger")" "$name"
trigger=$(grep -lx "$name" $iio/trigger*/name) || fail "the kernel has no trigger $name"
expect "its rate" "$(cat "${trigger%/name}/sampling_frequency")" 100.000000
expect "whether the buffer is on" "$(cat "$sensor/buffer/enable")" 1
pause 5
end timed
status=$?
# In this machine a tick may come too late to be one, and is told as lost.
[ $status -eq 0 ] || [ $status -eq 3 ] || fail "status $status: $(cat "$job_out/timed.err")"
has_no_timer
python3 - "$job_out/timed" <<'END' || fail "the values, the rate or the manifest"
import json, pathlib, sys
folder = pathlib.Path(sys.argv[1])
[path] = folder.glob("*_motion.json")
records = json.loads(path.read_text())
lost = sum(r.get("lost", 0) for r in records)
records = [r for r in records if "x" in r]
scale = 0.009806
for record in records:
    for axis, raw in zip("xyz", (16, -32, 1024)):
        assert record[axis] == raw * scale / 9.80665, record
times = [record["uptime"] for record in records]
assert times == sorted(set(times)), "time goes back, or stands"
rate = (len(times) - 1 + lost) / (times[-1] - times[0])
assert len(times) >= 300 and lost < 10 and abs(rate - 100) < 2, (len(times), lost, rate)
[device] = json.loads((folder / "manifest.json").read_text())["devices"]
details = device["details"]
assert details["mode"] == "buffered" and "timer" in str(device["details"]), details
print(f"{len(records)} samples at {rate:.2f} Hz, {lost} lost")
END
report "$(tail -n 1 "$job_out/log")"

# A recording that fails takes its timer along.
begins gone --uri local: --device lis3dh --types accelerometer --rate 100
echo 0x18 >"/sys/bus/i2c/devices/i2c-$lis3dh_bus/delete_device"
fails_within_3_s gone 'gone'
expect "what is left in configfs" "$(ls $timers)" ""
report "$(tail -n 1 "$job_out/gone.err")"
