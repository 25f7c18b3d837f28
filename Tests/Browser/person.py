"""Somebody at a browser: finds what is on the screen by its role and its name, presses it, types, looks."""

import contextlib

from playwright.sync_api import Error, TimeoutError, sync_playwright

from proof import Wrong, patience

# A phone that is held upright.
phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@contextlib.contextmanager
def chromium(**options):
    """Debian's own Chromium, as long as it is needed."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", **options)
        try:
            yield browser
        finally:
            with contextlib.suppress(Error):
                browser.close()


class Person:
    """One person with one browser tab."""

    def __init__(self, browser, *, locale="en-GB", **shape):
        # Stored cookies and names of pages are of one person.
        self.context = browser.new_context(locale=locale, timezone_id="UTC", **(shape or phone))
        self.context.set_default_timeout(patience * 1000)
        self.has_touch = (shape or phone).get("has_touch", False)
        self.complaints = []
        self.tab = self.new_tab()

    def new_tab(self):
        tab = self.context.new_page()
        tab.set_default_timeout(patience * 1000)
        tab.on("console", self._hear)
        tab.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        return tab

    def _hear(self, message):
        address = message.location.get("url", "")
        # A picture that the task's author has not given is no fault of the page.
        is_missing_picture = "/resource?" in address and "404" in message.text
        if message.type in ("error", "warning") and not is_missing_picture:
            self.complaints.append(f"{message.type}: {message.text} ({address})")

    def open(self, address):
        self.tab.goto(address)

    # What there is

    def find(self, role, name):
        return self.tab.get_by_role(role, name=name, exact=True)

    def has(self, role, name):
        return self.find(role, name).count() > 0

    def can_press(self, name, role="button"):
        """Whether what has this name is there now and can be pressed."""
        found = self.find(role, name)
        try:
            return found.count() > 0 and found.is_enabled(timeout=1000)
        except TimeoutError:
            # It went meanwhile.
            return False

    @property
    def heading(self):
        """The heading of the screen, or nothing while there is none."""
        found = self.tab.locator("h1:visible")
        try:
            return found.first.inner_text(timeout=1000) if found.count() else ""
        except (TimeoutError, Error):
            return ""

    def see(self, title, seconds=patience):
        """Waits for the screen with this heading."""
        try:
            self.tab.get_by_role("heading", level=1, name=title, exact=True).wait_for(timeout=seconds * 1000)
        except TimeoutError:
            raise Wrong(f"no screen '{title}' within {seconds} s, but '{self.heading}': {self.text()}") from None

    def text(self):
        """All that is to be read, shortened."""
        return " | ".join(self.tab.locator("body").inner_text().split("\n"))[:400]

    # What is done

    def press(self, name, role="button", seconds=patience):
        """Presses what has this name, with a finger where there is a touch screen."""
        found = self.find(role, name)
        try:
            if self.has_touch:
                found.tap(timeout=seconds * 1000)
            else:
                found.click(timeout=seconds * 1000)
        except TimeoutError:
            raise Wrong(f"{role} '{name}' cannot be pressed within {seconds} s on '{self.heading}': {self.text()}") from None

    def choose(self, name, role="radio", question=None):
        """Touches an answer: its row, as the box itself is small."""
        scope = self.tab.get_by_role("group", name=question, exact=True) if question else self.tab
        box = scope.get_by_role(role, name=name, exact=True)
        try:
            if self.has_touch:
                box.tap()
            else:
                box.click()
        except TimeoutError:
            raise Wrong(f"there is no {role} '{name}' to choose on '{self.heading}': {self.text()}") from None

    def type(self, name, text):
        """Types into a field, letter by letter, and leaves it."""
        field = self.find("textbox", name)
        try:
            if self.has_touch:
                field.tap()
            else:
                field.click()
            field.press_sequentially(text)
            field.blur()
        except TimeoutError:
            raise Wrong(f"there is no field '{name}' on '{self.heading}': {self.text()}") from None

    def close(self):
        with contextlib.suppress(Error):
            self.context.close()
