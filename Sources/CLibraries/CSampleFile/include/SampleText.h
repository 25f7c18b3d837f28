// Writes numbers as text and computes checksums, by well-maintained C++ libraries, behind a C interface.
//
// dragonbox provides the digits of a double (the shortest that read back equal), xxHash the checksums. Where the digits
// are placed around the point is decided here, once for JSON and CSV.
#ifndef FOOTFALL_SAMPLE_TEXT_H
#define FOOTFALL_SAMPLE_TEXT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Each writer of a number may touch this many bytes, whatever length it returns.
enum { footfall_number_room = 40 };

/// Writes a finite double; returns the number of bytes.
size_t footfall_write_double(uint8_t *_Nonnull out, double value);

/// Writes nanoseconds as seconds, in the digits of the double that `DecimalSeconds` has for them.
size_t footfall_write_nanoseconds(uint8_t *_Nonnull out, int64_t nanoseconds);

/// Writes an integer; returns the number of bytes.
size_t footfall_write_integer(uint8_t *_Nonnull out, int64_t value);

/// An XXH3-128 checksum in progress.
typedef struct footfall_checksum footfall_checksum;

/// Sixteen bytes in the order in which they are printed.
typedef struct {
    uint8_t bytes[16];
} footfall_digest;

/// Returns NULL if memory is short.
footfall_checksum *_Nullable footfall_checksum_create(void);
void footfall_checksum_destroy(footfall_checksum *_Nonnull checksum);
void footfall_checksum_update(footfall_checksum *_Nonnull checksum, const void *_Nullable bytes,
                              size_t count);
/// The checksum of the bytes so far; more may follow.
footfall_digest footfall_checksum_digest(const footfall_checksum *_Nonnull checksum);

/// The checksum of a whole text.
footfall_digest footfall_checksum_of(const void *_Nullable bytes, size_t count);

/// The checksum at the end of a Zstandard frame, computed while the frame's text comes.
typedef struct footfall_frame_sum footfall_frame_sum;

/// Returns NULL if memory is short.
footfall_frame_sum *_Nullable footfall_frame_sum_create(void);
void footfall_frame_sum_destroy(footfall_frame_sum *_Nonnull sum);
/// Restarts with the text of another frame.
void footfall_frame_sum_reset(footfall_frame_sum *_Nonnull sum);
void footfall_frame_sum_update(footfall_frame_sum *_Nonnull sum, const void *_Nullable bytes,
                               size_t count);
/// The checksum of the bytes so far; more may follow.
uint32_t footfall_frame_sum_digest(const footfall_frame_sum *_Nonnull sum);

#ifdef __cplusplus
}
#endif

#endif
