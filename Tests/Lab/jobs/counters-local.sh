#!/bin/bash
# Every count at 1 kHz, read inside the machine, with timestamps that are exact.
# runs: outside
inside <<'END' || blame $? "reading failed"
imu_sensors=ag
imu_start -r 1000 -t
iio_readdev -T 10000 -b 1024 -s 4096 accel_3d >"$scratch/accel" &
accel=$!
iio_readdev -T 10000 -b 1024 -s 4096 gyro_3d >"$scratch/gyro" || fail "the gyroscope cannot be read"
wait $accel || fail "the accelerometer cannot be read"
cp "$scratch/accel" "$scratch/gyro" "$job_out"
END
for kind in accel gyro; do
    scans_are_whole $kind "$job_out/$kind" --timestamped 1000 --at-least 4096
    report "$figure"
done
