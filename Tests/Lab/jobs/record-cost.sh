#!/bin/bash
# Processor time a sample, against iio_readdev piped into a Python script that writes the same JSON.
# at most: 260 s
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
# A minute of an accelerometer and a gyroscope: what programs cost to start is in it, and is not all.
samples=60160
imu_start -r 1000 -t -n $samples
# Through a file in memory: the machine's two processors could not keep up with it through a pipe.
{
    time {
        iio_readdev -T 4000 -b 64 -s $samples accel_3d >"$scratch/accel_3d" 2>/dev/null &
        iio_readdev -T 4000 -b 64 -s $samples gyro_3d >"$scratch/gyro_3d" 2>/dev/null
        wait $!
    }
} 2>"$scratch/reading"
imu_stop
{
    time for name in accel_3d gyro_3d; do
        python3 "$LAB_ROOT/Tests/Lab/peer.py" walk <"$scratch/$name" >"$scratch/$name.json"
    done
} 2>"$scratch/writing"
for name in accel_3d gyro_3d; do
    [ "$(grep -c sensorType "$scratch/$name.json")" -eq $samples ] || fail "the peer lost something"
    rm "$scratch/$name" "$scratch/$name.json"
done
peer=$(costs "$(tail -qn 1 "$scratch/reading" "$scratch/writing")" $((samples * 2)))

imu_start -r 1000 -t
{ time record ours --uri local: --types accelerometer,gyro --rate 1000 --duration 60; } 2>"$scratch/time" ||
    fail "status $?: $(cat "$job_out/ours.err")"
ours=$(costs "$(tail -n 1 "$scratch/time")" "$(grep -c sensorType "$job_out/ours"/*_motion.json)")
imu_stop
report "$ours µs a sample, the peer $peer µs"
python3 -c "import sys; sys.exit(not $ours * 10 <= $peer)" || fail "more than a tenth of the peer's"
