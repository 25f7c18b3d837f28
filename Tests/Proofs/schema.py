"""Judges the schema of `footfall schema`, and those of a session's files, by the package jsonschema:
`schema.py FOOTFALL FOLDER`.

Each planted fault is one small change of a sample. The last lines are the figures; status 1 when something does not
hold, with a line for each thing.
"""

import copy
import json
import pathlib
import re
import subprocess
import sys

from jsonschema import Draft202012Validator

from schema_files import judge_files

SAMPLES = ["SampleData/Tasks", "Examples", "Tests/Browser", "Tests/FieldTasks"]
DELETED = object()

# A fault: what it is, the sample, where it is changed, and what stands there then. Where a key is missing or
# misspelt, the fault is told of the object: the last word of the place is that key.
FAULTS = [
    ("a task's identifier is a number", "Survey", "identifier", 7),
    ("a task has no identifier", "Survey", "identifier", DELETED),
    ("the steps are an object", "Survey", "steps", {}),
    ("a step is a text", "Survey", "steps/0", "welcome"),
    ("a step has no identifier", "Survey", "steps/0/identifier", DELETED),
    ("a title is a number", "Survey", "steps/0/title", 3),
    ("a text is a list of lines", "Survey", "steps/1/text", ["a", "b"]),
    ("a colour is a text without its object", "Survey", "steps/0/colorMapping/customColor", "#FFC0CB"),
    ("a custom colour has no colour", "Survey", "steps/0/colorMapping/customColor/color", DELETED),
    ("a mapping of colours has an unknown type", "Survey", "steps/0/colorMapping/type", "rainbow"),
    ("a step has the colours of earlier files", "Survey", "steps/0/colorTheme", {}),
    ("a question is a text", "Survey", "steps/1/inputFields/0", "hasFallen"),
    ("a question has no type", "Survey", "steps/1/inputFields/0/type", DELETED),
    ("a question is optional by a word", "Survey", "steps/2/inputFields/1/optional", "yes"),
    ("rules are one rule", "Survey", "steps/1/inputFields/0/surveyRules", {"matchingAnswer": True}),
    ("a rule goes to a number", "Survey", "steps/1/inputFields/0/surveyRules/0/skipToIdentifier", 3),
    ("a rule has an unknown operator", "Survey", "steps/2/inputFields/0/surveyRules/0/ruleOperator", "gte"),
    ("a rule has an unknown type", "Survey", "steps/2/inputFields/0/surveyRules/0/type", "regex"),
    ("a range is a list", "Survey", "steps/2/inputFields/0/range", [1, 365]),
    ("a bound is a text", "Survey", "steps/2/inputFields/0/range/minimumValue", "1"),
    ("a date may be in the future by a word", "Survey", "steps/2/inputFields/1/range/allowFuture", "no"),
    ("choices are an object", "Survey", "steps/3/inputFields/0/choices", {"stick": "A stick"}),
    ("a question for a choice has none", "Survey", "steps/3/inputFields/0/choices", DELETED),
    ("a text has a length in words", "Survey", "steps/4/inputFields/3/textFieldOptions/maximumLength", "3"),
    ("what a text looks like is a text", "Survey", "steps/4/inputFields/3/textFieldOptions", "^[A-Z]+$"),
    ("buttons are a list", "Survey", "steps/4/actions", ["skip"]),
    ("a button has no type", "Survey", "steps/4/actions/skip/type", DELETED),
    ("a button goes nowhere", "Survey", "steps/4/actions/skip/skipToIdentifier", DELETED),
    ("rules for cohorts are an object", "Survey", "steps/5/beforeCohortRules", {"requiredCohorts": ["steady"]}),
    ("cohorts are a text", "Survey", "steps/5/beforeCohortRules/0/requiredCohorts", "steady"),
    ("cohorts are joined by an unknown word", "Survey", "steps/5/afterCohortRules/0/operator", "some"),
    ("an image has an unknown type", "WalkAndBalance", "steps/0/image/type", "film"),
    ("images are one name", "WalkAndBalance", "steps/0/image/imageNames", "walker1"),
    ("an animation's duration is a text", "WalkAndBalance", "steps/0/image/animationDuration", "1.5"),
    ("a permission is a word", "WalkAndBalance", "steps/0/permissions/0", "motion"),
    ("a revision is a text", "WalkAndBalance", "schemaInfo/revision", "2"),
    ("hidden buttons are one word", "WalkAndBalance", "shouldHideActions", "goBackward"),
    ("an icon has no name", "WalkAndBalance", "steps/0/icons/0/icon", DELETED),
    ("a rate is a text", "Walk", "steps/0/asyncActions/0/frequency", "100"),
    ("a sensor is misspelt", "Walk", "steps/0/asyncActions/0/recorderTypes/0", "acelerometer"),
    ("a recorder begins at a list", "Walk", "steps/0/asyncActions/0/startStepIdentifier", ["countdown"]),
    ("a recorder has no type", "Walk", "steps/0/asyncActions/0/type", DELETED),
    ("a duration is a text", "Walk", "steps/0/steps/2/duration", "30"),
    ("a command is misspelt", "Walk", "steps/0/steps/2/commands/1", "vibrat"),
    ("speech is a text", "Walk", "steps/0/steps/2/spokenInstructions", "Walk"),
    ("speech at an instant is misspelt", "Walk", "steps/0/steps/2/spokenInstructions/strat", "Walk."),
    ("speech at an instant is a number", "Walk", "steps/0/steps/2/spokenInstructions/start", 1),
    ("what a phone has instead is a text", "Walk", "steps/0/steps/0/phone", "small"),
    ("a picture comes from nowhere", "MotorControl", "steps/4/sourceType", "cammera"),
    ("the minutes are a text", "MotorControl", "steps/3/estimatedMinutes", "one"),
    ("what is fetched has no name", "MotorControl", "steps/3/taskTransformer/resourceName", DELETED),
]

wrong = []


def fail(text):
    wrong.append(text)


def read(path):
    """A task file, which may have commas too many; the text within strings is left alone."""
    text = pathlib.Path(path).read_text(encoding="utf-8")
    plain = re.sub(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])', lambda match: match.group(1) or "", text)
    value = json.loads(plain)
    # The file of a section is read where a task names it.
    return {"identifier": "whole", "steps": [value]} if value.get("type") == "section" else value


def is_task(value):
    return isinstance(value, dict) and isinstance(value.get("steps"), list)


def samples():
    found = {}
    for folder in SAMPLES:
        for path in sorted(pathlib.Path(folder).rglob("*.json")):
            if ".build" in path.parts:
                continue
            try:
                value = read(path)
            except AttributeError:  # a list of something
                continue
            if is_task(value):
                found[path] = value
    return found


def changed(sample, place, value):
    """A copy with another value at a place."""
    document = copy.deepcopy(sample)
    ways = [int(way) if way.isdigit() else way for way in place.split("/")]
    holder = document
    for way in ways[:-1]:
        holder = holder[way]
    if value is DELETED:
        del holder[ways[-1]]
    else:
        holder[ways[-1]] = value
    return document, ways


def places(error):
    """Where a refusal comes from: of the kinds that an object can be, the one that its type says."""
    if error.validator not in ("oneOf", "anyOf"):
        return [list(error.absolute_path)]
    kinds = {}
    for cause in error.context:
        kinds.setdefault(cause.schema_path[0], []).append(cause)
    meant = [
        causes for causes in kinds.values()
        # Another kind is refused for its type, or for what it is at all.
        if not any(list(cause.path) == ["type"] or is_other_shape(cause, error) for cause in causes)
    ]
    if len(meant) != 1:
        return [list(error.absolute_path) + common(error)]
    return [place for cause in meant[0] for place in places(cause)]


def is_other_shape(cause, error):
    if cause.validator == "required" and "type" in str(cause.message):
        return cause.message.startswith("'type' is")
    return cause.validator == "type" and list(cause.absolute_path) == list(error.absolute_path)


def common(error):
    """The type itself, where every kind is refused for it."""
    kinds = {cause.schema_path[0] for cause in error.context}
    by_type = {cause.schema_path[0] for cause in error.context if list(cause.path) == ["type"]}
    return ["type"] if kinds == by_type else []


def pointer(ways):
    """A place as `footfall validate` writes it."""
    text = ""
    for way in ways:
        text += f"[{way}]" if isinstance(way, int) else f".{way}" if text else way
    return text or "the root"


def validate(footfall, path):
    told = subprocess.run(
        [footfall, "validate", "--json", "--resources", "SampleData/Tasks", str(path)],
        capture_output=True, text=True, timeout=60,
    )
    return told.returncode, json.loads(told.stdout)


def count_sentences(schema):
    count = 0
    for name, definition in schema["$defs"].items():
        for key, value in definition.get("properties", {}).items():
            # A key that must not be there has nothing to say.
            if value is False:
                continue
            count += 1
            sentence = value.get("description", "")
            if not re.fullmatch(r"\S.*\S\.", sentence):
                fail(f"{name}: the key '{key}' has no sentence: '{sentence}'")
    return count


def main():
    footfall, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    schema = json.loads(subprocess.run([footfall, "schema"], capture_output=True, check=True).stdout)
    Draft202012Validator.check_schema(schema)
    judge = Draft202012Validator(schema)

    tasks = samples()
    accepted = 0
    for path, task in tasks.items():
        accepted += judge.is_valid(task)
        for error in judge.iter_errors(task):
            fail(f"{path} is refused at {[pointer(place) for place in places(error)]}: {error.message[:200]}")
    refused = 0
    for number, (name, sample, place, value) in enumerate(FAULTS):
        task, ways = changed(read(f"SampleData/Tasks/{sample}.json"), place, value)
        expected = ways[:-1] if value is DELETED or ways[-1] == "strat" else ways
        path = folder / f"{number:02}.json"
        path.write_text(json.dumps({"$schema": "./task-schema.json", **task}, indent=1), encoding="utf-8")
        found = [pointer(way) for error in judge.iter_errors(task) for way in places(error)]
        if pointer(expected) not in found:
            fail(f"{path}: {name}: jsonschema tells {found or 'nothing'}, not {pointer(expected)}")
            continue
        status, report = validate(footfall, path)
        told = [fault.get("path", "") for fault in report["faults"]]
        if status != 1 or not any(place in (pointer(expected), pointer(ways)) for place in told):
            fail(f"{path}: {name}: footfall validate ends with {status} and tells {told}, not {pointer(ways)}")
            continue
        refused += 1
    sentences = count_sentences(schema)
    files = judge_files(footfall, folder, fail)
    for text in wrong:
        print(f"schema: FAILED: {text}", file=sys.stderr)
    print(
        f"schema: {accepted} samples accepted, {refused} of {len(FAULTS)} faults refused, "
        f"{sentences} keys with a sentence"
    )
    print(f"schema: {files}")
    return 1 if wrong else 0


sys.exit(main())
