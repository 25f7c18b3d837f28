// Sets serial ports by the kernel's own structure: glibc's knows only the speeds that have names, and home-made devices
// use any. The two structures' headers conflict, so this is a separate file.
#define _GNU_SOURCE
#include <asm/termbits.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/types.h>
#include <unistd.h>

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
    // TCSETSF2 discards what was received and not read.
    if (ioctl(descriptor, TCSETSF2, &set) != 0) return -1;
    if (ioctl(descriptor, TCGETS2, &set) != 0) return -1;
    return set.c_ospeed;
}

_Static_assert(sizeof(struct termios2) <= FOOTFALL_SERIAL_SETTINGS, "there is room for a terminal's settings");

int footfall_keep_serial(int descriptor, uint8_t *settings) {
    struct termios2 kept;
    if (ioctl(descriptor, TCGETS2, &kept) != 0) return -1;
    memcpy(settings, &kept, sizeof kept);
    return 0;
}

void footfall_give_back_serial(int descriptor, const uint8_t *settings) {
    struct termios2 kept;
    memcpy(&kept, settings, sizeof kept);
    (void)ioctl(descriptor, TCSETS2, &kept);
}

int footfall_is_own_terminal(int descriptor) {
    pid_t session;
    return ioctl(descriptor, TIOCGSID, &session) == 0 && session == getsid(0);
}

int footfall_claim_terminal(int descriptor) { return ioctl(descriptor, TIOCEXCL); }

void footfall_unclaim_terminal(int descriptor) { (void)ioctl(descriptor, TIOCNXCL); }
