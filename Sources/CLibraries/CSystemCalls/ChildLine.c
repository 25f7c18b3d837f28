// What a process and its child share: memory of a fixed size, a socket that keeps the boundaries of messages, and a
// handle by which the parent kills the child.
#define _GNU_SOURCE
#include "CSystemCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int footfall_shared_memory(const char *name, int64_t bytes) {
    int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -1;
    // Sealed: a child that could shrink it would crash this process, which would read beyond the end.
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
    // A process number may be reused once the process was waited for; a handle is not.
    if (handle >= 0) return (int)syscall(SYS_pidfd_send_signal, handle, SIGKILL, NULL, 0);
    return kill(process, SIGKILL);
}

int footfall_is_hung_up(int descriptor) {
    struct pollfd looked_at = {descriptor, POLLIN | POLLRDHUP, 0};
    return poll(&looked_at, 1, 0) > 0 && (looked_at.revents & (POLLHUP | POLLRDHUP | POLLERR)) != 0;
}
