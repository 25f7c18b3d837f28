#!/bin/bash
# A user with no rights is denied, with the remedy; after `footfall setup --install` records.
. "$LAB_ROOT/Tests/Lab/recording.sh"
udevd_start
useradd --no-create-home participant
command=$(for_everyone "$footfall")
imu_sensors=ag
imu_start -r 100 -t
udevadm settle --timeout=10
mkdir -m 777 "$scratch/sessions"

attempt() {
    as_person timeout 60 "$command" record --source iio --quiet --uri local: --rate 100 --duration 5 \
        --types accelerometer,gyro --output "$scratch/sessions/$1" \
        >"$job_out/$1.path" 2>"$job_out/$1.err"
}

attempt before && fail "it records with no rights at all"
complains before 'footfall setup'
"$command" setup --install --user participant >"$job_out/setup" 2>&1 ||
    fail "setup: status $?: $(cat "$job_out/setup")"
attempt after
status=$?
[ $status -ne 124 ] || held_up "after setup: it takes longer than 60 s"
is_counted $status after
bring_out after
is_whole after accelerometer gyro --timestamped 100 --at-least 450
report "before: $(tail -n 1 "$job_out/before.err")"
