#!/bin/bash
# Unplugged, stalled or busy while it is recorded over the network: the word within 3 s.
# runs: outside
# at most: 120 s
. "$lab_root/Tests/Lab/recording.sh"
for fault in unplugged stalled; do
    imu_serve ag -r 1000
    begins $fault --uri "$uri" --types accelerometer,gyro --rate 1000
    case $fault in
    unplugged) inside <<<'imu destroy' ;;
    stalled) inside <<<'imu stall' ;;
    esac >/dev/null || fail "no fault: $fault"
    fails_within_3_s $fault 'gone|given nothing|connection'
    is_partial $fault accelerometer gyro
    report "$fault: $(tail -n 1 "$job_out/$fault.err")"
    imu_unserve
done
# The first is another machine's or this one's, over the network; or of the machine itself.
imu_serve ag -r 100 -t
begins first --uri "$uri" --types accelerometer --rate 100
first=$recording
begin second --uri "$uri" --types accelerometer --rate 100 --duration 5
fails_within_3_s second 'busy'
report "busy: $(tail -n 1 "$job_out/second.err")"
pause 3
recording=$first
end first || fail "the first ended with $?: $(cat "$job_out/first.err")"
python3 -B "$check" session "$job_out/first" accelerometer --stamped 100 --at-least 300 ||
    fail "the first lost something"
