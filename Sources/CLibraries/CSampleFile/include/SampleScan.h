// Reads records from text, a window of whole lines at a time, behind a C interface.
//
// A record is one line. The tokens of a whole window are found at once, and simdjson checks its UTF-8. The walk over
// the tokens is our own, because it must enforce the lines: a record begins and ends with its line, whatever the bytes
// are.
#ifndef FOOTFALL_SAMPLE_SCAN_H
#define FOOTFALL_SAMPLE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The kind of a cell. A column's kind is one of these, too, except `absent`.
enum {
    footfall_cell_absent = 0,
    /// The bits of a double.
    footfall_cell_number = 1,
    footfall_cell_integer = 2,
    /// The offset in the store in the low half, the length in the high half.
    footfall_cell_text = 3,
    footfall_cell_boolean = 4,
    /// Found instead of a simple value; never in a cell.
    footfall_cell_list = 5,
    footfall_cell_dictionary = 6,
    /// Only for a column: any value, kept as its text.
    footfall_cell_json = 7
};

/// Why a scan stopped. Values above `footer` mean that one line is wrong.
enum {
    /// Every line of the window is used.
    footfall_stop_end = 0,
    /// No more rows fit; go on at `used`.
    footfall_stop_full = 1,
    /// A line that begins with a closing bracket.
    footfall_stop_footer = 2,
    footfall_stop_not_utf8 = 3,
    footfall_stop_control_character = 4,
    footfall_stop_open_text = 5,
    footfall_stop_not_a_record = 6,
    footfall_stop_structure = 7,
    footfall_stop_unfinished = 8,
    footfall_stop_several = 9,
    footfall_stop_junk = 10,
    footfall_stop_bad_value = 11,
    footfall_stop_out_of_range = 12,
    footfall_stop_wrong_type = 13,
    footfall_stop_twice = 14,
    footfall_stop_too_deep = 15,
    footfall_stop_missing_comma = 16,
    footfall_stop_field_count = 17,
    footfall_stop_too_long = 18
};

/// How far a scan got. Offsets count from the start of the store.
typedef struct {
    uint32_t rows;
    /// The start of the first line that was not used; if something follows a complete record on the line of `tail`, the
    /// start of that.
    uint32_t used;
    /// The line that stopped the scan, without its newline.
    uint32_t line;
    uint32_t line_length;
    /// The wrong byte.
    uint32_t place;
    /// The column that is wrong, or -1.
    int32_t column;
    uint8_t stop;
    /// What was found instead, after `wrong_type`.
    uint8_t found;
    /// Whether a comma followed the last record of JSON.
    bool comma;
} footfall_scan_outcome;

typedef struct footfall_scan footfall_scan;

/// Makes a scanner whose store holds `capacity` bytes, of 1 GiB at most; returns NULL if memory is short.
footfall_scan *_Nullable footfall_scan_create(size_t capacity, size_t longest_line,
                                              size_t columns);
void footfall_scan_destroy(footfall_scan *_Nonnull scan);
/// Names the next column; returns `false` if memory is short or every column has its name.
bool footfall_scan_name_column(footfall_scan *_Nonnull scan, const uint8_t *_Nullable name,
                               size_t length, uint8_t kind);
/// Sets the column that each field of a CSV line fills, -1 for none; returns `false` if memory is short.
bool footfall_scan_map_fields(footfall_scan *_Nonnull scan, const int32_t *_Nonnull columns,
                              size_t count);

/// The store, into which the caller puts the bytes of the file. It also contains the texts of cells.
uint8_t *_Nonnull footfall_scan_store(footfall_scan *_Nonnull scan);
/// A kind for each cell, row by row.
const uint8_t *_Nonnull footfall_scan_kinds(const footfall_scan *_Nonnull scan);
/// A value for each cell, row by row.
const uint64_t *_Nonnull footfall_scan_values(const footfall_scan *_Nonnull scan);
/// The start and end of each row's record, in pairs.
const uint32_t *_Nonnull footfall_scan_extents(const footfall_scan *_Nonnull scan);

/// Reads lines of JSON. Each ends with a newline, except the last one if `tail` is set: text after a complete record on
/// that line is then left unused instead of being an error.
footfall_scan_outcome footfall_scan_json(footfall_scan *_Nonnull scan, size_t offset,
                                         size_t length, bool tail);
/// Reads lines of CSV, each of which ends with a newline.
footfall_scan_outcome footfall_scan_csv(footfall_scan *_Nonnull scan, size_t offset,
                                        size_t length);
/// Accepts the next record whether or not a comma stood before it.
void footfall_scan_forget_comma(footfall_scan *_Nonnull scan);

/// How many different unknown keys have had values in records of JSON so far; only the first ones are kept and counted.
size_t footfall_scan_strangers(const footfall_scan *_Nonnull scan);
/// One of them, as written in the file, and its length in bytes.
const char *_Nonnull footfall_scan_stranger(const footfall_scan *_Nonnull scan, size_t index,
                                            size_t *_Nonnull length);

/// Reads the opening line of a dictionary root; returns whether it is one, and its start date as a text cell in the
/// store.
bool footfall_scan_opening(footfall_scan *_Nonnull scan, size_t offset, size_t length,
                           uint64_t *_Nonnull start_date);
/// Whether bytes of the store are UTF-8.
bool footfall_scan_is_utf8(const footfall_scan *_Nonnull scan, size_t offset, size_t length);
/// The length of the whole lines in a part of the store, the last newline included.
size_t footfall_scan_whole_lines(const footfall_scan *_Nonnull scan, size_t offset,
                                 size_t length);
/// The length of the first line in a part of the store, its newline included; 0 without one.
size_t footfall_scan_first_line(const footfall_scan *_Nonnull scan, size_t offset,
                                size_t length);

#ifdef __cplusplus
}
#endif

#endif
