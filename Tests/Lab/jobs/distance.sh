#!/bin/bash
# A receiver of a real gpsd, fed by gpsfake: every fix, no place in the session, a gap where it is silent, gpsd killed.
# at most: 240 s
. "$LAB_ROOT/Tests/Lab/recording.sh"
command -v gpsd gpsfake >/dev/null || cannot "gpsd or gpsfake is not installed"
record_source=()
python3 -B "$LAB_ROOT/Tests/Lab/nmea.py" 120 >"$scratch/walk.nmea" || fail "no sentences"

gpsd_is_there() { "$footfall" devices --json --gps localhost:29470 | grep -q '"path"'; }

# feed PAUSE: sends the walk once, a fix each PAUSE seconds, through a gpsd of its own.
feed() {
    gpsfake -1 -q -c "$1" -P 29470 "$scratch/walk.nmea" >"$job_out/gpsfake" 2>&1 &
    feeding=$!
}

# One sentence of three a cycle: a fix a second.
feed 0.33
within 90 gpsd_is_there || held_up "gpsd does not answer: $(cat "$job_out/gpsfake")"
begin walk --gps localhost:29470 --duration 70
sleep 20
pkill -KILL -x gpsd || fail "there is no gpsd to kill"
sleep 4
kill $feeding 2>/dev/null
feed 0.33
within 30 gpsd_is_there || held_up "gpsd does not come again: $(cat "$job_out/gpsfake")"
wait $recording
status=$?
kill $feeding 2>/dev/null
bring_out walk
[ $status -eq 3 ] || blame $status "recording: $(cat "$job_out/walk.err")"
grep -q 'no fix for 3 s: gpsd has gone' "$job_out/walk.err" || fail "it is not told: $(cat "$job_out/walk.err")"
figure=$(at_host python3 -B "$LAB_ROOT/Tests/Lab/nmea.py" --judge "$job_out/walk") || fail "what is recorded does not hold"
"$footfall" record --quiet --gps localhost:1 --duration 1 --output "$scratch/none" 2>"$job_out/none.err" &&
    fail "it records without a gpsd"
grep -q 'localhost:1: no gpsd answers there; install it' "$job_out/none.err" || fail "$(cat "$job_out/none.err")"
report "$figure"
