// The files of the page, within the program: a board has nothing to install beside it.
#ifndef FOOTFALL_CPAGE_H
#define FOOTFALL_CPAGE_H

#include <stdint.h>

/// How many files there are.
int32_t footfall_page_count(void);

/// The name of a file.
const char *footfall_page_name(int32_t place);

/// The bytes of a file, which stay where they are, and how many.
const uint8_t *footfall_page_bytes(int32_t place, int64_t *count);

#endif
