#!/bin/bash
# An accelerometer that is an input device: recorded as one, and as motion where there is no other.
. "$LAB_ROOT/Tests/Lab/input.sh"
input_start accel
part=input
listens input accel
input accel run 800 200 >/dev/null
end input || fail "status $?: $(cat "$job_out/input.err")"
is_exact input accel --part input --at-least 1600
report "as input, $figure"

ls /sys/bus/iio/devices | grep -q device && fail "there is a sensor of IIO"
part=motion
begin motion --types accelerometer,gyro
reads motion accel
input accel run 800 200 >/dev/null
end motion || fail "status $?: $(cat "$job_out/motion.err")"
is_exact motion accel --part motion --file '*motion*.json' --at-least 1600
report "as motion, $figure"
