#!/usr/bin/env python3
"""Holds the table "Beside other tools" of README.md against what the tools have.

  tests/docs/tools_table.py MTGAUGE              the column of mtgauge, against the program's own lists
  tests/docs/tools_table.py MTGAUGE --packages   the other columns too, against the sources in the packages of the
                                                 versions that README names, which pip downloads (the long set)

A tool has what its sources define under the names below. evaluate's metrics are not in its package, and what a
compiled part can do is not seen, so these cells are not compared. Exits with 1 for a difference, and with 77 if the
packages cannot be had.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What a cell may name, and by which definitions it is known in the sources of a package.
FEATURES = {
    "BLEU": r"^class \w*BLEU\w*",
    "chrF": r"^class \w*chrf\w*|pairwise_chrf",
    "TER": r"^class (TER|\w*TERScore|TranslationEditRate)\b",
    "METEOR": r"^class \w*METEOR\w*",
    "ROUGE": r"^class \w*ROUGE\w*",
    "BERTScore": r"^class \w*BERTScore\w*",
    "COMET": r"^class \w*COMET\w*",
    "test of two systems": r"^(class PairedTest|def \w*paired_bootstrap)\b",
    "ranks many systems, p corrected for their number": r"\b(holm|hochberg|bonferroni)\b",
    "report of differences": r"^def generate_html_report\b",
    "all pairs, for minimum Bayes risk": r"pairwise_chrf",
    "downloads test sets": r"def maybe_download\b",
}
# The features that a row is about; other rows are about the feature of their name.
ROWS = {"runs neural metrics": ["BERTScore", "COMET"]}
UNSEEN = {"macOS, Windows"}
PACKAGES = ["sacreBLEU", "torchmetrics", "compare-mt", "fastchrf"]


def table():
    """Returns {row: {tool: cell}} and {tool: version}."""
    text = (ROOT / "README.md").read_text(encoding="utf-8").split("## Beside other tools")[1].split("\n## ")[0]
    head, _, *rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("|")]
    versions = dict(re.findall(r"([\w-]+) (\d+\.\d[\d.]*\d)", text.split("|")[0]))
    return {row[0]: dict(zip(head, row[1:])) for row in rows}, versions


def features(row):
    return ROWS.get(row) or (row.split(", ") if row not in FEATURES else [row])


def cell(row, has):
    """Returns what a cell must say of a tool, by a function that tells whether it has a feature."""
    found = [each for each in features(row) if has(each)]
    if "BERTScore" in found:  # the other models that a tool runs are not named
        return "yes"
    return "yes" if found == features(row) else ", ".join(found) or "–"


def own(program):
    """Returns a function that tells whether the program has a feature."""
    def printed(*arguments):
        return subprocess.run([program, *arguments], check=True, capture_output=True, encoding="utf-8").stdout

    titles = {metric["title"].lower() for metric in json.loads(printed("metrics", "-f", "json"))["metrics"]}
    verbs = {"test of two systems": ("compare", "--test"), "report of differences": ("report", "--output"),
             "ranks many systems, p corrected for their number": ("compare", "--correction"),
             "all pairs, for minimum Bayes risk": ("mbr", "--output")}

    def has(feature):
        if feature in verbs:
            verb, flag = verbs[feature]
            return flag in printed(verb, "--help")
        return any(title.startswith(feature.lower()) for title in titles)

    return has


def sources(tool, version, folder):
    done = subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                           "--dest", folder, "%s==%s" % (tool, version)], capture_output=True, encoding="utf-8")
    if done.returncode != 0:
        print("skipped: %s %s cannot be had here" % (tool, version))
        sys.exit(77)
    wheel = next(path for path in pathlib.Path(folder).iterdir() if path.name.lower().startswith(tool.lower().replace("-", "_")))
    with zipfile.ZipFile(wheel) as files:
        return "\n".join(files.read(name).decode() for name in files.namelist() if name.endswith((".py", ".pyi")))


def main():
    program, *more = sys.argv[1:]
    rows, versions = table()
    faults = []

    def compare(tool, has):
        for row in rows.keys() - UNSEEN:
            wanted = cell(row, has)
            if rows[row][tool] != wanted:
                faults.append("README.md: %s of %s is '%s', but should be '%s'" % (row, tool, rows[row][tool], wanted))

    compare("mtgauge", own(program))
    if more == ["--packages"]:
        for tool in PACKAGES:
            with tempfile.TemporaryDirectory() as folder:
                text = sources(tool, versions[tool], folder)
            compare(tool, lambda feature, text=text: re.search(FEATURES[feature], text, re.M | re.I) is not None)
            print("%s %s: compared" % (tool, versions[tool]))
    print("\n".join(faults) or "the table is right")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
