// The bus of libsystemd as Swift sees it, and what a service tells systemd. Its variadic calls have others beside them that Swift can call.
#ifndef FOOTFALL_CSYSTEMD_H
#define FOOTFALL_CSYSTEMD_H

#if !__has_include(<systemd/sd-bus.h>)
#error "The header systemd/sd-bus.h is missing. In Debian it is in the package libsystemd-dev: run `make install-packages`."
#endif

#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>

#endif
