#include "SampleScan.h"
