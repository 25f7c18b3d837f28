"""A session as a file for MATLAB."""
from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path
from typing import Any, Dict

import numpy as np

from ._columns import Array
from ._errors import FootfallError, needed
from ._session import Session
from ._tables import Table


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
        file[field(recording.sensor, file)] = {**structure(recording), "lost": recording.lost}
    document = {
        "samples": samples,
        "losses": structure(session.losses),
        "marks": structure(session.marks),
        "participant": {key: value for key, value in session.participant.items() if isinstance(value, str)},
        "session": session.path.name,
    }
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.absolute().parent)
        try:
            with os.fdopen(handle, "wb") as file:
                scipy.savemat(file, document, long_field_names=True, oned_as="column")
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except (OSError, ValueError) as error:
        raise FootfallError(f"{path} cannot be written ({error}): make room, or name another file") from error
    return path


def structure(table: Table) -> Dict[str, Array]:
    """The columns as fields: missing numbers are NaN, missing texts empty; large whole numbers stay whole."""
    made: Dict[str, Array] = {}
    for name, values in table.to_numpy().items():
        if isinstance(values, np.ma.MaskedArray):
            values = np.where(np.ma.getmaskarray(values), np.nan, np.ma.getdata(values).astype(np.float64))
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
