#!/bin/bash
# The command lists input devices beside the sensors of IIO, with what they tell and who may read them.
. "$LAB_ROOT/Tests/Lab/input.sh"
imu_sensors=a
imu_start -r 100
kinds=(keys touch touchA single accel mouse switch rumble)
input_start "${kinds[@]}"
"$footfall" devices --json >"$job_out/devices.json" || fail "status $?"
python3 -c 'import json, sys; json.load(sys.stdin)' <"$job_out/devices.json" || fail "no JSON"
"$footfall" devices >"$job_out/devices.txt" || fail "as text: status $?"
for file in devices.json devices.txt; do
    for kind in "${kinds[@]}"; do
        grep -q "$(input_name "$kind")" "$job_out/$file" || fail "$file has no $(input_name "$kind")"
    done
    for word in accel_3d keys touches pointer switches accelerometer; do
        grep -q "$word" "$job_out/$file" || fail "$file has no $word"
    done
done
as_person "$(for_everyone "$footfall")" devices >"$job_out/person.txt" ||
    fail "a person with no rights: status $?"
grep -qi 'footfall setup' "$job_out/person.txt" || fail "it does not send the person to footfall setup"
report "$(wc -l <"$job_out/devices.txt") lines of text"
