#!/bin/bash
# How old the newest record of a file is when it can be read: from sensor to file within 300 ms.
# runs: alone
. "$LAB_ROOT/Tests/Lab/recording.sh"
imu_sensors=ag
imu_start -r 100 -t
begins late --uri local: --types accelerometer,gyro --rate 100
file=$(echo "$sessions"/sessions/late/*/*_motion.json)
figure=$(python3 - "$file" <<'END'
import os, re, sys, time
newest = re.compile(rb'"uptime":([0-9.]+)')
descriptor = os.open(sys.argv[1], os.O_RDONLY)
ages, last = [], None
end = time.monotonic() + 8
while time.monotonic() < end:
    size = os.fstat(descriptor).st_size
    found = newest.findall(os.pread(descriptor, 2000, max(0, size - 2000)))
    now = time.clock_gettime(time.CLOCK_BOOTTIME)
    # Just before a write the newest record is oldest: what was on its way is as old as the next.
    if found and found[-1] != last:
        if last is not None:
            ages.append(now - previous)
        last, previous = found[-1], float(found[-1])
    time.sleep(0.005)
ages.sort()
print(f"median {ages[len(ages) // 2] * 1000:.0f} ms, longest {ages[-1] * 1000:.0f} ms, {len(ages)} writes")
sys.exit(75 if ages[len(ages) // 2] > 0.3 else 0)
END
) || blame $? "from sensor to file: $figure"
end late
is_counted $? late
is_whole late accelerometer gyro --timestamped 100
report "a sample is in the file after at most: $figure"
