// Sockets that devices send datagrams to, and keep-alive checks of connections.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "include/BytePort.h"

static int bound(int family, const struct sockaddr *address, socklen_t length) {
    int number = socket(family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (number < 0) return -1;
    int off = 0;
    if (family == AF_INET6) setsockopt(number, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    // 1 MiB, or as much as the system allows, because the reader may be late.
    int room = 1 << 20;
    setsockopt(number, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    if (bind(number, address, length) == 0) return number;
    int reason = errno;
    close(number);
    errno = reason;
    return -1;
}

int footfall_open_datagrams(const char *address, uint16_t port) {
    if (!address) {
        struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(port), .sin6_addr = in6addr_any};
        int number = bound(AF_INET6, (struct sockaddr *)&six, sizeof six);
        // The machine may have no IPv6.
        if (number >= 0 || (errno != EAFNOSUPPORT && errno != EADDRNOTAVAIL)) return number;
        struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(port)};
        return bound(AF_INET, (struct sockaddr *)&four, sizeof four);
    }
    struct addrinfo hints = {.ai_socktype = SOCK_DGRAM, .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
    struct addrinfo *found = NULL;
    char service[8];
    snprintf(service, sizeof service, "%u", (unsigned)port);
    if (getaddrinfo(address, service, &hints, &found) != 0 || !found) {
        errno = EADDRNOTAVAIL;
        return -1;
    }
    int number = bound(found->ai_family, found->ai_addr, found->ai_addrlen);
    int reason = errno;
    freeaddrinfo(found);
    errno = reason;
    return number;
}

enum { MOST_AT_ONCE = 16 };

int64_t footfall_receive_datagrams(int descriptor, uint8_t *bytes, int64_t room, int64_t longest) {
    struct mmsghdr messages[MOST_AT_ONCE];
    struct iovec places[MOST_AT_ONCE];
    // Two more bytes for what is put behind each.
    int64_t slot = longest + 2;
    int count = (int)(room / slot < MOST_AT_ONCE ? room / slot : MOST_AT_ONCE);
    if (count < 1) {
        errno = EINVAL;
        return -1;
    }
    memset(messages, 0, sizeof messages);
    for (int index = 0; index < count; index++) {
        places[index] = (struct iovec){.iov_base = bytes + index * slot, .iov_len = (size_t)longest};
        messages[index].msg_hdr.msg_iov = &places[index];
        messages[index].msg_hdr.msg_iovlen = 1;
    }
    int taken = recvmmsg(descriptor, messages, (unsigned)count, MSG_DONTWAIT, NULL);
    if (taken < 0) return -1;
    int64_t used = 0;
    for (int index = 0; index < taken; index++) {
        int64_t length = messages[index].msg_len;
        memmove(bytes + used, bytes + index * slot, (size_t)length);
        used += length;
        if (messages[index].msg_hdr.msg_flags & MSG_TRUNC) bytes[used++] = 0;
        bytes[used++] = '\n';
    }
    return used;
}

int footfall_keep_alive(int descriptor, int idle_seconds, int interval_seconds, int tries) {
    int on = 1;
    if (setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on) != 0) return -1;
    if (setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, &idle_seconds, sizeof idle_seconds) != 0) return -1;
    if (setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, &interval_seconds, sizeof interval_seconds) != 0) return -1;
    return setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPCNT, &tries, sizeof tries);
}
