#!/bin/bash
# Keys that mark: each press is in every file that is recorded, at the kernel's own time.
# at most: 200 s
. "$LAB_ROOT/Tests/Lab/input.sh"
imu_sensors=ag
imu_start -r 100 -t
input_start keys touch
marks=(--mark-key KEY_F13=heelStrikeLeft --mark-key KEY_F14=heelStrikeRight)
steps() {
    local step
    for step in 1 2 3 4 5 6; do
        input keys press KEY_F13 >/dev/null
        input keys release KEY_F13 >/dev/null
        input keys press KEY_F14 KEY_A >/dev/null
        input keys release KEY_F14 KEY_A >/dev/null
    done
}
pairs=(KEY_F13=heelStrikeLeft KEY_F14=heelStrikeRight)

# Beside touches, keys and motion: three files.
part=beside
begin beside --input 'Virtual Foot Switch' --input 'Virtual Touch' --types accelerometer,gyro \
    --rate 100 "${marks[@]}"
reads beside keys touch
within 20 has_samples beside || held_up "no motion: $(cat "$job_out/beside.err")"
input_begin touch run 60 20
steps
input_ended touch >/dev/null
end beside || fail "status $?: $(cat "$job_out/beside.err")"
is_exact beside keys --part beside --file '*witch*input*.json' --named KEY_F13,KEY_F14
is_exact beside touch --part beside --file '*ouch*input*.json'
is_marked beside keys --part beside "${pairs[@]}" --at-least 36
expect "the number of files" "$(ls "$job_out/beside" | grep -c _)" 3
report "$figure"

# Motion alone: the keys are listened for, and not recorded.
part=alone
begin alone --types accelerometer,gyro --rate 100 "${marks[@]}"
reads alone keys
within 20 has_samples alone || held_up "no motion: $(cat "$job_out/alone.err")"
steps
end alone || fail "status $?: $(cat "$job_out/alone.err")"
is_marked alone keys --part alone "${pairs[@]}" --at-least 12
grep -l '"key"' "$job_out/alone"/*_motion.json && fail "keys are in a file of motion"
report "$figure"
