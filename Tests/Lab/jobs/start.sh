#!/bin/bash
# How long `footfall devices` takes beside iio_info, on a machine that has sensors.
# runs: counted
# at most: 300 s
. "$LAB_ROOT/Tests/Lab/recording.sh"
imu_start -r 100
strip -o "$scratch/footfall" "$footfall" || cannot "strip is missing"
# Enough: what is counted are instructions, and no other program takes any of them. Here libraries come through a file
# system that takes much longer than a disk's, so that `--help`, of which they are the most, is told and not judged.
python3 -B "$LAB_ROOT/Benchmarks/peers/start.py" --rounds 5 --most-help inf --most-devices 2.2 "$scratch/footfall" \
    >"$scratch/start" 2>"$job_out/start.err"
status=$?
while IFS= read -r line; do report "$line"; done <"$scratch/start"
[ $status -eq 0 ] || fail "$(cat "$job_out/start.err")"
