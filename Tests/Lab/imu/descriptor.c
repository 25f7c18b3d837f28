// Written item by item from the HID sensor usage tables; the kernel's drivers look for these usages
// and for no others.
#include "descriptor.h"

enum item {
    USAGE_PAGE = 0x04,
    USAGE = 0x08,
    LOGICAL_MINIMUM = 0x14,
    LOGICAL_MAXIMUM = 0x24,
    UNIT = 0x64,
    UNIT_EXPONENT = 0x54,
    REPORT_SIZE = 0x74,
    REPORT_COUNT = 0x94,
    REPORT_ID = 0x84,
    INPUT = 0x80,
    FEATURE = 0xB0,
    COLLECTION = 0xA0,
    END_COLLECTION = 0xC0,
};
enum { PHYSICAL = 0, APPLICATION = 1, LOGICAL = 2 };
enum { ARRAY = 0, VARIABLE = 2 };
enum { MICRO = 0x0A, CENTI = 0x0E };

struct writer {
    uint8_t *out;
    size_t room, size;
};

static void byte(struct writer *writer, uint8_t value) {
    if (writer->size < writer->room) writer->out[writer->size] = value;
    writer->size++;
}

// An item with this many bytes of data: 0, 1, 2 or 4.
static void item(struct writer *writer, enum item tag, int bytes, uint32_t value) {
    byte(writer, (uint8_t)(tag | (bytes == 4 ? 3 : bytes)));
    for (int at = 0; at < bytes; at++) byte(writer, (uint8_t)(value >> (8 * at)));
}

static void signed_range(struct writer *writer, int bytes) {
    uint32_t top = bytes == 4 ? 0x7FFFFFFF : 0x7FFF;
    item(writer, LOGICAL_MINIMUM, bytes, ~top);
    item(writer, LOGICAL_MAXIMUM, bytes, top);
}

static void field(struct writer *writer, uint8_t bits) {
    item(writer, REPORT_SIZE, 1, bits);
    item(writer, REPORT_COUNT, 1, 1);
}

// A byte that is one of several choices; their usages follow each other.
static void choice(
    struct writer *writer, enum item direction, uint16_t usage, uint8_t minimum, uint8_t maximum,
    uint16_t first, int choices
) {
    item(writer, USAGE, 2, usage);
    item(writer, LOGICAL_MINIMUM, 1, minimum);
    item(writer, LOGICAL_MAXIMUM, 1, maximum);
    field(writer, 8);
    item(writer, COLLECTION, 1, LOGICAL);
    for (int index = 0; index < choices; index++)
        item(writer, USAGE, 2, (uint32_t)(first + index));
    item(writer, direction, 1, ARRAY);
    item(writer, END_COLLECTION, 0, 0);
}

static void features(struct writer *writer, const struct kind *kind) {
    choice(writer, FEATURE, 0x0316, 1, 6, 0x0840, 6);  // reporting state
    choice(writer, FEATURE, 0x0319, 1, 6, 0x0850, 6);  // power state
    choice(writer, FEATURE, 0x0201, 0, 6, 0x0800, 7);  // state
    item(writer, USAGE, 2, 0x030E);                    // report interval, in ms
    item(writer, LOGICAL_MINIMUM, 1, 0);
    item(writer, LOGICAL_MAXIMUM, 4, 0x7FFFFFFF);
    field(writer, 32);
    item(writer, UNIT, 1, 0);
    item(writer, UNIT_EXPONENT, 1, 0);
    item(writer, FEATURE, 1, VARIABLE);
    item(writer, USAGE, 2, kind->sensitivity);
    item(writer, LOGICAL_MINIMUM, 1, 0);
    item(writer, LOGICAL_MAXIMUM, 2, 0x7FFF);
    field(writer, 16);
    item(writer, UNIT_EXPONENT, 1, CENTI);
    item(writer, FEATURE, 1, VARIABLE);
}

static void measurement(struct writer *writer, const struct kind *kind, bool timestamped) {
    choice(writer, INPUT, 0x0201, 0, 6, 0x0800, 7);  // state
    choice(writer, INPUT, 0x0202, 0, 5, 0x0810, 6);  // event
    signed_range(writer, kind->bytes);
    field(writer, (uint8_t)(8 * kind->bytes));
    item(writer, UNIT, 1, 0);
    item(writer, UNIT_EXPONENT, 1, kind->exponent);
    for (int axis = 0; axis < 3; axis++) {
        item(writer, USAGE, 2, (uint32_t)(kind->axis_x + axis));
        item(writer, INPUT, 1, VARIABLE);
    }
    if (!timestamped) return;
    item(writer, USAGE, 2, 0x0529);  // timestamp
    item(writer, LOGICAL_MINIMUM, 1, 0);
    item(writer, LOGICAL_MAXIMUM, 4, 0x7FFFFFFF);
    field(writer, 64);
    item(writer, UNIT, 1, 0);
    item(writer, UNIT_EXPONENT, 1, MICRO);
    item(writer, INPUT, 1, VARIABLE);
}

size_t descriptor(
    const struct sensor *sensors, int count, bool timestamped, uint8_t *out, size_t room
) {
    struct writer writer = {.out = out, .room = room};
    item(&writer, USAGE_PAGE, 1, 0x20);  // sensors
    item(&writer, USAGE, 1, 0x01);
    item(&writer, COLLECTION, 1, APPLICATION);
    for (int index = 0; index < count; index++) {
        const struct kind *kind = sensors[index].kind;
        item(&writer, USAGE_PAGE, 1, 0x20);
        item(&writer, USAGE, 1, kind->usage);
        item(&writer, COLLECTION, 1, PHYSICAL);
        item(&writer, REPORT_ID, 1, sensors[index].feature.id);
        features(&writer, kind);
        measurement(&writer, kind, timestamped);
        item(&writer, END_COLLECTION, 0, 0);
    }
    item(&writer, END_COLLECTION, 0, 0);
    return writer.size <= room ? writer.size : 0;
}
