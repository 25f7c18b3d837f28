#!/bin/bash
# A device that another program has grabbed is refused, with its name; the first one goes on.
# runs: alone
. "$LAB_ROOT/Tests/Lab/input.sh"
input_start keys
"$lab_share/input-peer" grab "$(input_node keys)" >"$scratch/grabbed" &
peer=$!
within 20 test -s "$scratch/grabbed" || held_up "it cannot be grabbed within 20 s"
for option in '' --grab; do
    name=second$option
    # shellcheck disable=SC2086
    begin "$name" --input 'Virtual Foot Switch' $option
    fails_within_3_s "$name" grabbed
    complains "$name" "input-peer|$peer"
done
kill $peer
not_within 20 kill -0 $peer || held_up "the peer does not end"
report "$(tail -n 1 "$job_out/second.err")"

listens first keys --grab
first=$recording
input keys run 40 40 >/dev/null
begin third --input 'Virtual Foot Switch' --duration 5
fails_within_3_s third grabbed
complains third "footfall|$first"
input keys run 40 40 >/dev/null
recording=$first
end first || fail "the first ended with $?: $(cat "$job_out/first.err")"
is_exact first keys --at-least 80
report "$figure"
