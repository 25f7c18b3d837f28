#!/bin/bash
# One key begins a recording, one marks it, one ends it: whatever device they are on.
. "$LAB_ROOT/Tests/Lab/input.sh"
imu_sensors=ag
imu_start -r 100 -t
input_start keys
press() {
    input keys press "$1" >/dev/null
    input keys release "$1" >/dev/null
}
begin control --types accelerometer,gyro --rate 100 --start-key KEY_F13 --stop-key KEY_F14 \
    --mark-key KEY_F15=turn
reads control keys
press KEY_F15
press KEY_F14
pause 2
has_samples control && fail "it records before the key is pressed"
kill -0 $recording || fail "it ended before it began: $(cat "$job_out/control.err")"
input keys note started >/dev/null
press KEY_F13
within 20 has_samples control || held_up "the key does not begin it: $(cat "$job_out/control.err")"
for turn in 1 2 3; do press KEY_F15; done
press KEY_F14
within 20 without kill -0 $recording || held_up "the key does not end it within 20 s"
wait $recording || fail "status $?: $(cat "$job_out/control.err")"
bring_out control
is_marked control keys --part started KEY_F15=turn --at-least 3
at_host python3 - "$job_out/control" "$job_out/keys.truth" <<'END' || blame $? "when it began and ended"
import json, pathlib, sys
folder = pathlib.Path(sys.argv[1])
[path] = folder.glob("*_motion.json")
records = json.loads(path.read_text())
frames = [line.split() for line in open(sys.argv[2]) if line.startswith("frame")]
# Type 1 is a key; 183 and 184 are F13 and F14, 1 is pressed.
pressed = {key: [int(words[1]) / 1e9 for words in frames if words[3:6] == ["1", key, "1"]][-1]
           for key in ("183", "184")}
times = [record["uptime"] for record in records if "x" in record]
assert pressed["183"] <= times[0], (pressed, times[0])
print(f"the first sample {times[0] - pressed['183']:.3f} s after the one key, the last "
      f"{times[-1] - pressed['184']:+.3f} s after the other")
assert times[-1] >= pressed["184"] - 1, (pressed, times[-1])
is_late = times[0] > pressed["183"] + 3 or times[-1] > pressed["184"] + 1
sys.exit(75 if is_late else 0)
END
report "$figure; $(tail -n 1 "$job_out/log")"
