// Numbers as text and checksums of text, by well-kept C++ libraries, behind plain C.
//
// The digits of a double are dragonbox's (shortest that read back equal), a checksum is xxHash's;
// where the digits stand around the point is decided here, once, for JSON and CSV alike.
#ifndef FOOTFALL_SAMPLE_TEXT_H
#define FOOTFALL_SAMPLE_TEXT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Every writer of a number below may touch this many bytes, whatever the length it answers.
enum { footfall_number_room = 40 };

/// Writes a finite double; answers the number of bytes.
size_t footfall_write_double(uint8_t *_Nonnull out, double value);

/// Writes nanoseconds as seconds, in the digits of the double that `DecimalSeconds` has for them.
size_t footfall_write_nanoseconds(uint8_t *_Nonnull out, int64_t nanoseconds);

/// Writes a whole number; answers the number of bytes.
size_t footfall_write_integer(uint8_t *_Nonnull out, int64_t value);

/// An XXH3-128 checksum that is still being fed.
typedef struct footfall_checksum footfall_checksum;

/// Sixteen bytes in the order in which they are printed.
typedef struct {
    uint8_t bytes[16];
} footfall_digest;

/// Answers NULL when memory is short.
footfall_checksum *_Nullable footfall_checksum_create(void);
void footfall_checksum_destroy(footfall_checksum *_Nonnull checksum);
void footfall_checksum_update(footfall_checksum *_Nonnull checksum, const void *_Nullable bytes,
                              size_t count);
/// The checksum of what was fed so far; more may be fed afterwards.
footfall_digest footfall_checksum_digest(const footfall_checksum *_Nonnull checksum);

/// The checksum of bytes that are all there.
footfall_digest footfall_checksum_of(const void *_Nullable bytes, size_t count);

/// The sum that a Zstandard frame ends with, fed as the text of the frame comes.
typedef struct footfall_frame_sum footfall_frame_sum;

/// Answers NULL when memory is short.
footfall_frame_sum *_Nullable footfall_frame_sum_create(void);
void footfall_frame_sum_destroy(footfall_frame_sum *_Nonnull sum);
/// Begins with the text of another frame.
void footfall_frame_sum_reset(footfall_frame_sum *_Nonnull sum);
void footfall_frame_sum_update(footfall_frame_sum *_Nonnull sum, const void *_Nullable bytes,
                               size_t count);
/// The sum of what was fed so far; more may be fed afterwards.
uint32_t footfall_frame_sum_digest(const footfall_frame_sum *_Nonnull sum);

#ifdef __cplusplus
}
#endif

#endif
