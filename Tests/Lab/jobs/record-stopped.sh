#!/bin/bash
# The recorder is stopped for 0.5, 1 and 3 s at 1 kHz: nothing lost up to 1 s, then counted exactly.
# runs: outside
# at most: 90 s
for pause in 0.5 1 3; do
    inside 40 <<END || fail "stopped for $pause s: recording ended with $?"
. "\$LAB_ROOT/Tests/Lab/recording.sh"
imu_sensors=ag
imu_start -r 1000 -t
begins $pause --uri local: --types accelerometer,gyro --rate 1000
kill -STOP \$recording
pause $pause
kill -CONT \$recording
pause 2
end $pause
status=\$?
imu_stop
[ \$status -eq 0 ] || [ \$status -eq 3 ] || fail "status \$status: \$(cat "\$job_out/$pause.err")"
END
    missing=0
    [ $pause != 3 ] || missing=any
    figure=$(python3 -B "$check" session "$job_out/$pause" accelerometer gyro --stamped 1000 \
        --at-least 3000 --missing $missing) || fail "stopped for $pause s"
    report "stopped for $pause s: $figure"
done
