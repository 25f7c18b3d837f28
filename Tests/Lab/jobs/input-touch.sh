#!/bin/bash
# Ten fingers by slots, five in lists (protocol A) and one alone: each change, numbered, in millimetres.
# at most: 240 s
. "$LAB_ROOT/Tests/Lab/input.sh"
input_start touch touchA single
# There already when the recording begins.
input touch down 4 1000 2000 >/dev/null
# As many frames as leave nobody on the surface: fingers without names may not jump.
declare -A frames=([touch]=200 [touchA]=210 [single]=220)
for kind in touch touchA single; do
    listens $kind $kind --events touches
    input $kind run ${frames[$kind]} 40 >/dev/null
    input $kind down 0 100 200 >/dev/null
    input $kind move 0 140 200 >/dev/null
    input $kind up 0 >/dev/null
    # Again at the same place: the kernel does not repeat where that is.
    input $kind tap 140 200 50 >/dev/null
    end $kind || fail "$kind: status $?: $(cat "$job_out/$kind.err")"
    is_exact $kind $kind --at-least 200
    report "$figure"
done
for words in 4095 20; do
    grep -q "$words" "$job_out/touch/manifest.json" ||
        fail "the manifest does not tell the range or the resolution: no $words"
done
