#!/usr/bin/env python3
"""Makes unicode_tables.inc: character properties and the lower-case map.

The tables must be those of the tools whose scores we repeat, so the data come from the very
programs: categories from the `regex` module (Unicode 15.0, and what the newest adds), case from CPython
3.11 (Unicode 14.0). Run it in a virtual environment of CPython 3.11 with `pip install
regex==2022.10.31`, and name the Python of one with `regex==2026.11.19`; any other version is
refused.

    make_unicode_tables.py --newest PYTHON [--output FILE] [--expect unicode_tables.json]

--expect compares the data with an independent listing of code-point ranges before writing.
"""

import argparse
import importlib.metadata
import json
import pathlib
import subprocess
import sys
import unicodedata

CODE_POINTS = 0x110000
BLOCK = 256

SPACE, PUNCTUATION, SYMBOL, NUMBER, ZH, CASED, IGNORABLE, UPPER = (1 << bit for bit in range(8))
UNASSIGNED = SPACE  # in categories(), which have no other use for this bit

NEWEST_REGEX, NEWEST_UNICODE = "2026.11.19", "18.0"
NEWEST_CHARACTER = 0x3D000  # which that version of Unicode added

# sacreBLEU's tokenizer "zh" lists these as Chinese. Its source means U+20000..U+2A6D6 and
# U+2F800..U+2FA1D by two of its ranges, but spells them with four-digit escapes; what it really
# compares is U+2001..U+2A6D. Kept, because the scores depend on it.
ZH_RANGES = [
    (0x2001, 0x2A6D), (0x2E80, 0x2FDF), (0x2FF0, 0x303F), (0x3100, 0x312F), (0x31A0, 0x31EF),
    (0x3200, 0x4DB5), (0x4E00, 0x9FBB), (0xF900, 0xFA2D), (0xFA30, 0xFA6A), (0xFA70, 0xFAD9),
    (0xFE10, 0xFE1F), (0xFE30, 0xFE4F), (0xFF00, 0xFFEF),
]


def refuse_other_versions():
    try:
        regex_version = importlib.metadata.version("regex")
    except importlib.metadata.PackageNotFoundError:
        regex_version = "none"
    found = (sys.version_info[:2], unicodedata.unidata_version, regex_version)
    wanted = ((3, 11), "14.0.0", "2022.10.31")
    if found != wanted:
        sys.exit(f"make_unicode_tables.py: needs (Python, its Unicode, regex) = {wanted}, "
                 f"found {found}; make a virtual environment with those versions")


def categories():
    """One byte per code point: the bit of its category, or UNASSIGNED."""
    import regex

    patterns = [(regex.compile(r"\p{%s}" % name), bit) for name, bit in
                [("P", PUNCTUATION), ("S", SYMBOL), ("N", NUMBER), ("Cn", UNASSIGNED)]]
    return bytes(sum(bit for pattern, bit in patterns if pattern.match(chr(code_point)))
                 for code_point in range(CODE_POINTS))


def newest_categories(python):
    """categories() of another Python, whose `regex` has the newest Unicode."""
    code = ("import importlib.metadata, sys, make_unicode_tables as tables\n"
            f"if importlib.metadata.version('regex') != '{NEWEST_REGEX}': sys.exit('it has another regex')\n"
            "sys.stdout.buffer.write(tables.categories())")
    return subprocess.run([python, "-c", code], cwd=pathlib.Path(__file__).resolve().parent,
                          check=True, stdout=subprocess.PIPE).stdout


def ranges_of(classes):
    """[(first, last, class)]: runs of code points whose class is not 0."""
    ranges = []
    for code_point, value in enumerate(classes):
        if ranges and ranges[-1][1:] == (code_point - 1, value):
            ranges[-1] = (ranges[-1][0], code_point, value)
        elif value:
            ranges.append((code_point, code_point, value))
    return ranges


def newer_ranges(older, newer):
    """Runs of code points that gained a category, or are UNASSIGNED in both. No character may lose
    its category or change it."""
    if any(old not in (0, UNASSIGNED, new) for old, new in zip(older, newer, strict=True)):
        sys.exit("make_unicode_tables.py: a character has changed its category")
    if newer[NEWEST_CHARACTER] == UNASSIGNED:
        sys.exit(f"make_unicode_tables.py: regex {NEWEST_REGEX} has no Unicode {NEWEST_UNICODE}")
    return ranges_of(new if new != old or new == UNASSIGNED else 0
                     for old, new in zip(older, newer, strict=True))


def properties(category):
    """One byte of property bits per code point."""
    sigma, final_sigma = "\u03a3", "\u03c2"
    bits = bytearray(0 if value == UNASSIGNED else value for value in category)
    for code_point in range(CODE_POINTS):
        character = chr(code_point)
        if character.isspace():
            bits[code_point] |= SPACE
        # Python has no name for "cased" and "case-ignorable", but its lower() shows them: a final
        # sigma follows a cased character, with ignorable ones in between skipped.
        cased = (character + sigma).lower()[-1] == final_sigma
        if cased:
            bits[code_point] |= CASED
        elif ("A" + character + sigma).lower()[-1] == final_sigma:
            bits[code_point] |= IGNORABLE
        if character.lower() != character:
            bits[code_point] |= UPPER
    for first, last in ZH_RANGES:
        for code_point in range(first, last + 1):
            bits[code_point] |= ZH
    return bytes(bits)


def lower_map():
    """{code point: lower-cased string}, for those that change."""
    return {c: chr(c).lower() for c in range(CODE_POINTS) if chr(c).lower() != chr(c)}


def lower_ranges(lower):
    """[first, last, stride, delta]: runs of code points that are shifted alike."""
    if [c for c in lower if len(lower[c]) > 1] != [0x130] or lower[0x130] != "i\u0307":
        sys.exit("make_unicode_tables.py: U+0130 is no longer the only expansion")
    longest = max(len(v.encode()) / len(chr(c).encode()) for c, v in lower.items())
    if longest > 1.5:
        sys.exit("make_unicode_tables.py: lower-casing more than halves again the length; "
                 "LowercaseInto() relies on that bound")
    shifts = [(c, ord(v) - c) for c, v in lower.items() if len(v) == 1]
    ranges = []
    while shifts:
        first, delta = shifts[0]
        best, best_stride = 1, 1
        for stride in (1, 2):
            run = 1
            while run < len(shifts) and shifts[run] == (first + run * stride, delta):
                run += 1
            if run > best:
                best, best_stride = run, stride
        ranges.append((first, shifts[best - 1][0], best_stride, delta))
        shifts = shifts[best:]
    return ranges


def check(path, bits, lower):
    """Stops when the data differ from the listing."""
    listing = json.loads(pathlib.Path(path).read_text())
    names = {"isspace": SPACE, "P": PUNCTUATION, "S": SYMBOL, "N": NUMBER, "zh": ZH,
             "sigma_cased_not_ignorable": CASED, "sigma_case_ignorable": IGNORABLE}
    for name, bit in names.items():
        expected = {c for first, last in listing[name] for c in range(first, last + 1)}
        found = {c for c in range(CODE_POINTS) if bits[c] & bit}
        if expected != found:
            some = sorted(f"{c:X}" for c in expected ^ found)[:5]
            sys.exit(f"make_unicode_tables.py: {name} differs from {path} at U+{some}")
    expected = {int(c, 16): "".join(chr(int(x, 16)) for x in v)
                for c, v in listing["lower"].items()}
    if expected != lower:
        sys.exit(f"make_unicode_tables.py: the lower-case map differs from {path}")


def wrap(numbers):
    lines, line = [], "  "
    for number in numbers:
        item = f"{number},"
        if len(line) + len(item) > 100:
            lines.append(line)
            line = "  "
        line += item
    return "\n".join(lines + [line])


def render(bits, ranges, newer):
    blocks, index = {}, []
    for start in range(0, CODE_POINTS, BLOCK):
        block = bits[start:start + BLOCK]
        index.append(blocks.setdefault(block, len(blocks)))
    if len(blocks) > 256:
        sys.exit("make_unicode_tables.py: too many different blocks for a byte index")
    rows = "\n".join(f"    {{{first:#x}, {last:#x}, {stride}, {delta}}},"
                     for first, last, stride, delta in ranges)
    cells = "\n".join("  {\n" + wrap(block) + "\n  }," for block in blocks)
    return f"""\
// Character properties and lower-case ranges. Generated by make_unicode_tables.py: do not edit.
// Categories: regex 2022.10.31 (Unicode 15.0) and {NEWEST_REGEX} (Unicode {NEWEST_UNICODE}). Spaces and case:
// CPython 3.11 (Unicode 14.0).
// clang-format off

constexpr std::string_view kTableCategoryUnicode = "15.0";
constexpr std::string_view kTableNewestUnicode = "{NEWEST_UNICODE}";
constexpr std::string_view kTableCaseUnicode = "14.0";

// Code points first, first + stride, ..., last become themselves + delta.
constexpr LowerRange kLowerRanges[] = {{
{rows}
}};

// What Unicode {NEWEST_UNICODE} adds: first, last, and the category of those characters; {UNASSIGNED} if {NEWEST_UNICODE} does
// not assign them either.
constexpr NewerRange kNewerRanges[] = {{
{wrap("{%#x,%#x,%d}" % row for row in newer)}
}};

// Row of kPropertyBlocks for each {BLOCK} code points.
const uint8_t kPropertyIndex[{len(index)}] = {{
{wrap(index)}
}};

const uint8_t kPropertyBlocks[{len(blocks)}][{BLOCK}] = {{
{cells}
}};
"""


def main():
    here = pathlib.Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--newest", required=True, metavar="PYTHON",
                        help=f"Python with regex {NEWEST_REGEX}")
    parser.add_argument("--output", type=pathlib.Path, default=here / "unicode_tables.inc")
    parser.add_argument("--expect", type=pathlib.Path,
                        default=here.parents[2] / "shared/golden/sacrebleu/unicode_tables.json",
                        help="listing to compare with; skipped when the default is absent")
    arguments = parser.parse_args()
    refuse_other_versions()
    category, newest = categories(), newest_categories(arguments.newest)
    bits, lower = properties(category), lower_map()
    if arguments.expect.exists() or arguments.expect != parser.get_default("expect"):
        check(arguments.expect, bits, lower)
        print(f"agrees with {arguments.expect}")
    arguments.output.write_text(render(bits, lower_ranges(lower), newer_ranges(category, newest)))


if __name__ == "__main__":
    main()
