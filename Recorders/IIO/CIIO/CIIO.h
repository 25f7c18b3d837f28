// libiio as Swift sees it, and the one call that says why it failed through errno.
#ifndef FOOTFALL_CIIO_H
#define FOOTFALL_CIIO_H

#if !__has_include(<iio.h>)
#error "The header iio.h of libiio is missing. In Debian it is in the package libiio-dev: run `make install-packages`."
#endif

#include <errno.h>
#include <fcntl.h>
#include <iio.h>
#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

/// Reads a context from text in libiio's own form; without one, `*error` is the errno.
static inline struct iio_context *footfall_iio_read(const char *xml, size_t length, int *error) {
    errno = 0;
    struct iio_context *context = iio_create_xml_context_mem(xml, length);
    *error = context ? 0 : errno;
    return context;
}

static pthread_mutex_t footfall_iio_muting = PTHREAD_MUTEX_INITIALIZER;

/// Sends the standard error nowhere, for one thread at a time; answers what restores it.
///
/// The library warns there of every device that has no DMA, which is every inertial sensor, and
/// tells each step of giving up a device that is gone. It has no switch for that, and what it says
/// comes back as an error anyhow. Whatever else the process says in these milliseconds is lost too,
/// so only a program that owns its standard error asks for it.
static inline int footfall_iio_mute(void) {
    pthread_mutex_lock(&footfall_iio_muting);
    int kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (kept < 0) return -1;
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) {
        dup2(nowhere, STDERR_FILENO);
        close(nowhere);
    }
    return kept;
}

static inline void footfall_iio_unmute(int kept) {
    if (kept >= 0) {
        dup2(kept, STDERR_FILENO);
        close(kept);
    }
    pthread_mutex_unlock(&footfall_iio_muting);
}

/// Opens a context; without one, `*error` is the errno.
static inline struct iio_context *footfall_iio_open(const char *uri, bool quietly, int *error) {
    int kept = quietly ? footfall_iio_mute() : -1;
    errno = 0;
    struct iio_context *context = iio_create_context_from_uri(uri);
    *error = context ? 0 : errno;
    if (quietly) footfall_iio_unmute(kept);
    return context;
}

/// Creates a buffer and enables it; without one, `*error` is the errno.
static inline struct iio_buffer *footfall_iio_buffer(const struct iio_device *device,
                                                     size_t scans, bool quietly, int *error) {
    int kept = quietly ? footfall_iio_mute() : -1;
    errno = 0;
    struct iio_buffer *buffer = iio_device_create_buffer(device, scans, 0);
    *error = buffer ? 0 : errno;
    if (quietly) footfall_iio_unmute(kept);
    return buffer;
}

/// Disables a buffer and gives it back.
static inline void footfall_iio_give_back(struct iio_buffer *buffer, bool quietly) {
    int kept = quietly ? footfall_iio_mute() : -1;
    iio_buffer_destroy(buffer);
    if (quietly) footfall_iio_unmute(kept);
}

#endif
