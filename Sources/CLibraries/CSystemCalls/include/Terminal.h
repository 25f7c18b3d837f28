// Terminals: their size and settings, and a guard that restores a terminal when the program ends or crashes.
#ifndef FOOTFALL_TERMINAL_H
#define FOOTFALL_TERMINAL_H

// Settings are a `struct termios`.
#include <stdint.h>

/// The columns that a character takes; -1 if it cannot be printed, like a control character; -2 if there is no table.
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
/// When the program ends by exit(3), a crash or a second signal that asks it to end, `words` are written to the
/// terminal and `settings` are set, if the guard is armed; a `descriptor` of -1 omits that. SIGKILL leaves no time for
/// it. The signals are a change of size, suspension, and requests to end; except for the size, only those that nothing
/// else handles or ignores.
int footfall_guard_terminal(int descriptor, const void *settings, const char *words, int length);

/// Sets whether the terminal must be restored if the program ends now; not while it is suspended and already restored.
void footfall_arm_terminal_guard(int is_armed);

/// Ends the guard: signals do what they did before.
void footfall_unguard_terminal(void);

#endif
