#include "CSampleFile.h"
