// libspeechd as Swift sees it.
#ifndef FOOTFALL_CSPEECHD_H
#define FOOTFALL_CSPEECHD_H

#if !__has_include(<libspeechd.h>)
#error "The header libspeechd.h is missing. In Debian it is in the package libspeechd-dev: run `make install-packages`."
#endif

#include <libspeechd.h>
#include <stdlib.h>

/// Gives back the words in which spd_open2 says what is wrong.
static inline void footfall_speechd_free(char *words) { free(words); }

#endif
