"""One end of the proof `outbox`: disturbs whoever sends to it as planned, and judges what is there and what is gone.

outbox.py END WORK FOOTFALL SEED SPACE: runs in the namespace of the server; the sender runs in SPACE, the board's.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time

import outbox_end
import outbox_watch

end, work, footfall, seed, space = sys.argv[1:6]
chance = random.Random(f"{seed} {end}")
sessions, more = f"{work}/Sessions-{end}", f"{work}/More-{end}"
failures = []
kills = {"sender": 0, "rclone": 0, "cut": 0, "deletion": 0}
counted = {"sentBytes": 0, "readBackBytes": 0}


class Sender:
    """A look of `footfall send` in the board's namespace."""

    def __init__(self, *rule):
        words = ["ip", "netns", "exec", space, footfall, "send", "end:sessions", "--from", sessions]
        words += ["--rclone-config", server.configuration, "--json", *rule]
        self.log = open(f"{work}/send-{end}.log", "a+b")
        self.log.seek(0, os.SEEK_END)
        self.begins = self.log.tell()
        self.process = subprocess.Popen(words, stdout=self.log, stderr=self.log, env=server.environment)

    def is_over(self):
        return self.process.poll() is not None

    def rclone(self):
        """The process of rclone that works for it now."""
        found = []
        try:
            for thread in os.listdir(f"/proc/{self.process.pid}/task"):
                with open(f"/proc/{self.process.pid}/task/{thread}/children") as file:
                    found += file.read().split()
            for child in found:
                with open(f"/proc/{child}/comm") as file:
                    if file.read() == "rclone\n":
                        return int(child)
        except (FileNotFoundError, ProcessLookupError):
            pass
        return None

    def wait(self, seconds=None):
        """Its status, and what it said at the end of its look; `None` where it goes on."""
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        self.log.seek(self.begins)
        said = {}
        for line in self.log:
            try:
                line = json.loads(line)
            except ValueError:
                continue
            if line["event"] == "looked":
                said = line
        for key in counted:
            counted[key] += said.get(key, 0)
        self.log.close()
        return status, said


def link(state):
    subprocess.run(["ip", "-n", space, "link", "set", "line", state], check=True)


def happens(kind, sender):
    """Does to a sender what is planned; whether it came to that before the sender was done."""
    until = time.monotonic() + 60
    while not sender.rclone() and time.monotonic() < until:
        if sender.is_over():
            return False
        time.sleep(0.005)
    if kind != "deletion":
        time.sleep(chance.uniform(0, 1.2))
    if kind == "sender":
        if sender.is_over():
            return False
        sender.process.kill()
    elif kind == "deletion":
        # As the first session begins to go.
        before = here.missing()
        while here.missing() == before:
            if sender.is_over() or time.monotonic() > until:
                return False
            time.sleep(0.0005)
        if sender.is_over():
            return False
        sender.process.kill()
    else:
        while not (child := sender.rclone()):
            if sender.is_over():
                return False
            time.sleep(0.005)
        if kind == "rclone":
            try:
                os.kill(child, signal.SIGKILL)
            except ProcessLookupError:
                return False
        else:
            link("down")
            time.sleep(chance.uniform(0.2, 1))
            link("up")
    return True


def disturb(plan, give_work, *rule):
    """Goes on until all that is planned has happened, with something to send each time."""
    plan = list(plan)
    chance.shuffle(plan)
    done = False
    for _ in range(10 * len(plan)):
        if not plan:
            return
        if done:
            give_work()
        sender = Sender(*rule)
        if happens(plan[0], sender):
            kills[plan.pop(0)] += 1
        # With a rule, what follows a failure is of interest: nothing may go that has not arrived.
        ended = sender.wait(4 if rule else 1.5)
        if not ended:
            # It waits for what was cut.
            kills["sender"] += 1
            sender.process.kill()
            ended = sender.wait()
        done = ended[0] == 0
    failures.append(f"this was planned, and could not be done: {plan}")


def in_peace(*rule):
    """Looks that nobody disturbs, until one is done; how many, and what the last said."""
    for looks in range(1, 21):
        status, said = Sender(*rule).wait()
        if status == 0:
            return looks, said
    failures.append(f"after {looks} looks that nobody disturbed it was not done: {said}")
    return looks, said


def note(name):
    """Changes a session, which has to go again."""
    words = [footfall, "note", f"{sessions}/{name}", "the strap was loose"]
    here.change(name, lambda: subprocess.run(words, check=True, stdout=subprocess.DEVNULL))


def arrive():
    """A session more is here."""
    name = sorted(os.listdir(more))[0] if os.listdir(more) else None
    if not name:
        words = [footfall, "record", "--source", "synthetic", "--speed", "max", "--types", "accelerometer"]
        words += ["--rate", "100", "--duration", "1", "--output", more, "--quiet"]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        name = next(name for name in os.listdir(more) if not name.startswith("."))
    here.change(name, lambda: os.rename(f"{more}/{name}", f"{sessions}/{name}"))


def traffic():
    """What the board has sent and received."""
    place = "/sys/class/net/line/statistics"
    words = ["ip", "netns", "exec", space, "cat", f"{place}/tx_bytes", f"{place}/rx_bytes"]
    return [int(line) for line in subprocess.check_output(words, text=True).split()]


def tally():
    """What has been disturbed by now."""
    return (
        f"killed {kills['sender']} senders, {kills['deletion']} that deleted and {kills['rclone']} rclones, "
        f"cut {kills['cut']} times"
    )


def judge_there():
    """Every session is there as it was left here, and nothing else."""
    wanted = {f"{name}/{file}": content for name, files in here.whole.items() for file, content in files.items()}
    found = set(store.files())
    if found != set(wanted):
        lacking, surplus = sorted(set(wanted) - found)[:3], sorted(found - set(wanted))[:3]
        failures.append(f"missing there: {lacking}, too much there: {surplus}")
    differing = [key for key in sorted(found & set(wanted)) if store.read(key) != wanted[key]]
    if differing:
        failures.append(f"{differing[0]} has other bytes there")
    return sum(len(content) for content in wanted.values())


server = outbox_end.Server(end, work)
problem = server.wait()
if problem is not None:
    print(f"FAILED {end}: the server does not answer: {problem}")
    sys.exit(1)
store = server.store()
here = outbox_watch.Here(sessions)
watcher = outbox_watch.Watcher(here, store)
watcher.start()
began = time.monotonic()
count = len(here.whole)
each = max(1, count // 12)

# Without a rule nothing goes here. What is done already is changed, so that there is something to send.
disturb(["sender", "rclone", "cut"] * each, lambda: note(chance.choice(here.present())))
peace, _ = in_peace()
sent, received = traffic()
read_back, took = counted["readBackBytes"], time.monotonic() - began
data = judge_there()
disturbed = tally()

note(here.present()[-1])
status, said = Sender().wait()
if status != 0 or said.get("sessions") != 1:
    failures.append(f"the changed session was not sent again: {status} {said}")
status, said = Sender().wait()
if status != 0 or said.get("sessions") != 0 or said.get("sentBytes") != 0:
    failures.append(f"what is there was sent again: {status} {said}")
shutil.rmtree(f"{sessions}/.outbox")
status, said = Sender().wait()
if status != 0 or said.get("sentBytes") != 0 or said.get("sessions") != count:
    failures.append(f"without a ledger something was sent again: {status} {said}")
once_more = said.get("readBackBytes", 0)
judge_there()
print(
    f"{end}: {count} sessions whole and once, {data / 1e6:.2f} MB of data; on the line until all were there "
    f"{sent / 1e6:.2f} MB out, {received / 1e6:.2f} MB in, of which {read_back / 1e6:.2f} MB read back by looks that "
    f"ended; to verify all once more {once_more / 1e6:.2f} MB; {disturbed}, {peace} looks in peace, {took:.0f} s",
    flush=True,
)
if here.missing():
    failures.append(f"files are gone here: {here.missing()[:3]}")

# With a rule what has arrived goes here, and nothing else: of one session only what it was before its note is there.
watcher.may_delete = True
note(here.present()[0])
for _ in range(max(1, len(os.listdir(more)) // 2)):
    arrive()
disturb(["sender", "rclone", "cut", "deletion"] * each, arrive, "--keep", "0")
peace, _ = in_peace("--keep", "0")
status, said = Sender("--keep", "0").wait()
if status != 0 or said.get("sessions") != 0 or said.get("sentBytes") != 0:
    failures.append(f"what is gone here was sent again: {status} {said}")
watcher.end()
judge_there()
if here.present():
    failures.append(f"not all that is there was deleted here: {here.present()[:3]}")
if len(watcher.gone) != len(here.whole):
    failures.append(f"of {len(here.whole)} sessions that are gone the watcher saw {len(watcher.gone)} go")
failures += list(dict.fromkeys(watcher.problems))[:10]
if watcher.failures * 10 > watcher.looks or watcher.judged < count:
    failures.append(f"the watcher has not looked: {watcher.looks} looks, {watcher.judged} sessions judged")
failures += [f"{kind}: disturbed {times} times of {each} at least" for kind, times in kills.items() if times < each]
server.process.kill()
for failure in failures:
    print(f"FAILED {end}: {failure}")
verdict = "and not all held" if failures else "each of them whole there"
failed = f", of which {watcher.failures} failed ({watcher.failure})" if watcher.failures else ""
print(
    f"{end}: then {len(here.whole)} sessions were deleted here, {verdict}; {tally()}, {peace} looks in "
    f"peace, {watcher.looks} looks of a watcher at both sides{failed}"
)
sys.exit(1 if failures else 0)
