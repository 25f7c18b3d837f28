// Parses the numbers of cells, for JSON and CSV: JSON's grammar, and the nearest double.
//
// Numbers with few digits need one exact multiplication or division of doubles (Clinger, 1990). Numbers with as many
// digits as a double are nearly always decided by one multiplication of integers (Lemire, "Number parsing at a gigabyte
// per second", 2021). The rest goes to from_chars, which is right for any length. These functions are deliberately not
// inline: they are large and would only bloat the scans.
#include "ScanStore.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <system_error>

using namespace footfall;

namespace {

/// A number parsed by JSON's grammar.
struct Literal {
    /// Its end; NULL if it is no number, and then nothing else is valid.
    const uint8_t *end = nullptr;
    /// All its digits as one integer, if there are no more than `most_digits`.
    uint64_t digits = 0;
    size_t digit_count = 0;
    /// The power of ten for `digits`.
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

/// The value of eight digits, computed two, four and eight at a time.
inline uint64_t eight_digits(uint64_t text) {
    text = (text & 0x0F0F0F0F0F0F0F0F) * (10 * 256 + 1) >> 8;
    text = (text & 0x00FF00FF00FF00FF) * (100 * 65536 + 1) >> 16;
    return (text & 0x0000FFFF0000FFFF) * (10000 * (uint64_t(1) << 32) + 1) >> 32;
}

/// Reads the digits at `p`; returns their end.
inline const uint8_t *read_digits(const uint8_t *p, const uint8_t *to, uint64_t &digits) {
    for (; to - p >= 8 && are_eight_digits(load(p)); p += 8)
        digits = digits * 100000000 + eight_digits(load(p));
    for (; p < to && is_digit(*p); ++p) digits = digits * 10 + (*p - '0');
    return p;
}

/// Reads the number at `text`; only space may follow it before `next`.
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
        // A longer exponent has overflowed: make it too large for the fast way.
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

/// The reciprocals of the powers of five, as 2^shift / 5^index: the first 64 bits of each, and its shift.
struct Reciprocals {
    uint64_t bits[largest_power + 1] = {};
    int shifts[largest_power + 1] = {};

    constexpr Reciprocals() {
        uint64_t power = 1;
        for (int index = 0; index <= largest_power; ++index, power *= 5) {
            int length = 0;
            while (length < 64 && power >> length) ++length;
            // For a power of two, the reciprocal would have one bit too many.
            const int shift = 63 + (power == 1 ? 0 : length);
            bits[index] = uint64_t((Wide(1) << shift) / power);
            shifts[index] = shift;
        }
    }
};
constexpr Reciprocals reciprocals;

/// Divides by a power of ten; returns whether `value` is certainly the nearest double.
inline bool divide(uint64_t digits, int power, double &value) {
    const int leading = __builtin_clzll(digits);
    const Wide product = Wide(digits << leading) * reciprocals.bits[power];
    const uint64_t high = uint64_t(product >> 64);
    // The reciprocal was truncated, so `high` may be too small by one. The bits behind the 54 deciding ones must then
    // neither change those nor be exactly between two doubles.
    const int behind = 9 + int(high >> 63);
    const uint64_t all = (uint64_t(1) << behind) - 1, rest = high & all;
    if (rest == 0 || rest == all) return false;
    const uint64_t rounded = ((high >> behind) + 1) >> 1;
    const int exponent = 65 + behind - reciprocals.shifts[power] - leading - power;
    const uint64_t two = uint64_t(1023 + exponent) << 52;
    value = double(rounded) * __builtin_bit_cast(double, two);
    return true;
}

/// The fast way for most values; returns false for the others.
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
            // from_chars does not say whether a number is too large or too small; one too small for a double is zero.
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
