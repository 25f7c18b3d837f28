// The report descriptor of the virtual hub: what it tells the kernel about its sensors.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sensor.h"

// Writes the descriptor of these sensors, at most `room` bytes; answers its size, or 0 if there was
// no room. With `timestamped` each input report ends in a time of the device's own.
size_t descriptor(const struct sensor *sensors, int count, bool timestamped, uint8_t *out, size_t room);
