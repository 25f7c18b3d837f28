// Numbers of cells, which JSON and CSV share: simdjson's digits, and a slow road where it gives up
// or is not to be trusted.
//
// They are no inline calls on purpose: much code each, they would only make the scans' own larger.
#include "ScanStore.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <system_error>

using namespace footfall;

namespace {

namespace digits = simdjson::SIMDJSON_BUILTIN_IMPLEMENTATION::numberparsing;

/// Longer numbers than this take the slow road: simdjson 3.0's short cut wraps around beyond 19
/// digits after a leading zero, and in exponents of 19 digits.
constexpr size_t longest_quick_number = 20;

}  // namespace

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

bool footfall_scan::is_number(const uint8_t *text, const uint8_t *next) {
    // A number too large for a double is still one.
    double value;
    if (!digits::parse_double(text).get(value)) return true;
    const char *from = reinterpret_cast<const char *>(text);
    const char *to = reinterpret_cast<const char *>(next);
    while (to > from && is_space(uint8_t(to[-1]))) --to;
    const auto [end, code] = std::from_chars(from, to, value);
    return code == std::errc::result_out_of_range && end == to;
}
