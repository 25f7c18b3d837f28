#!/bin/bash
# An accelerometer without a trigger: its attributes can be read, and a buffer is refused.
lis3dh_start
name=$(cat "$iio"/iio:device*/name)
folder=$(device_named "$name")
expect "the name" "$name" lis3dh
expect "the format of x" "$(cat "$folder/scan_elements/in_accel_x_type")" "le:s12/16>>4"
[ -s "$folder/in_accel_scale_available" ] || fail "no scales are offered"
[ -s "$folder/sampling_frequency_available" ] || fail "no rates are offered"
grep -q '^[0-9., ;-]*$' "$folder/mount_matrix" || fail "no mount matrix"
expect "x" "$(cat "$folder/in_accel_x_raw")" 16
expect "y" "$(cat "$folder/in_accel_y_raw")" -32
expect "z" "$(cat "$folder/in_accel_z_raw")" 1024
timeout 30 iio_readdev -b 16 -s 16 "$name" >/dev/null 2>"$scratch/complaint"
case $? in
0) fail "a buffer is given" ;;
124) held_up "iio_readdev does not end within 30 s" ;;
esac
grep -qi 'invalid argument' "$scratch/complaint" || fail "it said: $(cat "$scratch/complaint")"
report "rates $(cat "$folder/sampling_frequency_available"); buffer: $(tail -n 1 "$scratch/complaint")"
