// The events of a device up to one report, as they are handed to the kernel.
#pragma once
#include <linux/input.h>
#include <string.h>

enum { FRAME_EVENTS = 80 };

struct frame {
    struct input_event events[FRAME_EVENTS];
    int count;
};

static inline void frame_add(struct frame *frame, int type, int code, int value) {
    if (frame->count == FRAME_EVENTS) return;
    struct input_event *event = &frame->events[frame->count++];
    memset(event, 0, sizeof *event);
    event->type = (__u16)type;
    event->code = (__u16)code;
    event->value = value;
}

static inline void frame_end(struct frame *frame) { frame_add(frame, EV_SYN, SYN_REPORT, 0); }
