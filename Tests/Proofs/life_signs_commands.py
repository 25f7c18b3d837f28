"""Of the proof `life-signs`: what `serve` and `send` tell of themselves, from their first word to their end or will."""

import json
import re
import signal
import subprocess
import threading
import time
import urllib.error
import urllib.request

from life_signs_broker import PATIENCE, Broker, Listener, end

TASK = {
    "identifier": "walk",
    "steps": [
        {"identifier": "go", "type": "active", "duration": 300},
        {"identifier": "bye", "type": "completion"},
    ],
}


class Operator:
    """Whoever begins tasks at the board of `serve`."""

    def __init__(self, process):
        # A command that prints no address is killed, and its lines end then.
        late = threading.Timer(PATIENCE, process.kill)
        late.start()
        for line in process.stdout:
            found = re.match(r"operator: (http://[^/]+)/board#(\d+)", line)
            if found:
                break
        else:
            raise SystemExit("life-signs: FAILED: serve names no address of its board")
        late.cancel()
        threading.Thread(target=process.stdout.read, daemon=True).start()
        self.base, self.cookie = found[1], ""
        answer = self.call("/pair", code=found[2])
        self.cookie = answer.headers["Set-Cookie"].split(";")[0]

    def call(self, path, **words):
        headers = {"Origin": self.base, "Content-Type": "application/json", "Cookie": self.cookie}
        request = urllib.request.Request(self.base + path, json.dumps(words).encode(), headers)
        try:
            return urllib.request.urlopen(request, timeout=PATIENCE)
        except urllib.error.HTTPError as error:
            raise SystemExit(f"life-signs: FAILED: {path}: {error.code} {error.read().decode()}") from None

    def state(self):
        request = urllib.request.Request(self.base + "/board/state", headers={"Cookie": self.cookie})
        return json.load(urllib.request.urlopen(request, timeout=PATIENCE))


def sign(**wanted):
    """Whether a payload is a sign with some values."""
    def holds(payload):
        told = json.loads(payload)
        return all(told.get(key) == value for key, value in wanted.items())
    return holds


def serve(boards, faults):
    """A board that waits, runs a task, waits again behind a broker that was killed, and ends; another is killed."""
    folder = boards.out / "study"
    folder.mkdir()
    (folder / "walk.json").write_text(json.dumps(TASK))
    with Broker(boards.out, "serving", "allow_anonymous true") as broker:
        words = ["serve", folder, "--source", "synthetic", "--life-signs", broker.url(), "--board", "served"]
        with Listener(broker, faults) as listener:
            serving = boards.begin("served", *words, output=subprocess.PIPE)
            operator = Operator(serving)
            listener.wait_for_state("served", "serve", "waiting")
            # It begins what it has shown.
            operator.state()
            operator.call("/board/begin", task="walk.json", subject="P07")
            # No browser shows the first step, so that none is told.
            listener.wait("served/serve/sign", sign(state="task", task="walk", subject="P07"))
            operator.call("/board/end", run=operator.state()["run"]["id"])
            ended = time.monotonic()
            listener.wait("served/serve/sign", sign(state="waiting", task=None, session=None, subject=None), ended)
        broker.kill()
        broker.start()
        with Listener(broker, faults) as listener:
            listener.wait_for_state("served", "serve", "waiting")
            serving.send_signal(signal.SIGTERM)
            status = end(serving)
            faults.expect(status == 0, f"serve ended with status {status}: {boards.said('served')}")
            kept = broker.kept("served", "serve")
            faults.expect(kept == "stopped", f"the broker keeps {kept!r} of a serve that has stopped")
            again = time.monotonic()
            serving = boards.begin("served-again", *words, output=subprocess.PIPE)
            Operator(serving)
            listener.wait_for_state("served", "serve", "waiting", again)
            serving.kill()
            end(serving)
            listener.wait_for_state("served", "serve", "gone", again)


def send(boards, faults):
    """A board whose sessions go, are killed on their way, and go to their end; and one without a broker."""
    sessions, there = boards.out / "sent", boards.out / "there"
    for _ in range(2):
        made = ["record", "--source", "synthetic", "--speed", "max", "--duration", "60", "--quiet", "--output", sessions]
        faults.expect(end(boards.begin("made", *made)) == 0, f"no session: {boards.said('made')}")
    with Broker(boards.out, "sending", "allow_anonymous true") as broker, Listener(broker, faults) as listener:
        words = ["send", there, "--from", sessions, "--quiet", "--life-signs", broker.url(), "--board", "sender"]
        begun = time.monotonic()
        sending = boards.begin("sender", *words, "--rate", "20kB/s")
        # How many wait is told while they are sent, not when all has gone.
        listener.wait("sender/send/sign", lambda payload: sign(state="sending")(payload)
                      and json.loads(payload).get("outbox", {}).get("waiting") == 2, begun)
        sending.kill()
        end(sending)
        listener.wait_for_state("sender", "send", "gone", begun)
        sending = boards.begin("sender", *words)
        status = end(sending)
        faults.expect(status == 0, f"send ended with status {status}: {boards.said('sender')}")
        told = json.loads(broker.kept("sender", "send", "sign") or "{}")
        kept = broker.kept("sender", "send")
        faults.expect((kept, told.get("state"), told.get("outbox")) == ("stopped", "stopped", {"waiting": 0}),
                      f"the broker keeps {kept!r} and {told} of a send that has sent all")
    nobody = boards.begin("alone", *words)
    status = end(nobody)
    faults.expect(status == 0 and "life signs:" in boards.said("alone"),
                  f"send without a broker: status {status}: {boards.said('alone')}")


def commands(boards, faults):
    before = len(faults)
    serve(boards, faults)
    send(boards, faults)
    if len(faults) == before:
        print("life-signs: serve told that it waits, runs a task, waits again at a broker that was killed, and its end; "
              "send how many wait, and its end; each its will when it was killed")
