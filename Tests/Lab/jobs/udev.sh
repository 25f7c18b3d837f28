#!/bin/bash
# With a udev rule and a group, a user with no other rights reads a buffer.
udevd_start
groupadd --system iio
useradd --no-create-home --groups iio participant
cat >/etc/udev/rules.d/70-lab.rules <<'END'
SUBSYSTEM=="iio", KERNEL=="iio:device*", GROUP="iio", MODE="0660", \
  RUN+="/bin/sh -c 'cd /sys%p && chgrp -R iio buffer scan_elements trigger buffer0 && chmod -R g+w buffer scan_elements trigger buffer0 && find . -maxdepth 1 -type f -writable -exec chgrp iio {} + -exec chmod g+w {} +'"
END
udev_settle
imu_start -r 100
udevadm settle --timeout=10 || held_up "udev is not done within 10 s"
accel=$(device_named accel_3d)
expect "the group of the node" "$(stat -c %G-%a "/dev/${accel##*/}")" iio-660
as_person timeout 30 iio_readdev -b 16 -s 64 accel_3d >"$scratch/scans" ||
    blame $? "a buffer is refused"
expect "the bytes read" "$(stat -c %s "$scratch/scans")" $((64 * 24))
report "64 scans read by $(as_person id -un), of group iio"
