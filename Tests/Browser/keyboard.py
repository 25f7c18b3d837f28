"""Does the survey by the keyboard alone: what has the focus is to be seen, and each new screen begins at its heading."""

from answers import answers
from host import Host
from person import Person, chromium
from proof import Report, Wrong, expect, folder, samples, within

report = Report("keyboard")
place = folder("keyboard")
most_tabs = 40

# What of an element shows that it has the focus: its outline, or that of the row that stands for it.
focus = """() => {
    const element = document.activeElement;
    const shown = [element, element.closest('label')].filter(Boolean).map((one) => getComputedStyle(one));
    const labels = [...(element.labels ?? [])].map((label) => label.innerText.trim().split('\\n')[0]);
    return {
        tag: element.tagName, type: element.type ?? '',
        name: element.getAttribute('aria-label') || labels[0] || element.innerText?.trim() || '',
        // The parts of a date are the browser's own: it shows which one has the focus.
        isSeen: ['date', 'time', 'datetime-local'].includes(element.type)
            || shown.some((style) => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2),
        isCovered: (() => {
            const row = element.closest('label') ?? element;
            const box = row.getBoundingClientRect();
            const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return !there || !(row.contains(there) || there.contains(row));
        })(),
    };
}"""

# Inside the page: delays its posts, so that somebody is quicker than a round trip, and notes what they send.
delay_posts = """(milliseconds) => {
    const own = window.fetch;
    window.sent = [];
    window.fetch = async (place, options) => {
        if (place !== '/events') return own(place, options);
        await new Promise((done) => { setTimeout(done, milliseconds); });
        window.sent.push(...JSON.parse(options.body).events.map(({ event }) => event));
        return own(place, options);
    };
    window.sendAtOnce = () => { window.fetch = own; };
}"""
# The moves of the focus out of and into the field that was left first: those of a field on the way are not asked about.
moves_sent = """() => {
    const moves = window.sent.filter(({ event }) => ['began', 'ended'].includes(event));
    return moves.filter(({ id }) => id === moves[0].id).map(({ event }) => event);
}"""


class Typist:
    """Somebody who has keys and no pointer."""

    def __init__(self, person):
        self.person = person
        self.tab = person.tab
        self.keys = 0
        self.headings, self.fields = 0, 0

    def press(self, *keys):
        for key in keys:
            self.tab.keyboard.press(key)
            self.keys += 1

    def type(self, text):
        self.tab.keyboard.type(text)
        self.keys += len(text)

    @property
    def focus(self):
        return self.tab.evaluate(focus)

    def begin(self, title):
        """The screen is there, and the focus is on its heading, or in the field that the task itself begins with."""
        self.person.see(title)
        within(f"the focus is within '{title}'", lambda: self.focus["tag"] != "BODY")
        # What the host wants comes a moment later.
        self.tab.wait_for_timeout(300)
        found = self.focus
        if found["tag"] == "H1" and found["name"] == title:
            self.headings += 1
        elif found["type"] == "text" and found["isSeen"]:
            self.fields += 1
        else:
            raise Wrong(f"'{title}' is new, and the focus is on {found}")

    def go_to(self, name, kind=""):
        """Goes on by Tab until it is there; each element on the way shows that it has the focus."""
        passed = []
        for _ in range(most_tabs):
            if passed or self.focus["name"] != name:
                self.press("Tab")
            found = self.focus
            # From the last element the focus goes through the browser's own, which are not of the page.
            if found["tag"] == "BODY":
                continue
            passed.append(found["name"])
            if not found["isSeen"]:
                raise Wrong(f"on '{self.person.heading}' it is not to be seen that '{found['name']}' has the focus ({found['tag']})")
            if found["isCovered"]:
                raise Wrong(f"on '{self.person.heading}' '{found['name']}' has the focus and is covered by something else")
            if found["name"] == name and kind in ("", found["type"]):
                return
        raise Wrong(f"on '{self.person.heading}' no Tab leads to '{name}', but to {passed}")

    def come_back(self):
        """Leaves the field with the focus and returns before the host hears of it: the host hears of both, and the
        focus stays."""
        name = self.focus["name"]
        # What was typed is sent by itself first.
        self.tab.wait_for_timeout(1000)
        self.tab.evaluate(delay_posts, 1000)
        self.press("Shift+Tab", "Tab")
        expect("the element with the focus after Shift-Tab and Tab", self.focus["name"], name)
        within(
            lambda: f"the host hears that '{name}' was left and entered, but only {self.tab.evaluate(moves_sent)}",
            lambda: self.tab.evaluate(moves_sent) == ["ended", "began"],
        )
        self.tab.evaluate("() => window.sendAtOnce()")
        # What the host shows of it comes a moment later.
        self.tab.wait_for_timeout(1000)
        expect("the element with the focus after the return", self.focus["name"], name)

    def go_on(self, key="Enter"):
        """Presses Next, once the host lets it be pressed: Tab passes over what cannot be pressed."""
        within(lambda: f"Next can be pressed: {self.person.text()}", lambda: self.person.can_press("Next"))
        self.go_to("Next")
        self.press(key)


def prove(browser):
    with Host(samples / "Tasks" / "Survey.json", place) as host:
        # No touch screen, and nobody moves a mouse.
        person = Person(browser, viewport={"width": 800, "height": 600})
        typist = Typist(person)
        person.open(host.address)
        typist.begin("About your walking")
        typist.go_on()
        typist.begin("Falls")
        # A question is one stop of Tab: arrows go between its answers, and choose.
        typist.go_to("Yes")
        typist.press("Space")
        within("Yes is chosen", lambda: person.find("radio", "Yes").is_checked())
        typist.press("ArrowDown")
        within("No is chosen", lambda: person.find("radio", "No").is_checked())
        typist.press("ArrowUp")
        # The host has the last word, half a second later.
        person.tab.wait_for_timeout(1500)
        if not person.find("radio", "Yes").is_checked():
            report.fault("Yes, No, and Yes again, one quickly after the other, leave 'No' chosen")
            typist.press("Space")
            within("Yes is chosen in the end", lambda: person.find("radio", "Yes").is_checked())
        typist.go_on("Space")
        typist.begin("How often?")
        typist.go_to("Falls (required)")
        typist.type("4")
        typist.go_on()
        typist.begin("Aids")
        typist.go_to("A walker", "checkbox")
        typist.press("Space")
        within("the walker is ticked", lambda: person.tab.get_by_role("checkbox", name="A walker").is_checked())
        typist.go_on()
        typist.begin("About you")
        typist.go_to("Year of birth (required)")
        typist.type("1951")
        typist.come_back()
        typist.go_to("Initials (required)")
        typist.type("AL")
        typist.go_on()
        typist.begin("Take care")
        # Leaving is asked about: the focus is in the question, stays in it, and comes back to the screen.
        typist.go_to("Cancel")
        typist.press("Enter")
        person.tab.get_by_role("alertdialog").wait_for()
        for _ in range(6):
            typist.press("Tab")
            is_within = typist.tab.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
            if not is_within:
                raise Wrong(f"Tab leads out of a question that is asked, to {typist.focus}")
        typist.press("Escape")
        person.tab.get_by_role("alertdialog").wait_for(state="detached")
        typist.go_on()
        typist.begin("Thank you")
        typist.go_to("Done")
        typist.press("Enter")
        person.see("Finished")
        expect("the exit status", host.status(), 0)
        expect("what the browser complains of", person.complaints, [])
        wanted = {
            "falls_hasFallen": True, "fallCount_count": 4, "aids": ["walker"],
            "body_birthYear": 1951, "body_name": "AL",
        }
        seen = answers(host.session)
        expect("the answers", {key: seen.get(key) for key in wanted}, wanted)
        return f"a survey by {typist.keys} keys, the focus in sight; of its screens {typist.headings} began at their heading and {typist.fields} in a field"


with chromium() as browser:
    try:
        summary = prove(browser)
    except (Wrong, SystemExit) as problem:
        report.fault(str(problem))
        summary = ""
    except Exception as problem:
        report.fault(f"{type(problem).__name__}: {str(problem)[:600]}")
        summary = ""
report.end(summary)
