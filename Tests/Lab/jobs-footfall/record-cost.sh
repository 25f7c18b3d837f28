#!/bin/bash
# Processor time a sample, against iio_readdev piped into a Python script that writes the same JSON.
# at most: 120 s
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
for round in 1 2; do
    imu_start -r 1000 -t -n 12032
    { time iio_readdev -T 4000 -b 64 -s 12032 accel_3d 2>/dev/null | python3 "$LAB_ROOT/Tests/Lab/peer.py" walk \
        >"$scratch/peer.json"; } 2>"$scratch/time"
    [ "$(grep -c sensorType "$scratch/peer.json")" -eq 12032 ] || fail "the peer lost something"
    peer=$(costs "$(tail -n 1 "$scratch/time")" 12032)
    imu_stop

    imu_start -r 1000 -t
    { time record $round --uri local: --types accelerometer --rate 1000 --duration 12; } 2>"$scratch/time" ||
        fail "status $?: $(cat "$job_out/$round.err")"
    ours=$(costs "$(tail -n 1 "$scratch/time")" "$(grep -c sensorType "$job_out/$round"/*_motion.json)")
    imu_stop
    report "round $round: $ours µs a sample, the peer $peer µs"
done
python3 -c "import sys; sys.exit(not $ours * 10 <= $peer)" || fail "more than a tenth of the peer's"
