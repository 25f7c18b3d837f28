// Where the tokens of JSON begin: what the walk over records goes by.
#ifndef FOOTFALL_JSON_TOKENS_HPP
#define FOOTFALL_JSON_TOKENS_HPP

#include <cstddef>
#include <cstdint>

namespace footfall {

/// The room that the tokens of so many bytes need.
constexpr size_t room_for_tokens(size_t bytes) { return bytes + 64; }

/// Writes where each token of `text` begins, and behind them `length`; answers why it failed, or 0.
///
/// Tokens are brackets, braces, colons, commas, texts (their opening quotes) and whatever else
/// stands between spaces. What fails here names no byte.
uint8_t find_tokens(const uint8_t *text, size_t length, uint32_t *tokens);

}  // namespace footfall

#endif
