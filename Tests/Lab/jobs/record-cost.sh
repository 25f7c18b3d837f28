#!/bin/bash
# What a walk costs: how often the kernel wakes the recorder, and its processor time a sample, thread by thread,
# against iio_readdev with as much in a buffer and a Python script that writes the same JSON, at the same time.
# runs: counted
# at most: 900 s
. "$LAB_ROOT/Tests/Lab/recording.sh"
imu_sensors=ag
imu_start -r 1000 -t
# As much in a buffer as the recorder reads at a look, and as much to wait for. The kernel wakes whoever waits for a buffer
# at every scan all the same, to look whether that is enough; the recorder waits for none.
accelerometer=$(device_named accel_3d)
echo 800 >"$accelerometer/buffer/length"
echo 200 >"$accelerometer/buffer/watermark"
iio_readdev -T 4000 -b 200 -s 30000 accel_3d 2>/dev/null |
    python3 "$LAB_ROOT/Tests/Lab/peer.py" walk >"$scratch/peer.json" &
peer=$!
begin ours --uri local: --types gyro --rate 1000 --duration 30
within 10 pgrep -x iio_readdev || held_up "the peer does not start"
python3 "$LAB_ROOT/Tests/Lab/costs.py" --threads "$job_out/threads" 1000 \
    "$recording" "$(pgrep -x iio_readdev),$peer" >"$scratch/costs" 2>"$job_out/costs.err" &
costs=$!
wait $recording
status=$?
bring_out ours
is_counted $status ours
within 60 without kill -0 $peer || held_up "the peer does not end"
wait $costs || held_up "$(cat "$job_out/costs.err")"
is_whole ours gyro --timestamped 1000 --at-least 28300
read=$(grep -c sensorType "$scratch/peer.json")
[ "$read" -eq 30000 ] || held_up "the peer read $read of 30000"
{ read -r ours wakes && read -r peer peer_wakes; } <"$scratch/costs"
report "$ours µs a sample, the peer $peer µs; woken $wakes times a second, the peer $peer_wakes times"
while IFS=$'\t' read -r process thread woken displaced microseconds bytes_read bytes_written; do
    report "$(printf '%-12s %-16s %9s %11s %9s %9s %9s' "$process" "$thread" "$woken" "$displaced" "$microseconds" \
        "${bytes_read%.*}" "${bytes_written%.*}")"
done <"$job_out/threads"
# woken PROCESS THREAD: how often a second the kernel wakes the busiest thread whose name begins so.
woken() { awk -F '\t' -v process="$1" -v thread="$2" '$1 == process && index($2, thread) == 1 { print $3 }' "$job_out/threads" | sort -n | tail -n 1; }
capture=$(woken footfall 'read ')
reader=$(woken iio_readdev iio_readdev)
report "the capture thread is woken $capture times a second, iio_readdev $reader times"
# What a battery pays for, as the kernel counts it: five looks at the devices a second, by two threads.
python3 -c "import sys; sys.exit(not $wakes <= 13)" || fail "woken more than 13 times a second"
# As often as there would be batches of that size, with a fifth of them on top; iio_readdev is no stricter a peer.
python3 -c "import sys; sys.exit(not 0 < ${capture:-0} <= 1.2 * min(${reader:-0}, 1000 / 200))" ||
    fail "the capture thread is woken more than 1.2 times as often as iio_readdev, or as batches come"
# In a machine that counts, time is instructions: which processor emulates it, and what else that does, is no matter.
python3 -c "import sys; sys.exit(not $ours * 10 <= $peer)" || fail "more than a tenth of the peer's"
