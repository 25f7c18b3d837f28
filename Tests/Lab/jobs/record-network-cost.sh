#!/bin/bash
# What a recording over the network costs: processor time a sample, of both processes, beside the local one's.
# runs: counted
# at most: 900 s
. "$LAB_ROOT/Tests/Lab/recording.sh"
imu_start -r 1000 -t
iiod_start
# cost NAME URI OPTION…: records accelerometer and gyro for 30 s, none is lost; $cost is what a sample takes.
cost() {
    local name=$1 uri=$2 child
    shift 2
    begins "$name" --uri "$uri" --types accelerometer,gyro --rate 1000 --duration 30
    child=$(pgrep -P "$recording" | tr '\n' ,)
    [ "$name" = local ] || [ -n "$child" ] || fail "no child reads from the network"
    python3 "$LAB_ROOT/Tests/Lab/costs.py" 2000 "$recording${child:+,${child%,}}" \
        >"$scratch/cost" 2>"$job_out/costs.err" || held_up "$(cat "$job_out/costs.err")"
    wait "$recording"
    status=$?
    bring_out "$name"
    is_counted $status "$name"
    is_whole "$name" accelerometer gyro --timestamped 1000 --at-least 29200 "$@"
    read -r cost wakes <"$scratch/cost"
    report "$name: $cost µs a sample, woken $wakes times a second: $figure"
}
cost local local:
cost network ip:127.0.0.1 --moved
