#!/bin/bash
# A device that is not there, a backend that is not, a rate that is none: the word within 3 s.
# runs: alone
. "$LAB_ROOT/Tests/Lab/recording.sh"
imu_sensors=a
imu_start -r 100
begin device --uri local: --device nowhere --types accelerometer
fails_within_3_s device 'accel_3d'
begin type --uri local: --types magnetometer
fails_within_3_s type 'magnetometer'
begin backend --uri serial:/dev/ttyS9,115200 --types accelerometer
fails_within_3_s backend 'serial'
begin daemon --uri ip:127.0.0.1 --types accelerometer
fails_within_3_s daemon 'iiod|refused'
begin rate --uri local: --types accelerometer --rate 100000
fails_within_3_s rate 'rate|Hz'
report "5 refusals, each with its own word"
