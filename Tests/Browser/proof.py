"""What every proof here says of what it saw: figures, what was left out, and what is not as it should be."""

import os
import pathlib
import tempfile
import time

root = pathlib.Path(__file__).resolve().parents[2]
samples = root / "SampleData"
# How long anything may take that has no time of its own: a way out, and no measure.
patience = 60


class Wrong(Exception):
    """What is not as it should be, in words that name the place."""


def expect(what, seen, wanted):
    """Fails with words unless both are equal; of two long values it shows where they part."""
    if seen == wanted:
        return
    difference = first_difference(seen, wanted)
    raise Wrong(f"{what}: {difference}" if difference else f"{what} is {seen!r}, not {wanted!r}")


def first_difference(seen, wanted, place=""):
    """Words for the first place where two values of JSON differ, or nothing where they are no collections."""
    if isinstance(seen, dict) and isinstance(wanted, dict):
        for key in [*wanted, *(key for key in seen if key not in wanted)]:
            if seen.get(key) != wanted.get(key) or (key in seen) != (key in wanted):
                inner = first_difference(seen.get(key), wanted.get(key), f"{place}.{key}")
                return inner or f"{place}.{key} is {seen.get(key)!r}, not {wanted.get(key)!r}"
    if isinstance(seen, list) and isinstance(wanted, list):
        for index, (one, other) in enumerate(zip(seen, wanted)):
            if one != other:
                inner = first_difference(one, other, f"{place}[{index}]")
                return inner or f"{place}[{index}] is {one!r}, not {other!r}"
        return f"{place} has {len(seen)} entries, not {len(wanted)}: {seen!r}"
    return ""


def within(what, condition, seconds=patience):
    """Waits until something holds, and answers how long that took. `what` may be a function, which is asked when it has
    not: so its words name what there is then."""
    begin = time.monotonic()
    while not condition():
        if time.monotonic() - begin > seconds:
            raise Wrong(f"not within {seconds} s: {what() if callable(what) else what}")
        time.sleep(0.02)
    return time.monotonic() - begin


class Report:
    """The lines of one proof: each part that held with its figures, each that did not with words."""

    def __init__(self, name):
        self.name = name
        self.faults = []
        self.left_out = []

    def say(self, words):
        print(f"{self.name}: {words}", flush=True)

    def leave_out(self, words):
        self.left_out.append(words)
        self.say(f"left out: {words}")

    def fault(self, words):
        self.faults.append(words)
        self.say(f"WRONG: {words}")

    def end(self, summary):
        """Says how it was, and ends with 1 where something did not hold."""
        left = f"; left out: {len(self.left_out)}" if self.left_out else ""
        if self.faults:
            self.say(f"failed, {len(self.faults)} not as it should be{left}")
            raise SystemExit(1)
        self.say(f"good: {summary}{left}")


def folder(name):
    """A new folder for what a proof leaves."""
    place = root / ".build" / "browser" / "left"
    place.mkdir(parents=True, exist_ok=True)
    return pathlib.Path(tempfile.mkdtemp(prefix=f"{name}.", dir=place))


def footfall():
    """The command: the one that `FOOTFALL` names, or the project's own."""
    return os.environ.get("FOOTFALL", os.fspath(root / ".build" / "release" / "footfall"))
