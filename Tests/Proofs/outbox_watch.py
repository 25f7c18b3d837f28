"""Who watches both sides in the proof `outbox`, all the time: what has a manifest there has its files, and what is gone
here is there, byte for byte.
"""

import json
import os
import threading
import time


def files_of(folder):
    """The bytes of every file of a session."""
    found = {}
    for name in os.listdir(folder):
        if not name.startswith("."):
            with open(f"{folder}/{name}", "rb") as file:
                found[name] = file.read()
    return found


class Here:
    """The sessions on the board, as whoever records and notes has left them."""

    def __init__(self, root):
        self.root, self.whole, self.lock = root, {}, threading.Lock()
        for name in os.listdir(root):
            if not name.startswith("."):
                self.whole[name] = files_of(f"{root}/{name}")

    def change(self, name, change):
        """Has a session changed while nobody sends or watches."""
        with self.lock:
            change()
            self.whole[name] = files_of(f"{self.root}/{name}")

    def missing(self):
        """The sessions of which a file is gone."""
        found = []
        for name, files in self.whole.items():
            try:
                there = set(os.listdir(f"{self.root}/{name}"))
            except FileNotFoundError:
                there = set()
            if not there.issuperset(files):
                found.append(name)
        return found

    def present(self):
        return sorted(name for name in os.listdir(self.root) if not name.startswith("."))


class Watcher(threading.Thread):
    """Looks until `end`; `problems` is what it saw."""

    def __init__(self, here, store):
        super().__init__(daemon=True)
        self.here, self.store, self.pause = here, store, 0.05
        self.looks = self.judged = self.failures = 0
        self.problems, self.gone, self.may_delete, self.failure = [], set(), False, None
        self.good, self.is_over = {}, threading.Event()

    def run(self):
        while not self.is_over.is_set():
            began = time.monotonic()
            try:
                self.look()
                self.looks += 1
            except Exception as error:
                self.failures += 1
                self.failure = repr(error)
            # A store that takes long to answer is not kept from the sender.
            time.sleep(max(self.pause, 2 * (time.monotonic() - began)))

    def end(self):
        """Ends, with a last look at what has happened since the one before."""
        self.is_over.set()
        self.join()
        self.look()

    def look(self):
        with self.here.lock:
            missing = self.here.missing()
            for name in missing:
                if name not in self.gone:
                    self.judge_gone(name)
        seen = {}
        for key, facts in self.store.files().items():
            name, _, _ = key.partition("/")
            seen.setdefault(name, {})[key] = facts
        seen.pop(".incoming", None)
        for name in self.gone - set(seen):
            self.problems.append(f"{name} is gone on both sides")
        for name, files in seen.items():
            if f"{name}/manifest.json" in files and self.good.get(name) != files:
                self.judged += 1
                problem = self.incomplete(name)
                if problem:
                    self.problems.append(f"{name}: {problem}")
                else:
                    self.good[name] = files

    def judge_gone(self, name):
        """A session that begins to be gone here has to be there as it was."""
        self.gone.add(name)
        if not self.may_delete:
            self.problems.append(f"{name} is gone here, and no rule says so")
        for file, content in self.here.whole[name].items():
            if self.store.read(f"{name}/{file}") != content:
                self.problems.append(f"{name} is gone here, and its {file} is not there as it was")
                break

    def incomplete(self, name):
        """What a session with a manifest lacks, while that manifest is there."""
        manifest = self.store.read(f"{name}/manifest.json")
        if manifest is None:
            return None
        problem = None
        try:
            told = json.loads(manifest)
        except ValueError:
            problem = "its manifest is torn"
        else:
            there = self.store.files(f"{name}/")
            for file in told["files"] + [told[key] for key in ("taskResult", "answers") if key in told]:
                size = there.get(f"{name}/{file['path']}", (None,))[0]
                if size != file["size"]:
                    problem = f"{file['path']} has {size} bytes of {file['size']}"
        # It may have gone while the files were looked at, which is how a changed session is sent again.
        return problem if problem and self.store.read(f"{name}/manifest.json") == manifest else None
