// The Swift binding of libsystemd: its D-Bus, and service notifications. Some of its calls are variadic; there are
// others that Swift can use instead.
#ifndef FOOTFALL_CSYSTEMD_H
#define FOOTFALL_CSYSTEMD_H

#if !__has_include(<systemd/sd-bus.h>)
#error "The header systemd/sd-bus.h is missing. In Debian it is in the package libsystemd-dev: run `make install-packages`."
#endif

#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>

/// Loads libsystemd; returns 0 or a negative error number, `-ELIBACC` if it is missing. Its bus is first needed in the middle of a task, and
/// its lack must not end a recording.
int footfall_systemd_load(void);

#endif
