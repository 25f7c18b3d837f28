// The Swift binding of FriBidi: orders left-to-right and right-to-left letters in a line.
#ifndef FOOTFALL_CFRIBIDI_H
#define FOOTFALL_CFRIBIDI_H

#if !__has_include(<fribidi.h>)
#error "The header fribidi.h is missing. In Debian it is in the package libfribidi-dev: run `make install-packages`."
#endif

#include <fribidi.h>

#endif
