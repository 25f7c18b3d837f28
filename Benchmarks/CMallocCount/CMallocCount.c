#include "CMallocCount.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define FOOTFALL_HEAP_IS_TAKEN 1
#endif
#endif

static _Atomic uint64_t allocations;
static _Atomic bool trapping;

uint64_t footfall_allocations(void) {
    return atomic_load_explicit(&allocations, memory_order_relaxed);
}

void footfall_trap_allocations(bool on) { atomic_store(&trapping, on); }

#ifdef FOOTFALL_HEAP_IS_TAKEN

bool footfall_counts_allocations(void) { return false; }

#else

bool footfall_counts_allocations(void) { return true; }

// The second names of glibc's own allocator: a call by one of them does not come back to this file.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static inline void count(void) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
    if (atomic_load_explicit(&trapping, memory_order_relaxed)) __builtin_trap();
}

void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count();
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    count();
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
    void *made = __libc_memalign(alignment, size);
    if (made == NULL) return ENOMEM;
    *block = made;
    return 0;
}

#endif
