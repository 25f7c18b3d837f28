// Makes the values that every writer writes, once, so that Swift, C++ and Python encode the very
// same doubles: a file of rows of five (uptime, timestamp, x, y, z) in the machine's byte order.
// `full` gives every number all its digits, the hardest case; `clock` gives times as a recording
// has them, whole nanoseconds of the boot clock, and measurements with all their digits.
#include "harness.hpp"

static uint64_t state = 20260101;

/// The splitmix64 generator.
static uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

/// From 0 up to 1, all 53 bits of it.
static double unit() { return double(next() >> 11) * 0x1p-53; }

int main(int count, char **words) {
    std::string path = harness::option(count, words, "--output", "values.f64");
    std::string kind = harness::option(count, words, "--kind", "full");
    long records = harness::number(count, words, "--records", "500000");
    FILE *file = fopen(path.c_str(), "wb");
    if (file == nullptr) harness::failCall("create", path);
    for (long index = 0; index < records; ++index) {
        harness::Row row;
        if (kind == "clock") {
            int64_t sinceStart = index * 10000000 + int64_t(next() % 1000000);
            row.uptime = double(183456789012345 + sinceStart) / 1e9;
            row.timestamp = double(sinceStart) / 1e9;
        } else {
            double sinceStart = (double(index) + unit()) * 0.01;
            row.uptime = 183456.789012345 + sinceStart;
            row.timestamp = sinceStart;
        }
        row.x = unit() * 4 - 2;
        row.y = unit() * 4 - 2;
        row.z = unit() * 4 - 2;
        if (fwrite(&row, sizeof row, 1, file) != 1) harness::failCall("write", path);
    }
    if (fclose(file) != 0) harness::failCall("close", path);
    return 0;
}
