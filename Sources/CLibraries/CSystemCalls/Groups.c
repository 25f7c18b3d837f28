// Multicast datagrams, with the time at which the kernel received each.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "include/Network.h"

static int closed(int descriptor) {
    int reason = errno;
    close(descriptor);
    errno = reason;
    return -1;
}

static int domain(int family) { return family == 6 ? AF_INET6 : AF_INET; }

int footfall_hear_datagrams(int family, uint16_t port) {
    int number = socket(domain(family), SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (number < 0) return -1;
    int on = 1, off = 0;
    // A flood fills this and no more.
    int room = 1 << 16;
    setsockopt(number, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    setsockopt(number, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
    setsockopt(number, SOL_SOCKET, SO_RXQ_OVFL, &on, sizeof on);
    if (family == 6) {
        struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(port), .sin6_addr = in6addr_any};
        setsockopt(number, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
        // Receive only from groups that this socket has joined, not from all that this machine has joined.
        setsockopt(number, IPPROTO_IPV6, IPV6_MULTICAST_ALL, &off, sizeof off);
        return bind(number, (struct sockaddr *)&six, sizeof six) == 0 ? number : closed(number);
    }
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(port)};
    setsockopt(number, IPPROTO_IP, IP_MULTICAST_ALL, &off, sizeof off);
    return bind(number, (struct sockaddr *)&four, sizeof four) == 0 ? number : closed(number);
}

int footfall_networks(uint32_t *numbers, int room) {
    struct ifaddrs *all = NULL;
    if (getifaddrs(&all) != 0) return -1;
    int count = 0;
    for (const struct ifaddrs *one = all; one && count < room; one = one->ifa_next) {
        uint32_t number = one->ifa_flags & IFF_UP ? if_nametoindex(one->ifa_name) : 0;
        int is_known = number == 0;
        for (int index = 0; index < count; index++) is_known |= numbers[index] == number;
        if (!is_known) numbers[count++] = number;
    }
    freeifaddrs(all);
    return count;
}

int footfall_join_group(int descriptor, int family, const char *group) {
    uint32_t networks[64];
    int count = footfall_networks(networks, 64);
    int joined = 0;
    for (int index = 0; index < count; index++) {
        int answer;
        if (family == 6) {
            struct ipv6_mreq request = {.ipv6mr_interface = networks[index]};
            if (inet_pton(AF_INET6, group, &request.ipv6mr_multiaddr) != 1) continue;
            answer = setsockopt(descriptor, IPPROTO_IPV6, IPV6_JOIN_GROUP, &request, sizeof request);
        } else {
            struct ip_mreqn request = {.imr_ifindex = (int)networks[index]};
            if (inet_pton(AF_INET, group, &request.imr_multiaddr) != 1) continue;
            answer = setsockopt(descriptor, IPPROTO_IP, IP_ADD_MEMBERSHIP, &request, sizeof request);
        }
        // It may have joined the group before.
        if (answer == 0 || errno == EADDRINUSE) joined++;
    }
    return joined;
}

int64_t footfall_take_datagram(int descriptor, uint8_t *bytes, int64_t room, int64_t *timestamp, uint32_t *dropped,
                               char *from, int64_t from_room) {
    struct sockaddr_storage sender;
    union {
        char bytes[512];
        struct cmsghdr aligned;
    } words;
    struct iovec place = {.iov_base = bytes, .iov_len = (size_t)room};
    struct msghdr message = {
        .msg_name = &sender,
        .msg_namelen = sizeof sender,
        .msg_iov = &place,
        .msg_iovlen = 1,
        .msg_control = words.bytes,
        .msg_controllen = sizeof words.bytes,
    };
    ssize_t count = recvmsg(descriptor, &message, MSG_DONTWAIT | MSG_TRUNC);
    if (count < 0) return -1;
    *timestamp = 0;
    for (struct cmsghdr *word = CMSG_FIRSTHDR(&message); word; word = CMSG_NXTHDR(&message, word)) {
        if (word->cmsg_level != SOL_SOCKET) continue;
        if (word->cmsg_type == SCM_TIMESTAMPNS) {
            struct timespec time;
            memcpy(&time, CMSG_DATA(word), sizeof time);
            *timestamp = (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
        } else if (word->cmsg_type == SO_RXQ_OVFL) {
            memcpy(dropped, CMSG_DATA(word), sizeof *dropped);
        }
    }
    from[0] = 0;
    getnameinfo((struct sockaddr *)&sender, message.msg_namelen, from, (socklen_t)from_room, NULL, 0, NI_NUMERICHOST);
    return count;
}

int footfall_open_sender(int family) {
    int number = socket(domain(family), SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (number < 0) return -1;
    // Send on the local link only, and also to recordings on this machine.
    int one = 1;
    if (family == 6) {
        setsockopt(number, IPPROTO_IPV6, IPV6_MULTICAST_HOPS, &one, sizeof one);
        setsockopt(number, IPPROTO_IPV6, IPV6_MULTICAST_LOOP, &one, sizeof one);
    } else {
        setsockopt(number, IPPROTO_IP, IP_MULTICAST_TTL, &one, sizeof one);
        setsockopt(number, IPPROTO_IP, IP_MULTICAST_LOOP, &one, sizeof one);
    }
    return number;
}

int footfall_send_datagram(int descriptor, const char *address, uint16_t port, uint32_t network, const uint8_t *bytes,
                           int64_t count) {
    struct addrinfo hints = {.ai_socktype = SOCK_DGRAM, .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
    struct addrinfo *found = NULL;
    char service[8];
    snprintf(service, sizeof service, "%u", (unsigned)port);
    if (getaddrinfo(address, service, &hints, &found) != 0 || !found) {
        errno = EADDRNOTAVAIL;
        return -1;
    }
    if (network) {
        if (found->ai_family == AF_INET6) {
            ((struct sockaddr_in6 *)found->ai_addr)->sin6_scope_id = network;
            int number = (int)network;
            setsockopt(descriptor, IPPROTO_IPV6, IPV6_MULTICAST_IF, &number, sizeof number);
        } else {
            struct ip_mreqn way = {.imr_ifindex = (int)network};
            setsockopt(descriptor, IPPROTO_IP, IP_MULTICAST_IF, &way, sizeof way);
        }
    }
    ssize_t sent = sendto(descriptor, bytes, (size_t)count, 0, found->ai_addr, found->ai_addrlen);
    int reason = errno;
    freeaddrinfo(found);
    errno = reason;
    return sent == count ? 0 : -1;
}
