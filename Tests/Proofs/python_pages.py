"""Runs the blocks of code of the pages about analysis, those of a page one after the other, over real sessions. With
`--environments` it makes what pages install instead; each page then finds its own."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import venv

PAGES = ("Python", "Pandas", "MATLAB", "R", "Mobgap")
RUNNERS = {"python": None, "r": "Rscript", "matlab": "octave-cli"}


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)


def wanted(page):
    """The packages that a page installs beside ours."""
    found = re.search(r"^    pip install (?!['.])(.+)$", page.read_text(), re.MULTILINE)
    return found[1].split() if found else []


def interpreter(place, page):
    """The Python of a page: one of its own where the page installs more."""
    return place / page.stem / "bin" / "python" if wanted(page) else sys.executable


def make_environments(place):
    """Makes an environment for each page that has one of its own."""
    for page in (page for page in pages() if wanted(page)):
        venv.create(place / page.stem, with_pip=True)
        subprocess.run([interpreter(place, page), "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                        str(place / "package-of-pages[all]"), *wanted(page)], check=True)


def pages():
    return [pathlib.Path("Documentation") / f"{name}.md" for name in PAGES]


def main(place):
    sessions = sorted((place / "Sessions").iterdir())
    failed = 0
    for page in pages():
        for language, runner in RUNNERS.items():
            code = "\n".join(blocks(page, language)).replace("Sessions/2026-11-21T101500Z_walk_1f6a03bc",
                                                             f"Sessions/{sessions[0].name}")
            if not code:
                continue
            count = f"{len(blocks(page, language))} blocks of {language}"
            if runner and not shutil.which(runner):
                print(f"python: {page.name}: {count} were not run, for there is no {runner}")
                failed += os.environ.get("CI") == "true"  # a person is told, CI fails
                continue
            command = [interpreter(place, page), "-B"] if runner is None else [runner]
            script = place / f"{page.stem}.{language}"
            script.write_text(code)
            ended = subprocess.run([*command, script.name], cwd=place, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True)
            if ended.returncode:
                print(ended.stdout)
                failed += 1
            print(f"python: {page.name}: {count} {'FAILED' if ended.returncode else 'ran'}")
    return 1 if failed else 0


if sys.argv[1] == "--environments":
    make_environments(pathlib.Path(sys.argv[2]).resolve())
else:
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
