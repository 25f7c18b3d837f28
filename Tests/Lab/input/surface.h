// The fingers on a virtual touch surface, and the events that tell of them in each protocol.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "frame.h"

enum { SURFACE_FINGERS = 10 };

enum protocol {
    PROTOCOL_SLOTS,    // B: each finger has a slot and a tracking id, and only changes are told
    PROTOCOL_NO_IDS,   // A: every frame tells all fingers, and no names of them
    PROTOCOL_SINGLE,   // one finger, without any of that
};

// A surface that nobody touches; takes what the device's protocol is.
void surface_clear(enum protocol protocol);

// How many fingers it tells apart.
int surface_fingers(void);

bool surface_has(int finger);

// Puts a finger down or moves it; where one is down, `is_new` lets another one come in its place.
void surface_touch(struct frame *frame, int finger, int x, int y, bool is_new);
void surface_lift(struct frame *frame, int finger);

// Tells what changed, as far as it was not told yet: the last call for a frame.
void surface_tell(struct frame *frame);

// The events of frame k: fingers come one after another, all move, one is replaced, they go.
void surface_pattern(struct frame *frame, uint64_t count);
