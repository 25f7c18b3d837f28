// Reads the opening line of a file with a dictionary root, by simdjson's document parser.
//
// It is read once for each file, so it need not be fast, and it may contain any keys. Unlike for records, parsing a
// whole document is the simplest correct way.
#include "ScanStore.hpp"

#include <cstring>
#include <new>
#include <string>
#include <string_view>

using namespace footfall;

bool footfall_scan_opening(
    footfall_scan *scan, size_t offset, size_t length, uint64_t *start_date) {
    try {
        // With its brackets closed, the opening line is a whole document.
        std::string document(
            reinterpret_cast<const char *>(scan->store.get() + offset), length);
        document += "]}";
        simdjson::dom::object root;
        if (scan->parser.parse(document).get(root)) return false;
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
