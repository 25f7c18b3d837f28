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
is_exact revoked keys
report "$(tail -n 1 "$job_out/revoked.err")"
