#!/bin/bash
# A sensor without a trigger is recorded by a timer that is made and unmade for it, tick by tick.
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
# How many ticks the kernel has given the sensor so far, and a time between two of them.
ticks_given() {
    python3 - <<'END'
import pathlib, time

def ticks():
    lines = pathlib.Path("/proc/interrupts").read_text().splitlines()
    processors = len(lines[0].split())
    [counts] = [line.split()[1 : 1 + processors] for line in lines if "lis3dh_consumer" in line]
    return sum(map(int, counts))

given = -1
while given != ticks():
    given = ticks()
    time.sleep(0.002)
    between = time.clock_gettime(time.CLOCK_BOOTTIME)
    time.sleep(0.002)
print(given, between)
END
}
pause 5
ticks=$(ticks_given) || held_up "the kernel does not tell its ticks"
pause 1
end timed
status=$?
# This machine may stand still, and the kernel then leaves ticks out: as many are told as lost.
is_counted $status timed
has_no_timer
# shellcheck disable=SC2086 # two numbers
at_host python3 - "$job_out/timed" $ticks <<'END' || blame $? "the values, the ticks or the manifest"
import json, pathlib, sys
folder = pathlib.Path(sys.argv[1])
given, between = int(sys.argv[2]), float(sys.argv[3])
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
kept = sum(time <= between for time in times)
assert kept == given, f"{kept} of {given} ticks are in the file"
# The timer keeps its beat however late a tick is: what is missing in it is what was lost. The first
# and the last tick may be late themselves, and one late by more than a beat has one less before it.
beats = (times[-1] - times[0]) * 100 + 1
assert abs(len(times) + lost - beats) < 2, f"{len(times)} samples and {lost} lost in {beats} beats"
[device] = json.loads((folder / "manifest.json").read_text())["devices"]
details = device["details"]
assert details["mode"] == "buffered" and "timer" in str(device["details"]), details
print(f"{kept} of {given} ticks; {len(times)} samples and {lost} lost in {beats:.2f} beats")
sys.exit(0 if len(times) >= 300 else 75)
END
report "$(tail -n 1 "$job_out/log")"

# A recording that fails takes its timer along.
begins gone --uri local: --device lis3dh --types accelerometer --rate 100
echo 0x18 >"/sys/bus/i2c/devices/i2c-$lis3dh_bus/delete_device"
fails_within_3_s gone 'gone'
expect "what is left in configfs" "$(ls $timers)" ""
report "$(tail -n 1 "$job_out/gone.err")"
