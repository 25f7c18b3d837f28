#!/bin/bash
# Vibration: an effect is uploaded, played and erased; where nothing vibrates, that is no error.
. "$LAB_ROOT/Tests/Lab/input.sh"
[ -x "$lab_recorder" ] || fail "there is no $lab_recorder; \`make lab\` builds it"
"$lab_recorder" rumble 1 >"$job_out/nothing" 2>&1 || fail "with nothing that vibrates: status $?"
input_start rumble
"$lab_recorder" rumble 2 >"$job_out/rumble" 2>&1 || fail "status $?: $(cat "$job_out/rumble")"
words=$(sed -n 's/^\(upload\|play\|erase\) .*/\1/p' "$job_out/rumble.truth" | uniq | tr '\n' ' ')
expect "what the device was asked to do" "$words" "upload play erase "
# What it is to do is a rumble, and strong enough to be one.
grep -qE '^upload [0-9]+ [0-9]+ type 0x50 strong [1-9]' "$job_out/rumble.truth" ||
    fail "it is no rumble: $(grep upload "$job_out/rumble.truth")"
report "$(grep -m 1 '^upload' "$job_out/rumble.truth" | cut -d ' ' -f 4-), $words"
