"""Compares MCAP files, as PyPI's mcap reads them, with the records of their sessions, as Python's json does."""
import decimal
import json
import pathlib
import random
import re
import sys

from mcap.reader import NonSeekingReader, make_reader
from mcap.records import Schema


def exactly(text):
    """JSON with each number as its digits: 0.1 is not the nearest double to it."""
    return json.loads(text, parse_float=decimal.Decimal, parse_int=decimal.Decimal)


DECODER = json.JSONDecoder()
BLANK = re.compile(r"\s*")


def records_of(path):
    """Each record of a file: its own text, and its value by Python's floats, which tell all of it but the digits."""
    text = path.read_text()
    begin = text.index("[")
    at = BLANK.match(text, begin + 1).end()
    while text[at] != "]":
        record, end = DECODER.raw_decode(text, at)
        yield text[at:end], record
        at = BLANK.match(text, end).end()
        assert text[at] in ",]", f"{path}: no comma behind {text[end - 50:end]}"
        if text[at] == ",":
            at = BLANK.match(text, at + 1).end()
            assert text[at] == "{", f"{path}: a comma, and no record behind it"
    # What is around the records: nothing, or a dictionary of which they are the items.
    root = json.loads(text[:begin] + "[]" + text[at + 1:])
    assert (root["items"] if isinstance(root, dict) else root) == [], f"{path}: its first list is not its records"


def kind(record):
    if "lost" in record:
        return "losses"
    if "marker" in record:
        return "marks"
    return record.get("sensorType", "steps")


def line(text):
    """A record in one form: keys by their names, each number by its digits, without regard to how they are written."""
    return json.dumps(exactly(text), default=lambda number: str(number.normalize()), sort_keys=True)


def are_same(found, wanted):
    """Whether the texts are those of the same records. Nearly all are written alike, and need no look at each digit."""
    return len(found) == len(wanted) and all(
        one == other or line(one) == line(other) for one, other in zip(found, wanted))


def conforms(message, schema):
    """Whether a message has only what its schema says, and of that type."""
    # By the very type: to isinstance, a boolean of Python is a number, too.
    types = {"number": (int, float), "integer": (int, float), "string": (str,), "boolean": (bool,)}
    properties = schema["properties"]
    return all(
        key in properties and ("type" not in properties[key] or type(value) in types[properties[key]["type"]])
        for key, value in message.items())


def compare_session(session, path):
    manifest = json.loads((session / "manifest.json").read_text())
    wanted, told = {}, 0
    for file in manifest["files"]:
        if file["layout"] != "document" and not file.get("lost"):
            for text, record in records_of(session / file["path"]):
                told += int(record.get("lost", 0))
                wanted.setdefault((file["path"], kind(record)), []).append(text)
    with open(path, "rb") as stream:
        # The whole file from its first byte, with every sum: of chunks, of the data section.
        found, schemas, lost = {}, {}, 0
        for schema, channel, message in NonSeekingReader(stream, validate_crcs=True).iter_messages(
                log_time_order=False):
            assert isinstance(schema, Schema) and schema.encoding == "jsonschema"
            assert channel.message_encoding == "json"
            text = message.data.decode()
            record = json.loads(text)
            about = channel.metadata
            found.setdefault((about["file"], kind(record)), []).append(text)
            parsed = schemas.setdefault(schema.id, json.loads(schema.data))
            assert conforms(record, parsed), f"{channel.topic}: {record} is not as its schema says"
            assert channel.topic.rsplit("/", 1)[-1].startswith(kind(record)), channel.topic
            lost += int(record.get("lost", 0))
        assert found.keys() == wanted.keys() and all(are_same(found[key], wanted[key]) for key in wanted), (
            f"{path}: the records are not those of the session")
        assert lost == told

        # By its summary and its index: what lies between two instants is what a whole reading has there.
        stream.seek(0)
        reader = make_reader(stream, validate_crcs=True)
        summary = reader.get_summary()
        count = sum(len(records) for records in wanted.values())
        assert summary.statistics.message_count == count
        assert summary.statistics.chunk_count == len(summary.chunk_indexes) > 0
        every = [
            (message.log_time, message.channel_id, message.sequence)
            for _, _, message in reader.iter_messages(log_time_order=False)]
        start, end = summary.statistics.message_start_time, summary.statistics.message_end_time
        assert (start, end) == (min(every)[0], max(every)[0])
        dice = random.Random(count)
        for _ in range(5):
            low, high = sorted(dice.randint(start, end) for _ in range(2))
            ranged = [
                (message.log_time, message.channel_id, message.sequence)
                for _, _, message in reader.iter_messages(starting_at=low, ending_before=high)]
            assert sorted(ranged) == sorted(each for each in every if low <= each[0] < high)
        for id, channel in summary.channels.items():
            topic = [message.sequence for _, _, message in reader.iter_messages(topics=[channel.topic])]
            assert sorted(topic) == list(range(summary.statistics.channel_message_counts[id]))

        # Times: intervals are those of boot time, to a microsecond of a double.
        clock = manifest["clocks"][0]
        offset = clock["realtimeNanoseconds"] - clock["boottimeNanoseconds"]
        for _, _, message in reader.iter_messages(starting_at=start, ending_before=start + 10**9):
            uptime = exactly(message.data)["uptime"]
            assert abs(message.log_time - offset - int(uptime * 10**9)) <= 1000

        attachments = list(reader.iter_attachments())
        assert [attachment.name for attachment in attachments] == ["manifest.json"]
        # A manifest of an earlier version has been read and written again: it has the same, and a zero more.
        attached = json.loads(attachments[0].data)
        for key in ("taskRunUUID", "identifier", "status", "startDate", "clocks", "devices"):
            assert attached[key] == manifest[key]
        assert [file["path"] for file in attached["files"]] == [file["path"] for file in manifest["files"]]
        metadata = {each.name: each.metadata for each in reader.iter_metadata()}
        assert metadata["task"]["taskRunUUID"] == manifest["taskRunUUID"]
        participant = {key: value for key, value in manifest.get("participant", {}).items() if key != "named"}
        assert metadata.get("participant", {}) == participant
    return count, lost


def compare(sessions, files, report=None):
    messages = losses = 0
    folders = sorted(pathlib.Path(sessions).iterdir())
    for session in folders:
        count, lost = compare_session(session, pathlib.Path(files) / f"{session.name}.mcap")
        messages, losses = messages + count, losses + lost
    if report is not None:
        told = json.loads(pathlib.Path(report).read_text())["exported"]
        assert sum(file["rows"] for each in told for file in each["files"]) == messages
        assert sum(file["lost"] for each in told for file in each["files"]) == losses > 0
        left = [left["name"] for each in told for left in each["left"]]
        documents = [
            file["path"] for session in folders
            for file in json.loads((session / "manifest.json").read_text())["files"]
            if file["layout"] == "document"]
        assert sorted(left) == sorted(documents) and documents
    print(f"mcap: {messages} records of {len(folders)} sessions, each with its digits; {losses} samples told as lost")


def lose(session):
    """Takes samples out of a session, as a recorder does that does not keep up, and tells them."""
    session = pathlib.Path(session)
    manifest = json.loads((session / "manifest.json").read_text())
    file = next(file for file in manifest["files"] if file["layout"] != "document")
    lines = (session / file["path"]).read_text().split("\n")
    kept = []
    for index, line in enumerate(lines):
        if '"sensorType":"gyro"' in line and index % 50 < 20:
            record = json.loads(line.rstrip(","))
            loss = {key: record[key] for key in ("uptime", "timestamp", "stepPath", "sensorType")}
            kept.append(json.dumps(loss | {"lost": 1, "reason": "ring"}) + ",")
        else:
            kept.append(line)
    (session / file["path"]).write_text("\n".join(kept))
    # Nobody has sealed these bytes, and an export refuses what was changed behind its seal.
    del file["size"], file["checksum"]
    (session / "manifest.json").write_text(json.dumps(manifest))


{"compare": compare, "lose": lose}[sys.argv[1]](*sys.argv[2:])
