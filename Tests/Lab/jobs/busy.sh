#!/bin/bash
# A second reader of a device is refused: busy. libiio switches the first one's buffer off all the same.
imu_start -r 100
iio_readdev -b 16 accel_3d >"$scratch/scans" &
within 20 test -s "$scratch/scans" || held_up "no scans within 20 s"
timeout 30 iio_readdev -b 16 -s 16 accel_3d >"$scratch/second" 2>"$scratch/complaint"
status=$?
[ $status -ne 124 ] || held_up "the second reader takes longer than 30 s"
[ $status -ne 0 ] || fail "the second reader ended with $status"
grep -q 'busy' "$scratch/complaint" || fail "it said: $(cat "$scratch/complaint")"
# libiio 0.24 writes buffer/enable before it opens the node, so the first reader hears no more.
expect "whether the first one's buffer is on" "$(cat "$(device_named accel_3d)/buffer/enable")" 0
report "$(tail -n 1 "$scratch/complaint")"
