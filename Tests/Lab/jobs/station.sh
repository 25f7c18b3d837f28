#!/bin/bash
# A station records by a button, goes on after a kill, records without a missing sensor, shows its state by a LED, and
# refuses a full disk.
# at most: 400 s
. "$LAB_ROOT/Tests/Lab/input.sh"
imu_sensors=ag
imu_start -r 100 -t
input_start keys
status=$scratch/status.json
journal=$job_out/station.err

# settings FOLDER [SENSORS]: where it records to, and what.
settings() {
    local sensors=${2:-'"types": "accelerometer,gyro"'}
    cat >"$scratch/station.json" <<END
{
  "record": { "uri": "local:", $sensors, "rate": 100, "output": "$1" },
  "start": "button", "button": { "key": "KEY_F13", "device": "Virtual Foot Switch" }, "led": "$led"
}
END
}
starts() {
    "$footfall" station "$scratch/station.json" --status "$status" --memory "$scratch/memory" "$@" \
        >>"$job_out/station.out" 2>>"$journal" &
    recording=$!
    within 90 reads_or_ended keys || held_up "it does not read the button within 90 s: $(cat "$journal")"
    kill -0 "$recording" || fail "it ended before it read the button: $(cat "$journal")"
}
is() { grep -q "\"state\" : \"$1\"" "$status" 2>/dev/null; }
becomes() { within 90 is "$1" || fail "it is not '$1' within 90 s: $(cat "$status" "$journal")"; }
presses() {
    input keys press KEY_F13 >/dev/null
    pause "${1:-0.2}"
    input keys release KEY_F13 >/dev/null
}

# The LED of a keyboard that is not there, if the kernel makes one of it.
load input_leds ledtrig_timer 2>/dev/null
python3 - "$scratch/lamp" <<'END' &
import fcntl, os, struct, sys, time
node = os.open("/dev/uinput", os.O_RDWR)
for request, value in ((0x40045564, 0x11), (0x40045569, 1), (0x40045564, 1), (0x40045565, 30)):
    fcntl.ioctl(node, request, value)
os.write(node, struct.pack("80sHHHHi256i", b"Virtual Lamp", 3, 1, 1, 1, 0, *[0] * 256))
fcntl.ioctl(node, 0x5501)
open(sys.argv[1], "w").close()
time.sleep(600)
END
within 20 test -e "$scratch/lamp" || cannot "no virtual keyboard with a LED"
led=none
has_led=
for led_path in /sys/class/leds/*capslock; do
    [ -e "$led_path" ] && led=${led_path##*/} has_led=yes
done
trigger() { sed -n 's/.*\[\(.*\)\].*/\1/p' "/sys/class/leds/$led/trigger"; }
# shows WHEN TRIGGER: what the LED does, where there is one.
shows() { [ -z "$has_led" ] || expect "what the LED does $1" "$(trigger)" "$2"; }
[ -z "$has_led" ] || led_before=$(trigger)

settings "$sessions/sessions/whole"
starts --keep-free 1MB
becomes waiting
shows "while it waits" timer
pause 2
[ ! -e "$sessions/sessions/whole" ] || fail "it records before the button is pressed"
pressed=$(boottime)
presses
within 90 has_samples whole || held_up "the button does not begin it: $(cat "$journal")"
began=$(boottime)
becomes recording
shows "while it records" none
pause 3
presses
becomes waiting
! grep -q '"lastError"' "$status" || fail "it tells of an error: $(cat "$status")"
bring_out whole
is_whole whole accelerometer gyro --timestamped 100
report "4 kB on the disk $(awk "BEGIN { printf \"%.1f\", $began - $pressed }") s after the press; $figure"

kill -TERM "$recording"
wait "$recording" || fail "status $? after SIGTERM"
[ -z "$has_led" ] || shows "afterwards" "$led_before"
is stopped || fail "it is not 'stopped' after SIGTERM: $(cat "$status")"

# Killed while it records: it goes on by itself, and the old session is closed.
settings "$sessions/sessions/killed"
starts --keep-free 1MB
becomes waiting
presses
within 90 has_samples killed || held_up "the button does not begin it: $(cat "$journal")"
kill -KILL "$recording"
wait "$recording" 2>/dev/null
count() { find "$sessions/sessions/killed" -mindepth 1 -maxdepth 1 -type d | wc -l; }
goes_on() { [ "$(count)" -ge 2 ] && is recording; }
starts --keep-free 1MB
within 90 goes_on || fail "it does not go on after the kill: $(cat "$status" "$journal")"
pause 3
presses 5.5
within 90 without kill -0 "$recording" || fail "a press of five seconds does not end it: $(cat "$status")"
wait "$recording" || fail "status $? after a long press"
shows "after the kill and the end of the next one" "${led_before-}"
# The names are in the order of time: the killed one is whole as far as it goes, and says that it was cut.
judged=
for session in "$sessions/sessions/killed"/*; do
    "$footfall" check "$session" >>"$job_out/checked"
    judged+="$? "
done
expect "what the checks of the killed one and of the next say: $(cat "$job_out/checked")" "$judged" "3 0 "
expect "how many sessions there are" "$(count)" 2
report "killed: it went on in a session of its own, and both are whole"

# One of two sensors is missing: the other one is recorded, and each place names the missing one.
settings "$sessions/sessions/lone" '"types": "accelerometer", "device": ["accel_3d", "absent"]'
starts --keep-free 1MB
becomes waiting
presses
becomes recording
within 90 has_samples lone || held_up "no samples beside a missing sensor: $(cat "$status" "$journal")"
names() { grep -q '"absent_motion"' "$status"; }
within 90 names || fail "the status does not name the missing sensor: $(cat "$status")"
shows "while a sensor is missing" timer
grep -q 'absent_motion: did not start: .*; the other recorders go on' "$journal" ||
    fail "it does not say which sensor is missing: $(cat "$journal")"
presses
becomes fault
bring_out lone
at_host python3 - "$job_out/lone/manifest.json" <<'END' || fail "the manifest does not say that a sensor did not start"
import json, sys
manifest = json.load(open(sys.argv[1]))
assert manifest["status"] == "failed", manifest["status"]
assert [file["path"] for file in manifest["files"]] == ["accel_3d_motion.json"], manifest["files"]
[error] = manifest["errors"]
assert error.startswith("absent_motion: did not start: "), error
END
kill -TERM "$recording"
wait "$recording" || fail "status $? after SIGTERM"
report "missing: $(sed -n 's/.*\(absent_motion: did not start: [^;]*\);.*/\1/p' "$journal" | head -n 1)"

# A nearly full disk is refused, in words.
mkdir -p "$scratch/full"
mount -t tmpfs -o size=8m lab "$scratch/full" || cannot "no small disk"
settings "$scratch/full"
starts
becomes waiting
presses
becomes fault
grep -q 'footfall send --keep-free' "$status" || fail "the status says no remedy: $(cat "$status")"
expect "what is on the full disk" "$(ls "$scratch/full")" ""
kill -TERM "$recording"
wait "$recording" || fail "status $? after SIGTERM"
umount "$scratch/full"
report "refused: $(sed -n 's/.*"lastError" : "\([^;]*\);.*/\1/p' "$status")"
[ -n "$has_led" ] && report "the LED showed each state, and is as it was" || report "no LED in this machine"
