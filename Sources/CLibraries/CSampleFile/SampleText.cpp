// Converts numbers to text, fast: for most doubles, no branch depends on the number of digits. A significand is widened
// to 17 digits and split into 1 + 8 + 8; each eight digits are spread over the bytes of one word by multiplication.
#include "Libraries.hpp"
#include "SampleText.h"

#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <dragonbox-1.1.3/dragonbox/dragonbox.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "words are stored first digit first");

namespace {

constexpr uint64_t powersOfTen[] = {
    1ULL,
    10ULL,
    100ULL,
    1000ULL,
    10000ULL,
    100000ULL,
    1000000ULL,
    10000000ULL,
    100000000ULL,
    1000000000ULL,
    10000000000ULL,
    100000000000ULL,
    1000000000000ULL,
    10000000000000ULL,
    100000000000000ULL,
    1000000000000000ULL,
    10000000000000000ULL,
    100000000000000000ULL,
    1000000000000000000ULL,
    10000000000000000000ULL,
};

constexpr uint64_t eightZeros = 0x3030303030303030;
constexpr uint64_t tenToTheEighth = 100000000;
constexpr uint64_t tenToTheSixteenth = 10000000000000000;

inline void store(uint8_t *out, uint64_t word) { std::memcpy(out, &word, sizeof word); }

inline int digitCount(uint64_t value) {
    const int guess = (64 - __builtin_clzll(value | 1)) * 1233 >> 12;
    return guess + (value >= powersOfTen[guess]);
}

/// Eight digits, the first in the lowest byte.
inline uint64_t spread(uint64_t value) {
    const uint64_t upper = value / 10000;
    const uint64_t fours = upper | (value - upper * 10000) << 32;
    const uint64_t hundreds = (fours * 10486 >> 20) & 0x0000007F0000007F;
    const uint64_t twos = hundreds | (fours - hundreds * 100) << 16;
    const uint64_t tens = (twos * 103 >> 10) & 0x000F000F000F000F;
    return tens | (twos - tens * 10) << 8;
}

/// Sixteen digits as text, and how many remain without the trailing zeros.
struct Sixteen {
    uint64_t upper;
    uint64_t lower;
    int significant;

    /// Both numbers are below 10^8.
    Sixteen(uint64_t upperEight, uint64_t lowerEight) {
#if defined(__SSE2__)
        const __m128i eights = _mm_set_epi64x(int64_t(lowerEight), int64_t(upperEight));
        const __m128i myriads =
            _mm_srli_epi64(_mm_mul_epu32(eights, _mm_set1_epi64x(0xD1B71759)), 45);
        const __m128i below =
            _mm_sub_epi64(eights, _mm_mul_epu32(myriads, _mm_set1_epi64x(10000)));
        const __m128i fours = _mm_or_si128(myriads, _mm_slli_epi64(below, 32));
        const __m128i hundreds =
            _mm_srli_epi16(_mm_mulhi_epu16(fours, _mm_set1_epi16(5243)), 3);
        const __m128i rest = _mm_sub_epi16(fours, _mm_mullo_epi16(hundreds, _mm_set1_epi16(100)));
        const __m128i twos = _mm_or_si128(hundreds, _mm_slli_epi32(rest, 16));
        const __m128i tens = _mm_mulhi_epu16(twos, _mm_set1_epi16(6554));
        const __m128i ones = _mm_sub_epi16(twos, _mm_mullo_epi16(tens, _mm_set1_epi16(10)));
        const __m128i digits = _mm_or_si128(tens, _mm_slli_epi16(ones, 8));
        const __m128i text = _mm_or_si128(digits, _mm_set1_epi8('0'));
        upper = uint64_t(_mm_cvtsi128_si64(text));
        lower = uint64_t(_mm_cvtsi128_si64(_mm_unpackhi_epi64(text, text)));
        const int zeros = _mm_movemask_epi8(_mm_cmpeq_epi8(digits, _mm_setzero_si128()));
        significant = 31 - __builtin_clz(unsigned(~zeros & 0xFFFF) << 1 | 1);
#else
        const uint64_t upperDigits = spread(upperEight);
        const uint64_t lowerDigits = spread(lowerEight);
        upper = upperDigits | eightZeros;
        lower = lowerDigits | eightZeros;
        significant = lowerDigits != 0   ? 16 - (__builtin_clzll(lowerDigits) >> 3)
                      : upperDigits != 0 ? 8 - (__builtin_clzll(upperDigits) >> 3)
                                         : 0;
#endif
    }
};

/// The number of leading zeros of eight digits as text; the last digit does not count.
inline uint64_t leadingZeros(uint64_t text) {
    return uint64_t(__builtin_ctzll((text & ~eightZeros) | 1ULL << 56)) >> 3;
}

inline size_t writeUnsigned(uint8_t *out, uint64_t value) {
    if (value < tenToTheEighth) {
        const uint64_t text = spread(value) | eightZeros;
        const uint64_t leading = leadingZeros(text);
        store(out, text >> (8 * leading));
        return 8 - leading;
    }
    const uint64_t upper = value / tenToTheEighth;
    const size_t length = writeUnsigned(out, upper);
    store(out + length, spread(value - upper * tenToTheEighth) | eightZeros);
    return length + 8;
}

/// The seventeen digits of a significand.
struct Digits {
    uint64_t first;  // as text
    Sixteen others;
    int count;  // without trailing zeros

    explicit Digits(uint64_t significand) : Digits(significand / tenToTheEighth, significand) {}

    void store(uint8_t *out) const {
        out[0] = uint8_t(first);
        ::store(out + 1, others.upper);
        ::store(out + 9, others.lower);
    }

private:
    Digits(uint64_t nine, uint64_t significand)
        : first(nine / tenToTheEighth + '0'),
          others(nine % tenToTheEighth, significand - nine * tenToTheEighth),
          count(1 + others.significant) {}
};

/// d.ddde-7 or d.ddde21.
size_t writeWithExponent(uint8_t *out, const Digits &digits, int exponent) {
    digits.store(out + 1);
    out[0] = uint8_t(digits.first);
    out[1] = '.';
    size_t length = digits.count == 1 ? 1 : digits.count + 1;
    out[length++] = 'e';
    if (exponent < 0) {
        out[length++] = '-';
        exponent = -exponent;
    }
    return length + writeUnsigned(out + length, uint64_t(exponent));
}

/// 123456789.25 or 12300000000: the point is after the first 8 to 21 digits.
size_t writeWide(uint8_t *out, const Digits &digits, int point) {
    digits.store(out);
    if (digits.count <= point) {
        store(out + 17, eightZeros);
        return point;
    }
    uint8_t text[32] = {};
    digits.store(text);
    out[point] = '.';
    std::memcpy(out + point + 1, text + point, 16);
    return digits.count + 1;
}

/// How to make the first eight bytes of a number whose point is near its digits: digits that keep their place, the
/// point and its zeros, digits that move behind it.
struct Opening {
    uint64_t kept;
    uint64_t written;
    uint64_t moved;
    uint64_t distance;
};

constexpr int firstOpening = -5;
constexpr int lastOpening = 7;

struct Openings {
    Opening at[lastOpening - firstOpening + 1];

    constexpr Openings() : at() {
        for (int point = firstOpening; point <= lastOpening; point++) {
            Opening &opening = at[point - firstOpening];
            if (point > 0) {
                const uint64_t integer = (1ULL << (8 * point)) - 1;
                opening = {integer, uint64_t('.') << (8 * point), ~(integer << 8 | 0xFF), 1};
            } else {
                const uint64_t zeros = (1ULL << (8 * (2 - point))) - 1;
                opening = {0, 0x3030303030302E30 & zeros, ~zeros, uint64_t(2 - point)};
            }
        }
    }
};

constexpr Openings openings;

/// 0.00123 or 1234.5 or 120: without a branch, because the place of the point cannot be predicted.
inline size_t writeNearPoint(uint8_t *out, const Digits &digits, int point) {
    const Opening &opening = openings.at[point - firstOpening];
    const uint64_t upright = digits.others.upper << 8 | digits.first;
    digits.store(out + opening.distance);
    store(out, (upright & opening.kept) | opening.written |
                   (upright << (8 * opening.distance) & opening.moved));
    const int length = digits.count + int(opening.distance);
    return size_t(digits.count <= point ? point : length);
}

}  // namespace

size_t footfall_write_double(uint8_t *out, double value) {
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    const size_t sign = bits >> 63;
    if (bits << 1 == 0) {
        std::memcpy(out, sign ? "-0.0" : "0000", 4);
        return sign ? 4 : 1;
    }
    namespace policy = jkj::dragonbox::policy;
    const auto decimal = jkj::dragonbox::to_decimal(value, policy::sign::ignore,
                                                    policy::trailing_zero::ignore,
                                                    policy::cache::full);
    // Mostly 16 or 17 digits, in random order: chosen without a branch.
    int width = 16 + (decimal.significand >= tenToTheSixteenth);
    uint64_t significand = decimal.significand * (width == 16 ? 10 : 1);
    if (__builtin_expect(significand < tenToTheSixteenth, 0)) {
        width = digitCount(decimal.significand);
        significand = decimal.significand * powersOfTen[17 - width];
    }
    const int point = width + decimal.exponent;  // |value| = 0.ddd * 10^point
    const Digits digits(significand);
    out[0] = '-';
    out += sign;
    if (point >= firstOpening && point <= lastOpening) {
        return sign + writeNearPoint(out, digits, point);
    }
    if (point > lastOpening && point <= 21) return sign + writeWide(out, digits, point);
    return sign + writeWithExponent(out, digits, point - 1);
}

size_t footfall_write_nanoseconds(uint8_t *out, int64_t nanoseconds) {
    // Below 2^23 seconds, doubles are closer together than nanoseconds. So nine decimals read back as the nearest
    // double, and no other nine decimals do: they are its shortest text. Below a microsecond that text has an exponent.
    const int64_t exact = 8388608LL * 1000000000LL;
    const uint64_t sign = nanoseconds < 0;
    const uint64_t magnitude = sign ? 0 - uint64_t(nanoseconds) : uint64_t(nanoseconds);
    if (magnitude >= uint64_t(exact) || (magnitude < 1000 && magnitude != 0)) {
        // Rounded once for the whole and once for the fraction, as readers of the text compute it.
        const int64_t whole = nanoseconds / 1000000000;
        const int64_t rest = nanoseconds - whole * 1000000000;
        return footfall_write_double(out, double(whole) + double(rest) / 1e9);
    }
    out[0] = '-';
    out += sign;
    const uint64_t seconds = magnitude / 1000000000;
    const uint64_t fraction = magnitude - seconds * 1000000000;
    const uint64_t tenths = fraction / tenToTheEighth;
    const Sixteen digits(seconds, fraction - tenths * tenToTheEighth);
    const uint64_t leading = leadingZeros(digits.upper);
    store(out, digits.upper >> (8 * leading));
    uint8_t *point = out + 8 - leading;
    point[0] = '.';
    point[1] = uint8_t(tenths + '0');
    store(point + 2, digits.lower);
    const uint64_t decimals =
        digits.significant > 8 ? uint64_t(digits.significant) - 7 : uint64_t(tenths != 0);
    return sign + 8 - leading + (decimals == 0 ? 0 : decimals + 1);
}

size_t footfall_write_integer(uint8_t *out, int64_t value) {
    const uint64_t sign = value < 0;
    out[0] = '-';
    return sign + writeUnsigned(out + sign, sign ? 0 - uint64_t(value) : uint64_t(value));
}

struct footfall_checksum {
    XXH3_state_t state;
};

namespace {

footfall_digest canonical(XXH128_hash_t hash) {
    XXH128_canonical_t text;
    XXH128_canonicalFromHash(&text, hash);
    footfall_digest digest;
    std::memcpy(digest.bytes, text.digest, sizeof digest.bytes);
    return digest;
}

}  // namespace

footfall_checksum *footfall_checksum_create(void) {
    XXH3_state_t *state = XXH3_createState();
    if (state == nullptr) return nullptr;
    XXH3_128bits_reset(state);
    return reinterpret_cast<footfall_checksum *>(state);
}

void footfall_checksum_destroy(footfall_checksum *checksum) { XXH3_freeState(&checksum->state); }

void footfall_checksum_update(footfall_checksum *checksum, const void *bytes, size_t count) {
    XXH3_128bits_update(&checksum->state, bytes, count);
}

footfall_digest footfall_checksum_digest(const footfall_checksum *checksum) {
    return canonical(XXH3_128bits_digest(&checksum->state));
}

footfall_digest footfall_checksum_of(const void *bytes, size_t count) {
    return canonical(XXH3_128bits(bytes, count));
}

struct footfall_frame_sum {
    XXH64_state_t state;
};

footfall_frame_sum *footfall_frame_sum_create(void) {
    XXH64_state_t *state = XXH64_createState();
    if (state == nullptr) return nullptr;
    XXH64_reset(state, 0);
    return reinterpret_cast<footfall_frame_sum *>(state);
}

void footfall_frame_sum_destroy(footfall_frame_sum *sum) { XXH64_freeState(&sum->state); }

void footfall_frame_sum_reset(footfall_frame_sum *sum) { XXH64_reset(&sum->state, 0); }

void footfall_frame_sum_update(footfall_frame_sum *sum, const void *bytes, size_t count) {
    XXH64_update(&sum->state, bytes, count);
}

uint32_t footfall_frame_sum_digest(const footfall_frame_sum *sum) {
    return uint32_t(XXH64_digest(&sum->state));
}
