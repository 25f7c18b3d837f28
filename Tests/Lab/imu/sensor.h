// What one sensor of the virtual hub is and when it reports next. Only state and arithmetic: it
// opens nothing and asks no clock.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SENSOR_KINDS = 3 };

// What tells the kinds apart; the usages are those of the HID sensor page.
struct kind {
    char letter;           // as --sensors names it
    const char *name;      // as the kernel calls the device
    uint8_t usage;         // of the collection
    uint16_t sensitivity;  // the usage of its change sensitivity
    uint16_t axis_x;       // the usage of x; y and z follow it
    uint8_t bytes;         // of one axis
    uint8_t exponent;      // of its unit, as a nibble
    int16_t z;             // what z always reads
};
extern const struct kind kinds[SENSOR_KINDS];

// The feature report, as the descriptor lays it out and the kernel reads and writes it.
struct __attribute__((packed)) feature {
    uint8_t id, reporting, power, state;
    uint32_t interval_ms;
    uint16_t sensitivity;
};

struct sensor {
    const struct kind *kind;
    struct feature feature;
    bool streaming;
    uint64_t count;    // reports since streaming began, those never sent included
    uint64_t sent;     // reports that the kernel took
    uint64_t refused;  // reports that it did not take
    int64_t due;       // when the next one is, in ns of the monotonic clock
    int64_t late;      // how long after its time a report was sent at most, in ns
    int64_t epoch_us;  // the hardware timestamp of report epoch_count
    uint64_t epoch_count;
};

// A sensor as it wakes up: silent, at 100 Hz.
struct sensor sensor_made(const struct kind *kind, uint8_t id);

// Reports a second: the fixed rate, or what the kernel asked for where that is 0.
long sensor_rate(const struct sensor *sensor, long fixed_rate);

// From now on, reports come evenly from this instant.
void sensor_restart_clock(struct sensor *sensor, int64_t monotonic_ns, int64_t boottime_ns);

// Takes what the kernel has written; answers whether the sensor began or ceased to stream.
bool sensor_accept(struct sensor *sensor, const struct feature *feature);

// Builds input report number `count`; answers its size.
size_t sensor_report(const struct sensor *sensor, long fixed_rate, bool timestamped, uint8_t *out);
