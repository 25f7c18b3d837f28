// The fingers on a virtual touch surface. What a finger presses and how large it is follow from a count
// of touches, so that they differ from frame to frame.
#include "surface.h"

#define UNUSED(slot) ((slot).id < 0)

struct finger {
    int id;  // -1: not on the surface
    int x, y;
};

static struct finger fingers[SURFACE_FINGERS];
static enum protocol protocol;
static int next_id;
static unsigned touches;
static bool was_touched;

void surface_clear(enum protocol now) {
    protocol = now;
    next_id = 0;
    touches = 0;
    was_touched = false;
    for (int finger = 0; finger < SURFACE_FINGERS; finger++) fingers[finger].id = -1;
}

int surface_fingers(void) {
    switch (protocol) {
    case PROTOCOL_SLOTS: return SURFACE_FINGERS;
    // The kernel takes 60 events of such a device as one frame.
    case PROTOCOL_NO_IDS: return 5;
    case PROTOCOL_SINGLE: return 1;
    }
    return 0;
}

bool surface_has(int finger) { return !UNUSED(fingers[finger]); }

static int pressure(void) { return 1 + (int)(touches % 255); }
static int major(void) { return 20 + (int)(touches % 41); }
static int minor(void) { return 10 + (int)(touches % 31); }

// Position and size of a finger, by the codes of multi-touch.
static void tell_finger(struct frame *frame, const struct finger *finger) {
    frame_add(frame, EV_ABS, ABS_MT_POSITION_X, finger->x);
    frame_add(frame, EV_ABS, ABS_MT_POSITION_Y, finger->y);
    frame_add(frame, EV_ABS, ABS_MT_PRESSURE, pressure());
    frame_add(frame, EV_ABS, ABS_MT_TOUCH_MAJOR, major());
    frame_add(frame, EV_ABS, ABS_MT_TOUCH_MINOR, minor());
}

void surface_touch(struct frame *frame, int index, int x, int y, bool is_new) {
    struct finger *finger = &fingers[index];
    bool leaves = is_new && !UNUSED(*finger);
    is_new |= UNUSED(*finger);
    if (is_new) finger->id = next_id++ & 0xffff;
    finger->x = x;
    finger->y = y;
    touches++;
    if (protocol != PROTOCOL_SLOTS) return;
    frame_add(frame, EV_ABS, ABS_MT_SLOT, index);
    if (leaves) frame_add(frame, EV_ABS, ABS_MT_TRACKING_ID, -1);
    if (is_new) frame_add(frame, EV_ABS, ABS_MT_TRACKING_ID, finger->id);
    tell_finger(frame, finger);
}

void surface_lift(struct frame *frame, int index) {
    fingers[index].id = -1;
    if (protocol != PROTOCOL_SLOTS) return;
    frame_add(frame, EV_ABS, ABS_MT_SLOT, index);
    frame_add(frame, EV_ABS, ABS_MT_TRACKING_ID, -1);
}

static void tell_all(struct frame *frame) {
    bool any = false;
    for (int index = 0; index < SURFACE_FINGERS; index++) {
        if (UNUSED(fingers[index])) continue;
        any = true;
        touches++;
        tell_finger(frame, &fingers[index]);
        frame_add(frame, EV_SYN, SYN_MT_REPORT, 0);
    }
    if (!any) frame_add(frame, EV_SYN, SYN_MT_REPORT, 0);
}

void surface_tell(struct frame *frame) {
    const struct finger *first = NULL;
    for (int index = 0; index < SURFACE_FINGERS && !first; index++)
        if (!UNUSED(fingers[index])) first = &fingers[index];
    if (protocol == PROTOCOL_NO_IDS) tell_all(frame);
    // The first finger is told in the way of one pointer as well.
    if ((first != NULL) != was_touched) frame_add(frame, EV_KEY, BTN_TOUCH, first != NULL);
    was_touched = first != NULL;
    if (first) {
        frame_add(frame, EV_ABS, ABS_X, first->x);
        frame_add(frame, EV_ABS, ABS_Y, first->y);
    }
    if (protocol == PROTOCOL_SINGLE) frame_add(frame, EV_ABS, ABS_PRESSURE, first ? pressure() : 0);
}

// Where a finger is in frame k: each in a stripe of its own, never twice in a row at one place.
static void place(struct frame *frame, int finger, uint64_t count, bool is_new) {
    int x = 40 + finger * 400 + (int)(count % 97);
    int y = 100 + (int)(count * 7 % 3900);
    if (protocol == PROTOCOL_NO_IDS) y = 2000 + (int)(count % 89);
    surface_touch(frame, finger, x, y, is_new);
}

void surface_pattern(struct frame *frame, uint64_t count) {
    // Not in the order of their slots, so that no finger's number is its slot's.
    int fingers_here = surface_fingers(), step = fingers_here == 10 ? 3 : fingers_here == 5 ? 2 : 1;
    int moves = 20, length = 2 * fingers_here + moves, phase = (int)(count % (uint64_t)length);
    int comes = phase < fingers_here ? phase * step % fingers_here : -1;
    int goes = phase - fingers_here - moves;
    int is_replaced = protocol == PROTOCOL_SLOTS && phase == fingers_here + moves / 2 ? 4 : -1;
    goes = goes >= 0 ? (goes * step + 2) % fingers_here : -1;
    for (int finger = 0; finger < fingers_here; finger++) {
        if (finger == goes && surface_has(finger)) {
            surface_lift(frame, finger);
        } else if (finger == comes || surface_has(finger)) {
            place(frame, finger, count, finger == is_replaced);
        }
    }
    surface_tell(frame);
}
