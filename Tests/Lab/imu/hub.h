// The door to /dev/uhid: a hub of sensors that the kernel takes for one plugged in.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "sensor.h"

struct hub {
    int descriptor;
    bool plugged, timestamped;
    // How often the kernel has asked for a report.
    uint64_t asked;
    long fixed_rate;  // reports a second; 0: as the kernel asks
    struct sensor sensors[SENSOR_KINDS];
    int count;
};

// Opens /dev/uhid, or ends the program saying why not.
void hub_open(struct hub *hub);

void hub_plug(struct hub *hub);
void hub_unplug(struct hub *hub);

// Hands the kernel the sensor's next report.
void hub_report(struct hub *hub, struct sensor *sensor);

// Answers one question or order of the kernel.
void hub_answer(struct hub *hub);
