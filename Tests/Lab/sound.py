#!/usr/bin/env python3
"""What is played to a sound card, and whether what was recorded is that.

    sound.py make FILE SECONDS                 writes steps of a sweep, as WAV
    sound.py judge SESSION WAV SECONDS LOST    judges levels, losses and the sound, and prints a figure; SECONDS were
                                               played, LOST is a number of frames, or some

Levels are computed here from the decoded sound, by floats and the C library's logarithm. What was played is found in
the recording by its own samples: the loopback card changes none, so that every frame behind has one place.
"""
import array
import json
import math
import pathlib
import subprocess
import sys
import wave

RATE = 48000
LEVEL = 4800


def steps(seconds):
    """Sines that change pitch and loudness every 0.35 s; no interval of levels fits that."""
    samples = array.array("h")
    place = 0
    while len(samples) < seconds * RATE:
        amplitude = 10 ** (-(place * 7 % 48) / 20) * 32000
        turn = 2 * math.pi * 100 * 1.06 ** (place % 80) / RATE
        samples.extend(round(amplitude * math.sin(turn * n)) for n in range(16800))
        place += 1
    return samples[: seconds * RATE]


def make(path, seconds):
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(steps(seconds).tobytes())


def decoded(path):
    raw = subprocess.run(
        ["flac", "--decode", "--stdout", "--silent", "--force-raw-format", "--endian=little", "--sign=signed", path],
        check=True, stdout=subprocess.PIPE).stdout
    samples = array.array("h")
    samples.frombytes(raw)
    return samples


def decibels(ratio):
    return max(-160.0, 20 * math.log10(ratio)) if ratio > 0 else -160.0


def judge(folder, wav, seconds, lost_wanted):
    folder = pathlib.Path(folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    sound = next(file for file in manifest["files"] if file["contentType"] == "audio/flac")
    path = str(folder / sound["path"])
    subprocess.run(["flac", "--test", "--silent", path], check=True)
    heard = decoded(path)
    other = array.array("h")
    other.frombytes(subprocess.run(
        ["sox", path, "-t", "raw", "-e", "signed", "-b", "16", "-L", "-"],
        check=True, stdout=subprocess.PIPE).stdout)
    assert other == heard, "the two readers do not agree"
    records = json.loads((folder / "microphone.json").read_text())
    place, lost, worst, levels = 0, 0, 0.0, 0
    gaps = []
    for record in records:
        if "lost" in record and record.get("sensorType") == "sound":
            assert "estimated" not in record, "a loss is estimated"
            gaps.append((place, record["lost"]))
            assert not any(heard[place:place + record["lost"]]), "a loss is not silent in the sound"
            place += record["lost"]
            lost += record["lost"]
        elif "average" in record:
            count = round(record["timeInterval"] * RATE)
            part = heard[place:place + count]
            if len(part) < count:
                break
            mean = sum(sample * sample for sample in part) / count
            worst = max(worst, abs(record["average"] - decibels(math.sqrt(mean) / 32768)),
                        abs(record["peak"] - decibels(max(map(abs, part)) / 32768)))
            place += count
            levels += 1
    assert worst < 0.1, f"a level is {worst:.3f} dB off"
    if lost_wanted == "some":
        assert lost > 0, "nothing is lost"
    else:
        assert lost == int(lost_wanted), f"{lost} frames are lost"
    with wave.open(wav) as file:
        played = array.array("h")
        # The end of it is the card's: what is played last is not played out where a player stops.
        played.frombytes(file.readframes(seconds * RATE - LEVEL))
    # The first sample that is not silent is the second one that was played: a sine begins with 0.
    first = next(index for index, sample in enumerate(heard) if sample) - 1
    end = first + len(played)
    assert end <= len(heard), f"{end - len(heard)} frames of what was played are not in the sound"
    assert end <= place, f"{end - place} frames of what was played are in no level"
    silent = set()
    for start, count in gaps:
        silent.update(range(start, start + count))
    wrong = [index for index in range(first, end)
             if heard[index] != played[index - first] and index not in silent]
    assert not wrong, f"{len(wrong)} frames are not what was played, the first at {wrong[0]}"
    print(f"{levels} levels within {worst:.4f} dB, {len(heard)} frames, {lost} lost in {len(gaps)} gaps")


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(sys.argv[2], int(sys.argv[3]))
    else:
        judge(sys.argv[2], sys.argv[3], int(sys.argv[4]), sys.argv[5])
