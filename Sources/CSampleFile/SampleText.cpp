// The hot end of writing: one call turns one number into its text, with no branch that depends on
// the number of digits. A significand is widened to 17 digits, split into 1 + 8 + 8, and each
// eight are spread over the bytes of one word by multiplication.
#include "SampleText.h"

#include <cstring>

#if __has_include(<dragonbox-1.1.3/dragonbox/dragonbox.h>)
#include <dragonbox-1.1.3/dragonbox/dragonbox.h>
#else
#error "dragonbox is missing; install it with: apt-get install libdragonbox-dev"
#endif

#if __has_include(<xxhash.h>)
#define XXH_INLINE_ALL
#include <xxhash.h>
#else
#error "xxHash is missing; install it with: apt-get install libxxhash-dev"
#endif

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

/// Of eight spread digits, those before the trailing zeros; not for zero.
inline int significant(uint64_t spreadDigits) { return 8 - (__builtin_clzll(spreadDigits) >> 3); }

inline size_t writeUnsigned(uint8_t *out, uint64_t value) {
    if (value < tenToTheEighth) {
        const uint64_t digits = spread(value);
        const int leading = digits == 0 ? 7 : __builtin_ctzll(digits) >> 3;
        store(out, (digits | eightZeros) >> (8 * leading));
        return 8 - leading;
    }
    const uint64_t upper = value / tenToTheEighth;
    const size_t length = writeUnsigned(out, upper);
    store(out + length, spread(value - upper * tenToTheEighth) | eightZeros);
    return length + 8;
}

/// Seventeen digits, ready to be stored.
struct Digits {
    uint64_t first;   // '1'...'9'
    uint64_t middle;  // eight, as text
    uint64_t last;    // eight, as text
    int count;        // without trailing zeros

    explicit Digits(uint64_t significand) {
        const uint64_t nine = significand / tenToTheEighth;
        const uint64_t leading = nine / tenToTheEighth;
        const uint64_t lastDigits = spread(significand - nine * tenToTheEighth);
        const uint64_t middleDigits = spread(nine - leading * tenToTheEighth);
        first = leading + '0';
        middle = middleDigits | eightZeros;
        last = lastDigits | eightZeros;
        count = lastDigits != 0     ? 9 + significant(lastDigits)
                : middleDigits != 0 ? 1 + significant(middleDigits)
                                    : 1;
    }

    void store(uint8_t *out) const {
        out[0] = uint8_t(first);
        ::store(out + 1, middle);
        ::store(out + 9, last);
    }
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

/// 123456789.25 or 12300000000: the point stands after the first 8 to 21 digits.
size_t writeWide(uint8_t *out, const Digits &digits, int point) {
    digits.store(out);
    if (digits.count <= point) {
        store(out + 17, eightZeros);
        return point;
    }
    uint8_t text[24];
    digits.store(text);
    out[point] = '.';
    std::memcpy(out + point + 1, text + point, 16);
    return digits.count + 1;
}

/// How the first eight bytes of a number come about when its point stands near its digits:
/// digits that keep their place, the point and its zeros, digits that move behind it.
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

/// 0.00123 or 1234.5 or 120: no branch, because where the point stands is anyone's guess.
inline size_t writeNearPoint(uint8_t *out, const Digits &digits, int point) {
    const Opening &opening = openings.at[point - firstOpening];
    const uint64_t upright = digits.middle << 8 | digits.first;
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
    const int width = digitCount(decimal.significand);
    const int point = width + decimal.exponent;  // |value| = 0.ddd * 10^point
    const Digits digits(decimal.significand * powersOfTen[17 - width]);
    out[0] = '-';
    out += sign;
    if (point >= firstOpening && point <= lastOpening) {
        return sign + writeNearPoint(out, digits, point);
    }
    if (point > lastOpening && point <= 21) return sign + writeWide(out, digits, point);
    return sign + writeWithExponent(out, digits, point - 1);
}

size_t footfall_write_nanoseconds(uint8_t *out, int64_t nanoseconds) {
    // Below 2^23 seconds, doubles lie closer together than nanoseconds: the nine decimals read
    // back as the double nearest to them, and no other nine do, so they are its shortest text.
    // Below a microsecond that text has an exponent.
    const int64_t exact = 8388608LL * 1000000000LL;
    const uint64_t sign = nanoseconds < 0;
    const uint64_t magnitude = sign ? 0 - uint64_t(nanoseconds) : uint64_t(nanoseconds);
    if (magnitude >= uint64_t(exact) || (magnitude < 1000 && magnitude != 0)) {
        return footfall_write_double(out, double(nanoseconds) / 1e9);
    }
    out[0] = '-';
    out += sign;
    const uint64_t seconds = magnitude / 1000000000;
    const uint64_t fraction = magnitude - seconds * 1000000000;
    const size_t length = writeUnsigned(out, seconds);
    if (fraction == 0) return sign + length;
    const uint64_t tenths = fraction / tenToTheEighth;
    const uint64_t rest = spread(fraction - tenths * tenToTheEighth);
    out[length] = '.';
    out[length + 1] = uint8_t(tenths + '0');
    store(out + length + 2, rest | eightZeros);
    return sign + length + 2 + (rest == 0 ? 0 : significant(rest));
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
