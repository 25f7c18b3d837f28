// The internals of a scanner behind its C interface: the store of bytes, the rows of cells, the outcome.
//
// Scans of JSON and CSV fill the same rows, so they share this. It is C++, which Swift cannot import, so it is not in
// `include`. Calls for each cell or row are inline; the others are in the files named by the headings below.
#ifndef FOOTFALL_SCAN_STORE_HPP
#define FOOTFALL_SCAN_STORE_HPP

#include "Libraries.hpp"
#include "SampleScan.h"

#include <simdjson.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

static_assert(
    simdjson::SIMDJSON_VERSION_MAJOR >= 3,
    "simdjson is too old: version 3.0 or later is needed, which is libsimdjson-dev of Debian 12");

namespace footfall {

/// Bytes after the store that may be read, and written while unescaping a text, without harm.
constexpr size_t padding = 2 * simdjson::SIMDJSON_PADDING;

struct Column {
    /// The name in quotes, as a compact writer writes it, with room to load 16 bytes.
    std::vector<uint8_t> quoted;
    size_t length = 0;
    uint64_t low = 0, low_mask = 0, high = 0, high_mask = 0;
    uint8_t kind = footfall_cell_absent;
};

inline uint64_t load(const uint8_t *bytes) {
    uint64_t word;
    std::memcpy(&word, bytes, sizeof word);
    return word;
}

inline bool is_space(uint8_t c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

}  // namespace footfall

struct footfall_scan {
    size_t capacity = 0, longest_line = 0, column_count = 0, most_rows = 0;
    std::unique_ptr<uint8_t[]> store;
    std::unique_ptr<uint8_t[]> kinds;
    std::unique_ptr<uint64_t[]> values;
    std::unique_ptr<uint32_t[]> extents;
    std::vector<footfall::Column> columns;

    /// Keys that are no columns but have values in records, as written in the file.
    std::vector<std::string> strangers;

    // The state of the current scan.
    /// Where the next unescaped text goes, behind the bytes of the file.
    size_t arena = 0;
    uint8_t *row_kinds = nullptr;
    uint64_t *row_values = nullptr;
    footfall_scan_outcome outcome{};

    uint8_t wrong(uint8_t stop, const uint8_t *at, int32_t column = -1) {
        outcome.place = uint32_t(at - store.get());
        outcome.column = column;
        return stop;
    }

    void begin(size_t offset) {
        outcome = {};
        outcome.used = uint32_t(offset);
        outcome.column = -1;
        arena = capacity + footfall::padding;
    }

    void begin_row() {
        row_kinds = kinds.get() + size_t(outcome.rows) * column_count;
        row_values = values.get() + size_t(outcome.rows) * column_count;
        std::memset(row_kinds, footfall_cell_absent, column_count);
    }

    void end_row(const uint8_t *from, const uint8_t *to) {
        extents[2 * outcome.rows] = uint32_t(from - store.get());
        extents[2 * outcome.rows + 1] = uint32_t(to - store.get());
        ++outcome.rows;
    }

    void put_text(int32_t column, const uint8_t *from, size_t length) {
        row_kinds[column] = footfall_cell_text;
        row_values[column] = uint64_t(from - store.get()) | uint64_t(length) << 32;
    }

    uint8_t wrong_type(uint8_t found, const uint8_t *at, int32_t column) {
        outcome.found = found;
        return wrong(footfall_stop_wrong_type, at, column);
    }

    // ScanNumber.cpp
    uint8_t put_number(int32_t column, const uint8_t *text, const uint8_t *next);
    uint8_t put_integer(int32_t column, const uint8_t *text, const uint8_t *next);
    static bool is_number(const uint8_t *text, const uint8_t *next);

    // JSONScan.cpp
    /// Parses everything but records: texts with escapes, the opening line.
    simdjson::dom::parser parser;
    /// The starts of the tokens of a window, counted from `window`, followed by its length.
    std::unique_ptr<uint32_t[]> tokens;
    /// The column that last followed each column, as a prediction; the first entry is the column that began a record.
    std::vector<int32_t> successors;
    enum class Separator : uint8_t { fresh, comma, none } separator = Separator::fresh;
    const uint8_t *window = nullptr;
    size_t token = 0;

    const uint8_t *at(size_t index) const { return window + tokens[index]; }
    const uint8_t *closing_quote(const uint8_t *text, const uint8_t *next) const;
    const uint8_t *unescape(const uint8_t *quote, const uint8_t *end);
    int32_t find_column(const uint8_t *key, const uint8_t *next);
    void note_stranger(const uint8_t *key, const uint8_t *next);
    uint8_t check_simple(const uint8_t *text, const uint8_t *next);
    uint8_t skip_value();
    uint8_t put_json(int32_t column);
    uint8_t put_value(int32_t column);
    uint8_t read_record();
    uint8_t read_lines(size_t offset, size_t length, bool tail);
    uint8_t find(size_t offset, size_t length);

    // CSVScan.cpp
    std::vector<int32_t> fields;

    uint8_t read_fields(const uint8_t *from, const uint8_t *to);
    uint8_t put_field(int32_t column, const uint8_t *from, const uint8_t *to);
    uint8_t put_quoted(int32_t column, const uint8_t *from, const uint8_t *to, bool doubled);
    uint8_t read_rows(size_t offset, size_t length);
};

#endif
