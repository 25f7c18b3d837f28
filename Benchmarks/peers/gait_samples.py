"""Samples of gait as the peers need them: on an even grid, with gaps filled by straight lines."""

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
    """The readings turned so that x points along the mean acceleration, for peers that expect the axes of the body. y and
    z are level, and as close to the sensor's own y and z as possible."""
    up = readings[:, :3].mean(axis=0)
    up /= np.linalg.norm(up)
    side = np.eye(3)[1 if abs(up[1]) < 0.7 else 2]
    side = side - up * (side @ up)
    side /= np.linalg.norm(side)
    turn = np.array([up, side, np.cross(up, side)])
    return np.column_stack([readings[:, :3] @ turn.T, readings[:, 3:] @ turn.T])


def answer(contacts, named):
    """Writes to standard output when feet touched the ground in each case that standard input names.

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
