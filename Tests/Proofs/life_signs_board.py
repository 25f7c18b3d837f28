"""The near end of the proof `life-signs`: boards that record and tell of it, and what they have recorded."""

import errno
import fcntl
import json
import os
import pathlib
import subprocess
import threading
import time


class Wearable(threading.Thread):
    """Nine axes a thousand times a second, whether somebody reads them or not: what the pipe has no room for is lost.

    The pipe holds a second of it, less than a broker hangs: a recorder that a busy machine lets wait for a moment loses
    nothing, and one that waits for the broker does.
    """

    ROOM = 1 << 16

    def __init__(self, path):
        super().__init__(daemon=True)
        self.path = path
        path.unlink(missing_ok=True)
        os.mkfifo(path)
        self.count = 0
        self.dropped = 0
        self.ends = False

    def run(self):
        pipe = self.opened()
        if pipe is None:
            return
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, self.ROOM)
        began = time.monotonic()
        while not self.ends:
            while self.count < (time.monotonic() - began) * 1000:
                count = self.count
                values = [count % 4000 - 2000] + [(prime * count) % 4000 for prime in (3, 5, 7, 11, 13, 17, 19, 23)]
                line = ",".join(str(value) for value in [count * 1000, count, *values]).encode() + b"\n"
                try:
                    os.write(pipe, line)
                except BlockingIOError:
                    self.dropped += 1
                except OSError:
                    return
                self.count += 1
            time.sleep(0.001)

    def opened(self):
        """The pipe, once somebody reads from it; nothing where the end comes first."""
        while not self.ends:
            try:
                return os.open(self.path, os.O_WRONLY | os.O_NONBLOCK)
            except OSError as error:
                if error.errno != errno.ENXIO:
                    raise
            time.sleep(0.02)
        return None


class Boards:
    """Commands of one place that tell how they go."""

    def __init__(self, footfall, out):
        self.footfall, self.out = footfall, pathlib.Path(out)
        self.begun = []

    def record(self, name, url, seconds, wearable=None):
        """Begins a recording, which tells a broker if one is named."""
        words = ["record", "--duration", str(seconds), "--quiet", "--output", self.out / name]
        if url:
            words += ["--life-signs", url, "--board", name]
        if wearable:
            words += ["--lines", wearable.path, "--map", "t_us,n,ax,ay,az,gx,gy,gz,mx,my,mz"]
            words += ["--units", "mg,mdps,uT", "--line-rate", "1000"]
        else:
            words += ["--source", "synthetic", "--rate", "1000", "--types", "accelerometer,gyro,magnetometer"]
            words += ["--placement", "lowBack"]
        return self.begin(name, *words)

    def begin(self, name, *words, output=subprocess.DEVNULL):
        """Begins any command."""
        with open(self.out / f"{name}.err", "wb") as log:
            process = subprocess.Popen([self.footfall, *words], stdout=output, stderr=log, text=True)
        self.begun.append(process)
        return process

    def end(self):
        """Kills what goes on."""
        for process in self.begun:
            if process.poll() is None:
                process.kill()

    def said(self, name):
        return (self.out / f"{name}.err").read_text(errors="replace")

    def records_of(self, name):
        (session,) = (path for path in (self.out / name).iterdir() if path.is_dir())
        for file in session.glob("*.json"):
            if file.name not in ("manifest.json", "journal.json", "taskResult.json"):
                yield from json.loads(file.read_text())

    def lost(self, name):
        """How many samples are there, and how many are counted as lost."""
        found, gone = 0, 0
        for one in self.records_of(name):
            gone += one.get("lost", 0)
            found += "sensorType" in one and "lost" not in one
        return found, gone


def children_of(process):
    """The processes that talk to brokers for a command."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (path / "stat").read_text().rsplit(")", 1)[1].split()
            if int(fields[1]) == process and b"broker" in (path / "cmdline").read_bytes():
                found.append(int(path.name))
        except (OSError, IndexError):
            pass
    return found
