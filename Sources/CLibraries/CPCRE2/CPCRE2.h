// The Swift binding of PCRE2, for bytes.
#ifndef FOOTFALL_CPCRE2_H
#define FOOTFALL_CPCRE2_H

#if !__has_include(<pcre2.h>)
#error "The header pcre2.h of PCRE2 is missing. In Debian it is in the package libpcre2-dev: run `make install-packages`."
#endif

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#endif
