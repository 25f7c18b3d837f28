"""An operator looks after the board: begins a task by keys, which somebody else does, checks what was recorded and
takes it along; and nobody but an operator gets anything of it."""

import json
import re
import shutil
import zipfile

from host import Server
from judge import each_shape, faults
from person import Person, chromium
from proof import Report, Wrong, expect, folder, patience, within

report = Report("board")
title = "Stand still"
subject = "P07"
task = {"identifier": "Stand", "title": title, "steps": [
    {"identifier": "ready", "type": "instruction", "title": "Get ready"},
    {"identifier": "stand", "type": "active", "title": title, "duration": 8,
     "commands": ["startTimerAutomatically", "transitionAutomatically"]},
    {"identifier": "thanks", "type": "completion", "title": "Thank you"},
], "asyncActions": [
    {"identifier": "motion", "type": "motion", "startStepIdentifier": "stand", "stopStepIdentifier": "stand",
     "frequency": 100, "recorderTypes": ["accelerometer", "gyro"]},
]}
# All that the page of the board asks for; no session has this key.
questions = (
    ("GET", "/board/state"), ("GET", "/board/sessions"), ("GET", "/board/sessions?before=00"),
    ("GET", "/board/check?session=00"), ("GET", "/board/plot?key=00"), ("GET", "/board/session?key=00"), ("GET", "/board/look?key=00"),
    ("POST", "/board/begin"), ("POST", "/board/end"),
)
most_tabs = 30


def new_folder(name):
    place = folder(name)
    (place / "Stand.json").write_text(json.dumps(task))
    return place


def look(tab, name):
    """What axe and the sizes say of what is shown."""
    for width, light in each_shape(tab):
        for fault in faults(tab, width, light):
            report.fault(f"{name}, {width} px, {light}: {fault}")


# On this machine

def begin_by_keys(person):
    """Goes to the task's button by Tab alone, and presses it."""
    tab = person.tab
    for _ in range(most_tabs):
        tab.keyboard.press("Tab")
        name, is_seen = tab.evaluate("""() => {
            const { innerText, tagName } = document.activeElement;
            const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
            return [innerText.replace(/\\s+/g, ' ').trim(),
                tagName === 'BODY' || (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2)];
        }""")
        if not is_seen:
            raise Wrong(f"it is not to be seen that '{name}' has the focus")
        if name == f"Begin {title}":
            tab.keyboard.press("Enter")
            return person.find("button", "End the task").wait_for()
    raise Wrong(f"no Tab leads to the button that begins '{title}': {person.text()}")


def do_task(person, address):
    person.open(address)
    person.see("Get ready")
    person.press("Next")
    # The permission is asked once more by each run.
    person.press("Allow")
    person.see(title)
    person.see("Thank you")
    person.press("Done")


def checked(person, session):
    """Checks the session on the page; answers the words of the check."""
    item = person.tab.get_by_role("listitem").filter(has_text=session)
    item.get_by_text("Finished", exact=True).wait_for()
    item.get_by_role("button", name=re.compile("^Check")).click()
    verdict = item.locator("[data-verdict]")
    within("the session is checked", lambda: verdict.count() and verdict.is_visible())
    expect("the verdict of the check", verdict.get_attribute("data-verdict"), "clean")
    sensors = item.get_by_role("rowheader").all_inner_texts()[1:]
    expect("the sensors in the table of the check", sensors, ["accelerometer", "gyro"])
    return item, verdict.inner_text()


def downloaded(person, item, folder, place):
    """Downloads the session; answers how many files of it are the folder's, byte by byte."""
    with person.tab.expect_download() as waiting:
        item.get_by_role("link", name=re.compile("^Download")).click()
    file = place / "session.zip"
    waiting.value.save_as(file)
    with zipfile.ZipFile(file) as archive:
        expect("the first member of the archive that is damaged", archive.testzip(), None)
        found = {name.removeprefix(f"{folder.name}/"): archive.read(name) for name in archive.namelist() if not name.endswith("/")}
    wanted = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    expect("the files in the archive", sorted(found), sorted(wanted))
    for name, content in wanted.items():
        if found[name] != content:
            raise Wrong(f"'{name}' of the archive has other bytes than that of the session")
    return len(wanted)


def plotted(person, item):
    """Opens the plot of the session, zooms and moves it by keys, hides a line; answers what it says of the whole."""
    with person.context.expect_page() as waiting:
        item.get_by_role("link", name=re.compile("^Plot")).click()
    tab = waiting.value
    tab.set_default_timeout(patience * 1000)
    wrong = []
    tab.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.get_by_role("img", name=re.compile("^accelerometer")).wait_for()
    expect("the panels of the plot", tab.get_by_role("img").count(), 2)
    shown = lambda: [float(tab.evaluate(f"document.body.dataset.{end}")) for end in ("from", "to")]
    whole = shown()
    words = tab.get_by_role("status").inner_text()
    # Of a copy: the browser complains of a canvas that is read twice, as it is where the curves come late.
    drawn = """() => [...document.querySelectorAll('canvas')].every((canvas) => {
        const { width, height } = canvas;
        if (!width || !height) return false;
        const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
        copy.drawImage(canvas, 0, 0);
        const { data } = copy.getImageData(0, 0, width, height);
        return new Set(new Uint32Array(data.buffer)).size > 8;
    })"""
    within("the curves are drawn", lambda: tab.evaluate(drawn))
    tab.get_by_role("img", name=re.compile("^accelerometer")).press("+")
    near = shown()
    expect("how much is shown behind a plus", round((near[1] - near[0]) / (whole[1] - whole[0]), 6), 0.5)
    tab.get_by_role("button", name="Move right").click()
    expect("whether the button moves", shown()[0] > near[0], True)
    tab.get_by_role("button", name="All").click()
    expect("what is shown behind All", shown(), whole)
    border = "[101325, 999999.4, 999999.6, 1e6, 0.00099996, 0.001, 1e-4].map((number) => sayNumber(number))"
    written = ["101325", "999999", "1e+6", "1e+6", "0.001", "0.001", "1e−4"]
    expect("how numbers on both sides of a form's border are written", tab.evaluate(border), written)
    line = tab.get_by_role("button", name="x", exact=True).first
    line.click()
    expect("whether the line is hidden", line.get_attribute("aria-pressed"), "false")
    # Each reading of the axe of the board's shapes; a plot has its own page.
    look(tab, "a plot")
    expect("what the browser complains of the plot", wrong, [])
    tab.close()
    return words


def refuse_gone(person, item, session):
    """A session that was taken away meanwhile is not downloaded: the page says why, and lists it no more."""
    shutil.rmtree(session)
    item.get_by_role("link", name=re.compile("^Download")).click()
    within("the session is listed no more", lambda: not item.count())
    person.tab.get_by_role("alert").filter(has_text="session").wait_for()


def operate(browser):
    place = new_folder("board")
    with Server(place) as server:
        operator = Person(browser, viewport={"width": 1280, "height": 800})
        operator.open(server.invitation("operator"))
        operator.see("Board")
        expect("the operator's address behind the digits", operator.tab.url, f"{server.address}board")
        operator.tab.get_by_text("There is no session yet.").wait_for()
        look(operator.tab, "nothing runs")
        # A code that is none is refused in words, and nothing begins.
        operator.tab.get_by_label("Subject").fill("no code")
        operator.find("button", f"Begin {title}").click()
        operator.tab.get_by_role("alert").filter(has_text="the subject has").wait_for()
        look(operator.tab, "a code is refused")
        operator.tab.get_by_label("Subject").fill(subject)
        operator.tab.get_by_text(f"For {subject}").wait_for()
        begin_by_keys(operator)
        look(operator.tab, "a task runs")
        expect("whether another task can begin", operator.find("button", f"Begin {title}").get_attribute("aria-disabled"), "true")
        participant = Person(browser)
        do_task(participant, server.invitation("participant"))
        participant.see("Waiting for the task")
        operator.tab.get_by_text("No task runs.").wait_for()
        [(name, session)] = server.sessions.items()
        told = json.loads((session / "manifest.json").read_text())
        expect("whose the session is", told["participant"], {"subject": subject})
        item, words = checked(operator, name)
        look(operator.tab, "a session is checked")
        span = plotted(operator, item)
        count = downloaded(operator, item, session, place)
        expect("whether the check's answer is still there", item.locator("[data-verdict]").is_visible(), True)
        # Before somebody is let in, a browser hears of it in its own words.
        complaints = [words for words in operator.complaints + participant.complaints if "401" not in words]
        # Of the code that was refused, too.
        refused = [words for words in complaints if "409" in words and "/board/begin" in words]
        expect("how often a browser complains of the code that was refused", len(refused), 1)
        complaints = [words for words in complaints if words not in refused]
        expect("what the browsers complain of", complaints, [])
        refuse_gone(operator, item, session)
        participant.close()
        operator.close()
        server.end()
    return f"a task begun by keys, '{words}' of its session, a plot of {span} zoomed, {count} files downloaded as they are"


# In a network

def codes_of(server):
    """The digits of each role, as the command printed them."""
    found = {}
    within("three codes are printed", lambda: len(find_codes(server, found)) == 3)
    doing, watching = found.pop("to do the task"), found.pop("to watch")
    [operating] = found.values()
    return doing, watching, operating


def find_codes(server, found):
    for line in server.said:
        match = re.match(r"(to [^,:]+)[,:].*\bcode (\d{6})\b", line.strip())
        if match:
            found[match.group(1)] = match.group(2)
    return found


def tab_of(browser):
    """A tab of a browser of its own, which takes the certificate as a person does who has compared it."""
    context = browser.new_context(ignore_https_errors=True, locale="en-GB")
    context.set_default_timeout(patience * 1000)
    return context.new_page()


def expect_refusals(tab, who, status):
    """Every question about the board has this answer, which says nothing of the board."""
    for method, path in questions:
        answer, text = tab.evaluate("""async ([method, path]) => {
            const headers = { 'Content-Type': 'application/json' };
            const body = JSON.stringify({ task: 'Stand.json' });
            const answer = await fetch(path, method === 'POST' ? { method, headers, body } : {});
            return [answer.status, await answer.text()];
        }""", [method, path])
        expect(f"the answer to {who} who asks {method} {path}", answer, status)
        if "Stand" in text or title in text:
            raise Wrong(f"the answer to {who} who asks {method} {path} names the task: {text}")


def keep_out(browser):
    with Server(new_folder("board-lan"), "--lan") as server:
        doing, watching, operating = codes_of(server)
        stranger = tab_of(browser)
        stranger.goto(f"{server.address}board")
        stranger.get_by_label("Code").wait_for()
        expect_refusals(stranger, "a stranger", 401)
        for who, code in (("a participant", doing), ("a watcher", watching)):
            tab = tab_of(browser)
            tab.goto(f"{server.address}#{code}")
            tab.get_by_role("heading", name="Waiting for the task").wait_for()
            expect_refusals(tab, who, 403)
            tab.goto(f"{server.address}board")
            tab.get_by_role("heading", name="For operators only").wait_for()
        # Nobody of those has begun anything, and the operator's digits open the same page.
        stranger.get_by_label("Code").fill(operating)
        stranger.get_by_text("No task runs.").wait_for()
        stranger.get_by_role("button", name=f"Begin {title}").wait_for()
        server.end()
    return f"{len(questions)} questions of a stranger, a participant and a watcher refused"


with chromium() as browser:
    for part in (operate, keep_out):
        try:
            report.say(part(browser))
        except (Wrong, SystemExit) as problem:
            report.fault(str(problem))
        except Exception as problem:
            report.fault(f"{type(problem).__name__}: {str(problem)[:600]}")
report.end("an operator begins, checks and downloads; nobody else gets anything of the board")
