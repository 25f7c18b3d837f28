// Answers the kernel as a hub of sensors would. Calls that must not fail end the program.
#define _GNU_SOURCE
#include "hub.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/uhid.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../device/console.h"
#include "descriptor.h"

static bool hand_over(struct hub *hub, const void *event, size_t size) {
    return write(hub->descriptor, event, size) == (ssize_t)size;
}

void hub_open(struct hub *hub) {
    hub->descriptor = open("/dev/uhid", O_RDWR | O_CLOEXEC);
    if (hub->descriptor < 0) give_up("/dev/uhid (is the module uhid loaded, and is this root?)");
}

void hub_plug(struct hub *hub) {
    struct uhid_event event = {.type = UHID_CREATE2};
    struct uhid_create2_req *request = &event.u.create2;
    snprintf((char *)request->name, sizeof request->name, "Footfall virtual IMU");
    snprintf((char *)request->phys, sizeof request->phys, "footfall/imu0");
    snprintf((char *)request->uniq, sizeof request->uniq, "IMU0001");
    request->bus = 0x03;  // USB
    request->vendor = 0x1209;
    request->product = 0x0001;
    for (int index = 0; index < hub->count; index++) {
        struct sensor *sensor = &hub->sensors[index];
        *sensor = sensor_made(sensor->kind, (uint8_t)(index + 1));
    }
    size_t size = descriptor(
        hub->sensors, hub->count, hub->timestamped, request->rd_data, sizeof request->rd_data
    );
    request->rd_size = (uint16_t)size;
    if (size == 0) give_up("the report descriptor is too long");
    if (!hand_over(hub, &event, sizeof event)) give_up("the kernel refuses the hub");
    hub->plugged = true;
}

void hub_unplug(struct hub *hub) {
    struct uhid_event event = {.type = UHID_DESTROY};
    if (!hand_over(hub, &event, sizeof event)) give_up("the hub cannot be unplugged");
    hub->plugged = false;
    for (int index = 0; index < hub->count; index++) hub->sensors[index].streaming = false;
}

void hub_report(struct hub *hub, struct sensor *sensor) {
    struct __attribute__((packed)) {
        uint32_t type;
        uint16_t size;
        uint8_t data[64];
    } event = {.type = UHID_INPUT2};
    event.size = (uint16_t)sensor_report(sensor, hub->fixed_rate, hub->timestamped, event.data);
    size_t head = sizeof event - sizeof event.data;
    if (hand_over(hub, &event, head + event.size))
        sensor->sent++;
    else
        sensor->refused++;
    sensor->count++;
}

static struct sensor *sensor_numbered(struct hub *hub, int id) {
    return id >= 1 && id <= hub->count ? &hub->sensors[id - 1] : NULL;
}

static void answer_question(struct hub *hub, const struct uhid_get_report_req *question) {
    struct uhid_event event = {.type = UHID_GET_REPORT_REPLY};
    struct uhid_get_report_reply_req *reply = &event.u.get_report_reply;
    struct sensor *sensor = sensor_numbered(hub, question->rnum);
    hub->asked++;
    reply->id = question->id;
    if (!sensor) {
        reply->err = EIO;
    } else if (question->rtype == UHID_FEATURE_REPORT) {
        memcpy(reply->data, &sensor->feature, sizeof sensor->feature);
        reply->size = sizeof sensor->feature;
    } else if (question->rtype == UHID_INPUT_REPORT) {
        reply->size =
            (uint16_t)sensor_report(sensor, hub->fixed_rate, hub->timestamped, reply->data);
    } else {
        reply->err = EIO;
    }
    if (!hand_over(hub, &event, sizeof event)) give_up("the kernel refuses an answer");
}

static void obey(struct hub *hub, const struct uhid_set_report_req *order) {
    struct uhid_event event = {.type = UHID_SET_REPORT_REPLY};
    event.u.set_report_reply.id = order->id;
    struct sensor *sensor = sensor_numbered(hub, order->rnum);
    struct feature feature;
    if (!sensor || order->rtype != UHID_FEATURE_REPORT || order->size < sizeof feature) {
        event.u.set_report_reply.err = EIO;
    } else {
        memcpy(&feature, order->data, sizeof feature);
        uint64_t count = sensor->count, sent = sensor->sent, refused = sensor->refused;
        if (sensor_accept(sensor, &feature)) {
            if (sensor->streaming)
                sensor_restart_clock(sensor, monotonic_ns(), boottime_ns());
            tell(
                "%s %s count=%llu sent=%llu refused=%llu", sensor->kind->name,
                sensor->streaming ? "on" : "off", (unsigned long long)count,
                (unsigned long long)sent, (unsigned long long)refused
            );
        }
    }
    if (!hand_over(hub, &event, sizeof event)) give_up("the kernel refuses an answer");
}

void hub_answer(struct hub *hub) {
    struct uhid_event event;
    if (read(hub->descriptor, &event, sizeof event) < 0) {
        if (errno == EINTR || errno == EAGAIN) return;
        give_up("/dev/uhid cannot be read");
    }
    if (event.type == UHID_GET_REPORT) answer_question(hub, &event.u.get_report);
    if (event.type == UHID_SET_REPORT) obey(hub, &event.u.set_report);
}
