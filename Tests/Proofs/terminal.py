"""A program on a pseudo-terminal: keys go to it, and what it shows is waited for.

As a program it is driven by lines: `terminal.py FOLDER COMMAND…` reads `wait SECONDS WORDS`, `type KEYS` (with \\r, \\t,
\\x03 as Python writes them) and `status SECONDS`, and answers each with a line that begins with `ok` or `no`.
"""

import ast
import os
import pathlib
import pty
import select
import signal
import sys
import time


class NotShown(SystemExit):
    """What was waited for did not come: whoever does not expect that ends with these words."""


class Terminal:
    """The program on a terminal of 80 columns and 24 rows, and what it has shown since it was asked last."""

    def __init__(self, command, folder):
        command = [os.fspath(word) for word in command]
        self.process, self.end = pty.fork()
        if self.process == 0:
            # Who was started in the background ignores some, and so would the program.
            for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)
            os.chdir(folder)
            environment = {"TERM": "xterm", "LANG": "en_GB.UTF-8", "PATH": "/usr/bin:/bin"}
            os.execve(command[0], command, environment)
        self.shown = b""

    def read(self, seconds):
        """Takes in what is shown within that time; `False` where nothing was."""
        ready, _, _ = select.select([self.end], [], [], max(0, seconds))
        if not ready:
            return False
        try:
            more = os.read(self.end, 65536)
        except OSError:
            more = b""
        self.shown += more
        return bool(more)

    def wait(self, words, seconds=30):
        """Waits until words are shown; what was shown ahead of them is forgotten."""
        words = words.encode()
        limit = time.monotonic() + seconds
        while words not in self.shown:
            if not self.read(limit - time.monotonic()):
                raise NotShown(f"no {words!r} within {seconds} s, but {self.shown[-600:]!r}")
        self.shown = self.shown[self.shown.index(words) + len(words):]

    def type(self, keys):
        """Presses keys."""
        os.write(self.end, keys.encode())

    def kill(self):
        """Kills it at once."""
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.end)

    def status(self, seconds=30):
        """Waits until it has ended, and answers its exit status, or minus the signal."""
        limit = time.monotonic() + seconds
        while time.monotonic() < limit:
            # What it says last is to be read, or it would wait for that.
            if not self.read(0.05):
                time.sleep(0.01)
            done, status = os.waitpid(self.process, os.WNOHANG)
            if done:
                while self.read(0):
                    pass
                os.close(self.end)
                return os.waitstatus_to_exitcode(status)
        raise NotShown(f"it goes on after {seconds} s: {self.shown[-600:]!r}")


def serve(folder, command):
    terminal = Terminal(command, folder)
    for line in sys.stdin:
        verb, _, rest = line.rstrip("\n").partition(" ")
        try:
            if verb == "wait":
                seconds, _, words = rest.partition(" ")
                terminal.wait(words, float(seconds))
                answer = ""
            elif verb == "type":
                terminal.type(ast.literal_eval(f"'{rest}'"))
                answer = ""
            elif verb == "status":
                answer = terminal.status(float(rest))
            else:
                raise NotShown(f"there is no '{verb}'")
            print("ok", answer, flush=True)
        except NotShown as problem:
            print("no", str(problem).replace("\n", " "), flush=True)


if __name__ == "__main__":
    serve(pathlib.Path(sys.argv[1]), sys.argv[2:])
