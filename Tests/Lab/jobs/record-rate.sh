#!/bin/bash
# The highest rate that is held without a loss is at least 0.9 of what iio_readdev holds.
# runs: outside, alone
# at most: 480 s
# Both read for 3 s from a sensor that goes on. What counts is that nothing is missing, and that the
# machine really made nine tenths of the rate.
raw_at() {
    inside <<END || return 1
imu_sensors=a
imu_start -r $1 -t
timeout 3 iio_readdev -T 2000 -b 4096 accel_3d >"\$scratch/raw"
imu stat
imu_stop
cp "\$scratch/raw" "\$job_out/raw"
END
    python3 -B "$check" scans accel "$job_out/raw" --at-least $(($1 * 18 / 10)) 2>&1
}

ours_at() {
    inside <<END || return 1
. "\$LAB_ROOT/Tests/Lab/recording.sh"
imu_sensors=a
imu_start -r $1 -t
record ours --uri local: --types accelerometer --duration 3
status=\$?
imu_stop
cat "\$job_out/ours.err"
exit \$status
END
    python3 -B "$check" session "$job_out/ours" accelerometer --at-least $(($1 * 18 / 10)) 2>&1
}

# The highest of some rates, each a tenth above the one before, that is held in one of two trials.
highest() {
    local low=0 high=28 middle rate
    while [ $((high - low)) -gt 1 ]; do
        middle=$(((low + high) / 2))
        rate=$(python3 -c "print(round(2000 * 1.1 ** $middle))")
        if "$1" "$rate" || "$1" "$rate"; then low=$middle; else high=$middle; fi
    done >&2
    python3 -c "print(round(2000 * 1.1 ** $low))"
}

raw=$(highest raw_at) || blame $? "what iio_readdev holds"
ours=$(highest ours_at) || blame $? "what footfall holds"
report "iio_readdev $raw Hz, footfall $ours Hz"
[ $((ours * 10)) -ge $((raw * 9)) ] || held_up "less than 0.9 of iio_readdev's"
