#!/bin/bash
# The time of day is set twenty times, by hours and by half a second: no gap, no sample moved, each step told.
# runs: outside
# at most: 300 s
. "$lab_root/Tests/Lab/recording.sh"
inside 240 <<'END' || blame $? "recording"
. "$LAB_ROOT/Tests/Lab/recording.sh"
imu_sensors=ag
imu_start -r 20
# The accelerometer is timestamped by the time of day, as its setting can only be read; the gyroscope by boot time.
clock=$(device_named accel_3d)/current_timestamp_clock
{ mount --bind "$clock" "$clock" && mount -o remount,bind,ro "$clock"; } || cannot "no setting can be made read-only"
expect "the accelerometer's clock" "$(tr -d "\0" <"$clock")" realtime
begins set --uri local: --types accelerometer,gyro --rate 20
pause 3
for seconds in 3600 0.5; do
    for _ in 1 2 3 4 5; do
        for step in +$seconds -$seconds; do
            date --set "now $step seconds" >/dev/null || cannot "the machine's time cannot be set"
            pause 1.5
        done
    done
done
pause 2
end set
is_counted $? set
umount "$clock"
expect "the gyroscope's clock" "$(tr -d "\0" <"$(device_named gyro_3d)/current_timestamp_clock")" boottime
END
# One stretch at the start, and one for each step.
is_whole set accelerometer gyro --arrived --beside gyro --rate 20 --stretches 21 --at-least 600
report "$figure"
