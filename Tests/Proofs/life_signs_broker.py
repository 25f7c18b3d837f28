"""The far end of the proof `life-signs`: a mosquitto that is killed and hangs, and whoever listens to it."""

import pathlib
import signal
import socket
import subprocess
import threading
import time

# How long anything is waited for that comes soon where nothing is broken; a busy machine is only slower.
PATIENCE = 90


class Faults(list):
    """What did not hold, in words."""

    def expect(self, holds, words):
        if not holds:
            self.append(words)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def run(*words):
    """Runs a program to its good end, and answers what it said."""
    done = subprocess.run(words, check=True, capture_output=True, text=True, timeout=PATIENCE)
    return done.stdout


def end(process):
    """The status of a program that ends by itself; `None` of one that had to be killed for not ending."""
    try:
        return process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(PATIENCE)
        return None


class Broker:
    """A mosquitto that can be killed, stopped and started again."""

    def __init__(self, out, name, *lines):
        self.port = free_port()
        self.file = pathlib.Path(out, f"{name}.conf")
        self.file.write_text("\n".join([f"listener {self.port} 127.0.0.1", "user root", *lines]) + "\n")
        self.log = open(pathlib.Path(out, f"{name}.log"), "ab")
        self.start()

    def start(self):
        self.process = subprocess.Popen(["mosquitto", "-c", self.file], stdout=self.log, stderr=self.log)
        late = time.monotonic() + PATIENCE
        while time.monotonic() < late and self.process.poll() is None:
            with socket.socket() as one:
                if one.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.01)
        raise SystemExit(f"life-signs: FAILED: no broker listens; see {self.log.name}")

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)

    def hang(self):
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self):
        self.process.send_signal(signal.SIGCONT)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        self.log.close()

    def url(self, prefix="proof"):
        return f"mqtt://127.0.0.1:{self.port}/{prefix}"

    def kept(self, name, part="record", kind="state"):
        """What it keeps of a board; nothing where it keeps nothing."""
        words = ["mosquitto_sub", "-p", str(self.port), "-C", "1", "-W", "5", "-t", f"proof/{name}/{part}/{kind}"]
        return subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE).stdout.strip()


class Listener:
    """Whoever looks after the boards, with the time of each word."""

    def __init__(self, broker, faults):
        words = ["mosquitto_sub", "-p", str(broker.port), "-t", "proof/#", "-F", "%t %p"]
        self.faults = faults
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        self.heard = []
        self.news = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.process.stdout:
            with self.news:
                self.heard.append((time.monotonic(), line.strip()))
                self.news.notify_all()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait(PATIENCE)

    def wait(self, topic, holds, since=0.0, limit=PATIENCE):
        """When something was first said since then below `proof/` for which something holds; now, where it never was."""
        begun = time.monotonic()
        with self.news:
            while True:
                for when, line in self.heard:
                    where, _, what = line.partition(" ")
                    if when >= since and where == f"proof/{topic}" and holds(what):
                        return when
                left = begun + limit - time.monotonic()
                if left <= 0:
                    break
                self.news.wait(left)
            last = [line for _, line in self.heard if line.startswith(f"proof/{topic} ")][-3:]
        self.faults.append(f"nobody heard what was expected of {topic} within {limit:.0f} s; the last of it: {last}")
        return time.monotonic()

    def wait_for_state(self, board, part, state, since=0.0, limit=PATIENCE):
        # The will names the start of the command that is gone, too.
        return self.wait(f"{board}/{part}/state", lambda what: what.split(" ")[0] == state, since, limit)
