// Serial ports by the kernel's own structure: Glibc's knows only the speeds that have names, and devices at home have
// any. It cannot be in one file with Glibc's.
#define _GNU_SOURCE
#include <asm/termbits.h>
#include <stdint.h>
#include <sys/ioctl.h>

#include "include/BytePort.h"

int64_t footfall_set_serial(int descriptor, uint32_t baud) {
    struct termios2 set;
    if (ioctl(descriptor, TCGETS2, &set) != 0) return -1;
    set.c_iflag = IGNBRK | IGNPAR;
    set.c_oflag = 0;
    set.c_lflag = 0;
    set.c_cflag &= ~(tcflag_t)(CBAUD | (CBAUD << IBSHIFT) | CSIZE | CSTOPB | PARENB | CRTSCTS);
    set.c_cflag |= BOTHER | (BOTHER << IBSHIFT) | CS8 | CREAD | CLOCAL;
    set.c_ispeed = baud;
    set.c_ospeed = baud;
    set.c_cc[VMIN] = 1;
    set.c_cc[VTIME] = 0;
    // TCSETSF2 forgets what was received and not read.
    if (ioctl(descriptor, TCSETSF2, &set) != 0) return -1;
    if (ioctl(descriptor, TCGETS2, &set) != 0) return -1;
    return set.c_ospeed;
}

int footfall_claim_terminal(int descriptor) { return ioctl(descriptor, TIOCEXCL); }

void footfall_unclaim_terminal(int descriptor) { (void)ioctl(descriptor, TIOCNXCL); }
