// Linux calls that the Glibc overlay does not show to Swift, or shows in a form that it cannot
// call. Each is one line around the call; decisions and retries are made in Swift.
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

/// flock(2), letting go, also for whoever has inherited the descriptor: 0, or -1 with errno.
int footfall_unlock(int descriptor);

/// renameat2(2) that replaces nothing: 0, or -1 with errno, which is EEXIST where the name is taken.
int footfall_rename_anew(int folder, const char *name, int other_folder, const char *other);

/// futex(2) wait while `*word == expected`, at most `nanoseconds` (negative: for ever).
int footfall_futex_wait(const uint32_t *word, uint32_t expected, int64_t nanoseconds);

/// futex(2) wake of every waiter.
int footfall_futex_wake_all(const uint32_t *word);

/// Names the calling thread (15 bytes are kept).
void footfall_name_this_thread(const char *name);

/// Waits for a thread's end, at most so many nanoseconds: 0 or an errno, which is ETIMEDOUT while it goes on.
int footfall_join_within(uint64_t thread, int64_t nanoseconds);

/// How many bytes of its stack the calling thread has left; 0 on a stack that is not its own.
int64_t footfall_stack_left(void);

/// Has the calling thread see a broken pipe as an error of the call, not as a signal: 0 or an errno.
int footfall_block_pipe_signal(void);

/// The policy of a thread that only runs where no other wants to; Glibc names it to those who ask for all of
/// its names.
int footfall_background_policy(void);

/// Pins the calling thread to one processor: 0 or an errno.
int footfall_pin_this_thread(int processor);

/// Locks all memory, now and later: 0 or an errno.
///
/// With a limit in force it refuses: within one, a later allocation would fail instead.
int footfall_lock_memory(void);

/// How many words this program was started with; 0 where the C library does not tell.
int footfall_argument_count(void);

/// One of these words.
const char *footfall_argument(int index);

/// Whether there is a limit to the addresses of this process (RLIMIT_AS).
int footfall_addresses_are_limited(void);

/// Has all threads allocate from one arena, instead of setting 64 MiB aside for each.
void footfall_share_arenas(void);

/// How many bytes of addresses a new thread's stack takes.
int64_t footfall_stack_bytes(void);

/// Whether so many more bytes of addresses can be had now.
int footfall_has_addresses(int64_t bytes);

/// Columns of the terminal behind the descriptor, 0 if it is none.
int footfall_terminal_columns(int descriptor);

/// Rows of the terminal behind the descriptor, 0 if it is none.
int footfall_terminal_rows(int descriptor);

/// Whether whoever started this program has it ignore the signal.
int footfall_signal_is_ignored(int number);

/// Has the signals counted instead of ending the program; 0 or an errno. For one caller.
///
/// A signal of which nobody says within `patience` seconds that it was heeded ends the program all the same.
int footfall_watch_signals(const int *numbers, int count, unsigned patience);

/// Says that the signals so far were heeded.
void footfall_signals_are_heeded(void);

/// Waits for the next of the watched signals; -1 when there will be none.
int footfall_next_signal(void);

/// eventfd(2), for waking a thread that sleeps in poll(2): the descriptor, or -1 with errno.
int footfall_waking_descriptor(void);

/// memfd_create(2): the descriptor of a file that has no name on any disk, or -1 with errno.
int footfall_memory_file(const char *name);

/// memfd_create(2) and ftruncate(2), sealed: nobody can make it shorter or longer. The descriptor, or -1 with errno.
int footfall_shared_memory(const char *name, int64_t bytes);

/// mmap(2) of a whole file of shared memory, to read and to write; NULL with errno.
void *footfall_map_shared(int descriptor, int64_t bytes);

/// munmap(2).
void footfall_unmap(void *address, int64_t bytes);

/// socketpair(2) of messages that keep their bounds, of at most about so many bytes: 0, or -1 with errno.
int footfall_message_sockets(int *ends, int bytes);

/// send(2) of a message, not waiting: 0, or -1 with errno.
int footfall_send_message(int descriptor, const void *bytes, int64_t count);

/// How long the next message is; 0 at the end; -1 with errno, which is EAGAIN where none is there.
int64_t footfall_next_message_length(int descriptor, int waits);

/// recv(2) of a message that is there: its length, which is more than `room` for one that does not fit; -1 with errno.
int64_t footfall_receive_message(int descriptor, void *bytes, int64_t room);

/// True if the other end of a line of messages is gone; what it has sent may still be there.
int footfall_is_hung_up(int descriptor);

/// A socket of messages with a name of this machine's, and of no file: the descriptor, or -1 with errno, which is
/// EADDRINUSE where another process has the name.
int footfall_open_door(const char *name);

/// accept4(2) of who knocks at a door, who has so long for a message: the descriptor, or -1 with errno, which is
/// EAGAIN where nobody does.
int footfall_let_in(int door, int milliseconds);

/// connect(2) to a door, waiting so long for it and for each message: the descriptor, or -1 with errno.
int footfall_knock(const char *name, int milliseconds);

/// Which user is at the other end, as the kernel says; -1 with errno.
int64_t footfall_user_at_other_end(int line);

/// recv(2) of a message, waited for: its length, which is more than `room` for one that does not fit; 0 at the end.
int64_t footfall_hear(int line, void *bytes, int64_t room);

/// send(2) of a message: 0, or -1 with errno.
int footfall_tell(int line, const void *bytes, int64_t count);

/// A socket that listens at a port (0 for a free one) to programs of this machine, or to the network too; -1 with
/// errno.
int footfall_listen(int to_network, uint16_t port, int backlog);

/// Has a socket listen at its port that may have been shut down; where the port is no longer the socket's, another one
/// that listens there gets its number. 0, or -1 with errno.
int footfall_listen_again(int number, int to_network, uint16_t port, int backlog);

/// Takes a socket over that somebody else has opened, and that listens over TCP: it waits for nothing and is closed
/// in children from now on. 1 where a network reaches it, 0 where programs of this machine do, -1 with errno.
int footfall_adopt_listening(int number);

/// The port of a socket; -1 with errno.
int footfall_port_of(int number);

/// Writes the addresses at which a network reaches this machine, a line each; answers how many bytes, -1 with errno.
int footfall_own_addresses(char *texts, int64_t room);

/// Takes every right from this process that a child can do without, and bounds how much memory it may have to
/// write to, and how many addresses, beyond those that it has, and below which number its descriptors are; it ends
/// with the thread that started it. 0 or an errno.
int footfall_give_up_rights(int64_t more_data, int64_t more_addresses, int files);

/// What a filter lets a process do, besides using what it has: resolve names, connect, read files, open devices,
/// use devices that are open, let others connect.
enum {
    FOOTFALL_NEEDS_NAMES,
    FOOTFALL_NEEDS_NETWORK,
    FOOTFALL_NEEDS_FILES,
    FOOTFALL_NEEDS_DEVICES,
    FOOTFALL_NEEDS_OPEN_DEVICES,
    FOOTFALL_NEEDS_SERVER,
};

/// Lets this process call nothing but what one of these needs takes; other calls fail with EPERM. After devices
/// another filter may follow. 0 or an errno.
int footfall_filter_calls(int needs);

/// Lets this process open, of all files, only those of the system that a need takes, and one file besides, if any
/// is named (a device's port is one only if it is a device), and look into no process that is not as confined (Landlock). 0 or an errno: ENOSYS or EOPNOTSUPP
/// where the kernel cannot.
int footfall_limit_files(int needs, const char *file);

/// Whether this process can look into the memory of its parent.
int footfall_reaches_parent(void);

/// POSIX_SPAWN_SETSID: the child gets a session of its own, without a terminal.
short footfall_child_session_flag(void);

/// Starts a program that is killed when the calling thread ends, found by PATH, in a process group of its own, with
/// nothing open but its standard output and error: its number, or -1 with errno.
int footfall_start_bound(char *const *words, char *const *variables, int output, int errors);

/// pipe2(2) with O_CLOEXEC: 0, or -1 with errno.
int footfall_pipe(int *ends);

/// pidfd_open(2): a descriptor that means this child and no later process of its number; -1 with errno.
int footfall_process_handle(int process);

/// Kills a child by its handle, or by its number where the kernel has no handles.
int footfall_kill(int handle, int process);

/// posix_spawn_file_actions_addclosefrom_np(3), of a `posix_spawn_file_actions_t`: 0 or an errno.
int footfall_child_closes_from(void *actions, int lowest);

/// open(2) with a mode, which is variadic in C.
int footfall_open(const char *path, int flags, uint32_t mode);

/// openat(2), likewise.
int footfall_open_at(int folder, const char *name, int flags, uint32_t mode);

/// openat(2) with O_PATH: to reach what is there, or to look at it; it need not be readable.
int footfall_open_to_reach(int folder, const char *name, int flags);

/// What a spinning thread does between two looks.
static inline void footfall_spin_hint(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("yield");
#endif
}

/// Asks for the cache line at an address, to be written soon; any address will do.
static inline void footfall_ask_for_line(const void *address) {
#if defined(__x86_64__) || defined(__i386__)
    // Named, because a compiler for old processors would ask for a line to read.
    __asm__ __volatile__("prefetchw (%0)" : : "r"(address));
#else
    __builtin_prefetch(address, 1, 3);
#endif
}

#endif
