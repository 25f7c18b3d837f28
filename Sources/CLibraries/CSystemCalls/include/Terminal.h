// A terminal that a program draws on: what it was like before comes back however the program ends.
#ifndef FOOTFALL_TERMINAL_H
#define FOOTFALL_TERMINAL_H

// Settings are a `struct termios`.
#include <stdint.h>

/// Columns that a character takes; -1 for a control character, -2 where no table of them can be had.
int footfall_columns_of_character(uint32_t character);

/// Sets a terminal's settings at once, also for a program in the background; 0, or -1 with errno.
int footfall_restore_terminal(int descriptor, const void *settings);

/// The other end of a new terminal, whose path is written to `path`; -1 with errno.
int footfall_open_pseudo_terminal(char *path, int length);

/// Sets the size of a terminal; 0, or -1 with errno.
int footfall_set_terminal_size(int descriptor, int columns, int rows);

/// Where notes of signals are read, a byte each, the signal's number; -1 with errno. One guard at a time: EBUSY.
///
/// However the program ends, `words` are written to the terminal and `settings` are set; a `descriptor` of -1
/// leaves that out. Signals that ask the program to end are noted, if nothing else takes them; the second ends it.
int footfall_guard_terminal(int descriptor, const void *settings, const char *words, int length);

/// Whether the terminal is to be restored when the program ends now, as opposed to a moment in which it is stopped.
void footfall_arm_terminal_guard(int is_armed);

/// Ends the guard: signals do what they did before.
void footfall_unguard_terminal(void);

#endif
