// libgps for Swift. Its only structure has 24 kB and changes from version to version. So the needed values of a
// report are copied out of it here, by names that all versions have.
#ifndef FOOTFALL_CGPS_H
#define FOOTFALL_CGPS_H

#if !__has_include(<gps.h>)
#error "The header gps.h of libgps is missing. In Debian it is in the package libgps-dev: run `make install-packages`."
#endif

#include <gps.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Loads libgps; returns 0 or a negative error number, `-ELIBACC` if it is missing. A recording of places may begin in the
/// middle of a task, and a lack must not end the recordings of others. And a process that gives up its files loads it
/// before.
int footfall_gps_load(void);

/// The needed content of one gpsd message.
struct footfall_gps_message {
    /// Whether it identifies gpsd, lists the devices, or reports where the receiver is.
    int is_version, is_devices, is_report;
    /// 2 or more with a fix.
    int mode;
    int has_time, has_place;
    long long nanoseconds;
    /// In degrees, metres and metres per second; unknown values are NaN.
    double latitude, longitude, altitude, horizontal_error, vertical_error, speed, course;
    /// The spacing of fixes that gpsd reports for the device.
    long long cycle_in_nanoseconds;
    char device[GPS_PATH_MAX];
    char driver[64];
};

/// The structure that messages are decoded into; it contains nothing about a connection.
static inline struct gps_data_t *footfall_gps_new(void) { return (struct gps_data_t *)calloc(1, sizeof(struct gps_data_t)); }

static inline void footfall_gps_free(struct gps_data_t *data) { free(data); }

static inline void footfall_gps_copy(char *to, size_t room, const char *from) {
    size_t length = strnlen(from, room - 1);
    memcpy(to, from, length);
    to[length] = 0;
}

/// Decodes a message, which must end with a zero byte.
///
/// It calls no libgps function that reads or waits: libgps's `select` ends a process that has more than 1024 files
/// open.
static inline void footfall_gps_unpack(struct gps_data_t *data, char *line, struct footfall_gps_message *message) {
    memset(message, 0, sizeof *message);
    data->set = 0;
    gps_unpack(line, data);
    message->is_version = (data->set & VERSION_SET) != 0;
    message->is_devices = (data->set & (DEVICELIST_SET | DEVICE_SET)) != 0;
    message->is_report = (data->set & MODE_SET) != 0;
    message->mode = data->fix.mode;
    // Times that no receiver's clock can show are ignored.
    long long seconds = (long long)data->fix.time.tv_sec;
    message->has_time = (data->set & TIME_SET) != 0 && seconds > 0 && seconds < 8000000000LL;
    message->has_place = (data->set & LATLON_SET) != 0;
    if (message->has_time) message->nanoseconds = seconds * 1000000000 + data->fix.time.tv_nsec;
    message->latitude = data->fix.latitude;
    message->longitude = data->fix.longitude;
    message->altitude = data->fix.altMSL;
    message->horizontal_error = data->fix.eph;
    message->vertical_error = data->fix.epv;
    message->speed = data->fix.speed;
    message->course = data->fix.track;
    long long cycle = (long long)data->dev.cycle.tv_sec;
    if (cycle >= 0 && cycle <= 3600) message->cycle_in_nanoseconds = cycle * 1000000000 + data->dev.cycle.tv_nsec;
    footfall_gps_copy(message->device, sizeof message->device, data->dev.path);
    footfall_gps_copy(message->driver, sizeof message->driver, data->dev.driver);
}

/// How many devices the last list contained.
static inline int footfall_gps_devices(const struct gps_data_t *data) {
    int count = data->devices.ndevices;
    return count < 0 ? 0 : count > MAXUSERDEVS ? MAXUSERDEVS : count;
}

static inline const char *footfall_gps_device(const struct gps_data_t *data, int index) {
    return data->devices.list[index].path;
}

static inline const char *footfall_gps_driver(const struct gps_data_t *data, int index) {
    return data->devices.list[index].driver;
}

#endif
