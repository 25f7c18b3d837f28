"""What somebody's walk was like, by the answers of a run, and what the command `footfall` says where it is asked."""
from __future__ import annotations

import json
import math
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Optional

from ._errors import FootfallError

# A day of a walk takes the command a minute; whoever takes an hour hangs.
LIMIT_IN_SECONDS = 3600
LIMIT_OF_VERSION_IN_SECONDS = 60
DEEPEST = 64


@dataclass(frozen=True)
class Walk:
    """Steps, seconds of walking, and steps a minute, as far as a run has answered them."""

    steps: Optional[int] = None
    walking: Optional[float] = None
    cadence: Optional[float] = None


@dataclass(frozen=True)
class Asked:
    """What the command says of a session; `is_told` if it has graded it, whatever the grade."""

    quality: Optional[str] = None
    cadence: Optional[float] = None
    is_told: bool = False


def walk_of(results: Any) -> Walk:
    """The answers `stepCount`, `walkingTime` and `cadence` of a run; of several, cadences count by their time."""
    found: List[Dict[str, float]] = []
    lists = [(results, 0)]
    while lists:
        told, depth = lists.pop()
        if isinstance(told, dict) and depth < DEEPEST:
            lists += [(value, depth + 1) for value in told.values() if isinstance(value, (list, dict))]
        elif isinstance(told, list) and depth < DEEPEST:
            answers = {
                str(one.get("identifier")): number
                for one in told
                if isinstance(one, dict) and one.get("type") == "answer"
                for number in [number_in(one.get("value"))]
                if number is not None
            }
            if "stepCount" in answers or "cadence" in answers:
                found.append(answers)
            lists += [(one, depth + 1) for one in told if isinstance(one, (list, dict))]
    steps = [answers["stepCount"] for answers in found if 0 <= answers.get("stepCount", -1) < 2**53]
    times = [answers["walkingTime"] for answers in found if "walkingTime" in answers]
    cadences = [(answers["cadence"], answers.get("walkingTime", 0.0)) for answers in found if "cadence" in answers]
    return Walk(int(sum(steps)) if steps else None, sum(times) if times else None, mean_of(cadences))


def mean_of(weighted: List[Any]) -> Optional[float]:
    """The mean of numbers by their weights; of equal ones where a weight is none."""
    if not weighted:
        return None
    if not all(weight > 0 for _, weight in weighted):
        weighted = [(value, 1.0) for value, _ in weighted]
    mean = sum(value * weight for value, weight in weighted) / sum(weight for _, weight in weighted)
    return float(mean) if math.isfinite(mean) else None


def number_in(told: Any) -> Optional[float]:
    """A number that is finite."""
    if isinstance(told, bool) or not isinstance(told, (int, float)):
        return None
    try:
        number = float(told)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def asked_of(program: Optional[str], session: Path) -> Asked:
    """The grade by `footfall check`, and the cadence of all bouts by `footfall gait`; nothing without a program."""
    if program is None:
        return Asked()
    check = said_by(program, "check", session)
    if check is None:
        return Asked()
    quality = check.get("quality")
    bouts: List[Any] = []
    sensors = (said_by(program, "gait", session) or {}).get("sensors")
    for sensor in sensors if isinstance(sensors, list) else []:
        told = sensor.get("bouts") if isinstance(sensor, dict) else None
        for bout in told if isinstance(told, list) else []:
            cadence = bout.get("cadence") if isinstance(bout, dict) else None
            number = number_in(cadence.get("stepsPerMinute")) if isinstance(cadence, dict) else None
            if number is not None:
                bouts.append((number, number_in(bout.get("contactCount")) or 0.0))
    return Asked(grade_in(quality), mean_of(bouts), True)


def version_of(program: str) -> str:
    """What the command says of itself, in a word or two; a FootfallError if it is not the one to ask."""
    cure = "give `--footfall` the command `footfall`, by its whole path if need be"
    try:
        ended = subprocess.run(
            [program, "--version"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            timeout=LIMIT_OF_VERSION_IN_SECONDS,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired, ValueError) as error:
        raise FootfallError(f"`{program} --version` cannot be run ({error}): {cure}") from error
    told = ended.stdout.decode("utf-8", "replace").strip()
    if ended.returncode != 0 or not told.startswith("footfall"):
        raise FootfallError(f"`{program} --version` does not say that it is Footfall: {cure}")
    return told.splitlines()[0][:100]


def grade_in(quality: Any) -> Optional[str]:
    """A grade in a word, however it is told."""
    told = quality.get("grade") if isinstance(quality, dict) else quality
    return told if isinstance(told, str) else None


def said_by(program: str, command: str, session: Path) -> Optional[Dict[str, Any]]:
    """The object of JSON that a command prints; None where it prints none, as of a session without a walk."""
    try:
        ended = subprocess.run(
            [program, command, "--json", str(session.absolute())],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=LIMIT_IN_SECONDS,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return None
    try:
        told = json.loads(ended.stdout)
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) else None
