// The Swift binding of libspeechd.
#ifndef FOOTFALL_CSPEECHD_H
#define FOOTFALL_CSPEECHD_H

#if !__has_include(<libspeechd.h>)
#error "The header libspeechd.h is missing. In Debian it is in the package libspeechd-dev: run `make install-packages`."
#endif

#include <libspeechd.h>
#include <stdlib.h>

/// Frees the error text of `spd_open2`.
static inline void footfall_speechd_free(char *words) { free(words); }

#endif
