#!/bin/bash
# Keys and a foot switch: every press and release, at the kernel's time, and no key named unasked.
. "$LAB_ROOT/Tests/Lab/input.sh"
input_start keys
# Held already when the recording begins.
input keys press KEY_F14 >/dev/null
listens keys keys --events keys --name-keys KEY_F13,BTN_0
input keys run 600 100 >/dev/null
input keys press KEY_A KEY_F13 >/dev/null
input keys repeat KEY_A >/dev/null
input keys repeat KEY_F13 >/dev/null
input keys release KEY_F13 KEY_A >/dev/null
# As many in one write as the kernel keeps for a reader.
input keys burst 20 >/dev/null
end keys || fail "status $?: $(cat "$job_out/keys.err")"
is_exact keys keys --named KEY_F13,BTN_0 --at-least 620
grep -lE 'KEY_(A|B|F14|F15)|MSC_SCAN' "$job_out/keys"/* && fail "a key is named that may not be"
report "$figure"

# Others beside it, each in a file of its own.
input_start mouse switch
begin both --input 'Virtual Mouse' --input 'Virtual Switch' --events all
reads both mouse switch
input mouse run 100 50 >/dev/null
input mouse press BTN_LEFT >/dev/null
input mouse release BTN_LEFT >/dev/null
input switch run 21 20 >/dev/null
end both || fail "status $?: $(cat "$job_out/both.err")"
is_exact both mouse --file '*ouse*input*.json' --at-least 102
report "$figure"
is_exact both switch --file '*witch*input*.json' --at-least 21
report "$figure"
