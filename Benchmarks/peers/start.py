"""Measures how long the command takes to start, compared with `/bin/true` and libiio's `iio_info`. `Benchmarks/start`
calls it, and the lab's job `start`, where there are sensors.

All take turns, so that a slow minute affects all alike. The median of the processor times counts, and the least of the
wall times, which other programs lengthen. The command has Swift's runtime inside and no symbols."""

import argparse
import os
import statistics
import sys
import time

# Subject and peer.
PAIRS = [("--help", "true"), ("devices", "iio_info")]
NOTHING = [
    (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
    (os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0),
    (os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0),
]


def start(words: list[str]) -> tuple[float, float]:
    """Starts a program and waits for its end: its wall time and its processor time, in milliseconds."""
    begin = time.perf_counter()
    # Like vfork: this process is not copied, so that its size does not affect the times.
    process = os.posix_spawn(words[0], words, os.environ, file_actions=NOTHING)
    _, status, usage = os.wait4(process, 0)
    wall = time.perf_counter() - begin
    # 127: the system could not load the program's libraries.
    if not os.WIFEXITED(status) or os.WEXITSTATUS(status) == 127:
        sys.exit(f"{words[0]} did not run")
    return wall * 1000, (usage.ru_utime + usage.ru_stime) * 1000


def rounds_of(commands: dict[str, list[str]], rounds: int) -> dict[str, list[tuple[float, float]]]:
    """The times of each command, which take turns."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    # The first round does not count: it loads from the disk what is not in memory yet.
    for number in range(rounds + 1):
        for name, words in commands.items():
            taken = start(words)
            if number:
                times[name].append(taken)
    return times


def judged(times: dict[str, list[tuple[float, float]]], limits: dict[str, float]) -> list[tuple[str, bool]]:
    """What each subject takes compared with its peer, in words, and whether the limit holds."""
    wall = {name: [taken[0] for taken in all] for name, all in times.items()}
    processor = {name: [taken[1] for taken in all] for name, all in times.items()}
    rounds = len(next(iter(times.values())))
    print(f"{'start of':12}{'processor':>12}{'wall':>12}{'least wall':>12}   ms, {rounds} rounds")
    for name in times:
        figures = statistics.median(processor[name]), statistics.median(wall[name]), min(wall[name])
        print(f"{name:12}" + "".join(f"{figure:12.2f}" for figure in figures))
    verdicts = []
    for name, peer in PAIRS:
        ratio = statistics.median(processor[name]) / statistics.median(processor[peer])
        least = min(wall[name]) / min(wall[peer])
        words = f"{name} takes {ratio:.1f} times the processor time of {peer}, {least:.1f} times its least wall time"
        verdicts.append((f"{words}; at most {limits[name]:g}", max(ratio, least) <= limits[name]))
    return verdicts


def main() -> None:
    parser = argparse.ArgumentParser(prog="Benchmarks/start", description=__doc__)
    parser.add_argument("--rounds", type=int, default=150)
    parser.add_argument("--most-help", type=float, default=12, help="how many times as long as `true` it may take")
    parser.add_argument("--most-devices", type=float, default=4, help="the same of `iio_info`; 1.5 is not reached")
    parser.add_argument("footfall", help="the command, by its whole path")
    arguments = parser.parse_args()
    limits = {"--help": arguments.most_help, "devices": arguments.most_devices}
    commands = {
        "true": ["/bin/true"],
        "iio_info": ["/usr/bin/iio_info"],
        "--help": [arguments.footfall, "--help"],
        "devices": [arguments.footfall, "devices"],
    }
    verdicts = judged(rounds_of(commands, arguments.rounds), limits)
    # Like every contest that falls short: held once more, and the second result counts.
    if not all(holds for _, holds in verdicts):
        print("start: held again, for " + "; ".join(words for words, holds in verdicts if not holds))
        verdicts = judged(rounds_of(commands, arguments.rounds), limits)
    for words, holds in verdicts:
        print(f"start: {words}")
        if not holds:
            print(f"FELL SHORT   {words}", file=sys.stderr)
    sys.exit(0 if all(holds for _, holds in verdicts) else 1)


if __name__ == "__main__":
    main()
