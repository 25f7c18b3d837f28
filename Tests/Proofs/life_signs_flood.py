"""Of the proof `life-signs`: brokers that send without end, or that others flood, beside recordings that lose nothing."""

import os
import socket
import threading
import time

from life_signs_broker import PATIENCE, Broker

# What a flood may cost in a recording of so many seconds: so much of a processor.
SECONDS = 5
MOST = 0.25


def packet(kind, body):
    """A message of MQTT."""
    head, left = bytes([kind]), len(body)
    while True:
        head += bytes([left % 128 | (128 if left > 127 else 0)])
        left //= 128
        if not left:
            return head + body


def publication(topic, payload):
    return packet(0x30, len(topic).to_bytes(2, "big") + topic + payload)


FLOODS = {
    "small": publication(b"proof/small/record/sign", b"x" * 100) * 100,
    "large": publication(b"proof/large/record/sign", b"x" * 200_000),
    "answers": packet(0x40, b"\x00\x07") * 500 + b"\xd0\x00" * 500,
}


class Flooder:
    """Takes whoever calls for a client, and sends it the same without end."""

    def __init__(self, flood):
        self.flood, self.sent = flood, 0
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port = self.door.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                client, _ = self.door.accept()
            except OSError:
                return
            threading.Thread(target=self._drown, args=(client,), daemon=True).start()

    def _drown(self, client):
        with client:
            try:
                client.settimeout(PATIENCE)
                client.recv(4096)
                client.sendall(packet(0x20, b"\x00\x00"))
                while True:
                    self.sent += client.send(self.flood)
            except OSError:
                pass


def publisher(port, rate, seconds, told):
    """Says much below the topics of the boards, as anybody may who has the password of one."""
    client = socket.create_connection(("127.0.0.1", port), PATIENCE)
    client.sendall(packet(0x10, b"\x00\x04MQTT\x04\x02\x00\x00\x00\x05flood"))
    client.recv(4)
    message = publication(b"proof/flooded/record/sign", b"x" * 1000)
    begun, count = time.monotonic(), 0
    try:
        while time.monotonic() < begun + seconds:
            due = min(int((time.monotonic() - begun) * rate) - count, 500)
            client.sendall(message * due)
            count += due
            time.sleep(0.002)
    except OSError:
        pass
    told.append(count / (time.monotonic() - begun))


def cost(process):
    """How long a command and all its children had a processor, and its status."""
    late = threading.Timer(PATIENCE, process.kill)
    late.start()
    _, status, usage = os.wait4(process.pid, 0)
    late.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, process.returncode


def floods(boards, faults):
    """Each flood beside a recording of its own, and one recording without any."""
    before = len(faults)
    flooders = {name: Flooder(flood) for name, flood in FLOODS.items()}
    told = []
    with Broker(boards.out, "flooded", "allow_anonymous true") as broker:
        urls = {name: f"mqtt://127.0.0.1:{flooder.port}/proof" for name, flooder in flooders.items()}
        urls |= {"flooded": broker.url(), "calm": None}
        saying = threading.Thread(target=publisher, args=(broker.port, 10_000, SECONDS + 1, told), daemon=True)
        saying.start()
        running = {f"flood-{name}": boards.record(f"flood-{name}", url, SECONDS) for name, url in urls.items()}
        costs = {}
        for name, process in running.items():
            costs[name], status = cost(process)
            found, gone = boards.lost(name)
            faults.expect((status, gone) == (0, 0) and found > 2500 * SECONDS,
                          f"{name}: status {status}, {found} samples, {gone} lost: {boards.said(name)}")
        saying.join(PATIENCE)
    for flooder in flooders.values():
        flooder.door.close()
    calm = costs.pop("flood-calm")
    for name, seconds in costs.items():
        faults.expect(seconds < calm + MOST * SECONDS,
                      f"{name} cost {seconds:.2f} s of a processor, and {calm:.2f} s without a flood")
    for name, flooder in flooders.items():
        faults.expect(flooder.sent > 100_000, f"the flood {name} sent {flooder.sent} bytes only")
    if len(faults) == before:
        more = ", ".join(f"{name.removeprefix('flood-')} {seconds - calm:+.2f} s" for name, seconds in costs.items())
        print(f"life-signs: floods beside recordings of {SECONDS} s, 0 lost; of a processor, with all processes, "
              f"{calm:.2f} s without one, and {more}; {told[0]:.0f} messages a second at the real broker")
