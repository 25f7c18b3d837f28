// The functions of libgps that Footfall calls; the first call loads the library.
#include "CGPS.h"

#include <CLazyLibrary.h>

// Its structure differs between versions, and the name of its file with it.
#if GPSD_API_MAJOR_VERSION == 11
FOOTFALL_LAZY_LIBRARY(gps, "libgps.so.28")
#elif GPSD_API_MAJOR_VERSION == 14
FOOTFALL_LAZY_LIBRARY(gps, "libgps.so.30")
#else
#error "Footfall does not know the file of this version of libgps. Add it here: `readelf -d` of libgps.so tells it as SONAME, and gps.h the version."
#endif
FOOTFALL_LAZY(gps, gps_unpack)

int footfall_gps_load(void) { return footfall_lazy_number_of(&footfall_lazy_library_gps); }
