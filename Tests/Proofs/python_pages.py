"""Runs the blocks of code of the pages about analysis, those of a page one after the other, over real sessions."""
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


def interpreter(place, page):
    """The Python of a page: one of its own where the page installs more."""
    wanted = re.search(r"^    pip install (?!['.])(.+)$", page.read_text(), re.MULTILINE)
    if not wanted:
        return sys.executable
    folder = place / page.stem
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                    str(place / "package[all]"), *wanted[1].split()], check=True)
    return python


def main(place):
    sessions = sorted((place / "Sessions").iterdir())
    failed = 0
    for page in (pathlib.Path("Documentation") / f"{name}.md" for name in PAGES):
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


sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
