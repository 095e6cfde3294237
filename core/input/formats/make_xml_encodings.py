#!/usr/bin/env python3
"""Writes xml_encodings.txt: for each encoding of one byte a character, its names, a colon, and the
code points of the bytes 80 to FF; '-' where it has no character. From CPython's codecs."""
import pathlib

LATIN = {1: 1, 2: 2, 3: 3, 4: 4, 9: 5, 10: 6, 13: 7, 14: 8, 15: 9, 16: 10}
NAMES = (
    [["us-ascii", "ascii"]]
    + [
        [f"{latin}{LATIN[i]}" for latin in ("iso-latin-", "latin-", "latin") if i in LATIN]
        + [f"iso-8859-{i}", f"iso_8859-{i}", f"iso8859-{i}"]
        for i in range(1, 17)
        if i != 12
    ]
    + [[f"windows-{i}", f"cp{i}"] for i in range(1250, 1259)]
    + [["koi8-r"], ["koi8-u"]]
)


def point(name, byte):
    try:
        return f"{ord(bytes([byte]).decode(name)):x}"
    except UnicodeDecodeError:
        return "-"


lines = [f"{' '.join(names)}: {' '.join(point(names[-1], byte) for byte in range(0x80, 0x100))}\n" for names in NAMES]
pathlib.Path(__file__).with_name("xml_encodings.txt").write_text("".join(lines), encoding="ascii")
