#!/bin/bash
# Processor time a sample of a two-minute walk, against iio_readdev piped into a Python script that
# writes the same JSON.
# runs: alone
# at most: 660 s
. "$LAB_ROOT/Tests/Lab/recording.sh"
imu_sensors=a
TIMEFORMAT='%U %S'
costs() {
    python3 - "$@" <<'END'
import sys
times, samples = sys.argv[1], int(sys.argv[2])
print(round(sum(map(float, times.split())) / samples * 1e6, 2))
END
}
samples=120064
imu_start -r 1000 -t -n $samples
{ time iio_readdev -T 4000 -b 64 -s $samples accel_3d 2>/dev/null | python3 "$LAB_ROOT/Tests/Lab/peer.py" walk \
    >"$scratch/peer.json"; } 2>"$scratch/time"
[ "$(grep -c sensorType "$scratch/peer.json")" -eq $samples ] || fail "the peer lost something"
rm "$scratch/peer.json"
peer=$(costs "$(tail -n 1 "$scratch/time")" $samples)
imu_stop

imu_start -r 1000 -t
mkdir -p "$sessions/sessions/ours"
# The recording alone, as the peer's: not the copy that is looked at afterwards.
{ time "$footfall" record --source iio --quiet --output "$sessions/sessions/ours" \
    --uri local: --types accelerometer --rate 1000 --duration 120 \
    >"$job_out/ours.path" 2>"$job_out/ours.err"; } 2>"$scratch/time" ||
    fail "status $?: $(cat "$job_out/ours.err")"
bring_out ours
ours=$(costs "$(tail -n 1 "$scratch/time")" "$(grep -c sensorType "$job_out/ours"/*_motion.json)")
imu_stop
report "$ours µs a sample, the peer $peer µs"
python3 -c "import sys; sys.exit(not $ours * 10 <= $peer)" || fail "more than a tenth of the peer's"
