// The door to /dev/uinput: a device that the kernel takes for one plugged in.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "frame.h"
#include "kind.h"

struct device {
    const struct kind *kind;
    int descriptor;  // -1 while it is unplugged
    char node[64];   // the event device that the kernel made of it
    uint64_t count;  // of the pattern's frames since it was plugged in
    uint64_t written;
};

// Both end the program, saying why, when the kernel refuses.
void device_plug(struct device *device);
void device_unplug(struct device *device);

// Hands these frames to the kernel in one write, and to the log.
void device_write(struct device *device, const struct frame *frames, int count);
