"""Pages come and go while a walk is recorded: closed, loaded anew, without a network, killed, followed by another one,
and without the process that answers them. The page is back where the task is, each mark is made once, and no sample
is lost."""

import json
import os
import signal
import time
import uuid

from answers import lost_between, marks, marks_so_far, records, streams
from host import Host, check
from person import Person, chromium
from proof import Report, Wrong, expect, folder, within
from proxy import Network

report = Report("comings")
place = folder("comings")
rate = 100
step = "Walk on"
lost_words = "Connection lost. Recording goes on. Trying again …"
seconds_lost = float(os.environ.get("FOOTFALL_SECONDS_LOST", "30"))
# A page that has gone leads for five seconds more, and the host looks every three seconds whether another one may. This
# is a measure: a host that hears only by a time limit of the network that a page has gone takes longer.
most_seconds_to_lead = 15
# A page takes its host for lost when it has not heard of it for twelve seconds.
most_seconds_to_tell = 20
task = {"identifier": "Walk", "steps": [
    {"identifier": "ready", "type": "instruction", "title": "Get ready"},
    {"identifier": "first", "type": "active", "title": "Walk to the door", "duration": 12,
     "commands": ["startTimerAutomatically", "transitionAutomatically"]},
    {"identifier": "second", "type": "instruction", "title": step},
    {"identifier": "thanks", "type": "completion", "title": "Thank you"},
], "asyncActions": [
    {"identifier": "motion", "type": "motion", "startStepIdentifier": "first", "stopStepIdentifier": "second",
     "frequency": rate, "recorderTypes": ["accelerometer", "gyro"]},
]}


class Walk:
    """The run, and how many marks were made in it."""

    def __init__(self, host, network):
        self.host, self.network = host, network
        self.made = 0
        # From when to when each mark was being pressed, by the clock of recordings.
        self.pressed = []

    @property
    def kept(self):
        return marks_so_far(self.host.session)

    def mark(self, person, times=1):
        """Makes marks, and waits until the file has exactly those."""
        for _ in range(times):
            self.press(person)
        self.expect_marks()

    def press(self, person):
        """Makes a mark, which may take its time to be kept."""
        within(lambda: f"a mark can be made: {person.text()}", lambda: person.can_press("Mark"))
        begin = time.clock_gettime(time.CLOCK_BOOTTIME)
        person.press("Mark")
        self.made += 1
        self.pressed.append((begin, time.clock_gettime(time.CLOCK_BOOTTIME)))

    def expect_marks(self):
        within(lambda: f"{self.made} marks in the file ({self.kept} are there)", lambda: self.kept >= self.made)
        expect("the number of marks in the file", self.kept, self.made)

    def back(self, what, begin, person):
        """The page is back at the step where the task is, and leads."""
        person.see(step)
        within(f"{what}: the page says no more that the connection is lost", lambda: not is_lost(person))
        report.say(f"{what} {time.monotonic() - begin:.1f} s")
        if not leads(person):
            report.fault(f"{what}: the page led before, and does not lead: {person.text()[:80]}")
            person.press("Take over")
        self.mark(person)


def leads(person):
    """Whether the page leads, within the time in which a host lets another page lead."""
    try:
        within(
            "it leads", lambda: person.can_press("Mark") and not person.has("button", "Take over"), most_seconds_to_lead
        )
    except Wrong:
        return False
    return True


def is_lost(person):
    return person.tab.get_by_text(lost_words, exact=True).is_visible()


def closed(walk, person):
    """The page is closed in one step, and opened again in the next one."""
    person.see("Walk to the door")
    walk.mark(person)
    person.tab.close()
    within("the task goes on to its next step without a page", lambda: '"stepPath":"Walk/second"' in motion(walk))
    begin = time.monotonic()
    person.tab = person.new_tab()
    person.open(walk.network.address)
    walk.back("closed and opened again", begin, person)


def motion(walk):
    [file] = walk.host.session.glob("*motion.json")
    return file.read_text(encoding="utf-8")


def reloaded(walk, person):
    begin = time.monotonic()
    person.tab.reload()
    walk.back("loaded anew", begin, person)


# Inside the page, and gone with it: this script waits for files, and answers no request meanwhile.
refuse_posts = """() => {
    const own = window.fetch;
    window.refused = 0;
    window.fetch = (place, options) => {
        if (place !== '/events') return own(place, options);
        window.refused += 1;
        return Promise.reject(new TypeError('Failed to fetch'));
    };
}"""


def reloaded_before_sending(walk, person):
    """What was pressed while nothing got through outlasts the page: the next one sends it, with its times."""
    person.tab.evaluate(refuse_posts)
    for _ in range(2):
        refused = person.tab.evaluate("window.refused")
        walk.press(person)
        within("the page tries to send the mark", lambda: person.tab.evaluate("window.refused") > refused)
        # A time of its own for each.
        time.sleep(0.5)
    expect("marks that came although nothing gets through", walk.kept, walk.made - 2)
    begin = time.monotonic()
    person.tab.reload()
    person.see(step)
    walk.expect_marks()
    walk.back("loaded anew before two marks were sent", begin, person)


def without_network(walk, person):
    begin = time.monotonic()
    walk.network.lose()
    # Marks are made at once, before the page knows, and when it knows.
    walk.press(person)
    within("the page says that the connection is lost", lambda: is_lost(person), most_seconds_to_tell)
    report.say(f"said that the connection is lost after {time.monotonic() - begin:.1f} s")
    person.see(step)
    for _ in range(2):
        walk.press(person)
        time.sleep(0.5)
    time.sleep(max(0, seconds_lost - (time.monotonic() - begin)))
    expect("marks that came without a network", walk.kept, walk.made - 3)
    begin = time.monotonic()
    walk.network.find()
    within("the page is back", lambda: not is_lost(person))
    report.say(f"back after {seconds_lost:.0f} s without a network: {time.monotonic() - begin:.1f} s")
    person.see(step)
    walk.expect_marks()
    walk.mark(person)


def date_set_forward(walk, person):
    """The date of the phone is set forward while nothing gets through: that is no sleep, and no mark is too old."""
    walk.network.lose()
    within("the page says that the connection is lost", lambda: is_lost(person), most_seconds_to_tell)
    for _ in range(2):
        walk.press(person)
        time.sleep(0.5)
    person.tab.evaluate("() => { const own = Date.now; Date.now = () => own() + 7_200_000; }")
    begin = time.monotonic()
    walk.network.find()
    walk.expect_marks()
    walk.back("its date set forward by two hours without a network", begin, person)


# Inside the page: this script waits for files, and answers no request meanwhile.
refuse_empty_posts = """() => {
    const own = window.fetch;
    const isEmpty = (place, { body } = {}) => place === '/events' && !JSON.parse(body).events.length;
    window.fetch = (place, options) => (
        isEmpty(place, options) ? Promise.resolve(new Response('', { status: 507 })) : own(place, options));
    window.acceptAllPosts = () => { window.fetch = own; };
}"""


def first_post_refused(walk, person):
    """The post that dates what was pressed without a network is answered by 507: all the same, it is sent."""
    walk.network.lose()
    within("the page says that the connection is lost", lambda: is_lost(person), most_seconds_to_tell)
    walk.press(person)
    person.tab.evaluate(refuse_empty_posts)
    begin = time.monotonic()
    walk.network.find()
    walk.expect_marks()
    person.tab.evaluate("() => window.acceptAllPosts()")
    walk.back("answered by 507 after it was without a network", begin, person)


def taken_over(walk, first, second):
    """Another page follows and takes over, and the first one says so."""
    second.open(walk.network.address)
    second.see(step)
    second.tab.get_by_text("Another screen leads.").wait_for()
    if second.find("button", "Mark").is_enabled():
        raise Wrong("a page that follows can press what does not count")
    begin = time.monotonic()
    second.press("Take over")
    first.tab.get_by_text("Another screen leads.").wait_for()
    report.say(f"the first page says that another leads after {time.monotonic() - begin:.1f} s")
    walk.mark(second)


def child_killed(walk, person):
    child = walk.host.child
    if child is None:
        raise Wrong("no process of the command answers HTTP")
    begin, made = time.monotonic(), walk.made
    os.kill(child, signal.SIGKILL)
    # What is pressed at once comes through when the page is back.
    try:
        walk.mark(person)
    except Wrong as problem:
        report.fault(f"pressed while the process that answers was killed: {problem}; the page says: {person.text()[:80]}")
        walk.made = made
        del walk.pressed[made:]
    within("another process answers HTTP", lambda: walk.host.child not in (None, child))
    walk.back("the process that answers killed, and back", begin, person)


def kill_browser(sign):
    """Kills the browser that was started with this sign, with all of its processes."""
    killed = 0
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/cmdline", "rb") as file:
                is_ours = sign.encode() in file.read()
            if is_ours:
                os.kill(int(entry), signal.SIGKILL)
                killed += 1
        except OSError:
            continue
    if not killed:
        raise Wrong("no process of the browser was found")


def judge(walk):
    """The recording is whole."""
    session = walk.host.session
    status, words = check(session)
    expect(f"the check of the session ({words.strip()})", status, 0)
    expect("the marks", marks(records(session)), ["button"] * walk.made)
    made = [record["uptime"] for record in records(session) if record.get("marker") == "button"]
    late = max(max(begin - one, one - end, 0) for one, (begin, end) in zip(sorted(made), walk.pressed))
    report.say(f"the greatest difference between the press of a mark and its time in the file: {late:.2f} s")
    # A touch takes a moment even where two processors are busy; a network that is gone is told in twelve seconds.
    if late > 5:
        report.fault(f"a mark that was pressed without a network has a time in the file that is {late:.1f} s off")
    found = streams(records(session))
    expect("the streams", sorted(found), ["accelerometer", "gyro"])
    for name, instants in found.items():
        expect(f"the samples of {name} that are missing", lost_between(instants, rate), 0)
    counts = {len(instants) for instants in found.values()}
    expect("the numbers of samples of the two streams, as many different ones", len(counts), 1)
    length = found["gyro"][-1] - found["gyro"][0]
    manifest = json.loads((session / "manifest.json").read_text())
    counted = {sensor["samples"] for file in manifest["files"] for sensor in file.get("sensors", [])}
    lost = sum(sensor.get("lost", 0) for file in manifest["files"] for sensor in file.get("sensors", []))
    expect("the samples that the manifest counts", counted, counts)
    expect("the losses that the manifest counts", lost, 0)
    return f"{counts.pop()} samples of each stream in {length:.1f} s, {walk.made} marks"


def prove():
    file = place / "task.json"
    file.write_text(json.dumps(task))
    sign = f"--footfall-proof={uuid.uuid4()}"
    with Host(file, place / "sessions", "--source", "synthetic") as host:
        network = Network(host.port)
        walk = Walk(host, network)
        with chromium(args=[Network.browser_option, sign]) as browser:
            person = Person(browser)
            person.open(network.address)
            person.see("Get ready")
            person.press("Next")
            person.press("Allow")
            closed(walk, person)
            reloaded(walk, person)
            reloaded_before_sending(walk, person)
            without_network(walk, person)
            first_post_refused(walk, person)
            date_set_forward(walk, person)
            kill_browser(sign)
        begin = time.monotonic()
        with chromium(args=[Network.browser_option]) as browser:
            first = Person(browser)
            first.open(network.address)
            walk.back("the browser killed, and another one started", begin, first)
            second = Person(browser)
            taken_over(walk, first, second)
            child_killed(walk, second)
            first.see(step)
            second.press("Next")
            second.see("Thank you")
            first.see("Thank you")
            second.press("Done")
            for one in (first, second):
                one.see("Finished")
        expect("the exit status", host.status(), 0)
        figures = judge(walk)
        network.close()
    report.say(figures)


try:
    prove()
except (Wrong, SystemExit) as problem:
    report.fault(str(problem))
except Exception as problem:
    report.fault(f"{type(problem).__name__}: {str(problem)[:600]}")
report.end("pages come and go, each is back where the task is, and the recording is whole")
