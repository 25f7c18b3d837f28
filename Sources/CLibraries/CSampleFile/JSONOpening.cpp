// The opening line of a dictionary root, by simdjson's document parser.
//
// It is read once a file, so it need not be fast, and it may hold any keys: a whole document model
// is the plainest way to be right about it, apart from the walk over the records.
#include "ScanStore.hpp"

#include <cstring>
#include <new>
#include <string>
#include <string_view>

using namespace footfall;

bool footfall_scan_opening(
    footfall_scan *scan, size_t offset, size_t length, uint64_t *start_date) {
    try {
        // Closed at once, the opening line is a whole document.
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
