// Numbers of cells, which JSON and CSV share: JSON's grammar, and the double that is nearest.
//
// Numbers of few digits are exact in one multiplication or division of doubles (Clinger, 1990);
// those of as many as a double has are nearly always decided by one multiplication of whole numbers
// (Lemire, "Number parsing at a gigabyte per second", 2021). The others are from_chars's, which is
// right for any length. They are no inline calls on purpose: much code each, they would only make
// the scans' own larger.
#include "ScanStore.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <system_error>

using namespace footfall;

namespace {

/// A number as JSON's grammar reads it.
struct Literal {
    /// Where it ends; nothing else is known of what is no number.
    const uint8_t *end = nullptr;
    /// All its digits as one whole number, if it has no more of them than `most_digits`.
    uint64_t digits = 0;
    size_t digit_count = 0;
    /// Of ten, for `digits`.
    int64_t exponent = 0;
    bool is_negative = false;
    /// Has neither a point nor an exponent.
    bool is_whole = true;

    explicit operator bool() const { return end != nullptr; }
};

constexpr size_t most_digits = 19;

inline bool is_digit(uint8_t c) { return uint8_t(c - '0') < 10; }

inline bool are_eight_digits(uint64_t text) {
    constexpr uint64_t high = 0xF0F0F0F0F0F0F0F0;
    return ((text & high) | ((text + 0x0606060606060606) & high) >> 4) == 0x3333333333333333;
}

/// The number that eight digits are, two, four and eight of them at a time.
inline uint64_t eight_digits(uint64_t text) {
    text = (text & 0x0F0F0F0F0F0F0F0F) * (10 * 256 + 1) >> 8;
    text = (text & 0x00FF00FF00FF00FF) * (100 * 65536 + 1) >> 16;
    return (text & 0x0000FFFF0000FFFF) * (10000 * (uint64_t(1) << 32) + 1) >> 32;
}

/// Reads the digits at `p`; answers where they end.
inline const uint8_t *read_digits(const uint8_t *p, const uint8_t *to, uint64_t &digits) {
    for (; to - p >= 8 && are_eight_digits(load(p)); p += 8)
        digits = digits * 100000000 + eight_digits(load(p));
    for (; p < to && is_digit(*p); ++p) digits = digits * 10 + (*p - '0');
    return p;
}

/// Reads the number at `text`, behind which only space may stand before `next`.
inline Literal read_literal(const uint8_t *text, const uint8_t *next) {
    Literal literal;
    const uint8_t *p = text;
    literal.is_negative = p < next && *p == '-';
    if (literal.is_negative) ++p;
    const uint8_t *const first = p;
    p = read_digits(p, next, literal.digits);
    literal.digit_count = size_t(p - first);
    if (p == first || (*first == '0' && p - first > 1)) return {};
    if (p < next && *p == '.') {
        const uint8_t *const decimals = p + 1;
        p = read_digits(decimals, next, literal.digits);
        if (p == decimals) return {};
        literal.exponent = decimals - p;
        literal.digit_count += size_t(p - decimals);
        literal.is_whole = false;
    }
    if (p < next && (*p == 'e' || *p == 'E')) {
        ++p;
        const bool is_negative = p < next && *p == '-';
        if (p < next && (*p == '-' || *p == '+')) ++p;
        const uint8_t *const power = p;
        uint64_t exponent = 0;
        p = read_digits(p, next, exponent);
        if (p == power) return {};
        // A longer one has wrapped around: let it be too large for the short way.
        const int64_t size = p - power > 9 ? 999999999 : int64_t(exponent);
        literal.exponent += is_negative ? -size : size;
        literal.is_whole = false;
    }
    literal.end = p;
    while (p < next && is_space(*p)) ++p;
    return p == next ? literal : Literal();
}

/// Doubles of these are exact.
constexpr double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr int largest_power = 22;
constexpr uint64_t largest_exact = uint64_t(1) << 53;

typedef unsigned __int128 Wide;

/// One divided by the powers of five: of each the first 64 bits, and how often the power doubles up
/// to them.
struct Reciprocals {
    uint64_t bits[largest_power + 1] = {};
    int shifts[largest_power + 1] = {};

    constexpr Reciprocals() {
        uint64_t power = 1;
        for (int index = 0; index <= largest_power; ++index, power *= 5) {
            int length = 0;
            while (length < 64 && power >> length) ++length;
            // Of a power of two, one would be a bit too long.
            const int shift = 63 + (power == 1 ? 0 : length);
            bits[index] = uint64_t((Wide(1) << shift) / power);
            shifts[index] = shift;
        }
    }
};
constexpr Reciprocals reciprocals;

/// Divides by a power of ten; answers whether `value` is certainly the nearest double.
inline bool divide(uint64_t digits, int power, double &value) {
    const int leading = __builtin_clzll(digits);
    const Wide product = Wide(digits << leading) * reciprocals.bits[power];
    const uint64_t high = uint64_t(product >> 64);
    // The reciprocal was cut off: `high` may be too small by one. Behind the 54 bits that decide, the
    // rest must not change them then, and must not be the middle between two doubles either.
    const int behind = 9 + int(high >> 63);
    const uint64_t all = (uint64_t(1) << behind) - 1, rest = high & all;
    if (rest == 0 || rest == all) return false;
    const uint64_t rounded = ((high >> behind) + 1) >> 1;
    const int exponent = 65 + behind - reciprocals.shifts[power] - leading - power;
    const uint64_t two = uint64_t(1023 + exponent) << 52;
    value = double(rounded) * __builtin_bit_cast(double, two);
    return true;
}

/// The shortest way to most values; answers false for the others.
inline bool read_quickly(const Literal &literal, double &value) {
    if (literal.digit_count > most_digits || literal.exponent < -largest_power
        || literal.exponent > largest_power)
        return false;
    if (literal.digits <= largest_exact) {
        value = double(literal.digits);
        if (literal.exponent < 0)
            value /= powers_of_ten[-literal.exponent];
        else
            value *= powers_of_ten[literal.exponent];
    } else if (literal.exponent > 0 || !divide(literal.digits, int(-literal.exponent), value)) {
        return false;
    }
    if (literal.is_negative) value = -value;
    return true;
}

}  // namespace

uint8_t footfall_scan::put_number(int32_t column, const uint8_t *text, const uint8_t *next) {
    const Literal literal = read_literal(text, next);
    if (simdjson_unlikely(!literal)) return wrong(footfall_stop_bad_value, text, column);
    double value;
    if (!read_quickly(literal, value)) {
        const char *const from = reinterpret_cast<const char *>(text);
        const char *const to = reinterpret_cast<const char *>(literal.end);
        if (std::from_chars(from, to, value).ec == std::errc::result_out_of_range) {
            // from_chars does not say which way; a number too small for a double is zero.
            if (std::abs(std::strtod(from, nullptr)) > 1)
                return wrong(footfall_stop_out_of_range, text, column);
            value = literal.is_negative ? -0.0 : 0.0;
        }
    }
    row_kinds[column] = footfall_cell_number;
    std::memcpy(&row_values[column], &value, sizeof value);
    return 0;
}

uint8_t footfall_scan::put_integer(int32_t column, const uint8_t *text, const uint8_t *next) {
    const Literal literal = read_literal(text, next);
    if (simdjson_unlikely(!literal)) return wrong(footfall_stop_bad_value, text, column);
    if (simdjson_unlikely(!literal.is_whole))
        return wrong_type(footfall_cell_number, text, column);
    const uint64_t largest = uint64_t(INT64_MAX) + (literal.is_negative ? 1 : 0);
    if (simdjson_unlikely(literal.digit_count > most_digits || literal.digits > largest))
        return wrong(footfall_stop_out_of_range, text, column);
    row_kinds[column] = footfall_cell_integer;
    row_values[column] = literal.is_negative ? 0 - literal.digits : literal.digits;
    return 0;
}

bool footfall_scan::is_number(const uint8_t *text, const uint8_t *next) {
    return bool(read_literal(text, next));
}
