#!/usr/bin/env python3
"""Boots the station's disk, cuts its power at instants drawn by chance, and judges what every cut has cost.

    cuts.py KERNEL FOLDER COUNT

FOLDER has `disk` and `boot.gz`, and gets the logs. Each machine reports by lines on its second serial port, as
`report` in this folder says.
"""
import json
import os
import random
import re
import signal
import subprocess
import sys
import time

# What FlushPolicy promises: a synchronization a second, and a flush each quarter of one. The report that is compared
# may be as much older than the cut as the machine takes for one.
SYNCHRONIZATION, FLUSH, REPORT = 1.0, 0.25, 1.0
PATIENCE = 300


def fail(words):
    sys.exit(f"image: {words}")


class Machine:
    """One boot: the disk's server, the machine, and what it has reported."""

    def __init__(self, kernel, folder, number):
        self.folder, self.number = folder, number
        socket, self.lines = f"{folder}/socket", f"{folder}/reports-{number}"
        for path in (socket, self.lines):
            if os.path.exists(path):
                os.remove(path)
        self.disk = subprocess.Popen(
            [sys.executable, f"{os.path.dirname(__file__)}/volatile-disk.py", f"{folder}/disk", socket],
            stdout=open(f"{folder}/disk-{number}.log", "w"),
        )
        while not os.path.exists(socket):
            if self.disk.poll() is not None:
                fail("the disk's server has ended")
            time.sleep(0.05)
        self.began = time.monotonic()
        self.machine = subprocess.Popen(
            [
                "qemu-system-x86_64", "-machine", "q35", *ACCELERATION, "-smp", "2", "-m", "768", "-nodefaults",
                "-display", "none", "-no-reboot",
                "-serial", f"file:{folder}/console-{number}.log",
                "-serial", f"file:{self.lines}",
                "-serial", f"file:{folder}/security-{number}",
                "-kernel", kernel, "-initrd", f"{folder}/boot.gz",
                "-append", "console=ttyS0 quiet panic=-1 mitigations=off audit=0 systemd.show_status=false",
                "-drive", f"file=nbd:unix:{socket},format=raw,if=virtio,cache=writeback",
            ],
            stdin=subprocess.DEVNULL,
            stdout=open(f"{folder}/qemu-{number}.log", "w"),
            stderr=subprocess.STDOUT,
        )

    def report(self):
        try:
            with open(self.lines) as file:
                return file.read().split("\n")[:-1]
        except FileNotFoundError:
            return []

    def find(self, pattern):
        found = None
        for line in self.report():
            match = re.match(pattern, line)
            if match:
                found = match
        return found

    def wait(self, pattern, what):
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            found = self.find(pattern)
            if found:
                return found
            if self.machine.poll() is not None:
                break
            time.sleep(0.1)
        self.cut()
        for line in self.report():
            if line.startswith("late "):
                print(line.removeprefix("late "))
        fail(f"boot {self.number}: {what} within {PATIENCE} s; its console is {self.folder}/console-{self.number}.log")

    def cut(self):
        """The power fails: machine and cache are gone at once."""
        self.machine.send_signal(signal.SIGKILL)
        self.machine.wait()
        self.disk.send_signal(signal.SIGKILL)
        self.disk.wait()


def acceleration():
    """The processor's own machine where there is one; its figures of boot are a board's rather than an emulator's."""
    words = ["-accel", "kvm", "-cpu", "host"]
    try:
        tried = subprocess.run(
            ["qemu-system-x86_64", *words, "-nodefaults", "-display", "none", "-S", "-monitor", "stdio"],
            input="quit\n", capture_output=True, text=True, timeout=20,
        )
        if tried.returncode == 0:
            return words, "a machine in hardware"
    except subprocess.TimeoutExpired:
        pass
    return ["-accel", "tcg,thread=multi", "-cpu", "max"], "an emulated machine"


def main():
    kernel, folder, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    chance = random.Random(2026)
    firsts, losses, before = [], [], None
    for number in range(count + 1):
        machine = Machine(kernel, folder, number)
        first = machine.wait(r"first ([\d.]+) (\S+)", "there is no sample")
        firsts.append(float(first[1]))
        if before:
            closed = machine.wait(r"closed (\S+) (\d+) ([\d.]*) (.*)", "the session before is not closed")
            session, at = before
            if closed[1] != session:
                fail(f"boot {number}: {closed[1]} is closed, and {session} was cut")
            if closed[2] not in ("0", "3"):
                fail(f"boot {number}: the check of {session} ends with {closed[2]}: {closed[4]}")
            lost = at - float(closed[3] or 0)
            losses.append(lost)
            if lost > SYNCHRONIZATION + FLUSH:
                fail(f"boot {number}: {lost:.2f} s of {session} are lost, more than a synchronization and a flush")
            if first[2] == session:
                fail(f"boot {number}: the run goes on in the session that was cut")
        time.sleep(chance.uniform(3, 8))
        reached = machine.wait(r"at (\S+) ([\d.]+) ([\d.]+)", "the station records nothing")
        if number == 0:
            security = open(f"{folder}/security-0").read()
            exposure = re.search(r"footfall-station.service: ([\d.]+)", security)
            if not exposure or float(exposure[1]) > 2.5:
                fail(f"systemd says of the unit: {security.strip() or 'nothing'}")
        machine.cut()
        # What had been reported when the power failed; a line may have come since it was read.
        reached = machine.find(r"at (\S+) ([\d.]+) ([\d.]+)") or reached
        before = (reached[1], float(reached[2]))
        print(f"boot {number}: first sample in a file {firsts[-1]:.1f} s after the kernel's start"
              + (f"; the cut before cost {losses[-1]:.2f} s" if losses else ""), flush=True)
    firsts.sort()
    print(json.dumps({"firsts": firsts, "losses": [round(loss, 3) for loss in losses]}))
    print(f"image: the unit has an exposure of {exposure[1]}; the first sample is in a file {firsts[len(firsts) // 2]:.1f} s "
          f"after the kernel's start (at most {firsts[-1]:.1f}), in {ACCELERATED}; {len(losses)} power cuts cost "
          f"{max(losses, default=0):.2f} s at most, each session before is closed, and the run went on each time")


ACCELERATION, ACCELERATED = acceleration()
main()
