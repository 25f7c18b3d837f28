// Ports to read bytes from: serial ports, and sockets for datagrams and streams.
#ifndef FOOTFALL_BYTE_PORT_H
#define FOOTFALL_BYTE_PORT_H

#include <stdint.h>

/// Sets a terminal to `baud` bits a second, eight bits, no parity, one stop bit, no flow control and unchanged bytes;
/// discards what was received before. Returns the actual speed, or -1 with errno.
int64_t footfall_set_serial(int descriptor, uint32_t baud);

/// The size of a terminal's settings in bytes.
enum { FOOTFALL_SERIAL_SETTINGS = 64 };

/// Copies a terminal's settings into that many bytes: 0, or -1 with errno.
int footfall_keep_serial(int descriptor, uint8_t *settings);

/// Restores a terminal's settings.
void footfall_give_back_serial(int descriptor, const uint8_t *settings);

/// Whether this is the controlling terminal of the process, whose keys can end programs.
int footfall_is_own_terminal(int descriptor);

/// ioctl(2) that keeps others from opening a terminal: 0, or -1 with errno.
int footfall_claim_terminal(int descriptor);

/// ioctl(2) that lets others open a terminal again.
void footfall_unclaim_terminal(int descriptor);

/// Opens a socket for datagrams at a numeric address, or at all of this machine if it is NULL; port 0 for any free one.
/// Returns the descriptor, or -1 with errno, which is EADDRNOTAVAIL if the address is invalid.
int footfall_open_datagrams(const char *address, uint16_t port);

/// recvmmsg(2) without waiting: stores datagrams one after the other, each followed by a line feed. Returns the number
/// of bytes, or -1 with errno. A datagram longer than `longest` is cut off and gets a zero byte before the line feed.
///
/// Reads as many datagrams at once as `room` can hold of the longest.
int64_t footfall_receive_datagrams(int descriptor, uint8_t *bytes, int64_t room, int64_t longest);

/// Makes the kernel check an idle connection: whether the other end is still there.
int footfall_keep_alive(int descriptor, int idle_seconds, int interval_seconds, int tries);

#endif
