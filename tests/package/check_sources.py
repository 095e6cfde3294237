#!/usr/bin/env python3
"""Fails on three faults that compilers do not report:
- Two files define a type of the same name in the same namespace. The linker keeps only one of their
  functions, for both types. A type in an anonymous namespace of a source is private to it; one of a
  header is not, since a source may include two headers.
- A call depends on the locale that the calling program has set.
- A script reads a pipe with `grep -q`, which ends at the first match. What writes to the pipe may then die of
  SIGPIPE, and `set -o pipefail` takes the match for a failure, now and then.
  check_sources.py ROOT
"""
import pathlib
import re
import sys

FOLDERS = ("include", "core", "parallel", "cli", "bench/laboratory", "python/src")
SCRIPTS = ("cmake", "release", "tests", "bench")

# What is no code, and so may hold braces and words that look like code.
NO_CODE = re.compile(r"""//[^\n]*|/\*.*?\*/|R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"
                         |(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'|^[ \t]*\#(?:\\\n|[^\n])*""",
                     re.S | re.M | re.X)
# An opening brace with what it opens, or a closing brace.
BRACE = re.compile(r"""\bnamespace\s*(?P<namespace>[\w:]*)\s*\{
                     |\b(?:class|struct|union|enum)\s+(?:(?:class|struct)\s+)?
                      (?:\[\[.*?\]\]\s*|alignas\([^)]*\)\s*)*(?P<type>[A-Za-z_][\w:]*)
                      \s*(?:final\s*)?(?::[^:;{}()][^;{}()]*)?\{
                     |[{}]""", re.X)
OF_LOCALE = re.compile(r"\b(?:strto[df]|strtold|sto[df]|stold|atof|\w*scanf|setlocale)\s*\(")

STOPS_EARLY = re.compile(r"\|[\s\\]*grep -[a-zA-Z]*q")


def types_of(code, header):
    """Yields the position and the qualified name of each type that other files could define too."""
    scopes = []  # the name of each open namespace; None for every other open brace
    for match in BRACE.finditer(code):
        if match[0] == "}":
            scopes.pop()
            continue
        shared = None not in scopes and (header or "" not in scopes)
        if match["type"] and shared:
            yield match.start(), "::".join([scope for scope in scopes if scope] + [match["type"]])
        scopes.append(match["namespace"])


def main():
    root = pathlib.Path(sys.argv[1])
    files = sorted(file for folder in FOLDERS for file in (root / folder).rglob("*")
                   if file.suffix in (".h", ".cc"))
    first, faults = {}, []
    for file in files:
        text = file.read_text(encoding="utf-8")
        code = NO_CODE.sub(lambda match: "\n" * match[0].count("\n") or " ", text)

        def place(at):
            return f"{file.relative_to(root)}:{code.count(chr(10), 0, at) + 1}"

        for at, name in types_of(code, file.suffix == ".h"):
            if name in first:
                faults.append(f"{place(at)}: {name} is defined in {first[name]} too; rename one")
            first.setdefault(name, place(at))
        faults += [f"{place(match.start())}: {match[0]}...) depends on the locale; "
                   "use ParseNumber (core/base/numbers.h)" for match in OF_LOCALE.finditer(code)]
    for script in sorted(file for folder in SCRIPTS for file in (root / folder).rglob("*.sh")):
        text = script.read_text(encoding="utf-8")
        for match in STOPS_EARLY.finditer(text):
            number = text.count("\n", 0, match.end()) + 1
            faults.append(f"{script.relative_to(root)}:{number}: grep -q ends before what writes to it; "
                          "write: grep -q PATTERN <(COMMAND)")
    print("\n".join(faults + [f"{len(files)} files define {len(first)} types"]))
    sys.exit(bool(faults) or not first)


if __name__ == "__main__":
    main()
