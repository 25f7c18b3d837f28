// The door to /dev/uinput. A device that is plugged in again has the same name, ids and place; the
// kernel may give it another number.
#define _GNU_SOURCE
#include "device.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "../device/console.h"
#include "rumble.h"
#include "surface.h"
#include "truth.h"

// So many times a second the new node is looked for, and so long.
enum { LOOKS = 200, LOOK_NS = 10000000 };

static void set(int descriptor, unsigned long request, int value) {
    if (ioctl(descriptor, request, value) < 0) give_up("the kernel refuses what the device can");
}

static void set_all(int descriptor, int type, unsigned long request, const int *codes) {
    if (*codes != NOTHING) set(descriptor, UI_SET_EVBIT, type);
    for (; *codes != NOTHING; codes++) set(descriptor, request, *codes);
}

static void set_axes(int descriptor, const struct axis *axes) {
    if (axes->code != NOTHING) set(descriptor, UI_SET_EVBIT, EV_ABS);
    for (; axes->code != NOTHING; axes++) {
        struct uinput_abs_setup setup = {.code = (__u16)axes->code};
        setup.absinfo.minimum = axes->minimum;
        setup.absinfo.maximum = axes->maximum;
        setup.absinfo.resolution = axes->resolution;
        if (ioctl(descriptor, UI_ABS_SETUP, &setup) < 0) give_up("the kernel refuses an axis");
    }
}

static void set_identity(int descriptor, const struct kind *kind) {
    struct uinput_setup setup = {.id = {BUS_USB, 0x1209, kind->product, 1}};
    char place[80];
    snprintf(setup.name, sizeof setup.name, "%s", kind->name);
    snprintf(place, sizeof place, "footfall/%s/input0", kind->word);
    setup.ff_effects_max = kind->rumbles ? 4 : 0;
    if (ioctl(descriptor, UI_DEV_SETUP, &setup) < 0) give_up("the kernel refuses its name");
    if (ioctl(descriptor, UI_SET_PHYS, place) < 0) give_up("the kernel refuses its place");
}

// Finds the event node that the kernel has made; it may take a moment.
static void find_node(struct device *device) {
    char name[64], folder[128];
    if (ioctl(device->descriptor, UI_GET_SYSNAME(sizeof name), name) < 0)
        give_up("no name in sysfs");
    snprintf(folder, sizeof folder, "/sys/devices/virtual/input/%s", name);
    for (int look = 0; look < LOOKS; look++) {
        DIR *files = opendir(folder);
        for (struct dirent *file; files && (file = readdir(files));) {
            if (strncmp(file->d_name, "event", 5) != 0) continue;
            snprintf(device->node, sizeof device->node, "/dev/input/%.40s", file->d_name);
        }
        if (files) closedir(files);
        if (*device->node && access(device->node, F_OK) == 0) return;
        nanosleep(&(struct timespec){0, LOOK_NS}, NULL);
    }
    errno = ENOENT;
    give_up("the kernel makes no event node (is the module evdev loaded?)");
}

static enum protocol protocol_of(const struct kind *kind) {
    bool has_slots = false, has_contacts = false;
    for (const struct axis *axis = kind->axes; axis->code != NOTHING; axis++) {
        has_slots |= axis->code == ABS_MT_SLOT;
        has_contacts |= axis->code == ABS_MT_POSITION_X;
    }
    return has_slots ? PROTOCOL_SLOTS : has_contacts ? PROTOCOL_NO_IDS : PROTOCOL_SINGLE;
}

void device_plug(struct device *device) {
    const struct kind *kind = device->kind;
    int descriptor = open("/dev/uinput", O_RDWR | O_CLOEXEC);
    if (descriptor < 0) give_up("/dev/uinput (is the module uinput loaded, and is this root?)");
    set_all(descriptor, EV_KEY, UI_SET_KEYBIT, kind->keys);
    set_all(descriptor, EV_REL, UI_SET_RELBIT, kind->relative);
    set_all(descriptor, EV_MSC, UI_SET_MSCBIT, kind->misc);
    set_all(descriptor, EV_SW, UI_SET_SWBIT, kind->switches);
    set_axes(descriptor, kind->axes);
    if (kind->property != NOTHING) set(descriptor, UI_SET_PROPBIT, kind->property);
    if (kind->rumbles) {
        set(descriptor, UI_SET_EVBIT, EV_FF);
        set(descriptor, UI_SET_FFBIT, FF_RUMBLE);
        set(descriptor, UI_SET_FFBIT, FF_GAIN);
    }
    set_identity(descriptor, kind);
    int64_t before = boottime_ns();
    if (ioctl(descriptor, UI_DEV_CREATE) < 0) give_up("the kernel refuses the device");
    int64_t after = boottime_ns();
    device->descriptor = descriptor;
    device->count = 0;
    *device->node = 0;
    surface_clear(protocol_of(kind));
    find_node(device);
    truth_line("create %lld %lld %s", (long long)before, (long long)after, device->node);
    if (kind->rumbles) rumble_serve(descriptor);
}

void device_unplug(struct device *device) {
    int64_t before = boottime_ns();
    if (ioctl(device->descriptor, UI_DEV_DESTROY) < 0) give_up("the device cannot be unplugged");
    int64_t after = boottime_ns();
    close(device->descriptor);
    device->descriptor = -1;
    truth_line("destroy %lld %lld", (long long)before, (long long)after);
}

void device_write(struct device *device, const struct frame *frames, int count) {
    struct input_event one[FRAME_EVENTS], *events = one;
    size_t total = 0;
    for (int index = 0; index < count; index++) total += (size_t)frames[index].count;
    if (total > FRAME_EVENTS && !(events = malloc(total * sizeof *events)))
        give_up("there is no memory for a burst");
    total = 0;
    for (int index = 0; index < count; index++) {
        memcpy(events + total, frames[index].events, (size_t)frames[index].count * sizeof *events);
        total += (size_t)frames[index].count;
    }
    int64_t before = boottime_ns();
    ssize_t size = write(device->descriptor, events, total * sizeof *events);
    int64_t after = boottime_ns();
    if (size != (ssize_t)(total * sizeof *events)) give_up("the kernel refuses events");
    for (int index = 0; index < count; index++) truth_frame(before, after, &frames[index]);
    device->written += (uint64_t)count;
    if (events != one) free(events);
}
