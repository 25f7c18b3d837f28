#!/bin/bash
# Accelerometer, gyroscope and magnetometer appear, and go when the hub is unplugged.
imu_start -r 100
ls -la /dev/iio*
iio_info
imu stat
