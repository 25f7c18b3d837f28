// Calls for files, threads, memory, terminals and signals; see CSystemCalls.h.
#define _GNU_SOURCE
#include "CSystemCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <linux/capability.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int footfall_reserve(int descriptor, int64_t offset, int64_t length) {
    struct rlimit limit;
    // The kernel checks the size limit only when bytes are written, which is too late for reserved space.
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
        (uint64_t)(offset + length) > limit.rlim_cur) {
        errno = EFBIG;
        return -1;
    }
    return fallocate(descriptor, FALLOC_FL_KEEP_SIZE, offset, length);
}

int footfall_lock_exclusively(int descriptor) { return flock(descriptor, LOCK_EX | LOCK_NB); }

int footfall_lock_shared(int descriptor) { return flock(descriptor, LOCK_SH | LOCK_NB); }

int footfall_unlock(int descriptor) { return flock(descriptor, LOCK_UN); }

int footfall_rename_anew(int folder, const char *name, int other_folder, const char *other) {
    return renameat2(folder, name, other_folder, other, RENAME_NOREPLACE);
}

int footfall_futex_wait(const uint32_t *word, uint32_t expected, int64_t nanoseconds) {
    struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    return (int)syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected,
                        nanoseconds < 0 ? NULL : &limit, NULL, 0);
}

int footfall_futex_wake_all(const uint32_t *word) {
    return (int)syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 0x7fffffff, NULL, NULL, 0);
}

void footfall_name_this_thread(const char *name) {
    char kept[16];
    strncpy(kept, name, sizeof kept - 1);
    kept[sizeof kept - 1] = 0;
    pthread_setname_np(pthread_self(), kept);
}

int footfall_join_within(uint64_t thread, int64_t nanoseconds) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += nanoseconds / 1000000000;
    end.tv_nsec += nanoseconds % 1000000000;
    if (end.tv_nsec >= 1000000000) {
        end.tv_sec += 1;
        end.tv_nsec -= 1000000000;
    }
    return pthread_clockjoin_np((pthread_t)thread, NULL, CLOCK_MONOTONIC, &end);
}

int64_t footfall_stack_left(void) {
    // Asked once for each thread, because for the main thread glibc reads a file of the kernel.
    static _Thread_local uintptr_t lowest, end;
    if (end == 0) {
        pthread_attr_t attributes;
        void *address;
        size_t size, guard;
        if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
        pthread_attr_getstack(&attributes, &address, &size);
        pthread_attr_getguardsize(&attributes, &guard);
        pthread_attr_destroy(&attributes);
        lowest = (uintptr_t)address + guard;
        end = (uintptr_t)address + size;
    }
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    return here > lowest && here < end ? (int64_t)(here - lowest) : 0;
}

int footfall_block_pipe_signal(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    return pthread_sigmask(SIG_BLOCK, &set, NULL);
}

int footfall_background_policy(void) { return SCHED_IDLE; }

int footfall_pin_this_thread(int processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    return pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

int footfall_terminal_columns(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int footfall_terminal_rows(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

static int may_lock_without_limit(void) {
    struct __user_cap_header_struct who = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3];
    return syscall(SYS_capget, &who, sets) == 0 && (sets[0].effective >> CAP_IPC_LOCK & 1);
}

int footfall_lock_memory(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_MEMLOCK, &limit) != 0) return errno;
    if (limit.rlim_cur != RLIM_INFINITY && !may_lock_without_limit()) return ENOMEM;
    return mlockall(MCL_CURRENT | MCL_FUTURE) == 0 ? 0 : errno;
}

static int argument_count;
static char **argument_words;

// The C library passes the arguments to constructors, whatever a preloaded library has done before.
__attribute__((constructor)) static void keep_arguments(int count, char **words) {
    argument_count = count;
    argument_words = words;
}

int footfall_argument_count(void) { return argument_count; }

const char *footfall_argument(int index) { return argument_words[index]; }

int footfall_addresses_are_limited(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

void footfall_share_arenas(void) {
#ifdef M_ARENA_MAX
    mallopt(M_ARENA_MAX, 1);
#endif
}

int64_t footfall_stack_bytes(void) {
    pthread_attr_t attributes;
    size_t size = 0, guard = 0;
    if (pthread_attr_init(&attributes) != 0) return 0;
    pthread_attr_getstacksize(&attributes, &size);
    pthread_attr_getguardsize(&attributes, &guard);
    pthread_attr_destroy(&attributes);
    return (int64_t)(size + guard);
}

int footfall_has_addresses(int64_t bytes) {
    void *room = mmap(NULL, (size_t)bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) return 0;
    munmap(room, (size_t)bytes);
    return 1;
}

int footfall_signal_is_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

int footfall_open(const char *path, int flags, uint32_t mode) {
    return open(path, flags | O_CLOEXEC, mode);
}

int footfall_open_at(int folder, const char *name, int flags, uint32_t mode) {
    return openat(folder, name, flags | O_CLOEXEC, mode);
}

int footfall_open_to_reach(int folder, const char *name, int flags) {
    return openat(folder, name, flags | O_PATH | O_CLOEXEC);
}

int footfall_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int footfall_child_closes_from(void *actions, int lowest) {
    return posix_spawn_file_actions_addclosefrom_np(actions, lowest);
}

static int signal_pipe[2] = {-1, -1};
static unsigned signal_patience;

static void note_signal(int number) {
    int saved = errno;
    // A timer of the kernel: the thread that should take up the signal may be waiting for a thread that cannot be
    // created.
    if (signal_patience != 0) alarm(signal_patience);
    unsigned char byte = (unsigned char)number;
    // A full pipe holds more signals than anybody will read.
    ssize_t written = write(signal_pipe[1], &byte, 1);
    (void)written;
    errno = saved;
}

static void end_unheeded(int number) {
    static const char words[] =
        "footfall: it was asked to end and could not begin to: it ends at once, and what is on the disk stays; "
        "`footfall repair` closes the session, and so does the next recording\n";
    (void)number;
    ssize_t written = write(STDERR_FILENO, words, sizeof words - 1);
    (void)written;
    _exit(1);
}

void footfall_signals_are_heeded(void) { alarm(0); }

int footfall_watch_signals(const int *numbers, int count, unsigned patience) {
    if (pipe2(signal_pipe, O_CLOEXEC) != 0) return errno;
    if (fcntl(signal_pipe[1], F_SETFL, O_NONBLOCK) != 0) return errno;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = end_unheeded;
    if (patience != 0 && sigaction(SIGALRM, &action, NULL) != 0) return errno;
    signal_patience = patience;
    action.sa_handler = note_signal;
    action.sa_flags = SA_RESTART;
    for (int index = 0; index < count; index++) {
        if (sigaction(numbers[index], &action, NULL) != 0) return errno;
    }
    return 0;
}

int footfall_next_signal(void) {
    unsigned char byte;
    ssize_t count;
    do {
        count = read(signal_pipe[0], &byte, 1);
    } while (count < 0 && errno == EINTR);
    return count == 1 ? byte : -1;
}

int footfall_waking_descriptor(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
