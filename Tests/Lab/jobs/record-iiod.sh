#!/bin/bash
# iiod is killed, and the network goes, while it is recorded from outside: the word within 3 s.
# runs: outside
. "$lab_root/Tests/Lab/recording.sh"
# Whatever happens here, the next job needs the network.
restore() {
    # In a shell of its own: how this ends is no verdict.
    (inside <<<'busybox ip link set eth0 up; busybox ip route add default via 10.0.2.2') >/dev/null 2>&1 || :
}
trap restore EXIT
for fault in killed gone; do
    imu_serve ag -r 1000 -t
    begins $fault --uri "$uri" --types accelerometer,gyro --rate 1000
    if [ $fault = killed ]; then
        inside <<<'pkill -KILL -x iiod' || fail "there is no iiod"
    else
        inside <<<'busybox ip link set eth0 down'
    fi
    fails_within_3_s $fault 'iiod|network|connection'
    is_partial $fault accelerometer gyro
    restore
    report "$fault: $(tail -n 1 "$job_out/$fault.err")"
    imu_unserve
done
