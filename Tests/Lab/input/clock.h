// The times and the words of the virtual input device.
#pragma once
#include <stdint.h>

int64_t monotonic_ns(void);
int64_t boottime_ns(void);

// Prints a line to the log, with the time that it was at.
__attribute__((format(printf, 1, 2))) void tell(const char *format, ...);

// Ends the program, saying what cannot be done and the errno of it.
_Noreturn void give_up(const char *what);
