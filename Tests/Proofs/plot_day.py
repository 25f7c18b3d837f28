"""Reads what `plot-day` drew: pixels, lines and the curves of the page are there, over the whole time, and the page's
policy names the sums of its script and its style sheet, as hashlib has them."""

import base64
import hashlib
import json
import re
import struct
import sys
import xml.etree.ElementTree
import zlib
from pathlib import Path

place, seconds = Path(sys.argv[1]), float(sys.argv[2])


def expect(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: {found!r}, expected {wanted!r}")


def pixels(file):
    """How many bytes the pixels of a PNG file have, and its width and height, with each chunk's sum checked."""
    data = file.read_bytes()
    expect(f"the beginning of {file.name}", data[:8], b"\x89PNG\r\n\x1a\n")
    at, packed, size = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        expect("the sum of a chunk", struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0], zlib.crc32(kind + body))
        if kind == b"IHDR":
            size = struct.unpack(">II", body[:8])
        if kind == b"IDAT":
            packed += body
        at += 12 + length
    return zlib.decompress(packed), size


for name in ("short.png", "long.png", "long-spectrum.png"):
    raw, (width, height) = pixels(place / name)
    expect(f"the width of {name}", width, 1200)
    expect(f"the bytes of {name}", len(raw), height * (1 + 3 * width))
svg = xml.etree.ElementTree.parse(place / "long.svg").getroot()
paths = [one for one in svg.iter() if one.tag.endswith("}path")]
expect("whether the SVG file has the nine curves, each with its peaks", sum(len(one.get("d", "")) > 10_000 for one in paths), 9)

page = (place / "long.html").read_text()
policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page).group(1)
for tag, directive in (("style", "style-src"), ("script", "script-src")):
    [text] = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.S)
    total = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    expect(f"whether the policy lets the page's {tag} be used", f"{directive} 'sha256-{total}'" in policy, True)
figure = json.loads(re.search(r'<script type="application/json" id="figure">(.*?)</script>', page, re.S).group(1))
expect("the seconds that the page shows", round(figure["range"][1] / 60), round(seconds / 60))
curves = [series for panel in figure["panels"] for series in panel["series"]]
expect("the curves of the page", len(curves), 9)
for series in curves:
    data = base64.b64decode(series["data"])
    points = [one for one in struct.iter_unpack("<fff", data)]
    expect("whether a page has enough points", 8_192 < len(points) <= 32_768, True)
    expect("whether they are in order", all(one[0] < other[0] for one, other in zip(points, points[1:])), True)
    expect("whether each has a range", all(low <= high for _, low, high in points), True)
    expect("whether they go to the end", abs(points[-1][0] - seconds) < seconds / 1000, True)
contacts = figure["panels"][0]["contacts"]
gaps = [after - before for before, after in zip([0] + contacts, contacts + [figure["range"][1]])]
expect("whether the page has steps over all of the time", max(gaps) < max(60, seconds / 500), True)
text = (place / "long-terminal.txt").read_text()
expect("whether the terminal has steps over all of the time", max(line.count("'") for line in text.splitlines()) > 40, True)
expect("whether the terminal shows braille", any("\u2801" <= letter <= "\u28ff" for letter in text), True)
