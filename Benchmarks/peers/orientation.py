"""Compares Footfall's attitude filter with PyPI's vqf (the authors' C++) on the same samples: the errors
of both against the truth, and the time a sample of both. Then compares the errors of the filters that
use the whole recording, of Footfall and `vqf.offlineVQF`, from the first sample on.
`Benchmarks/orientation` calls it.

Ends with 1 if an error is more than 5 % above vqf's, if a sample takes longer than in
`VQF.updateBatch`, or if the filter allocates. Of the offline filters, only the errors of inclination
and of the whole rotation count; those of heading and drift are only shown."""

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

import orientation_trials as trials
from side_by_side import processor, side_by_side

ALLOWED_ERROR = 1.05
ALLOWED_TIME = 1.0
# Degrees. An error this small counts as none: a good sensor is mounted ten times less exactly.
NO_ERROR = 0.005
G = 9.80665
HALF = np.sqrt(0.5)
# From vqf's East-North-Up to North-West-Up.
FROM_ENU = np.array([HALF, 0, 0, -HALF])


class Answers:
    def __init__(self, attitude6D, attitude9D, nanoseconds):
        self.attitude6D = attitude6D
        self.attitude9D = attitude9D
        self.nanoseconds = nanoseconds


def ours(program, trial, scratch, passes, *words):
    paths = [os.path.join(scratch, name) for name in ("samples.f64", "attitudes.f64")]
    trial.samples.astype("<f8").tofile(paths[0])
    run = subprocess.run(
        [program, "orientation", "--input", paths[0], "--output", paths[1]]
        + ["--rate", str(trial.rate), "--passes", str(passes), "--cpu", str(processor()), *words],
        check=True,
        stdout=subprocess.PIPE,
    )
    answers = np.fromfile(paths[1], "<f8").reshape(-1, 12)
    measured = json.loads(run.stdout)
    if not words and measured.get("allocations") != 0:
        raise SystemExit(f"{trial.name}: {measured.get('allocations')} allocations, not 0")
    return Answers(answers[:, :4], answers[:, 4:8], measured["nanoseconds"])


def along(rate, *samples):
    return vqf.VQF(1 / rate).updateBatch(*samples)


def offline(rate, *samples):
    return vqf.offlineVQF(*samples, 1 / rate)


def theirs(trial, passes, solve=along):
    gyroscope = np.ascontiguousarray(trial.samples[:, :3])
    accelerometer = np.ascontiguousarray(trial.samples[:, 3:6] * G)
    magnetometer = np.ascontiguousarray(trial.samples[:, 6:])
    best = None
    for _ in range(passes):
        start = time.process_time_ns()
        out = solve(trial.rate, gyroscope, accelerometer, magnetometer)
        elapsed = (time.process_time_ns() - start) / len(gyroscope)
        best = elapsed if best is None else min(best, elapsed)
    return Answers(out["quat6D"], trials.multiply(FROM_ENU, out["quat9D"]), best)


def degrees_rms(radians):
    return float(np.sqrt(np.mean(np.square(radians))) / trials.DEGREE)


def wrapped(angle):
    return np.mod(angle + np.pi, 2 * np.pi) - np.pi


def errors(trial, answers, settling):
    """Degrees, root mean square, after the settling time."""
    counted = slice(int(settling * trial.rate), None)
    truth = trials.conjugate(trial.truth[counted])
    off6D = trials.multiply(answers.attitude6D[counted], truth)
    off9D = trials.multiply(answers.attitude9D[counted], truth)
    off9D *= np.sign(off9D[:, :1] + (off9D[:, :1] == 0))
    tilt = 2 * np.arctan2(np.hypot(off9D[:, 1], off9D[:, 2]), np.hypot(off9D[:, 0], off9D[:, 3]))
    heading = wrapped(2 * np.arctan2(off9D[:, 3], off9D[:, 0]))
    total = 2 * np.arctan2(np.linalg.norm(off9D[:, 1:], axis=1), off9D[:, 0])
    # Without a magnetometer the heading begins anywhere: what counts is how far it drifts.
    drift = wrapped(2 * np.unwrap(np.arctan2(off6D[:, 3], off6D[:, 0]), period=np.pi))
    drift = wrapped(drift - np.angle(np.mean(np.exp(1j * drift))))
    return {
        "inclination": degrees_rms(tilt),
        "heading": degrees_rms(heading),
        "total": degrees_rms(total),
        "drift 6D": degrees_rms(drift),
    }


def errors_of_both(program, settling, words, solve, trial):
    """The errors of Footfall, called with these words, and those of the peer's filter."""
    with tempfile.TemporaryDirectory(prefix="footfall-orientation.") as scratch:
        mine = errors(trial, ours(program, trial, scratch, 1, *words), settling)
    return mine, errors(trial, theirs(trial, 1, solve), settling)


def compare_errors(program, cases, settling, kinds, words=(), solve=along):
    """Prints the errors of both; only those of these kinds can fail."""
    print(f"{'degrees, RMSE':24}{'':12}{'footfall':>10}{'vqf':>10}{'ratio':>8}")
    failures = []
    work = functools.partial(errors_of_both, program, settling, words, solve)
    for (our_errors, other_errors), trial in zip(side_by_side(work, cases), cases):
        for kind, error in our_errors.items():
            beside = other_errors[kind]
            good = kind not in kinds or error <= max(ALLOWED_ERROR * beside, NO_ERROR)
            print(
                f"{trial.name:24}{kind:12}{error:10.4f}{beside:10.4f}"
                f"{error / max(beside, 1e-12):8.3f}{'' if good else '  FELL SHORT'}"
            )
            if not good:
                failures.append(f"{trial.name}: {kind}")
    return failures


def compare_times(options, trial, scratch):
    """Holds rounds in alternating order; the median of their ratios counts."""
    ratios, mine, other = [], [], []
    for number in range(options.trials | 1):
        measures = [
            lambda: mine.append(
                ours(options.program, trial, scratch, options.passes).nanoseconds
            ),
            lambda: other.append(theirs(trial, options.passes).nanoseconds),
        ]
        for measure in measures if number % 2 == 0 else reversed(measures):
            measure()
        ratios.append(mine[-1] / other[-1])
    ratio = float(np.median(ratios))
    print(f"{'ns a sample':36}{np.median(mine):10.0f}{np.median(other):10.0f}{ratio:8.3f}")
    return [] if ratio <= ALLOWED_TIME else [f"time a sample: {ratio:.2f} of {ALLOWED_TIME}"]


def main():
    parser = argparse.ArgumentParser(prog="Benchmarks/orientation", description=__doc__)
    parser.add_argument("--program", default=".build/release/footfall-benchmarks")
    parser.add_argument("--footfall", default=".build/release/footfall")
    parser.add_argument("--trials", type=int, default=15, help="rounds of the times")
    parser.add_argument("--passes", type=int, default=5, help="the best of so many in a round")
    parser.add_argument("--cpu", type=int, default=max(os.sched_getaffinity(0)))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="footfall-orientation.") as scratch:
        cases = trials.simulations() + list(trials.walks(options.footfall, scratch))
        settling = cases[0].settling
        kinds = ("inclination", "heading", "total", "drift 6D")
        failures = compare_errors(options.program, cases, settling, kinds)
        print(f"The first {settling:.0f} s of each do not count.\n\nOffline, each from its first sample on:")
        failures += [
            f"offline, {failure}"
            for failure in compare_errors(
                options.program, cases, 0, ("inclination", "total"), ("--offline",), offline
            )
        ]
        print()
        # Times are those of one processor, with nothing beside.
        os.sched_setaffinity(0, {options.cpu})
        failures += compare_times(options, next(c for c in cases if c.name == "brisk"), scratch)
    for failure in failures:
        print(f"FELL SHORT   {failure}", file=sys.stderr)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
