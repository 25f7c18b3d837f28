"""Speaks as a device does, or compares a BIDS dataset, as pandas reads it, with the records of its sessions."""
import json
import pathlib
import random
import sys
import time

import pandas

# What only whoever makes a study knows, or what its devices do not say.
UNANSWERABLE = {
    "Authors", "CogAtlasID", "CogPOID", "DeviceSerialNumber", "HEDVersion", "InstitutionAddress", "InstitutionName",
    "InstitutionalDepartmentName", "Instructions", "License", "Manufacturer", "SourceDatasets",
    "SubjectArtefactDescription", "TaskDescription"}
MISSING = {f"{number}" for number in range(150, 170)} | {f"{number}" for number in range(49, 400, 50)}
COMMON = {"uptime", "timestamp", "stepPath", "timestampDate", "sensorType", "referenceCoordinate"}


def lines():
    """400 lines in some four seconds; those of MISSING never come."""
    chance, at = random.Random(1), 0.0
    for number in range(400):
        at += chance.uniform(5, 15)
        time.sleep(0.01)
        if f"{number}" in MISSING:
            continue
        values = [f"{chance.uniform(-1, 1):.4f}" for _ in range(6)]
        print(f"{at:.3f}", number, *values, sep=",", flush=True)


def read(path):
    return pandas.read_csv(path, sep="\t", na_values="n/a", keep_default_na=False)


def seconds(nanoseconds):
    """As the session has them: from whole nanoseconds."""
    return nanoseconds / 1e9


def nanoseconds(text):
    whole, _, fraction = str(text).partition(".")
    return int(whole) * 10**9 + int(fraction.ljust(9, "0"))


def compare(records, folder, scans):
    """How many values agree, and how many samples the events say are lost."""
    values = lost = 0
    cells = {}
    for scan in scans:
        table = folder / scan["filename"]
        stem = str(table).removesuffix("_motion.tsv")
        channels = read(f"{stem}_channels.tsv")
        assert channels["type"].tolist()[0] == "LATENCY"
        rows = pandas.read_csv(
            table, sep="\t", header=None, names=channels["name"].tolist(), na_values="n/a", dtype={"latency": str})
        assert len(rows.columns) == len(channels)
        assert not [name for name in rows.columns[1:] if not pandas.api.types.is_numeric_dtype(rows[name])]
        onset = nanoseconds(scan["onset_uptime"])
        instants = [seconds(onset + nanoseconds(latency)) for latency in rows["latency"]]
        assert instants == sorted(instants), f"{table}: rows are not in the order of time"
        for name in rows.columns[1:]:
            column = [(instants[row], value) for row, value in enumerate(rows[name].tolist()) if value == value]
            assert name not in cells, f"two tables have {name}"
            cells[name] = column
        events = read(f"{stem}_events.tsv")
        losses = events[events["trial_type"] == "loss"]
        lost += int(losses["lost"].sum())
        for _, loss in losses.iterrows():
            at = onset + round(loss["onset"] * 1e9)
            assert seconds(at) in instants, f"{table}: no row is where {loss['lost']} samples are missing"
        marks = [record["marker"] for record in records if "marker" in record]
        assert sorted(events["marker"].dropna()) == sorted(marks), f"{table}: other marks than {marks}"
        sidecar = json.loads(pathlib.Path(f"{stem}_motion.json").read_text())
        counts = channels["type"].value_counts()
        for kind in ("ACCEL", "GYRO", "MAGN", "ORNT", "LATENCY", "MISC"):
            assert sidecar[f"{kind}ChannelCount"] == counts.get(kind, 0)
    wanted = {}
    for record in records:
        if "lost" in record or "marker" in record or "sensorType" not in record:
            continue
        for key, value in record.items():
            if key not in COMMON:
                wanted.setdefault(f"{record['sensorType']}_{key}", []).append((record["uptime"], float(value)))
    for name, column in wanted.items():
        assert cells.get(name) == column, f"{name} has other values than were recorded"
        values += len(column)
    assert set(wanted) == {name for name, column in cells.items() if column}
    assert lost == sum(record.get("lost", 0) for record in records)
    return values, lost


def judge(verdict):
    issues = json.loads(pathlib.Path(verdict).read_text())["issues"]["issues"]
    errors = [issue for issue in issues if issue["severity"] == "error"]
    assert not errors, errors
    # Of a device at a port nobody knows what it is.
    open_ones = {
        issue.get("subCode") or issue["code"] for issue in issues
        if (issue.get("subCode"), "_tracksys-lines_" in issue.get("location", "")) != ("ManufacturersModelName", True)
    } - UNANSWERABLE - {"TOO_FEW_AUTHORS"}
    assert not open_ones, f"warnings that have an answer: {open_ones}"
    return len(issues)


def main(sessions, dataset, verdict):
    warnings = judge(verdict)
    dataset = pathlib.Path(dataset)
    scans = {}
    for table in dataset.glob("sub-*/**/*_scans.tsv"):
        for scan in pandas.read_csv(table, sep="\t", dtype=str).to_dict("records"):
            scans.setdefault(scan["session_folder"], []).append((table.parent, scan))
    values = lost = files = 0
    for session in sorted(pathlib.Path(sessions).iterdir()):
        manifest = json.loads((session / "manifest.json").read_text())
        for file in manifest["files"]:
            if file["layout"] == "document":
                assert (dataset / "sourcedata" / session.name / file["path"]).read_bytes() == (
                    session / file["path"]).read_bytes()
                continue
            words = file["path"].removesuffix(".json").split("_")
            label = words[0] + "".join(word[0].upper() + word[1:] for word in words[1:])
            mine = [(folder, scan) for folder, scan in scans[session.name]
                    if f"_tracksys-{label}" in scan["filename"]]
            assert mine, f"{session.name}/{file['path']} has no table"
            found = compare(
                json.loads((session / file["path"]).read_text()), mine[0][0], [scan for _, scan in mine])
            values, lost, files = values + found[0], lost + found[1], files + 1
    people = read(dataset / "participants.tsv")
    assert people.set_index("participant_id")["group"].to_dict() == {"sub-P07": "control", "sub-P08": "fallers"}
    assert len(list(dataset.glob("sub-P07/ses-1/motion/*_run-1_motion.tsv"))) >= 1
    assert lost > 20, "no loss was recorded"
    print(f"bids: {values} values of {files} files, each as it was recorded; {lost} lost samples are told")
    print(f"bids: no error, {warnings} warnings, of what only a researcher knows")


if sys.argv[1] == "lines":
    lines()
else:
    main(*sys.argv[2:])
