#!/usr/bin/env python3
"""A disk whose cache is lost when the power is: what the guest has not flushed is in memory only.

    volatile-disk.py IMAGE SOCKET

Serves IMAGE over the network block device protocol at a Unix socket, to one client after the other. A write goes to a
table in memory; a flush, or a write with forced unit access, goes to the file. SIGKILL of this process, or of its client,
is a power cut: what was not flushed is gone, as with a drive that has a write cache. Flushes are whole: a real drive may
also lose a part of what it was told between two of them, in any order; `--shuffle SEED` keeps some of that, drawn by chance.
"""
import os
import random
import socket
import struct
import sys

BLOCK = 512
OPTION_EXPORT_NAME, OPTION_ABORT, OPTION_GO = 1, 2, 7
REPLY_ACK, REPLY_INFO, REPLY_UNSUPPORTED = 1, 3, 0x80000001
FLAGS = 1 | 4 | 8  # has flags, takes flushes, takes forced unit access
READ, WRITE, DISCONNECT, FLUSH = 0, 1, 2, 3
FORCED = 1


class Gone(Exception):
    """The client has ended, or was killed."""


def take(client, count):
    parts = []
    while count:
        part = client.recv(min(count, 1 << 20))
        if not part:
            raise Gone
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def shake_hands(client, size):
    client.sendall(struct.pack(">QQH", 0x4E42444D41474943, 0x49484156454F5054, 1))
    take(client, 4)
    while True:
        _, option, length = struct.unpack(">QII", take(client, 16))
        take(client, length)

        def reply(kind, body=b""):
            client.sendall(struct.pack(">QIII", 0x3E889045565A9, option, kind, len(body)) + body)

        if option == OPTION_EXPORT_NAME:
            client.sendall(struct.pack(">QH", size, FLAGS) + bytes(124))
            return
        if option == OPTION_GO:
            reply(REPLY_INFO, struct.pack(">HQH", 0, size, FLAGS))
            reply(REPLY_ACK)
            return
        if option == OPTION_ABORT:
            reply(REPLY_ACK)
            raise Gone
        reply(REPLY_UNSUPPORTED)


class Disk:
    """The file, and the blocks that are not in it yet."""

    def __init__(self, path):
        self.file = os.open(path, os.O_RDWR)
        self.size = os.fstat(self.file).st_size
        self.cache = {}

    def read(self, place, count):
        data = bytearray(os.pread(self.file, count, place))
        if self.cache:
            for block in range(place // BLOCK, (place + count) // BLOCK):
                held = self.cache.get(block)
                if held is not None:
                    at = block * BLOCK - place
                    data[at : at + BLOCK] = held
        return bytes(data)

    def write(self, place, data):
        for at in range(0, len(data), BLOCK):
            self.cache[(place + at) // BLOCK] = data[at : at + BLOCK]

    def flush(self):
        for block, data in sorted(self.cache.items()):
            os.pwrite(self.file, data, block * BLOCK)
        self.cache.clear()

    def lose(self, chance):
        """A power cut: with `chance`, each block that was not flushed has reached the disk all the same, or not."""
        lost = len(self.cache)
        if chance is not None:
            for block, data in self.cache.items():
                if chance.random() < 0.5:
                    os.pwrite(self.file, data, block * BLOCK)
                    lost -= 1
        self.cache.clear()
        return lost


def serve(client, disk):
    shake_hands(client, disk.size)
    while True:
        magic, flags, kind, handle, place, count = struct.unpack(">IHHQQI", take(client, 28))
        if magic != 0x25609513:
            raise Gone
        if kind == DISCONNECT:
            # An ordinary end of the machine: nothing of the cache is lost.
            disk.flush()
            raise Gone
        answer = b""
        if kind == WRITE:
            disk.write(place, take(client, count))
            if flags & FORCED:
                disk.flush()
        elif kind == READ:
            answer = disk.read(place, count)
        elif kind == FLUSH:
            disk.flush()
        client.sendall(struct.pack(">IIQ", 0x67446698, 0, handle) + answer)


def main():
    words = sys.argv[1:]
    chance = None
    if words[:1] == ["--shuffle"]:
        chance, words = random.Random(int(words[1])), words[2:]
    if len(words) != 2:
        sys.exit("usage: volatile-disk.py [--shuffle SEED] IMAGE SOCKET")
    disk = Disk(words[0])
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(words[1])
    listener.listen(1)
    while True:
        client, _ = listener.accept()
        try:
            serve(client, disk)
        except (Gone, ConnectionError):
            pass
        client.close()
        print(f"blocks lost: {disk.lose(chance)}", flush=True)


main()
