// The kinds of virtual input devices. Frame k is a function of k, and no two frames in a row say the
// same: the kernel passes on only what differs, and no frame may be lost unseen.
#include "kind.h"

#include <stddef.h>

#include "surface.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))
#define NONE {NOTHING}
#define NO_AXES {{.code = NOTHING}}

static const struct {
    const char *name;
    int code;
} key_names[] = {
    {"KEY_A", KEY_A},     {"KEY_B", KEY_B},   {"KEY_F13", KEY_F13},     {"KEY_F14", KEY_F14},
    {"KEY_F15", KEY_F15}, {"BTN_0", BTN_0},   {"BTN_TOUCH", BTN_TOUCH}, {"BTN_LEFT", BTN_LEFT},
    {"BTN_SOUTH", BTN_SOUTH},
};

// Between -500 and 500, up and down, as the virtual IMU's.
static int triangle(uint64_t count) {
    int phase = (int)(count % 2000);
    return phase < 1000 ? phase - 500 : 1500 - phase;
}

// Each key in turn is pressed, then each released. The scan code counts.
static void pattern_keys(struct frame *frame, uint64_t count) {
    static const int turn[] = {KEY_A, KEY_F13, KEY_B, KEY_F14, BTN_0, KEY_F15};
    frame_add(frame, EV_MSC, MSC_SCAN, (int)(count & 0x7fffffff));
    frame_add(frame, EV_KEY, turn[count % COUNT(turn)], count / COUNT(turn) % 2 == 0);
}

static void pattern_accel(struct frame *frame, uint64_t count) {
    int x = (int)(count % 32768);
    frame_add(frame, EV_ABS, ABS_X, x);
    frame_add(frame, EV_ABS, ABS_Y, triangle(count));
    frame_add(frame, EV_ABS, ABS_Z, 8192);
    frame_add(frame, EV_ABS, ABS_RX, -x);
    frame_add(frame, EV_ABS, ABS_RY, triangle(count + 700));
    frame_add(frame, EV_ABS, ABS_RZ, 160);
    frame_add(frame, EV_MSC, MSC_TIMESTAMP, (int)(count * 1000 & 0x7fffffff));
}

// As screens on USB do: each frame with the device's own time.
static void pattern_touch(struct frame *frame, uint64_t count) {
    surface_pattern(frame, count);
    frame_add(frame, EV_MSC, MSC_TIMESTAMP, (int)(count * 1000 & 0x7fffffff));
}

static void pattern_mouse(struct frame *frame, uint64_t count) {
    frame_add(frame, EV_REL, REL_X, 1 + (int)(count % 100));
    frame_add(frame, EV_REL, REL_Y, -1 - (int)(count % 51));
    if (count % 10 == 9) frame_add(frame, EV_REL, REL_WHEEL, count % 20 < 10 ? 1 : -1);
}

static void pattern_switch(struct frame *frame, uint64_t count) {
    frame_add(frame, EV_SW, SW_LID, count % 2 == 0);
}

const struct kind kinds[] = {
    {
        .word = "keys", .name = "Virtual Foot Switch", .product = 0x7403, .property = NOTHING,
        .keys = {KEY_A, KEY_B, KEY_F13, KEY_F14, KEY_F15, BTN_0, NOTHING},
        .relative = NONE, .misc = {MSC_SCAN, NOTHING}, .switches = NONE, .axes = NO_AXES,
        .pattern = pattern_keys,
    },
    {
        .word = "touch", .name = "Virtual Touch", .product = 3, .property = INPUT_PROP_DIRECT,
        .keys = {BTN_TOUCH, NOTHING}, .relative = NONE, .misc = {MSC_TIMESTAMP, NOTHING},
        .switches = NONE,
        .axes = {
            {ABS_X, 0, 4095, 20}, {ABS_Y, 0, 4095, 20},
            {ABS_MT_SLOT, 0, SURFACE_FINGERS - 1, 0}, {ABS_MT_TRACKING_ID, 0, 65535, 0},
            {ABS_MT_POSITION_X, 0, 4095, 20}, {ABS_MT_POSITION_Y, 0, 4095, 20},
            {ABS_MT_PRESSURE, 0, 255, 0}, {ABS_MT_TOUCH_MAJOR, 0, 255, 0},
            {ABS_MT_TOUCH_MINOR, 0, 255, 0}, {.code = NOTHING},
        },
        .has_surface = true, .pattern = pattern_touch,
    },
    {
        .word = "touchA", .name = "Virtual Touch A", .product = 5, .property = INPUT_PROP_DIRECT,
        .keys = {BTN_TOUCH, NOTHING}, .relative = NONE, .misc = NONE, .switches = NONE,
        .axes = {
            {ABS_X, 0, 4095, 20}, {ABS_Y, 0, 4095, 20},
            {ABS_MT_POSITION_X, 0, 4095, 20}, {ABS_MT_POSITION_Y, 0, 4095, 20},
            {ABS_MT_PRESSURE, 0, 255, 0}, {ABS_MT_TOUCH_MAJOR, 0, 255, 0},
            {ABS_MT_TOUCH_MINOR, 0, 255, 0}, {.code = NOTHING},
        },
        .has_surface = true, .pattern = surface_pattern,
    },
    {
        .word = "single", .name = "Virtual Single Touch", .product = 6,
        .property = INPUT_PROP_DIRECT, .keys = {BTN_TOUCH, NOTHING}, .relative = NONE,
        .misc = NONE, .switches = NONE,
        .axes = {
            {ABS_X, 0, 4095, 20}, {ABS_Y, 0, 4095, 20}, {ABS_PRESSURE, 0, 255, 0},
            {.code = NOTHING},
        },
        .has_surface = true, .pattern = surface_pattern,
    },
    {
        .word = "accel", .name = "Virtual Accelerometer", .product = 2,
        .property = INPUT_PROP_ACCELEROMETER, .keys = NONE, .relative = NONE,
        .misc = {MSC_TIMESTAMP, NOTHING}, .switches = NONE,
        .axes = {
            {ABS_X, -32768, 32767, 8192}, {ABS_Y, -32768, 32767, 8192},
            {ABS_Z, -32768, 32767, 8192}, {ABS_RX, -32768, 32767, 16},
            {ABS_RY, -32768, 32767, 16}, {ABS_RZ, -32768, 32767, 16}, {.code = NOTHING},
        },
        .pattern = pattern_accel,
    },
    {
        .word = "mouse", .name = "Virtual Mouse", .product = 7, .property = NOTHING,
        .keys = {BTN_LEFT, NOTHING}, .relative = {REL_X, REL_Y, REL_WHEEL, NOTHING},
        .misc = NONE, .switches = NONE, .axes = NO_AXES, .pattern = pattern_mouse,
    },
    {
        .word = "switch", .name = "Virtual Switch", .product = 8, .property = NOTHING,
        .keys = NONE, .relative = NONE, .misc = NONE, .switches = {SW_LID, NOTHING},
        .axes = NO_AXES, .pattern = pattern_switch,
    },
    {
        .word = "rumble", .name = "Virtual Rumble", .product = 4, .property = NOTHING,
        .keys = {BTN_SOUTH, NOTHING}, .relative = NONE, .misc = NONE, .switches = NONE,
        .axes = NO_AXES, .rumbles = true,
    },
};

const struct kind *kind_named(const char *word) {
    for (size_t index = 0; index < COUNT(kinds); index++)
        if (strcmp(kinds[index].word, word) == 0) return &kinds[index];
    return NULL;
}

int key_named(const struct kind *kind, const char *name) {
    for (size_t index = 0; index < COUNT(key_names); index++) {
        if (strcmp(key_names[index].name, name) != 0) continue;
        for (const int *key = kind->keys; *key != NOTHING; key++)
            if (*key == key_names[index].code) return *key;
    }
    return NOTHING;
}
