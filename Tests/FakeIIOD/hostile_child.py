#!/usr/bin/env -S python3 -IB
"""A child process that an attacker controls: it does to its parent what its name says.

It replaces the process that reads other machines' devices (SandboxedChild.program). A test makes a link to it that
has the name of an attack, and starts that. It gets the socket to its parent (3), the memory that both share (4), and
nothing else.
"""

import json
import mmap
import os
import signal
import socket
import struct
import sys
import time

NOW = time.CLOCK_BOOTTIME
CAPACITY = 16384
RING = 256
SLOTS = RING + 256
RECEIVED = 16
SAMPLE = struct.Struct("<qdddqBBB5x")
STARTING, RESOLVING, REACHING, DESCRIBING, ASKING, SAMPLING = range(6)
DEVICE, PAUSED = 1, 3

line = socket.socket(fileno=3)
memory = mmap.mmap(4, 0)
# The parent reads these words at any time, so each is written in one store; struct.pack_into would clear it first.
words = memoryview(memory).cast("q")
pushed = 0


def now():
    return time.clock_gettime_ns(NOW)


def show(stage, answers=0):
    words[0], words[1] = answers, stage


def say(message):
    line.send(message if isinstance(message, bytes) else json.dumps(message).encode())


def publish(count):
    """Sets how many samples were pushed."""
    words[RING // 8] = count


def receive(count, channel=0):
    """Sets how many readings of a sensor have arrived."""
    words[RECEIVED // 8 + channel] = count


def push(at=None, lost=0, channel=0, reason=0, x=0.0):
    """Puts a sample into the ring, where the parent takes it."""
    global pushed
    while pushed - words[(RING + 128) // 8] >= CAPACITY:
        time.sleep(0.001)
    place = SLOTS + pushed % CAPACITY * SAMPLE.size
    SAMPLE.pack_into(memory, place, now() if at is None else at, x, 0.0, 9.8, lost, channel, reason, 0)
    pushed += 1
    publish(pushed)


def opened(**changes):
    description = {
        "name": "imu", "clock": "boottime", "nominalRatesInHertz": {"0": 100}, "asked": {}, "set": {},
        "details": {"device iio:device0": "imu: accelerometer"},
    }
    say({"opened": {"_0": {**description, **changes}}})


def clock(device="iio:device0", at=None, error=10):
    pair = {
        "deviceNanoseconds": 0, "boottimeNanoseconds": now() if at is None else at, "errorNanoseconds": error,
        "beginsStretch": False,
    }
    say({"clock": {"_0": {"device": device, "pair": pair}}})


def failed(**changes):
    say({"failed": {"_0": {"kind": "noTrigger", "place": "iio:device0", "texts": [], **changes}}})


def stay():
    while True:
        time.sleep(1)


# Attacks instead of an opening.

def mute():
    show(ASKING)
    stay()


def goes_back():
    show(ASKING, 7)
    time.sleep(0.2)
    show(RESOLVING, 7)
    stay()


def forgets_answers():
    show(ASKING, 7)
    time.sleep(0.2)
    show(ASKING, 6)
    stay()


def is_nowhere():
    show(2**62)
    stay()


def garbage():
    say(b"\xff" * 99)
    stay()


def empty():
    say(b"")
    stay()


def too_long():
    say(b" " * 200_000)
    stay()


def answers_something_else():
    say({"listed": {"_0": {"uri": "", "machine": "", "devices": [], "others": []}}})
    stay()


def exits():
    os._exit(3)


def crashes():
    os.kill(os.getpid(), signal.SIGSEGV)


def fails_elsewhere():
    failed(place="ip:another", kind="malformed", texts=["a\x1b[31m" + "b" * 9999])
    stay()


def fails_by_nothing():
    failed(kind="failed", texts=["read"], errno=0)
    stay()


def fails_for_ever():
    say(b'{"failed":{"_0":{"kind":"stalled","place":"iio:device0","texts":[],"number":"inf"}}}')
    stay()


def takes_a_node():
    opened(
        details={"node": "/dev/input/event0", "uri": "ip:another", "machine": "x\n" + "y" * 9999,
                 "device iio:device0": "imu"},
        nominalRatesInHertz={"0": 1e300, "1": 50}, clock="tai", placement="head",
    )
    os._exit(0)


# Attacks after an opening.

def after_opening(deed):
    def whole():
        opened()
        for _ in range(10):
            push()
        deed()
        stay()
    return whole


def flood():
    for _ in range(1_000_000):
        push()


def clocks():
    for _ in range(100_000):
        try:
            clock()
        except BlockingIOError:
            pass


def wrong_count():
    publish(10**6)


def falls_silent():
    pass


def withholds():
    for count in range(11, 1000):
        receive(count)
        time.sleep(0.1)


def forgets_readings():
    receive(12)
    time.sleep(0.2)
    receive(11)


def holds_a_loss_back():
    """A sensor of 1 Hz whose readings after a loss wait until the loss is known."""
    opened(nominalRatesInHertz={"0": 1})
    for count in range(1, 4):
        receive(count)
        if count == 1:
            push()
        time.sleep(1.3)
    push(lost=1, reason=DEVICE)
    for _ in range(2):
        push()
    # The parent ends this child for that, and the recording with it.
    say({"ended": {}})
    stay()


LATE = {
    "loses-too-many": lambda: push(lost=10**15, reason=DEVICE),
    "loses-often": lambda: [push(lost=1000, reason=DEVICE) for _ in range(100)],
    "was-paused": lambda: push(lost=3, reason=PAUSED),
    "loses-less-than-none": lambda: push(lost=-1, reason=DEVICE),
    "is-ahead": lambda: push(at=now() + 60 * 10**9),
    "is-behind": lambda: push(at=now() - 600 * 10**9),
    "goes-back-in-time": lambda: [push(), push(at=now() - 10**9)],
    "loses-before-it": lambda: [push(), push(at=now() - 10**9, lost=1, reason=DEVICE)],
    "withholds": withholds,
    "forgets-readings": forgets_readings,
    "another-sensor": lambda: push(channel=1),
    "floods": flood,
    "wrong-count": wrong_count,
    "floods-clocks": clocks,
    "clock-of-another": lambda: clock(device="iio:device7"),
    "clock-ahead": lambda: clock(at=now() + 60 * 10**9),
    "clock-behind": lambda: clock(at=0),
    "clock-of-no-use": lambda: clock(error=10**18),
    "clock-too-good": lambda: clock(error=-1),
    "opens-again": opened,
    "ends-unasked": lambda: say({"ended": {}}),
    "exits-later": exits,
    "falls-silent": falls_silent,
}

DEEDS = {name: after_opening(deed) for name, deed in LATE.items()} | {
    "mute": mute, "goes-back": goes_back, "forgets-answers": forgets_answers, "is-nowhere": is_nowhere,
    "garbage": garbage, "empty": empty, "too-long": too_long,
    "answers-something-else": answers_something_else, "exits": exits, "crashes": crashes,
    "fails-elsewhere": fails_elsewhere, "fails-by-nothing": fails_by_nothing, "fails-for-ever": fails_for_ever,
    "takes-a-node-and-exits": takes_a_node, "holds-a-loss-back": holds_a_loss_back,
}


def main():
    name = os.path.basename(sys.argv[0])
    if name == "says-and-dies":
        # It does not read its order.
        failed(kind="malformed", texts=["last words"])
        return
    line.recv(1 << 17)
    if name == "resolves-to-words":
        say({"resolved": {"_0": ["evil.example"]}})
        stay()
    if name == "resolves-to-many":
        say({"resolved": {"_0": ["192.0.2.1"] * 9}})
        stay()
    DEEDS[name]()


if __name__ == "__main__":
    main()
