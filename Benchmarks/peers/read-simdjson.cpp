// The reader's C++ peer: simdjson's on-demand front end over a whole sample file, every field of
// every record taken by its type and in the order of the schema. Three plain uses, of which the
// driver takes whichever is the fastest in the run:
//   whole  one document: load the file, iterate its array
//   lines  one document a line, from the loaded file: the parser's index stays in the cache
//   stream iterate_many over the loaded file, with the commas at line ends blanked first
#include "harness.hpp"

#include <simdjson.h>

namespace ondemand = simdjson::ondemand;

struct Sum {
    size_t records = 0;
    size_t characters = 0;
    double numbers = 0;

    void add(ondemand::object record) {
        std::string_view stepPath, sensorType;
        numbers += double(record.find_field("uptime").get_double());
        numbers += double(record.find_field("timestamp").get_double());
        stepPath = record.find_field("stepPath").get_string();
        sensorType = record.find_field("sensorType").get_string();
        numbers += double(record.find_field("x").get_double());
        numbers += double(record.find_field("y").get_double());
        numbers += double(record.find_field("z").get_double());
        characters += stepPath.size() + sensorType.size();
        ++records;
    }
};

static void readWhole(simdjson::padded_string &text, Sum &sum) {
    ondemand::parser parser;
    ondemand::document document = parser.iterate(text);
    for (ondemand::object record : document.get_array()) sum.add(record);
}

static void readLines(simdjson::padded_string &text, Sum &sum) {
    ondemand::parser parser;
    const char *at = text.data(), *end = at + text.size();
    while (at < end) {
        const char *newline = static_cast<const char *>(memchr(at, '\n', size_t(end - at)));
        const char *next = newline == nullptr ? end : newline;
        size_t length = size_t(next - at);
        if (length > 0 && at[length - 1] == ',') --length;
        if (length > 1) {
            // The bytes after a line are its padding: the next lines, then the file's own.
            simdjson::padded_string_view line(at, length, length + simdjson::SIMDJSON_PADDING);
            ondemand::document document = parser.iterate(line);
            sum.add(document.get_object());
        }
        at = next + 1;
    }
}

static void readStream(simdjson::padded_string &text, Sum &sum) {
    char *at = text.data(), *end = at + text.size();
    for (char *next = at; (next = static_cast<char *>(memchr(next, '\n', size_t(end - next))));
         ++next)
        if (next > at && next[-1] == ',') next[-1] = ' ';
    ondemand::parser parser;
    const uint8_t *records = reinterpret_cast<const uint8_t *>(at) + 1;  // after the "["
    ondemand::document_stream documents =
        parser.iterate_many(records, text.size() - 2, size_t(1) << 18);
    for (ondemand::document_reference document : documents) sum.add(document.get_object());
}

int main(int count, char **words) try {
    harness::pin(int(harness::number(count, words, "--cpu", "-1")));
    std::string path = harness::option(count, words, "--input", "sample.json");
    std::string use = harness::option(count, words, "--use", "whole");
    Sum sum;
    int64_t start = harness::processorTime();
    simdjson::padded_string text = simdjson::padded_string::load(path);
    if (use == "whole")
        readWhole(text, sum);
    else if (use == "lines")
        readLines(text, sum);
    else if (use == "stream")
        readStream(text, sum);
    else
        harness::fail("--use is whole, lines or stream");
    int64_t elapsed = harness::processorTime() - start;
    printf("{\"program\":\"read-simdjson\",\"use\":\"%s\",\"records\":%zu,\"bytes\":%zu,"
           "\"sum\":%.6f,\"characters\":%zu,\"nanoseconds\":%.3f}\n",
           use.c_str(), sum.records, text.size(), sum.numbers, sum.characters,
           double(elapsed) / double(sum.records));
    return 0;
} catch (const simdjson::simdjson_error &error) {
    harness::fail(error.what());
}
