// Finds the tokens of JSON, 64 bytes at a time.
//
// simdjson finds them, too, but its public interface does not provide them: it accepts a document only as a whole,
// which does not suit a truncated or damaged file. The method is simdjson's (Langdale and Lemire, "Parsing gigabytes of
// JSON per second", 2019): one bit for each byte says what the byte is, and what depends on earlier bytes is computed
// for all bits at once. The vectors are the compiler's, so one source serves every processor. simdjson checks UTF-8.
//
// Everything is inlined into `find_tokens`, which is compiled twice on x86-64, once for wide vectors; the program
// chooses at its start.
#include "JSONTokens.hpp"

#include "Libraries.hpp"
#include "SampleScan.h"

#include <simdjson.h>

#include <cstring>

namespace footfall {

namespace {

typedef uint8_t Block __attribute__((vector_size(64)));
typedef bool Flags __attribute__((ext_vector_type(64)));

/// One bit for each byte of a block, the lowest for the first byte.
#define FOOTFALL_BITS(condition) \
    __builtin_bit_cast(uint64_t, __builtin_convertvector((condition), Flags))

#define FOOTFALL_INLINE __attribute__((always_inline)) inline
#if defined(__x86_64__)
#define FOOTFALL_BY_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define FOOTFALL_BY_PROCESSOR
#endif

/// Each bit becomes the parity of itself and all lower ones.
FOOTFALL_INLINE uint64_t parities(uint64_t bits) {
    for (int distance = 1; distance < 64; distance *= 2) bits ^= bits << distance;
    return bits;
}

/// The state passed from one block to the next.
struct Finder {
    /// All ones inside a text.
    uint64_t in_text = 0;
    /// One if the last byte was part of a token other than a text.
    uint64_t in_word = 0;
    /// One if the last byte was a backslash that escapes the next one.
    uint64_t escapes_next = 0;
    uint64_t control_characters = 0;
    uint64_t not_ascii = 0;

    /// The bytes escaped by a backslash before them.
    FOOTFALL_INLINE uint64_t escaped(uint64_t backslashes) {
        uint64_t changed = escapes_next;
        escapes_next = 0;
        for (uint64_t left = backslashes & ~changed; left != 0;) {
            const uint64_t backslash = left & (0 - left);
            changed |= backslash << 1;
            escapes_next = backslash >> 63;
            left &= ~(backslash | backslash << 1);
        }
        return changed;
    }

    /// Where tokens begin.
    FOOTFALL_INLINE uint64_t starts(const uint8_t *bytes) {
        Block block;
        std::memcpy(&block, bytes, sizeof block);
        // Brackets differ from braces in one bit.
        const Block folded = block | 0x20;
        const uint64_t signs = FOOTFALL_BITS(
            (folded == '{') | (folded == '}') | (block == ':') | (block == ','));
        const uint64_t spaces = FOOTFALL_BITS(
            (block == ' ') | (block == '\n') | (block == '\t') | (block == '\r'));
        const uint64_t backslashes = FOOTFALL_BITS(block == '\\');
        uint64_t quotes = FOOTFALL_BITS(block == '"');
        if (__builtin_expect((backslashes | escapes_next) != 0, 0))
            quotes &= ~escaped(backslashes);
        // From each opening quote to the byte before the closing one.
        const uint64_t texts = parities(quotes) ^ in_text;
        in_text = 0 - (texts >> 63);
        control_characters |= FOOTFALL_BITS(block < 0x20) & texts;
        not_ascii |= FOOTFALL_BITS(block >= 0x80);
        const uint64_t others = ~(signs | spaces);
        const uint64_t words = others & ~quotes;
        const uint64_t follow_words = words << 1 | in_word;
        in_word = words >> 63;
        return (signs | (others & ~follow_words)) & ~(texts ^ quotes);
    }
};

}  // namespace

FOOTFALL_BY_PROCESSOR
uint8_t find_tokens(const uint8_t *text, size_t length, uint32_t *tokens) {
    Finder finder;
    size_t offset = 0;
    const auto put = [&](uint64_t starts) __attribute__((always_inline)) {
        for (; starts != 0; starts &= starts - 1)
            *tokens++ = uint32_t(offset + size_t(__builtin_ctzll(starts)));
    };
    for (; offset + sizeof(Block) <= length; offset += sizeof(Block))
        put(finder.starts(text + offset));
    if (offset < length) {
        uint8_t last[sizeof(Block)];
        std::memset(last, ' ', sizeof last);
        std::memcpy(last, text + offset, length - offset);
        put(finder.starts(last));
    }
    *tokens = uint32_t(length);
    if (finder.in_text) return footfall_stop_open_text;
    if (finder.control_characters) return footfall_stop_control_character;
    const char *const characters = reinterpret_cast<const char *>(text);
    if (finder.not_ascii && !simdjson::validate_utf8(characters, length))
        return footfall_stop_not_utf8;
    return 0;
}

}  // namespace footfall
