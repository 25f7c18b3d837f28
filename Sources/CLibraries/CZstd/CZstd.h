// The Swift binding of Zstandard.
#ifndef FOOTFALL_CZSTD_H
#define FOOTFALL_CZSTD_H

#if !__has_include(<zstd.h>)
#error "The header zstd.h of libzstd is missing. In Debian it is in the package libzstd-dev: run `make install-packages`."
#endif

#include <zstd.h>
#include <zstd_errors.h>

#endif
