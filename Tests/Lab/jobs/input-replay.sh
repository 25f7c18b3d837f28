#!/bin/bash
# A session of touches and keys, with a gap and marks in it, is replayed twice: the same bytes.
# at most: 240 s
. "$LAB_ROOT/Tests/Lab/input.sh"
input_start touch keys
begin session --input 'Virtual Touch' --input 'Virtual Foot Switch' --mark-key KEY_F13=step
reads session touch keys
input touch run 120 40 >/dev/null
input keys run 60 20 >/dev/null
kill -STOP "$recording"
input touch burst 45 >/dev/null
input keys burst 100 >/dev/null
kill -CONT "$recording"
pause 1
input touch run 20 40 >/dev/null
input keys run 20 20 >/dev/null
end_lossy session
is_exact session touch --file '*ouch*input*.json' --gaps kernel
is_exact session keys --file '*witch*input*.json' --named KEY_F13 --gaps kernel
folder=$(echo "$sessions"/sessions/session/*/)
for round in 1 2; do
    mkdir -p "$sessions/replays/$round"
    "$footfall" replay "$folder" --speed max --quiet --output "$sessions/replays/$round" \
        >"$job_out/replay.$round" 2>&1
    status=$?
    [ $status -eq 3 ] || fail "replay $round: status $status, not 3: $(cat "$job_out/replay.$round")"
done
files=0
for file in "$folder"*input*.json; do
    for round in 1 2; do
        cmp "$file" "$sessions/replays/$round"/*/"${file##*/}" ||
            fail "${file##*/} is another one in replay $round"
    done
    files=$((files + 1))
done
expect "the number of files" $files 2
report "$files files, $(cat "$folder"*input*.json | wc -c) bytes, the same in session and replays"
