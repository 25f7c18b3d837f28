#!/bin/bash
# The sensor stalls while it is recorded: the word is another one than for unplugging.
# runs: alone
. "$LAB_ROOT/Tests/Lab/recording.sh"
imu_sensors=ag
imu_start -r 100 -t
begins stalled --uri local: --types accelerometer,gyro --rate 100
imu stall >/dev/null
fails_within_3_s stalled 'stall|no samples|silent'
grep -qiE 'unplugged|removed' "$job_out/stalled.err" && fail "it takes the stall for unplugging"
is_partial stalled accelerometer gyro
report "$(tail -n 1 "$job_out/stalled.err")"
