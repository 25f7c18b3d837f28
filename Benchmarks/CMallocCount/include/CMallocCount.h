// Counts every heap allocation of the program that links it, by replacing malloc and its
// relatives; the benchmarks prove with it that recording a sample allocates nothing.
#ifndef FOOTFALL_MALLOC_COUNT_H
#define FOOTFALL_MALLOC_COUNT_H

#include <stdbool.h>
#include <stdint.h>

/// Allocations since the program started: malloc, calloc, realloc, aligned_alloc, posix_memalign,
/// memalign, on every thread.
uint64_t footfall_allocations(void);

/// False where a sanitizer owns the heap: then the count stays 0 and proves nothing.
bool footfall_counts_allocations(void);

/// While set, the next allocation of any thread ends the program, so that a debugger or a
/// backtrace shows who allocates.
void footfall_trap_allocations(bool on);

#endif
