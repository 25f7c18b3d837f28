#!/bin/bash
# Losses of one, two and twenty samples from the first second on are told and counted; late samples are none.
# runs: outside
# at most: 300 s
. "$lab_root/Tests/Lab/recording.sh"
for rate in 100 1000; do
    inside <<END || blame $? "$rate Hz: recording"
. "\$LAB_ROOT/Tests/Lab/recording.sh"
imu_sensors=a
imu_start -r $rate -t
begin lost-$rate --uri local: --types accelerometer --rate $rate
streams() { imu stat | grep -q 'streaming=1'; }
within 20 streams || held_up "the sensor does not stream"
# In the first second: what comes ahead of the first sample is no loss of the recording.
for lost in 1 2 20; do imu skip \$lost >/dev/null; pause 0.2; done
within 20 has_begun lost-$rate || held_up "no samples within 20 s"
# Then 23 in each round, at places that are as far apart as programs start here.
for _ in 1 2 3 4 5 6; do
    for lost in 1 2 20; do imu skip \$lost >/dev/null; pause 0.3; done
done
imu skip 1 >/dev/null
imu skip 1 >/dev/null
pause 1
end lost-$rate
is_counted \$? lost-$rate
imu_stop
END
    is_whole lost-$rate accelerometer --timestamped $rate --at-least $((rate * 5)) --missing any
    missing=$(sed 's/.* \([0-9]*\) missing.*/\1/' <<<"$figure")
    [ "$missing" -ge $((6 * 23 + 2)) ] || fail "$rate Hz: $missing are missing, where $((6 * 23 + 2)) were lost at least"
    report "$rate Hz: $figure"
done

# Timestamped by the kernel when they come: late by 15 to 400 ms, alone, in pairs and while others wait.
inside <<'END' || blame $? "late samples: recording"
. "$LAB_ROOT/Tests/Lab/recording.sh"
imu_sensors=a
imu_start -r 100
begins late --uri local: --types accelerometer --rate 100
for late in 15 25 40 70 110 200 400; do
    for _ in 1 2 3; do
        imu late $late >/dev/null
        imu late $late >/dev/null
        pause 0.5
    done
done
pause 5
end late
is_counted $? late
END
is_whole late accelerometer --arrived --at-least 1000
report "late: $figure"
