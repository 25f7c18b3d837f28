#!/bin/bash
# The right to read the device is revoked, as a session manager does: the word within 3 s, another one.
. "$LAB_ROOT/Tests/Lab/input.sh"
input_start keys
listens revoked keys
input keys run 40 40 >/dev/null
pause 1
input keys note gone >/dev/null
"$lab_share/input-peer" revoke "$recording" "$(input_node keys)" ||
    cannot "this kernel does not let another process's descriptor be revoked"
fails_within_3_s revoked 'revoked|taken away'
grep -qiE 'unplugged|is gone' "$job_out/revoked.err" && fail "it takes it for unplugging"
has_cut_input revoked
is_exact revoked keys --gaps device
report "$(tail -n 1 "$job_out/revoked.err")"

# One that is waited for would come back; this one has not gone.
part=waiting
listens waiting keys --reconnect 30
input keys run 20 40 >/dev/null
pause 1
input keys note gone >/dev/null
"$lab_share/input-peer" revoke "$recording" "$(input_node keys)" || fail "it cannot be revoked again"
fails_within_3_s waiting 'revoked|taken away'
has_cut_input waiting
is_exact waiting keys --part waiting --gaps device
