// What a child process gives up before it reads what a network sends. The filter is a short program for the
// kernel (BPF) that names every call that is let through; all others fail as if they were not permitted, so
// that a library falls back or fails, and does not die of it. Left out on purpose: what starts a program or a
// process, looks at or signals another one, makes or changes a file, has a descriptor send signals
// (fcntl's F_SETOWN), or types on a terminal (TIOCSTI).
#define _GNU_SOURCE
#include "CSystemCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
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

int footfall_shared_memory(const char *name, int64_t bytes) {
    int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -1;
    // Whoever could make it shorter would end this process, which reads behind the end then.
    if (ftruncate(descriptor, bytes) != 0 ||
        fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
        int saved = errno;
        close(descriptor);
        errno = saved;
        return -1;
    }
    return descriptor;
}

void *footfall_map_shared(int descriptor, int64_t bytes) {
    void *address = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    return address == MAP_FAILED ? NULL : address;
}

void footfall_unmap(void *address, int64_t bytes) { munmap(address, (size_t)bytes); }

int footfall_message_sockets(int *ends, int bytes) {
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -1;
    for (int end = 0; end < 2; end++) setsockopt(ends[end], SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    return 0;
}

int footfall_send_message(int descriptor, const void *bytes, int64_t count) {
    return send(descriptor, bytes, (size_t)count, MSG_NOSIGNAL | MSG_DONTWAIT) == count ? 0 : -1;
}

int64_t footfall_next_message_length(int descriptor, int waits) {
    return recv(descriptor, NULL, 0, MSG_PEEK | MSG_TRUNC | (waits ? 0 : MSG_DONTWAIT));
}

int64_t footfall_receive_message(int descriptor, void *bytes, int64_t room) {
    return recv(descriptor, bytes, (size_t)room, MSG_TRUNC | MSG_DONTWAIT);
}

short footfall_child_session_flag(void) { return POSIX_SPAWN_SETSID; }

int footfall_process_handle(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int footfall_kill(int handle, int process) {
    // A number may be another's once the process was waited for; a handle is not.
    if (handle >= 0) return (int)syscall(SYS_pidfd_send_signal, handle, SIGKILL, NULL, 0);
    return kill(process, SIGKILL);
}

static int limit(int resource, uint64_t most) {
    struct rlimit now;
    if (getrlimit(resource, &now) != 0) return errno;
    if (now.rlim_max != RLIM_INFINITY && now.rlim_max < most) most = now.rlim_max;
    struct rlimit wanted = {most, most};
    return setrlimit(resource, &wanted) == 0 ? 0 : errno;
}

/// What the process has of memory that it can write to, as the kernel counts it for RLIMIT_DATA.
static int64_t data_bytes(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) return 64 << 20;
    if (fscanf(file, "%*d %*d %*d %*d %*d %ld", &pages) != 1) pages = (64 << 20) / sysconf(_SC_PAGESIZE);
    fclose(file);
    return (int64_t)pages * sysconf(_SC_PAGESIZE);
}

int footfall_give_up_rights(int64_t more_bytes) {
    // A terminal's signals are its parent's to heed.
    const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGTSTP, SIGTTOU, SIGTTIN};
    for (size_t index = 0; index < sizeof ignored / sizeof *ignored; index++) signal(ignored[index], SIG_IGN);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    // No memory of it is written to a disk when it crashes, and nobody of the same user looks into it.
    prctl(PR_SET_DUMPABLE, 0);
    // Whoever has none to drop is refused here, and is as well without.
    for (int capability = 0; capability <= 63; capability++) prctl(PR_CAPBSET_DROP, capability);
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    struct __user_cap_header_struct who = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3];
    memset(none, 0, sizeof none);
    if (syscall(SYS_capset, &who, none) != 0) return errno;
    // One arena, small stacks: what is left of the limit is for what the network sends.
    mallopt(M_ARENA_MAX, 1);
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 20);
    pthread_setattr_default_np(&small);
    pthread_attr_destroy(&small);
    int problem = limit(RLIMIT_DATA, (uint64_t)(data_bytes() + more_bytes));
    if (!problem) problem = limit(RLIMIT_FSIZE, 0);
    if (!problem) problem = limit(RLIMIT_CORE, 0);
    if (!problem) problem = limit(RLIMIT_NOFILE, 32);
    return problem;
}

#if defined(__x86_64__)
#define THIS_MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_MACHINE AUDIT_ARCH_AARCH64
#endif

// What every thread needs, and sockets that are open.
static const int plain_calls[] = {
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_close, SYS_fstat, SYS_lseek,
    SYS_recvfrom, SYS_recvmsg, SYS_sendto, SYS_sendmsg, SYS_connect, SYS_shutdown, SYS_getsockopt,
    SYS_setsockopt, SYS_getsockname, SYS_getpeername, SYS_ppoll, SYS_pselect6, SYS_eventfd2, SYS_pipe2,
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

// What finding and reading files takes besides.
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

// Of the flags of a descriptor those that send no signal to anybody.
static const uint32_t harmless_flags[] = {F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD, F_DUPFD_CLOEXEC};
// What a resolver asks a socket for.
static const uint32_t questions[] = {FIONREAD, SIOCGIFINDEX, SIOCGIFNAME, SIOCGIFCONF, SIOCGIFFLAGS, SIOCGIFADDR};
static const uint32_t terminal_questions[] = {TCGETS};
// What would type on a terminal, or send signals.
static const uint32_t keystrokes[] = {TIOCSTI, TIOCLINUX, TIOCCONS, TIOCSETD, TIOCSCTTY, FIOSETOWN, SIOCSPGRP, FIOASYNC};

static const uint32_t internet[] = {AF_INET, AF_INET6};
static const uint32_t resolving[] = {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK};
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

// The lower half of an argument; both machines have it first. The kernel reads no more of those looked at here.
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

// A call that is let through where an argument has none of some bits.
static void allow_without(struct program *program, int call, int index, uint32_t bits) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 4);
    load(program, argument_at(index));
    add(program, BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0);
    answer(program, SECCOMP_RET_ALLOW);
    answer(program, refusal);
}

// Ends with one answer where an argument is one of some numbers, and with the other where it is none.
static void answer_by(
    struct program *program, int index, const uint32_t *numbers, size_t count, uint32_t one, uint32_t none) {
    load(program, argument_at(index));
    for (size_t place = 0; place < count; place++) {
        add(program, BPF_JMP | BPF_JEQ | BPF_K, numbers[place], 0, 1);
        answer(program, one);
    }
    answer(program, none);
}

// A call that is let through where an argument is one of some numbers.
static void allow_with(struct program *program, int call, int index, const uint32_t *numbers, size_t count) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, (uint8_t)(2 + 2 * count));
    answer_by(program, index, numbers, count, SECCOMP_RET_ALLOW, refusal);
}

// A call that is let through where an argument is none of some numbers.
static void allow_but(struct program *program, int call, int index, const uint32_t *numbers, size_t count) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, (uint8_t)(2 + 2 * count));
    answer_by(program, index, numbers, count, refusal, SECCOMP_RET_ALLOW);
}

// Sockets of some families; with `only_streams` none but those of connections.
static void allow_sockets(struct program *program, const uint32_t *families, size_t count, int only_streams) {
    if (only_streams) {
        // Leaves where the type is none, before the family is looked at.
        add(program, BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 5);
        load(program, argument_at(1));
        add(program, BPF_ALU | BPF_AND | BPF_K, 0xF, 0, 0);
        add(program, BPF_JMP | BPF_JEQ | BPF_K, SOCK_STREAM, 1, 0);
        answer(program, refusal);
        load(program, offsetof(struct seccomp_data, nr));
    }
    allow_with(program, SYS_socket, 0, families, count);
}

// Opening what is there, and making nothing.
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
    // Glibc makes threads by the other call where it has not this answer.
    add(&program, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1);
    answer(&program, SECCOMP_RET_ERRNO | ENOSYS);
    // A thread, and no process.
    add(&program, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4);
    load(&program, argument_at(0));
    add(&program, BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1);
    answer(&program, SECCOMP_RET_ALLOW);
    answer(&program, refusal);
    const uint32_t names[] = {PR_SET_NAME, PR_GET_NAME};
    allow_with(&program, SYS_prctl, 0, names, COUNT(names));
    // Of processes it may signal itself, as it does when it aborts.
    const uint32_t own[] = {(uint32_t)getpid()};
    allow_with(&program, SYS_tgkill, 0, own, COUNT(own));
    allow_with(&program, SYS_fcntl, 1, harmless_flags, COUNT(harmless_flags));
    if (needs == FOOTFALL_NEEDS_NAMES) {
        // How names are resolved is in libraries that are loaded when a name is, and asks who serves it.
        allow(&program, SYS_mmap);
        allow(&program, SYS_mprotect);
        allow(&program, SYS_sendmmsg);
        allow(&program, SYS_recvmmsg);
        // For the next filter, which can only take more away.
        allow(&program, SYS_seccomp);
    } else {
        // Memory that can be run is not to be had any more.
        allow_without(&program, SYS_mmap, 2, PROT_EXEC);
        allow_without(&program, SYS_mprotect, 2, PROT_EXEC);
    }
    if (needs != FOOTFALL_NEEDS_NETWORK) {
        allow_all(&program, file_calls, COUNT(file_calls));
        allow_opening(&program, needs == FOOTFALL_NEEDS_DEVICES);
    }
    switch (needs) {
    case FOOTFALL_NEEDS_NAMES:
        allow_with(&program, SYS_ioctl, 1, questions, COUNT(questions));
        allow_sockets(&program, resolving, COUNT(resolving), 0);
        break;
    case FOOTFALL_NEEDS_NETWORK:
        allow_sockets(&program, internet, COUNT(internet), 1);
        break;
    case FOOTFALL_NEEDS_DEVICES:
        allow_but(&program, SYS_ioctl, 1, keystrokes, COUNT(keystrokes));
        allow_sockets(&program, hotplug, COUNT(hotplug), 0);
        break;
    default:
        allow_with(&program, SYS_ioctl, 1, terminal_questions, COUNT(terminal_questions));
    }
    answer(&program, refusal);
    struct sock_fprog whole = {program.count, program.lines};
    // Every thread of the process, those that run already too.
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &whole) == 0 ? 0 : errno;
}

#else

int footfall_filter_calls(int needs) {
    (void)needs;
    return ENOSYS;
}

#endif
