// Terminals: their size and settings, and a guard that restores a terminal however the program ends.
#ifndef FOOTFALL_TERMINAL_H
#define FOOTFALL_TERMINAL_H

// Settings are a `struct termios`.
#include <stdint.h>

/// The columns that a character takes; -1 for a control character, -2 if no table is available.
int footfall_columns_of_character(uint32_t character);

/// Sets a terminal's settings at once, also for a program in the background; 0, or -1 with errno.
int footfall_restore_terminal(int descriptor, const void *settings);

/// Opens a pseudo-terminal, whose path is written to `path`: the descriptor of its controlling end, or -1 with errno.
int footfall_open_pseudo_terminal(char *path, int length);

/// Sets the size of a terminal; 0, or -1 with errno.
int footfall_set_terminal_size(int descriptor, int columns, int rows);

/// Starts the guard. Returns the descriptor from which signals are read, one byte with the signal's number each; -1
/// with errno. One guard at a time: EBUSY.
///
/// However the program ends, `words` are written to the terminal and `settings` are set; a `descriptor` of -1 omits
/// that. Signals that ask the program to end are noted, if nothing else handles them; a second one ends it.
int footfall_guard_terminal(int descriptor, const void *settings, const char *words, int length);

/// Sets whether the terminal must be restored if the program ends now; not while it is suspended and already restored.
void footfall_arm_terminal_guard(int is_armed);

/// Ends the guard: signals do what they did before.
void footfall_unguard_terminal(void);

#endif
