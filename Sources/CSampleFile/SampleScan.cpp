#include "SampleScan.h"

#if !__has_include(<simdjson.h>)
#error "simdjson.h is missing: install Debian's libsimdjson-dev (apt-get install libsimdjson-dev)"
#endif
#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace {

namespace digits = simdjson::SIMDJSON_BUILTIN_IMPLEMENTATION::numberparsing;

/// Bytes after the store that may be read, and written while a text is unescaped, without harm.
constexpr size_t padding = 2 * simdjson::SIMDJSON_PADDING;
constexpr size_t deepest = 64;
/// Longer numbers than this take the slow road: simdjson 3.0's short cut wraps around beyond 19
/// digits after a leading zero, and in exponents of 19 digits.
constexpr size_t longest_quick_number = 20;

struct Column {
    /// The name between its quotes, as a compact writer puts it, with room to load 16 bytes.
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

/// The low `bytes` bytes of a word in memory order.
inline uint64_t mask(size_t bytes) {
    return bytes >= 8 ? ~uint64_t(0) : (uint64_t(1) << (8 * bytes)) - 1;
}

inline bool is_space(uint8_t c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

inline bool has_backslash(const uint8_t *from, const uint8_t *to) {
    constexpr uint64_t ones = 0x0101010101010101, high = 0x8080808080808080;
    for (; to - from >= 8; from += 8) {
        const uint64_t zeroed = load(from) ^ (ones * '\\');
        if ((zeroed - ones) & ~zeroed & high) return true;
    }
    for (; from < to; ++from)
        if (*from == '\\') return true;
    return false;
}

}  // namespace

struct footfall_scan {
    size_t capacity = 0, longest_line = 0, column_count = 0, most_rows = 0;
    std::unique_ptr<uint8_t[]> store;
    std::unique_ptr<uint8_t[]> kinds;
    std::unique_ptr<uint64_t[]> values;
    std::unique_ptr<uint32_t[]> extents;
    std::unique_ptr<simdjson::internal::dom_parser_implementation> parser;
    std::vector<Column> columns;
    /// The column that last followed each one; the first entry is the column that began a record.
    std::vector<int32_t> successors;
    std::vector<int32_t> fields;
    enum class Separator : uint8_t { fresh, comma, none } separator = Separator::fresh;

    // Of the scan that is under way.
    const uint8_t *window = nullptr;
    const uint32_t *tokens = nullptr;
    size_t token = 0;
    size_t arena = 0;
    uint8_t *row_kinds = nullptr;
    uint64_t *row_values = nullptr;
    footfall_scan_outcome outcome{};

    uint8_t wrong(uint8_t stop, const uint8_t *at, int32_t column = -1) {
        outcome.place = uint32_t(at - store.get());
        outcome.column = column;
        return stop;
    }

    const uint8_t *at(size_t index) const { return window + tokens[index]; }

    void begin(size_t offset) {
        outcome = {};
        outcome.used = uint32_t(offset);
        outcome.column = -1;
        arena = capacity + padding;
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

    uint8_t put_number(int32_t column, const uint8_t *text, const uint8_t *next);
    uint8_t put_integer(int32_t column, const uint8_t *text, const uint8_t *next);
    const uint8_t *closing_quote(const uint8_t *text, const uint8_t *next) const;
    uint8_t *unescape(const uint8_t *from);
    int32_t find_column(const uint8_t *key, const uint8_t *next);
    uint8_t check_simple(const uint8_t *text, const uint8_t *next);
    uint8_t skip_value();
    uint8_t put_value(int32_t column);
    uint8_t read_record();
    uint8_t read_lines(size_t offset, size_t length, bool tail);
    uint8_t read_fields(const uint8_t *from, const uint8_t *to);
    uint8_t put_field(int32_t column, const uint8_t *from, const uint8_t *to);
    uint8_t put_quoted(int32_t column, const uint8_t *from, const uint8_t *to, bool doubled);
    uint8_t read_rows(size_t offset, size_t length);
};

// MARK: - Values

uint8_t footfall_scan::put_number(int32_t column, const uint8_t *text, const uint8_t *next) {
    double value;
    const auto error = digits::parse_double(text).get(value);
    const bool is_long = size_t(next - text) > longest_quick_number;
    if (simdjson_unlikely(error || is_long)) {
        const char *from = reinterpret_cast<const char *>(text);
        const char *to = reinterpret_cast<const char *>(next);
        while (to > from && is_space(uint8_t(to[-1]))) --to;
        double slow = 0;
        const auto [end, code] = std::from_chars(from, to, slow);
        // simdjson alone knows JSON's grammar; from_chars alone is right for any length.
        if (error && (code != std::errc::result_out_of_range || end != to))
            return wrong(footfall_stop_bad_value, text, column);
        if (code == std::errc::result_out_of_range) {
            // from_chars does not say which way; a number too small for a double is zero.
            if (std::abs(std::strtod(from, nullptr)) > 1)
                return wrong(footfall_stop_out_of_range, text, column);
            slow = *text == '-' ? -0.0 : 0.0;
        }
        value = slow;
    }
    row_kinds[column] = footfall_cell_number;
    std::memcpy(&row_values[column], &value, sizeof value);
    return 0;
}

uint8_t footfall_scan::put_integer(int32_t column, const uint8_t *text, const uint8_t *next) {
    int64_t value;
    if (simdjson_unlikely(digits::parse_integer(text).get(value))) {
        double number;
        if (digits::parse_double(text).get(number))
            return wrong(footfall_stop_bad_value, text, column);
        for (const uint8_t *p = text; p < next; ++p)
            if (*p == '.' || *p == 'e' || *p == 'E')
                return wrong_type(footfall_cell_number, text, column);
        return wrong(footfall_stop_out_of_range, text, column);
    }
    row_kinds[column] = footfall_cell_integer;
    row_values[column] = uint64_t(value);
    return 0;
}

/// The quote that ends the text which is the last token before `next`: only space can follow it.
const uint8_t *footfall_scan::closing_quote(const uint8_t *text, const uint8_t *next) const {
    const uint8_t *quote = next - 1;
    while (quote > text && *quote != '"') --quote;
    return quote;
}

/// Copies a text that has escapes, without them, behind the store. Its raw length bounds it, and
/// the raw texts of a window do not overlap: the room there is as large as the store.
uint8_t *footfall_scan::unescape(const uint8_t *from) {
    uint8_t *const start = store.get() + arena;
    uint8_t *const end = parser->parse_string(from, start);
    if (!end) return nullptr;
    arena = size_t(end - store.get());
    return start;
}

int32_t footfall_scan::find_column(const uint8_t *key, const uint8_t *next) {
    for (size_t index = 0; index < columns.size(); ++index) {
        const Column &column = columns[index];
        if (column.length <= size_t(next - key)
            && std::memcmp(key, column.quoted.data(), column.length) == 0)
            return int32_t(index);
    }
    const uint8_t *const quote = closing_quote(key, next);
    if (!has_backslash(key + 1, quote)) return -1;
    const size_t kept = arena;
    const uint8_t *const name = unescape(key + 1);
    const size_t length = arena - kept;
    arena = kept;
    if (!name) return -2;
    for (size_t index = 0; index < columns.size(); ++index) {
        const Column &column = columns[index];
        if (length + 2 == column.length
            && std::memcmp(name, column.quoted.data() + 1, length) == 0)
            return int32_t(index);
    }
    return -1;
}

/// A value of a key that is not ours still has to be JSON: damage shows wherever it is.
uint8_t footfall_scan::check_simple(const uint8_t *text, const uint8_t *next) {
    if (*text == '"') {
        if (!has_backslash(text, closing_quote(text, next))) return 0;
        const size_t kept = arena;
        const bool good = unescape(text + 1) != nullptr;
        arena = kept;
        return good ? 0 : wrong(footfall_stop_bad_value, text);
    }
    if (*text == '-' || (*text >= '0' && *text <= '9')) {
        // A number too large for a double is still one.
        double value;
        if (!digits::parse_double(text).get(value)) return 0;
        const char *from = reinterpret_cast<const char *>(text);
        const char *to = reinterpret_cast<const char *>(next);
        while (to > from && is_space(uint8_t(to[-1]))) --to;
        const auto [end, code] = std::from_chars(from, to, value);
        if (code == std::errc::result_out_of_range && end == to) return 0;
        return wrong(footfall_stop_bad_value, text);
    }
    const char *const words[] = {"true", "false", "null"};
    for (const char *word : words) {
        const size_t length = std::strlen(word);
        if (size_t(next - text) < length || std::memcmp(text, word, length) != 0) continue;
        const uint8_t *rest = text + length;
        while (rest < next && is_space(*rest)) ++rest;
        if (rest == next) return 0;
    }
    return wrong(footfall_stop_structure, text);
}

/// Steps over the value at the current token, whatever it is, checking its grammar.
uint8_t footfall_scan::skip_value() {
    bool in_dictionary[deepest];
    size_t depth = 0;
    bool wants_key = false;
    for (;;) {
        if (wants_key) {
            if (*at(token) != '"') return wrong(footfall_stop_structure, at(token));
            if (uint8_t stop = check_simple(at(token), at(token + 1))) return stop;
            ++token;
            if (*at(token) != ':') return wrong(footfall_stop_structure, at(token));
            ++token;
            wants_key = false;
        }
        const uint8_t opening = *at(token);
        if (opening == '{' || opening == '[') {
            if (depth == deepest) return wrong(footfall_stop_too_deep, at(token));
            in_dictionary[depth++] = opening == '{';
            ++token;
            if (*at(token) != (opening == '{' ? '}' : ']')) {
                wants_key = opening == '{';
                continue;
            }
            ++token;
            --depth;
        } else {
            if (opening == 0) return wrong(footfall_stop_structure, at(token));
            if (uint8_t stop = check_simple(at(token), at(token + 1))) return stop;
            ++token;
        }
        // Behind a value: its siblings, or the ends of what it is in.
        while (depth > 0) {
            const uint8_t next = *at(token);
            if (next == ',') {
                wants_key = in_dictionary[depth - 1];
                ++token;
                break;
            }
            if (next != (in_dictionary[depth - 1] ? '}' : ']'))
                return wrong(footfall_stop_structure, at(token));
            ++token;
            --depth;
        }
        if (depth == 0) return 0;
    }
}

/// Puts the value at the current token into the row, and steps over it.
uint8_t footfall_scan::put_value(int32_t column) {
    const uint8_t *const text = at(token);
    const uint8_t kind = columns[size_t(column)].kind;
    const uint8_t first = *text;
    if (first == 0) return wrong(footfall_stop_structure, text, column);
    const uint8_t *const next = at(token + 1);
    if (first == '-' || (first >= '0' && first <= '9')) {
        ++token;
        if (kind == footfall_cell_number) return put_number(column, text, next);
        if (kind == footfall_cell_integer) return put_integer(column, text, next);
        if (uint8_t stop = check_simple(text, next)) return stop;
        return wrong_type(footfall_cell_number, text, column);
    }
    if (first == '"') {
        ++token;
        const uint8_t *const quote = closing_quote(text, next);
        if (kind != footfall_cell_text) return wrong_type(footfall_cell_text, text, column);
        if (simdjson_likely(!has_backslash(text + 1, quote))) {
            put_text(column, text + 1, size_t(quote - text - 1));
            return 0;
        }
        const size_t kept = arena;
        const uint8_t *const start = unescape(text + 1);
        if (!start) return wrong(footfall_stop_bad_value, text, column);
        put_text(column, start, arena - kept);
        return 0;
    }
    if (uint8_t stop = skip_value()) {
        outcome.column = stop == footfall_stop_structure ? column : outcome.column;
        return stop;
    }
    if (first == 'n') return 0;
    if (first == '{') return wrong_type(footfall_cell_dictionary, text, column);
    if (first == '[') return wrong_type(footfall_cell_list, text, column);
    if (kind != footfall_cell_boolean) return wrong_type(footfall_cell_boolean, text, column);
    row_kinds[column] = footfall_cell_boolean;
    row_values[column] = first == 't';
    return 0;
}

// MARK: - Lines of JSON

/// Reads the record whose brace is the current token, and steps over it.
///
/// No token is looked at before the one ahead of it was recognised, and the byte after the window
/// is zero, which nothing recognises: the walk cannot leave the window.
uint8_t footfall_scan::read_record() {
    ++token;
    if (*at(token) == '}') {
        ++token;
        return 0;
    }
    size_t previous = 0;
    for (;;) {
        const uint8_t *const key = at(token);
        if (simdjson_unlikely(*key != '"')) return wrong(footfall_stop_structure, key);
        int32_t column = successors[previous];
        const Column &expected = columns[size_t(column)];
        const bool starts_alike = (load(key) & expected.low_mask) == expected.low
            && (load(key + 8) & expected.high_mask) == expected.high;
        if (simdjson_unlikely(
                !starts_alike
                || (expected.length > 16
                    && (expected.length > size_t(at(token + 1) - key)
                        || std::memcmp(key, expected.quoted.data(), expected.length) != 0)))) {
            column = find_column(key, at(token + 1));
            if (column == -2) return wrong(footfall_stop_bad_value, key);
            if (column >= 0) successors[previous] = column;
        }
        ++token;
        if (simdjson_unlikely(*at(token) != ':')) return wrong(footfall_stop_structure, at(token));
        ++token;
        if (simdjson_likely(column >= 0)) {
            if (simdjson_unlikely(row_kinds[column] != footfall_cell_absent))
                return wrong(footfall_stop_twice, key, column);
            if (uint8_t stop = put_value(column)) return stop;
            previous = size_t(column) + 1;
        } else if (uint8_t stop = skip_value()) {
            return stop;
        }
        const uint8_t *const next = at(token);
        if (*next == ',') {
            ++token;
            continue;
        }
        if (simdjson_unlikely(*next != '}')) return wrong(footfall_stop_structure, next);
        ++token;
        return 0;
    }
}

/// Reads lines whose tokens are found; answers why it stopped.
uint8_t footfall_scan::read_lines(size_t offset, size_t length, bool tail) {
    const uint8_t *const end = store.get() + offset + length;
    const uint8_t *line = store.get() + offset;
    while (line < end) {
        const void *const newline = std::memchr(line, '\n', size_t(end - line));
        const uint8_t *const line_end = newline ? static_cast<const uint8_t *>(newline) : end;
        outcome.line = uint32_t(line - store.get());
        outcome.line_length = uint32_t(line_end - line);
        if (simdjson_unlikely(outcome.line_length > longest_line))
            return wrong(footfall_stop_too_long, line);
        const uint8_t *const first = at(token);
        if (simdjson_unlikely(first >= line_end || *first != '{')) {
            if (first < line_end && *first == ']') return footfall_stop_footer;
            if (first < line_end) return wrong(footfall_stop_not_a_record, first);
            line = line_end + (newline ? 1 : 0);
            outcome.used = uint32_t(line - store.get());
            continue;
        }
        if (simdjson_unlikely(outcome.rows == most_rows)) return footfall_stop_full;
        if (simdjson_unlikely(separator == Separator::none))
            return wrong(footfall_stop_missing_comma, first);
        begin_row();
        if (uint8_t stop = read_record()) {
            if (outcome.place < uint32_t(line_end - store.get())) return stop;
            return wrong(footfall_stop_unfinished, line_end, outcome.column);
        }
        const uint8_t *const brace = at(token - 1);
        if (simdjson_unlikely(brace >= line_end))
            return wrong(footfall_stop_unfinished, line_end);
        const bool comma = at(token) < line_end && *at(token) == ',';
        if (comma) ++token;
        if (simdjson_unlikely(at(token) < line_end)) {
            if (!tail || newline)
                return wrong(
                    *at(token) == '{' ? footfall_stop_several : footfall_stop_junk, at(token));
            end_row(first, brace + 1);
            separator = comma ? Separator::comma : Separator::none;
            outcome.used = uint32_t(at(token) - store.get());
            outcome.line = outcome.used;
            outcome.line_length = uint32_t(line_end - at(token));
            return *at(token) == ']' ? footfall_stop_footer : wrong(footfall_stop_junk, at(token));
        }
        end_row(first, brace + 1);
        separator = comma ? Separator::comma : Separator::none;
        line = line_end + (newline ? 1 : 0);
        outcome.used = uint32_t(line - store.get());
    }
    return footfall_stop_end;
}

// MARK: - Lines of CSV

uint8_t footfall_scan::put_field(int32_t column, const uint8_t *from, const uint8_t *to) {
    if (from == to) return 0;
    switch (columns[size_t(column)].kind) {
    case footfall_cell_text:
        put_text(column, from, size_t(to - from));
        return 0;
    case footfall_cell_boolean: {
        const std::string_view word(reinterpret_cast<const char *>(from), size_t(to - from));
        if (word != "true" && word != "false")
            return wrong_type(footfall_cell_text, from, column);
        row_kinds[column] = footfall_cell_boolean;
        row_values[column] = word == "true";
        return 0;
    }
    default:
        for (const uint8_t *p = from; p < to; ++p) {
            const uint8_t c = *p;
            const bool belongs = (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.'
                || c == 'e' || c == 'E';
            if (!belongs) return wrong_type(footfall_cell_text, from, column);
        }
        if (columns[size_t(column)].kind == footfall_cell_integer)
            return put_integer(column, from, to);
        return put_number(column, from, to);
    }
}

uint8_t footfall_scan::put_quoted(
    int32_t column, const uint8_t *from, const uint8_t *to, bool doubled) {
    if (columns[size_t(column)].kind != footfall_cell_text)
        return wrong_type(footfall_cell_text, from, column);
    if (!doubled) {
        put_text(column, from, size_t(to - from));
        return 0;
    }
    uint8_t *const start = store.get() + arena;
    uint8_t *out = start;
    for (const uint8_t *p = from; p < to; ++p) {
        *out++ = *p;
        if (*p == '"') ++p;
    }
    arena = size_t(out - store.get());
    put_text(column, start, size_t(out - start));
    return 0;
}

uint8_t footfall_scan::read_fields(const uint8_t *from, const uint8_t *to) {
    size_t field = 0;
    for (const uint8_t *p = from;; ++p, ++field) {
        if (field == fields.size()) return wrong(footfall_stop_field_count, p);
        const int32_t column = fields[field];
        const uint8_t *end = p;
        uint8_t stop = 0;
        if (p < to && *p == '"') {
            bool doubled = false;
            for (end = p + 1;; ++end) {
                if (end >= to) return wrong(footfall_stop_open_text, p, column);
                if (*end == 0)
                    return wrong(footfall_stop_control_character, end, column);
                if (*end != '"') continue;
                if (end + 1 < to && end[1] == '"') {
                    doubled = true;
                    ++end;
                } else {
                    break;
                }
            }
            if (column >= 0) stop = put_quoted(column, p + 1, end, doubled);
            ++end;
            if (!stop && end < to && *end != ',') return wrong(footfall_stop_structure, end);
        } else {
            for (; end < to && *end != ','; ++end) {
                if (*end == '"') return wrong(footfall_stop_structure, end, column);
                if (*end == 0)
                    return wrong(footfall_stop_control_character, end, column);
            }
            if (column >= 0) stop = put_field(column, p, end);
        }
        if (stop) return stop;
        p = end;
        if (p >= to) break;
    }
    return field + 1 == fields.size() ? 0 : wrong(footfall_stop_field_count, to);
}

uint8_t footfall_scan::read_rows(size_t offset, size_t length) {
    const uint8_t *const end = store.get() + offset + length;
    const uint8_t *line = store.get() + offset;
    while (line < end) {
        const void *const newline = std::memchr(line, '\n', size_t(end - line));
        const uint8_t *const line_end = newline ? static_cast<const uint8_t *>(newline) : end;
        outcome.line = uint32_t(line - store.get());
        outcome.line_length = uint32_t(line_end - line);
        if (outcome.line_length > longest_line) return wrong(footfall_stop_too_long, line);
        if (outcome.rows == most_rows) return footfall_stop_full;
        const bool carriage_return = line_end > line && line_end[-1] == '\r';
        const uint8_t *const to = line_end - (carriage_return ? 1 : 0);
        begin_row();
        if (uint8_t stop = read_fields(line, to)) return stop;
        end_row(line, line_end);
        line = line_end + (newline ? 1 : 0);
        outcome.used = uint32_t(line - store.get());
    }
    return footfall_stop_end;
}

// MARK: - The plain C of it

footfall_scan *footfall_scan_create(size_t capacity, size_t longest_line, size_t columns) {
    if (capacity == 0 || capacity > (size_t(1) << 30) || columns == 0) return nullptr;
    std::unique_ptr<footfall_scan> scan(new (std::nothrow) footfall_scan);
    if (!scan) return nullptr;
    scan->capacity = capacity;
    scan->longest_line = longest_line;
    scan->column_count = columns;
    scan->most_rows = std::min(std::max(capacity / 32, size_t(16)), size_t(4096));
    const size_t cells = scan->most_rows * columns;
    // The texts without their escapes lie behind the bytes of the file, so that one base serves both.
    const size_t room = 2 * (capacity + padding);
    scan->store.reset(new (std::nothrow) uint8_t[room]);
    scan->kinds.reset(new (std::nothrow) uint8_t[cells]);
    scan->values.reset(new (std::nothrow) uint64_t[cells]);
    scan->extents.reset(new (std::nothrow) uint32_t[2 * scan->most_rows]);
    if (!scan->store || !scan->kinds || !scan->values || !scan->extents) return nullptr;
    if (simdjson::get_active_implementation()->create_dom_parser_implementation(
            capacity, 1, scan->parser))
        return nullptr;
    try {
        scan->columns.reserve(columns);
        scan->successors.reserve(columns + 1);
        // The successor of the last column is any column: it is compared, never trusted.
        for (size_t index = 0; index <= columns; ++index)
            scan->successors.push_back(int32_t(index < columns ? index : 0));
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
    return scan.release();
}

void footfall_scan_destroy(footfall_scan *scan) { delete scan; }

bool footfall_scan_name_column(
    footfall_scan *scan, const uint8_t *name, size_t length, uint8_t kind) {
    if (scan->columns.size() == scan->column_count) return false;
    try {
        Column column;
        column.kind = kind;
        column.length = length + 2;
        column.quoted.assign(column.length + 16, 0);
        column.quoted[0] = '"';
        if (length > 0) std::memcpy(column.quoted.data() + 1, name, length);
        column.quoted[length + 1] = '"';
        column.low_mask = mask(column.length);
        column.high_mask = column.length > 8 ? mask(column.length - 8) : 0;
        column.low = load(column.quoted.data()) & column.low_mask;
        column.high = load(column.quoted.data() + 8) & column.high_mask;
        scan->columns.push_back(std::move(column));
    } catch (const std::bad_alloc &) {
        return false;
    }
    return true;
}

bool footfall_scan_map_fields(footfall_scan *scan, const int32_t *columns, size_t count) {
    try {
        scan->fields.assign(columns, columns + count);
    } catch (const std::bad_alloc &) {
        return false;
    }
    return true;
}

uint8_t *footfall_scan_store(footfall_scan *scan) { return scan->store.get(); }
const uint8_t *footfall_scan_kinds(const footfall_scan *scan) { return scan->kinds.get(); }
const uint64_t *footfall_scan_values(const footfall_scan *scan) { return scan->values.get(); }
const uint32_t *footfall_scan_extents(const footfall_scan *scan) { return scan->extents.get(); }

void footfall_scan_forget_comma(footfall_scan *scan) {
    scan->separator = footfall_scan::Separator::fresh;
}

namespace {

/// Finds the tokens of a part of the store; what fails here names no byte.
uint8_t find_tokens(footfall_scan *scan, size_t offset, size_t length) {
    const auto error = scan->parser->stage1(
        scan->store.get() + offset, length, simdjson::stage1_mode::regular);
    switch (error) {
    case simdjson::SUCCESS: break;
    case simdjson::EMPTY: break;
    case simdjson::UTF8_ERROR: return footfall_stop_not_utf8;
    case simdjson::UNESCAPED_CHARS: return footfall_stop_control_character;
    case simdjson::UNCLOSED_STRING: return footfall_stop_open_text;
    default: return footfall_stop_memory;
    }
    // The last token found is followed by one at the window's end, whose byte is zero for now.
    uint32_t *const tokens = scan->parser->structural_indexes.get();
    const size_t count = error == simdjson::EMPTY ? 0 : scan->parser->n_structural_indexes;
    tokens[count] = uint32_t(length);
    scan->window = scan->store.get() + offset;
    scan->tokens = tokens;
    scan->token = 0;
    return 0;
}

}  // namespace

footfall_scan_outcome footfall_scan_json(
    footfall_scan *scan, size_t offset, size_t length, bool tail) {
    scan->begin(offset);
    auto &outcome = scan->outcome;
    if (length == 0) return outcome;
    // Zero ends the window: no token and no number goes on beyond it.
    uint8_t *const behind = scan->store.get() + offset + length;
    const uint8_t kept = *behind;
    *behind = 0;
    if (!find_tokens(scan, offset, length)) {
        outcome.stop = scan->read_lines(offset, length, tail);
    } else {
        // One bad line spoils the tokens of them all. Texts cannot hold newlines, so each line
        // stands by itself: read them one by one up to the bad one.
        size_t line = offset;
        outcome.stop = footfall_stop_end;
        while (line < offset + length && outcome.stop == footfall_stop_end) {
            const size_t rest = offset + length - line;
            const size_t found = footfall_scan_first_line(scan, line, rest);
            const size_t size = found ? found : rest;
            uint8_t *const next = scan->store.get() + line + size;
            const uint8_t first_of_next = *next;
            *next = 0;
            if (uint8_t stop = find_tokens(scan, line, size)) {
                outcome.line = uint32_t(line);
                outcome.line_length = uint32_t(size - (found ? 1 : 0));
                outcome.stop = scan->wrong(stop, scan->store.get() + line);
            } else {
                outcome.stop = scan->read_lines(line, size, tail && !found);
            }
            *next = first_of_next;
            line += size;
        }
    }
    *behind = kept;
    outcome.comma = scan->separator == footfall_scan::Separator::comma;
    return outcome;
}

footfall_scan_outcome footfall_scan_csv(footfall_scan *scan, size_t offset, size_t length) {
    scan->begin(offset);
    auto &outcome = scan->outcome;
    if (length == 0) return outcome;
    if (footfall_scan_is_utf8(scan, offset, length)) {
        outcome.stop = scan->read_rows(offset, length);
        return outcome;
    }
    size_t line = offset;
    outcome.stop = footfall_stop_end;
    while (line < offset + length && outcome.stop == footfall_stop_end) {
        const size_t rest = offset + length - line;
        const size_t found = footfall_scan_first_line(scan, line, rest);
        const size_t size = found ? found : rest;
        if (footfall_scan_is_utf8(scan, line, size)) {
            outcome.stop = scan->read_rows(line, size);
        } else {
            outcome.line = uint32_t(line);
            outcome.line_length = uint32_t(size - (found ? 1 : 0));
            outcome.stop = scan->wrong(footfall_stop_not_utf8, scan->store.get() + line);
        }
        line += size;
    }
    return outcome;
}

bool footfall_scan_opening(
    footfall_scan *scan, size_t offset, size_t length, uint64_t *start_date) {
    try {
        // Closed at once, the opening line is a whole document.
        std::string document(
            reinterpret_cast<const char *>(scan->store.get() + offset), length);
        document += "]}";
        simdjson::dom::parser parser;
        simdjson::dom::object root;
        if (parser.parse(document).get(root)) return false;
        std::string_view date, last;
        simdjson::dom::array items;
        for (const auto field : root) last = field.key;
        if (last != "items" || root["items"].get(items) || items.size() != 0) return false;
        if (root["startDate"].get(date)) return false;
        uint8_t *const out = scan->store.get() + scan->capacity + padding;
        if (date.size() > scan->capacity) return false;
        std::memcpy(out, date.data(), date.size());
        *start_date = uint64_t(scan->capacity + padding) | uint64_t(date.size()) << 32;
        return true;
    } catch (const std::bad_alloc &) {
        return false;
    }
}

bool footfall_scan_is_utf8(const footfall_scan *scan, size_t offset, size_t length) {
    return simdjson::validate_utf8(
        reinterpret_cast<const char *>(scan->store.get() + offset), length);
}

size_t footfall_scan_whole_lines(const footfall_scan *scan, size_t offset, size_t length) {
    const uint8_t *const from = scan->store.get() + offset;
    for (size_t size = length; size > 0; --size)
        if (from[size - 1] == '\n') return size;
    return 0;
}

size_t footfall_scan_first_line(const footfall_scan *scan, size_t offset, size_t length) {
    const uint8_t *const from = scan->store.get() + offset;
    const void *const newline = std::memchr(from, '\n', length);
    return newline ? size_t(static_cast<const uint8_t *>(newline) - from) + 1 : 0;
}
