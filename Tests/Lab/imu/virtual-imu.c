// A virtual inertial sensor: a hub of HID sensors through /dev/uhid, for which the kernel's own
// drivers make IIO devices. It does what it is told to on its standard input, so that a test can let
// any fault happen at any time. The end of its input is not the end of it.
//
//   virtual-imu [-s agm] [-r HZ] [-t] [-n COUNT]
//     -s LETTERS  which sensors: a accelerometer, g gyroscope, m magnetometer; all without it
//     -r HZ       reports a second of each sensor; without it, as sampling_frequency asks
//     -t          reports carry a hardware timestamp: CLOCK_BOOTTIME when streaming began, then
//                 exactly one period more for each report
//     -n COUNT    each sensor falls silent after that many reports
//
//   rate HZ   from now on so many reports a second (0: as sampling_frequency asks)
//   burst N   N reports of each streaming sensor at once, without waiting for their time
//   skip N    N reports of each are counted and never sent: the device lost them
//   late MS   sends nothing for so long, and then at once what was due
//   stall     no more reports, and nothing is counted
//   resume    ends a stall
//   destroy   unplugs the hub
//   create    plugs it in again
//   stat      prints how often the kernel has asked for a report, and the counts of each sensor
//   quit      unplugs it and ends
//
// Each command is answered by a line with the CLOCK_BOOTTIME at which it was done. Report k of a
// sensor since it began to stream, from 0: x = k mod 32768, y a triangle between -500 and 500, z
// always the same.
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../device/console.h"
#include "hub.h"

// At most so many reports before the kernel and the commands are looked at again.
enum { REPORTS_IN_A_ROW = 64 };

static struct hub hub;
static bool stalled;
static uint64_t limit;

static bool is_silent(const struct sensor *sensor) {
    return !sensor->streaming || stalled || (limit > 0 && sensor->count >= limit);
}

// Sends what is due; answers how many nanoseconds may pass before there is more.
static int64_t send_what_is_due(void) {
    int64_t now = monotonic_ns(), wait = 1000000000;
    for (int index = 0; index < hub.count; index++) {
        struct sensor *sensor = &hub.sensors[index];
        int64_t period = 1000000000 / sensor_rate(sensor, hub.fixed_rate);
        for (int left = REPORTS_IN_A_ROW; left > 0 && !is_silent(sensor) && sensor->due <= now;
             left--) {
            if (sensor->late < now - sensor->due) sensor->late = now - sensor->due;
            hub_report(&hub, sensor);
            sensor->due += period;
        }
        if (is_silent(sensor)) continue;
        int64_t until = sensor->due - monotonic_ns();
        if (until < wait) wait = until < 0 ? 0 : until;
    }
    return wait;
}

static void restart_clocks(void) {
    for (int index = 0; index < hub.count; index++)
        sensor_restart_clock(&hub.sensors[index], monotonic_ns(), boottime_ns());
}

static void burst(long reports) {
    for (long report = 0; report < reports; report++)
        for (int index = 0; index < hub.count; index++)
            if (hub.sensors[index].streaming) hub_report(&hub, &hub.sensors[index]);
}

// What is lost takes its time, too: else the device's clock would have been set ahead.
static void skip(long reports) {
    for (int index = 0; index < hub.count; index++) {
        struct sensor *sensor = &hub.sensors[index];
        if (!sensor->streaming) continue;
        sensor->count += (uint64_t)reports;
        sensor->due += reports * (1000000000 / sensor_rate(sensor, hub.fixed_rate));
    }
}

static void be_late(long milliseconds) {
    struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&pause, NULL);
}

static void tell_counts(void) {
    tell("hub asked=%llu", (unsigned long long)hub.asked);
    for (int index = 0; index < hub.count; index++) {
        const struct sensor *sensor = &hub.sensors[index];
        tell(
            "%s streaming=%d count=%llu sent=%llu refused=%llu late_ms=%lld interval_ms=%u",
            sensor->kind->name, sensor->streaming, (unsigned long long)sensor->count,
            (unsigned long long)sensor->sent, (unsigned long long)sensor->refused,
            (long long)(sensor->late / 1000000), sensor->feature.interval_ms
        );
    }
}

// Does what a line says; answers false when it is the last one.
static bool obey(const char *line) {
    long number = 0;
    if (sscanf(line, "rate %ld", &number) == 1 && number >= 0) {
        hub.fixed_rate = number;
        restart_clocks();
    } else if (sscanf(line, "burst %ld", &number) == 1) {
        burst(number);
    } else if (sscanf(line, "skip %ld", &number) == 1) {
        skip(number);
    } else if (sscanf(line, "late %ld", &number) == 1 && number >= 0 && number < 10000) {
        be_late(number);
    } else if (strcmp(line, "stall") == 0) {
        stalled = true;
    } else if (strcmp(line, "resume") == 0) {
        stalled = false;
        restart_clocks();
    } else if (strcmp(line, "destroy") == 0 || strcmp(line, "quit") == 0) {
        if (hub.plugged) hub_unplug(&hub);
    } else if (strcmp(line, "create") == 0) {
        if (!hub.plugged) hub_plug(&hub);
    } else if (strcmp(line, "stat") == 0) {
        tell_counts();
    } else {
        tell("unknown: %s", line);
        return true;
    }
    tell("done: %s", line);
    return strcmp(line, "quit") != 0;
}

static void choose_sensors(const char *letters) {
    for (int index = 0; index < SENSOR_KINDS; index++)
        if (strchr(letters, kinds[index].letter)) hub.sensors[hub.count++].kind = &kinds[index];
}

static bool read_options(int count, char **values) {
    const char *letters = "agm";
    int option;
    while ((option = getopt(count, values, "s:r:tn:")) != -1) {
        switch (option) {
        case 's': letters = optarg; break;
        case 'r': hub.fixed_rate = atol(optarg); break;
        case 't': hub.timestamped = true; break;
        case 'n': limit = strtoull(optarg, NULL, 10); break;
        default: return false;
        }
    }
    choose_sensors(letters);
    return optind == count && hub.count > 0 && hub.fixed_rate >= 0;
}

int main(int count, char **values) {
    if (!read_options(count, values)) {
        fprintf(stderr, "usage: %s [-s agm] [-r HZ] [-t] [-n COUNT]\n", values[0]);
        return 2;
    }
    hub_open(&hub);
    hub_plug(&hub);
    bool input_open = true;
    for (;;) {
        int64_t wait = send_what_is_due();
        struct timespec pause = {wait / 1000000000, wait % 1000000000};
        struct pollfd waiting[2] = {{hub.descriptor, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
        if (ppoll(waiting, input_open ? 2 : 1, &pause, NULL) <= 0) continue;
        if (waiting[0].revents) hub_answer(&hub);
        if (input_open && waiting[1].revents && !obey_input(obey, &input_open)) return 0;
    }
}
