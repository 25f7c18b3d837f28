// Reads and writes the text of samples by well-maintained C++ libraries, behind a C interface.
#ifndef FOOTFALL_SAMPLE_FILE_H
#define FOOTFALL_SAMPLE_FILE_H

#include "SampleScan.h"
#include "SampleText.h"

#endif
