// The Swift binding of alsa-lib, without the library's messages on the standard error.
#ifndef FOOTFALL_CALSA_H
#define FOOTFALL_CALSA_H

#if !__has_include(<alsa/asoundlib.h>)
#error "The header alsa/asoundlib.h of alsa-lib is missing. In Debian it is in the package libasound2-dev: run `make install-packages`."
#endif

#include <alsa/asoundlib.h>
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

/// Loads alsa-lib; returns 0 or a negative error number, `-ELIBACC` if it is missing. It is first needed in the middle of a
/// task, and its lack must not end a recording.
int footfall_alsa_load(void);

static inline void footfall_alsa_say_nothing(const char *file, int line, const char *function, int error,
                                             const char *format, va_list arguments) {
    (void)file, (void)line, (void)function, (void)error, (void)format, (void)arguments;
}

/// Opens a device without waiting for another program that uses it. From then on, alsa-lib prints nothing in the
/// calling thread and reports errors only by number.
///
/// alsa-lib looks for the device in the text of `configuration`, or in its own configuration if that is NULL. Returns a
/// negative error number, `-ELIBACC` if alsa-lib is missing, or a number that is not negative.
static inline int footfall_alsa_open(snd_pcm_t **pcm, const char *name, snd_pcm_stream_t direction,
                                     const char *configuration) {
    int loaded = footfall_alsa_load();
    if (loaded < 0) return loaded;
    snd_lib_error_set_local(footfall_alsa_say_nothing);
    if (configuration == NULL) return snd_pcm_open(pcm, name, direction, SND_PCM_NONBLOCK);
    snd_config_t *tree = NULL;
    int answer = snd_config_load_string(&tree, configuration, 0);
    if (answer < 0) return answer;
    answer = snd_pcm_open_lconf(pcm, name, direction, SND_PCM_NONBLOCK, tree);
    snd_config_delete(tree);
    return answer;
}

/// The text of a negative error number, also if alsa-lib cannot be loaded.
static inline const char *footfall_alsa_words(int error) {
    return footfall_alsa_load() < 0 ? strerror(-error) : snd_strerror(error);
}

/// The error number, returned as a negative one, of a device that stands still because the machine has slept.
enum { footfall_alsa_suspended = ESTRPIPE };

/// When a device last counted its frames, in nanoseconds of the clock that it was set to, and how many frames wait; -1
/// if it cannot tell.
static inline int64_t footfall_alsa_timestamp(snd_pcm_t *pcm, snd_pcm_uframes_t *frames) {
    snd_htimestamp_t timestamp = {0, 0};
    if (snd_pcm_htimestamp(pcm, frames, &timestamp) < 0) return -1;
    return (int64_t)timestamp.tv_sec * 1000000000 + timestamp.tv_nsec;
}

#endif
