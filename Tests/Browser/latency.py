"""From an event to what the screen shows of it, on the loopback: a page of the command against a bare page, in one
browser and in turns, so that the machine's own speed is in neither of the ratios."""

import json

from bare import Bare
from host import Host
from person import Person, chromium
from proof import Report, Wrong, folder

report = Report("latency")
place = folder("latency")
block, blocks = 100, 10
pause = 10
most_times_as_long = 3
tries = 3
window = {"viewport": {"width": 800, "height": 600}}
# One answer is needed, so that each press of it has the host turn Next on or off.
task = {"identifier": "Presses", "steps": [
    {"identifier": "form", "type": "form", "title": "Press", "inputFields": [
        {"identifier": "one", "type": "multipleChoice.string", "prompt": "Which?", "choices": ["This one", "That one"]}]},
    {"identifier": "thanks", "type": "completion", "title": "Thank you"},
]}

# Notes when a page asks the host, and when the host's update is there.
notes = """(() => {
    const ask = window.fetch.bind(window);
    window.fetch = (...words) => { window.askedAt = performance.now(); return ask(...words); };
    window.EventSource = class extends EventSource {
        constructor(...words) {
            super(...words);
            this.addEventListener('update', () => { window.heardAt = performance.now(); });
        }
    };
})();"""

# Presses so many times, and answers how many milliseconds each one took until the page changed, and its parts.
presses = """async ([count, pause]) => {
    const { press, node, options } = measured();
    const times = [];
    for (let index = 0; index < count; index += 1) {
        const time = await new Promise((done, fail) => {
            const limit = setTimeout(() => fail(new Error('nothing changes within 5 s')), 5000);
            const observer = new MutationObserver(() => {
                const changedAt = performance.now();
                clearTimeout(limit);
                observer.disconnect();
                done([changedAt - begin, askedAt - begin, heardAt - askedAt, changedAt - heardAt]);
            });
            observer.observe(node, options);
            const begin = performance.now();
            press();
        });
        times.push(time);
        await new Promise((done) => setTimeout(done, pause));
    }
    return times;
}"""

bare_page = """() => {
    const node = document.getElementById('shown').firstChild;
    return { press, node, options: { characterData: true } };
}"""
# Not the answer itself, which the page shows as chosen before the host knows of it.
own_page = """() => {
    const answer = document.querySelector('input[type=checkbox]');
    const node = document.querySelector('button.main');
    return { press: () => answer.click(), node, options: { attributeFilter: ['disabled'] } };
}"""


def share(times, percent):
    """The nearest value that so many percent do not exceed."""
    ordered = sorted(times)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def parts_of(times):
    """Words for where the time goes, each part by itself."""
    halves = [share([parts[index] for parts in times], 50) for index in (1, 2, 3)]
    return "{:.1f} ms to the request, {:.1f} ms to the update, {:.1f} ms to the change".format(*halves)


def measure(turn):
    """What each press took, in milliseconds with its parts: on the bare page, and on the command's."""
    file = place / "task.json"
    file.write_text(json.dumps(task))
    bare = Bare()
    with Host(file, place / f"sessions{turn}") as host, chromium() as browser:
        pages = []
        for address, measured in ((bare.address, bare_page), (host.address, own_page)):
            person = Person(browser, **window)
            person.context.add_init_script(notes)
            person.open(address)
            if measured is own_page:
                person.see("Press")
            person.tab.evaluate(f"window.measured = {measured}")
            # The first ones find nothing in any cache.
            person.tab.evaluate(presses, [20, pause])
            pages.append((person, []))
        for number in range(blocks):
            # Each is the first one as often as the other.
            for person, times in pages if number % 2 == 0 else reversed(pages):
                person.tab.bring_to_front()
                times += person.tab.evaluate(presses, [block, pause])
        for person, _ in pages:
            if person.complaints:
                report.fault(f"the browser complains: {person.complaints[0]}")
        host.end()
    bare.close()
    return [times for _, times in pages]


def prove():
    for turn in range(1, tries + 1):
        bare, own = measure(turn)
        totals = [[parts[0] for parts in times] for times in (bare, own)]
        ratios = {}
        for percent in (50, 99):
            of_bare, of_own = (share(times, percent) for times in totals)
            ratios[percent] = of_own / of_bare
            report.say(f"try {turn}: p{percent} of {len(own)}: {of_own:.1f} ms, bare {of_bare:.1f} ms, "
                       f"{ratios[percent]:.2f} times as long")
        for name, times in (("the command's page", own), ("the bare page", bare)):
            slowest = sorted(times)[-len(times) // 100:]
            report.say(f"try {turn}: {name}: {parts_of(times)}; the slowest hundredth: {parts_of(slowest)}")
        if max(ratios.values()) <= most_times_as_long:
            return
    raise Wrong(f"an event takes more than {most_times_as_long} times as long as on a bare page, {tries} times out of {tries}")


try:
    prove()
except (Wrong, SystemExit) as problem:
    report.fault(str(problem))
except Exception as problem:
    report.fault(f"{type(problem).__name__}: {str(problem)[:600]}")
report.end(f"an event is on the screen within {most_times_as_long} times of what a bare page takes")
