#!/bin/bash
# Unplugged or stalled while it is recorded over the network, or busy: the word within 3 s.
# runs: outside
# at most: 150 s
. "$lab_root/Tests/Lab/recording.sh"
for fault in unplugged stalled; do
    imu_serve ag -r 1000
    begins $fault --uri "$uri" --types accelerometer,gyro --rate 1000
    # Its way there is a part of the time.
    fault_at=$EPOCHREALTIME
    case $fault in
    unplugged) word='the device is gone' && inside <<<'imu destroy' ;;
    stalled) word='has given nothing' && inside <<<'imu stall' ;;
    esac >/dev/null || fail "no fault: $fault"
    fails_within_3_s $fault "$word" >"$job_out/line" || fail "$(cat "$job_out/line")"
    is_partial $fault accelerometer gyro
    report "$(sed 's/ (what was.*//' "$job_out/line")"
    imu_unserve
done
unset fault_at

# One is recorded over the network, or by the machine itself; whoever comes second is refused.
goes_on() {
    python3 -B "$check" session "$job_out/$1" accelerometer --stamped 100 --at-least 300 ||
        fail "$1 lost something to the second one"
}
imu_serve ag -r 100 -t
begins first --uri "$uri" --types accelerometer --rate 100
first=$recording
begin second --uri "$uri" --types accelerometer --rate 50 --duration 5
fails_within_3_s second 'busy'
report "$(tail -n 1 "$job_out/second.err")"
pause 3
recording=$first
end first || fail "the first ended with $?: $(cat "$job_out/first.err")"
goes_on first

inside <<'END' || fail "it does not record inside"
. "$LAB_ROOT/Tests/Lab/recording.sh"
record local --uri local: --types accelerometer --rate 100 --duration 8 &
within 20 has_samples local
END
begin third --uri "$uri" --types accelerometer --rate 50 --duration 5
fails_within_3_s third 'busy'
within 20 test -s "$job_out/local.path" || fail "the recording inside does not end"
pause 1
goes_on local
