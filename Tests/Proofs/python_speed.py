"""Reads the files of a session by footfall, pandas and orjson, each in a process of its own, three times in turn."""
import pathlib
import subprocess
import sys

READERS = {
    "footfall": """
import footfall, footfall._json, pyarrow
assert footfall._json._fast is not None, "the quick reader was not built"
footfall._json.powers_of_five()
def status(name):
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name + ":"))
with open("/proc/self/clear_refs", "w") as file:
    file.write("5")
before, began = status("VmRSS"), time.perf_counter()
table = footfall.open(session).to_arrow()
took, peak = time.perf_counter() - began, status("VmHWM") - before
print(took, table.num_rows, peak / table.nbytes, table.nbytes)
""",
    "pandas": """
import pandas
began = time.perf_counter()
frames = [pandas.read_json(path) for path in paths]
print(time.perf_counter() - began)
""",
    "orjson": """
import orjson
began = time.perf_counter()
values = [orjson.loads(path.read_bytes()) for path in paths]
print(time.perf_counter() - began)
""",
}
START = """
import pathlib, sys, time
session = pathlib.Path(sys.argv[1])
paths = sorted(session.glob("*_motion.json"))
"""


def main(session):
    size = sum(path.stat().st_size for path in pathlib.Path(session).glob("*_motion.json"))
    times, told = {name: [] for name in READERS}, []
    for _ in range(3):
        for name, program in READERS.items():
            ended = subprocess.run([sys.executable, "-B", "-c", START + program, session], check=True,
                                   stdout=subprocess.PIPE, text=True)
            seconds, *rest = map(float, ended.stdout.split())
            times[name].append(seconds)
            told = rest or told
    best = {name: min(seconds) for name, seconds in times.items()}
    rows, memory, table = told
    by_pandas, by_orjson = best["pandas"] / best["footfall"], best["orjson"] / best["footfall"]
    print(f"python-speed: {size / 1e6:.0f} MB, {rows:.0f} samples, in {best['footfall']:.2f} s: "
          f"{by_pandas:.1f} times as fast as pandas.read_json, {by_orjson:.1f} times as orjson.loads; "
          f"at its peak {memory:.2f} times its table of {table / 1e6:.0f} MB")
    faults = []
    if size < 100e6:
        faults.append("the session is smaller than 100 MB")
    if by_pandas < 3:
        faults.append("it is not three times as fast as pandas.read_json")
    if by_orjson < 1:
        faults.append("it is slower than orjson.loads")
    if memory > 1.5:
        faults.append("it takes more than one and a half times its table")
    for fault in faults:
        print(f"python-speed: {fault}")
    return 1 if faults else 0


sys.exit(main(sys.argv[1]))
