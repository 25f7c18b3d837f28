// The files of the page, compiled into the program: nothing has to be installed beside it.
#ifndef FOOTFALL_CPAGE_H
#define FOOTFALL_CPAGE_H

#include <stdint.h>

/// How many files there are.
int32_t footfall_page_count(void);

/// The name of a file.
const char *footfall_page_name(int32_t place);

/// The bytes of a file, which stay valid, and their count.
const uint8_t *footfall_page_bytes(int32_t place, int64_t *count);

#endif
