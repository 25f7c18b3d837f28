// The Swift binding of cairo: draws lines and text as PNG and SVG.
#ifndef FOOTFALL_CCAIRO_H
#define FOOTFALL_CCAIRO_H

#if !__has_include(<cairo/cairo.h>)
#error "The header cairo.h is missing. In Debian it is in the package libcairo2-dev: run `make install-packages`."
#endif

#include <cairo/cairo.h>
#include <cairo/cairo-svg.h>

/// Why cairo cannot be loaded, or NULL. `footfall serve` draws while sessions are recorded, and cairo's lack must not
/// end a recording.
const char *footfall_cairo_problem(void);

#endif
