// The Swift binding of libqrencode, which makes QR codes.
#ifndef FOOTFALL_CQRENCODE_H
#define FOOTFALL_CQRENCODE_H

#if !__has_include(<qrencode.h>)
#error "The header qrencode.h is missing. In Debian it is in the package libqrencode-dev: run `make install-packages`."
#endif

#include <qrencode.h>

#endif
