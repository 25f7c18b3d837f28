#!/bin/bash
# Stopped until the kernel drops events: one gap record, and after it the state of the device.
# at most: 240 s
. "$LAB_ROOT/Tests/Lab/input.sh"
stopped() { kill -STOP "$recording"; }
# goes_on KIND GAPS: nothing that the device does from now on may be lost: the file has so many gaps.
goes_on() {
    kill -CONT "$recording"
    # Whether there is one at all, the judge says.
    within 30 tells_gaps "$2"
    input "$1" note heard >/dev/null
}
state_of() { "$lab_share/input-peer" state "$(input_node "$1")" >"$job_out/$1.state"; }

input_start keys touch touchA single accel
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
    goes_on keys $round
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
goes_on touch 1
input touch run 12 20 >/dev/null
state_of touch
end_lossy touch
is_exact touch touch --gaps kernel --state "$job_out/touch.state"
report "$figure"

# One finger: it goes and another comes, unseen. In lists: nobody can be asked who is there.
for kind in single touchA; do
    listens $kind $kind --events touches
    input $kind down 0 300 1000 >/dev/null
    stopped
    input $kind up 0 >/dev/null
    input $kind down 0 900 900 >/dev/null
    input $kind burst 120 >/dev/null
    goes_on $kind 1
    input $kind run 40 40 >/dev/null
    end_lossy $kind
    is_exact $kind $kind --gaps kernel
    report "$figure"
done

# As motion: a gap of each sensor, in samples by the rate until then.
begin motion --types accelerometer,gyro
reads motion accel
input accel run 200 100 >/dev/null
stopped
input accel run 100 100 >/dev/null
goes_on accel 1
input accel run 100 100 >/dev/null
end_lossy motion
is_exact motion accel --file '*motion*.json' --gaps kernel
report "$figure"
# At least what the device did; and no more, however long the machine took, than the rate until then comes
# to in the time without samples.
at_host python3 - "$job_out"/motion/*motion*.json <<'END' || fail "what the gaps of motion count"
import json, statistics, sys
records = json.load(open(sys.argv[1]))
for sensor in ("accelerometer", "gyro"):
    own = [record for record in records if record.get("sensorType") == sensor]
    [at] = [place for place, record in enumerate(own) if "lost" in record]
    before = [record["uptime"] for record in own[:at]]
    # The usual step: a busy machine may have had the device wait.
    step = statistics.median(b - a for a, b in zip(before, before[1:]))
    due = (own[at + 1]["uptime"] - before[-1]) / step - 1
    lost = own[at]["lost"]
    assert 90 <= lost <= due + 2, f"{sensor}: {lost} told lost of 100, where {due:.1f} were due"
    print(f"{sensor}: {lost} told lost of 100, {due:.1f} due by the rate until then")
END
report "$(tail -n 1 "$job_out/log")"
