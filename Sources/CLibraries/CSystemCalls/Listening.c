// Listening TCP sockets, and the addresses by which networks reach this machine.
#define _GNU_SOURCE
#include "CSystemCalls.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int closed(int descriptor) {
    int reason = errno;
    close(descriptor);
    errno = reason;
    return -1;
}

static int listening(int family, const struct sockaddr *address, socklen_t length, int backlog) {
    int number = socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (number < 0) return -1;
    // Reuses a port whose connections have just ended, but not one that is being listened at.
    int on = 1, off = 0;
    setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (family == AF_INET6) setsockopt(number, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (bind(number, address, length) != 0 || listen(number, backlog) != 0) return closed(number);
    return number;
}

int footfall_listen(int to_network, uint16_t port, int backlog) {
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(port)};
    four.sin_addr.s_addr = htonl(to_network ? INADDR_ANY : INADDR_LOOPBACK);
    if (to_network) {
        struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(port), .sin6_addr = in6addr_any};
        int number = listening(AF_INET6, (struct sockaddr *)&six, sizeof six, backlog);
        // The machine may have no IPv6.
        if (number >= 0 || (errno != EAFNOSUPPORT && errno != EADDRNOTAVAIL)) return number;
    }
    return listening(AF_INET, (struct sockaddr *)&four, sizeof four, backlog);
}

int footfall_listen_again(int number, int to_network, uint16_t port, int backlog) {
    // After a shutdown, the kernel gives up a port that it has chosen itself, and would choose another.
    if (listen(number, backlog) == 0 && footfall_port_of(number) == port) return 0;
    int other = footfall_listen(to_network, port, backlog);
    if (other < 0) return -1;
    if (dup3(other, number, O_CLOEXEC) < 0) return closed(other);
    close(other);
    return 0;
}

int footfall_adopt_listening(int number) {
    int type = 0, listens = 0;
    socklen_t length = sizeof type, room = sizeof listens;
    if (getsockopt(number, SOL_SOCKET, SO_TYPE, &type, &length) != 0) return -1;
    if (getsockopt(number, SOL_SOCKET, SO_ACCEPTCONN, &listens, &room) != 0) return -1;
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (getsockname(number, (struct sockaddr *)&address, &size) != 0) return -1;
    int is_internet = address.ss_family == AF_INET || address.ss_family == AF_INET6;
    if (type != SOCK_STREAM || !listens || !is_internet) {
        errno = EPROTOTYPE;
        return -1;
    }
    int flags = fcntl(number, F_GETFL);
    if (flags < 0 || fcntl(number, F_SETFL, flags | O_NONBLOCK) < 0) return -1;
    if (fcntl(number, F_SETFD, FD_CLOEXEC) < 0) return -1;
    if (address.ss_family == AF_INET) {
        uint32_t host = ntohl(((struct sockaddr_in *)&address)->sin_addr.s_addr);
        return host >> 24 != IN_LOOPBACKNET;
    }
    return !IN6_IS_ADDR_LOOPBACK(&((struct sockaddr_in6 *)&address)->sin6_addr);
}

int footfall_port_of(int number) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    if (getsockname(number, (struct sockaddr *)&address, &length) != 0) return -1;
    // The port is at the same place in both families.
    return ntohs(((struct sockaddr_in *)&address)->sin_port);
}

int footfall_own_addresses(char *texts, int64_t room) {
    struct ifaddrs *all = NULL;
    if (getifaddrs(&all) != 0) return -1;
    int64_t used = 0;
    for (const struct ifaddrs *one = all; one; one = one->ifa_next) {
        if (!one->ifa_addr || !(one->ifa_flags & IFF_UP) || (one->ifa_flags & IFF_LOOPBACK)) continue;
        char text[INET6_ADDRSTRLEN];
        const void *place;
        if (one->ifa_addr->sa_family == AF_INET) {
            place = &((struct sockaddr_in *)one->ifa_addr)->sin_addr;
        } else if (one->ifa_addr->sa_family == AF_INET6) {
            place = &((struct sockaddr_in6 *)one->ifa_addr)->sin6_addr;
            // A browser cannot use a link-local address.
            if (IN6_IS_ADDR_LINKLOCAL((const struct in6_addr *)place)) continue;
        } else {
            continue;
        }
        if (!inet_ntop(one->ifa_addr->sa_family, place, text, sizeof text)) continue;
        int64_t count = (int64_t)strlen(text) + 1;
        if (used + count > room) break;
        memcpy(texts + used, text, (size_t)count);
        texts[used + count - 1] = '\n';
        used += count;
    }
    freeifaddrs(all);
    return (int)used;
}
