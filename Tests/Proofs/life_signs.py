"""What `life-signs` does, part by part: brokers that are killed, hang, mean ill and are flooded, beside boards."""

import argparse
import pathlib
import sys

from life_signs_board import Boards
from life_signs_broker import Faults
from life_signs_commands import commands
from life_signs_flood import floods
from life_signs_refusals import refusals
from life_signs_torment import torment, wills

parser = argparse.ArgumentParser()
parser.add_argument("footfall")
parser.add_argument("out", type=pathlib.Path)
parser.add_argument("seconds", type=int, nargs="?", default=10)
parser.add_argument("--hung", action="store_true")
parser.add_argument("--part", choices=["torment", "wills", "commands", "floods", "refusals"])
options = parser.parse_args()
boards = Boards(options.footfall, options.out)
faults = Faults()
parts = {
    "torment": lambda: torment(boards, options.seconds, faults),
    "wills": lambda: wills(boards, options.hung, faults),
    "commands": lambda: commands(boards, faults),
    "floods": lambda: floods(boards, faults),
    "refusals": lambda: refusals(boards, faults),
}
try:
    for name, part in parts.items():
        if options.part in (None, name):
            part()
finally:
    boards.end()
for fault in faults:
    print(f"life-signs: FAILED: {fault}", file=sys.stderr)
sys.exit(1 if faults else 0)
