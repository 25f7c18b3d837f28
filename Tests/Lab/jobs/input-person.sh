#!/bin/bash
# A user with no rights is denied, with the remedy; after `footfall setup --install` records.
. "$LAB_ROOT/Tests/Lab/input.sh"
udevd_start
useradd --no-create-home participant
command=$(for_everyone "$footfall")
input_start keys
udev_settle
mkdir -m 777 "$scratch/sessions"

attempt() {
    as_person timeout 60 "$command" record --quiet --input 'Virtual Foot Switch' \
        --output "$scratch/sessions/$1" >"$job_out/$1.path" 2>"$job_out/$1.err"
}

attempt before && fail "it records with no rights at all"
complains before 'footfall setup'
"$command" setup --install --user participant >"$job_out/setup" 2>&1 ||
    fail "setup: status $?: $(cat "$job_out/setup")"
attempt after &
recording=$!
reads after keys
input keys run 40 40 >/dev/null
pkill -TERM -u participant -x "${footfall##*/}" || fail "it has ended: $(cat "$job_out/after.err")"
wait $recording || blame $? "after setup: $(cat "$job_out/after.err")"
bring_out after
is_exact after keys --at-least 40
report "before: $(tail -n 1 "$job_out/before.err")"
