#!/usr/bin/env python3
"""Compares every metric of docs/metrics/equal.md with the newest release of its tool on PyPI, on generated
and hostile lines, by the scripts that hold it. Prints for each whether it holds, and at which versions:

    python3 tests/differential/newest.py [--pairs N] [--seed N] [--only METRIC]

Exits with 1 if a tool has moved. Then decide: follow it under a new signature key, or keep the version that
the table names. MTGAUGE selects another binary. The environments are build/*-newest, made anew each day.
"""

import argparse
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("MTGAUGE", str(ROOT / "build/release/cli/mtgauge"))
TODAY = datetime.date.today().isoformat()
NEWEST = dict(os.environ, VENV_NEWEST=TODAY)
SKIPPED = 77  # exit code of a script whose tools cannot be installed
# What is held beside a tool, too, and is not in the table: verbs, and a metric beside a second tool. The
# first scripts compare nothing else.
OTHERS = [{"metric": metric, "package": package, "test": "tests/differential/" + script, "arguments": arguments}
          for metric, package, script, arguments in (
              ("resegment", "mweralign", "resegment.sh", []),
              ("latency", "omnisteval", "latency.sh", []),
              ("off-target", "pycld2", "languages.sh", []),
              ("matrix", "fastchrf", "modules.sh", ["matrix"]),
              ("mbr", "fastchrf", "modules.sh", ["mbr"]),
              ("edit-distance:unit=char", "torchmetrics", "modules.sh", ["edit-distance:unit=char"]))]


def table():
    listed = subprocess.run([BINARY, "metrics", "-f", "json"], check=True, capture_output=True)
    return [row for metric in json.loads(listed.stdout)["metrics"] for row in metric["equal_to"]] + OTHERS


def installed():
    """Returns {package: version} of today's environments."""
    versions = {}
    for venv in (ROOT / "build").glob("*-newest"):
        if (venv / "pins").is_file() and (venv / "pins").read_text().startswith(TODAY):
            found = re.findall(r"^([\w.-]+)==(\S+)$", (venv / "versions").read_text(), re.MULTILINE)
            versions.update((name.lower().replace("_", "-"), version) for name, version in found)
    return versions


def versions_of(row):
    """Returns the package with its version, and those that it depends on."""
    names = [row["package"].lower()] + re.findall(r"[\w-]+(?= \d)", row.get("depends") or "")
    versions = installed()
    return ", ".join("%s %s" % (name, versions[name]) for name in dict.fromkeys(names) if name in versions)


def compare(row, pairs, seed):
    """Returns whether the row moved, and what to print."""
    if not row["package"]:
        return False, "not run: %s %s is not on PyPI" % (row["tool"], row["last"])
    if not row["test"].endswith(".sh"):
        return False, "not run: no script runs %s; the figures of %s hold it" % (row["package"], row["test"])
    arguments = row.get("arguments", [row["metric"]])
    done = subprocess.run(["bash", str(ROOT / row["test"]), str(pairs), str(seed)] + arguments, env=NEWEST,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
    told = done.stdout.strip()
    if done.returncode == SKIPPED:
        return False, "cannot be installed: " + told.split("\n")[-1]
    if done.returncode == 0:
        return False, "holds at " + versions_of(row)
    held = " (held to %s)" % row["last"] if "last" in row else ""
    return True, "MOVED at %s%s\n%s" % (versions_of(row), held, re.sub("^", "    ", told, flags=re.MULTILINE))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", metavar="METRIC")
    arguments = parser.parse_args()
    # run.sh does not make its environments.
    subprocess.run(["bash", str(ROOT / "tests/oracle_env.sh")], env=NEWEST, stdout=subprocess.DEVNULL)
    moved = 0
    for row in table():
        if arguments.only in (None, row["metric"]):
            differs, told = compare(row, arguments.pairs, arguments.seed)
            moved += differs
            print("%s: %s" % (row["metric"], told), flush=True)
    print("%d moved" % moved)
    return 1 if moved else 0


if __name__ == "__main__":
    sys.exit(main())
