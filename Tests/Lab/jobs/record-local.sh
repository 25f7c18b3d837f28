#!/bin/bash
# Recorded inside the machine at 100, 1000 and 4000 Hz: every count, exact values, the kernel's timestamps.
# runs: outside
# at most: 360 s
. "$lab_root/Tests/Lab/recording.sh"
for rate in 100 1000 4000; do
    # The sensor takes no 4000: there the rate is left as it is.
    asked="--rate $rate"
    [ $rate -le 1000 ] || asked=
    inside <<END || blame $? "$rate Hz: recording"
. "\$LAB_ROOT/Tests/Lab/recording.sh"
imu_sensors=ag
imu_start -r $rate -t
record $rate --uri local: --types accelerometer,gyro $asked --duration 12
is_counted \$? $rate
imu_stop
END
    is_whole $rate accelerometer gyro --timestamped $rate --at-least $((rate * 114 / 10))
    report "$rate Hz: $figure"
done
