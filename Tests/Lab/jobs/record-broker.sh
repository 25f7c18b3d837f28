#!/bin/bash
# A broker is told life signs, and killed, stopped and started anew, beside two sensors at 1 kHz: counts are exact, and
# its last word is the end.
. "$LAB_ROOT/Tests/Lab/recording.sh"
PATH=$PATH:/usr/sbin
command -v mosquitto >/dev/null && command -v mosquitto_sub >/dev/null || cannot "mosquitto is not installed"
printf 'listener 1883 127.0.0.1\nallow_anonymous true\nuser root\n' >"$scratch/broker.conf"

broker_start() {
    mosquitto -c "$scratch/broker.conf" >>"$job_out/broker.log" 2>&1 &
    broker=$!
}

# Does the broker keep this state of the board?
keeps() {
    [ "$(mosquitto_sub -p 1883 -t lab/imu/record/state -C 1 -W 2 2>/dev/null)" = "$1" ]
}

broker_start
imu_sensors=ag
imu_start -r 1000 -t
begins heard --uri local: --types accelerometer,gyro --rate 1000 \
    --life-signs mqtt://127.0.0.1:1883/lab --board imu
within 20 keeps recording || held_up "the broker hears nothing within 20 s: $(cat "$job_out/heard.err")"
for _ in 1 2; do
    kill -KILL $broker
    wait $broker 2>/dev/null
    # While nobody takes a connection.
    pause 1
    broker_start
    within 30 keeps recording || held_up "the new broker hears nothing within 30 s: $(cat "$job_out/heard.err")"
    kill -STOP $broker
    pause 2
    kill -CONT $broker
done
end heard
is_counted $? heard
complains heard 'life signs: the broker mqtt://127\.0\.0\.1/lab'
is_whole heard accelerometer gyro --timestamped 1000 --at-least 4000
keeps stopped || held_up "the broker did not take the last word in its time: $(cat "$job_out/heard.err")"
kill $broker
report "killed twice and stopped twice, $figure"
