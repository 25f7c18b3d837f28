"""Reads the sessions that Footfall records: `footfall.open(SESSION)`, `footfall.study(PLACE)`."""
from __future__ import annotations

from ._errors import FootfallError
from ._samples import SampleFile
from ._session import Session, open
from ._study import Study, study
from ._tables import Recording, Table

__all__ = ["FootfallError", "Recording", "SampleFile", "Session", "Study", "Table", "open", "study"]
