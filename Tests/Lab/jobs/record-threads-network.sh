#!/bin/bash
# The same over the network: stopped, stalled, unplugged, iiod killed.
# runs: outside
# at most: 300 s
. "$lab_root/Tests/Lab/recording.sh"
imu_serve ag -r 1000
rounds_start "$uri" 1000
round_begins stopped 2
round_ends stopped 'stopped;'
for fault in stalled unplugged killed; do
    round_begins $fault 60
    case $fault in
    stalled) inside <<<'imu stall' ;;
    unplugged) inside <<<'imu destroy' ;;
    killed) inside <<<'pkill -KILL -x iiod' ;;
    esac >/dev/null || fail "no fault: $fault"
    round_ends $fault 'failed: '
    imu_unserve
    imu_serve ag -r 1000
done
report "4 rounds: $(rounds_left)"
