"""The values that would be in a file if nobody had calibrated its sensor, to the last bit."""
from __future__ import annotations

import math
from typing import Any, Dict, List, Optional, Tuple

import numpy

from ._columns import Array, Column
from ._errors import FootfallError
from ._tables import Recording

STANDARD_GRAVITY = 9.80665
MICROTESLA_IN_GAUSS = 100.0
SENSORS = ("accelerometer", "gyro", "magnetometer")

Rows = List[List[float]]


def rows_of(text: Any, count: int) -> Optional[Rows]:
    """Rows of three numbers, as `1, 0, 0; 0, 1, 0`; None for anything else."""
    if not isinstance(text, str):
        return None
    try:
        rows = [[float(word) for word in row.split(",")] for row in text.split(";")]
    except ValueError:
        return None
    good = len(rows) == count and all(len(row) == 3 and all(map(math.isfinite, row)) for row in rows)
    return rows if good else None


class RawReadings:
    """What was done to the readings of a sensor, by the `details` of its device in the manifest.

    Raises ValueError where something of it cannot be read, or cannot be undone.
    """

    def __init__(self, sensor: str, details: Dict[str, Any]) -> None:
        def told(key: str, count: int) -> Optional[Rows]:
            if key not in details:
                return None
            if (rows := rows_of(details[key], count)) is None:
                raise ValueError(f"`{key}` is {details[key]!r}")
            return rows

        self.sensor = sensor
        offset, matrix = told(f"calibrationOffset {sensor}", 1), told(f"calibrationMatrix {sensor}", 3)
        conversion = told(f"conversion {sensor}", 2)
        if (offset is None) != (matrix is None):
            raise ValueError("it has one part of a calibration and not the other")
        self.calibration = None if offset is None or matrix is None else (offset[0], numpy.array(matrix))
        self.conversion: Optional[Tuple[Array, Array]] = None
        if conversion is not None:
            self.conversion = (numpy.array(conversion[0]), numpy.array(conversion[1]))
        self.mount = followed(told(f"mountMatrix {sensor}", 3), told("mountMatrix configured", 3))
        for square in (self.mount, None if self.calibration is None else self.calibration[1]):
            if square is not None and not abs(numpy.linalg.det(square)) > 1e-300:
                raise ValueError("one of its matrices cannot be undone")
        if self.calibration is not None:
            square = self.calibration[1]
            # As footfall takes none that is undone worse than to a sensor's step.
            if not numpy.linalg.norm(numpy.vstack((square, numpy.linalg.inv(square))), axis=1).max() < 100:
                raise ValueError("its calibration cannot be undone")

    def uncalibrated(self, values: Array) -> Array:
        """Values of rows of three without the calibration: exact where the sensor's steps are known."""
        if self.calibration is None:
            return values
        offset, matrix = self.calibration
        turned = values if self.mount is None else values @ numpy.linalg.inv(self.mount).T
        readings = turned @ numpy.linalg.inv(matrix).T + numpy.array(offset)
        if self.conversion is not None:
            readings = self._value(numpy.rint(self._steps(readings)))
        return self._mounted(readings)

    def _steps(self, readings: Array) -> Array:
        assert self.conversion is not None
        offset, scale = self.conversion
        if self.sensor == "accelerometer":
            readings = readings * STANDARD_GRAVITY
        elif self.sensor == "magnetometer":
            readings = readings / MICROTESLA_IN_GAUSS
        return readings / scale - offset

    def _value(self, steps: Array) -> Array:
        assert self.conversion is not None
        offset, scale = self.conversion
        # The operations of a recording, in its order: each rounds once.
        values = (steps + offset) * scale
        if self.sensor == "accelerometer":
            return values / STANDARD_GRAVITY
        return values * MICROTESLA_IN_GAUSS if self.sensor == "magnetometer" else values

    def _mounted(self, values: Array) -> Array:
        if self.mount is None:
            return values
        columns = [self.mount[:, axis] * values[:, axis : axis + 1] for axis in range(3)]
        # Adding 0 turns the -0 of a product into 0.
        turned: Array = columns[0] + columns[1] + columns[2] + 0
        return turned


def followed(own: Optional[Rows], configured: Optional[Rows]) -> Optional[Array]:
    """The sensor's matrix, and the configured one after it; None where nothing is turned."""
    matrices = [rows for rows in (own, configured) if rows not in (None, [[1, 0, 0], [0, 1, 0], [0, 0, 1]])]
    if len(matrices) < 2:
        return numpy.array(matrices[0]) if matrices else None
    first, second = matrices
    assert first is not None and second is not None
    product = numpy.zeros((3, 3))
    for row in range(3):
        for column in range(3):
            for between in range(3):
                product[row, column] += second[row][between] * first[between][column]
    return product


def numbers_of(recording: Recording, axis: str) -> Array:
    """The readings of an axis; NaN where one is missing."""
    try:
        readings: Array = numpy.ma.filled(recording[axis].astype(float), math.nan)
    except (FootfallError, TypeError, ValueError) as error:
        raise FootfallError(
            f"{recording.file}: `{axis}` of `{recording.sensor}` cannot be read as numbers ({error}): "
            "run `footfall check` of the session"
        ) from error
    return readings


def uncalibrated(recording: Recording, about: Dict[str, Any], details: Dict[str, Any]) -> Recording:
    """The recording without the calibration that the details of its device tell of."""
    sensor = recording.sensor
    if sensor not in SENSORS:
        raise FootfallError(
            f"`{sensor}` is computed from other sensors: ask for one of {', '.join(SENSORS)}, which are measured"
        )
    try:
        raw = RawReadings(sensor, details)
    except (ValueError, numpy.linalg.LinAlgError) as error:
        raise FootfallError(
            f"{recording.file}: what the manifest says of the calibration of `{sensor}` cannot be undone ({error}): "
            "get the manifest from a copy"
        ) from error
    if raw.calibration is None or not len(recording):
        return recording
    axes = ("x", "y", "z")
    values = raw.uncalibrated(numpy.column_stack([numbers_of(recording, axis) for axis in axes]))
    made = {
        axis: Column(axis, "f", numpy.ascontiguousarray(values[:, place])) for place, axis in enumerate(axes)
    }
    columns = [made.get(name, column) for name, column in recording._columns.items()]
    return Recording(recording.file, sensor, about, columns, len(recording), recording.losses)
