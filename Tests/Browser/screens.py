"""Shows each kind of step and of question on narrow and wide screens, in light and in dark, in three languages: takes
pictures, has axe look, and measures."""

import argparse
import html
import pathlib

from host import Host
from judge import each_shape, faults, lights, sizes
from person import Person, chromium
from proof import Report, Wrong, expect, folder, root, within

report = Report("screens")
here = pathlib.Path(__file__).parent
languages = {"en_GB": "ltr", "de_DE": "ltr", "ar_EG": "rtl"}
# The words of the task in each language, as the tests of the terminal have them.
words = {
    "en_GB": ("Walking", "Standing", "Sitting"), "de_DE": ("Gehen", "Überqueren", "Füße"),
    "ar_EG": ("المشي", "الوقوف", "الجلوس"),
}


class Gallery:
    """The screens of one language, as they are looked at one after the other."""

    def __init__(self, language, person, to):
        self.language, self.person, self.to = language, person, to
        self.tab = person.tab
        self.names = []

    def look(self, name):
        """Looks at what is shown now, in each size and each light."""
        self.names.append(name)
        is_on_top = self.tab.locator("dialog[open]").count() > 0
        for width, light in each_shape(self.tab):
            for fault in faults(self.tab, width, light):
                report.fault(f"{self.language}, {name}, {width} px, {light}: {fault}")
            self.tab.screenshot(path=self.to / file_name(self.language, name, width, light), full_page=not is_on_top)

    # The way through the task, by what buttons are for: their names differ from language to language.

    def button(self, action):
        """The button of the step, or of what lies on top of it, that is for this."""
        scope = self.tab.locator("dialog[open]").last if self.tab.locator("dialog[open]").count() else self.tab.locator("main")
        return scope.locator(f'button[data-id$="/{action}"]')

    def step(self, identifier):
        """The step is on the screen."""
        within(
            lambda: f"the step '{identifier}' ({self.language}; there is {self.person.text()!r})",
            lambda: self.tab.locator(f'main [data-id*="/{identifier}/"]').count() > 0,
        )
        self.tab.wait_for_timeout(200)

    def leave(self):
        """Leaves the step by what leads on; where nothing does that can be pressed, by what skips it."""
        if not self.goes_on() and self.button("skip").count():
            return self.button("skip").first.click()
        return self.go_on()

    def goes_on(self):
        """Whether what leads on can be pressed now."""
        forward = self.button("goForward")
        return forward.count() > 0 and forward.first.is_enabled()

    def go_on(self):
        """Leaves the step by what leads on, which can be pressed when the host has taken what was entered."""
        self.button("goForward").first.click()

    def enter(self, field, text, is_refused=False):
        """Fills a field and leaves it; waits until the host says of it what it will."""
        field.fill(text)
        field.blur()
        wanted = "true" if is_refused else None
        within(
            lambda: f"'{text}' is {'refused' if is_refused else 'taken'} ({self.language}; there is {self.person.text()!r})",
            lambda: field.get_attribute("aria-invalid") == wanted,
        )
        self.tab.wait_for_timeout(600)

    def close_top(self):
        self.tab.keyboard.press("Escape")
        self.tab.locator("dialog[open]").wait_for(state="detached")


def plotted(tab):
    """Whether something of what is recorded is drawn, and has some seconds of it."""
    try:
        within("a plot", lambda: tab.locator(".plot").count() > 0)
    except Wrong:
        return False
    tab.wait_for_timeout(2000)
    return True


def file_name(language, name, width, light):
    return f"{language}-{name}-{width}-{light}.png"


def walk(gallery, person, browser, host):
    """Goes through the whole task, and looks at each screen of it."""
    tab = person.tab
    gallery.step("overview")
    expect(f"{gallery.language}: the direction", tab.locator("#page").get_attribute("dir"), languages[gallery.language])
    gallery.look("overview")
    gallery.button("learnMore").first.click()
    tab.locator("dialog[open]").wait_for()
    tab.wait_for_timeout(300)
    gallery.look("page on top")
    gallery.close_top()
    gallery.leave()
    tab.get_by_role("alertdialog").wait_for()
    gallery.look("permission")
    tab.get_by_role("alertdialog").get_by_role("button").first.click()
    for name in ("instruction", "colours", "within", "inside", "countdown", "active", "tapping", "picture"):
        gallery.step(name)
        if name == "active" and not plotted(tab):
            report.fault(f"{gallery.language}: what is recorded is not plotted in the active step")
        if name == "tapping" and not tab.locator(".touchArea").count():
            report.leave_out(f"{gallery.language}: tapping, as the command's step of that type has no buttons to tap")
        gallery.look(name)
        gallery.leave()
    gallery.step("choices")
    tab.get_by_role("radio").nth(1).check()
    tab.get_by_role("checkbox").first.check()
    tab.wait_for_timeout(600)
    gallery.look("choices")
    gallery.button("cancel").first.click()
    tab.get_by_role("alertdialog").wait_for()
    gallery.look("question on top")
    gallery.close_top()
    gallery.leave()
    gallery.step("only")
    gallery.look("only")
    gallery.leave()
    gallery.step("numbers")
    gallery.look("numbers")
    number = tab.locator("input[type=text]").first
    gallery.enter(number, "400", is_refused=True)
    tab.locator("dialog[open]").wait_for()
    gallery.look("refused")
    tab.locator("dialog[open]").get_by_role("button").first.click()
    tab.locator("dialog[open]").wait_for(state="detached")
    tab.wait_for_timeout(300)
    gallery.look("refused, and read")
    gallery.enter(number, "42")
    gallery.go_on()
    gallery.step("texts")
    gallery.look("texts")
    tab.locator("button.row").first.click()
    tab.locator("dialog[open]").wait_for()
    tab.wait_for_timeout(300)
    gallery.look("form on top")
    gallery.close_top()
    gallery.leave()
    gallery.step("dates")
    gallery.look("dates")
    gallery.leave()
    gallery.step("about")
    gallery.look("about")
    number = tab.locator("input[type=text]").first
    gallery.enter(number, "71")
    # Not what skips it: the next step shows what was entered.
    gallery.go_on()
    gallery.step("feedback")
    gallery.look("feedback")
    gallery.leave()
    gallery.step("unknown")
    gallery.look("unknown")
    other = Person(browser, viewport={"width": 320, "height": 640})
    other.open(host.address)
    follower = Gallery(gallery.language, other, gallery.to)
    follower.step("unknown")
    follower.look("another page leads")
    gallery.names += follower.names
    expect(f"{gallery.language}: what the browser of the page that follows complains of", other.complaints, [])
    other.close()
    gallery.leave()
    gallery.step("completion")
    gallery.look("completion")
    gallery.leave()
    host.status()
    tab.locator("main .alone").wait_for()
    tab.wait_for_timeout(500)
    gallery.look("over")


def sheet(browser, gallery):
    """All pictures of a language on one, each screen with its sizes and lights beside each other."""
    cells = "".join(
        f"<figure><figcaption>{html.escape(name)}</figcaption>" + "".join(
            f'<img src="{file_name(gallery.language, name, width, light)}" style="width:{130 if width == 320 else 300}px">'
            for width in sizes for light in lights
        ) + "</figure>" for name in gallery.names
    )
    page = gallery.to / f"{gallery.language}.html"
    page.write_text(
        "<!doctype html><meta charset=utf-8><style>body{margin:8px;width:1800px;display:flex;flex-wrap:wrap;gap:8px;"
        "font:14px sans-serif;background:#999}figure{margin:0;width:892px}img{margin:2px;max-height:420px;"
        f"object-fit:cover;object-position:top;vertical-align:top}}</style>{cells}"
    )
    tab = browser.new_page(viewport={"width": 1816, "height": 900})
    tab.goto(page.absolute().as_uri())
    tab.screenshot(path=gallery.to / f"sheet-{gallery.language}.png", full_page=True)
    tab.close()
    page.unlink()


def prove(browser, language, place, to):
    text = (here / "Screens.json").read_text()
    for word, other in zip(words["en_GB"], words[language]):
        text = text.replace(word, other)
    file = place / f"{language}.json"
    file.write_text(text)
    options = ("--source", "synthetic", "--resources", here / "Resources")
    with Host(file, place / language, *options, language=f"{language}.UTF-8") as host:
        person = Person(browser, locale=language.replace("_", "-"), viewport={"width": 320, "height": 640})
        person.open(host.address)
        gallery = Gallery(language, person, to)
        try:
            walk(gallery, person, browser, host)
        finally:
            sheet(browser, gallery)
            # A command that has ended answers nobody; the page does not know that it will not come back.
            for complaint in (one for one in person.complaints if "ERR_CONNECTION_REFUSED" not in one):
                report.fault(f"{language}: the browser complains: {complaint}")
        person.close()
    return len(gallery.names)


parser = argparse.ArgumentParser()
parser.add_argument("--to", type=pathlib.Path, default=root / ".build" / "browser" / "screens")
parser.add_argument("languages", nargs="*", default=list(languages))
given = parser.parse_args()
given.to.mkdir(parents=True, exist_ok=True)
looked = 0
with chromium() as browser:
    for language in given.languages:
        try:
            looked += prove(browser, language, folder("screens"), given.to)
        except (Wrong, SystemExit) as problem:
            report.fault(f"{language}: {problem}")
        except Exception as problem:
            report.fault(f"{language}: {type(problem).__name__}: {str(problem)[:600]}")
report.leave_out("films, which need one to show")
report.end(f"{looked} screens, each in two sizes and two lights: axe finds nothing; pictures in {given.to}")
