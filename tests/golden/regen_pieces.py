#!/usr/bin/env python3
"""Makes tests/golden/data/piece_cases.json with the real SentencePiece: models and texts that stand
here, pieces that the package finds. Run it with both versions of PIECES; each writes its own figures:

    bash tests/make_venv.sh pieces-venv sentencepiece==0.2.3
    bash tests/make_venv.sh pieces-venv-older sentencepiece==0.2.1
    build/pieces-venv/bin/python tests/golden/regen_pieces.py
    build/pieces-venv-older/bin/python tests/golden/regen_pieces.py
"""

import json
import pathlib
import random
import struct

import sentencepiece

DATA = pathlib.Path(__file__).resolve().parent / "data" / "piece_cases.json"
NORMAL, USER_DEFINED = 1, 4

# Pieces with their scores and types. Sums of these scores are rounded, so that ties are not exact.
uneven = [["\u2581", -2.1, NORMAL], [".", -3.3, NORMAL], ["..", -5.7, NORMAL], ["...", -9.0, NORMAL],
          ["a", -4.1, NORMAL], ["aa", -8.2, NORMAL], ["aaa", -12.3, NORMAL], ["b", -6.7, NORMAL],
          ["ab", -10.8, NORMAL], ["ba", -10.8, NORMAL], ["\u00e9", -7.7, NORMAL]]
MODELS = {
    "exact ties": [[text, -len(text.encode()) / 16, NORMAL]
                   for text in (".", "..", "...", "a", "aa", "ab", "b", "ba", "aba", "\u2581", "\u2581a", "\u2581ab")],
    "uneven": uneven,
    "user symbols": uneven + [[text, 0, USER_DEFINED] for text in ("aba", "bab", "ab\u2581b", "bb", "...b")],
    "costly": [[text, -2345.75 * len(text) - 1 / 3, NORMAL]
               for text in ("a", "b", "aa", "ab", "ba", "abab", "bbb", "\u2581", "\u2581ab")],
}


def texts(rng):
    yield from ["....", ".....", "a....", "aabb", "aaaa.b", "ab b", "abab abba", "c.c..c", "\u00e9\u00e8a"]
    for length in (8, 20, 60):
        for letters in ("ab.", "a. ", "ab ", ".", "ab.c\u00e9 "):
            yield "".join(rng.choice(letters) for _ in range(length)).strip() or "a"
    yield "".join(rng.choice("ab ") for _ in range(900)).strip()
    yield "".join(rng.choice("ab") for _ in range(900))


def varint(value):
    out = b""
    while value >= 128:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def model_file(pieces):
    """Returns the bytes of sentencepiece_model.proto's ModelProto."""
    def field(number, content):
        return varint(number << 3 | 2) + varint(len(content)) + content
    out = b""
    for text, score, kind in [["<unk>", 0, 2]] + pieces:
        out += field(1, field(1, text.encode()) + varint(2 << 3 | 5) + struct.pack("<f", score) +
                     varint(3 << 3) + varint(kind))
    return out + field(2, b"") + field(3, b"")


def main():
    version = sentencepiece.__version__
    rng = random.Random(39)
    older = json.loads(DATA.read_text()) if DATA.exists() else {}
    rows = []
    for name, pieces in MODELS.items():
        processor = sentencepiece.SentencePieceProcessor(model_proto=model_file(pieces))
        for text in texts(rng):
            rows.append({"model": name, "text": text, version: " ".join(processor.encode(text, out_type=str))})
    if older:
        for row, known in zip(rows, older["cases"], strict=True):
            assert (row["model"], row["text"]) == (known["model"], known["text"]), "run the other version again"
            row.update({key: value for key, value in known.items() if key not in row})
    with DATA.open("w") as out:
        out.write('{"made_by": "tests/golden/regen_pieces.py, sentencepiece 0.2.3 and 0.2.1 of PyPI",\n')
        out.write('"models": %s,\n"cases":[\n' % json.dumps(MODELS))
        out.write(",\n".join(json.dumps(row, sort_keys=True, separators=(",", ":")) for row in rows) + "\n]}\n")


main()
