"""A thousand hostile requests, and hundreds of idle connections, while a walk is recorded: nothing gets in that should
not, the page works on, and no sample is lost."""

import collections
import json
import os
import random
import re
import socket
import threading
import time

from playwright.sync_api import Error

from answers import lost_between, marks_so_far, records, streams
from host import Host, check
from person import Person, chromium
from proof import Report, Wrong, expect, folder, within

report = Report("hostile")
place = folder("hostile")
rate = 1000
seed = int(os.environ.get("FOOTFALL_SEED", "1"))
task = {"identifier": "Walk", "steps": [
    {"identifier": "ready", "type": "instruction", "title": "Get ready"},
    {"identifier": "walk", "type": "instruction", "title": "Walk on"},
    {"identifier": "thanks", "type": "completion", "title": "Thank you"},
], "asyncActions": [
    {"identifier": "motion", "type": "motion", "startStepIdentifier": "walk", "stopStepIdentifier": "walk",
     "frequency": rate, "recorderTypes": ["accelerometer"]},
]}
page = "x" * 22


def head(line, host, *more):
    return "\r\n".join([line, f"Host: {host}", "Connection: close", *more, "", ""]).encode("utf-8", "surrogateescape")


def post(path, host, body, *more, length=None, kind="application/json", origin=None):
    """A request with a body, as a page of this server would send it, but for what is given."""
    origin = f"http://{host}" if origin is None else origin
    lines = [f"Content-Type: {kind}", f"Content-Length: {len(body) if length is None else length}"]
    if origin:
        lines.append(f"Origin: {origin}")
    return head(f"POST {path} HTTP/1.1", host, *lines, *more) + body


def requests(host, chance):
    """Requests of each kind with their name, and the statuses that may come besides refusals."""
    own = f"127.0.0.1:{host.port}"
    paths = [
        "/../etc/passwd", "/..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/%252e%252e%252fetc%252fpasswd",
        "//etc/passwd", "/page.css/../../etc/passwd", "/./page.js.bak", "/resource?name=../task.json",
        "/resource?name=%2Fetc%2Fpasswd", "/resource?name=..%2F..%2Fetc%2Fpasswd", "/resource?name=%00",
        "/resource?name=", "/resource", "/feed", "/feed?page=short", "/feed?page=../../../../etc/passwd",
        "/manifest.json", "/Sessions", "/.progress", "/.git/config", "/server-status", "/page.css%00.png",
        "/" + "a" * 4000, "/?" + "q=1&" * 900, "/%ff%fe", "/%", "/%zz", "/\\..\\..\\etc\\passwd",
    ]
    for path in paths:
        # What is behind a question mark does not change what the page is.
        yield "path", head(f"GET {path} HTTP/1.1", own), (200,) if path.startswith("/?") else ()
    for path in ("http://evil.example/", "http://evil.example/events", f"http://{own}/etc/passwd", "*", "evil.example:443"):
        yield "absolute address", head(f"GET {path} HTTP/1.1", own), ()
    for name in ("evil.example", f"evil.example:{host.port}", "127.0.0.1", "127.0.0.1:1", "", "localhost.evil.example",
                 f"127.0.0.1:{host.port}@evil.example", f"127.0.0.2:{host.port}", "[::1]:80", "a" * 3000):
        yield "wrong host", head("GET / HTTP/1.1", name), ()
        yield "wrong host", post("/events", name, b"{}", origin=f"http://{own}"), ()
    yield "no host", b"GET / HTTP/1.1\r\n\r\n", ()
    yield "two hosts", head("GET / HTTP/1.1", own, "Host: evil.example"), ()
    deeds = json.dumps({"page": page, "sent": 1, "does": [], "events": [
        {"n": 1, "at": 1, "event": {"event": "swiped", "direction": "forward"}}]}).encode()
    for origin in ("http://evil.example", "null", f"https://{own}", f"http://localhost:{host.port + 1}", "", "file://"):
        for path in ("/events", "/lead", "/picture?page=" + page, "/pair"):
            yield "wrong origin", post(path, own, deeds, origin=origin), ()
    for site in ("cross-site", "same-site"):
        yield "of another site", post("/events", own, deeds, f"Sec-Fetch-Site: {site}"), ()
        yield "of another site", head("GET /feed?page=" + page + " HTTP/1.1", own, f"Sec-Fetch-Site: {site}"), ()
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get", "G\x01T", "A" * 500):
        yield "wrong method", head(f"{method} / HTTP/1.1", own), ()
        yield "wrong method", head(f"{method} /events HTTP/1.1", own), ()
    yield "wrong method", head("GET /events HTTP/1.1", own), ()
    yield "wrong method", post("/feed?page=" + page, own, b"{}"), ()
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "image/png"):
        yield "wrong type", post("/events", own, deeds, kind=kind), ()
        yield "wrong type", post("/lead", own, deeds, kind=kind), ()
    bodies = [
        b"", b"{", b"[]", b"null", b"\xff\xfe", b"{" * 50_000, b'{"a":' * 20_000, b"[" * 100_000, b'"' + b"a" * 200_000 + b'"',
        json.dumps({"page": page}).encode(), json.dumps({"page": 1, "sent": "x", "does": 3, "events": {}}).encode(),
        b'{"page":"' + page.encode() + b'","sent":1e999,"does":[],"events":[]}',
        b'{"page":"' + page.encode() + b'","sent":1,"does":[],"events":[{"n":99999999999999999999,"at":-1e308,"event":null}]}',
        b'{"page":"' + page.encode() + b'","sent":1,"does":[],"events":[' + b'{"n":1,"at":1,"event":{}},' * 5000 + b"null]}",
        deeds.replace(page.encode(), b"y" * 22), deeds,
    ]
    for body in bodies:
        for path in ("/events", "/lead"):
            yield "body", post(path, own, body), ()
    for length in ("-1", "99999999999999999999", "1e3", "0x10", "5, 6", "16777217", "1073741824"):
        yield "wrong length", post("/events", own, b"{}", length=length), ()
    yield "two lengths", post("/events", own, b"{}", "Content-Length: 7"), ()
    yield "length and chunks", post("/events", own, b"0\r\n\r\nGET / HTTP/1.1\r\n\r\n", "Transfer-Encoding: chunked"), ()
    yield "chunks that are none", head(
        "POST /events HTTP/1.1", own, f"Origin: http://{own}", "Content-Type: application/json", "Transfer-Encoding: chunked"
    ) + b"ffffffffffffffffff\r\nabc", ()
    yield "long head", head("GET / HTTP/1.1", own, "X: " + "a" * 40_000), ()
    yield "many heads", head("GET / HTTP/1.1", own, *[f"X-{number}: 1" for number in range(3000)]), ()
    yield "large body", post("/events", own, b" " * 600_000), ()
    yield "large picture", post("/picture?page=" + page, own, b"x" * 100, "Footfall-Number: 1", "Footfall-Element: a", length=1 << 30, kind="image/jpeg"), ()
    yield "picture for nobody", post("/picture?page=" + page, own, b"x" * 100, "Footfall-Number: 1", "Footfall-Element: a", kind="image/jpeg"), ()
    for garbage in (b"\0" * 500, b"\r\n" * 500, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00" * 40,
                    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET / HTTP/1.1\nHost: x\n\n"):
        yield "malformed", garbage, ()
    yield "pipelined garbage", head("GET /nowhere HTTP/1.1", own) * 30 + bytes(chance.randrange(256) for _ in range(3000)), ()
    yield "smuggled", post("/events", own, b"{}" + head("POST /lead HTTP/1.1", own)), ()
    yield "upload that breaks off", post("/events", own, b'{"page":', length=100_000), ()


def ask(port, message):
    """Sends bytes, and answers the statuses that came; none where the connection was closed without one."""
    received = b""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
            try:
                connection.sendall(message)
            except OSError:
                # It is closed in the midst of what is too much; the answer may be there.
                pass
            # Whoever waits for more of this gets none, and neither do we.
            connection.settimeout(1.5)
            while more := connection.recv(65536):
                received += more
                if len(received) > 1 << 20:
                    break
    except OSError:
        pass
    return [int(status) for status in re.findall(rb"^HTTP/1\.[01] (\d{3}) ", received, re.MULTILINE)]


def judge_statuses(kind, message, statuses, allowed):
    for status in statuses:
        # 505 is for another version of HTTP, 503 for a page that does not follow or for too many at once.
        if status in allowed or 400 <= status < 500 or status in (503, 505):
            continue
        report.fault(f"{kind}: {status} to {message[:90]!r}")


def flood(host, chance, asked):
    """Asks a thousand times; answers how many of each kind, and of each status."""
    kinds, statuses_seen = collections.Counter(), collections.Counter()
    all_of_them = list(requests(host, chance))
    rest = [chance.choice(all_of_them) for _ in range(max(0, asked - len(all_of_them)))]
    pile = all_of_them + rest
    chance.shuffle(pile)
    lock = threading.Lock()

    def work():
        while True:
            with lock:
                if not pile:
                    return
                kind, message, allowed = pile.pop()
            statuses = ask(host.port, message)
            with lock:
                kinds[kind] += 1
                statuses_seen.update(statuses or ["closed"])
                judge_statuses(kind, message, statuses, allowed)

    workers = [threading.Thread(target=work) for _ in range(6)]
    for worker in workers:
        worker.start()
    return workers, kinds, statuses_seen


def slow(port, stop):
    """Somebody who sends a byte a second."""
    while not stop.is_set():
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
                for byte in head("GET / HTTP/1.1", f"127.0.0.1:{port}"):
                    connection.sendall(bytes([byte]))
                    if stop.wait(1):
                        return
        except OSError:
            stop.wait(0.2)


def idle(port, count, addresses):
    """Connections that say nothing, from addresses of this machine."""
    made = []
    for number in range(count):
        try:
            source = (addresses[number % len(addresses)], 0)
            made.append(socket.create_connection(("127.0.0.1", port), timeout=1, source_address=source))
        except OSError:
            continue
    return made


def prove():
    chance = random.Random(seed)
    file = place / "task.json"
    file.write_text(json.dumps(task))
    with Host(file, place / "sessions", "--source", "synthetic") as host, chromium() as browser:
        person = Person(browser)
        person.open(host.address)
        person.see("Get ready")
        person.press("Next")
        person.press("Allow")
        person.see("Walk on")
        child = host.child
        begin = time.monotonic()
        stop = threading.Event()
        slow_ones = [threading.Thread(target=slow, args=(host.port, stop), daemon=True) for _ in range(10)]
        for one in slow_ones:
            one.start()
        workers, kinds, statuses = flood(host, chance, 1000)
        # The page works while they come.
        person.press("Mark")
        marks = 1
        within("a mark is made amid the requests", lambda: kept(host) >= marks, 30)
        report.say(f"a mark is made amid the requests after {time.monotonic() - begin:.1f} s")
        while any(worker.is_alive() for worker in workers):
            person.tab.wait_for_timeout(200)
            if time.monotonic() - begin > 240:
                raise Wrong("a thousand requests take longer than 240 s")
        seconds = time.monotonic() - begin
        report.say(f"{kinds.total()} requests of {len(kinds)} kinds in {seconds:.1f} s, seed {seed}: "
                   + ", ".join(f"{count}× {status}" for status, count in sorted(statuses.items(), key=str)))
        for what, addresses in (
            ("behind the requests", ()),
            ("beside 500 idle connections of others", ("127.0.0.2", "127.0.0.3")),
            # They have the page's own address: there is room for it when they have been silent for too long.
            ("beside 500 idle connections of its own machine", ("127.0.0.1", "127.0.0.2")),
        ):
            idlers = idle(host.port, 500 if addresses else 0, addresses)
            begin = time.monotonic()
            person.press("Mark")
            marks += 1
            within(f"a mark is made {what}", lambda: kept(host) >= marks, 30)
            report.say(f"a mark is made {what} after {time.monotonic() - begin:.1f} s")
            if addresses:
                report.say(f"{len(idlers)} connections stand")
                begin = time.monotonic()
                load(person, what)
                report.say(f"the page is loaded {what} after {time.monotonic() - begin:.1f} s")
            for one in idlers:
                one.close()
        stop.set()
        expect("the number of marks", kept(host), marks)
        after = host.child
        report.say("the process that answers is the same" if after == child else "the process that answers died, and is another one")
        if after is None:
            raise Wrong("no process answers HTTP any more")
        person.press("Next")
        person.see("Thank you")
        person.press("Done")
        person.see("Finished")
        expect("the exit status", host.status(), 0)
        session = host.session
    status, words = check(session)
    expect(f"the check of the session ({words.strip()})", status, 0)
    [instants] = streams(records(session)).values()
    expect("the samples that are missing", lost_between(instants, rate), 0)
    report.say(f"{len(instants)} samples in {instants[-1] - instants[0]:.1f} s, none lost")


def load(person, what, seconds=30):
    """Loads the page anew, again and again as a person would, until it is there."""
    def is_there():
        try:
            person.tab.reload(timeout=5000)
            person.see("Walk on", 3)
        except (Error, Wrong):
            return False
        return True
    within(f"the page is loaded {what}", is_there, seconds)


def kept(host):
    return marks_so_far(host.session)


try:
    prove()
except (Wrong, SystemExit) as problem:
    report.fault(str(problem))
except Exception as problem:
    report.fault(f"{type(problem).__name__}: {str(problem)[:600]}")
report.end("nothing got in, the page works, and the recording is whole")
