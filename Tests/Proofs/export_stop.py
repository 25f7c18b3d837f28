"""Stops exports at random moments, and runs two at once: what is there is whole, and nothing else is."""
import filecmp
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import time


def same(one, other):
    """Whether two folders have the same files with the same bytes."""
    found = filecmp.dircmp(one, other)
    if found.left_only or found.right_only or found.funny_files:
        return False
    _, differ, errors = filecmp.cmpfiles(one, other, found.common_files, shallow=False)
    return not differ and not errors and all(same(one / name, other / name) for name in found.common_dirs)


def export(footfall, place, form, output):
    return subprocess.Popen(
        [footfall, "export", place / "sessions", "--to", form, "--output", output],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def judge(output, whole, form):
    """How many exports have their names, each of which is whole; what has another name is an error."""
    if not output.exists():
        return 0
    if form == "bids":
        assert same(output, whole), f"{output} is not whole"
        return 1
    for made in output.iterdir():
        assert not made.name.startswith(".part-of-"), f"{made} was left"
        assert same(made, whole / made.name), f"{made} is not whole"
    return len(list(output.iterdir()))


def dataset(form, place):
    # A dataset's own name stands in it, so that all that are compared have the same one.
    return place / "dataset" if form == "bids" else place


def main(footfall, place, tries):
    place = pathlib.Path(place)
    random.seed(7)
    for form in ("csv", "bids"):
        reference = place / f"{form}-whole"
        reference.mkdir()
        began = time.monotonic()
        assert export(footfall, place, form, dataset(form, reference)).wait() == 0
        length = time.monotonic() - began
        stopped = finished = 0
        for number in range(int(tries)):
            folder = place / f"{form}-{number}"
            folder.mkdir()
            output = dataset(form, folder)
            running = export(footfall, place, form, output)
            time.sleep(random.uniform(0, length))
            running.send_signal(random.choice([signal.SIGINT, signal.SIGTERM]))
            running.communicate()
            judge(output, dataset(form, reference), form)
            left = [name for name in os.listdir(folder) if name.startswith(".part-of-")]
            assert not left, f"{folder}: {left} was left"
            stopped += running.returncode != 0
            finished += running.returncode == 0
            shutil.rmtree(folder)
        assert stopped > int(tries) // 4, f"only {stopped} of {tries} exports were stopped"
        print(f"export-stop: {stopped} exports to {form} stopped, {finished} had ended; all that is there is whole")
        made = refused = 0
        for number in range(5):
            folder = place / f"{form}-two-{number}"
            folder.mkdir()
            output = dataset(form, folder)
            both = [export(footfall, place, form, output)]
            time.sleep(random.uniform(0, length / 2))
            both.append(export(footfall, place, form, output))
            told = [each.communicate()[1] for each in both]
            assert all("it is there already" in line for text in told for line in text.splitlines()), told
            made += judge(output, dataset(form, reference), form)
            refused += sum(len(text.splitlines()) for text in told)
            left = [name for name in os.listdir(folder) if name.startswith(".part-of-")]
            assert not left, f"{folder}: {left} was left"
        exports = 5 * (1 if form == "bids" else 60)
        assert (made, refused) == (exports, exports), (made, refused)
        print(f"export-stop: of two exports to {form} at once, one made each of {made}, and the other was told so")


main(*sys.argv[1:])
