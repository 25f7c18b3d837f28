// How fast this processor's timestamp counter runs, in kHz. The emulated machine's counter is this
// one; measuring it anew while it boots goes wrong by half when the host is busy, and then all of its
// time runs too fast. Prints nothing where there is no such counter.
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#if defined(__x86_64__)
#include <x86intrin.h>

static int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

struct moment {
    int64_t ns;
    uint64_t ticks;
};

// Both clocks at one moment: the pair that was read fastest, for the others were interrupted.
static struct moment moment(void) {
    struct moment best = {0, 0};
    int64_t shortest = INT64_MAX;
    for (int attempt = 0; attempt < 1000; attempt++) {
        int64_t before = now_ns();
        uint64_t ticks = __rdtsc();
        int64_t after = now_ns();
        if (after - before >= shortest) continue;
        shortest = after - before;
        best = (struct moment){before + shortest / 2, ticks};
    }
    return best;
}

int main(void) {
    struct moment first = moment();
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    struct moment last = moment();
    printf("%.0f\n", (double)(last.ticks - first.ticks) * 1e6 / (double)(last.ns - first.ns));
}
#else
int main(void) {}
#endif
