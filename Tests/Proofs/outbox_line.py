"""A line between two namespaces of the network that takes its time and loses packets, for kernels without netem.

outbox_line.py HERE THERE MILLISECONDS SEED: a device `line` in each, so long from one to the other, and one packet of a
hundred is lost.
"""

import ctypes
import fcntl
import heapq
import os
import random
import select
import struct
import sys
import time

delay, loss = float(sys.argv[3]) / 1000, 0.01
chance = random.Random(sys.argv[4])
libc = ctypes.CDLL(None, use_errno=True)


def device(space):
    """A device in a namespace, held open from here."""
    own = os.open("/proc/self/ns/net", os.O_RDONLY)
    other = os.open(f"/run/netns/{space}", os.O_RDONLY)
    if libc.setns(other, 0x40000000) != 0:
        raise OSError(ctypes.get_errno(), "setns")
    made = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    # TUNSETIFF, of packets without a header of the device's own.
    fcntl.ioctl(made, 0x400454CA, struct.pack("16sH22x", b"line", 0x0001 | 0x1000))
    libc.setns(own, 0x40000000)
    os.close(own)
    os.close(other)
    return made


ends = [device(sys.argv[1]), device(sys.argv[2])]
print("ready", flush=True)
waiting = []
number = 0
poll = select.poll()
for end in ends:
    poll.register(end, select.POLLIN)
while True:
    pause = None if not waiting else max(0, (waiting[0][0] - time.monotonic()) * 1000)
    for descriptor, _ in poll.poll(pause):
        for _ in range(64):
            try:
                packet = os.read(descriptor, 65536)
            except OSError:
                break
            if chance.random() >= loss:
                number += 1
                other = ends[1] if descriptor == ends[0] else ends[0]
                heapq.heappush(waiting, (time.monotonic() + delay, number, other, packet))
    now = time.monotonic()
    while waiting and waiting[0][0] <= now:
        _, _, other, packet = heapq.heappop(waiting)
        try:
            os.write(other, packet)
        except OSError:
            # The line is cut, or full: what comes is lost.
            pass
