"""The command that shows its tasks in browsers: a run of one task, or the server of a folder."""

import os
import queue
import re
import signal
import subprocess
import threading

from proof import Wrong, footfall, patience, within


class Command:
    """The command, from its first line, which names its address, to its end."""

    def __init__(self, folder, *words, language="en_GB.UTF-8"):
        self.folder = folder
        folder.mkdir(exist_ok=True)
        command = [footfall(), *words]
        environment = {"PATH": "/usr/bin:/bin", "LANG": language, "TZ": "UTC", "HOME": os.fspath(folder)}
        self.process = subprocess.Popen(
            [os.fspath(word) for word in command], env=environment, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        self.said, self.complained = [], []
        lines = queue.Queue()
        self._readers = [
            threading.Thread(target=_read, args=(self.process.stdout, self.said, lines), daemon=True),
            threading.Thread(target=_read, args=(self.process.stderr, self.complained, None), daemon=True),
        ]
        for reader in self._readers:
            reader.start()
        found = None
        while not found:
            try:
                line = lines.get(timeout=patience)
            except queue.Empty:
                line = None
            if line is None:
                self.kill()
                raise Wrong(f"the command names no address, but {self.said!r}: {''.join(self.complained)}")
            found = re.search(r"https?://[^/ ]+:(\d+)/", line)
        self.address, self.port = found.group(0), int(found.group(1))

    @property
    def child(self):
        """The process that answers HTTP, or nothing while there is none."""
        for entry in os.listdir("/proc"):
            if not entry.isdigit():
                continue
            try:
                with open(f"/proc/{entry}/cmdline", "rb") as file:
                    words = file.read().split(b"\0")
                with open(f"/proc/{entry}/status") as file:
                    parent = re.search(r"^PPid:\s+(\d+)", file.read(), re.MULTILINE)
            except OSError:
                continue
            is_web = b"--footfall-sandboxed-child" in words and b"web" in words
            if is_web and parent and int(parent.group(1)) == self.process.pid:
                return int(entry)
        return None

    def status(self, seconds=patience):
        """Waits until it has ended, and answers its exit status."""
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Wrong(f"the command goes on after {seconds} s") from None
        for reader in self._readers:
            reader.join(patience)
        return status

    def end(self):
        """Asks it to end, and answers its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.status()

    def kill(self):
        """Kills it at once, if it is still there."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()


class Host(Command):
    """`footfall run TASK --host web`."""

    def __init__(self, task, folder, *options, language="en_GB.UTF-8"):
        super().__init__(folder, "run", task, "--host", "web", "-o", folder, *options, language=language)

    @property
    def session(self):
        """The only session in the folder."""
        sessions = [path for path in self.folder.iterdir() if (path / "manifest.json").exists()]
        if len(sessions) != 1:
            raise Wrong(f"there are {len(sessions)} sessions, not one: {''.join(self.complained)}")
        return sessions[0]


class Server(Command):
    """`footfall serve FOLDER`, at a free port, which it finds itself: one that is found for it may be taken by then."""

    def __init__(self, folder, *options):
        super().__init__(folder, "serve", folder, "--source", "synthetic", *options)

    def invitation(self, who):
        """The address that lets an `operator`, a `participant` or whoever is `watching` in on this machine."""
        found = []

        def is_printed():
            found.extend(line.split()[1] for line in self.said if line.startswith(f"{who}: "))
            return found

        within(f"the address of the role '{who}' is printed", is_printed)
        return found[0]

    @property
    def sessions(self):
        """The sessions in the folder, by their names."""
        return {manifest.parent.name: manifest.parent for manifest in self.folder.rglob("manifest.json")}


def _read(stream, kept, lines):
    for line in stream:
        kept.append(line)
        if lines:
            lines.put(line)
    # Nothing more will come: whoever waits for a line need not wait to the end.
    if lines:
        lines.put(None)


def check(session):
    """What `footfall check` says of a session: its exit status and its words."""
    done = subprocess.run([footfall(), "check", os.fspath(session)], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr
