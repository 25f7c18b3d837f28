// The script and the look of a plot's page, within the program.
#ifndef FOOTFALL_CPLOTPAGE_H
#define FOOTFALL_CPLOTPAGE_H

#include <stdint.h>

/// The bytes of the script, which stay where they are, and how many.
const uint8_t *footfall_plot_script(int64_t *count);

/// The bytes of the style sheet, which stay where they are, and how many.
const uint8_t *footfall_plot_style(int64_t *count);

#endif
