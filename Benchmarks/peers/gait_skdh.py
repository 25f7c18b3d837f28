"""Finds initial contacts by scikit-digital-health (Pfizer) in each of the samples that standard input names; see
gait_mobgap.py. Its last check discards contacts that belong to no whole stride. They are taken from before that check,
since Footfall and mobgap report them, too."""

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
    except Exception as error:
        print(f"{method}: {error}", file=sys.stderr)
        return []
    return times[np.asarray(found["initial_contacts"], dtype=int)].tolist()


gait_samples.answer(contacts, METHODS)
