"""Sway and freezing index of made signals, by NumPy, as the tests of Gait expect them."""

import pathlib
import re
import sys

import numpy as np

FILE = pathlib.Path("Tests/GaitTests/NumPyFigures.swift")
HEAD = """// Written by `Tests/Proofs/gait --write`, which computes these with NumPy: see there for how.

enum NumPyFigures {
"""


def wander(seed: int, count: int, keep: float) -> np.ndarray:
    """Steps of a generator of whole numbers, of which each value keeps a part: the same bits as in Swift."""
    state, value, values = seed, 0.0, []
    for _ in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        value = keep * value + ((state >> 11) * 2.0**-53 - 0.5)
        values.append(value)
    return np.array(values)


def powers(values: np.ndarray, rate: float) -> tuple[np.ndarray, np.ndarray]:
    return np.fft.rfftfreq(len(values), 1 / rate), np.abs(np.fft.rfft(values - values.mean())) ** 2


def freezing(values: np.ndarray, rate: float) -> float:
    at, power = powers(values, rate)
    return float(power[(at >= 3) & (at < 8)].sum() / power[(at >= 0.5) & (at < 3)].sum())


def sway(x: np.ndarray, y: np.ndarray, rate: float) -> dict[str, float]:
    seconds = len(x) / rate
    x, y = x - x.mean(), y - y.mean()
    distance = np.hypot(x, y)
    path = np.hypot(np.diff(x), np.diff(y)).sum()
    # The two half axes of the ellipse, from the eigenvalues of the covariance, with Fisher's F of 3.
    axes = np.sqrt(2 * 3.0 * np.linalg.eigvalsh(np.cov(x, y, bias=True)))
    at, power = powers(x, rate)
    power = power + powers(y, rate)[1]
    inside = (at >= 0.15) & (at < 5)
    at, power = at[inside], power[inside]
    moments = [float((at**order * power).sum()) for order in range(3)]
    part = np.cumsum(power)
    return {
        "rootMeanSquare": float(np.sqrt((distance**2).mean())),
        "meanDistance": float(distance.mean()),
        "path": float(path),
        "meanVelocity": float(path / seconds),
        "ellipseArea": float(np.pi * axes[0] * axes[1]),
        "meanFrequency": float(path / seconds / (2 * np.pi * distance.mean())),
        "medianFrequency": float(at[np.argmax(part >= 0.5 * moments[0])]),
        "frequency95": float(at[np.argmax(part >= 0.95 * moments[0])]),
        "centroidalFrequency": float(np.sqrt(moments[2] / moments[0])),
        "frequencyDispersion": float(np.sqrt(1 - moments[1] ** 2 / (moments[0] * moments[2]))),
    }


def figures() -> dict[str, float]:
    found = {
        "freezingOfSixSeconds": freezing(wander(1, 600, 0.9), 100),
        "freezingOfFiveSecondsAt64": freezing(wander(2, 320, 0.6), 64),
    }
    found.update(sway(wander(3, 3000, 0.97), wander(4, 3000, 0.9), 100))
    return found


def main() -> None:
    found = figures()
    if sys.argv[1:] == ["--write"]:
        lines = [f"    static let {name} = {value!r}\n" for name, value in found.items()]
        FILE.write_text(HEAD + "".join(lines) + "}\n")
        return
    expected = {name: float(value) for name, value in re.findall(r"let (\w+) = (\S+)", FILE.read_text())}
    if expected.keys() != found.keys():
        sys.exit(f"the tests expect other figures: {sorted(expected.keys() ^ found.keys())}")
    for name, value in found.items():
        if abs(value - expected[name]) > 1e-12 * abs(value):
            sys.exit(f"{name} is {value!r} by NumPy, and the tests expect {expected[name]!r}")
    print(f"{len(found)} figures that the tests of Gait expect are those of NumPy {np.__version__}")


main()
