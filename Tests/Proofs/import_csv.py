"""Makes files as loggers write them, and compares what was imported of them and exported again, as pandas reads it."""
import math
import pathlib
import random
import sys

ROWS = 20_000


def make(place):
    """A foot with uneven times of which some stand there twice, a low back with a counter, and decimal commas."""
    dice = random.Random(1)

    def value(digits):
        return f"{dice.uniform(-20, 20):.{digits}g}"

    time = 0.0
    with open(place / "foot.csv", "w") as file:
        names = [f"{sensor} {axis} ({unit})" for sensor, unit in (("Gyroscope", "deg/s"), ("Accelerometer", "g"))
                 for axis in "XYZ"]
        print("Time (s)", *names, sep=",", file=file)
        for row in range(ROWS):
            line = ",".join([f"{time:.9g}"] + [value(7) for _ in range(6)])
            for _ in range(2 if row % 80 == 0 else 1):
                print(line, file=file)
            time += 0.03 if row % 160 == 7 else 0.0025108
    with open(place / "back.csv", "w", newline="\r\n") as file:
        print("samples,acc_x,acc_y,acc_z,gyr_x,gyr_y,gyr_z", file=file)
        for row in range(ROWS):
            print(row, *[value(17) for _ in range(6)], sep=",", file=file)
    with open(place / "comma.csv", "w", encoding="utf-8-sig") as file:
        print("# a logger's remark\nZeit;ax;ay;az;Bemerkung", file=file)
        for row in range(ROWS):
            print(row * 10, *[value(9).replace(".", ",") for _ in range(3)], '"gut; ""sehr"""', sep=";", file=file)


def compare(place):
    """How many values agree; each that does not is an error."""
    import json

    import pandas

    def exact(text):
        return float(text)

    def radians(text):
        return float(text) * (math.pi / 180)

    values = 0
    for folder in sorted((place / "tables").iterdir()):
        imported = json.loads((folder / "manifest.json").read_text())["imported"]
        table = pandas.read_csv(folder / "lines.csv")
        table = table[table["accelerometer_x"].notna()]
        source = pandas.read_csv(place / imported["name"], dtype=str, comment="#",
                                 sep=";" if imported["name"] == "comma.csv" else ",")
        time = {
            "foot.csv": lambda row: float(row),
            "back.csv": lambda row: int(row) / 100,
            "comma.csv": lambda row: int(row) / 1000,
        }[imported["name"]]
        wanted = {"uptime": [time(text) for text in source.iloc[:, 0]]}
        words = imported["map"].split(",")
        for index, word in enumerate(words):
            sensor = {"a": "accelerometer", "g": "gyro"}.get(word[0])
            if len(word) == 2 and sensor:
                convert = radians if sensor == "gyro" else exact
                wanted[f"{sensor}_{word[1]}"] = [
                    convert(text.replace(",", ".")) for text in source.iloc[:, index]]
        for name, expected in wanted.items():
            found = table[name].tolist()
            assert len(found) == len(expected), f"{name}: {len(found)} rows for {len(expected)}"
            for row, (one, other) in enumerate(zip(found, expected)):
                assert one == other, f"{imported['name']}: {name} of row {row} is {one}, and was {other}"
            values += len(found)
    assert values == 7 * (ROWS + ROWS // 80) + 7 * ROWS + 4 * ROWS, f"{values} values were compared"
    print(f"import-csv: {values} values of 3 files, each as it was in its file")


{"make": make, "compare": compare}[sys.argv[1]](pathlib.Path(sys.argv[2]))
