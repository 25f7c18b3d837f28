// The times and the words of the virtual input device.
#include "clock.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
    fprintf(stderr, "virtual-input: %s: %s\n", what, strerror(errno));
    exit(1);
}
