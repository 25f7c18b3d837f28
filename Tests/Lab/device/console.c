// How a virtual device is told what to do, and tells what it did: the same for all of them.
#define _GNU_SOURCE
#include "console.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int64_t clock_ns(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

int64_t monotonic_ns(void) { return clock_ns(CLOCK_MONOTONIC); }
int64_t boottime_ns(void) { return clock_ns(CLOCK_BOOTTIME); }

void tell(const char *format, ...) {
    int64_t time = boottime_ns();
    va_list arguments;
    va_start(arguments, format);
    // One line at a time: the thread that serves the rumble tells things, too.
    flockfile(stdout);
    printf("%lld.%09lld ", (long long)(time / 1000000000), (long long)(time % 1000000000));
    vprintf(format, arguments);
    printf("\n");
    fflush(stdout);
    funlockfile(stdout);
    va_end(arguments);
}

_Noreturn void give_up(const char *what) {
    fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, strerror(errno));
    exit(1);
}

bool obey_input(bool (*obey)(const char *line), bool *open) {
    static char text[1024];
    static size_t size;
    ssize_t more = read(STDIN_FILENO, text + size, sizeof text - 1 - size);
    if (more <= 0) {
        *open = more < 0 && errno == EINTR;
        return true;
    }
    size += (size_t)more;
    text[size] = 0;
    char *line = text, *end;
    while ((end = strchr(line, '\n'))) {
        *end = 0;
        if (!obey(line)) return false;
        line = end + 1;
    }
    size -= (size_t)(line - text);
    memmove(text, line, size);
    if (size == sizeof text - 1) size = 0;  // no line is so long
    return true;
}
