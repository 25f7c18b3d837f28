#!/usr/bin/env python3
"""extract-kernel.py VMLINUZ ELF: the bare kernel out of a bzImage.

QEMU enters an ELF kernel directly, by its PVH note: there is no firmware to run, and no decompressor,
which takes seconds where every instruction is emulated.
"""

import lzma
import struct
import sys


def kernel(image: bytes) -> bytes:
    """The payload that the setup header of the x86 boot protocol points at, decompressed."""
    if image[0x202:0x206] != b"HdrS":
        raise ValueError("it has no header of the x86 boot protocol")
    setup_sectors = image[0x1F1] or 4
    offset, length = struct.unpack_from("<II", image, 0x248)
    start = (setup_sectors + 1) * 512 + offset
    payload = image[start : start + length]
    if payload[:6] != b"\xfd7zXZ\0":
        raise ValueError("it is not compressed with xz; this reads Debian's kernels")
    elf = lzma.LZMADecompressor().decompress(payload)
    if elf[:4] != b"\x7fELF":
        raise ValueError("what it holds is not ELF")
    return elf


def main() -> None:
    source, target = sys.argv[1:]
    try:
        with open(source, "rb") as file:
            elf = kernel(file.read())
    except (ValueError, lzma.LZMAError) as error:
        sys.exit(f"{source}: {error}")
    with open(target, "wb") as file:
        file.write(elf)


if __name__ == "__main__":
    main()
