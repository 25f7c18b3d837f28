#!/bin/bash
# Every count at 1 kHz, read from outside the machine through iiod.
# runs: outside
imu_serve agm -r 1000 -t
for kind in accel gyro magn; do
    iio_readdev -u "$uri" -b 256 -s 3072 ${kind}_3d >"$job_out/$kind" &
    readers+=($!)
done
for reader in "${readers[@]}"; do
    wait "$reader" || held_up "iio_readdev over $uri ended with $?"
done
for kind in accel gyro magn; do
    scans_are_whole $kind "$job_out/$kind" --timestamped 1000 --at-least 3072
    report "$figure"
done
