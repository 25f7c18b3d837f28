// What the device really did: the log that recordings are judged by. Frames are kept in memory until
// truth_flush(), so that writing them down slows nothing that is under way.
#pragma once
#include <stdint.h>

#include "frame.h"

void truth_open(const char *path);

// A line of its own, after the frames so far; on the disk when this returns.
__attribute__((format(printf, 1, 2))) void truth_line(const char *format, ...);

// A frame that was handed to the kernel between these times of CLOCK_BOOTTIME.
void truth_frame(int64_t before_ns, int64_t after_ns, const struct frame *frame);

void truth_flush(void);
