// The encoder's C++ peer: RapidJSON's Writer into its own StringBuffer, reused, and write(2) each
// 64 KiB. Keys and texts are given with their lengths (its fastest plain use); digits are its own.
// With `--output none` the text is made and discarded, `--passes` times over the first `--records`,
// after one pass that is not timed.
#include "harness.hpp"

#include <fcntl.h>

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

static void writeAll(int file, const char *bytes, size_t count) {
    if (file < 0) return;
    while (count > 0) {
        ssize_t written = write(file, bytes, count);
        if (written < 0) harness::failCall("write", "the output");
        bytes += written;
        count -= size_t(written);
    }
}

#define KEY(text) writer.Key(text, sizeof(text) - 1)
#define TEXT(text) writer.String(text, sizeof(text) - 1)

/// Writes one document; returns how many bytes it has.
static size_t writeRecords(const std::vector<harness::Row> &rows,
                           rapidjson::StringBuffer &buffer,
                           rapidjson::Writer<rapidjson::StringBuffer> &writer, int file) {
    size_t bytes = 0;
    memcpy(buffer.Push(2), "[\n", 2);
    bool first = true;
    for (const auto &row : rows) {
        if (!first) memcpy(buffer.Push(2), ",\n", 2);
        first = false;
        writer.Reset(buffer);
        writer.StartObject();
        KEY("uptime");
        writer.Double(row.uptime);
        KEY("timestamp");
        writer.Double(row.timestamp);
        KEY("stepPath");
        TEXT("walk");
        KEY("sensorType");
        TEXT("accelerometer");
        KEY("x");
        writer.Double(row.x);
        KEY("y");
        writer.Double(row.y);
        KEY("z");
        writer.Double(row.z);
        writer.EndObject();
        if (buffer.GetSize() >= 65536) {
            writeAll(file, buffer.GetString(), buffer.GetSize());
            bytes += buffer.GetSize();
            buffer.Clear();
        }
    }
    memcpy(buffer.Push(2), "\n]", 2);
    writeAll(file, buffer.GetString(), buffer.GetSize());
    bytes += buffer.GetSize();
    buffer.Clear();
    return bytes;
}

int main(int count, char **words) {
    harness::pin(int(harness::number(count, words, "--cpu", "-1")));
    auto rows = harness::rows(harness::option(count, words, "--values", "values.f64"));
    size_t records = size_t(harness::number(count, words, "--records", "1000000000"));
    if (records < rows.size()) rows.resize(records);
    long passes = harness::number(count, words, "--passes", "1");
    std::string path = harness::option(count, words, "--output", "rapidjson.json");
    int file = -1;
    if (path != "none") {
        unlink(path.c_str());
        file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file < 0) harness::failCall("create", path);
    }

    rapidjson::StringBuffer buffer;
    buffer.Reserve(1 << 17);
    rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
    size_t bytes = 0;
    if (file < 0) writeRecords(rows, buffer, writer, file);

    int64_t start = harness::processorTime();
    for (long pass = 0; pass < passes; ++pass) bytes += writeRecords(rows, buffer, writer, file);
    if (file >= 0 && close(file) != 0) harness::failCall("close", path);
    int64_t elapsed = harness::processorTime() - start;

    size_t written = rows.size() * size_t(passes);
    printf("{\"program\":\"json-rapidjson\",\"records\":%zu,\"bytes\":%zu,\"nanoseconds\":%.3f}\n",
           written, bytes, double(elapsed) / double(written));
    return 0;
}
