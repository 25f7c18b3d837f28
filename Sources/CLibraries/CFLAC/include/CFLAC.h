// The Swift binding of libFLAC's encoder.
#ifndef FOOTFALL_CFLAC_H
#define FOOTFALL_CFLAC_H

#if !__has_include(<FLAC/stream_encoder.h>)
#error "The header FLAC/stream_encoder.h of libFLAC is missing. In Debian it is in the package libflac-dev: run `make install-packages`."
#endif

#include <FLAC/stream_encoder.h>

/// Loads libFLAC; returns 0 or a negative error number, `-ELIBACC` if it is missing. A sound may begin in the middle of a
/// task, and a lack must not end the recordings of others.
int footfall_flac_load(void);

#endif
