#!/bin/bash
# A user with no rights may read attributes, and is refused a buffer, even with the node open to all.
imu_start -r 100
accel=$(device_named accel_3d)
as_person cat "$accel/in_accel_x_raw" >/dev/null || fail "an attribute is refused"
for mode in 600 666; do
    chmod $mode "/dev/${accel##*/}"
    as_person timeout 30 iio_readdev -b 16 -s 16 accel_3d >"$scratch/scans" 2>"$scratch/complaint"
    case $? in
    0) fail "with the node at $mode, a buffer is given" ;;
    124) held_up "iio_readdev does not end within 30 s" ;;
    esac
    grep -qi 'permission denied' "$scratch/complaint" || fail "it said: $(cat "$scratch/complaint")"
done
report "$(tail -n 1 "$scratch/complaint")"
