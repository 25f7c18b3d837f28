#!/bin/bash
# Recorded outside the machine, through iiod, at 100, 1000 and 4000 Hz: every count, exact values.
# runs: outside
# at most: 360 s
. "$lab_root/Tests/Lab/recording.sh"
for rate in 100 1000 4000; do
    asked="--rate $rate"
    [ $rate -le 1000 ] || asked=
    imu_serve ag -r $rate -t
    # shellcheck disable=SC2086
    record $rate --uri "$uri" --types accelerometer,gyro $asked --duration 12
    is_counted $? $rate
    is_whole $rate accelerometer gyro --timestamped $rate --moved --at-least $((rate * 114 / 10))
    report "$rate Hz: $figure"
    imu_unserve
done
