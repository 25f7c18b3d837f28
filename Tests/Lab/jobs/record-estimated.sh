#!/bin/bash
# Without timestamps of the device: every count of all three, no invented loss, and what is estimated said.
# runs: outside
. "$lab_root/Tests/Lab/recording.sh"
inside <<'END' || blame $? "recording"
. "$LAB_ROOT/Tests/Lab/recording.sh"
imu_start -r 100
begins all --uri local: --types accelerometer,gyro,magnetometer --rate 100
pause 10
end all
is_counted $? all
END
# Two steps of its timestamps do not tell lateness from loss: what is known of that, check.py says.
is_whole all accelerometer gyro magnetometer --arrived --at-least 900
grep -q estimated "$job_out/all/manifest.json" || fail "the manifest does not say what is estimated"
report "$figure"
