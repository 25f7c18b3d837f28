// Reads records from lines of CSV, field by field.
//
// `find_tokens` does not help here: CSV doubles quotes instead of escaping them, and has no tokens. Cells and numbers
// are handled as in JSON.
#include "ScanStore.hpp"

#include <cstring>
#include <string_view>

using namespace footfall;

uint8_t footfall_scan::put_field(int32_t column, const uint8_t *from, const uint8_t *to) {
    if (from == to) return 0;
    switch (columns[size_t(column)].kind) {
    case footfall_cell_text:
    case footfall_cell_json:
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
    const uint8_t kind = columns[size_t(column)].kind;
    if (kind != footfall_cell_text && kind != footfall_cell_json)
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
