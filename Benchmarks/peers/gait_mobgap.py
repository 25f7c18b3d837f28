"""Finds initial contacts by mobgap (Mobilise-D) in each case that standard input lists: JSON objects with `samples`
(the path of a file, see `gait_samples.load`), `rate` in Hz, and `begin` and `end` in seconds. Samples outside of these
times are left out: `begin` is at most a second before the first contact, and `end` half a second after the last, so
that the walk is one bout."""


import numpy as np
import pandas as pd
from mobgap.initial_contacts import IcdHKLeeImproved, IcdIonescu, IcdShinImproved
from mobgap.utils.conversions import to_body_frame

import gait_samples

G = 9.80665
ALGORITHMS = {
    "mobgap Ionescu": IcdIonescu,
    "mobgap HKLee": IcdHKLeeImproved,
    "mobgap Shin": IcdShinImproved,
}


def contacts(algorithm, times, readings, rate):
    body = gait_samples.upright(readings)
    data = pd.DataFrame(body[:, :3] * G, columns=["acc_x", "acc_y", "acc_z"])
    for index, axis in enumerate("xyz"):
        data[f"gyr_{axis}"] = np.degrees(body[:, 3 + index])
    found = algorithm().detect(to_body_frame(data), sampling_rate_hz=rate).ic_list_
    samples = np.asarray(found["ic"], dtype=float)
    samples = samples[np.isfinite(samples)]
    return (times[0] + samples / rate).tolist()


gait_samples.answer(contacts, ALGORITHMS)
