#include "SampleText.h"
