// The script and the style sheet of a plot's page, embedded in the program.
#ifndef FOOTFALL_CPLOTPAGE_H
#define FOOTFALL_CPLOTPAGE_H

#include <stdint.h>

/// Returns the script's bytes, which stay valid, and their number.
const uint8_t *footfall_plot_script(int64_t *count);

/// Returns the style sheet's bytes, which stay valid, and their number.
const uint8_t *footfall_plot_style(int64_t *count);

#endif
