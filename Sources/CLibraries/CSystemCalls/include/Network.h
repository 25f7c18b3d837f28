// What machines have in common by a network: how their clocks are held, and datagrams that many of them hear.
#ifndef FOOTFALL_NETWORK_H
#define FOOTFALL_NETWORK_H

#include <stdint.h>

/// What adjtimex(2) tells.
struct footfall_discipline {
    int32_t is_synchronized;
    /// 1 where the day ends in a second more, -1 in one less.
    int32_t leap;
    /// Whether the kernel itself takes an offset away.
    int32_t has_offset;
    int64_t offset_nanoseconds;
    /// In parts per million, times 65,536.
    int64_t frequency;
    int64_t tick_microseconds;
    int64_t greatest_error_microseconds;
    int64_t estimated_error_microseconds;
};

/// adjtimex(2) that changes nothing: 0, or -1 with errno.
int footfall_read_discipline(struct footfall_discipline *found);

/// A socket that datagrams to a port come to, with the kernel's time of each, for one family (4 or 6): the descriptor,
/// or -1 with errno. Several programs can have the same port.
int footfall_hear_datagrams(int family, uint16_t port);

/// Has a socket hear what is sent to a group, on each network that this machine has now: on how many it hears it.
int footfall_join_group(int descriptor, int family, const char *group);

/// recvmsg(2), not waiting: how many bytes a datagram has, which is more than `room` for one that was cut; -1 with
/// errno. `stamp` is the time of day at which the kernel received it (0 where it does not tell), `dropped` how many it
/// has had no room for so far (unchanged where none), `from` the sender's address.
int64_t footfall_take_datagram(int descriptor, uint8_t *bytes, int64_t room, int64_t *stamp, uint32_t *dropped,
                               char *from, int64_t from_room);

/// A socket to send datagrams by, for one family: the descriptor, or -1 with errno.
int footfall_open_sender(int family);

/// Sends a datagram to an address given as numbers, or to a group on one network, or on the network that the kernel
/// chooses (0): 0, or -1 with errno.
int footfall_send_datagram(int descriptor, const char *address, uint16_t port, uint32_t network, const uint8_t *bytes,
                           int64_t count);

/// The networks that this machine has now, by number, loopback included: how many, at most `room`; -1 with errno.
int footfall_networks(uint32_t *numbers, int room);

#endif
