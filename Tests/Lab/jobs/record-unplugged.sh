#!/bin/bash
# Unplugged ten times while it records: each time the word within 3 s, and a valid partial result.
# at most: 300 s
. "$LAB_ROOT/Tests/Lab/recording.sh"
imu_sensors=ag
imu_start -r 1000 -t
for round in 1 2 3 4 5 6 7 8 9 10; do
    begins $round --uri local: --types accelerometer,gyro --rate 1000
    imu destroy >/dev/null
    fails_within_3_s $round 'unplugged|gone|removed|disappeared'
    is_partial $round accelerometer gyro
    imu create >/dev/null
    imu_wait
done
report "10 times: $(tail -n 1 "$job_out/10.err")"
