// The kinds of virtual input devices: what each can tell, and what its frame k says.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "frame.h"

// An axis with its range and its resolution in units per mm, g, or degree per second.
struct axis {
    int code, minimum, maximum, resolution;
};

enum { KIND_LIST = 16, NOTHING = -1 };

// The lists end with NOTHING, an empty list begins with it.
struct kind {
    const char *word;  // as the command line names it
    const char *name;  // as the kernel calls the device
    uint16_t product;
    int property;  // INPUT_PROP_…, or NOTHING
    int keys[KIND_LIST], relative[KIND_LIST], misc[KIND_LIST], switches[KIND_LIST];
    struct axis axes[KIND_LIST];
    bool rumbles, has_surface;
    // Adds the events of frame k, but for the report; NULL where there is no pattern.
    void (*pattern)(struct frame *frame, uint64_t count);
};

extern const struct kind kinds[];

// The kind of that word, or NULL.
const struct kind *kind_named(const char *word);

// The code of a key of a kind by the kernel's name, or NOTHING.
int key_named(const struct kind *kind, const char *name);
