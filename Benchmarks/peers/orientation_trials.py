"""The samples on which the attitude filters are compared, each with its truth.

Quaternions are w, x, y, z and turn a vector of the sensor's frame into the earth's, which is
North-West-Up. Samples are rad/s, g and µT, nine numbers a row."""

import glob
import json
import os
import subprocess
from dataclasses import dataclass

import numpy as np

DEGREE = np.pi / 180
# As in Central Europe: 49 µT, dipping by 66°.
FIELD = 49 * np.array([np.cos(66 * DEGREE), 0, -np.sin(66 * DEGREE)])


@dataclass
class Trial:
    name: str
    rate: int
    samples: np.ndarray
    truth: np.ndarray
    # Seconds at the beginning that do not count.
    settling: float


def multiply(a, b):
    aw, ax, ay, az = np.moveaxis(a, -1, 0)
    bw, bx, by, bz = np.moveaxis(b, -1, 0)
    return np.stack(
        [
            aw * bw - ax * bx - ay * by - az * bz,
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
        ],
        axis=-1,
    )


def conjugate(q):
    return q * np.array([1, -1, -1, -1])


def to_sensor(attitude, vectors):
    """Vectors of the earth's frame as the sensor has them."""
    pure = np.concatenate([np.zeros_like(vectors[..., :1]), vectors], axis=-1)
    return multiply(multiply(conjugate(attitude), pure), attitude)[..., 1:]


def turn(rotation):
    angle = np.linalg.norm(rotation, axis=-1, keepdims=True)
    scale = np.where(angle > 1e-12, np.sin(angle / 2) / np.maximum(angle, 1e-12), 0.5)
    return np.concatenate([np.cos(angle / 2), rotation * scale], axis=-1)


def products(turns):
    """The product of each turn with all those before it, by doubling the reach."""
    reach = 1
    while reach < len(turns):
        after = multiply(turns[:-reach], turns[reach:])
        turns[reach:] = after / np.linalg.norm(after, axis=1, keepdims=True)
        reach *= 2
    return turns


def wander(random, times, strength, hertz):
    """Three smooth signals, each a sum of sines below a frequency, with this deviation."""
    count = 6
    frequency = random.uniform(0.05, 1, (count, 3)) * hertz
    phase = random.uniform(0, 2 * np.pi, (count, 3))
    waves = np.sin(2 * np.pi * frequency * times[:, None, None] + phase)
    return strength * waves.sum(axis=1) / np.sqrt(count / 2)


def pauses(times, every, lasting):
    """1 while moving and 0 while resting, with smooth edges."""
    inside = np.mod(times, every)
    edge = np.clip(np.minimum(inside - lasting, every - inside) / 0.5, 0, 1)
    return (edge * edge * (3 - 2 * edge))[:, None]


def simulate(
    name,
    seed,
    seconds=240,
    rate=100,
    turning=0.0,
    pushing=0.0,
    hertz=1.0,
    rests=None,
    disturbed=(),
    bias=0.5,
    noise=1.0,
):
    """A sensor that turns (°/s) and is pushed (g), with a consumer unit's errors."""
    random = np.random.default_rng(seed)
    fine = 8
    times = (np.arange(seconds * rate * fine) + 0.5) / (rate * fine)
    moving = pauses(times, *rests) if rests else 1.0
    rotation = moving * wander(random, times, turning * DEGREE, hertz)
    steps = turn(rotation / (rate * fine))
    attitude = products(np.concatenate([turn(random.uniform(-2, 2, (1, 3))), steps]))[1:]
    truth = attitude[fine - 1 :: fine]
    count = len(truth)
    ends = times[fine - 1 :: fine]
    pushes = (moving[fine - 1 :: fine] if rests else 1.0) * wander(random, ends, pushing, 2 * hertz)
    field = np.tile(FIELD, (count, 1))
    for begin, end, strength in disturbed:
        within = (ends >= begin) & (ends < end)
        direction = random.normal(size=3)
        field[within] += strength * direction / np.linalg.norm(direction)

    def white(deviation):
        return noise * deviation * np.sqrt(rate / 100) * random.normal(size=(count, 3))

    def fixed(deviation):
        return noise * deviation * random.normal(size=3)

    drift = np.cumsum(random.normal(size=(count, 3)), axis=0) * 2e-5 / np.sqrt(rate)
    gyroscope = rotation.reshape(count, fine, 3).mean(axis=1)
    direction = random.normal(size=3)
    gyroscope += bias * DEGREE * direction / np.abs(direction).max() + drift + white(2e-3)
    accelerometer = to_sensor(truth, pushes + [0, 0, 1]) + fixed(0.004) + white(2e-3)
    magnetometer = to_sensor(truth, field) + fixed(0.3) + white(0.4)
    samples = np.concatenate([gyroscope, accelerometer, magnetometer], axis=1)
    return Trial(name, rate, np.ascontiguousarray(samples), truth, 30)


def simulations():
    often = [(t, t + 8, 30) for t in range(50, 230, 30)]
    return [
        simulate("still", 1, bias=0.8),
        simulate("slow", 2, turning=40, pushing=0.05, hertz=0.5),
        simulate("slow, with rests", 3, turning=40, pushing=0.05, hertz=0.5, rests=(20, 6), bias=1),
        simulate("brisk", 4, turning=150, pushing=0.3),
        simulate("brisk, 400 Hz", 5, seconds=120, rate=400, turning=250, pushing=0.5, hertz=2),
        simulate("brisk, 50 Hz", 6, rate=50, turning=100, pushing=0.2),
        simulate("pushed hard", 7, turning=80, pushing=1.0, hertz=2),
        simulate("disturbed often", 8, turning=80, pushing=0.1, disturbed=often),
        simulate("disturbed long", 9, turning=80, pushing=0.1, disturbed=[(60, 150, 40)]),
        simulate("disturbed, with rests", 10, turning=60, rests=(25, 5), disturbed=often, bias=1),
        simulate("noisy", 11, turning=80, pushing=0.1, noise=5, bias=1.5),
    ]


def walks(footfall, scratch):
    """The synthetic walk of `footfall record`, with its truth."""
    for placement in ("lowBack", "leftFoot"):
        folder = os.path.join(scratch, placement)
        subprocess.run(
            [footfall, "record", "--source", "synthetic", "--placement", placement]
            + ["--types", "accelerometer,gyro,magnetometer", "--rate", "100"]
            + ["--duration", "180", "--speed", "max", "--quiet", "--output", folder],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        (truth,) = glob.glob(f"{folder}/*/*_truth.json")
        yield walk(f"walk, {placement}", truth)


def walk(name, truth_path):
    columns = {"gyro": {}, "accelerometer": {}, "magnetometer": {}, "attitude": {}}
    for path in (truth_path, truth_path.replace("_truth", "")):
        with open(path, encoding="utf-8") as file:
            for record in json.load(file):
                if "lost" in record:
                    raise SystemExit(f"{path}: the walk has lost samples")
                if "sensorType" in record:
                    columns[record["sensorType"]][record["uptime"]] = record
    times = sorted(set.intersection(*(set(column) for column in columns.values())))
    samples = [
        [columns[kind][time][axis] for kind in list(columns)[:3] for axis in "xyz"]
        for time in times
    ]
    truth = [[columns["attitude"][time][axis] for axis in "wxyz"] for time in times]
    return Trial(name, 100, np.array(samples), np.array(truth), 30)
