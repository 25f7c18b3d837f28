#!/bin/bash
# Processor time a sample of a two-minute walk, against iio_readdev piped into a Python script that
# writes the same JSON, in the same two minutes.
# runs: alone
# at most: 400 s
. "$LAB_ROOT/Tests/Lab/recording.sh"
imu_sensors=ag
TIMEFORMAT='%U %S'
costs() {
    python3 - "$@" <<'END'
import sys
times, samples = sys.argv[1], int(sys.argv[2])
print(round(sum(map(float, times.split())) / samples * 1e6, 2))
END
}
imu_start -r 1000 -t
# Each in a shell of its own: `time` counts every process that its shell has seen end.
(time iio_readdev -T 4000 -b 64 -s 120064 accel_3d 2>/dev/null |
    python3 "$LAB_ROOT/Tests/Lab/peer.py" walk >"$scratch/peer.json") 2>"$scratch/peer.time" &
peer=$!
mkdir -p "$sessions/sessions/ours"
# The recording alone, as the peer's: not the copy that is looked at afterwards.
(time "$footfall" record --source iio --quiet --output "$sessions/sessions/ours" \
    --uri local: --types gyro --rate 1000 --duration 120 \
    >"$job_out/ours.path" 2>"$job_out/ours.err") 2>"$scratch/ours.time"
is_counted $? ours
within 60 without kill -0 $peer || held_up "the peer does not end"
bring_out ours
is_whole ours gyro --stamped 1000 --at-least 115000
read=$(grep -c sensorType "$scratch/peer.json")
[ "$read" -eq 120064 ] || held_up "the peer read $read of 120064"
peer=$(costs "$(tail -n 1 "$scratch/peer.time")" "$read")
ours=$(costs "$(tail -n 1 "$scratch/ours.time")" "$(grep -c sensorType "$job_out/ours"/*_motion.json)")
report "$ours µs a sample, the peer $peer µs"
python3 -c "import sys; sys.exit(not $ours * 10 <= $peer)" || held_up "more than a tenth of the peer's"
