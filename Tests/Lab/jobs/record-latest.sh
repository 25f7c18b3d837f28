#!/bin/bash
# How old a sample is when the latest values show it, to a program that looks 1000 times a second: 50 ms.
. "$LAB_ROOT/Tests/Lab/recording.sh"
imu_sensors=ag
imu_start -r 100
"$lab_recorder" latest local: 100 10 "$scratch" >"$job_out/ages" || fail "lab-recorder ended with $?"
figure=$(head -n 1 "$job_out/ages")
# Of the oldest sample of each batch: the newest one has waited least.
[ "$(sed -n 's/^median //p' "$job_out/ages")" -le 50000 ] || held_up "from sensor to latest value: $figure"
report "age when it is seen, $figure"
