"""Sessions as one Parquet data set, which is there whole or not at all."""
from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any, Sequence
from urllib.parse import quote

from ._errors import FootfallError, needed
from ._session import Session


def write_parquet(sessions: Sequence[Session], place: Path, study: str) -> Path:
    """Writes `samples`, `losses` and `marks` of sessions, each partitioned by study, subject and session."""
    parquet = needed("pyarrow.parquet", "pyarrow", "arrow", "to_parquet()")
    if place.exists():
        raise FootfallError(f"{place} is there already: name another folder, or delete it first")
    if not place.absolute().parent.is_dir():
        raise FootfallError(f"{place.absolute().parent} is no folder: make it first")
    made = Path(tempfile.mkdtemp(prefix=f".{place.name}.", dir=place.absolute().parent))
    try:
        for told in sessions:
            session = Session(told.path)  # of its own, so that its samples go when they are written
            subject = str(session.participant.get("subject") or "none")
            facts = {"study": study, "subject": subject, "session": session.path.name}
            parts = [f"{key}={quote(value, safe='')}" for key, value in facts.items()]
            tables = {"samples": session.to_arrow(), "losses": session.losses.to_arrow()}
            tables["marks"] = session.marks.to_arrow()
            for name, table in tables.items():
                if table.num_rows:
                    folder = made.joinpath(name, *parts)
                    folder.mkdir(parents=True)
                    parquet.write_table(plain(table), folder / "part.parquet")
        made.chmod(0o700)
        made.rename(place)
    except OSError as error:
        raise FootfallError(
            f"{place} cannot be written ({error.strerror or error}): make room, or name another folder"
        ) from error
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return place


def plain(table: Any) -> Any:
    """A table whose texts have one type in all sessions."""
    arrow = needed("pyarrow", "pyarrow", "arrow", "to_parquet()")
    is_dictionary = arrow.types.is_dictionary
    kinds = [field.with_type(arrow.string()) if is_dictionary(field.type) else field for field in table.schema]
    return table.cast(arrow.schema(kinds, metadata=table.schema.metadata))
