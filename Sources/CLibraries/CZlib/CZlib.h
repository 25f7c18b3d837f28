// The Swift binding of zlib.
#include <zlib.h>
