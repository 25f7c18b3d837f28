// Clock synchronisation, and multicast datagrams.
#ifndef FOOTFALL_NETWORK_H
#define FOOTFALL_NETWORK_H

#include <stdint.h>

/// What adjtimex(2) reports.
struct footfall_discipline {
    int32_t is_synchronized;
    /// 1 if the day ends with a leap second, -1 if it ends a second early.
    int32_t leap;
    /// Whether the kernel itself corrects an offset.
    int32_t has_offset;
    int64_t offset_nanoseconds;
    /// In parts per million, times 65,536.
    int64_t frequency;
    int64_t tick_microseconds;
    int64_t greatest_error_microseconds;
    int64_t estimated_error_microseconds;
};

/// adjtimex(2) without changes: 0, or -1 with errno.
int footfall_read_discipline(struct footfall_discipline *found);

/// A socket that receives datagrams to a port, with the kernel's time of each, for one family (4 or 6): the descriptor,
/// or -1 with errno. Several programs can share a port.
int footfall_hear_datagrams(int family, uint16_t port);

/// Joins a group on each network that this machine has now; returns on how many it is joined.
int footfall_join_group(int descriptor, int family, const char *group);

/// recvmsg(2) without waiting: returns the length of a datagram, which is more than `room` if it was cut off, or -1
/// with errno. `timestamp` is the time of day at which the kernel received it (0 if not reported), `dropped` how many
/// the kernel has dropped so far (unchanged if none), `from` the sender's address.
int64_t footfall_take_datagram(int descriptor, uint8_t *bytes, int64_t room, int64_t *timestamp, uint32_t *dropped,
                               char *from, int64_t from_room);

/// A socket to send datagrams, for one family: the descriptor, or -1 with errno.
int footfall_open_sender(int family);

/// Sends a datagram to a numeric address, or to a group on one network, or on a network that the kernel chooses (0): 0,
/// or -1 with errno.
int footfall_send_datagram(int descriptor, const char *address, uint16_t port, uint32_t network, const uint8_t *bytes,
                           int64_t count);

/// The numbers of the networks that this machine has now, including loopback: how many, at most `room`; -1 with errno.
int footfall_networks(uint32_t *numbers, int room);

#endif
