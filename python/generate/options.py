#!/usr/bin/env python3
"""Writes python/mtgauge/_options.py, the typed keywords of the native API, from the engine's table of options.

  python python/generate/options.py [--check]        with a Python that has mtgauge of these sources

--check prints what differs and exits with 1; a test does the same.
"""

import argparse
import difflib
import pathlib
import sys
import textwrap

import mtgauge

FILE = pathlib.Path(__file__).resolve().parents[1] / "mtgauge" / "_options.py"

# The arguments that the functions define themselves.
TEXTS = ("system", "metrics", "rows", "ids", "documents", "source", "by", "threads")
OWN = {
    "score": TEXTS,
    "segments": TEXTS,
    "compare": TEXTS,
    "explain": TEXTS,
    "evaluate": (*TEXTS, "human"),
    "spans": ("gold", "threads"),
    "latency": ("threads",),
    "resegment": ("documents", "hyp_documents", "gaps", "threads"),
    "nbest": ("metrics", "threads", "key", "documents"),
    "survey": ("metrics", "threads"),
    "cite": ("metrics",),
    "rows": TEXTS,
    "matrix": ("metrics", "threads", "input_format", "list_format"),
    "mbr": ("metrics", "threads", "input_format", "list_format", "weights", "temperature"),
}
# Functions that have not all keywords that the others share.
APART = ("spans", "latency", "resegment", "nbest", "survey", "cite")
# Options that take other values besides their choices, such as "spm:FILE".
OPEN = ("tokenize",)
# Options whose values may be in memory.
IN_MEMORY = ("human", "scores", "annotations", "ref_annotations")
TYPES = {"switch": "bool", "number": "float", "whole": "int", "text": "Text", "list": "Texts", "optional number": "Union[bool, float]"}

HEAD = '''"""The keywords of `score`, `segments`, `compare`, `explain` and `report`, `evaluate`, `spans`, `latency`, `resegment`, `nbest`, `survey`, `cite`, `Rows`, `matrix` and `mbr` besides their own, with their types.

Written by python/generate/options.py from the engine's table of options.
"""

from __future__ import annotations

import os
from typing import Any, Literal, Optional, Sequence, TypedDict, Union

# A name, a value or a file.
Text = Union[str, "os.PathLike[str]"]
Texts = Union[Text, Sequence[Text]]
# Files, or values in memory: lists, a table, or a dict of columns.
Columns = Any
'''


def keyword(option):
    """Yields the lines of one keyword."""
    choices = [choice for choice in option["choices"] if option["kind"] == "text"]
    kind = f"Literal[{', '.join(map(repr, choices))}]".replace("'", '"') if choices else TYPES[option["kind"]]
    if option["name"] in OPEN:
        kind = f"Union[{kind}, Text]"
    if option["name"] in IN_MEMORY:
        kind = "Columns"
    yield f"    {option['name']}: Optional[{kind}]"
    text = option["help"].replace("\\", "\\\\").replace('"', "'")
    lines = textwrap.wrap(f'"""{text}."""', 108, break_long_words=False,
                          break_on_hyphens=False)
    yield from ("    " + line for line in lines)


def keywords(name, base, options):
    yield from ("", "", f"class {name}({base}, total=False):")
    yield from (line for option in options for line in keyword(option))


def written():
    of = {
        function: {option["name"]: option for option in mtgauge.options(function) if option["name"] not in own}
        for function, own in OWN.items()
    }
    scoring = [options for function, options in of.items() if function not in APART]
    shared = [name for name in of["rows"] if all(name in options for options in scoring)]
    lines = [*HEAD.splitlines()]
    lines += keywords("Shared", "TypedDict", [of["rows"][name] for name in shared])
    for function, options in of.items():
        apart = function in APART
        mine = [option for name, option in options.items() if apart or name not in shared]
        lines += keywords(f"{function.title()}Options", "TypedDict" if apart else "Shared", mine)
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    made, old = written(), FILE.read_text(encoding="utf-8") if FILE.exists() else ""
    if parser.parse_args().check:
        sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), made.splitlines(True)))
        return int(made != old)
    FILE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
