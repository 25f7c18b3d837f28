#!/bin/bash
# Stopped until the kernel drops events: one gap record, and after it the state of the device.
# at most: 240 s
. "$LAB_ROOT/Tests/Lab/input.sh"
stopped() { kill -STOP "$recording"; }
goes_on() {
    kill -CONT "$recording"
    pause 1
}
state_of() { "$lab_share/input-peer" state "$(input_node "$1")" >"$job_out/$1.state"; }

input_start keys touch
listens keys keys --events keys --name-keys KEY_A,KEY_F13
input keys press KEY_A KEY_F13 KEY_B >/dev/null
for round in 1 2; do
    stopped
    # Some keys change, some change and change back; the kernel keeps 64 events.
    input keys release KEY_F13 >/dev/null
    input keys press KEY_F14 KEY_F15 >/dev/null
    input keys release KEY_F15 >/dev/null
    input keys burst $((round * 100)) >/dev/null
    input keys press KEY_A >/dev/null
    goes_on
    input keys run 30 30 >/dev/null
done
state_of keys
end_lossy keys
is_exact keys keys --named KEY_A,KEY_F13 --gaps kernel,kernel --state "$job_out/keys.state"
report "$figure"

listens touch touch --events touches
for finger in 2 5 7; do input touch down $finger $((finger * 300)) 1000 >/dev/null; done
stopped
# One goes, one is replaced by another, one moves; then more than the 1024 events that are kept.
input touch up 5 >/dev/null
input touch up 2 >/dev/null
input touch down 2 900 900 >/dev/null
input touch burst 26 >/dev/null
input touch up 0 >/dev/null
goes_on
input touch run 12 20 >/dev/null
state_of touch
end_lossy touch
is_exact touch touch --gaps kernel --state "$job_out/touch.state"
report "$figure"
