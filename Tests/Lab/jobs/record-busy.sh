#!/bin/bash
# A second recorder of a device is told that it is busy, and who holds it; the first one goes on.
# runs: alone
. "$LAB_ROOT/Tests/Lab/recording.sh"
imu_sensors=ag
imu_start -r 100 -t
begins first --uri local: --types accelerometer --rate 100
first=$recording
begin second --uri local: --types accelerometer --rate 100 --duration 5
fails_within_3_s second 'busy'
complains second "footfall|$first"
# It goes on, longer than it would take to notice that its buffer is off.
pause 4
recording=$first
end first
is_counted $? first
is_whole first accelerometer --timestamped 100 --at-least 400
report "$(tail -n 1 "$job_out/second.err")"
