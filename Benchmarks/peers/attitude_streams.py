"""Streams as sources give them: the samples of a trial, timestamped when they were taken or when they arrived, with
some missing, reported or not. Streams of the same trial never differ in the values of a sample, only in its timestamp
and place, in which samples are missing, and in the rate that the device reports."""

from dataclasses import dataclass, field

import numpy as np

# Timestamps are nanoseconds; the machine was started an hour before.
START = 3_600_000_000_000
SECOND = 1_000_000_000
ACCELEROMETER, GYROSCOPE, MAGNETOMETER = 0, 1, 2
# Added to the channel in the row of a gap whose count is exact, or an estimate; AttitudeBenchmark.swift reads them.
TOLD, ESTIMATED = 8, 16


@dataclass
class Stream:
    name: str
    # Which samples of the trial came, and their timestamps.
    kept: np.ndarray
    timestamps: np.ndarray
    # The reported gaps: the place in `kept` of the first sample after a gap, and how many are missing before it.
    told: dict = field(default_factory=dict)
    # Whether these counts are estimates.
    isEstimated: bool = False
    # How many readings of one sensor come before as many of the next sensor.
    pieces: int = 1
    # The rate that the device reports, divided by the true one.
    claim: float = 1.0

    def rows(self, trial):
        """Rows of five numbers. Each kept sample has three rows, one for each sensor: channel, timestamp, three values.
        So has each reported gap: channel plus `TOLD` or `ESTIMATED`, timestamp of the first missing sample, count,
        0, 0."""
        count = len(self.kept)
        rows = np.zeros((count, 3, 5))
        samples = trial.samples[self.kept]
        for place, (channel, first) in enumerate(
            ((ACCELEROMETER, 3), (GYROSCOPE, 0), (MAGNETOMETER, 6))
        ):
            rows[:, place, 0] = channel
            rows[:, place, 1] = self.timestamps
            rows[:, place, 2:] = samples[:, first : first + 3]
        parts, begin = [], 0
        for end in sorted(set(self.told) | set(range(0, count, self.pieces)) | {count}):
            if end > begin:
                parts.append(rows[begin:end].transpose(1, 0, 2).reshape(-1, 5))
                begin = end
            if end in self.told:
                first = START + (self.kept[end - 1] + 1) * SECOND / trial.rate
                kind = ESTIMATED if self.isEstimated else TOLD
                for channel in (ACCELEROMETER, GYROSCOPE, MAGNETOMETER):
                    parts.append([[channel + kind, first, self.told[end], 0, 0]])
        return np.concatenate(parts)


def taken(trial, kept):
    """The instants at which these samples were taken."""
    return np.round(START + kept * (SECOND / trial.rate))


def everything(trial):
    return np.arange(len(trial.samples))


def batches(trial, size, seed, by_sensor=False, claim=1.0):
    """Each batch arrives a millisecond or two after its last sample, all of it at once; with `by_sensor`, all readings
    of one sensor before those of the next."""
    random = np.random.default_rng(seed)
    kept = everything(trial)
    last = np.minimum((kept // size + 1) * size - 1, len(kept) - 1)
    delays = 1e6 + random.exponential(5e5, len(kept))
    timestamps = np.round(taken(trial, last) + delays[last])
    name = f"batches of {size}"
    name += ", by sensor" if by_sensor else ""
    name += f", reported as {claim:.0%} of the rate" if claim != 1 else ""
    return Stream(name, kept, timestamps, pieces=size if by_sensor else 1, claim=claim)


def stalls(trial, seconds):
    """Every five seconds nobody reads for a while; then all that waited is read at once."""
    kept = everything(trial)
    timestamps = taken(trial, kept)
    stall, every = seconds * SECOND, 5 * SECOND
    since = np.mod(timestamps - START, every)
    late = (since < stall) & (timestamps - START >= every)
    order = np.where(late, np.floor(since / (SECOND / trial.rate)), 0)
    timestamps = np.where(late, timestamps - since + stall + order * 20_000, timestamps)
    # The next samples are not timestamped before the last that waited.
    timestamps = np.maximum.accumulate(timestamps)
    return Stream(f"stalls of {seconds} s", kept, timestamps)


def lossy(trial, name, is_kept, told=None):
    """The samples for which `is_kept` is true. The others are unreported, or with `told` reported: "told" means exact
    counts, "estimated" estimates."""
    kept = np.nonzero(is_kept)[0]
    stream = Stream(name, kept, taken(trial, kept))
    if told:
        stream.name += ", reported"
        steps = np.diff(kept)
        stream.told = {int(i) + 1: int(steps[i] - 1) for i in np.nonzero(steps > 1)[0]}
        stream.isEstimated = told == "estimated"
        stream.name += " as an estimate" if stream.isEstimated else ""
    return stream


def single_losses(trial, share, seed, told=None):
    kept = np.random.default_rng(seed).random(len(trial.samples)) >= share
    kept[0] = True
    return lossy(trial, f"{share:.0%} missing", kept, told)


def bursts(trial, seconds, every, seed, told=None):
    """A burst of losses about every `every` seconds."""
    random = np.random.default_rng(seed)
    kept = np.ones(len(trial.samples), bool)
    length = round(seconds * trial.rate)
    at = 2 * trial.rate
    while at + length < len(kept) - 1:
        kept[at : at + length] = False
        at += length + int(every * trial.rate * random.uniform(0.7, 1.3))
    return lossy(trial, f"bursts of {seconds * 1000:.0f} ms", kept, told)


def halved(trial):
    """From the middle on, only every second sample comes."""
    index = everything(trial)
    return lossy(trial, "rate halved midway", (index < len(index) // 2) | (index % 2 == 0))


def true_timestamps(trial):
    kept = everything(trial)
    return Stream("true timestamps", kept, taken(trial, kept))


def all_streams(trial):
    return [
        true_timestamps(trial),
        *(batches(trial, size, 20 + size) for size in (15, 20, 32, 50)),
        batches(trial, 15, 3, by_sensor=True),
        batches(trial, 25, 4, claim=0.96),
        batches(trial, 50, 5, claim=1.04),
        stalls(trial, 0.1),
        stalls(trial, 0.2),
        *(single_losses(trial, share, 6, told) for share in (0.01, 0.05) for told in (None, "told")),
        single_losses(trial, 0.05, 7, "estimated"),
        halved(trial),
        *(bursts(trial, 0.05, 1, 8, told) for told in (None, "told", "estimated")),
    ]


def long_holes(trial):
    """Bursts that are too long for the limit of `all_streams`; attitude.py has another one for them."""
    return [bursts(trial, 0.5, 5, 9, told) for told in (None, "told")]
