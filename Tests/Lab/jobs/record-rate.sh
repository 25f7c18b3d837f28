#!/bin/bash
# The highest rate that is held without a loss is at least 0.9 of what iio_readdev holds.
# runs: outside, alone
# at most: 480 s
# Both read for 3 s from a sensor that goes on. What counts is that nothing is missing, and that the
# machine really made nine tenths of the rate. What is there must be right at every rate.
# is_held SAMPLES WORDS…: for check.py
is_held() {
    local judged status
    judged=$(python3 -B "$check" "${@:2}" --missing any --at-least "$1" 2>&1)
    status=$?
    echo "$judged"
    case $status in
    0) [[ $judged == *", 0 missing"* ]] ;;
    75) false ;;
    *) fail "$* (status $status)" ;;
    esac
}

raw_at() {
    inside <<END || blame $? "iio_readdev at $1 Hz"
imu_sensors=a
imu_start -r $1 -t
timeout 3 iio_readdev -T 2000 -b 4096 accel_3d >"\$scratch/raw"
imu stat
imu_stop
cp "\$scratch/raw" "\$job_out/raw"
END
    is_held $(($1 * 18 / 10)) scans accel "$job_out/raw"
}

ours_at() {
    inside <<END || blame $? "recording at $1 Hz"
. "\$LAB_ROOT/Tests/Lab/recording.sh"
imu_sensors=a
imu_start -r $1 -t
record ours --uri local: --types accelerometer --duration 3
is_counted \$? ours
imu_stop
END
    is_held $(($1 * 18 / 10)) session "$job_out/ours" accelerometer
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
