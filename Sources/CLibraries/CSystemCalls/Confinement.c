// Confines a child process before it reads network input. The filter is a small BPF program for the kernel, which lists
// every system call that is allowed; all others fail as not permitted, so that a library falls back or fails instead of
// being killed. Left out on purpose: calls that start a program, a process or (except for opening USB devices) a
// thread; that inspect or signal other processes; that make or change files; that make a descriptor send signals
// (fcntl's F_SETOWN, O_ASYNC); that type on a terminal (TIOCSTI); or that map memory that no data limit counts (shared,
// or a growing stack).
#define _GNU_SOURCE
#include "CSystemCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static int limit(int resource, uint64_t most) {
    struct rlimit now;
    if (getrlimit(resource, &now) != 0) return errno;
    if (now.rlim_max != RLIM_INFINITY && now.rlim_max < most) most = now.rlim_max;
    struct rlimit wanted = {most, most};
    return setrlimit(resource, &wanted) == 0 ? 0 : errno;
}

/// Reads the process's addresses and writable memory, as the kernel counts them for RLIMIT_AS and RLIMIT_DATA; returns
/// 0 or an errno.
static int memory_now(int64_t *addresses, int64_t *data) {
    long all = 0, written = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) return errno;
    int found = fscanf(file, "%ld %*d %*d %*d %*d %ld", &all, &written);
    fclose(file);
    if (found != 2) return EIO;
    *addresses = (int64_t)all * sysconf(_SC_PAGESIZE);
    *data = (int64_t)written * sysconf(_SC_PAGESIZE);
    return 0;
}

int footfall_give_up_rights(int64_t more_data, int64_t more_addresses, int files) {
    // The parent handles a terminal's signals.
    const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGTSTP, SIGTTOU, SIGTTIN};
    for (size_t index = 0; index < sizeof ignored / sizeof *ignored; index++) signal(ignored[index], SIG_IGN);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    // No core dump after a crash, and no other process of the same user may read its memory.
    prctl(PR_SET_DUMPABLE, 0);
    // Fails without privileges, and then there is nothing to drop.
    for (int capability = 0; capability <= 63; capability++) prctl(PR_CAPBSET_DROP, capability);
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    struct __user_cap_header_struct who = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3];
    memset(none, 0, sizeof none);
    if (syscall(SYS_capset, &who, none) != 0) return errno;
    // One arena and small stacks: the limit is meant for what the network sends.
    mallopt(M_ARENA_MAX, 1);
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 20);
    pthread_setattr_default_np(&small);
    pthread_attr_destroy(&small);
    int64_t addresses = 0, data = 0;
    int problem = memory_now(&addresses, &data);
    if (!problem) problem = limit(RLIMIT_DATA, (uint64_t)(data + more_data));
    // The data limit does not count shared memory, files and growing stacks, so limit the addresses as well.
    if (!problem) problem = limit(RLIMIT_AS, (uint64_t)(addresses + more_addresses));
    if (!problem) problem = limit(RLIMIT_FSIZE, 0);
    if (!problem) problem = limit(RLIMIT_CORE, 0);
    if (!problem) problem = limit(RLIMIT_NOFILE, (uint64_t)files);
    return problem;
}

#if defined(__x86_64__)
#define THIS_MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_MACHINE AUDIT_ARCH_AARCH64
#endif

// Calls that every thread needs, and for sockets that are open.
static const int plain_calls[] = {
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_close, SYS_fstat, SYS_lseek,
    SYS_recvfrom, SYS_recvmsg, SYS_shutdown, SYS_getsockopt,
    SYS_getsockname, SYS_getpeername, SYS_ppoll, SYS_pselect6, SYS_eventfd2, SYS_pipe2,
    SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk, SYS_futex, SYS_clock_gettime, SYS_clock_nanosleep,
    SYS_nanosleep, SYS_gettimeofday, SYS_getpid, SYS_gettid, SYS_exit, SYS_exit_group, SYS_rt_sigreturn,
    SYS_rt_sigprocmask, SYS_rt_sigaction, SYS_sigaltstack, SYS_set_robust_list, SYS_sched_yield,
    SYS_sched_getaffinity, SYS_getrandom, SYS_restart_syscall,
#ifdef SYS_rseq
    SYS_rseq,
#endif
#ifdef SYS_poll
    SYS_poll,
#endif
#ifdef SYS_select
    SYS_select,
#endif
};

// Further calls, for finding and reading files.
static const int file_calls[] = {
    SYS_newfstatat, SYS_statx, SYS_readlinkat, SYS_getdents64, SYS_faccessat, SYS_pread64,
    SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_timerfd_create, SYS_timerfd_settime, SYS_bind,
    SYS_dup, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_uname, SYS_fstatfs, SYS_statfs,
#ifdef SYS_faccessat2
    SYS_faccessat2,
#endif
#ifdef SYS_stat
    SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_epoll_wait,
#endif
};

// Further calls, for accepting connections on a listening socket.
static const int server_calls[] = {
    SYS_accept4, SYS_epoll_ctl, SYS_epoll_pwait,
#ifdef SYS_epoll_wait
    SYS_epoll_wait,
#endif
};

// The commands of fcntl that send no signal; F_SETFL is checked separately.
static const uint32_t harmless_flags[] = {F_GETFD, F_SETFD, F_GETFL, F_DUPFD, F_DUPFD_CLOEXEC};
// Mappings must be private: shared or growing ones would not count as data.
static const uint32_t possible_mappings =
    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK | MAP_FIXED | MAP_FIXED_NOREPLACE | MAP_DENYWRITE;
// Socket options: time limits, and whether the connection is alive.
static const uint32_t socket_options[] = {SO_RCVTIMEO, SO_SNDTIMEO, SO_KEEPALIVE, SO_ERROR};
static const uint32_t connection_options[] = {TCP_NODELAY, TCP_KEEPIDLE, TCP_KEEPINTVL, TCP_KEEPCNT, TCP_USER_TIMEOUT};
// TCP options: how data is put into packets.
static const uint32_t packet_options[] = {TCP_NODELAY, TCP_CORK};
static const uint32_t connection_protocols[] = {0, IPPROTO_TCP};
// The ioctl requests of a resolver.
static const uint32_t questions[] = {FIONREAD, SIOCGIFINDEX, SIOCGIFNAME, SIOCGIFCONF, SIOCGIFFLAGS, SIOCGIFADDR};
static const uint32_t terminal_questions[] = {TCGETS};
// The ioctl requests for USB and serial devices: the groups of numbers that the kernel uses for usbfs ('U') and
// terminals ('T'); of the latter none that types, sets a line discipline, takes a console or asks for signals.
static const uint32_t device_groups[] = {'U', 'T'};
static const uint32_t keystrokes[] = {TIOCSTI, TIOCLINUX, TIOCCONS, TIOCSETD, TIOCSCTTY, FIOSETOWN, SIOCSPGRP, FIOASYNC};

static const uint32_t internet[] = {AF_INET, AF_INET6};
// No local sockets: this machine's services would do for the child what it may not do itself. A resolver works without
// them.
static const uint32_t resolving[] = {AF_INET, AF_INET6, AF_NETLINK};
static const uint32_t hotplug[] = {AF_NETLINK};

#define COUNT(array) (sizeof(array) / sizeof *(array))

#ifdef THIS_MACHINE

struct program {
    struct sock_filter lines[512];
    unsigned short count;
};

static void add(struct program *program, uint16_t code, uint32_t value, uint8_t yes, uint8_t no) {
    if (program->count == COUNT(program->lines)) abort();
    program->lines[program->count++] = (struct sock_filter){code, yes, no, value};
}

static void load(struct program *program, uint32_t offset) {
    add(program, BPF_LD | BPF_W | BPF_ABS, offset, 0, 0);
}

static void answer(struct program *program, uint32_t value) { add(program, BPF_RET | BPF_K, value, 0, 0); }

static const uint32_t refusal = SECCOMP_RET_ERRNO | EPERM;

// Loads the lower half of an argument, which comes first on both architectures. The kernel uses no more of the
// arguments checked here.
static uint32_t argument_at(int index) {
    return (uint32_t)(offsetof(struct seccomp_data, args) + 8 * (size_t)index);
}

static void allow(struct program *program, int call) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1);
    answer(program, SECCOMP_RET_ALLOW);
}

static void allow_all(struct program *program, const int *calls, size_t count) {
    for (size_t index = 0; index < count; index++) allow(program, calls[index]);
}

// Allows a call if an argument has none of some bits.
static void allow_without(struct program *program, int call, int index, uint32_t bits) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 4);
    load(program, argument_at(index));
    add(program, BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0);
    answer(program, SECCOMP_RET_ALLOW);
    answer(program, refusal);
}

// Allows a call if an argument is in a list of numbers.
static void allow_with(struct program *program, int call, int index, const uint32_t *numbers, size_t count) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, (uint8_t)(2 + 2 * count));
    load(program, argument_at(index));
    for (size_t place = 0; place < count; place++) {
        add(program, BPF_JMP | BPF_JEQ | BPF_K, numbers[place], 0, 1);
        answer(program, SECCOMP_RET_ALLOW);
    }
    answer(program, refusal);
}

// Allows sockets of some families; with `only_connections`, only TCP.
static void allow_sockets(struct program *program, const uint32_t *families, size_t count, int only_connections) {
    if (only_connections) {
        // Refuses another type or protocol, before the family is checked.
        add(program, BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 9);
        load(program, argument_at(1));
        add(program, BPF_ALU | BPF_AND | BPF_K, 0xF, 0, 0);
        add(program, BPF_JMP | BPF_JEQ | BPF_K, SOCK_STREAM, 1, 0);
        answer(program, refusal);
        load(program, argument_at(2));
        add(program, BPF_JMP | BPF_JEQ | BPF_K, connection_protocols[0], 2, 0);
        add(program, BPF_JMP | BPF_JEQ | BPF_K, connection_protocols[1], 1, 0);
        answer(program, refusal);
        load(program, offsetof(struct seccomp_data, nr));
    }
    allow_with(program, SYS_socket, 0, families, count);
}

// Allows a call if one argument is a given number and the next one is in a list.
static void allow_pair(
    struct program *program, int call, int index, uint32_t first, const uint32_t *numbers, size_t count) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, (uint8_t)(4 + 2 * count));
    load(program, argument_at(index));
    add(program, BPF_JMP | BPF_JEQ | BPF_K, first, 0, (uint8_t)(1 + 2 * count));
    load(program, argument_at(index + 1));
    for (size_t place = 0; place < count; place++) {
        add(program, BPF_JMP | BPF_JEQ | BPF_K, numbers[place], 0, 1);
        answer(program, SECCOMP_RET_ALLOW);
    }
    load(program, offsetof(struct seccomp_data, nr));
}

// Allows mappings that the limits count, and that are not executable unless `may_run`.
static void allow_mapping(struct program *program, int may_run) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 6);
    load(program, argument_at(3));
    add(program, BPF_JMP | BPF_JSET | BPF_K, ~possible_mappings, 2, 0);
    load(program, argument_at(2));
    add(program, BPF_JMP | BPF_JSET | BPF_K, may_run ? 0 : PROT_EXEC, 0, 1);
    answer(program, refusal);
    answer(program, SECCOMP_RET_ALLOW);
    allow_without(program, SYS_mprotect, 2, PROT_GROWSDOWN | PROT_GROWSUP | (may_run ? 0 : PROT_EXEC));
}

// Allows fcntl, except to ask for signals.
static void allow_flags(struct program *program) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, SYS_fcntl, 0, 6);
    load(program, argument_at(1));
    add(program, BPF_JMP | BPF_JEQ | BPF_K, F_SETFL, 0, 3);
    load(program, argument_at(2));
    add(program, BPF_JMP | BPF_JSET | BPF_K, O_ASYNC, 1, 0);
    answer(program, SECCOMP_RET_ALLOW);
    load(program, offsetof(struct seccomp_data, nr));
    allow_with(program, SYS_fcntl, 1, harmless_flags, COUNT(harmless_flags));
}

// Allows ioctl requests to devices, by the group of the request.
static void allow_device_questions(struct program *program) {
    const size_t groups = COUNT(device_groups), bad = COUNT(keystrokes);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, (uint8_t)(4 + 2 * bad + 2 * groups));
    load(program, argument_at(1));
    for (size_t place = 0; place < bad; place++) {
        add(program, BPF_JMP | BPF_JEQ | BPF_K, keystrokes[place], 0, 1);
        answer(program, refusal);
    }
    add(program, BPF_ALU | BPF_RSH | BPF_K, 8, 0, 0);
    add(program, BPF_ALU | BPF_AND | BPF_K, 0xFF, 0, 0);
    for (size_t place = 0; place < groups; place++) {
        add(program, BPF_JMP | BPF_JEQ | BPF_K, device_groups[place], 0, 1);
        answer(program, SECCOMP_RET_ALLOW);
    }
    answer(program, refusal);
}

// Allows threads, but not processes; a filter cannot limit their number.
static void allow_threads(struct program *program) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4);
    load(program, argument_at(0));
    add(program, BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1);
    answer(program, SECCOMP_RET_ALLOW);
    answer(program, refusal);
}

// Allows opening existing files, for writing only with `to_write`, but not making new ones.
static void allow_opening(struct program *program, int to_write) {
    uint32_t bits = O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY) | (to_write ? 0 : O_WRONLY | O_RDWR);
    allow_without(program, SYS_openat, 2, bits);
#ifdef SYS_open
    allow_without(program, SYS_open, 1, bits);
#endif
}

int footfall_filter_calls(int needs) {
    struct program program = {.count = 0};
    load(&program, offsetof(struct seccomp_data, arch));
    add(&program, BPF_JMP | BPF_JEQ | BPF_K, THIS_MACHINE, 1, 0);
    answer(&program, SECCOMP_RET_KILL_PROCESS);
    load(&program, offsetof(struct seccomp_data, nr));
    allow_all(&program, plain_calls, COUNT(plain_calls));
    // With this error, glibc uses clone instead.
    add(&program, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1);
    answer(&program, SECCOMP_RET_ERRNO | ENOSYS);
    const uint32_t names[] = {PR_SET_NAME, PR_GET_NAME};
    allow_with(&program, SYS_prctl, 0, names, COUNT(names));
    // The process may signal itself, as abort(3) does.
    const uint32_t own[] = {(uint32_t)getpid()};
    allow_with(&program, SYS_tgkill, 0, own, COUNT(own));
    allow_flags(&program);
    // Sending must not connect.
    allow_without(&program, SYS_sendto, 3, MSG_FASTOPEN);
    allow_without(&program, SYS_sendmsg, 2, MSG_FASTOPEN);
    // No executable memory any more, except for resolving names, whose libraries are loaded at the first lookup.
    allow_mapping(&program, needs == FOOTFALL_NEEDS_NAMES);
    switch (needs) {
    case FOOTFALL_NEEDS_NAMES:
        allow(&program, SYS_connect);
        allow(&program, SYS_sendmmsg);
        allow(&program, SYS_recvmmsg);
        allow(&program, SYS_setsockopt);
        allow_all(&program, file_calls, COUNT(file_calls));
        allow_opening(&program, 0);
        allow_with(&program, SYS_ioctl, 1, questions, COUNT(questions));
        allow_sockets(&program, resolving, COUNT(resolving), 0);
        break;
    case FOOTFALL_NEEDS_NETWORK:
        allow(&program, SYS_connect);
        allow_pair(&program, SYS_setsockopt, 1, SOL_SOCKET, socket_options, COUNT(socket_options));
        allow_pair(&program, SYS_setsockopt, 1, IPPROTO_TCP, connection_options, COUNT(connection_options));
        allow_with(&program, SYS_ioctl, 1, terminal_questions, COUNT(terminal_questions));
        allow_sockets(&program, internet, COUNT(internet), 1);
        break;
    case FOOTFALL_NEEDS_DEVICES:
        // libusb watches for new devices in a thread of its own; the next filter forbids that, too.
        allow_threads(&program);
        allow(&program, SYS_seccomp);
        allow(&program, SYS_setsockopt);
        allow_all(&program, file_calls, COUNT(file_calls));
        allow_opening(&program, 1);
        allow_device_questions(&program);
        allow_sockets(&program, hotplug, COUNT(hotplug), 0);
        break;
    case FOOTFALL_NEEDS_SERVER:
        allow_all(&program, server_calls, COUNT(server_calls));
        allow_pair(&program, SYS_setsockopt, 1, IPPROTO_TCP, packet_options, COUNT(packet_options));
        break;
    case FOOTFALL_NEEDS_OPEN_DEVICES:
        allow_all(&program, file_calls, COUNT(file_calls));
        allow_device_questions(&program);
        break;
    default:
        allow_all(&program, file_calls, COUNT(file_calls));
        allow_opening(&program, 0);
        allow_with(&program, SYS_ioctl, 1, terminal_questions, COUNT(terminal_questions));
    }
    answer(&program, refusal);
    struct sock_fprog whole = {program.count, program.lines};
    // Applies to every thread of the process, including running ones.
    long answered = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &whole);
    // A positive number is a thread with other filters; then the filter applies to none.
    return answered == 0 ? 0 : answered > 0 ? ESRCH : errno;
}

#else

int footfall_filter_calls(int needs) {
    (void)needs;
    return ENOSYS;
}

#endif
