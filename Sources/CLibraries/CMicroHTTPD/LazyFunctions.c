// The functions of libmicrohttpd that Footfall calls; the first call loads the library.
#include "CMicroHTTPD.h"

#include <CLazyLibrary.h>

FOOTFALL_LAZY_LIBRARY(microhttpd, "libmicrohttpd.so.12")
FOOTFALL_LAZY(microhttpd, MHD_add_response_header)
FOOTFALL_LAZY(microhttpd, MHD_create_response_from_buffer)
FOOTFALL_LAZY(microhttpd, MHD_create_response_from_callback)
FOOTFALL_LAZY(microhttpd, MHD_destroy_response)
FOOTFALL_LAZY(microhttpd, MHD_get_connection_info)
FOOTFALL_LAZY(microhttpd, MHD_get_connection_values)
FOOTFALL_LAZY(microhttpd, MHD_get_daemon_info)
FOOTFALL_LAZY(microhttpd, MHD_get_timeout)
FOOTFALL_LAZY(microhttpd, MHD_queue_response)
FOOTFALL_LAZY(microhttpd, MHD_resume_connection)
FOOTFALL_LAZY(microhttpd, MHD_run)
FOOTFALL_LAZY(microhttpd, MHD_start_daemon)
FOOTFALL_LAZY(microhttpd, MHD_suspend_connection)

void footfall_http_load(void) { footfall_lazy_load(&footfall_lazy_library_microhttpd); }
