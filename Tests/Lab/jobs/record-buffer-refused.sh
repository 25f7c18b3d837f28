#!/bin/bash
# The kernel refuses to enable a buffer, or its length: the word within 3 s, and nothing half-written.
# runs: alone
. "$LAB_ROOT/Tests/Lab/recording.sh"
imu_sensors=a
imu_start -r 100 -t
sensor=$(device_named accel_3d)
for file in buffer/enable buffer/length; do
    # An attribute that takes no number stands in its place: the kernel answers EINVAL.
    mount --bind "$sensor/current_timestamp_clock" "$sensor/$file" || fail "$file cannot be replaced"
    name=${file##*/}
    trap 'umount "$sensor/$file"' EXIT
    begin "$name" --uri local: --types accelerometer --rate 100
    fails_within_3_s "$name" 'does not fill a buffer .*EINVAL'
    trap - EXIT
    umount "$sensor/$file"
    expect "what is left of $name" "$(ls "$sessions/sessions/$name")" ""
    report "$file: $(tail -n 1 "$job_out/$name.err")"
done
record after --uri local: --types accelerometer --rate 100 --duration 2 ||
    fail "afterwards: $(cat "$job_out/after.err")"
