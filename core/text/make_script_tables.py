#!/usr/bin/env python3
"""Makes script_tables.inc: the script of every letter, from Scripts.txt and UnicodeData.txt of Unicode 15.0.

    make_script_tables.py [--data FOLDER] [--output FILE]

Debian 12's package unicode-data has the files. Characters that several scripts share (Common, Inherited) are
left out.
"""

import argparse
import pathlib
import re

VERSION = "15.0.0"
SHARED = ("Common", "Inherited")


def letters(folder):
    """The categories L* by code point; names of ranges stand for all of them."""
    found, first = set(), None
    for line in (folder / "UnicodeData.txt").read_text().splitlines():
        code, name, category = line.split(";")[:3]
        begin = first if name.endswith(", Last>") else int(code, 16)
        first = int(code, 16)
        if category.startswith("L"):
            found.update(range(begin, int(code, 16) + 1))
    return found


def scripts(folder):
    text = (folder / "Scripts.txt").read_text()
    if f"Scripts-{VERSION}.txt" not in text:
        raise SystemExit(f"make_script_tables.py: {folder}/Scripts.txt is not of Unicode {VERSION}")
    for begin, end, script in re.findall(r"^([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*; (\w+)", text, re.M):
        for code in range(int(begin, 16), int(end or begin, 16) + 1):
            yield code, script


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, default="/usr/share/unicode")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path(__file__).with_name("script_tables.inc"))
    args = parser.parse_args()
    known = letters(args.data)
    of = {code: script for code, script in scripts(args.data) if code in known and script not in SHARED}
    names = sorted(set(of.values()))
    ranges = []
    for code in sorted(of):
        number = names.index(of[code]) + 1
        if ranges and ranges[-1][1] == code - 1 and ranges[-1][2] == number:
            ranges[-1][1] = code
        else:
            ranges.append([code, code, number])
    lines = ["// Written by make_script_tables.py. clang-format off", "constexpr std::string_view kScriptNames[] = {",
             '  "",']
    lines += [f'  "{name}",' for name in names]
    lines += ["};", "constexpr LetterRange kLetterRanges[] = {"]
    lines += [f"  {{0x{first:X}, 0x{last:X}, {number}}}," for first, last, number in ranges]
    lines += ["};", ""]
    args.output.write_text("\n".join(lines))


if __name__ == "__main__":
    main()
