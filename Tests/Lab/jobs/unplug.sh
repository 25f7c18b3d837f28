#!/bin/bash
# Unplugged and plugged in again three times while it is read: devices go, and come back whole.
imu_start -r 1000
for round in 1 2 3; do
    iio_readdev -T 1000 -b 64 accel_3d >"$scratch/scans" 2>"$scratch/complaint" &
    reader=$!
    within 20 test -s "$scratch/scans" || held_up "round $round: no scans: $(cat "$scratch/complaint")"
    folder=$(device_named accel_3d)
    imu destroy >/dev/null
    not_within 20 kill -0 $reader || held_up "round $round: the reader waits on, 20 s after unplugging"
    # What tells unplugging from a stall: the attribute is gone.
    { read -r _ <"$folder/name"; } 2>/dev/null && fail "round $round: the device is still there"
    imu create >/dev/null
    imu_wait
done
report "3 rounds: the reader ends, and the attributes are gone"
