#!/bin/bash
# The IMU's faults do what they say: a stall loses nothing, a skip and an overflow lose counts.
# runs: outside
read_with() {
    inside <<END || blame $? "$1"
imu_sensors=a
imu_start -r 1000 -t -n 4096
iio_readdev -T 0 -b 64 accel_3d >"\$scratch/scans" &
reader=\$!
has_read() { [ "\$(stat -c %s "\$scratch/scans")" -ge \$((\$1 * 24)) ]; }
within 20 has_read 64 || held_up "no scans within 20 s"
$2
within 30 imu_has_ended || held_up "the sensor does not end: \$(imu stat)"
pause 0.5
kill -INT \$reader
within 20 without kill -0 \$reader || held_up "the reader does not end"
cp "\$scratch/scans" "\$job_out/$1"
imu quit >/dev/null
END
}
judge() {
    scans_are_whole accel "$job_out/$1" "${@:2}"
    report "$1: $figure"
}

read_with stall 'imu stall
pause 0.3
first=$(imu stat | grep -o "count=[0-9]*")
pause 0.3
expect "the count during a stall" "$(imu stat | grep -o "count=[0-9]*")" "$first"
imu resume'
judge stall --at-least 4096

read_with skip 'imu skip 64'
judge skip --at-least 4032 --missing 64 --timestamped 1000

read_with overflow 'kill -STOP $reader
imu burst 2000
kill -CONT $reader'
judge overflow --missing any
at_host python3 -B "$check" scans accel "$job_out/overflow" 2>/dev/null &&
    fail "a burst into a full buffer lost nothing"
exit 0
