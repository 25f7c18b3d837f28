#!/bin/bash
# Without stamps of the device: every count of all three, no invented loss, and what is estimated said.
# runs: outside
inside <<'END' || fail "recording ended with $?"
. "$LAB_ROOT/Tests/Lab/recording.sh"
imu_start -r 100
begins all --uri local: --types accelerometer,gyro,magnetometer --rate 100
pause 10
end all || fail "status $?: $(cat "$job_out/all.err")"
END
figure=$(python3 -B "$check" session "$job_out/all" accelerometer gyro magnetometer --at-least 900) ||
    fail "counts or values"
grep -q estimated "$job_out/all/manifest.json" || fail "the manifest does not say what is estimated"
report "$figure"
