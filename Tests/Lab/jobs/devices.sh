#!/bin/bash
# The three sensors are devices when the IMU is plugged in, and none when it is not.
imu_start -r 100
[ "$(imu_devices agm)" = $'accel_3d\ngyro_3d\nmagn_3d' ] || fail "the letters mean something else"
for name in accel_3d gyro_3d magn_3d; do
    folder=$(device_named $name)
    [ -c "/dev/${folder##*/}" ] || fail "$name has no device node"
    [ -e "$folder/trigger/current_trigger" ] || fail "$name takes no trigger"
    read -r trigger <"$folder/trigger/current_trigger"
    [ "${trigger%%-*}" = $name ] || fail "the trigger of $name is '$trigger', not its own"
done

accel=$(device_named accel_3d)
expect "the accelerometer's scale" "$(cat "$accel/in_accel_scale")" 0.009806650
expect "the format of x" "$(cat "$accel/scan_elements/in_accel_x_type")" "le:s16/32>>0"
gyro=$(device_named gyro_3d)
expect "the gyroscope's scale" "$(cat "$gyro/in_anglvel_scale")" 0.000017453
expect "the format of x" "$(cat "$gyro/scan_elements/in_anglvel_x_type")" "le:s32/32>>0"
magn=$(device_named magn_3d)
expect "the magnetometer's scale" "$(cat "$magn/in_magn_scale")" 0.001000000
# Without timestamps of the device its driver has none: a reader has to estimate them.
[ ! -e "$magn/scan_elements/in_timestamp_en" ] || fail "the magnetometer has timestamps after all"

imu destroy
not_within 20 has_devices accel_3d || held_up "the accelerometer is still there, 20 s after unplugging"
imu create
imu_wait
imu_stop
imu_start -r 100 -t
[ -e "$(device_named magn_3d)/scan_elements/in_timestamp_en" ] || fail "the timestamps of the device are lost"

report "accelerometer, gyroscope, magnetometer; gone when unplugged, back when plugged in"
