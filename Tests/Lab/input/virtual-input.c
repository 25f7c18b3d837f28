// A virtual input device: one through /dev/uinput, for which the kernel's own evdev makes a node. It
// does what it is told to on its standard input, so that a test can let anything happen at any time.
// The end of its input is not the end of it.
//
//   virtual-input KIND TRUTH
//     KIND   keys, touch, touchA, single, accel, mouse, switch or rumble
//     TRUTH  the file that gets a line for everything the device did
//
//   run N HZ       N frames of the pattern, HZ a second; 0: as fast as they can be written
//   stop           ends that
//   burst N        N frames of the pattern in one write
//   press KEY…     one frame; so are release and repeat (as the kernel does with a held key)
//   down F X Y     finger F comes, or another in its place
//   move F X Y     it moves
//   up F           it goes
//   tap X Y MS     finger 0 comes, and goes again
//   note WORDS     into the file: what comes after it has to be in a recording; after `gone`, nothing
//   destroy        unplugs the device
//   create         plugs it in again, with the same name, ids and place
//   stat           prints what it has done
//   quit           unplugs it and ends
//
// Each command is answered by a line with the CLOCK_BOOTTIME at which it was done, `run` when all its
// frames are written. Frame k since the device was plugged in, from 0, is a function of k: kind.c.
//
// The file: `frame BEFORE AFTER TYPE CODE VALUE…`, the times of CLOCK_BOOTTIME in ns before and after
// the frame was written, and its events but for the report that ends it; `create BEFORE AFTER NODE`,
// `destroy BEFORE AFTER`, `note TIME WORDS`; `kind KIND` and `axis CODE MINIMUM MAXIMUM RESOLUTION` at
// its beginning; and what was asked of a motor, `upload`, `play`, `stop`, `gain` and `erase`.
#define _GNU_SOURCE
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../device/console.h"
#include "device.h"
#include "surface.h"
#include "truth.h"

// At most so many frames before the commands are looked at again, and so near a frame it is not slept.
enum { FRAMES_IN_A_ROW = 32, AWAKE_NS = 20000, LONGEST_BURST = 10000 };

static struct device device = {.descriptor = -1};

// The frames that are still to come of `run`.
static struct {
    char line[128];
    uint64_t total, left;
    int64_t period, due, began;
} run;

static void write_one(struct frame *frame) {
    frame_end(frame);
    device_write(&device, frame, 1);
}

static void next_frame(struct frame *frame) {
    frame->count = 0;
    device.kind->pattern(frame, device.count++);
}

static void end_run(void) {
    double seconds = (double)(monotonic_ns() - run.began) / 1e9;
    uint64_t written = run.total - run.left;
    run.left = 0;
    truth_flush();
    tell("ran %llu frames in %.6f s", (unsigned long long)written, seconds);
    tell("done: %s", run.line);
}

// Writes what is due; answers how many nanoseconds may pass before there is more.
static int64_t write_what_is_due(void) {
    for (int row = 0; row < FRAMES_IN_A_ROW && run.left > 0; row++) {
        int64_t wait = run.due - monotonic_ns();
        if (wait > AWAKE_NS) return wait - AWAKE_NS;
        while (wait > 0) wait = run.due - monotonic_ns();
        struct frame frame;
        next_frame(&frame);
        write_one(&frame);
        // What was late is made up for, but not all at once: a reader's buffer holds few frames.
        int64_t soonest = run.period > 0 ? monotonic_ns() + run.period / 2 : 0;
        run.due += run.period;
        if (run.due < soonest) run.due = soonest;
        if (--run.left == 0) end_run();
    }
    return run.left > 0 ? 0 : 1000000000;
}

static bool begin_run(const char *line, uint64_t frames, double rate) {
    if (!device.kind->pattern || run.left > 0 || rate < 0) return false;
    snprintf(run.line, sizeof run.line, "%.127s", line);
    run.total = run.left = frames;
    run.period = rate > 0 ? (int64_t)(1e9 / rate) : 0;
    run.began = run.due = monotonic_ns();
    if (frames == 0) end_run();
    return true;
}

static bool burst(long count) {
    if (!device.kind->pattern || count < 1 || count > LONGEST_BURST) return false;
    struct frame *frames = malloc((size_t)count * sizeof *frames);
    if (!frames) give_up("there is no memory for a burst");
    for (long index = 0; index < count; index++) {
        next_frame(&frames[index]);
        frame_end(&frames[index]);
    }
    device_write(&device, frames, (int)count);
    free(frames);
    return true;
}

// All keys that are named, in one frame.
static bool write_keys(char *names, int value) {
    struct frame frame = {.count = 0};
    for (char *name = strtok(names, " "); name; name = strtok(NULL, " ")) {
        int key = key_named(device.kind, name);
        if (key == NOTHING) return false;
        frame_add(&frame, EV_KEY, key, value);
    }
    if (frame.count == 0) return false;
    write_one(&frame);
    return true;
}

static bool touch(int finger, int x, int y, bool is_new) {
    if (!device.kind->has_surface || finger < 0 || finger >= surface_fingers() ||
        (!is_new && !surface_has(finger)))
        return false;
    struct frame frame = {.count = 0};
    surface_touch(&frame, finger, x, y, is_new);
    surface_tell(&frame);
    write_one(&frame);
    return true;
}

static bool lift(int finger) {
    if (!device.kind->has_surface || finger < 0 || finger >= surface_fingers() ||
        !surface_has(finger))
        return false;
    struct frame frame = {.count = 0};
    surface_lift(&frame, finger);
    surface_tell(&frame);
    write_one(&frame);
    return true;
}

static bool tap(int x, int y, long milliseconds) {
    if (!touch(0, x, y, true)) return false;
    nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000}, NULL);
    return lift(0);
}

static void tell_state(void) {
    tell(
        "%s node=%s plugged=%d count=%llu written=%llu left=%llu", device.kind->name, device.node,
        device.descriptor >= 0, (unsigned long long)device.count,
        (unsigned long long)device.written, (unsigned long long)run.left
    );
}

static bool starts_with(const char *line, const char *word) {
    return strncmp(line, word, strlen(word)) == 0;
}

// What needs a device that is plugged in; answers whether it could be done.
static bool do_with_device(const char *line) {
    char words[256];
    long number = 0, more = 0;
    int finger = 0, x = 0, y = 0;
    snprintf(words, sizeof words, "%.255s", line);
    if (device.descriptor < 0) return false;
    if (sscanf(line, "burst %ld", &number) == 1) return burst(number);
    if (starts_with(line, "press ")) return write_keys(words + 6, 1);
    if (starts_with(line, "release ")) return write_keys(words + 8, 0);
    if (starts_with(line, "repeat ")) return write_keys(words + 7, 2);
    if (sscanf(line, "down %d %d %d", &finger, &x, &y) == 3) return touch(finger, x, y, true);
    if (sscanf(line, "move %d %d %d", &finger, &x, &y) == 3) return touch(finger, x, y, false);
    if (sscanf(line, "up %d", &finger) == 1) return lift(finger);
    if (sscanf(line, "tap %ld %ld %d", &number, &more, &x) == 3)
        return tap((int)number, (int)more, x);
    return false;
}

// Does what a line says; answers false when it is the last one.
static bool obey(const char *line) {
    unsigned long long frames = 0;
    double rate = 0;
    bool is_last = strcmp(line, "quit") == 0;
    if (sscanf(line, "run %llu %lf", &frames, &rate) == 2) {
        if (device.descriptor < 0 || !begin_run(line, frames, rate)) tell("cannot: %s", line);
        return true;
    }
    if (strcmp(line, "stop") == 0) {
        if (run.left > 0) end_run();
    } else if (starts_with(line, "note ")) {
        truth_line("note %lld %s", (long long)boottime_ns(), line + 5);
    } else if (is_last || strcmp(line, "destroy") == 0) {
        if (run.left > 0) end_run();
        if (device.descriptor >= 0) device_unplug(&device);
    } else if (strcmp(line, "create") == 0) {
        if (device.descriptor < 0) device_plug(&device);
    } else if (strcmp(line, "stat") == 0) {
        tell_state();
    } else if (!do_with_device(line)) {
        tell("cannot: %s", line);
        return true;
    }
    truth_flush();
    tell("done: %s", line);
    return !is_last;
}

int main(int count, char **values) {
    device.kind = count == 3 ? kind_named(values[1]) : NULL;
    if (!device.kind) {
        fprintf(
            stderr, "usage: %s keys|touch|touchA|single|accel|mouse|switch|rumble TRUTH\n", values[0]
        );
        return 2;
    }
    truth_open(values[2]);
    truth_line("kind %s", device.kind->word);
    for (const struct axis *axis = device.kind->axes; axis->code != NOTHING; axis++)
        truth_line("axis %d %d %d %d", axis->code, axis->minimum, axis->maximum, axis->resolution);
    device_plug(&device);
    tell_state();
    // A device waits for no reader, however busy the processors are. Without the right to it, it does.
    sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){.sched_priority = 1});
    bool input_open = true;
    for (;;) {
        int64_t wait = write_what_is_due();
        struct timespec pause = {wait / 1000000000, wait % 1000000000};
        struct pollfd waiting = {STDIN_FILENO, POLLIN, 0};
        if (ppoll(&waiting, input_open ? 1 : 0, &pause, NULL) <= 0) continue;
        if (waiting.revents && !obey_input(obey, &input_open)) return 0;
    }
}
