"""Judges the JSON Schemas of a session's files: what Footfall writes fits them, and no key of it is missing there."""

import collections
import copy
import csv
import json
import os
import pathlib
import re
import signal
import subprocess
import time

from jsonschema import Draft202012Validator, RefResolver

FOLDER = pathlib.Path("Documentation/Schemas")
PAGE = pathlib.Path("Documentation/SessionFiles.md")
NAMES = ["manifest", "journal", "samples", "study"]

# A planted fault: the file, where it is changed, and what stands there then; no value takes the key away.
FAULTS = [
    ("manifest", "format", "session"),
    ("manifest", "version", 0),
    ("manifest", "status", "done"),
    ("manifest", "startDate", "21 November"),
    ("manifest", "clocks", []),
    ("manifest", "clocks/0/realtimeNanoseconds", "now"),
    ("manifest", "files/0/layout", "xml"),
    ("manifest", "files/0/checksum", "md5:00"),
    ("manifest", "files/0/sensors/0/samples", -1),
    ("manifest", "files/0/path", None),
    ("manifest", "host", None),
    ("manifest", "coordinates", [52.5, 13.4]),
    ("journal", "0/about/manifest/identifier", None),
    ("journal", "0/about/text", "of another event"),
    ("journal", "1/about/file", None),
    ("samples", "0/uptime", "5260"),
    ("samples", "1/reason", "lazy"),
    ("samples", "1/phase", 7),
    ("samples", "1/latitude", 91),
    ("samples", "1/acceleration", 1),
    ("study", "subject", "P07"),
    ("study", "visits", []),
    ("study", "groups", ["control group"]),
    ("study", "title", " "),
    ("study", "required", ["age"]),
    ("study", "placements", {}),
]


def strict(schema):
    """The schema with no other keys than those that it describes."""
    if isinstance(schema, list):
        return [strict(value) for value in schema]
    if not isinstance(schema, dict):
        return schema
    changed = {key: strict(value) for key, value in schema.items()}
    if schema.get("type") == "object" and "properties" in schema and "additionalProperties" not in schema:
        changed["additionalProperties"] = False
    return changed


def thinned(document):
    """The document with a few records of each set of keys: those behind them would only take time."""
    if isinstance(document, dict):
        return {key: thinned(value) if key == "items" else value for key, value in document.items()}
    counts = collections.Counter()
    kept = []
    for record in document:
        shape = (*record, record.get("sensorType")) if isinstance(record, dict) else ()
        counts[shape] += 1
        if counts[shape] <= 50:
            kept.append(record)
    return kept


class Files:
    """The schemas, and what was found of the files that were held against them."""

    def __init__(self, fail):
        self.fail = fail
        self.told = {
            name: json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8")) for name in NAMES
        }
        self.narrow = {name: strict(schema) for name, schema in self.told.items()}
        self.events = set(self.told["journal"]["$defs"]) - {"record", "clockPair"}
        self.documents = 0
        self.keys = set()
        for name, schema in self.told.items():
            Draft202012Validator.check_schema(schema)
            self.require_sentences(name, schema)

    def judge(self, name, value):
        """What is wrong with a value by a schema, a line for each."""
        base = f"file:///{name}.schema.json"
        store = {f"file:///{other}.schema.json": schema for other, schema in self.narrow.items()}
        resolver = RefResolver(base, self.narrow[name], store=store)
        schema = self.narrow[name]
        if name == "samples":
            # One of its two layouts, so that what is wrong is told, and not that it is neither.
            schema = {"$ref": f"{base}#/$defs/{'records' if isinstance(value, list) else 'dictionary'}"}
        faults = [
            f"{'/'.join(map(str, error.absolute_path)) or 'the root'}: {error.message[:160]}"
            for error in Draft202012Validator(schema, resolver=resolver).iter_errors(value)
        ]
        if name == "journal" and isinstance(value, list):
            faults += [f"no event {one.get('event')!r}" for one in value if one.get("event") not in self.events]
        return faults

    def accept(self, name, value, place):
        self.documents += 1
        self.gather(name, value)
        for fault in self.judge(name, value)[:3]:
            self.fail(f"{place} does not fit {name}.schema.json: {fault}")

    def gather(self, name, value):
        """The keys that real files have, at any depth."""
        if isinstance(value, list):
            for one in value:
                self.gather(name, one)
        elif isinstance(value, dict):
            for key, one in value.items():
                self.keys.add((name, key))
                self.gather(name, one)

    def require_sentences(self, name, schema, place=""):
        for key, value in schema.get("properties", {}).items():
            if not re.fullmatch(r"\S.*\S\.", value.get("description", "")) and not place.startswith("/allOf"):
                self.fail(f"{name}.schema.json{place}: the key '{key}' has no sentence")
        for key, value in schema.get("$defs", {}).items():
            self.require_sentences(name, value, f"{place}/{key}")

    def read_session(self, folder):
        """Holds every file of a session against its schema."""
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        self.accept("manifest", manifest, folder / "manifest.json")
        if (folder / "journal.json").exists():
            journal = json.loads((folder / "journal.json").read_text(encoding="utf-8"))
            self.accept("journal", journal, folder / "journal.json")
        for file in manifest["files"]:
            path = folder / file["path"]
            if file["path"].endswith(".zst"):
                text = subprocess.run(["zstd", "-dcq", path], capture_output=True, check=True).stdout.decode()
            elif path.exists() and file["contentType"] in ("application/json", "text/csv"):
                text = path.read_text(encoding="utf-8")
            else:
                continue
            if file["layout"].startswith("csv"):
                for column in file["columns"]:
                    if column not in self.told["samples"]["$defs"]["record"]["properties"]:
                        self.fail(f"{path}: the column {column} is in no schema")
                rows = list(csv.reader(text.splitlines()))
                if file["layout"] == "csv" and rows[0] != file["columns"]:
                    self.fail(f"{path} has other columns than its manifest says")
                continue
            try:
                records = json.loads(text)
            except ValueError:  # cut by a kill; whoever repairs it has the rest
                continue
            self.accept("samples", thinned(records), path)

    def refuse_faults(self, samples):
        """Plants each fault, and has the schema refuse it."""
        refused = 0
        for name, place, value in FAULTS:
            document = copy.deepcopy(samples[name])
            if self.judge(name, document):
                self.fail(f"the sample of {name} is at fault before one is planted: {self.judge(name, document)[0]}")
                return refused
            words = [int(word) if word.isdigit() else word for word in place.split("/")]
            holder = document
            for word in words[:-1]:
                holder = holder[word]
            if value is None:
                del holder[words[-1]]
            else:
                holder[words[-1]] = value
            if self.judge(name, document):
                refused += 1
            else:
                self.fail(f"{name}.schema.json takes {value!r} at {place}")
        return refused

    def compare_with_sources(self):
        """Has every column that a recorder of the project writes described, by its type."""
        types = {"number": "number", "integer": "integer", "text": "string", "boolean": "boolean"}
        properties = self.told["samples"]["$defs"]["record"]["properties"]
        found = 0
        for path in [*pathlib.Path("Recorders").rglob("*.swift"), pathlib.Path("Sources/SampleFile/RecordSchema+Common.swift")]:
            source = path.read_text(encoding="utf-8")
            columns = re.findall(r'(?:\.init|Column)\("(\w+)", \.(number|integer|text|boolean)\)', source)
            own = re.search(r"static let own = \[(.*?)\]", source, re.DOTALL)
            columns += [(column, "number") for column in re.findall(r'"(\w+)"', own[1])] if own else []
            for column, kind in columns:
                found += 1
                there = properties.get(column, {})
                type_ = there.get("type", "string" if "enum" in there or "$ref" in there else None)
                if type_ != types[kind]:
                    self.fail(f"{path}: samples.schema.json has the column {column} as {type_}, not {types[kind]}")
        if found < 40:
            self.fail(f"only {found} columns were found in the sources")

    def read_page(self):
        """Has every example of the page fit the schema of its section."""
        told = subprocess.run(["Scripts/file-pages", "--check"], capture_output=True, text=True)
        if told.returncode:
            self.fail(told.stderr.strip())
        sections = {"Sample files": "samples", "The manifest": "manifest", "The journal": "journal",
                    "The study's file": "study"}
        examples = {}
        for section in PAGE.read_text(encoding="utf-8").split("\n## ")[1:]:
            name = sections[section.splitlines()[0]]
            for block in re.findall(r"```json\n(.*?)```", section, re.DOTALL):
                examples[name] = json.loads(block)
                self.accept(name, examples[name], f"{PAGE}: the example of {name}")
        for name in NAMES:
            if name not in examples:
                self.fail(f"{PAGE} has no example of {name}")
        return examples


def make_sessions(footfall, folder, fail):
    """Sessions of many kinds; answers the folder that they are in."""
    place = folder / "Sessions"
    tasks = pathlib.Path("SampleData/Tasks").resolve()

    def run(*words, **options):
        told = subprocess.run([footfall, *words], capture_output=True, timeout=60, cwd=folder, check=False, **options)
        if told.returncode not in (0, 3):  # 3: something was lost, as some are made to
            fail(f"footfall {words[0]} ends with {told.returncode}: {told.stderr.decode()[-300:]}")

    run("record", "--source", "synthetic", "--duration", "2", "--placement", "lowBack", "--subject", "P07",
        "--visit", "baseline", "--name-by", "subject", "--note", "a note", "--types",
        "accelerometer,gyro,magnetometer,attitude,gravity,userAcceleration,rotationRate,magneticField")
    walk = next(place.glob("*_walk_*"))
    run("replay", walk, "--speed", "max")
    run("process", walk, "--attitude", "offline")
    run("amend", walk, "--subject", "P08")
    run("record", "--source", "synthetic", "--duration", "2", "--csv", "--identifier", "csv")
    run("record", "--source", "synthetic", "--duration", "2", "--compress", "--identifier", "compressed")
    run("run", tasks / "WalkAndBalance.json", "--auto", "--source", "synthetic", "--speed", "max")
    run("run", tasks / "Survey.json", "--auto", "--answers", tasks.parent / "SurveyAnswers.json", "--source", "synthetic",
        "--speed", "max")
    rows = "".join(f"{n},0.1,0.2,{0.9 + n % 7 / 100}\n" for n in range(200) if n not in range(90, 101))
    run("record", "--lines", "-", "--map", "n,ax,ay,az", "--units", "g", "--line-rate", "100", "--identifier", "lines",
        input=rows.encode())
    (folder / "walk.csv").write_text("Time (s),ax,ay,az\n" + "".join(f"{n / 100},0.1,0.2,1\n" for n in range(100)))
    run("import", "walk.csv", "--map", "t_s,ax,ay,az")
    # A kill, and what a repair tells of it.
    killed = subprocess.Popen([footfall, "record", "--source", "synthetic", "--identifier", "killed"], cwd=folder,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        files = list(place.glob("*_killed_*/*_motion.json"))
        if files and files[0].stat().st_size > 10_000:
            break
        time.sleep(0.05)
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait()
    run("repair", next(place.glob("*_killed_*")))
    return place


def judge_files(footfall, folder, fail):
    """Judges all; answers the figure."""
    files = Files(fail)
    place = make_sessions(footfall, folder, fail)
    sessions = sorted(path.parent for path in place.glob("*/manifest.json"))
    if len(sessions) < 10:
        fail(f"only {len(sessions)} sessions were made")
    kept = sorted(path.parent for root in ("SampleData", "Tests/OldSessions")
                  for path in pathlib.Path(root).glob("*/manifest.json"))
    for session in sessions + kept:
        files.read_session(session)
    for key in ("origin", "imported", "amendments", "participant", "answers", "interruptions", "processed"):
        if ("manifest", key) not in files.keys:
            fail(f"no session of the proof has the key {key}: it was not tried")
    files.compare_with_sources()
    examples = files.read_page()
    walk = next(session for session in sessions if "_lines_" in session.name)
    samples = {name: json.loads((walk / f"{name}.json").read_text(encoding="utf-8")) for name in ("manifest", "journal")}
    samples["samples"] = json.loads((walk / "lines.json").read_text(encoding="utf-8"))
    samples["study"] = examples.get("study", {})
    refused = files.refuse_faults(samples)
    follow_page(place, fail)
    refused_by_footfall(footfall, folder, samples["study"], fail)
    return (f"{len(sessions + kept)} sessions with {files.documents} files fit their schemas, {refused} of "
            f"{len(FAULTS)} faults in them refused")


def follow_page(sessions, fail):
    """Does the commands of the page, by which a reader has a session judged, with Debian's jsonschema."""
    prose = re.sub(r"```.*?```", "", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    commands = [line for line in prose.splitlines() if line.startswith("    ")]
    if sum(" jsonschema " in line for line in commands) < 2:
        fail(f"{PAGE} shows no commands that judge a session")
    script = "\n".join(["set -eu", *commands]).replace("Sessions/", f"{sessions.resolve()}/")
    told = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, timeout=60, env={**os.environ, "PATH": "/usr/bin:/bin"}
    )
    if told.returncode or told.stdout.strip():
        fail(f"the commands of {PAGE} end with {told.returncode}: {told.stdout[-300:]}{told.stderr[-300:]}")


def refused_by_footfall(footfall, folder, study, fail):
    """Has the command refuse what the schema of study.json refuses, and take what it takes."""
    path = folder / "study.json"
    for change in [{}] + [{place: value} for name, place, value in FAULTS if name == "study"]:
        path.write_text(json.dumps({**study, **change}), encoding="utf-8")
        told = subprocess.run(
            [footfall, "record", "--source", "synthetic", "--duration", "0.2", "--placement", "lowBack", "--subject",
             "P07", "--visit", "baseline", "--study", path, "--output", folder / "study"],
            capture_output=True, text=True, timeout=60,
        )
        if (told.returncode == 0) != (not change):
            fail(f"study.json with {change}: footfall record ends with {told.returncode}: {told.stderr.strip()[-300:]}")
