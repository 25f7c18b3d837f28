// The functions of libqrencode that Footfall calls; the first call loads the library.
#include "CQREncode.h"

#include <CLazyLibrary.h>

FOOTFALL_LAZY_LIBRARY(qrencode, "libqrencode.so.4")
FOOTFALL_LAZY(qrencode, QRcode_encodeString8bit)
FOOTFALL_LAZY(qrencode, QRcode_free)
