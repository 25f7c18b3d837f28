#!/bin/bash
# The command lists each sensor with its type, rate, clock and trigger, and what prevents recording it.
. "$LAB_ROOT/Tests/Lab/recording.sh"
imu_start -r 100
"$footfall" devices --uri local: --json >"$job_out/devices.json" || fail "status $?"
at_host python3 - "$job_out/devices.json" <<'END' || fail "see devices.json"
import json, sys
text = open(sys.argv[1]).read()
json.loads(text)
for word in ("accel_3d", "gyro_3d", "magn_3d", "accelerometer", "magnetometer", "trigger"):
    assert word in text, f"{word} is not in it"
END
"$footfall" devices --uri local: >"$job_out/devices.txt" || fail "as text: status $?"
grep -q accel_3d "$job_out/devices.txt" || fail "the text has no accel_3d"

iio_readdev -b 16 accel_3d >"$scratch/scans" &
within 20 test -s "$scratch/scans" || held_up "no scans within 20 s"
# Who only looks asks a hub that is being read for nothing: the kernel would lose what it sends meanwhile.
asked() { imu stat >"$scratch/stat"; sed -n 's/.* hub asked=//p' "$scratch/stat"; }
before=$(asked) || exit $?
"$footfall" devices --uri local: >"$job_out/busy.txt"
after=$(asked) || exit $?
expect "how often the hub was asked for something" "${after:-nothing is told}" "$before"
grep -q 'rate: not read' "$job_out/busy.txt" || fail "it does not say why it tells no rate"
grep -qi 'iio_readdev' "$job_out/busy.txt" || fail "it does not say that iio_readdev holds accel_3d"
as_person "$(for_everyone "$footfall")" devices --uri local: >"$job_out/person.txt" ||
    fail "a person with no rights: status $?"
grep -qi 'footfall setup' "$job_out/person.txt" || fail "it does not send the person to footfall setup"
report "$(wc -l <"$job_out/devices.txt") lines of text"
