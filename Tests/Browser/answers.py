"""What a run leaves behind, in a form in which two runs can be compared."""

import json

from proof import Wrong

# Of each result is left out: when it began and ended, and the run's id, which no two runs have in common. A recorder's
# result is its name alone: the expected files were made with stand-ins that recorded nothing.
times = ("startDate", "endDate", "taskRunUUID")


def comparable(result):
    """A task's result without what no two runs have in common."""
    if isinstance(result, list):
        return [comparable(item) for item in result]
    if not isinstance(result, dict):
        return result
    kept = {key: comparable(value) for key, value in result.items() if key not in times}
    if "asyncResults" in kept:
        kept["asyncResults"] = sorted(item["identifier"] for item in kept["asyncResults"])
    return kept


def result(session):
    return comparable(json.loads((session / "taskResult.json").read_text()))


def expected(samples, name):
    return comparable(json.loads((samples / "TaskResults" / f"{name}.expected.json").read_text()))


def answers(session):
    """What `answers.json` has, which a run without an answer does not write."""
    file = session / "answers.json"
    return json.loads(file.read_text()) if file.exists() else {}


def by_step(result):
    """The answers of a result as a file for `--answers` has them."""
    found = {}
    for step in result["stepHistory"]:
        for item in step.get("inputResults", []):
            if item.get("value") is not None:
                found.setdefault(step["identifier"], {})[item["identifier"]] = item["value"]
    return found


def records(session):
    """The records of a session's one file of motion."""
    [file] = session.glob("*motion.json")
    return json.loads(file.read_text())


def marks(records):
    """The names of the marks that somebody made, in their order."""
    return [record["marker"] for record in records if record.get("marker") not in (None, "start", "stop")]


def marks_so_far(session):
    """How many marks of the button the file of motion of a running session has; none where there is no file yet."""
    files = list(session.glob("*motion.json"))
    if len(files) > 1:
        raise Wrong(f"there are {len(files)} files of motion, not one: {files}")
    return sum('"marker":"button"' in line for file in files for line in open(file, encoding="utf-8"))


def streams(records):
    """The instants of the samples of each kind of sensor, in seconds."""
    found = {}
    for record in records:
        if "sensorType" in record:
            found.setdefault(record["sensorType"], []).append(record["uptime"])
    return found


def lost_between(instants, rate):
    """How many samples are missing between the first and the last of a stream that has a steady rate."""
    return round((instants[-1] - instants[0]) * rate) + 1 - len(instants)
