// The numbers that the virtual sensors measure, so that a reader can tell every one of them.
#include "sensor.h"

#include <string.h>

// Exponents: milli-g, millidegrees a second, and whole milligauss.
const struct kind kinds[SENSOR_KINDS] = {
    {'a', "accel_3d", 0x73, 0x1452, 0x0453, 2, 0x0D, -1000},
    {'g', "gyro_3d", 0x76, 0x1456, 0x0457, 4, 0x0D, 1000},
    {'m', "magn_3d", 0x83, 0x1484, 0x0485, 2, 0x00, -400},
};

// The kernel writes the index of a choice plus one, whatever the descriptor says of its minimum.
enum { REPORT_NOTHING = 1, REPORT_ALL = 2, POWER_FULL = 2, POWER_OFF = 6 };

struct sensor sensor_made(const struct kind *kind, uint8_t id) {
    return (struct sensor){
        .kind = kind,
        .feature = {.id = id,
                    .reporting = REPORT_NOTHING,
                    .power = POWER_OFF,
                    .state = 1,
                    .interval_ms = 10},
    };
}

long sensor_rate(const struct sensor *sensor, long fixed_rate) {
    if (fixed_rate > 0) return fixed_rate;
    uint32_t interval = sensor->feature.interval_ms;
    return interval == 0 || interval > 1000 ? 1000 : 1000 / (long)interval;
}

void sensor_restart_clock(struct sensor *sensor, int64_t monotonic_ns, int64_t boottime_ns) {
    sensor->due = monotonic_ns;
    sensor->epoch_us = boottime_ns / 1000;
    sensor->epoch_count = sensor->count;
}

bool sensor_accept(struct sensor *sensor, const struct feature *feature) {
    bool was = sensor->streaming;
    sensor->feature = *feature;
    sensor->streaming = feature->reporting == REPORT_ALL && feature->power == POWER_FULL;
    if (sensor->streaming && !was) sensor->count = sensor->sent = sensor->refused = 0;
    return sensor->streaming != was;
}

// Up and down between -500 and 500: what a mistake of sign or of neighbouring bytes shows in.
static int32_t triangle(uint64_t count) {
    int32_t phase = (int32_t)(count % 2000);
    return phase < 1000 ? phase - 500 : 1500 - phase;
}

size_t sensor_report(const struct sensor *sensor, long fixed_rate, bool timestamped, uint8_t *out) {
    uint8_t *at = out;
    *at++ = sensor->feature.id;
    *at++ = 2;  // state: ready
    *at++ = 3;  // event: data updated
    int32_t axes[3] = {(int32_t)(sensor->count % 32768), triangle(sensor->count), sensor->kind->z};
    for (int axis = 0; axis < 3; axis++) {
        // Little-endian, as HID has it.
        for (uint8_t byte = 0; byte < sensor->kind->bytes; byte++)
            *at++ = (uint8_t)((uint32_t)axes[axis] >> (8 * byte));
    }
    if (timestamped) {
        int64_t later = (int64_t)(sensor->count - sensor->epoch_count);
        uint64_t timestamp = (uint64_t)(sensor->epoch_us + later * 1000000 / sensor_rate(sensor, fixed_rate));
        memcpy(at, &timestamp, sizeof timestamp);
        at += sizeof timestamp;
    }
    return (size_t)(at - out);
}
