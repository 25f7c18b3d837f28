// Finds where the tokens of JSON begin, for the walk over records.
#ifndef FOOTFALL_JSON_TOKENS_HPP
#define FOOTFALL_JSON_TOKENS_HPP

#include <cstddef>
#include <cstdint>

namespace footfall {

/// The room that the tokens of this many bytes need.
constexpr size_t room_for_tokens(size_t bytes) { return bytes + 64; }

/// Writes the start of each token of `text`, followed by `length`; returns why it failed, or 0.
///
/// Tokens are brackets, braces, colons, commas, texts (their opening quotes) and whatever else is between spaces. A
/// failure does not say which byte is wrong.
uint8_t find_tokens(const uint8_t *text, size_t length, uint32_t *tokens);

}  // namespace footfall

#endif
