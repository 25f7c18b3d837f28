// alsa-lib as Swift sees it, without what it says on the standard error.
#ifndef FOOTFALL_CALSA_H
#define FOOTFALL_CALSA_H

#if !__has_include(<alsa/asoundlib.h>)
#error "The header alsa/asoundlib.h of alsa-lib is missing. In Debian it is in the package libasound2-dev: run `make install-packages`."
#endif

#include <alsa/asoundlib.h>
#include <stdarg.h>

static inline void footfall_alsa_say_nothing(const char *file, int line, const char *function, int error,
                                             const char *format, va_list arguments) {
    (void)file, (void)line, (void)function, (void)error, (void)format, (void)arguments;
}

/// Has alsa-lib answer only by error numbers in the calling thread.
static inline void footfall_alsa_be_silent(void) { snd_lib_error_set_local(footfall_alsa_say_nothing); }

#endif
