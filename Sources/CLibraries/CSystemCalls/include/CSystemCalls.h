// Linux calls that the Glibc overlay does not show to Swift, or shows in a form that it cannot call. Each is a thin
// wrapper; Swift makes the decisions and retries.
#ifndef FOOTFALL_SYSTEM_CALLS_H
#define FOOTFALL_SYSTEM_CALLS_H

// Only fixed-width integers here: with _GNU_SOURCE, Glibc's own structures would differ from those
// that Swift's Glibc module shows.
#include <stdint.h>
#include "BytePort.h"
#include "Network.h"
#include "Terminal.h"

/// fallocate(2) with FALLOC_FL_KEEP_SIZE, within RLIMIT_FSIZE: 0, or -1 with errno.
int footfall_reserve(int descriptor, int64_t offset, int64_t length);

/// flock(2), exclusive and not waiting: 0, or -1 with errno.
int footfall_lock_exclusively(int descriptor);

/// flock(2), shared and without waiting: 0, or -1 with errno, which is EAGAIN when another holds it alone.
int footfall_lock_shared(int descriptor);

/// flock(2) to unlock, also for processes that have inherited the descriptor: 0, or -1 with errno.
int footfall_unlock(int descriptor);

/// renameat2(2) without replacing: 0, or -1 with errno, which is EEXIST if the name is taken.
int footfall_rename_anew(int folder, const char *name, int other_folder, const char *other);

/// futex(2) wait while `*word == expected`, at most `nanoseconds` (negative: for ever).
int footfall_futex_wait(const uint32_t *word, uint32_t expected, int64_t nanoseconds);

/// futex(2) wake of every waiter.
int footfall_futex_wake_all(const uint32_t *word);

/// Names the calling thread (15 bytes are kept).
void footfall_name_this_thread(const char *name);

/// Waits for a thread's end, for a limited time: 0 or an errno, which is ETIMEDOUT if it still runs.
int footfall_join_within(uint64_t thread, int64_t nanoseconds);

/// How many bytes of its stack the calling thread has left; 0 on a stack that is not its own.
int64_t footfall_stack_left(void);

/// Makes a broken pipe an error of the call in the calling thread, not a signal: 0 or an errno.
int footfall_block_pipe_signal(void);

/// The policy of a thread that runs only when no other wants to; glibc defines its name only with _GNU_SOURCE.
int footfall_background_policy(void);

/// Pins the calling thread to one processor: 0 or an errno.
int footfall_pin_this_thread(int processor);

/// Locks all memory, now and later: 0 or an errno.
///
/// Refuses if a limit is in force for this process: otherwise a later allocation would fail instead.
int footfall_lock_memory(void);

/// How many arguments this program was started with, its name included; 0 if the C library does not tell.
int footfall_argument_count(void);

/// One of these arguments.
const char *footfall_argument(int index);

/// Whether there is a limit to the addresses of this process (RLIMIT_AS).
int footfall_addresses_are_limited(void);

/// Makes all threads allocate from one arena, instead of reserving 64 MiB for each.
void footfall_share_arenas(void);

/// How many bytes of addresses a new thread's stack takes.
int64_t footfall_stack_bytes(void);

/// Whether this many more bytes of addresses are available.
int footfall_has_addresses(int64_t bytes);

/// Columns of the terminal behind the descriptor, 0 if it is none.
int footfall_terminal_columns(int descriptor);

/// Rows of the terminal behind the descriptor, 0 if it is none.
int footfall_terminal_rows(int descriptor);

/// Whether the signal is ignored now: before this program sets it, whether it was so when the program started.
int footfall_signal_is_ignored(int number);

/// Queues the signals instead of letting them end the program: 0 or an errno. For one caller.
///
/// A signal ends the program after all if `footfall_signals_are_heeded` is not called within `patience` seconds; 0 sets
/// no limit.
int footfall_watch_signals(const int *numbers, int count, unsigned patience);

/// Confirms that the signals so far have been taken up.
void footfall_signals_are_heeded(void);

/// Waits for the next of the watched signals; -1 when there will be none.
int footfall_next_signal(void);

/// eventfd(2), for waking a thread that sleeps in poll(2): the descriptor, or -1 with errno.
int footfall_waking_descriptor(void);

/// memfd_create(2): the descriptor of a file that has no name on any disk, or -1 with errno.
int footfall_memory_file(const char *name);

/// memfd_create(2) and ftruncate(2), sealed so that its size cannot change: the descriptor, or -1 with errno.
int footfall_shared_memory(const char *name, int64_t bytes);

/// mmap(2) of a whole file of shared memory, to read and to write; NULL with errno.
void *footfall_map_shared(int descriptor, int64_t bytes);

/// munmap(2).
void footfall_unmap(void *address, int64_t bytes);

/// socketpair(2) that keeps the boundaries of messages, of at most about `bytes` each: 0, or -1 with errno.
int footfall_message_sockets(int *ends, int bytes);

/// send(2) of a message, not waiting: 0, or -1 with errno.
int footfall_send_message(int descriptor, const void *bytes, int64_t count);

/// The length of the next message; 0 at the end; -1 with errno, which is EAGAIN if there is none.
int64_t footfall_next_message_length(int descriptor, int waits);

/// recv(2) of a waiting message: its length, which is more than `room` if it does not fit; -1 with errno.
int64_t footfall_receive_message(int descriptor, void *bytes, int64_t room);

/// True if the other end of a message socket is gone; its last messages may still be there.
int footfall_is_hung_up(int descriptor);

/// Opens a message socket with an abstract name of this machine, which is no file: the descriptor, or -1 with errno,
/// which is EADDRINUSE if another process has the name.
int footfall_open_door(const char *name);

/// accept4(2) of a client, with a time limit for each message: the descriptor, or -1 with errno, which is EAGAIN if
/// there is no client.
int footfall_let_in(int door, int milliseconds);

/// connect(2) to such a socket, with a time limit for that and for each message: the descriptor, or -1 with errno.
int footfall_knock(const char *name, int milliseconds);

/// The user at the other end, as reported by the kernel; -1 with errno.
int64_t footfall_user_at_other_end(int line);

/// recv(2) of a message, waiting for it: its length, which is more than `room` if it does not fit; 0 at the end.
int64_t footfall_hear(int line, void *bytes, int64_t room);

/// send(2) of a message: 0, or -1 with errno.
int footfall_tell(int line, const void *bytes, int64_t count);

/// A socket that listens at a port (0 for any free one) for programs of this machine, or for the network, too; -1 with
/// errno.
int footfall_listen(int to_network, uint16_t port, int backlog);

/// Makes a socket listen at its port again, which may have been shut down; if the port is no longer the socket's, a new
/// socket at that port replaces it under the same number. 0, or -1 with errno.
int footfall_listen_again(int number, int to_network, uint16_t port, int backlog);

/// Takes over a TCP socket that another program has opened for listening: makes it non-blocking and close-on-exec. 1 if
/// networks reach it, 0 if only this machine does, -1 with errno.
int footfall_adopt_listening(int number);

/// The port of a socket; -1 with errno.
int footfall_port_of(int number);

/// Writes the addresses by which networks reach this machine, a line each; returns the number of bytes, or -1 with
/// errno.
int footfall_own_addresses(char *texts, int64_t room);

/// Drops every right of this process that a child can do without. Limits its writable memory and addresses, beyond what
/// it has, and the numbers of its descriptors; it ends with the thread that started it. 0 or an errno.
int footfall_give_up_rights(int64_t more_data, int64_t more_addresses, int files);

/// What a filter allows, besides using what is open: resolve names, connect, read files, open devices, use open
/// devices, accept connections.
enum {
    FOOTFALL_NEEDS_NAMES,
    FOOTFALL_NEEDS_NETWORK,
    FOOTFALL_NEEDS_FILES,
    FOOTFALL_NEEDS_DEVICES,
    FOOTFALL_NEEDS_OPEN_DEVICES,
    FOOTFALL_NEEDS_SERVER,
};

/// Allows only the system calls that one of these needs requires; others fail with EPERM. After "open devices" another
/// filter may follow. 0 or an errno.
int footfall_filter_calls(int needs);

/// Allows opening only the system's files that a need requires, and one more file if it is named (for devices, only if
/// it is a device); hides the memory of processes that are less confined (Landlock). 0 or an errno: ENOSYS or
/// EOPNOTSUPP if the kernel has no Landlock.
int footfall_limit_files(int needs, const char *file);

/// Whether this process can read the memory of its parent.
int footfall_reaches_parent(void);

/// POSIX_SPAWN_SETSID: the child gets a session of its own, without a terminal.
short footfall_child_session_flag(void);

/// Starts a program, found by PATH, that the kernel kills when the calling thread ends; in a new process group, with
/// nothing open but its standard output and error: its process number, or -1 with errno.
int footfall_start_bound(char *const *words, char *const *variables, int output, int errors);

/// pipe2(2) with O_CLOEXEC: 0, or -1 with errno.
int footfall_pipe(int *ends);

/// pidfd_open(2): a descriptor for this child, and for no later process of the same number; -1 with errno.
int footfall_process_handle(int process);

/// Kills a child by its handle, or by its number if the kernel has no handles.
int footfall_kill(int handle, int process);

/// posix_spawn_file_actions_addclosefrom_np(3), of a `posix_spawn_file_actions_t`: 0 or an errno.
int footfall_child_closes_from(void *actions, int lowest);

/// open(2) with a mode, which is variadic in C.
int footfall_open(const char *path, int flags, uint32_t mode);

/// openat(2), likewise.
int footfall_open_at(int folder, const char *name, int flags, uint32_t mode);

/// openat(2) with O_PATH, to reach or examine a file that need not be readable.
int footfall_open_to_reach(int folder, const char *name, int flags);

/// What a spinning thread executes between two checks.
static inline void footfall_spin_hint(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("yield");
#endif
}

/// Prefetches the cache line at `address` for writing; any address is allowed.
static inline void footfall_ask_for_line(const void *address) {
#if defined(__x86_64__) || defined(__i386__)
    // Written out, because a compiler for old processors would prefetch only for reading.
    __asm__ __volatile__("prefetchw (%0)" : : "r"(address));
#else
    __builtin_prefetch(address, 1, 3);
#endif
}

#endif
