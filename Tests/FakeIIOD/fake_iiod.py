#!/usr/bin/env python3
"""fake_iiod.py MODE [--rate HZ] [--cut BYTES] [--seed N] [--address A]

A server that speaks iiod's protocol, well or badly.

It has one accelerometer, and in one mode a whole unit. It serves until its standard input ends. It prints its port,
and then a line with one of these words when something happens:

  met             the first connection was made, in a mode that breaks its answers
  fault           its first fault begins
  knocked         somebody has read an external entity of its description
  alone           its last connection has ended after a fault
  sent BYTES      a connection has ended that was sent so many bytes, in the mode good

A real iiod does not misbehave on command; this one does, according to its mode:

  good            serves the accelerometer
  handled         serves a unit with wrong sensors, which is laid down and turned as a calibration requires
  long            answers READBUF with more than was requested
  channels        describes 5,000 channels
  entities        describes itself with external entities, of files and of a port
  bomb            describes itself with entities that grow to gigabytes
  huge-xml        announces a description of gigabytes
  huge-attribute  announces an attribute of gigabytes
  huge-batch      announces a batch of gigabytes
  dribble         sends its description one byte every half second
  dribble-attributes  sends each attribute one byte every half second
  dribble-batch   sends its batches one byte every half second, after good ones
  mute            accepts connections, and sends nothing
  mute-opening    falls silent when the buffer is opened
  mute-later      falls silent after good batches
  nothing-later   answers "nothing yet" forever after good batches
  loses-late      loses its sixth scan, and sends the next one late by nearly half a period
  trembling       sends its scans late from the sixtieth on, in turn by two thirds of a period and by more than one
  polled          has no buffer, only attributes
  polled-mute     has no buffer, and falls silent after good readings
  hang-up         closes the connection after good batches
  garbage         answers everything with random bytes
  cut             hangs up after BYTES bytes of answers
  mutate          changes bytes, lengths and lines of its answers at random, with a seed
"""

import argparse
import math
import random
import socket
import struct
import sys
import threading
import time

DECLARATIONS = """<!ELEMENT context (device | context-attribute)*><!ELEMENT context-attribute EMPTY>\
<!ELEMENT device (channel | attribute | debug-attribute | buffer-attribute)*>\
<!ELEMENT channel (scan-element?, attribute*)><!ELEMENT attribute EMPTY>\
<!ELEMENT scan-element EMPTY><!ELEMENT debug-attribute EMPTY><!ELEMENT buffer-attribute EMPTY>\
<!ATTLIST context name CDATA #REQUIRED description CDATA #IMPLIED>\
<!ATTLIST context-attribute name CDATA #REQUIRED value CDATA #REQUIRED>\
<!ATTLIST device id CDATA #REQUIRED name CDATA #IMPLIED label CDATA #IMPLIED>\
<!ATTLIST channel id CDATA #REQUIRED type (input|output) #REQUIRED name CDATA #IMPLIED>\
<!ATTLIST scan-element index CDATA #REQUIRED format CDATA #REQUIRED scale CDATA #IMPLIED>\
<!ATTLIST attribute name CDATA #REQUIRED filename CDATA #IMPLIED>"""

ATTRIBUTES = {
    "raw": "1000",
    "scale": "0.00980665",
    "sampling_frequency_available": "1 25 50 100 200 400",
    "current_timestamp_clock": "boottime",
}


# The channels of the unit: their names, the value of a step in the kernel's unit, and how many steps are one g, one
# rad/s or one µT.
HANDLED = {
    "accel": (0.000598, 9.80665 / 0.000598), "anglvel": (0.000266, 1 / 0.000266), "magn": (0.000146, 0.01 / 0.000146),
}
SIDES = [(0, 0, 1), (-1, 0, 0), (0, 1, 0), (0, 0, -1), (1, 0, 0), (0, -1, 0), (0.6, 0.5, 0.6)]
# How many scans it lies on each side, and how many it moves before that.
LIES, MOVES = 140, 30
# The errors of its sensors: reading = scale · true value + offset.
OFFSETS = {"accel": (0.03, -0.05, 0.02), "anglvel": (0.02, -0.035, 0.01), "magn": (25.0, -40.0, 12.0)}
SCALES = {"accel": (1.04, 0.97, 1.015), "anglvel": (1, 1, 1), "magn": (1.08, 0.93, 1.02)}
MOUNT = "0, 1, 0; -1, 0, 0; 0, 0, 1"


def handled(scan):
    """The readings of a scan of the unit, as whole numbers: three of each sensor."""
    dice = random.Random(scan)
    turn, phase = divmod(scan, LIES + MOVES)
    lies = turn < len(SIDES) and phase >= MOVES
    tilt = random.Random(1000 + turn)
    if lies:
        up = [part + tilt.uniform(-0.06, 0.06) for part in SIDES[turn]]
        size = math.sqrt(sum(part * part for part in up))
        force, rate = [part / size for part in up], [0.0] * 3
    else:
        force, rate = [dice.uniform(-1, 1) for _ in range(3)], [dice.uniform(-2, 2) for _ in range(3)]
    # On every side, the field's direction wanders over the whole sphere, as if somebody turned the unit.
    height = math.sin(scan * 0.0313)
    around = math.sqrt(1 - height * height)
    field = [49 * around * math.cos(scan * 0.4137), 49 * around * math.sin(scan * 0.4137), 49 * height]
    noise = {"accel": 0.003, "anglvel": 0.002, "magn": 0.3}
    read = []
    for name, values in zip(HANDLED, (force, rate, field)):
        for axis in range(3):
            true = SCALES[name][axis] * values[axis] + OFFSETS[name][axis] + dice.uniform(-1, 1) * noise[name]
            read.append(max(-32768, min(32767, round(true * HANDLED[name][1]))))
    return read


EARLY = {"mute", "dribble", "huge-xml", "garbage", "channels", "entities", "bomb"}
POLLED = {"polled", "polled-mute"}
BROKEN = {"cut", "mutate"}
LATE = {"mute-later", "hang-up", "nothing-later", "long", "huge-batch", "dribble-batch"}


speaking = threading.Lock()


def say(word):
    """Prints a line as a whole, even if other connections print at the same time."""
    with speaking:
        print(word, flush=True)


class Quit(Exception):
    """The connection is to be closed."""


class Fake:
    """What all connections share."""

    def __init__(self, options):
        self.mode = options.mode
        self.rate = options.rate
        self.cut = options.cut
        self.dice = random.Random(options.seed)
        self.has_failed = False
        self.has_met = False
        self.connections = 0
        self.lock = threading.Lock()

    def count(self, change):
        with self.lock:
            if not self.has_met and self.mode in BROKEN:
                self.has_met = True
                say("met")
            self.connections += change
            if self.connections == 0 and self.has_failed and self.mode != "entities":
                say("alone")

    def fails(self):
        if not self.has_failed:
            self.has_failed = True
            say("fault")

    def scan_element(self, index, form):
        """The place of a channel in a scan; empty for a device without a buffer."""
        if self.mode in POLLED:
            return ""
        return f'<scan-element index="{index}" format="le:{form}&gt;&gt;0" scale="0.009807" />'

    def unit(self):
        """The description of a unit of three sensors."""
        names = [f"{name}_{axis}" for name in HANDLED for axis in "xyz"]
        channels = "".join(
            f'<channel id="{name}" type="input"><scan-element index="{place}" format="le:S16/16&gt;&gt;0" />'
            f'<attribute name="raw" filename="in_{name}_raw" /><attribute name="scale" filename="in_{name}_scale" />'
            "</channel>"
            for place, name in enumerate(names)
        )
        timestamp = '<channel id="timestamp" type="input"><scan-element index="9" format="le:S64/64&gt;&gt;0" /></channel>'
        warmth = (
            '<channel id="temp" type="input"><attribute name="raw" filename="in_temp_raw" />'
            '<attribute name="scale" filename="in_temp_scale" /></channel>'
        )
        device = (
            f'<device id="iio:device0" name="fake_imu">{channels}{timestamp}{warmth}'
            '<attribute name="sampling_frequency" /><attribute name="sampling_frequency_available" />'
            '<attribute name="current_timestamp_clock" /><attribute name="mount_matrix" />'
            '<attribute name="serial_number" /></device>'
        )
        return (
            f'<?xml version="1.0" encoding="utf-8"?><!DOCTYPE context [{DECLARATIONS}]>'
            f'<context name="network" description="a fake board">{device}</context>'
        ).encode()

    def xml(self):
        if self.mode == "handled":
            return self.unit()
        axes = "".join(
            f'<channel id="accel_{axis}" type="input">{self.scan_element(place, "S16/16")}'
            f'<attribute name="raw" filename="in_accel_{axis}_raw" />'
            '<attribute name="scale" filename="in_accel_scale" />'
            "</channel>"
            for place, axis in enumerate("xyz")
        )
        timestamp = f'<channel id="timestamp" type="input">{self.scan_element(3, "S64/64")}</channel>'
        if self.mode in POLLED:
            timestamp = ""
        more = ""
        head = DECLARATIONS
        if self.mode == "channels":
            more = "".join(
                f'<channel id="voltage{n}" type="input">'
                f'<scan-element index="{n}" format="le:S16/16&gt;&gt;0" /></channel>'
                for n in range(4, 5004)
            )
        title = "a fake board"
        if self.mode == "entities":
            port = self.outside
            head += (
                '<!ENTITY file SYSTEM "file:///etc/passwd">'
                f'<!ENTITY port SYSTEM "http://127.0.0.1:{port}/">'
                f'<!ENTITY % more SYSTEM "http://127.0.0.1:{port}/more.dtd"> %more;'
            )
            more = "&file;&port;"
        if self.mode == "bomb":
            head += '<!ENTITY a0 "lollollollollol">' + "".join(
                f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10)
            )
            title = "&a9;"
        device = (
            f'<device id="iio:device0" name="fake_accel">{axes}{timestamp}{more}'
            '<attribute name="sampling_frequency" /><attribute name="sampling_frequency_available" />'
            '<attribute name="current_timestamp_clock" /></device>'
        )
        text = (
            f'<?xml version="1.0" encoding="utf-8"?><!DOCTYPE context [{head}]>'
            f'<context name="network" description="{title}">{device}</context>'
        )
        return text.encode()


class Connection(threading.Thread):
    """One client."""

    def __init__(self, fake, client):
        super().__init__(daemon=True)
        self.fake = fake
        self.mode = fake.mode
        self.client = client
        self.unread = b""
        self.sent = 0
        self.batches = 0
        self.began = time.time()
        self.scans = 0
        self.readings = 0

    def run(self):
        self.fake.count(1)
        try:
            while True:
                self.answer(self.line())
        except (Quit, OSError):
            pass
        finally:
            self.client.close()
            if self.mode == "good":
                say(f"sent {self.sent}")
            self.fake.count(-1)

    # Reading and writing

    def line(self):
        while b"\n" not in self.unread:
            self.more()
        line, self.unread = self.unread.split(b"\n", 1)
        return line.decode("latin-1").strip()

    def exactly(self, count):
        while len(self.unread) < count:
            self.more()
        data, self.unread = self.unread[:count], self.unread[count:]
        return data

    def more(self):
        data = self.client.recv(65536)
        if not data:
            raise Quit
        self.unread += data

    def send(self, data, each=0.0):
        if self.mode == "mutate":
            data = self.mutated(data)
        if self.mode == "cut":
            room = self.fake.cut - self.sent
            self.client.sendall(data[:room])
            self.sent += len(data)
            if len(data) >= room:
                self.fake.fails()
                raise Quit
            return
        self.sent += len(data)
        if not each:
            self.client.sendall(data)
            return
        for byte in data:
            self.client.sendall(bytes([byte]))
            time.sleep(each)

    def mutated(self, data):
        dice = self.fake.dice
        if dice.random() > 0.15:
            return data
        kind = dice.randrange(6)
        place = dice.randrange(len(data)) if data else 0
        if kind == 0:
            return data[:place] + bytes([dice.randrange(256)]) + data[place + 1 :]
        if kind == 1:
            return data[:place]
        if kind == 2:
            return data[:place] + data[place:] * 2
        if kind == 3:
            number = dice.choice([-1, -11, -110, 0, 1, 65536, 2**31 - 1, 2**31, 2**32, 2**63])
            return str(number).encode() + b"\n" + data
        if kind == 4:
            word = dice.choice([b"0", b"-", b"99999999", b"nan", b"1e999", b"\0", b"<", b"&"])
            return data[:place] + word + data[place:]
        return bytes(dice.randrange(256) for _ in range(len(data)))

    def silent(self):
        while True:
            self.exactly(1)

    # The protocol

    def answer(self, line):
        if self.mode in EARLY:
            self.fake.fails()
        if self.mode == "mute":
            self.silent()
        if self.mode == "garbage":
            self.send(bytes(self.fake.dice.randrange(256) for _ in range(4096)))
            return
        words = line.split()
        call = words[0] if words else ""
        if call == "VERSION":
            self.send(b"0.24.fake000\n")
        elif call == "PRINT":
            self.describe()
        elif call == "READ":
            self.read_attribute(words)
        elif call == "WRITE":
            value = self.exactly(int(words[-1]))
            if "sampling_frequency" in line:
                self.fake.rate = float(value.strip(b"\0\n "))
            self.send(f"{len(value)}\n".encode())
        elif call == "OPEN":
            if self.mode == "mute-opening":
                self.fake.fails()
                self.silent()
            self.began = time.time()
            self.scans = 0
            self.mask = int(words[3], 16) if len(words) > 3 else 0
            self.send(b"0\n")
        elif call == "READBUF":
            self.batch(int(words[2]))
        elif call == "GETTRIG":
            self.send(b"-19\n")
        elif call == "EXIT":
            raise Quit
        elif call in ("TIMEOUT", "CLOSE", "SET", "SETTRIG"):
            self.send(b"0\n")
        else:
            self.send(b"-22\n")

    def describe(self):
        xml = self.fake.xml()
        if self.mode == "huge-xml":
            self.send(b"4000000000\n")
            for _ in range(4000):
                self.send(b"x" * 1_000_000)
            return
        each = 0.5 if self.mode == "dribble" else 0.0
        self.send(f"{len(xml)}\n".encode() + xml + b"\n", each)

    def read_attribute(self, words):
        name = words[-1]
        if self.mode == "handled" and (told := self.of_unit(words)) is not None:
            value = told
        elif name == "sampling_frequency":
            value = f"{self.fake.rate:g}"
        elif name in ATTRIBUTES:
            value = ATTRIBUTES[name]
        else:
            self.send(b"-2\n")
            return
        if name == "raw":
            self.readings += 1
        if self.mode == "polled-mute" and self.readings > 200:
            self.fake.fails()
            self.silent()
        if self.mode in ("huge-attribute", "dribble-attributes"):
            self.fake.fails()
        if self.mode == "huge-attribute":
            self.send(b"2147483647\n")
            self.send(b"7" * 65536)
            return
        data = value.encode() + b"\0"
        each = 0.5 if self.mode == "dribble-attributes" else 0.0
        self.send(f"{len(data)}\n".encode() + data + b"\n", each)

    def of_unit(self, words):
        """An attribute that the unit has, and the accelerometer has not."""
        channel = words[-2].split("_")[0]
        if channel == "temp":
            return {"raw": "24250", "scale": "1.000"}.get(words[-1])
        if words[-1] == "scale" and channel in HANDLED:
            return f"{HANDLED[channel][0]:.9f}"
        return {"mount_matrix": MOUNT, "serial_number": "FF-0007"}.get(words[-1])

    def lateness(self):
        """By how many periods the next scan is late."""
        if self.mode == "loses-late" and self.scans == 6:
            return 0.45
        if self.mode == "trembling" and self.scans >= 60:
            return 1.1 if self.scans % 2 else 0.65
        return 0.0

    def batch(self, asked):
        self.batches += 1
        is_late = self.batches > 20
        if is_late and self.mode in LATE:
            self.fake.fails()
        if is_late and self.mode == "mute-later":
            self.silent()
        if is_late and self.mode == "hang-up":
            raise Quit
        if is_late and self.mode == "nothing-later":
            time.sleep(0.01)
            self.send(b"-11\n")
            return
        scan = struct.Struct("<hhhxxq")
        if self.mode == "handled":
            # The requested channels, and the timestamp after them.
            wanted = [place for place in range(9) if self.mask >> place & 1]
            scan = struct.Struct(f"<{len(wanted)}h{-2 * len(wanted) % 8}xq")
        scans = asked // scan.size
        data = b""
        for _ in range(scans):
            if self.mode == "loses-late" and self.scans == 5:
                self.scans += 1
            instant = self.began + (self.scans + self.lateness()) / self.fake.rate
            self.scans += 1
            time.sleep(max(0.0, instant - time.time()))
            timestamp = time.clock_gettime_ns(time.CLOCK_BOOTTIME) - int((time.time() - instant) * 1e9)
            read = (self.scans % 100, 0, 1000)
            if self.mode == "handled":
                unit = handled(self.scans - 1)
                read = [unit[place] for place in wanted]
            data += scan.pack(*read, timestamp)
        if is_late and self.mode == "long":
            data = data * 4096
        length = f"{len(data)}\n".encode()
        if is_late and self.mode == "huge-batch":
            length = b"2147483647\n"
            data = data * 65536
        each = 0.5 if is_late and self.mode == "dribble-batch" else 0.0
        mask = f"{self.mask:08x}\n".encode() if self.mode == "handled" else b"0000000f\n"
        self.send(length + mask + data, each)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mode")
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--cut", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--address", default="127.0.0.1")
    options = parser.parse_args()
    fake = Fake(options)
    family = socket.AF_INET6 if ":" in options.address else socket.AF_INET
    listener = socket.create_server((options.address, 0), family=family)
    # A client that reads an external entity connects here.
    outside = socket.create_server(("127.0.0.1", 0))
    fake.outside = outside.getsockname()[1]

    def accept():
        while True:
            Connection(fake, listener.accept()[0]).start()

    def knock():
        while True:
            outside.accept()[0].close()
            say("knocked")

    for loop in (accept, knock):
        threading.Thread(target=loop, daemon=True).start()
    print(listener.getsockname()[1], flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
