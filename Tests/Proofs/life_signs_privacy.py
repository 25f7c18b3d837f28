"""What leaves a board by its life signs: records and runs a task with planted words, keeps the wire, and looks."""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import threading
import time

footfall, place = sys.argv[1], pathlib.Path(sys.argv[2])
shutil.rmtree(place, ignore_errors=True)
place.mkdir(parents=True)

LATITUDE, LONGITUDE = 47.371234, 8.542345
# Each is in what is recorded, and none may be in what is said.
PLANTED = {
    "subject": "Wilhelmine", "visit": "Wiesbaden", "group": "Schlaganfall", "note": "Edeltraud", "mark": "Treppensturz",
    "answer": "Kniearthrose", "title": "Oberstudienrat", "device": "Herzschrittmacher", "placement": "Beinstumpf",
    "recorded placement": "Wadenprothese", "recorded device": "Hirnstimulator",
    "latitude": "47.371", "longitude": "8.542",
}


def listener():
    door = socket.create_server(("127.0.0.1", 0))
    return door, door.getsockname()[1]


def in_background(work, *arguments):
    threading.Thread(target=work, args=arguments, daemon=True).start()


def start_broker():
    door, port = listener()
    door.close()
    (place / "broker.conf").write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\npersistence false\n")
    broker = subprocess.Popen(
        ["mosquitto", "-c", str(place / "broker.conf")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return broker, port
        except OSError:
            time.sleep(0.1)
    sys.exit("mosquitto does not start")


wire = bytearray()


def wiretap(port):
    """A proxy in front of the broker that keeps every byte of both directions."""
    door, mine = listener()

    def carry(source, sink):
        try:
            while data := source.recv(65536):
                wire.extend(data)
                sink.sendall(data)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def serve():
        while True:
            caller, _ = door.accept()
            broker = socket.create_connection(("127.0.0.1", port))
            in_background(carry, caller, broker)
            in_background(carry, broker, caller)

    in_background(serve)
    return mine


def gpsd():
    """A gpsd whose receiver walks north."""
    door, port = listener()

    def say(line, words):
        # libgps finds the class of a message only where no space stands behind the colon.
        line.sendall((json.dumps(words, separators=(",", ":")) + "\r\n").encode())

    def report(line):
        try:
            say(line, {"class": "VERSION", "release": "3.22", "rev": "3.22", "proto_major": 3, "proto_minor": 14})
            line.recv(4096)
            device = {"class": "DEVICE", "path": "/dev/made", "driver": "NMEA0183", "activated": "2026-11-27T12:00:00.000Z"}
            say(line, {"class": "DEVICES", "devices": [device]})
            for tick in range(10_000):
                now = time.time()
                timestamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + f".{int(now % 1 * 1000):03d}Z"
                say(line, {
                    "class": "TPV", "device": "/dev/made", "mode": 3, "time": timestamp, "lat": LATITUDE + tick * 1e-7,
                    "lon": LONGITUDE, "alt": 408.0, "speed": 1.2, "track": 0.0, "eph": 3.0,
                })
                time.sleep(0.5)
        except OSError:
            pass

    def serve():
        while True:
            line, _ = door.accept()
            in_background(report, line)

    in_background(serve)
    return port


def wearable(path):
    """A device that speaks text, behind a pipe."""
    os.mkfifo(path)

    def send():
        while True:
            try:
                with open(path, "w") as pipe:
                    for count in range(1_000_000):
                        pipe.write(f"{count * 10_000},{count},0,0,1000\n")
                        pipe.flush()
                        time.sleep(0.01)
            except OSError:
                pass

    in_background(send)


def session_in(folder):
    sessions = [entry for entry in folder.iterdir() if (entry / "manifest.json").exists()] if folder.exists() else []
    return sessions[0] if sessions else None


def record(name, arguments, mark=None):
    """One call of the command, with a mark once its session is there."""
    folder = place / name
    command = [footfall, *arguments, "--output", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    while mark and process.poll() is None:
        session = session_in(folder)
        if session and subprocess.run([footfall, "mark", str(session), mark], capture_output=True).returncode == 0:
            break
        time.sleep(0.2)
    output, _ = process.communicate(timeout=120)
    session = session_in(folder)
    if process.returncode not in (0, 3) or session is None:
        sys.exit(f"{' '.join(command)}: status {process.returncode}\n{output}")
    return session


def holds(folder, word):
    """Whether a session has a word anywhere, its own name included."""
    if word in folder.name:
        return True
    return any(word.encode() in file.read_bytes() for file in folder.rglob("*") if file.is_file())


broker, port = start_broker()
heard_file = open(place / "heard", "wb")
subscriber = subprocess.Popen(["mosquitto_sub", "-p", str(port), "-t", "#", "-v"], stdout=heard_file)
time.sleep(1)
proxy, receiver = wiretap(port), gpsd()
pipe = place / PLANTED["device"]
wearable(pipe)
# Two devices in one recording, each with a placement: the command makes the identifiers of their recorders itself.
pipes = [place / PLANTED["recorded device"], place / f"{PLANTED['recorded device']}2"]
for one in pipes:
    wearable(one)

told = ["--life-signs", f"mqtt://127.0.0.1:{proxy}/study", "--board", "board-07"]
gps = ["--gps", f"127.0.0.1:{receiver}", "--coordinates"]
whose = ["--visit", PLANTED["visit"], "--group", PLANTED["group"], "--note", f"bei {PLANTED['note']} zu Haus"]
named = ["--name-by", "subject,visit,group"]

(place / "task.json").write_text(json.dumps({
    "identifier": "HomeWalk", "type": "task",
    "steps": [
        {"identifier": "intro", "type": "instruction", "title": f"Guten Tag, {PLANTED['title']}"},
        {"identifier": "ask", "type": "form", "title": "Wo tut es weh?",
         "inputFields": [{"identifier": "complaint", "type": "string", "prompt": "Wo?"}]},
        {"identifier": "walk", "type": "active", "title": f"Gehen Sie, {PLANTED['title']}", "duration": 6,
         "commands": ["startTimerAutomatically", "continueOnFinish"]},
        {"identifier": "end", "type": "completion", "title": "Danke"},
    ],
    "asyncActions": [
        {"identifier": "place", "type": "distance", "startStepIdentifier": "walk", "stopStepIdentifier": "walk"},
        {"identifier": "belt", "type": "lines", "port": str(pipe), "map": "t_us,n,ax,ay,az", "units": "mg",
         "placement": PLANTED["placement"], "startStepIdentifier": "walk", "stopStepIdentifier": "walk"},
    ],
}))
(place / "answers.json").write_text(json.dumps({"ask": {"complaint": PLANTED["answer"]}}))

sessions = [
    record("named", [
        "record", *gps, "--duration", "5", "--subject", PLANTED["subject"], *whose, *named, *told
    ], PLANTED["mark"]),
    record("task", [
        "run", str(place / "task.json"), "--auto", "--answers", str(place / "answers.json"), *gps, "--subject", "P07",
        *whose, *named, *told
    ], PLANTED["mark"]),
    record("placed", [
        "record", *[word for one in pipes for word in ("--lines", str(one))], "--map", "t_us,n,ax,ay,az", "--units", "mg",
        "--placement", PLANTED["recorded placement"], "--placement", f"{PLANTED['recorded placement']}2",
        "--duration", "3", "--subject", "P07", *told
    ]),
    record("worn", [
        "record", "--source", "synthetic", "--placement", "leftThigh", "--duration", "3", "--subject", "P07", *told
    ]),
]
PLANTED["worn placement"] = "leftThigh"


def count_of_stopped():
    """How many commands have said that they stopped, as far as the subscriber has written it down."""
    return (place / "heard").read_bytes().count(b'"state":"stopped"')


# The last sign is on its way when its command ends; a broker without a turn of the processor passes it on later.
limit = time.monotonic() + 30
while count_of_stopped() < len(sessions) and time.monotonic() < limit:
    time.sleep(0.2)
subscriber.terminate()
broker.terminate()
subscriber.wait()
heard = (place / "heard").read_bytes()
(place / "wire").write_bytes(wire)

faults = []
there = 0
for what, word in PLANTED.items():
    if not any(holds(session, word) for session in sessions):
        # A title is shown and not kept: the task file has it.
        if word not in (place / "task.json").read_text():
            faults.append(f"the {what} was not even recorded")
    for where, told_bytes in (("on the wire", bytes(wire)), ("at the broker", heard)):
        if word.lower().encode() in told_bytes.lower():
            there += 1
            faults.append(f"the {what} is {where}")

signs = [
    json.loads(line.split(b" ", 1)[1]) for line in heard.splitlines() if line.split(b" ", 1)[0].endswith(b"/sign")
]
states = {sign["state"] for sign in signs}
for want, found in (
    ("commands that have stopped", len([s for s in signs if s["state"] == "stopped"]) == len(sessions)),
    ("a recording", "recording" in states),
    ("a code that is not said", any(s.get("isSubjectWithheld") for s in signs if s["part"] == "record")),
    ("a code that is said", any(s.get("subject") == "P07" for s in signs if s["part"] == "run")),
    ("the step of the task", any(s.get("step") == "walk" for s in signs)),
    ("the recorders of the task", any({x["kind"] for x in s["sensors"]} == {"distance", "lines"} for s in signs)),
    ("recorders by kind and number", any(
        {x["recorder"] for x in s["sensors"]} == {"lines-1", "lines-2"} for s in signs if s["part"] == "record"
    )),
    ("readings", any(s["samples"] > 0 for s in signs)),
    ("sessions by date and run", all(
        any(s.get("session", "").split("_")[-1] == session.name.split("_")[-1] for s in signs) for session in sessions
    )),
    ("signs of 4,096 bytes at most", all(len(line) < 4200 for line in heard.splitlines())),
):
    if not found:
        faults.append(f"there is not what was to be there: {want}")
for fault in faults:
    print(f"life-signs-privacy: FAILED, {fault}")
print(
    f"life-signs-privacy: {len(signs)} life signs, {len(wire):,} bytes on the wire: "
    f"{len(PLANTED)} planted words and coordinates, {there} times found there"
)
sys.exit(1 if faults else 0)
