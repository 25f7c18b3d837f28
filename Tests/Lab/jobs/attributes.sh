#!/bin/bash
# What the kernel makes of a rate and of a clock that it is asked for.
imu_start
accel=$(device_named accel_3d)
rate=$accel/in_accel_sampling_frequency
for pair in 100=100.000000 1000=1000.000000 300=333.300000; do
    echo "${pair%=*}" >"$rate" || fail "the rate ${pair%=*} is refused"
    expect "the rate, when ${pair%=*} was asked for," "$(cat "$rate")" "${pair#*=}"
done
echo 4000 >"$rate" 2>/dev/null && fail "the rate 4000 is taken"
# It was written to the sensor all the same, as an interval of 0 ms: now there is no rate.
cat "$rate" 2>/dev/null && fail "after a rate that was refused there still is one"
echo 100 >"$rate" || fail "no rate is taken after one that was refused"
imu stat | grep -q 'accel_3d .*interval_ms=10$' || fail "the sensor was told another interval"

for clock in boottime monotonic realtime; do
    echo $clock >"$accel/current_timestamp_clock" || fail "the clock $clock is refused"
    expect "the clock" "$(cat "$accel/current_timestamp_clock")" $clock
done
iio_readdev -b 64 accel_3d >"$scratch/scans" &
within 20 test -s "$scratch/scans" || held_up "no scans within 20 s"
echo boottime 2>/dev/null >"$accel/current_timestamp_clock" && fail "the clock changes while it runs"
report "300 Hz becomes 333.3, 4000 is refused and leaves none, the clock is fixed while a buffer is open"
