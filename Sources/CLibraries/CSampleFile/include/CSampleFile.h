// Text of samples by well-kept C++ libraries, behind plain C.
#ifndef FOOTFALL_SAMPLE_FILE_H
#define FOOTFALL_SAMPLE_FILE_H

#include "SampleScan.h"
#include "SampleText.h"

#endif
