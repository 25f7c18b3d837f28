// libiio as Swift sees it, and the one call that says why it failed through errno.
#ifndef FOOTFALL_CIIO_H
#define FOOTFALL_CIIO_H

// libiio 1.x is another interface: its header lies elsewhere, or has a mark that 0.x lacks.
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

/// Loads libiio, which is otherwise loaded by the first call: for who gives up the files that this takes.
void footfall_iio_load(void);

/// Reads a context from text in libiio's own form; without one, `*error` is the errno.
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

/// Has descriptions of contexts read no file and no server that they name.
///
/// libiio reads them by libxml2, and lets it; where another libiio has another way, there is nothing to do.
static inline void footfall_iio_read_nothing_else(void) {
    footfall_iio_load();
    typedef void *(*loader)(const char *, const char *, void *);
    void *found = dlsym(NULL, "xmlSetExternalEntityLoader");
    if (found) ((void (*)(loader))found)(footfall_iio_nothing);
}

/// Opens a context; without one, `*error` is the errno.
static inline struct iio_context *footfall_iio_open(const char *uri, int *error) {
    errno = 0;
    struct iio_context *context = iio_create_context_from_uri(uri);
    *error = context ? 0 : errno;
    return context;
}

/// Creates a buffer and enables it; without one, `*error` is the errno.
static inline struct iio_buffer *footfall_iio_buffer(const struct iio_device *device,
                                                     size_t scans, int *error) {
    errno = 0;
    struct iio_buffer *buffer = iio_device_create_buffer(device, scans, 0);
    *error = buffer ? 0 : errno;
    return buffer;
}

#endif
