// Makes a scanner, and implements the calls on its store that do not depend on the format.
#include "ScanStore.hpp"

#include "JSONTokens.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

using namespace footfall;

namespace {

/// The low `bytes` bytes of a word in memory order.
inline uint64_t mask(size_t bytes) {
    return bytes >= 8 ? ~uint64_t(0) : (uint64_t(1) << (8 * bytes)) - 1;
}

}  // namespace

footfall_scan *footfall_scan_create(size_t capacity, size_t longest_line, size_t columns) {
    if (capacity == 0 || capacity > (size_t(1) << 30) || columns == 0) return nullptr;
    std::unique_ptr<footfall_scan> scan(new (std::nothrow) footfall_scan);
    if (!scan) return nullptr;
    scan->capacity = capacity;
    scan->longest_line = longest_line;
    scan->column_count = columns;
    scan->most_rows = std::min(std::max(capacity / 32, size_t(16)), size_t(4096));
    const size_t cells = scan->most_rows * columns;
    // Unescaped texts are stored behind the bytes of the file, so that one base address serves both.
    const size_t room = 2 * (capacity + padding);
    scan->store.reset(new (std::nothrow) uint8_t[room]);
    scan->kinds.reset(new (std::nothrow) uint8_t[cells]);
    scan->values.reset(new (std::nothrow) uint64_t[cells]);
    scan->extents.reset(new (std::nothrow) uint32_t[2 * scan->most_rows]);
    scan->tokens.reset(new (std::nothrow) uint32_t[room_for_tokens(capacity)]);
    if (!scan->store || !scan->kinds || !scan->values || !scan->extents || !scan->tokens)
        return nullptr;
    try {
        scan->columns.reserve(columns);
        scan->successors.reserve(columns + 1);
        // The predicted column after the last may be any: it is only a guess, checked by comparison.
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

size_t footfall_scan_strangers(const footfall_scan *scan) { return scan->strangers.size(); }

const char *footfall_scan_stranger(const footfall_scan *scan, size_t index, size_t *length) {
    *length = scan->strangers[index].size();
    return scan->strangers[index].data();
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
