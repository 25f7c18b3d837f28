#!/bin/bash
# A task in a terminal: its sensor is unplugged in mid-step, or refused, and each answer to the question leads on.
# at most: 300 s
. "$LAB_ROOT/Tests/Lab/recording.sh"
cat >"$scratch/walk.json" <<'END'
{"identifier": "Walk", "steps": [
  {"identifier": "walk", "type": "active", "title": "Walk up and down", "duration": 3600},
  {"identifier": "end", "type": "completion", "title": "That was all"}
 ], "asyncActions": [{"identifier": "lowBack_motion", "type": "motion", "startStepIdentifier": "walk",
  "frequency": 100, "recorderTypes": ["accelerometer", "gyro"]}]}
END

# task NAME OPTION…: does the task on a pseudo-terminal, as `Tests/Proofs/terminal.py` tells it by lines.
task() {
    recorded=$1
    mkdir -p "$sessions/sessions/$1"
    coproc terminal { exec python3 -B "$LAB_ROOT/Tests/Proofs/terminal.py" "$scratch" "$footfall" run walk.json \
        --output "$sessions/sessions/$1" "${@:2}" 2>"$job_out/$1.err"; }
    keys=${terminal[1]} shown=${terminal[0]} driver=$terminal_PID
}

# says LINE: the terminal's answer to a line; $answer is what is behind its `ok`.
says() {
    local verdict
    echo "$1" >&"$keys"
    read -r -t 90 -u "$shown" verdict answer || held_up "$recorded: the terminal does not answer: $(cat "$job_out/$recorded.err")"
    [ "$verdict" = ok ] || fail "$recorded: $1: $answer"
}

sees() { says "wait 60 $*"; }
# A question that comes by itself takes no key of somebody who just types on.
types() { pause 0.6; says "type $*"; }

# is_over STATUS: waits for the end, and expects a status.
is_over() {
    says "status 60"
    exec {keys}>&- {shown}<&-
    wait "$driver"
    bring_out "$recorded"
    expect "$recorded: the status" "$answer" "$1"
}

imu_sensors=ag
imu_start -r 100 -t

# walks NAME OPTION…: begins the task, allows the sensors, and waits for samples.
walks() {
    task "$@"
    sees "May this task record"
    types "$allow"
    sees "Walk up and down"
    within 20 has_samples "$1" || held_up "$1: no samples within 20 s"
}

replug() {
    imu create >/dev/null
    imu_wait
}

for style in plain full; do
    options=() allow='\r' again='\r' without='\t\r' end='\t\t\r'
    [ $style = full ] || options=(--plain) allow='1\r' again='1\r' without='2\r' end='3\r'

    walks $style-again "${options[@]}"
    imu destroy >/dev/null
    sees "has stopped recording"
    sees "End the task"
    replug
    types "$again"
    next=$sessions/sessions/$style-again
    within 20 eval "[ \"\$(cat \"$next\"/*/*_2.json | grep -c '\"x\":')\" -gt 50 ]" ||
        fail "$style: no samples in a next file within 20 s of trying again"
    types '\x03'
    # The recorder failed: that is told, whatever was done about it.
    is_over 1
    expect "$style: the files" "$(cd "$job_out/$style-again" && echo lowBack*)" "lowBack_motion.json lowBack_motion_2.json"

    walks $style-without "${options[@]}"
    imu destroy >/dev/null
    sees "End the task"
    types "$without"
    [ $style = plain ] || sees "Walk up and down"
    types '\x03'
    is_over 1
    is_partial $style-without accelerometer gyro
    replug

    walks $style-end "${options[@]}"
    imu destroy >/dev/null
    sees "End the task"
    types "$end"
    is_over 1
    is_partial $style-end accelerometer gyro

    # Unplugged ahead of the start, and plugged in while it is asked.
    task $style-late "${options[@]}"
    sees "May this task record"
    types "$allow"
    sees "cannot record"
    sees "End the task"
    replug
    types "$again"
    sees "Walk up and down"
    within 20 has_samples $style-late || fail "$style: no samples within 20 s of trying again"
    types '\x03'
    is_over 4
    is_whole $style-late accelerometer gyro

    # Refused: nobody turns the sensor on.
    refuse='\t\r'
    [ $style = full ] || refuse='2\r'
    task $style-refused "${options[@]}"
    sees "May this task record"
    types "$refuse"
    sees "is not allowed"
    sees "End the task"
    types "$without"
    sees "Walk up and down"
    pause 1
    expect "whether the refused sensor is on" "$(cat "$(device_named accel_3d)/buffer/enable")" 0
    types '\x03'
    is_over 1
    expect "$style: the files of a refused sensor" "$(cd "$job_out/$style-refused" && compgen -G 'lowBack*')" ""
done
report "whole screen and line by line: tried again, gone on without, ended, plugged in late, refused"
