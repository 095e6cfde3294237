#!/usr/bin/env python3
"""Prints the sources of the libraries and the program that the latest changes touch, or that include
a header which they touch: what the last four hours changed, and at least the last 10 commits."""

import collections
import re
import subprocess

FOLDERS = ("include/", "core/", "parallel/", "cli/", "bench/laboratory/")


def lines_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n")


def main():
    sources = [file for file in lines_of("git", "ls-files", "*.h", "*.cc") if file.startswith(FOLDERS)]
    includers = collections.defaultdict(list)
    for file in sources:
        with open(file, encoding="utf-8") as text:
            for header in re.findall(r'^#include "(.*)"', text.read(), re.MULTILINE):
                includers[header].append(file)
                includers[f"include/{header}"].append(file)
    changed = {
        file
        for limit in ("--since=4.hours", "--max-count=10")
        for file in lines_of("git", "log", limit, "--name-only", "--pretty=")
    }
    reached, waiting = set(), [file for file in sources if file in changed]
    while waiting:
        file = waiting.pop()
        if file not in reached:
            reached.add(file)
            waiting += includers[file]
    print("\n".join(sorted(file for file in reached if file.endswith(".cc"))))


main()
