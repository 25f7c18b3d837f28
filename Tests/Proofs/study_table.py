"""Has sessions arrive at a store, makes a study's table of them, and compares it with a plain loop over the store."""
import collections
import datetime
import json
import math
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import threading
import time

import duckdb
import footfall.table
import xxhash

DASHBOARD = re.search(r"^```sql\n(.*?)^```", pathlib.Path("Documentation/DuckDB.md").read_text(),
                      re.MULTILINE | re.DOTALL)[1]
SUMS = """select week, "sensorType", count(*), sum(x), min(uptime), max(uptime) from samples
          group by week, "sensorType" order by week, "sensorType\""""
started = time.perf_counter()


def fail(text):
    print(f"study-table: {text}")
    sys.exit(1)


def sum_of(content):
    return f"xxh128:{xxhash.xxh3_128_hexdigest(content)}"


# What arrives: clones of recorded sessions, each of a run, a subject and a week of its own.

def clone(model, place, number, amended=0):
    """Writes a session as it comes from a board: the manifest is last."""
    place.mkdir(parents=True, exist_ok=True)
    manifest = json.loads((model / "manifest.json").read_text())
    day = datetime.date(2026, 1, 5) + datetime.timedelta(days=number % 180)
    for key in ("startDate", "endDate"):
        manifest[key] = day.isoformat() + manifest[key][10:]
    manifest["taskRunUUID"] = f"{number:08X}" + manifest["taskRunUUID"][8:]
    manifest["participant"] = {"subject": f"P{number % 97:03d}{'x' * amended}"}
    if amended:
        manifest["amendments"] = [{"date": manifest["endDate"]}] * amended
    (place / "manifest.json").unlink(missing_ok=True)
    for path in model.iterdir():
        if path.name != "manifest.json" and not path.name.startswith("."):
            shutil.copyfile(path, place / path.name)
    yield
    (place / ".manifest").write_text(json.dumps(manifest))
    (place / ".manifest").rename(place / "manifest.json")


def whole(*arguments, **more):
    for _ in clone(*arguments, **more):
        pass


def plain(store):
    """What the table has to have: read by json and nothing else."""
    answers = {}
    for path in sorted(store.glob("*/*/manifest.json")):
        manifest = json.loads(path.read_text())
        samples = 0
        for file in manifest["files"]:
            content = (path.parent / file["path"]).read_bytes()
            if sum_of(content) != file["checksum"]:
                break
            samples += sum(sensor["samples"] for sensor in file["sensors"])
        else:
            answers[str(path.parent.relative_to(store))] = (manifest["participant"]["subject"], samples)
    return answers


def tables(table):
    """The tables by DuckDB, as they are now."""
    place = footfall.table.place(table)
    base = duckdb.connect()
    for name in ("samples", "sessions", "problems"):
        base.execute(f"create view {name} as from '{place}/{name}/*.parquet'")
    return base


class Reader(threading.Thread):
    """Reads the table all the time, beside its updates: samples and sessions are of one generation."""

    def __init__(self, table):
        super().__init__(daemon=True)
        self.table, self.looks, self.fault, self.is_over = table, 0, None, False

    def run(self):
        while not self.is_over and self.fault is None:
            time.sleep(0.05)
            try:
                place = footfall.table.place(self.table)
            except footfall.FootfallError:
                continue  # there is none yet
            try:
                base = tables(self.table)
                wanted = base.execute("select session, samples from sessions order by session").fetchall()
                found = base.execute(
                    "select session, count(*) from samples group by session order by session").fetchall()
            except duckdb.Error as error:
                # It is gone only if the table has changed, and another update has come.
                if footfall.table.place(self.table) == place:
                    self.fault = str(error)
                continue
            self.looks += 1
            if wanted != found:
                self.fault = f"{place.name} has {len(found)} sessions in samples, and {len(wanted)} in sessions"


def sessions_in(table):
    try:
        return {row[0] for row in tables(table).execute("select session from sessions").fetchall()}
    except footfall.FootfallError:
        return set()


def killed(store, table, chance):
    """Kills an update at a random instant."""
    update = subprocess.Popen([sys.executable, "-m", "footfall.table", store, table, "--allow-empty", "--jobs", "2"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    time.sleep(chance.uniform(0.1, 2))
    update.kill()
    update.wait()
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            os.killpg(update.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.02)
    os.killpg(update.pid, 9)
    fail("a killed update has left a process")


def empty(store):
    """Boards that have sent no session, and have a file: nobody can tell that from one that is on its way."""
    return sum(1 for path in store.glob("*/participants.csv")
               if not any(any(one.iterdir()) for one in path.parent.iterdir() if one.is_dir()))


def arrivals(work, boards):
    models = sorted((work / "models").iterdir())
    store, table = work / "store", work / "table"
    store.mkdir()
    chance = random.Random(25)
    # Names may have white space of any kind, and a file that is of no session may lie beside those of a board.
    names = [f"board{'　' * (board % 3 == 1)}{'  ' * (board % 3 == 2)}{board:04d}" for board in range(boards)]
    for name in names:
        (store / name / "session").mkdir(parents=True)
        (store / name / "participants.csv").write_text("code\n")
    todo = [(names[board], f"session{board * 3 + nth}", board * 3 + nth)
            for board in range(boards) for nth in range(1 + board % 3)]
    chance.shuffle(todo)
    there, half, torn, told, copies = [], {}, [], collections.Counter(), set()
    updates = reads = kills = 0
    reader = Reader(table)
    reader.start()
    while todo or half or torn:
        touched = set()
        for _ in range(max(3, boards // 12)):
            what = chance.random()
            if torn and what < 0.1:
                path, number = torn.pop()
                whole(models[number % 2], store / path, number)
                there.append((path, number))
                touched.add(path)
            elif half and (what < 0.3 or not todo):
                path = chance.choice(sorted(half))
                number, rest = half.pop(path)
                list(rest)
                there.append((path, number))
                touched.add(path)
            elif there and what < 0.42:
                path, number = chance.choice(there)
                whole(models[number % 2], store / path, number, amended=1 + told["amended"] % 3)
                touched.add(path)
                told["amended"] += 1
            elif there and what < 0.45:
                path, number = there.pop(chance.randrange(len(there)))
                shutil.rmtree(store / path)
                touched.discard(path)
                told["withdrawn"] += 1
            elif todo:
                board, name, number = todo.pop()
                path = f"{board}/{name}"
                if what < 0.65:
                    rest = clone(models[number % 2], store / path, number)
                    next(rest)
                    half[path] = (number, rest)
                    told["by halves"] += 1
                    continue
                whole(models[number % 2], store / path, number)
                touched.add(path)
                if what < 0.7:
                    sample = next((store / path).glob("*_motion.json*"))
                    sample.write_bytes(sample.read_bytes()[:-100])
                    torn.append((path, number))
                    told["torn"] += 1
                else:
                    there.append((path, number))
        if updates % 4 == 2 and there:
            path, number = chance.choice(there)
            copy = f"copies/{number}"
            whole(models[number % 2], store / copy, number, amended=9)
            os.truncate(next((store / copy).glob("*_motion.json*")), 100)
            copies.add(copy)
            touched.add(copy)
            told["torn copies"] = len(copies)
        if updates % 6 == 5:
            before = sessions_in(table)
            killed(store, table, chance)
            kills += 1
            if sessions_in(table) not in (before, {path for path, _ in there}):
                fail("a killed update has left a part of a table")
        summary = footfall.table.update(store, table, allow_empty=True)
        updates += 1
        if reader.fault:
            fail(f"a reader beside the updates: {reader.fault}")
        reads += summary.sessions_read
        if not summary.sessions_read <= len(touched) + len(torn) + len(copies):
            fail(f"an update has read {summary.sessions_read} sessions, where {len(touched)} were new")
        if summary.arriving != len(half) + empty(store) or {one[0] for one in summary.problems} != (
                copies | {path for path, _ in torn}):
            fail(f"{summary} where {len(half)} were on their way, and {torn} torn")
        base = tables(table)
        if {row[0] for row in base.execute("select session from sessions").fetchall()} != {path for path, _ in there}:
            fail("the table has other sessions than have arrived")
    reader.is_over = True
    reader.join()
    wanted = plain(store)
    found = {path: (subject, count) for path, subject, count, parts in base.execute(
        'select session, min(subject), count(*), count(distinct subject) from samples group by session').fetchall()}
    if found != wanted:
        fail(f"the table has {len(found)} sessions, the store {len(wanted)}, or their rows differ")
    doubled = base.execute("select count(*) from (select session from samples group by session, file, \"sensorType\","
                           " uptime having count(*) > 1)").fetchone()[0]
    if doubled:
        fail(f"{doubled} samples are there twice")
    files = len(list((footfall.table.place(table) / "samples").iterdir()))
    print(f"study-table: {boards:,} boards, {len(found):,} sessions in {updates} updates ("
          + ", ".join(f"{count} {name}" for name, count in sorted(told.items()))
          + f") and {kills} killed ones: each is there once, {reads:,} were read, in {files} files; {reader.looks} "
          "looks beside them saw one table each")


# A larger store, of small sessions that a program writes.

def small(store, number):
    """A session of ten samples of two sensors each, of which some lack one."""
    board = number % 1000
    day = datetime.date(2025, 1, 6) + datetime.timedelta(days=number * 7919 % 364)
    path = store / f"board{board:04d}" / f"s{number:06d}"
    path.mkdir(parents=True)
    lines, lost = [], number % 10 == 0
    for row in range(10):
        for sensor in ("accelerometer", "gyro"):
            values = {"uptime": number + row / 100, "timestamp": row / 100, "stepPath": "walk", "sensorType": sensor}
            lines.append(json.dumps({**values, "x": (number % 1013 + row) / 64, "y": 0.5, "z": 1.0}))
    if lost:
        lines.append(json.dumps({"uptime": number + 0.1, "timestamp": 0.1, "sensorType": "gyro", "lost": 3,
                                 "reason": "kernel"}))
    content = ("[\n" + ",\n".join(lines) + "\n]").encode()
    (path / "lowBack_motion.json").write_bytes(content)
    sensors = [{"sensorType": "accelerometer", "samples": 10, "lost": 0},
               {"sensorType": "gyro", "samples": 10, "lost": 3 * lost}]
    manifest = {
        "format": "footfall-session", "version": 1, "identifier": "walk", "startUptime": float(number),
        "startDate": f"{day}T10:15:00.000Z", "endDate": f"{day}T10:16:00.000Z", "status": "finished",
        "taskRunUUID": f"{number:08X}-0000-0000-0000-000000000000", "participant": {"subject": f"P{board:04d}"},
        "files": [{"path": "lowBack_motion.json", "identifier": "lowBack_motion", "placement": "lowBack",
                   "closed": True, "size": len(content), "checksum": sum_of(content), "layout": "array",
                   "sensors": sensors}],
    }
    if number % 2:
        result = {"type": "task", "asyncResults": [
            {"type": "answer", "identifier": "cadence", "value": 90 + number % 41},
            {"type": "answer", "identifier": "walkingTime", "value": 30.0}]}
        told = json.dumps(result).encode()
        (path / "taskResult.json").write_bytes(told)
        manifest["taskResult"] = {"path": "taskResult.json", "size": len(told), "checksum": sum_of(told)}
    (path / "manifest.json").write_text(json.dumps(manifest))


def loop(store):
    """Both answers by a plain loop over the store."""
    weeks, sums = {}, {}
    for path in store.glob("*/*/manifest.json"):
        manifest = json.loads(path.read_text())
        year, week, _ = datetime.date.fromisoformat(manifest["startDate"][:10]).isocalendar()
        week = f"{year}-W{week:02d}"
        boards, facts, cadences = weeks.setdefault(week, (set(), [0, 0.0, 0, 0], []))
        boards.add(path.parent.parent.name)
        rows = json.loads((path.parent / "lowBack_motion.json").read_bytes())
        times = [row["timestamp"] for row in rows if "lost" not in row]
        facts[0] += 1
        facts[1] += (max(times) - min(times)) / 3600
        for row in rows:
            if "lost" in row:
                facts[2] += row["lost"]
                continue
            facts[3] += 1
            one = sums.setdefault((week, row["sensorType"]), [0, 0.0, math.inf, -math.inf])
            one[0] += 1
            one[1] += row["x"]
            one[2] = min(one[2], row["uptime"])
            one[3] = max(one[3], row["uptime"])
        if "taskResult" in manifest:
            answers = json.loads((path.parent / "taskResult.json").read_bytes())["asyncResults"]
            cadences.append((answers[0]["value"], answers[1]["value"]))
    dashboard = [(week, len(boards), facts[0], facts[1], facts[2], facts[2] / (facts[2] + facts[3]),
                  sum(value * weight for value, weight in cadences) / sum(weight for _, weight in cadences)
                  if cadences else None)
                 for week, (boards, facts, cadences) in sorted(weeks.items())]
    return dashboard, [(*key, *one) for key, one in sorted(sums.items())]


def same(one, other):
    """Whether two answers are equal, sums of fractions within their rounding."""
    return len(one) == len(other) and all(
        len(first) == len(second) and all(
            math.isclose(a, b, rel_tol=1e-9) if isinstance(a, float) and isinstance(b, float) else a == b
            for a, b in zip(first, second)) for first, second in zip(one, other))


def command(store, table, *words):
    """Runs an update as a person does; gives its summary, its seconds, and the most memory of a process by now."""
    began = time.perf_counter()
    ended = subprocess.run([*words, sys.executable, "-m", "footfall.table", store, table, "--jobs", "2", "--json"],
                           stdout=subprocess.PIPE, check=True)
    return json.loads(ended.stdout), time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss


def opened(log):
    """How many files of sessions, and of samples of the table, a traced update has opened."""
    text = log.read_text(errors="replace")
    return (len(re.findall(r'open(?:at)?\([^"]*"[^"]*/s\d{6}/[^"]+"[^\n]* = \d', text)),
            len(re.findall(r'open(?:at)?\([^"]*"[^"]*/samples/[^"]+\.parquet"[^\n]* = \d', text)))


def many(work, sessions, engine):
    store, table = work / "large", work / "large-table"
    for number in range(sessions):
        small(store, number)
    time.sleep(2.1)  # so that the files' times are to be believed
    summary, took, peak = command(store, table)
    place = footfall.table.place(table)
    files = {path.name: path.stat() for path in (place / "samples").iterdir()}
    size = sum(facts.st_size for facts in files.values())
    if summary["sessions"] != sessions or summary["samples"] != 20 * sessions or summary["problems"]:
        fail(f"of {sessions} sessions the table has {summary}")
    print(f"study-table: {sessions:,} sessions, {20 * sessions:,} samples in {took:.0f} s, at most {peak // 1024} MiB "
          f"a process: {len(files)} files of {size / 1e6:.1f} MB in all")

    traced = [] if not shutil.which("strace") else [
        "strace", "-f", "-qq", "-e", "trace=open,openat", "-s", "400", "-o", str(work / "trace")]
    summary, idle, _ = command(store, table, *traced)
    told = opened(work / "trace") if traced else (0, 0)
    if summary["manifests_read"] or summary["sessions_read"] or any(told) or footfall.table.place(table) != place:
        fail(f"an update without news has opened {told} files: {summary}")
    new = max(2, sessions // 1000)
    for number in range(sessions, sessions + new):
        small(store, number)
    time.sleep(2.1)
    summary, took, _ = command(store, table, *traced)
    now = {path.name: path.stat() for path in (footfall.table.place(table) / "samples").iterdir()}
    kept = {name for name in now if name in files
            and (now[name].st_mtime_ns, now[name].st_ino) == (files[name].st_mtime_ns, files[name].st_ino)}
    if summary["sessions_read"] != new or summary["manifests_read"] != new or summary["files_kept"] != len(kept):
        fail(f"{new} sessions are new, and the update did {summary}; {len(kept)} files are as they were")
    if set(now) - kept != set(now) - set(files):
        fail("a file of the table was written again under its name")
    if traced:
        told = opened(work / "trace")
        # a manifest four times (to see what it is of, before, in and behind the reading), a file twice, a result twice
        if told[0] > 8 * new:
            fail(f"{told[0]} files of sessions were opened for {new} sessions")
    by = " by strace" if traced else ""
    print(f"study-table: an update without news opens none of their files{by}, in {idle:.1f} s"
          f"; {new} new sessions: {told[0]} opened, {summary['files_written']} files written, {len(kept)} of "
          f"{len(files)} as they were, {took:.1f} s")

    began = time.perf_counter()
    wanted = loop(store)
    by_loop = time.perf_counter() - began
    base = tables(table)
    began = time.perf_counter()
    answers = base.execute(DASHBOARD).fetchall(), base.execute(SUMS).fetchall()
    by_duckdb = time.perf_counter() - began
    for one, other in zip(answers, wanted):
        if not same(one, other):
            fail(f"DuckDB says {one[:3]}, and the loop {other[:3]}")
    once = base.execute("select count(*), count(distinct session) from sessions").fetchone()
    if once != (sessions + new, sessions + new):
        fail(f"of {sessions + new} sessions the table has {once}")
    print(f"study-table: DuckDB answers as the plain loop does, in {by_duckdb:.2f} s; the loop takes {by_loop:.1f} s")
    if engine == "spark":
        by_spark(work, store, table, wanted, sessions + new)


def by_spark(work, store, table, wanted, sessions):
    """Spark gives the same answers, and makes the same table."""
    import footfall.spark
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    began = time.perf_counter()
    spark = (SparkSession.builder.master("local[2]").config("spark.driver.host", "127.0.0.1")
             .config("spark.driver.bindAddress", "127.0.0.1").config("spark.ui.enabled", "false")
             .config("spark.sql.session.timeZone", "UTC").getOrCreate())
    spark.sparkContext.setLogLevel("ERROR")
    opening = time.perf_counter() - began

    def ask(place):
        for name in ("samples", "sessions"):
            spark.read.parquet(str(footfall.table.place(place) / name)).createOrReplaceTempView(name)
        return [[tuple(row) for row in spark.sql(query.replace('"', "`")).collect()] for query in (DASHBOARD, SUMS)]

    began = time.perf_counter()
    answers = ask(table)
    took = time.perf_counter() - began
    if not all(map(same, answers, wanted)):
        fail(f"Spark says {answers[0][:3]}, and the loop {wanted[0][:3]}")
    print(f"study-table: Spark answers as the plain loop does, in {took:.1f} s, besides {opening:.1f} s to start")
    part = work / "part"
    for board in sorted(store.iterdir())[:20]:
        shutil.copytree(board, part / board.name)
    began = time.perf_counter()
    summary = footfall.spark.update(spark, part, work / "spark-table")
    took = time.perf_counter() - began
    again = footfall.spark.update(spark, part, work / "spark-table")
    if summary.problems or again.sessions_read or not all(map(same, ask(work / "spark-table"), loop(part))):
        fail(f"the table that Spark made is another one: {summary}, {again}")
    print(f"study-table: as a Spark job {summary.sessions:,} sessions in {took:.1f} s, each once; again, none is read")
    spark.stop()


def page(work, name):
    """Runs the blocks of Python of a page one after the other, over real sessions."""
    code = re.findall(r"^```python\n(.*?)^```", pathlib.Path("Documentation", f"{name}.md").read_text(),
                      re.MULTILINE | re.DOTALL)
    shutil.rmtree(work / "Table", ignore_errors=True)
    (work / f"{name}.py").write_text("\n".join(code))
    ended = subprocess.run([sys.executable, "-B", f"{name}.py"], cwd=work, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, text=True)
    if ended.returncode:
        fail(f"{ended.stdout}\n{name}.md: a block has failed")
    print(f"study-table: {name}.md: {len(code)} blocks of Python ran")


work = pathlib.Path(sys.argv[2])
(work / "models").rename(work / "Store")
(work / "models").symlink_to("Store")
page(work, "DuckDB")
if sys.argv[5] == "spark":
    page(work, "Spark")
arrivals(work, int(sys.argv[3]))
many(work, int(sys.argv[4]), sys.argv[5])
print(f"study-table: {time.perf_counter() - started:.0f} s in all")
