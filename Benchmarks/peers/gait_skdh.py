"""Finds initial contacts by scikit-digital-health (Pfizer) in each case that standard input lists; gait_mobgap.py
describes the list. Prints the contacts that the package has found before it discards those that belong to no whole
stride (its `qc_initial_contacts` lack these), since Footfall and mobgap report them, too."""

import sys

import numpy as np
from skdh.gait.core import GaitLumbar

import gait_samples

METHODS = {"skdh AP": "AP CWT", "skdh vertical": "Vertical CWT"}


def contacts(method, times, readings, rate):
    gait = GaitLumbar(gait_event_method=method)
    body = gait_samples.upright(readings)
    try:
        found = gait.bout_pipeline.run(
            time=times,
            accel=np.ascontiguousarray(body[:, :3]),
            gyro=np.ascontiguousarray(body[:, 3:]),
            fs=float(rate),
            v_axis=None,
            ap_axis=None,
        )
    # A walk that the package cannot read counts as one in which it finds no contacts.
    except Exception as error:
        print(f"{method}: {error}", file=sys.stderr)
        return []
    return times[np.asarray(found["initial_contacts"], dtype=int)].tolist()


gait_samples.answer(contacts, METHODS)
