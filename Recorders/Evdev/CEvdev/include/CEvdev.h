// Imports libevdev into Swift, and wraps the calls on input devices that are macros or variadic in C.
#ifndef FOOTFALL_CEVDEV_H
#define FOOTFALL_CEVDEV_H

#if !__has_include(<libevdev-1.0/libevdev/libevdev.h>)
#error "The header libevdev.h is missing. In Debian it is in the package libevdev-dev: run `make install-packages`."
#endif

#include <errno.h>
#include <fcntl.h>
#include <libevdev-1.0/libevdev/libevdev.h>
#include <linux/input.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/// An event, with its time in nanoseconds of the device's clock.
struct footfall_input_event {
    int64_t nanoseconds;
    uint16_t type;
    uint16_t code;
    int32_t value;
};

/// Loads libevdev; returns 0 or a negative error number, `-ELIBACC` if it is missing. A device may be opened in the middle
/// of a task, and a lack must not end the recordings of others.
int footfall_evdev_load(void);

/// Opens a device without blocking, for writing too if `writes` is set; returns the descriptor or -errno.
static inline int footfall_evdev_open(const char *node, int writes, struct libevdev **device) {
    int descriptor = footfall_evdev_load();
    if (descriptor < 0) return descriptor;
    // Keeps libevdev from logging to standard error: its messages contain the device's name, which the device
    // chooses.
    libevdev_set_log_function(NULL, NULL);
    do
        descriptor = open(node, (writes ? O_RDWR : O_RDONLY) | O_NONBLOCK | O_CLOEXEC);
    while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) return -errno;
    int answer = libevdev_new_from_fd(descriptor, device);
    if (answer < 0) {
        close(descriptor);
        return answer;
    }
    return descriptor;
}

/// Reads the next event; returns libevdev's status or -errno.
static inline int footfall_evdev_next(struct libevdev *device, unsigned flags,
                                      struct footfall_input_event *event) {
    struct input_event raw;
    int status = libevdev_next_event(device, flags, &raw);
    if (status < 0) return status;
    event->nanoseconds = (int64_t)raw.input_event_sec * 1000000000 + (int64_t)raw.input_event_usec * 1000;
    event->type = raw.type;
    event->code = raw.code;
    event->value = raw.value;
    return status;
}

/// Uploads a rumble; returns its number or -errno.
static inline int footfall_rumble_upload(int descriptor, uint16_t strong, uint16_t weak,
                                         uint16_t milliseconds) {
    struct ff_effect effect;
    memset(&effect, 0, sizeof effect);
    effect.type = FF_RUMBLE;
    effect.id = -1;
    effect.replay.length = milliseconds;
    effect.u.rumble.strong_magnitude = strong;
    effect.u.rumble.weak_magnitude = weak;
    return ioctl(descriptor, EVIOCSFF, &effect) < 0 ? -errno : effect.id;
}

/// Starts or ends an effect; returns 0 or -errno.
static inline int footfall_rumble_play(int descriptor, int effect, int starts) {
    struct input_event event;
    memset(&event, 0, sizeof event);
    event.type = EV_FF;
    event.code = (uint16_t)effect;
    event.value = starts ? 1 : 0;
    return write(descriptor, &event, sizeof event) == sizeof event ? 0 : -errno;
}

/// Removes an effect; returns 0 or -errno.
static inline int footfall_rumble_erase(int descriptor, int effect) {
    return ioctl(descriptor, EVIOCRMFF, effect) < 0 ? -errno : 0;
}

/// close(2), for a device that libevdev has already freed.
static inline void footfall_evdev_close(int descriptor) { close(descriptor); }

#endif
