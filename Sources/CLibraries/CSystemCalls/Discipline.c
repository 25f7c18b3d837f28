// Asks the kernel how well its clock of the time of day is synchronised.
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/timex.h>

#include "include/Network.h"

int footfall_read_discipline(struct footfall_discipline *found) {
    struct timex told;
    memset(&told, 0, sizeof told);
    // Without a mode, it only reports, which needs no privilege.
    int state = adjtimex(&told);
    if (state < 0) return -1;
    found->is_synchronized = state != TIME_ERROR && !(told.status & STA_UNSYNC);
    found->leap = told.status & STA_INS ? 1 : told.status & STA_DEL ? -1 : 0;
    found->has_offset = (told.status & STA_PLL) != 0;
    found->offset_nanoseconds = told.status & STA_NANO ? told.offset : (int64_t)told.offset * 1000;
    found->frequency = told.freq;
    found->tick_microseconds = told.tick;
    found->greatest_error_microseconds = told.maxerror;
    found->estimated_error_microseconds = told.esterror;
    return 0;
}
