#!/usr/bin/env python3
"""Reads a row file as docs/row-files.md describes it, and sums its rows.

  tests/rows_reader.py FILE [bleu]      compare the sums of all rows with those of the header; with a metric's name,
                                        print its sums for each system, and of BLEU the corpus score

A second program that reads the format, independent of mtgauge's own code: it finds gaps in the
documentation. Checks checksums if Python has the package xxhash; otherwise uses only the standard
library.
"""

import json
import math
import struct
import sys

try:
    from xxhash import xxh3_64_intdigest as checksum
except ImportError:
    checksum = None

FIRST = b"\x89MTGAUGE\r\n\x1a\n"
LAST = b"MTGEND\r\n"
BLOCK = 4096  # segments


def require(holds, what):
    if not holds:
        sys.exit("%s: %s" % (sys.argv[1], what))


def check(data, wanted, what):
    if checksum is not None:
        require(checksum(data) == wanted, "the checksum of %s" % what)


def read_file(path):
    """Returns the header, and the bytes of the sections."""
    with open(path, "rb") as file:
        data = file.read()
    require(data[:12] == FIRST and data[12:16] == struct.pack("<I", 1), "the first mark")
    require(data[-8:] == LAST, "the last mark")
    count, index_sum, header_bytes, header_sum, mark_sum = struct.unpack("<5Q", data[-48:-8])
    check(data[-48:-16], mark_sum, "the last mark")
    header_begin = len(data) - 48 - header_bytes
    header = data[header_begin:header_begin + header_bytes]
    check(header, header_sum, "the header")
    index = data[header_begin - 16 * count:header_begin]
    check(index, index_sum, "the index")
    sections, at = [], 16
    for size, section_sum in struct.iter_unpack("<2Q", index):
        sections.append(data[at:at + size])
        check(sections[-1], section_sum, "section %d" % (len(sections) - 1))
        at += size
    require(at == header_begin - 16 * count, "the index does not end where the sections do")
    return json.loads(header), sections


def read_rows(section):
    """Returns the columns of a block of rows, each a list of integers."""
    segments, width = struct.unpack_from("<2I", section)
    stride = (segments + 63) // 64 * 64
    at, columns, differences = 8 + 16 * width, [], []
    for column in range(width):
        base, same_as, planes = struct.unpack_from("<qII", section, 8 + 16 * column)
        values = [0] * segments
        if same_as == column:
            for plane in range(planes):
                for i, byte in enumerate(section[at:at + segments]):
                    values[i] |= byte << 8 * plane
                at += stride
        else:
            values = differences[same_as]
        differences.append(values)
        columns.append([base + value for value in values])
    require(at == len(section), "a block has other bytes than its planes")
    return columns


def read_facts(section, segments, systems):
    """Returns {field: a value for each segment}; for marks, for each system and segment."""
    names = {1: "excluded", 2: "lacking", 3: "ids", 4: "documents", 5: "groups", 6: "marks"}
    facts, at = {}, 0
    while at < len(section):
        tag, size = struct.unpack_from("<2I", section, at)
        at, end, values = at + 8, at + 8 + size, []
        while at < end:
            run, value = struct.unpack_from("<2I", section, at)
            at += 8
            if tag in (3, 4, 5):  # the number is the length of a text
                value, at = section[at:at + value].decode("utf-8", "surrogateescape"), at + value
            values += [value] * run
        require(len(values) == segments * (systems if tag == 6 else 1), "%s of other segments" % names[tag])
        facts[names[tag]] = values
    return facts


def add_up(header, sections):
    """Returns [system * metrics + metric][column]: the sums over all segments that count."""
    systems, metrics = len(header["systems"]), len(header["metrics"])
    cells = systems * metrics
    sums = [[0] * len(header["metrics"][cell % metrics]["columns"]) for cell in range(cells)]
    blocks = (header["segments"] + BLOCK - 1) // BLOCK
    require(len(sections) == blocks * (cells + 1), "another number of sections")
    for block in range(blocks):
        here = sections[block * (cells + 1):(block + 1) * (cells + 1)]
        segments = min(BLOCK, header["segments"] - block * BLOCK)
        excluded = read_facts(here[cells], segments, systems).get("excluded", [0] * segments)
        for cell in range(cells):
            columns = read_rows(here[cell])
            require([len(column) for column in columns] == [segments] * len(sums[cell]), "a block of other rows")
            for i, column in enumerate(columns):
                require(all(value == 0 for value, out in zip(column, excluded) if out), "a segment left out has a row")
                sums[cell][i] += sum(column)
    return sums


def bleu(named):
    """Returns corpus BLEU with the default smoothing; all its sums are counts of tokens and
    n-grams."""
    logs, halves = 0.0, 1.0
    for order in range(1, 5):
        correct, total = named["correct_%d" % order], named["total_%d" % order]
        if total == 0:
            return 0.0
        if correct == 0:
            halves *= 2
            correct = 1 / halves
        logs += math.log(100 * correct / total) / 4
    brevity = min(0.0, 1 - named["ref_len"] / named["hyp_len"])
    return math.exp(logs + brevity)


def main():
    header, sections = read_file(sys.argv[1])
    sums = add_up(header, sections)
    require(sums == header["sums"], "the header has other sums than the rows")
    print("%d segments, %d sums" % (header["segments"], sum(map(len, sums))))
    for wanted in sys.argv[2:]:
        for s, system in enumerate(header["systems"]):
            for m, metric in enumerate(header["metrics"]):
                if metric["spec"] != wanted:
                    continue
                named = dict(zip(metric["columns"], sums[s * len(header["metrics"]) + m]))
                score = " = %.1f" % bleu(named) if wanted == "bleu" else ""
                print(system["name"], " ".join("%s=%d" % item for item in named.items()) + score)


if __name__ == "__main__":
    main()
