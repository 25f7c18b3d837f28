// The functions of libFLAC that Footfall calls; the first call loads the library.
#include "CFLAC.h"

#include <CLazyLibrary.h>

#if FLAC_API_VERSION_CURRENT - FLAC_API_VERSION_AGE == 12
FOOTFALL_LAZY_LIBRARY(FLAC, "libFLAC.so.12")
#elif FLAC_API_VERSION_CURRENT - FLAC_API_VERSION_AGE == 14
FOOTFALL_LAZY_LIBRARY(FLAC, "libFLAC.so.14")
#else
#error "Footfall does not know the file of this version of libFLAC. Add it here: `readelf -d` of libFLAC.so tells it as SONAME, and FLAC/export.h the version."
#endif
FOOTFALL_LAZY(FLAC, FLAC__stream_encoder_delete)
FOOTFALL_LAZY(FLAC, FLAC__stream_encoder_finish)
FOOTFALL_LAZY(FLAC, FLAC__stream_encoder_init_stream)
FOOTFALL_LAZY(FLAC, FLAC__stream_encoder_new)
FOOTFALL_LAZY(FLAC, FLAC__stream_encoder_process_interleaved)
FOOTFALL_LAZY(FLAC, FLAC__stream_encoder_set_bits_per_sample)
FOOTFALL_LAZY(FLAC, FLAC__stream_encoder_set_blocksize)
FOOTFALL_LAZY(FLAC, FLAC__stream_encoder_set_channels)
FOOTFALL_LAZY(FLAC, FLAC__stream_encoder_set_compression_level)
FOOTFALL_LAZY(FLAC, FLAC__stream_encoder_set_sample_rate)

int footfall_flac_load(void) { return footfall_lazy_number_of(&footfall_lazy_library_FLAC); }
