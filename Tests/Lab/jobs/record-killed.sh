#!/bin/bash
# A recording that was killed leaves the device set: the next one takes it all the same, timer or not.
# at most: 300 s
. "$LAB_ROOT/Tests/Lab/recording.sh"
killed() {
    kill -KILL "$recording"
    wait "$recording" 2>/dev/null
}
imu_sensors=a
imu_start -r 100 -t
begins first --uri local: --types accelerometer --rate 100
killed
sensor=$(device_named accel_3d)
expect "whether the killed one left the buffer on" "$(cat "$sensor/buffer/enable")" 1
record second --uri local: --types accelerometer --rate 50 --duration 2
is_counted $? second
is_whole second accelerometer --missing any
imu_stop

lis3dh_start
timers_start
sensor=$(device_named lis3dh)
begins timed --uri local: --device lis3dh --types accelerometer --rate 100
left=$(cat "$sensor/trigger/current_trigger")
killed
expect "the timer that the killed one left" "$(ls $timers)" "$left"
begins again --uri local: --device lis3dh --types accelerometer --rate 50
now=$(cat "$sensor/trigger/current_trigger")
[ "$now" != "$left" ] || fail "it takes the timer of the killed one"
expect "the timers there are" "$(ls $timers)" "$now"
end again
is_counted $? again
expect "what is left in configfs" "$(ls $timers)" ""
report "the next one records at another rate, and by a timer of its own"
