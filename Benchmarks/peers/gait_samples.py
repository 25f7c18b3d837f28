"""Samples of gait as the peers want them: on an even grid, with gaps filled in straight lines, as who uses them has to."""

import json
import sys
import warnings

import numpy as np

COLUMNS = 7  # seconds, three of the accelerometer in g, three of the gyroscope in rad/s


def load(path):
    return np.fromfile(path, "<f8").reshape(-1, COLUMNS)


def evenly(rows, rate):
    """Times from the first to the last sample, and the readings at each."""
    times = np.arange(rows[0, 0], rows[-1, 0] + 1e-9, 1 / rate)
    readings = np.column_stack([np.interp(times, rows[:, 0], rows[:, i]) for i in range(1, COLUMNS)])
    return times, readings


def upright(readings):
    """The same with x along the mean of the accelerometer, for peers that take axes of the body. y and z are level, and
    keep as much of the sensor's own y and z as there is."""
    up = readings[:, :3].mean(axis=0)
    up /= np.linalg.norm(up)
    side = np.eye(3)[1 if abs(up[1]) < 0.7 else 2]
    side = side - up * (side @ up)
    side /= np.linalg.norm(side)
    turn = np.array([up, side, np.cross(up, side)])
    return np.column_stack([readings[:, :3] @ turn.T, readings[:, 3:] @ turn.T])


def answer(contacts, named):
    """Answers on the standard output when feet touched the ground in each case that the standard input names.

    `contacts(kind, times, readings, rate)` finds them by one of the kinds that are named.
    """
    warnings.simplefilter("ignore")
    answers = []
    for case in json.load(sys.stdin):
        rows = load(case["samples"])
        rows = rows[(rows[:, 0] >= case["begin"]) & (rows[:, 0] <= case["end"])]
        times, readings = evenly(rows, case["rate"])
        answers.append({name: contacts(kind, times, readings, case["rate"]) for name, kind in named.items()})
    json.dump(answers, sys.stdout)
