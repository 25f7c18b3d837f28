"""Sessions that tests make for themselves, and those of the checkout."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, List, Optional, Union

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "SampleData"
OLD = ROOT / "Tests" / "OldSessions"


def document(lines: List[str]) -> str:
    """Lines of records as a sample file has them."""
    return "[\n" + ",\n".join(lines) + "\n]"


def record(time: float, sensor: str = "gyro", **values: Any) -> str:
    """A record of a sensor."""
    told = {"uptime": time, "timestamp": time, "sensorType": sensor, **values}
    return json.dumps(told, separators=(",", ":"), ensure_ascii=False)


def session(
    place: Path, content: Union[str, bytes], name: str = "a.json", about: Optional[Dict[str, Any]] = None, **more: Any
) -> Path:
    """A session with one file."""
    place.mkdir(parents=True, exist_ok=True)
    entry = {"path": name, "identifier": "a", "closed": True, "sensors": [], **(about or {})}
    manifest = {
        "format": "footfall-session", "version": 1, "identifier": "walk", "files": [entry],
        "startDate": "2026-11-21T10:15:00.000Z", "endDate": "2026-11-21T10:16:00.000Z", **more,
    }  # fmt: skip
    (place / "manifest.json").write_text(json.dumps(manifest))
    (place / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return place
