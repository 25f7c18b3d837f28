#!/bin/bash
# The recorder is stopped at 1 kHz: 0.5, 1 and 3 s cost nothing, 12 s are counted exactly.
# runs: outside
# at most: 300 s
. "$lab_root/Tests/Lab/recording.sh"
for pause in 0.5 1 3 12; do
    inside <<END || blame $? "stopped for $pause s: recording"
. "\$LAB_ROOT/Tests/Lab/recording.sh"
imu_sensors=ag
imu_start -r 1000 -t
begins $pause --uri local: --types accelerometer,gyro --rate 1000
kill -STOP \$recording
pause $pause
kill -CONT \$recording
pause 2
end $pause
is_counted \$? $pause
imu_stop
END
    missing=0
    [ $pause != 12 ] || missing=some
    is_whole $pause accelerometer gyro --timestamped 1000 --at-least 2400 --missing $missing
    report "stopped for $pause s: $figure"
done
