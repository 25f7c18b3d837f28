// A local socket for other processes of this machine, with an abstract name that is in no file system, so that a killed
// process leaves nothing behind.
#define _GNU_SOURCE
#include "CSystemCalls.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

// The first byte of an abstract name is zero.
static int address_of(const char *name, struct sockaddr_un *address, socklen_t *length) {
    size_t count = strlen(name);
    if (count == 0 || count > sizeof address->sun_path - 1) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path + 1, name, count);
    *length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + count);
    return 0;
}

static int closed(int descriptor) {
    int reason = errno;
    close(descriptor);
    errno = reason;
    return -1;
}

// Limits how long each side waits for the other.
static int bounded(int descriptor, int milliseconds) {
    struct timeval limit = {milliseconds / 1000, (milliseconds % 1000) * 1000};
    if (setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) != 0 ||
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit) != 0)
        return closed(descriptor);
    return descriptor;
}

int footfall_open_door(const char *name) {
    struct sockaddr_un address;
    socklen_t length;
    if (address_of(name, &address, &length) != 0) return -1;
    int door = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (door < 0) return -1;
    if (bind(door, (struct sockaddr *)&address, length) != 0 || listen(door, 16) != 0) return closed(door);
    return door;
}

int footfall_let_in(int door, int milliseconds) {
    int visitor = accept4(door, NULL, NULL, SOCK_CLOEXEC);
    return visitor < 0 ? -1 : bounded(visitor, milliseconds);
}

int footfall_knock(const char *name, int milliseconds) {
    struct sockaddr_un address;
    socklen_t length;
    if (address_of(name, &address, &length) != 0) return -1;
    int line = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (line < 0 || bounded(line, milliseconds) < 0) return -1;
    if (connect(line, (struct sockaddr *)&address, length) != 0) return closed(line);
    return line;
}

int64_t footfall_user_at_other_end(int line) {
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(line, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return -1;
    return (int64_t)peer.uid;
}

int64_t footfall_hear(int line, void *bytes, int64_t room) { return recv(line, bytes, (size_t)room, MSG_TRUNC); }

int footfall_tell(int line, const void *bytes, int64_t count) {
    return send(line, bytes, (size_t)count, MSG_NOSIGNAL) == count ? 0 : -1;
}
