#!/bin/bash
# Unplugged or stalled while it is recorded over the network, or busy: the word within 3 s.
# runs: outside
# at most: 300 s
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
    fails_within_3_s $fault "$word"
    # Without timestamps of the device's own: what late arrivals make of a loss is known, see check.py.
    is_partial $fault accelerometer gyro --arrived
    report "${failure% (what was*}"
    imu_unserve
done
unset fault_at

# iiod refuses nobody: it gives a device to both, and what one has not asked for in time is lost to it.
imu_serve ag -r 100 -t
begins first --uri "$uri" --types accelerometer --rate 100
first=$recording
record second --uri "$uri" --types accelerometer --rate 100 --duration 5
is_counted $? second
recording=$first
end first
is_counted $? first
for name in first second; do
    is_whole $name accelerometer --timestamped 100 --moved --at-least 400 --missing any
    report "two over the network, $name: $figure"
done

# What the machine itself records is busy; iiod has switched it off before it is told so.
inside <<'END' || blame $? "it does not record inside"
. "$LAB_ROOT/Tests/Lab/recording.sh"
"$footfall" record --source iio --quiet --uri local: --types accelerometer --rate 100 \
    --output "$scratch/sessions/local" 2>"$job_out/local.err" >/dev/null &
within 20 has_samples local || held_up "no samples within 20 s"
END
fault_at=$EPOCHREALTIME
begin third --uri "$uri" --types accelerometer --rate 100 --duration 5
fails_within_3_s third 'busy'
report "busy: $(tail -n 1 "$job_out/third.err")"
within 20 test -s "$job_out/local.err" || fail "the machine's own recording does not notice"
report "the other one: $(sed 's/ (what was.*//' "$job_out/local.err")"
