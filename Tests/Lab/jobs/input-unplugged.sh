#!/bin/bash
# Unplugged: the word within 3 s; or within the time that it is waited for it goes on, with one gap.
# at most: 300 s
. "$LAB_ROOT/Tests/Lab/input.sh"
input_start keys touch
for kind in keys touch; do
    part=gone-$kind
    listens $part $kind
    input $kind run 40 40 >/dev/null
    pause 1
    input $kind destroy >/dev/null
    fails_within_3_s $part 'unplugged|gone|removed|disappeared'
    has_cut_input $part
    # What it had told last and nobody had read is thrown away with it: nobody knows whether it had.
    is_exact $part $kind --part $part --gaps device
    input $kind create >/dev/null
done
report "$(tail -n 1 "$job_out/gone-keys.err")"

for kind in keys touch; do
    part=back-$kind
    listens $part $kind --reconnect 10
    # Held, or on the surface, when it goes.
    input $kind run 16 40 >/dev/null
    pause 1
    input $kind destroy >/dev/null
    pause 3
    input $kind create >/dev/null
    within 30 reads_or_ended $kind || held_up "$kind: it is not taken up again within 30 s"
    is_read $kind || fail "$kind: it is not taken up again: $(cat "$job_out/$part.err")"
    pause 1
    input $kind note heard >/dev/null
    input $kind run 40 40 >/dev/null
    end_lossy $part
    is_exact $part $kind --part $part --gaps device
    grep -q 'it is back; nothing was heard of it from uptime' "$job_out/$part/manifest.json" ||
        fail "$kind: no note says from when to when it was away"
    report "back after 3 s, $figure"
done

part=late
listens late keys --reconnect 1
input keys run 10 40 >/dev/null
pause 1
fault_at=$EPOCHREALTIME
input keys destroy >/dev/null
fails_within_3_s late 'did not come back within 1 s'
[ "$failed_after" -ge 1000000 ] || fail "it did not wait for it: $failure"
has_cut_input late
is_exact late keys --part late --gaps device
report "$(tail -n 1 "$job_out/late.err")"
