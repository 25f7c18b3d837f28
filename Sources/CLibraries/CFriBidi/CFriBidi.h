// FriBidi as Swift sees it: the order in which letters of both directions stand in a line.
#ifndef FOOTFALL_CFRIBIDI_H
#define FOOTFALL_CFRIBIDI_H

#if !__has_include(<fribidi.h>)
#error "The header fribidi.h is missing. In Debian it is in the package libfribidi-dev: run `make install-packages`."
#endif

#include <fribidi.h>

#endif
