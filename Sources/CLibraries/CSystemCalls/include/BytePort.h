// Ports that bytes come from: serial ports, and sockets of datagrams and of streams.
#ifndef FOOTFALL_BYTE_PORT_H
#define FOOTFALL_BYTE_PORT_H

#include <stdint.h>

/// Sets a terminal to so many bits a second, eight bits without parity, one stop bit, without flow control and as the
/// bytes are; forgets what came before. The speed that it has now, or -1 with errno.
int64_t footfall_set_serial(int descriptor, uint32_t baud);

/// How many bytes the settings of a terminal have.
enum { FOOTFALL_SERIAL_SETTINGS = 64 };

/// Puts a terminal's settings into so many bytes: 0, or -1 with errno.
int footfall_keep_serial(int descriptor, uint8_t *settings);

/// Gives a terminal the settings that it had.
void footfall_give_back_serial(int descriptor, const uint8_t *settings);

/// Whether this process hears of the keys that end programs by this terminal.
int footfall_is_own_terminal(int descriptor);

/// ioctl(2) by which nobody else can open a terminal: 0, or -1 with errno.
int footfall_claim_terminal(int descriptor);

/// ioctl(2) by which others can open a terminal again.
void footfall_unclaim_terminal(int descriptor);

/// A socket to which others send datagrams, at an address given as numbers, or at all of this machine where it is
/// NULL; port 0 for a free one. The descriptor, or -1 with errno, which is EADDRNOTAVAIL where the address is none.
int footfall_open_datagrams(const char *address, uint16_t port);

/// recvmmsg(2), not waiting: puts datagrams behind each other, each with a line feed at its end. How many bytes, or -1
/// with errno. One that is longer than `longest` ends in a zero byte ahead of that.
///
/// `room` holds as many datagrams at once as it has place for the longest.
int64_t footfall_receive_datagrams(int descriptor, uint8_t *bytes, int64_t room, int64_t longest);

/// Has the kernel look, while nothing comes over a connection, whether the other end is still there.
int footfall_keep_alive(int descriptor, int idle_seconds, int interval_seconds, int tries);

#endif
