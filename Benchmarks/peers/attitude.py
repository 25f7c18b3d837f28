"""Compares the recorder's attitudes, computed with wrong timestamps and missing samples, with those of PyPI's vqf,
which gets the true samples. `Benchmarks/attitude` calls it.

Ends with 1 if an error is more than 1.15 times vqf's; if, with bursts of half a second missing, it is more than 0.6
times that of vqf with the last sample held; or if a sample takes more than twice as long, from readings to records, as
in `VQF.updateBatch`."""

import argparse
import functools
import json
import os
import subprocess
import sys
import tempfile
import time

import numpy as np
import vqf

import attitude_streams as streams
import orientation_trials as trials
from side_by_side import processor, side_by_side

ALLOWED_ERROR = 1.15
ALLOWED_OF_HOLDING = 0.6
# For the whole path of a sample; `orientation.py` judges the filter alone.
ALLOWED_TIME = 2.0
G = 9.80665
HALF = np.sqrt(0.5)
# From vqf's East-North-Up to North-West-Up.
FROM_ENU = np.array([HALF, 0, 0, -HALF])


def ours(options, trial, stream, scratch, passes=1):
    paths = [os.path.join(scratch, name) for name in ("stream.f64", "attitudes.f64")]
    stream.rows(trial).astype("<f8").tofile(paths[0])
    run = subprocess.run(
        [options.program, "attitude", "--input", paths[0], "--output", paths[1]]
        + ["--rate", str(round(trial.rate * stream.claim)), "--cpu", str(processor())]
        + ["--passes", str(passes)],
        check=True,
        stdout=subprocess.PIPE,
    )
    answers = np.fromfile(paths[1], "<f8").reshape(-1, 5)
    if len(answers) != len(stream.kept) or not np.array_equal(answers[:, 0], stream.timestamps):
        raise SystemExit(
            f"{trial.name}, {stream.name}: {len(answers)} attitudes of {len(stream.kept)} samples"
        )
    return answers[:, 1:], json.loads(run.stdout)["nanoseconds"]


def theirs(trial, samples):
    peer = vqf.VQF(1 / trial.rate)
    out = peer.updateBatch(
        np.ascontiguousarray(samples[:, :3]),
        np.ascontiguousarray(samples[:, 3:6] * G),
        np.ascontiguousarray(samples[:, 6:]),
    )
    return trials.multiply(FROM_ENU, out["quat9D"])


def error(trial, stream, attitudes):
    """The error of the whole rotation: degrees, root mean square, over the samples that came after the settling time."""
    counted = stream.kept >= trial.settling * trial.rate
    truth = trials.conjugate(trial.truth[stream.kept[counted]])
    off = trials.multiply(attitudes[counted], truth)
    angle = 2 * np.arctan2(np.linalg.norm(off[:, 1:], axis=1), np.abs(off[:, 0]))
    return float(np.sqrt(np.mean(angle**2)) / trials.DEGREE)


def held(trial, stream):
    """The trial's samples, with the last one that came in the place of each missing one."""
    index = np.zeros(len(trial.samples), int)
    index[stream.kept] = stream.kept
    return trial.samples[np.maximum.accumulate(index)]


def compare(options, trial, stream, other, name, allowed, scratch):
    """A line of the table, and what fell short."""
    mine = error(trial, stream, ours(options, trial, stream, scratch)[0])
    other = error(trial, stream, other[stream.kept])
    ratio = mine / max(other, 1e-12)
    good = ratio <= allowed
    line = (
        f"{trial.name:14}{stream.name:40}{mine:9.3f}{name:>9}{other:9.3f}{ratio:8.3f}"
        f"{'' if good else '  FELL SHORT'}"
    )
    return line, None if good else f"{trial.name}, {stream.name}: {ratio:.3f} of {allowed}"


def compare_trial(options, trial):
    """The lines of a trial, each with what fell short."""
    with tempfile.TemporaryDirectory(prefix="footfall-attitude.") as scratch:
        true = theirs(trial, trial.samples)
        compared = [
            compare(options, trial, stream, true, "vqf", ALLOWED_ERROR, scratch)
            for stream in streams.all_streams(trial)
        ]
        for stream in streams.long_holes(trial):
            other = theirs(trial, held(trial, stream))
            compared.append(
                compare(options, trial, stream, other, "holding", ALLOWED_OF_HOLDING, scratch)
            )
    return compared


def compare_errors(options, cases):
    print(f"{'degrees, RMSE':54}{'footfall':>9}{'':9}{'peer':>9}{'ratio':>8}")
    failures = []
    for compared in side_by_side(functools.partial(compare_trial, options), cases):
        for line, failure in compared:
            print(line, flush=True)
            failures += [failure] if failure else []
    return failures


def time_of_peer(trial, passes):
    best = None
    parts = [np.ascontiguousarray(trial.samples[:, i : i + 3]) for i in (0, 3, 6)]
    for _ in range(passes):
        start = time.process_time_ns()
        vqf.VQF(1 / trial.rate).updateBatch(parts[0], parts[1] * G, parts[2])
        elapsed = (time.process_time_ns() - start) / len(trial.samples)
        best = elapsed if best is None else min(best, elapsed)
    return best


def compare_times(options, trial, scratch):
    """Holds rounds in alternating order; the median of their ratios counts."""
    failures = []
    for stream in (streams.true_timestamps(trial), streams.batches(trial, 50, 70)):
        ratios, mine, other = [], [], []
        for number in range(options.trials | 1):
            measures = [
                lambda: mine.append(ours(options, trial, stream, scratch, options.passes)[1]),
                lambda: other.append(time_of_peer(trial, options.passes)),
            ]
            for measure in measures if number % 2 == 0 else reversed(measures):
                measure()
            ratios.append(mine[-1] / other[-1])
        ratio = float(np.median(ratios))
        print(
            f"{'ns a sample, ' + stream.name:54}{np.median(mine):9.0f}{'vqf':>9}"
            f"{np.median(other):9.0f}{ratio:8.3f}"
        )
        if ratio > ALLOWED_TIME:
            failures.append(f"time a sample, {stream.name}: {ratio:.2f} of {ALLOWED_TIME}")
    return failures


def simulations():
    return [
        trials.simulate("slow", 2, turning=40, pushing=0.05, hertz=0.5),
        trials.simulate("with rests", 3, turning=60, pushing=0.05, rests=(20, 6), bias=1),
        trials.simulate("brisk", 4, turning=150, pushing=0.3),
        trials.simulate("brisk, 50 Hz", 6, rate=50, turning=100, pushing=0.2),
        trials.simulate("fast", 5, turning=250, pushing=0.5, hertz=2),
        trials.simulate("fast, 400 Hz", 12, seconds=120, rate=400, turning=250, pushing=0.5, hertz=2),
    ]


def main():
    parser = argparse.ArgumentParser(prog="Benchmarks/attitude", description=__doc__)
    parser.add_argument("--program", default=".build/release/footfall-benchmarks")
    parser.add_argument("--only", default="", help="trials whose names begin so")
    parser.add_argument("--trials", type=int, default=15, help="rounds of the times")
    parser.add_argument("--passes", type=int, default=5, help="the best of so many in a round")
    parser.add_argument("--cpu", type=int, default=max(os.sched_getaffinity(0)))
    options = parser.parse_args()
    cases = [trial for trial in simulations() if trial.name.startswith(options.only)]
    failures = compare_errors(options, cases)
    # Times are those of one processor, with nothing beside.
    os.sched_setaffinity(0, {options.cpu})
    if options.trials > 0:
        with tempfile.TemporaryDirectory(prefix="footfall-attitude.") as scratch:
            failures += compare_times(options, trials.simulate("brisk", 4), scratch)
    for failure in failures:
        print(f"FELL SHORT   {failure}", file=sys.stderr)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
