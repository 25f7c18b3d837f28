// What a check's speed is compared with: simdjson's on-demand parser walks a file of records, a line each, and touches
// every key and value. Prints how many values there were.

#include <cstdio>
#include <cstring>
#include <simdjson.h>
#include <string>

namespace {

/// Bytes in memory at a time: as flat as the reader that it is compared with.
constexpr size_t window = 1 << 20;

size_t values = 0;
double sum = 0;

/// Touches each value of one record.
void touch(simdjson::ondemand::document_reference record) {
    for (auto field : record.get_object()) {
        std::string_view key = field.unescaped_key();
        simdjson::ondemand::value value = field.value();
        switch (value.type().value()) {
        case simdjson::ondemand::json_type::number: sum += double(value.get_double()); break;
        case simdjson::ondemand::json_type::string: sum += std::string_view(value.get_string()).size(); break;
        case simdjson::ondemand::json_type::boolean: sum += bool(value.get_bool()); break;
        default: break;
        }
        sum += key.size();
        values += 1;
    }
}

/// Blanks the commas between records: this parser takes records that nothing parts but space.
void blankCommas(char *begin, char *end) {
    while (char *newline = static_cast<char *>(std::memchr(begin, '\n', size_t(end - begin)))) {
        if (newline > begin && newline[-1] == ',') newline[-1] = ' ';
        begin = newline + 1;
        if (begin == end) break;
    }
}

}  // namespace

int main(int count, char **arguments) {
    FILE *file = count == 2 ? std::fopen(arguments[1], "rb") : nullptr;
    if (!file) {
        std::fprintf(stderr, "touch-values FILE: a sample file in JSON, a record a line\n");
        return 2;
    }
    simdjson::ondemand::parser parser;
    std::string lines(window + simdjson::SIMDJSON_PADDING, '\0');
    size_t filled = 0;
    try {
        while (true) {
            size_t got = std::fread(&lines[filled], 1, window - filled, file);
            filled += got;
            // Whole lines only; the rest goes to the front.
            size_t end = filled;
            while (end > 0 && lines[end - 1] != '\n') end -= 1;
            if (end == 0) break;
            size_t begin = lines[0] == '[' ? 2 : 0;
            blankCommas(&lines[begin], &lines[end]);
            simdjson::ondemand::document_stream records;
            auto error = parser.iterate_many(&lines[begin], end - begin, window).get(records);
            if (error) throw simdjson::simdjson_error(error);
            for (auto record : records) {
                if (record.error()) break;
                touch(record.value());
            }
            std::memmove(&lines[0], &lines[end], filled - end);
            filled -= end;
            if (got == 0) break;
        }
    } catch (const simdjson::simdjson_error &error) {
        std::fprintf(stderr, "%s: %s\n", arguments[1], error.what());
        return 1;
    }
    std::printf("%zu values, %g\n", values, sum);
    return 0;
}
