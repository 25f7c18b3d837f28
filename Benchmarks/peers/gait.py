"""Compares contacts of feet by Footfall, by mobgap and by scikit-digital-health on the same samples. `Benchmarks/gait`
calls it.

Without files: the computed cases, whose heel strikes are known. A plain case must have as many contacts as strikes
within 2 %, and step times within 10 ms in the mean. A hard one may be no worse than the better of the two packages with
its defaults: mobgap with IcdIonescu, skdh with "AP CWT". Their other algorithms are in the table, and the last line but
one says where one of them is more exact.

With files: CSVs of real walks, whose truth is unknown. Prints how far Footfall and the packages agree, or, for a foot,
how far from its beginning a closed walk ends."""

import argparse
import concurrent.futures
import csv
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

PLAIN_COUNT, PLAIN_STEP = 0.02, 0.010
SAME_LIVE, LIVE_LATENCY, TURN = 0.98, 1.0, 3.0
# Differences that count as none: one contact of a hundred, and a millisecond of a step.
ALLOWED_F1, ALLOWED_STEP = 0.01, 0.001
# If a heel strike lasts for four samples, and one in twenty samples is missing, the peers' slower filters are more exact
# than our steepest rise: by less than this, in seconds.
KNOWN_WORSE = {"slow, 50 Hz, 5 % lost": 0.012}
USUAL = ("mobgap Ionescu", "skdh AP")
HERE = os.path.dirname(os.path.abspath(__file__))


def matched(found, truth, reach):
    """Matches the found contacts with the true ones: the nearest first, none twice."""
    pairs = sorted(
        (abs(f - t), j, i)
        for j, t in enumerate(truth)
        for i, f in enumerate(found)
        if abs(f - t) < reach
    )
    taken, match = set(), {}
    for _, j, i in pairs:
        if j not in match and i not in taken:
            match[j] = i
            taken.add(i)
    return match


class Score:
    """Compares contacts with the true ones. Algorithms place a contact at different moments of a step, a tenth of a
    second sooner or later, so the shift that fits best is removed first."""

    def __init__(self, found, truth):
        found, truth = np.asarray(found, float), np.asarray(truth, float)
        step = np.median(np.diff(truth))
        reach = min(0.25, 0.4 * step)
        best, self.shift = {}, 0.0
        for shift in sorted(np.arange(-0.45, 0.451, 0.05) * step, key=abs):
            match = matched(found - shift, truth, reach)
            if len(match) > len(best):
                best, self.shift = match, shift
        if best:
            self.shift = float(np.median([found[i] - truth[j] for j, i in best.items()]))
            best = matched(found - self.shift, truth, reach)
        self.count = (len(found) - len(truth)) / len(truth)
        self.f1 = 2 * len(best) / (len(found) + len(truth))
        self.errors = [abs(found[i] - self.shift - truth[j]) for j, i in best.items()] or [np.nan]
        self.steps = [
            abs(found[best[j + 1]] - found[best[j]] - (truth[j + 1] - truth[j]))
            for j in best
            if j + 1 in best
        ] or [np.nan]

    @property
    def step(self):
        return float(np.mean(self.steps))

    def row(self):
        return (
            f"{100 * self.count:7.1f}{self.f1:8.3f}{1e3 * self.shift:8.0f}"
            f"{1e3 * np.median(self.errors):8.1f}{1e3 * np.percentile(self.errors, 95):8.1f}"
            f"{1e3 * self.step:8.1f}{1e3 * np.median(self.steps):8.1f}{1e3 * np.percentile(self.steps, 95):8.1f}"
        )


def head():
    print(
        f"{'':32}{'count':>7}{'F1':>8}{'shift':>8}{'contact, ms':>16}{'step time, ms':>24}\n"
        f"{'':32}{'%':>7}{'':8}{'ms':>8}{'median':>8}{'95 %':>8}{'mean':>8}{'median':>8}{'95 %':>8}"
    )


def peers(cases):
    """Contacts by each algorithm of each package, of each of the cases. Both packages work at once: what they find is
    compared, and not how long they take."""
    asked = json.dumps(cases).encode()
    answers = [{} for _ in cases]

    def found(name):
        python = f".build/peers/gait-{name}/bin/python"
        run = subprocess.run(
            [python, "-B", os.path.join(HERE, f"gait_{name}.py")],
            input=asked,
            stdout=subprocess.PIPE,
            check=True,
        )
        return json.loads(run.stdout)

    with concurrent.futures.ThreadPoolExecutor() as pool:
        for package in pool.map(found, ("mobgap", "skdh")):
            for answer, theirs in zip(answers, package):
                answer.update(theirs)
    return answers


def judge_hard(name, ours, scores):
    """Returns what falls short of the better package, which finds more, or as many and more exactly; and what falls short
    by no more than is known."""
    usual = [scores[each] for each in USUAL]
    most = max(score.f1 for score in usual)
    rivals = [score for score in usual if score.f1 >= most - ALLOWED_F1 and np.isfinite(score.step)]
    failures = []
    if ours.f1 < most - ALLOWED_F1:
        failures.append(f"{name}: F1 {ours.f1:.3f}, not {most:.3f}")
    known = []
    best = min((score.step for score in rivals), default=np.inf)
    if not ours.step <= best + ALLOWED_STEP:
        short = f"{name}: steps off by {1e3 * ours.step:.1f} ms, a peer's by {1e3 * best:.1f} ms"
        (known if ours.step <= best + KNOWN_WORSE.get(name, ALLOWED_STEP) else failures).append(short)
    return failures, known


def compare_cases(program, folder, seed):
    run = subprocess.run(
        [program, "gait", "--output", folder, "--seed", str(seed)], stdout=subprocess.PIPE, check=True
    )
    cases = json.loads(run.stdout)
    theirs = peers(
        [
            {
                "samples": case["samples"],
                "rate": case["rate"],
                "begin": max(0, case["strikes"][0] - 1),
                "end": case["strikes"][-1] + 0.5,
            }
            for case in cases
        ]
    )
    failures, same, told, worst_turn, latency = [], 0, 0, 0.0, 0.0
    beaten, known = [], []
    head()
    for case, answer in zip(cases, theirs):
        name, truth, found = case["name"], case["strikes"], case["ours"]
        ours = Score(found["contacts"], truth)
        scores = {each: Score(contacts, truth) for each, contacts in answer.items()}
        live = {"live": Score(found["live"], truth)}
        print(f"{name}, {len(truth)} heel strikes")
        for each, score in {"footfall": ours, **live, **scores}.items():
            print(f"  {each:30}{score.row()}")
        if case["isPlain"]:
            if abs(ours.count) > PLAIN_COUNT or not ours.step <= PLAIN_STEP:
                failures.append(f"{name}: {100 * ours.count:.1f} %, {1e3 * ours.step:.1f} ms")
        else:
            short, allowed = judge_hard(name, ours, scores)
            failures += short
            known += allowed
        better = [
            each
            for each, score in scores.items()
            if score.f1 >= ours.f1 - ALLOWED_F1 and score.step < ours.step - ALLOWED_STEP
        ]
        beaten += [f"{name} by {each}" for each in better]
        same += len(matched(found["live"], found["contacts"], 0.05))
        told += len(found["contacts"])
        latency = max(latency, found["latency"])
        if len(found["turns"]) != len(case["turns"]):
            failures.append(f"{name}: {len(found['turns'])} turns, not {len(case['turns'])}")
        for turn, true in zip(found["turns"], case["turns"]):
            worst_turn = max(worst_turn, abs(turn["degrees"] - true["degrees"]))
    if same < SAME_LIVE * told:
        failures.append(f"live: {same} of {told} contacts as offline")
    if latency > LIVE_LATENCY:
        failures.append(f"live: a contact is reported {latency:.2f} s late")
    if worst_turn > TURN:
        failures.append(f"turns: {worst_turn:.1f} degrees off")
    print(f"\nlive: {same} of {told} contacts as offline, reported within {latency:.2f} s")
    print(f"turns: {worst_turn:.1f} degrees off at most")
    print(f"more exact in step times than ours: {', '.join(beaten) or 'none'}")
    return failures, known, len(cases)


def table(path):
    """Seconds, g and rad/s from a CSV. Its first column has seconds, or numbers of samples at 100 Hz; names tell the
    columns of acceleration in g from those of rotation in degrees a second."""
    with open(path, newline="") as file:
        names = [name.strip().lower() for name in next(csv.reader(file))]
        values = np.array([[float(cell) for cell in row] for row in csv.reader(file)])
    acceleration = [i for i, name in enumerate(names) if name.startswith("acc")]
    rotation = [i for i, name in enumerate(names) if name.startswith("gyr")]
    if len(acceleration) != 3 or len(rotation) != 3:
        sys.exit(f"{path}: three columns acc… in g and three gyr… in deg/s are needed, not {names}")
    seconds = values[:, 0] if "s)" in names[0] else values[:, 0] / 100
    rows = np.column_stack([seconds, values[:, acceleration], np.radians(values[:, rotation])])
    return rows


def ours_of(program, rows, folder, rate, *words):
    path = os.path.join(folder, "real.f64")
    rows.astype("<f8").tofile(path)
    run = subprocess.run(
        [program, "gait", "--input", path, "--rate", str(rate), *words],
        stdout=subprocess.PIPE,
        check=True,
    )
    return path, json.loads(run.stdout)


def compare_real(program, folder, paths):
    for path in paths:
        rows = table(path)
        rate = round(1 / np.median(np.diff(np.unique(rows[:, 0]))))
        samples, found = ours_of(program, rows, folder, rate)
        contacts = found["contacts"]
        print(f"{os.path.basename(path)}: {rows[-1, 0] - rows[0, 0]:.1f} s at {rate} Hz, {len(contacts)} contacts")
        if len(contacts) < 2:
            continue
        case = {"samples": samples, "rate": rate}
        case |= {"begin": max(rows[0, 0], contacts[0] - 1), "end": contacts[-1] + 0.5}
        head()
        for each, theirs in {"live": found["live"], **peers([case])[0]}.items():
            print(f"  {each:30}{Score(theirs, contacts).row()}")
    if paths:
        print("Each as if our contacts were the truth.")


def follow_feet(program, folder, paths):
    failures = []
    for path in paths:
        rows = table(path)
        rate = round(1 / np.median(np.diff(np.unique(rows[:, 0]))))
        _, found = ours_of(program, rows, folder, rate, "--foot")
        share = found["closureOnTheLevel"] / found["walkedInMetres"]
        print(
            f"{os.path.basename(path)}: {found['strides']} strides, {found['walkedInMetres']:.2f} m, ends"
            f" {found['closureOnTheLevel']:.3f} m from its beginning on the level ({100 * share:.2f} %),"
            f" {found['closureInMetres']:.3f} m with height"
        )
        if not share <= 0.01:
            failures.append(f"{path}: returns within {100 * share:.2f} % of what was walked")
    return failures


def main():
    parser = argparse.ArgumentParser(prog="Benchmarks/gait", description=__doc__)
    parser.add_argument("--program", default=".build/release/footfall-benchmarks")
    parser.add_argument("--seed", type=int, default=7, help="of the computed cases")
    parser.add_argument("--low-back", nargs="*", metavar="CSV", default=[], help="real walks")
    parser.add_argument("--foot", nargs="*", metavar="CSV", default=[], help="closed walks of a foot")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="footfall-gait.") as folder:
        if options.low_back or options.foot:
            compare_real(options.program, folder, options.low_back)
            failures = follow_feet(options.program, folder, options.foot)
        else:
            failures, known, count = compare_cases(options.program, folder, options.seed)
            print(
                f"gait: {count} cases, {len(failures)} fell short"
                + (f", and {len(known)} as is known: {'; '.join(known)}" if known else "")
            )
    for failure in failures:
        print(f"FELL SHORT   {failure}", file=sys.stderr)
    sys.exit(1 if failures else 0)


main()
