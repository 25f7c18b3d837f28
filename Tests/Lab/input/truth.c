// The log of what the device did, in lines of text. Two threads may write lines.
#include "truth.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "../device/console.h"

struct written {
    int64_t before_ns, after_ns;
    size_t first;
    int count;
};

struct event {
    uint16_t type, code;
    int32_t value;
};

static FILE *file;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct written *frames;
static struct event *events;
static size_t frame_count, frame_room, event_count, event_room;

void truth_open(const char *path) {
    file = fopen(path, "a");
    if (!file) give_up(path);
    setvbuf(file, NULL, _IOFBF, 1 << 20);
}

static void *with_room(void *items, size_t needed, size_t *room, size_t size) {
    if (needed <= *room) return items;
    *room = needed * 2 + 4096;
    items = realloc(items, *room * size);
    if (!items) give_up("there is no memory for the log");
    return items;
}

void truth_frame(int64_t before_ns, int64_t after_ns, const struct frame *frame) {
    int count = frame->count - 1;  // every frame ends in SYN_REPORT
    frames = with_room(frames, frame_count + 1, &frame_room, sizeof *frames);
    events = with_room(events, event_count + (size_t)count, &event_room, sizeof *events);
    frames[frame_count++] = (struct written){before_ns, after_ns, event_count, count};
    for (int index = 0; index < count; index++) {
        const struct input_event *event = &frame->events[index];
        events[event_count++] = (struct event){event->type, event->code, event->value};
    }
}

static void write_frames(void) {
    for (size_t number = 0; number < frame_count; number++) {
        const struct written *frame = &frames[number];
        fprintf(file, "frame %lld %lld", (long long)frame->before_ns, (long long)frame->after_ns);
        for (int index = 0; index < frame->count; index++) {
            const struct event *event = &events[frame->first + (size_t)index];
            fprintf(file, " %u %u %d", event->type, event->code, event->value);
        }
        putc('\n', file);
    }
    frame_count = event_count = 0;
}

void truth_flush(void) {
    pthread_mutex_lock(&lock);
    write_frames();
    if (fflush(file) != 0) give_up("the log cannot be written");
    pthread_mutex_unlock(&lock);
}

void truth_line(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    pthread_mutex_lock(&lock);
    write_frames();
    vfprintf(file, format, arguments);
    putc('\n', file);
    if (fflush(file) != 0) give_up("the log cannot be written");
    pthread_mutex_unlock(&lock);
    va_end(arguments);
}
