// Reports all missing libraries at once, before the compiler stops at the first one.
#ifndef FOOTFALL_LIBRARIES_HPP
#define FOOTFALL_LIBRARIES_HPP

#if !__has_include(<dragonbox-1.1.3/dragonbox/dragonbox.h>)
#error "dragonbox is missing; install it: apt-get install libdragonbox-dev (or `make install-packages`)"
#endif
#if !__has_include(<simdjson.h>)
#error "simdjson is missing; install it: apt-get install libsimdjson-dev (or `make install-packages`)"
#endif
#if !__has_include(<xxhash.h>)
#error "xxHash is missing; install it: apt-get install libxxhash-dev (or `make install-packages`)"
#endif

#endif
