"""Does the sample tasks in a browser, on a touch screen of a phone's size: what comes of them is what comes of the
same tasks by events, and in the terminal."""

import copy
import json
import subprocess
import sys

from answers import answers, by_step, expected, marks, result
from host import Host, check
from person import Person, chromium
from proof import Report, Wrong, expect, folder, footfall, root, samples, within

sys.path.insert(0, str(root / "Tests" / "Proofs"))
from terminal import Terminal

report = Report("tasks")
place = folder("tasks")
tasks = samples / "Tasks"


def must(name):
    """The name of a question that has to be answered."""
    return f"{name} (required)"


def done(host, person, status=0):
    """The page says that the task is over, and the command has ended by itself."""
    person.see("Finished")
    expect("the exit status", host.status(), status)
    expect("what the browser complains of", person.complaints, [])


def automatic(name, *options, language="en_GB.UTF-8"):
    """The session of the same task, done by nobody at full speed."""
    output = place / f"{name}-automatic"
    subprocess.run(
        [footfall(), "run", tasks / f"{name}.json", "--auto", "--source", "synthetic", "--speed", "max",
         "-o", output, *options],
        env={"PATH": "/usr/bin:/bin", "LANG": language, "TZ": "UTC"}, check=True, capture_output=True,
    )
    return next(output.iterdir())


# Walking

def walk_and_balance(browser):
    with Host(tasks / "WalkAndBalance.json", place / "walk", "--source", "synthetic", "--speed", "5") as host:
        person = Person(browser)
        person.open(host.address)
        person.see("Walk and balance")
        person.press("Begin")
        person.press("Allow")
        person.see("Walk to and fro")
        person.press("Next")
        person.see("Walk")
        person.press("Mark")
        person.see("Now stand still")
        person.press("Next")
        person.see("Thank you")
        person.press("Done")
        done(host, person)
        person.close()
        session = host.session
    expect("WalkAndBalance", result(session), expected(samples, "WalkAndBalance"))
    expect("WalkAndBalance without a person", result(automatic("WalkAndBalance")), result(session))
    [walk] = session.glob("walk_motion.json")
    expect("the marks in the walk's file", marks(json.loads(walk.read_text())), ["button"])
    status, words = check(session)
    expect(f"the check of the walk ({words})", status, 0)
    files = json.loads((session / "manifest.json").read_text())["files"]
    counts = [sensor["samples"] for file in files for sensor in file.get("sensors", [])]
    return f"{len(counts)} streams of {min(counts)} to {max(counts)} samples"


# Surveys

def survey(browser, name, answer, keys):
    """A survey in the browser, and the same one by keys in a terminal."""
    with Host(tasks / "Survey.json", place / name) as host:
        person = Person(browser)
        person.open(host.address)
        person.see("About your walking")
        person.press("Next")
        answer(person)
        person.see("Thank you")
        person.press("Done")
        done(host, person)
        person.close()
        session = host.session
    expect(name, result(session), expected(samples, name))
    terminal_folder = place / f"{name}-terminal"
    terminal_folder.mkdir()
    terminal = Terminal([footfall(), "run", tasks / "Survey.json"], terminal_folder)
    terminal.wait("About your walking")
    terminal.type("\r")
    keys(terminal)
    terminal.wait("Thank you")
    terminal.type("\r")
    expect(f"{name} in the terminal, its status", terminal.status(), 0)
    other = next((terminal_folder / "Sessions").iterdir())
    expect(f"{name}, compared with the terminal", result(session), result(other))
    expect(f"the answers of {name}, compared with the terminal", answers(session), answers(other))
    return f"{len(answers(session))} answers"


def faller(person):
    person.see("Falls")
    person.choose("Yes")
    person.press("Next")
    person.see("How often?")
    # More than there are days in a year.
    person.type(must("Falls"), "400")
    refused(person, "The number is too large")
    field = person.find("textbox", must("Falls"))
    field.fill("")
    person.type(must("Falls"), "4")
    person.tab.get_by_label("The last time", exact=True).fill("2026-02-14")
    person.press("Next")
    person.see("Aids")
    for aid in ("Nothing", "A stick", "A walker with or without wheels"):
        person.choose(aid, "checkbox")
    person.press("Next")
    person.see("About you")
    person.type(must("Year of birth"), "1951")
    person.type(must("Initials"), "AL")
    person.press("Next")
    person.see("Take care")
    person.press("Next")


def refused(person, words):
    """An answer that is none is told, beside the field and in a question on top, which is answered."""
    told = person.tab.get_by_text(words)
    told.first.wait_for()
    person.press("OK")
    # The host takes it away: until then no field below it can be typed into.
    person.tab.get_by_role("alertdialog").wait_for(state="detached")


def faller_keys(terminal):
    terminal.wait("Falls")
    terminal.type("1\x1bn")
    terminal.wait("How often?")
    terminal.type("4\r")
    terminal.type("2026-02-14\x1bn")
    terminal.wait("Aids")
    terminal.type("312\x1bn")
    terminal.wait("About you")
    terminal.type("\t\t1951\tAL\x1bn")
    terminal.wait("Take care")
    terminal.type("\r")


def steady(person):
    person.see("Falls")
    person.choose("No")
    person.press("Next")
    person.see("Aids")
    person.choose("Nothing", "checkbox")
    person.press("Next")
    person.see("About you")
    person.press("I would rather not say")


def steady_keys(terminal):
    terminal.wait("Falls")
    terminal.type("2\x1bn")
    terminal.wait("Aids")
    terminal.type("3\x1bn")
    terminal.wait("About you")
    terminal.type("\x1bi")


# Forty questions

def forty_questions(browser):
    # Who lives in Canada leaves the first letter of a postal code.
    with Host(tasks / "FortyQuestions.json", place / "forty", language="en_CA.UTF-8") as host:
        person = Person(browser, locale="en-CA")
        person.open(host.address)
        person.see("Forty questions")
        person.press("Next")
        for question, deed, how in forty:
            act(person, question, deed, how)
        person.press("Next")
        person.see("Thank you")
        person.press("Done")
        done(host, person)
        person.close()
        session = host.session
    wanted = copy.deepcopy(expected(samples, "FortyQuestions"))
    # A calendar of a browser has no quarters of a second.
    for item in wanted["stepHistory"][1]["inputResults"]:
        if item["identifier"] == "moment":
            item["value"] = "2026-11-21T10:15:00.000Z"
    expect("FortyQuestions", result(session), wanted)
    file = place / "forty.json"
    given = by_step(wanted)
    # Nobody keeps a whole postal code, and a file of answers gives none.
    del given["form"]["postal"]
    file.write_text(json.dumps(given))
    other = automatic("FortyQuestions", "--answers", file, language="en_CA.UTF-8")
    mine, theirs = answers(session), answers(other)
    # A choice that stands for nothing is an answer in the result, and none in a file of answers.
    expect("the choice without a value", "form_sex" in mine, False)
    expect("the postal code", [mine.pop("form_postal", None), theirs.pop("form_postal", "")], ["K*****", ""])
    expect("the answers of FortyQuestions, compared with those of --answers", mine, theirs)
    return f"{len(mine) + 1} answers"


# What is done with each question, in the order of the form: results are in the order in which they were given.
forty = (
    ("I agree to be asked all this", "tick", ()),
    ("Do you smoke?", "choose", ("Yes", "No")),
    ("When did you take your medicine?", "date", "2026-11-21T10:15"),
    ("When did you last fall?", "type", "2026-11-21T10:15:00.000+01:00"),
    ("Date of birth", "date", "1990-05-12"),
    ("When do you wake up?", "date", "07:30"),
    ("Amplitude of your tremor", "type", "4.75"),
    ("Pain", "type", "6.5"),
    ("How long did you sleep?", "turn", {"hr": "7 hr", "min": "45 min"}),
    ("Share of the dose that you took", "type", "1 3/4"),
    ("Age", "type", "61"),
    ("Cups of coffee a day", "pick", "3"),
    ("Steps a day", "number", "8340"),
    ("Name", "type", "Ada L."),
    ("What happened?", "type", "First.\nThen."),
    ("Mood", "type", "fair"),
    ("Year of the diagnosis", "type", "2014"),
    ("Anything else", "type", "a word"),
    ("Sex", "choose", ("f", "Neither")),
    ("Stage", "choose", ("Two",)),
    ("Writing hand", "pick", "right"),
    ("Dose", "choose", ("Half",)),
    ("Where does it ache?", "tick", ("None", "leg", "arm")),
    ("On which days do you exercise?", "tick", ("We", "Mo", "Tu", "Tu")),
    ("Last meal", "turn", {"1": "corn", "2": "egg"}),
    ("Your code", "turn", {"1": "a", "2": "d"}),
    ("Height", "type", "173"),
    ("Height of your child", "type", "1.2 m"),
    ("Length of your baby", "type", "50"),
    ("Weight", "type", "68"),
    ("Weight of your child", "type", "23.5"),
    ("Weight of your baby", "turn", {"kg": "3 kg", "g": "450 g"}),
    ("Blood pressure", "turn", {"1": "120", "2": "80"}),
    ("Blood pressure of your child", "type", "100/60"),
    ("Blood pressure of your baby", "turn", {"1": "70", "2": "40"}),
    ("Postal code", "type", "K1A 0B6"),
    ("A drug that you take", "open", (("Name", "Levodopa"), ("Dose", "100"))),
    ("Your doctor", "open", (("Name", "Dr. No"),)),
    ("Visits to a doctor this year", "type", "4"),
    ("How does your left leg feel?", "type", "stiff"),
)


def act(person, question, deed, how):
    """Does one deed with one question."""
    match deed:
        case "type": person.type(must(question), how)
        case "number": person.type(f"Number, {question}", how)
        case "pick": person.find("combobox", must(question)).select_option(how)
        case "turn":
            for wheel, row in how.items():
                person.find("combobox", f"{question}, {wheel}").select_option(row)
        case "date":
            picker = person.tab.get_by_label(must(question), exact=True)
            picker.fill(how)
            picker.blur()
        case "tick" if not how: person.choose(question, "checkbox")
        case "tick":
            for row in how:
                person.choose(row, "checkbox", must(question))
        case "choose":
            for row in how:
                person.choose(row, "radio", must(question))
        case "open":
            person.press(question)
            sheet = person.tab.get_by_role("dialog")
            for name, text in how:
                field = sheet.get_by_role("textbox", name=must(name), exact=True)
                field.tap()
                field.press_sequentially(text)
            sheet.get_by_role("button", name="Done", exact=True).tap()
            sheet.wait_for(state="detached")


def seconds(browser):
    """A time of which the task wants seconds is typed with them."""
    file = place / "seconds.json"
    file.write_text(json.dumps({"identifier": "Seconds", "steps": [
        {"identifier": "form", "type": "form", "title": "Fall", "inputFields": [
            {"identifier": "when", "type": "date", "prompt": "When did you fall?",
             "range": {"codingFormat": "dd/MM/yyyy HH:mm:ss"}}]},
        {"identifier": "completion", "type": "completion", "title": "Thank you"},
    ]}))
    with Host(file, place / "seconds") as host:
        person = Person(browser)
        person.open(host.address)
        person.see("Fall")
        person.type(must("When did you fall?"), "21/11/2026 10:15:30")
        person.press("Next")
        person.see("Thank you")
        person.press("Done")
        done(host, person)
        person.close()
        expect("the time", by_step(result(host.session)), {"form": {"when": "21/11/2026 10:15:30"}})
    return "the seconds of a typed time are in the result"


# Tapping

# Where one taps, a button or beside them, and how many seconds after the tap before.
taps = (("Left", 0.4), ("Right", 0.3), ("Left", 0.3), (None, 0.3), ("Right", 0.25))
hits = sum(name is not None for name, _ in taps)


def tapping(browser):
    """Taps on two buttons and beside them, by touches."""
    file = place / "tapping.json"
    file.write_text(json.dumps(tapping_task()))
    with Host(file, place / "tapping") as host:
        person = Person(browser)
        person.open(host.address)
        person.see("Left hand")
        person.press("Next")
        figures = []
        for hand in ("left", "right"):
            person.see("Tap")
            if not person.has("button", "Left"):
                host.end()
                person.close()
                return None
            figures.append(tap(person, hand))
            if hand == "left":
                person.see("Right hand")
                person.press("Next")
        person.see("Your taps")
        within(
            lambda: f"the score of {hits} taps is shown: {person.text()}",
            lambda: f"{hits} times" in person.tab.locator("main").inner_text(),
        )
        person.press("Next")
        person.see("Thank you")
        person.press("Done")
        done(host, person)
        person.close()
        session = host.session
    greatest = 0
    for hand, made in zip(("left", "right"), figures):
        greatest = max(greatest, judge_taps(session, hand, made))
    return f"{2 * len(taps)} touches, greatest difference of an interval {greatest * 1000:.1f} ms"


def tapping_task():
    def hand(name):
        return {"identifier": name, "type": "section", "steps": [
            {"identifier": "instruction", "type": "instruction", "title": f"{name.capitalize()} hand"},
            {"identifier": "tapping", "type": "tapping", "duration": 10, "title": "Tap", "hand": name,
             "commands": ["startTimerAutomatically", "transitionAutomatically"]},
        ]}
    return {"identifier": "Tapping", "steps": [
        hand("left"), hand("right"),
        {"identifier": "score", "type": "feedback", "title": "Your taps", "stepResultIdentifier": "right/tapping",
         "resultIdentifier": "tapCount", "unitText": "times"},
        {"identifier": "completion", "type": "completion", "title": "Thank you"},
    ]}


def tap(person, hand):
    """Touches the glass at its places, and answers when, in seconds by the browser's clock."""
    tab = person.tab
    area = tab.locator(".touchArea")
    buttons = {name: person.find("button", name) for name in ("Left", "Right")}
    tab.evaluate("""() => {
        if (!window.touchedAt) addEventListener('pointerdown', (event) => window.touchedAt.push(event.timeStamp), true);
        window.touchedAt = [];
    }""")
    for name, wait in taps:
        tab.wait_for_timeout(wait * 1000)
        # Where it is now: what the host still wants on a new screen may have moved it.
        box = buttons.get(name, area).bounding_box()
        if name:
            tab.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        else:
            # The edge of the area is beside both buttons.
            tab.touchscreen.tap(box["x"] + 6, box["y"] + 6)
    return [at / 1000 for at in tab.evaluate("window.touchedAt")]


def judge_taps(session, hand, made):
    """The taps of a hand are those that were made, in their order; answers the greatest difference of an interval."""
    whole = json.loads((session / "taskResult.json").read_text())
    [section] = [step for step in whole["stepHistory"] if step["identifier"] == hand]
    [step] = [step for step in section["stepHistory"] if step["identifier"] == "tapping"]
    found = {item["identifier"]: item["value"] for item in step["inputResults"]}
    names = [{"Left": "left", "Right": "right", None: "none"}[name] for name, _ in taps]
    samples_of_hand = found["samples"]
    expect(f"the taps of the {hand} hand", [sample["button"] for sample in samples_of_hand], names)
    counts = {"tapCount": hits, "leftTapCount": names.count("left"), "rightTapCount": names.count("right")}
    expect(f"the counts of the {hand} hand", {name: found[name] for name in counts}, counts)
    times = [sample["timestamp"] for sample in samples_of_hand]
    expect(f"the order of the {hand} hand's times", times, sorted(times))
    seen = [later - earlier for earlier, later in zip(times, times[1:])]
    wanted = [later - earlier for earlier, later in zip(made, made[1:])]
    return max(abs(one - other) for one, other in zip(seen, wanted))


parts = {
    "WalkAndBalance": walk_and_balance,
    "SurveyFaller": lambda browser: survey(browser, "SurveyFaller", faller, faller_keys),
    "SurveySteady": lambda browser: survey(browser, "SurveySteady", steady, steady_keys),
    "FortyQuestions": forty_questions,
    "Seconds": seconds,
    "Tapping": tapping,
}

with chromium() as browser:
    for name, part in parts.items():
        if len(sys.argv) > 1 and name not in sys.argv[1:]:
            continue
        try:
            figures = part(browser)
        except (Wrong, SystemExit) as problem:
            report.fault(f"{name}: {problem}")
        except Exception as problem:
            report.fault(f"{name}: {type(problem).__name__}: {str(problem)[:600]}")
        else:
            if figures is None:
                report.leave_out(f"{name}: the command's step of type 'tapping' has no buttons to tap")
            else:
                report.say(f"{name}: {figures}")
report.end("the results are those of the same tasks by events and in the terminal")
