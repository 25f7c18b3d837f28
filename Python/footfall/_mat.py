"""A session as a file for MATLAB."""
from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Dict

import numpy as np

from ._columns import Array
from ._errors import needed
from ._general import EXACT
from ._session import Session
from ._tables import Table
from ._writing import whole_file


def write_mat(session: Session, path: Path) -> Path:
    """Writes a file of MATLAB's version 5, which is there whole or not at all."""
    scipy = needed("scipy.io", "scipy", "matlab", "to_mat()")
    samples: Dict[str, Any] = {}
    fields: Dict[str, str] = {}
    for recording in session.sensors.values():
        # All sensors of a file stand in one field, whatever its name had to become.
        if recording.file not in fields:
            fields[recording.file] = field(recording.file, samples)
        file = samples.setdefault(fields[recording.file], {})
        columns = structure(recording)
        columns[field("lost", columns)] = np.array(recording.lost)
        file[field(recording.sensor, file)] = columns
    document = {
        "samples": samples,
        "losses": structure(session.losses),
        "marks": structure(session.marks),
        "participant": {key: value for key, value in session.participant.items() if isinstance(value, str)},
        "session": session.path.name,
    }
    with whole_file(path) as file:
        scipy.savemat(file, document, long_field_names=True, oned_as="column")
    return path


def structure(table: Table) -> Dict[str, Array]:
    """The columns as fields: missing numbers are NaN and missing texts empty.

    Whole numbers beyond 2^53, which no double tells, stay whole: what is missing of them is 0, and a second field
    `NAME_missing` says where.
    """
    made: Dict[str, Array] = {}
    for name, values in table.to_numpy().items():
        if isinstance(values, np.ma.MaskedArray):
            missing, data = np.ma.getmaskarray(values), np.ma.getdata(values)
            if data.dtype == np.int64 and bool(((data > EXACT) | (data < -EXACT)).any()):
                made[field(name, made)] = data
                made[field(f"{name}_missing", made)] = missing
                continue
            values = np.where(missing, np.nan, data.astype(np.float64))
        elif values.dtype == object:
            values = np.array(["" if value is None else value for value in values], dtype=object)
        made[field(name, made)] = values
    return made


def field(name: str, taken: Dict[str, Any]) -> str:
    """A name that MATLAB takes, and that no other field has."""
    safe = re.sub(r"[^A-Za-z0-9_]", "_", name)[:56]
    if not re.match(r"[A-Za-z]", safe):
        safe = f"x{safe}"
    number = 2
    found = safe
    while found in taken:
        found, number = f"{safe}_{number}", number + 1
    return found
