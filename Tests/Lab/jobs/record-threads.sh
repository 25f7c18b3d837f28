#!/bin/bash
# Recordings of one process, unplugged five times or stopped: as many threads and descriptors as before.
# at most: 400 s
. "$LAB_ROOT/Tests/Lab/recording.sh"
imu_sensors=ag
imu_start -r 1000
rounds_start local: 1000
for round in 1 2 3 4 5; do
    round_begins unplugged$round 60
    imu destroy >/dev/null
    round_ends unplugged$round 'failed: .*the device is gone'
    imu create >/dev/null
    imu_wait
done
round_begins stopped 2
round_ends stopped 'stopped;'
imu stall >/dev/null
round_ends_at_once stalled 'refused: .*has given nothing'
report "6 rounds and a refusal: $(rounds_left)"
