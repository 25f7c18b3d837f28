// Imports libiio into Swift, and wraps the calls that report why they failed only through errno.
#ifndef FOOTFALL_CIIO_H
#define FOOTFALL_CIIO_H

// Refuse libiio 1.x, whose interface differs: its header lies elsewhere or defines a macro that 0.x lacks.
#if !__has_include(<iio.h>) && !__has_include(<iio/iio.h>)
#error "The header iio.h of libiio is missing. In Debian it is in the package libiio-dev: run `make install-packages`."
#elif !__has_include(<iio.h>)
#error "This is libiio 1.x, whose interface is another. Install libiio 0.24 or a later 0.x, which is Debian's libiio-dev."
#endif

#include <dlfcn.h>
#include <errno.h>
#include <iio.h>

#ifdef __iio_api
#error "This is libiio 1.x, whose interface is another. Install libiio 0.24 or a later 0.x, which is Debian's libiio-dev."
#endif

/// Loads libiio now instead of at the first call: for a process that is about to give up access to the
/// library's files.
void footfall_iio_load(void);

/// Reads a context from an XML description in libiio's own format; on failure returns NULL and sets `*error` to
/// errno.
static inline struct iio_context *footfall_iio_read(const char *xml, size_t length, int *error) {
    errno = 0;
    struct iio_context *context = iio_create_xml_context_mem(xml, length);
    *error = context ? 0 : errno;
    return context;
}

static inline void *footfall_iio_nothing(const char *address, const char *name, void *context) {
    (void)address, (void)name, (void)context;
    return NULL;
}

/// Keeps libxml2, with which libiio parses context descriptions, from opening the files and servers that a
/// description names. Does nothing if this libiio does not use libxml2.
static inline void footfall_iio_read_nothing_else(void) {
    footfall_iio_load();
    typedef void *(*loader)(const char *, const char *, void *);
    void *found = dlsym(NULL, "xmlSetExternalEntityLoader");
    if (found) ((void (*)(loader))found)(footfall_iio_nothing);
}

/// Opens a context; on failure returns NULL and sets `*error` to errno.
static inline struct iio_context *footfall_iio_open(const char *uri, int *error) {
    errno = 0;
    struct iio_context *context = iio_create_context_from_uri(uri);
    *error = context ? 0 : errno;
    return context;
}

/// Creates a buffer and enables it; on failure returns NULL and sets `*error` to errno.
static inline struct iio_buffer *footfall_iio_buffer(const struct iio_device *device,
                                                     size_t scans, int *error) {
    errno = 0;
    struct iio_buffer *buffer = iio_device_create_buffer(device, scans, 0);
    *error = buffer ? 0 : errno;
    return buffer;
}

#endif
