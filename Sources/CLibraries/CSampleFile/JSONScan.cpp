// Reads records from lines of JSON: a walk over the tokens of a window.
//
// simdjson's own parsers accept a document only as a whole, and let a record extend beyond its line; a file that was
// truncated or damaged needs the opposite. So only UTF-8, texts with escapes and the opening line are left to simdjson.
// The walk is in one file, so that the compiler can inline its hot calls.
#include "ScanStore.hpp"

#include "JSONTokens.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <string>
#include <string_view>

using namespace footfall;

namespace {

constexpr size_t deepest = 64;
constexpr size_t most_strangers = 16;
constexpr size_t longest_stranger = 64;

inline bool has_backslash(const uint8_t *from, const uint8_t *to) {
    constexpr uint64_t ones = 0x0101010101010101, high = 0x8080808080808080;
    for (; to - from >= 8; from += 8) {
        const uint64_t zeroed = load(from) ^ (ones * '\\');
        if ((zeroed - ones) & ~zeroed & high) return true;
    }
    for (; from < to; ++from)
        if (*from == '\\') return true;
    return false;
}

}  // namespace

// MARK: - Values

/// Finds the closing quote of the text that is the last token before `next`: only space can follow it.
const uint8_t *footfall_scan::closing_quote(const uint8_t *text, const uint8_t *next) const {
    const uint8_t *quote = next - 1;
    while (quote > text && *quote != '"') --quote;
    return quote;
}

/// Unescapes the text between two quotes into the room behind the store; returns NULL if an escape is invalid. The
/// result is no longer than the raw text, and the raw texts of a window do not overlap, so a room as large as the store
/// suffices.
const uint8_t *footfall_scan::unescape(const uint8_t *quote, const uint8_t *end) {
    std::string_view text;
    if (parser.parse(quote, size_t(end + 1 - quote)).get(text)) return nullptr;
    uint8_t *const start = store.get() + arena;
    if (!text.empty()) std::memcpy(start, text.data(), text.size());
    arena += text.size();
    return start;
}

int32_t footfall_scan::find_column(const uint8_t *key, const uint8_t *next) {
    for (size_t index = 0; index < columns.size(); ++index) {
        const Column &column = columns[index];
        if (column.length <= size_t(next - key)
            && std::memcmp(key, column.quoted.data(), column.length) == 0)
            return int32_t(index);
    }
    const uint8_t *const quote = closing_quote(key, next);
    if (!has_backslash(key + 1, quote)) return -1;
    const size_t kept = arena;
    const uint8_t *const name = unescape(key, quote);
    const size_t length = arena - kept;
    arena = kept;
    if (!name) return -2;
    for (size_t index = 0; index < columns.size(); ++index) {
        const Column &column = columns[index];
        if (length + 2 == column.length
            && std::memcmp(name, column.quoted.data() + 1, length) == 0)
            return int32_t(index);
    }
    return -1;
}

/// Notes an unknown key once, up to a limit, so that the caller can report that the file contains more.
void footfall_scan::note_stranger(const uint8_t *key, const uint8_t *next) {
    const uint8_t *const quote = closing_quote(key, next);
    const std::string_view name(
        reinterpret_cast<const char *>(key + 1), std::min(size_t(quote - key - 1), longest_stranger));
    for (const std::string &known : strangers)
        if (known == name) return;
    // Out of memory: the key is not reported.
    if (strangers.size() < most_strangers) try {
            strangers.emplace_back(name);
        } catch (const std::bad_alloc &) {
        }
}

/// Checks the value of an unknown key: it must be valid JSON, because damage may show anywhere.
uint8_t footfall_scan::check_simple(const uint8_t *text, const uint8_t *next) {
    if (*text == '"') {
        const uint8_t *const quote = closing_quote(text, next);
        if (!has_backslash(text, quote)) return 0;
        const size_t kept = arena;
        const bool good = unescape(text, quote) != nullptr;
        arena = kept;
        return good ? 0 : wrong(footfall_stop_bad_value, text);
    }
    if (*text == '-' || (*text >= '0' && *text <= '9'))
        return is_number(text, next) ? 0 : wrong(footfall_stop_bad_value, text);
    const char *const words[] = {"true", "false", "null"};
    for (const char *word : words) {
        const size_t length = std::strlen(word);
        if (size_t(next - text) < length || std::memcmp(text, word, length) != 0) continue;
        const uint8_t *rest = text + length;
        while (rest < next && is_space(*rest)) ++rest;
        if (rest == next) return 0;
    }
    return wrong(footfall_stop_structure, text);
}

/// Skips the value at the current token, whatever it is, checking its grammar.
uint8_t footfall_scan::skip_value() {
    bool in_dictionary[deepest];
    size_t depth = 0;
    bool wants_key = false;
    for (;;) {
        if (wants_key) {
            if (*at(token) != '"') return wrong(footfall_stop_structure, at(token));
            if (uint8_t stop = check_simple(at(token), at(token + 1))) return stop;
            ++token;
            if (*at(token) != ':') return wrong(footfall_stop_structure, at(token));
            ++token;
            wants_key = false;
        }
        const uint8_t opening = *at(token);
        if (opening == '{' || opening == '[') {
            if (depth == deepest) return wrong(footfall_stop_too_deep, at(token));
            in_dictionary[depth++] = opening == '{';
            ++token;
            if (*at(token) != (opening == '{' ? '}' : ']')) {
                wants_key = opening == '{';
                continue;
            }
            ++token;
            --depth;
        } else {
            if (opening == 0) return wrong(footfall_stop_structure, at(token));
            if (uint8_t stop = check_simple(at(token), at(token + 1))) return stop;
            ++token;
        }
        // After a value: its siblings, or the ends of the lists and dictionaries around it.
        while (depth > 0) {
            const uint8_t next = *at(token);
            if (next == ',') {
                wants_key = in_dictionary[depth - 1];
                ++token;
                break;
            }
            if (next != (in_dictionary[depth - 1] ? '}' : ']'))
                return wrong(footfall_stop_structure, at(token));
            ++token;
            --depth;
        }
        if (depth == 0) return 0;
    }
}

/// Puts the text of the value at the current token into the row, and skips the value.
uint8_t footfall_scan::put_json(int32_t column) {
    const uint8_t *const text = at(token);
    if (uint8_t stop = skip_value()) {
        outcome.column = stop == footfall_stop_structure ? column : outcome.column;
        return stop;
    }
    if (*text == 'n') return 0;
    const uint8_t *end = at(token);
    while (end > text && is_space(end[-1])) --end;
    put_text(column, text, size_t(end - text));
    return 0;
}

/// Puts the value at the current token into the row, and skips it.
uint8_t footfall_scan::put_value(int32_t column) {
    const uint8_t *const text = at(token);
    const uint8_t kind = columns[size_t(column)].kind;
    const uint8_t first = *text;
    if (first == 0) return wrong(footfall_stop_structure, text, column);
    if (kind == footfall_cell_json) return put_json(column);
    const uint8_t *const next = at(token + 1);
    if (first == '-' || (first >= '0' && first <= '9')) {
        ++token;
        if (kind == footfall_cell_number) return put_number(column, text, next);
        if (kind == footfall_cell_integer) return put_integer(column, text, next);
        if (uint8_t stop = check_simple(text, next)) return stop;
        return wrong_type(footfall_cell_number, text, column);
    }
    if (first == '"') {
        ++token;
        const uint8_t *const quote = closing_quote(text, next);
        if (kind != footfall_cell_text) return wrong_type(footfall_cell_text, text, column);
        if (simdjson_likely(!has_backslash(text + 1, quote))) {
            put_text(column, text + 1, size_t(quote - text - 1));
            return 0;
        }
        const size_t kept = arena;
        const uint8_t *const start = unescape(text, quote);
        if (!start) return wrong(footfall_stop_bad_value, text, column);
        put_text(column, start, arena - kept);
        return 0;
    }
    if (uint8_t stop = skip_value()) {
        outcome.column = stop == footfall_stop_structure ? column : outcome.column;
        return stop;
    }
    if (first == 'n') return 0;
    if (first == '{') return wrong_type(footfall_cell_dictionary, text, column);
    if (first == '[') return wrong_type(footfall_cell_list, text, column);
    if (kind != footfall_cell_boolean) return wrong_type(footfall_cell_boolean, text, column);
    row_kinds[column] = footfall_cell_boolean;
    row_values[column] = first == 't';
    return 0;
}

// MARK: - Lines

/// Reads the record whose brace is the current token, and skips it.
///
/// Each token is checked before the next one is read, and the zero byte after the window is no valid token: so the walk
/// cannot leave the window.
uint8_t footfall_scan::read_record() {
    ++token;
    if (*at(token) == '}') {
        ++token;
        return 0;
    }
    size_t previous = 0;
    for (;;) {
        const uint8_t *const key = at(token);
        if (simdjson_unlikely(*key != '"')) return wrong(footfall_stop_structure, key);
        int32_t column = successors[previous];
        const Column &expected = columns[size_t(column)];
        const bool starts_alike = (load(key) & expected.low_mask) == expected.low
            && (load(key + 8) & expected.high_mask) == expected.high;
        if (simdjson_unlikely(
                !starts_alike
                || (expected.length > 16
                    && (expected.length > size_t(at(token + 1) - key)
                        || std::memcmp(key, expected.quoted.data(), expected.length) != 0)))) {
            column = find_column(key, at(token + 1));
            if (column == -2) return wrong(footfall_stop_bad_value, key);
            if (column >= 0) successors[previous] = column;
        }
        ++token;
        const uint8_t *const colon = at(token);
        if (simdjson_unlikely(*colon != ':')) return wrong(footfall_stop_structure, colon);
        ++token;
        if (simdjson_likely(column >= 0)) {
            if (simdjson_unlikely(row_kinds[column] != footfall_cell_absent))
                return wrong(footfall_stop_twice, key, column);
            if (uint8_t stop = put_value(column)) return stop;
            previous = size_t(column) + 1;
        } else {
            if (*at(token) != 'n') note_stranger(key, colon);
            if (uint8_t stop = skip_value()) return stop;
        }
        const uint8_t *const next = at(token);
        if (*next == ',') {
            ++token;
            continue;
        }
        if (simdjson_unlikely(*next != '}')) return wrong(footfall_stop_structure, next);
        ++token;
        return 0;
    }
}

/// Reads lines whose tokens have been found; returns why it stopped.
uint8_t footfall_scan::read_lines(size_t offset, size_t length, bool tail) {
    const uint8_t *const end = store.get() + offset + length;
    const uint8_t *line = store.get() + offset;
    while (line < end) {
        const void *const newline = std::memchr(line, '\n', size_t(end - line));
        const uint8_t *const line_end = newline ? static_cast<const uint8_t *>(newline) : end;
        outcome.line = uint32_t(line - store.get());
        outcome.line_length = uint32_t(line_end - line);
        if (simdjson_unlikely(outcome.line_length > longest_line))
            return wrong(footfall_stop_too_long, line);
        const uint8_t *const first = at(token);
        if (simdjson_unlikely(first >= line_end || *first != '{')) {
            if (first < line_end && *first == ']') return footfall_stop_footer;
            if (first < line_end) return wrong(footfall_stop_not_a_record, first);
            line = line_end + (newline ? 1 : 0);
            outcome.used = uint32_t(line - store.get());
            continue;
        }
        if (simdjson_unlikely(outcome.rows == most_rows)) return footfall_stop_full;
        if (simdjson_unlikely(separator == Separator::none))
            return wrong(footfall_stop_missing_comma, first);
        begin_row();
        if (uint8_t stop = read_record()) {
            if (outcome.place < uint32_t(line_end - store.get())) return stop;
            return wrong(footfall_stop_unfinished, line_end, outcome.column);
        }
        const uint8_t *const brace = at(token - 1);
        if (simdjson_unlikely(brace >= line_end))
            return wrong(footfall_stop_unfinished, line_end);
        const bool comma = at(token) < line_end && *at(token) == ',';
        if (comma) ++token;
        if (simdjson_unlikely(at(token) < line_end)) {
            if (!tail || newline)
                return wrong(
                    *at(token) == '{' ? footfall_stop_several : footfall_stop_junk, at(token));
            end_row(first, brace + 1);
            separator = comma ? Separator::comma : Separator::none;
            outcome.used = uint32_t(at(token) - store.get());
            outcome.line = outcome.used;
            outcome.line_length = uint32_t(line_end - at(token));
            return *at(token) == ']' ? footfall_stop_footer : wrong(footfall_stop_junk, at(token));
        }
        end_row(first, brace + 1);
        separator = comma ? Separator::comma : Separator::none;
        line = line_end + (newline ? 1 : 0);
        outcome.used = uint32_t(line - store.get());
    }
    return footfall_stop_end;
}

// MARK: - Windows

/// Finds the tokens of a part of the store; a failure does not say which byte is wrong.
uint8_t footfall_scan::find(size_t offset, size_t length) {
    window = store.get() + offset;
    token = 0;
    return find_tokens(window, length, tokens.get());
}

footfall_scan_outcome footfall_scan_json(
    footfall_scan *scan, size_t offset, size_t length, bool tail) {
    scan->begin(offset);
    auto &outcome = scan->outcome;
    if (length == 0) return outcome;
    // A zero byte ends the window: no token and no number continues beyond it.
    uint8_t *const behind = scan->store.get() + offset + length;
    const uint8_t kept = *behind;
    *behind = 0;
    if (!scan->find(offset, length)) {
        outcome.stop = scan->read_lines(offset, length, tail);
    } else {
        // One bad line makes the tokens of all lines unusable. Texts cannot contain newlines, so each line is
        // independent: read them one by one up to the bad one.
        size_t line = offset;
        outcome.stop = footfall_stop_end;
        while (line < offset + length && outcome.stop == footfall_stop_end) {
            const size_t rest = offset + length - line;
            const size_t found = footfall_scan_first_line(scan, line, rest);
            const size_t size = found ? found : rest;
            uint8_t *const next = scan->store.get() + line + size;
            const uint8_t first_of_next = *next;
            *next = 0;
            if (uint8_t stop = scan->find(line, size)) {
                outcome.line = uint32_t(line);
                outcome.line_length = uint32_t(size - (found ? 1 : 0));
                outcome.stop = scan->wrong(stop, scan->store.get() + line);
            } else {
                outcome.stop = scan->read_lines(line, size, tail && !found);
            }
            *next = first_of_next;
            line += size;
        }
    }
    *behind = kept;
    outcome.comma = scan->separator == footfall_scan::Separator::comma;
    return outcome;
}

void footfall_scan_forget_comma(footfall_scan *scan) {
    scan->separator = footfall_scan::Separator::fresh;
}
