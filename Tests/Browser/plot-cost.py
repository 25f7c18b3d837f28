"""What it costs that somebody looks at a recording: the time on processors of the command and of its process that
answers browsers, while a page shows plots of nine axes, against the same recording with the page closed."""

import json
import os
import time

from answers import lost_between, records, streams
from host import Host, check
from person import Person, chromium
from proof import Report, Wrong, expect, folder, within

report = Report("plot-cost")
place = folder("plot-cost")
rate = 100
seconds = float(os.environ.get("FOOTFALL_SECONDS_WATCHED", "30"))
most_points = 5
# A thread that never rests would hide what a page costs.
most_closed = 25
kinds = ["accelerometer", "gyro", "magnetometer"]
step = "Walk on"
# The page is gone before the step that has the plots, which begins by itself: nobody has looked at it by then. A step
# whose timer leads on shows them.
task = {"identifier": "Walk", "steps": [
    {"identifier": "ready", "type": "overview", "title": "Get ready", "permissions": [
        {"permissionType": "motion", "title": "Motion", "reason": "The walk is recorded."}]},
    {"identifier": "wait", "type": "active", "title": "Wait", "duration": 4,
     "commands": ["startTimerAutomatically", "transitionAutomatically"]},
    {"identifier": "walk", "type": "active", "title": step, "duration": 600,
     "commands": ["startTimerAutomatically", "transitionAutomatically"]},
    {"identifier": "thanks", "type": "completion", "title": "Thank you"},
], "asyncActions": [
    {"identifier": "motion", "type": "motion", "startStepIdentifier": "walk", "stopStepIdentifier": "walk",
     "frequency": rate, "recorderTypes": kinds},
]}

# The lines of what comes, as a page hears of them; each is to have all that a plot shows, ten seconds.
notes = """(() => {
    window.EventSource = class extends EventSource {
        constructor(...words) {
            super(...words);
            this.addEventListener('update', ({ data }) => {
                const { readings } = JSON.parse(data);
                for (const one of readings ?? []) (window.readings ??= new Map()).set(one.stream, one);
            });
        }
    };
})();"""
window = 10
lines = """() => [...(window.readings?.values() ?? [])].flatMap(({ stream, interval, lines }) => lines.map(({ name, lows }) => ({
    name: `${stream} ${name}`, count: lows.length, seconds: interval * lows.filter((low) => low !== null).length,
})))"""
# A picture of each plot, to see that it changes.
drawn = "() => [...document.querySelectorAll('canvas.plot')].map((plot) => plot.toDataURL())"


def spent(process):
    """The time on processors that a process with all its threads has had so far, in seconds."""
    with open(f"/proc/{process}/stat") as file:
        # The name of the process, in parentheses, may have spaces.
        words = file.read().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


class Meter:
    """How much of one core the two processes of a command have, in points."""

    def __init__(self, host):
        self.processes = {"the command": host.process.pid, "what answers": host.child}

    def read(self):
        return time.monotonic(), {name: spent(process) for name, process in self.processes.items()}

    def watch(self, person=None):
        """The points of each process over so many seconds."""
        begin, before = self.read()
        if person:
            person.tab.wait_for_timeout(seconds * 1000)
        else:
            time.sleep(seconds)
        end, after = self.read()
        return {name: 100 * (after[name] - before[name]) / (end - begin) for name in before}


def say_points(what, points):
    parts = ", ".join(f"{name} {value:.2f}" for name, value in points.items())
    report.say(f"{what}: {sum(points.values()):.2f} points of a core ({parts})")
    return sum(points.values())


def begin_walk(host, browser):
    """Starts the walk and goes away; the recording is there when this returns."""
    person = Person(browser)
    person.open(host.address)
    person.see("Get ready")
    person.press("Get Started")
    person.press("Allow")
    person.see("Wait")
    person.close()
    within("the walk is recorded", lambda: any(host.session.glob("*motion.json")))
    # What begins and what ends costs by itself.
    time.sleep(2)


def come(host, browser):
    """Somebody who sees the whole of all plots: what lies below the screen is not drawn."""
    person = Person(browser, viewport={"width": 800, "height": 1800})
    person.context.add_init_script(notes)
    person.open(host.address)
    person.see(step)

    def is_whole():
        found = person.tab.evaluate(lines)
        return len(found) == 3 * len(kinds) and all(line["seconds"] > window - 0.5 for line in found)

    within("the plot is whole", is_whole, 30)
    return person


def prove():
    file = place / "task.json"
    file.write_text(json.dumps(task))
    with Host(file, place / "sessions", "--source", "synthetic") as host, chromium() as browser:
        begin_walk(host, browser)
        meter = Meter(host)
        closed = say_points(f"closed for {seconds:.0f} s", meter.watch())
        if closed > most_closed:
            report.fault(f"with the page closed {closed:.0f} points of a core are spent, not {most_closed} at most")
        person = come(host, browser)
        shown = person.tab.evaluate(lines)
        report.say(f"{len(kinds)} plots of {len(shown)} lines ({', '.join(line['name'] for line in shown)}), "
                   f"{shown[0]['count']} stretches each; {len(kinds)} streams of {rate} Hz are recorded")
        before = person.tab.evaluate(drawn)
        watched = say_points(f"a page shows the plots for {seconds:.0f} s", meter.watch(person))
        after = person.tab.evaluate(drawn)
        expect("how many plots are drawn", len(after), len(kinds))
        if any(one == other for one, other in zip(before, after)):
            report.fault("a plot stands still")
        if person.complaints:
            report.fault(f"the browser complains: {person.complaints[0]}")
        person.close()
        expect("the process that answers", host.child, meter.processes["what answers"])
        expect("the exit status of a task that was ended before its end", host.end(), 4)
        session = host.session
    status, words = check(session)
    expect(f"the check of the session ({words.strip()})", status, 0)
    found = streams(records(session))
    expect("the streams", sorted(found), sorted(kinds))
    for name, instants in found.items():
        expect(f"the samples of {name} that are missing", lost_between(instants, rate), 0)
    points = watched - closed
    report.say(f"the page: {points:.2f} points of a core more")
    if points > most_points:
        report.fault(f"the page costs {points:.2f} points of a core more, not {most_points} at most")


try:
    prove()
except (Wrong, SystemExit) as problem:
    report.fault(str(problem))
except Exception as problem:
    report.fault(f"{type(problem).__name__}: {str(problem)[:600]}")
report.end(f"plots of nine axes cost no more than {most_points} points of a core")
