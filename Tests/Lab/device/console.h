// How a virtual device is told what to do, and tells what it did: the same for all of them.
#pragma once
#include <stdbool.h>
#include <stdint.h>

int64_t monotonic_ns(void);
int64_t boottime_ns(void);

// Prints a line to the log, with the time that it was at.
__attribute__((format(printf, 1, 2))) void tell(const char *format, ...);

// Ends the program, saying what cannot be done and the errno of it.
_Noreturn void give_up(const char *what);

// Does every whole line that has come in on the standard input; answers false when `obey` did for one,
// which is then the last. `open` becomes false when no more will come.
bool obey_input(bool (*obey)(const char *line), bool *open);
