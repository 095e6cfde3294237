#!/usr/bin/env python3
"""Runs the commands of a page of the documentation and compares their output with the page.

  tests/docs/run_docs.py MTGAUGE PAGE.md     run the ```console blocks of one page
  tests/docs/run_docs.py --slurm MTGAUGE PAGE.md
                                             run its ```console slurm blocks, too, on the Slurm of $SLURM_CONF
  tests/docs/run_docs.py --write MTGAUGE PAGE.md
                                             write what the program prints into the page where they differ
  tests/docs/run_docs.py --check MTGAUGE     check links, the index, README's size, blocks that nobody runs, C++ that no test
                                             compiles, flags and files that do not exist, and metrics and options
                                             without a word

In a ```console block, bash runs a line "$ COMMAND" (a "\\" at its end continues it), and the lines
after it are its output, including standard error. A line "..." stands for any number of lines,
"..." within a line for any text. Warnings of mtgauge may be left out of the page. A command must
exit with 0, unless the next one is "echo $?". All commands of a page run in one folder, which
contains the files of `mtgauge demo`. A comment "<!-- setup: ... -->" contains
commands that are not shown to the reader. Blocks that begin with "```console slurm" need Slurm:
tests/slurm/run.sh runs their page. Standard library only.
"""

import fnmatch
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FENCE = re.compile(r"^```(\w*(?: slurm)?)\n(.*?)^```$|^<!-- setup:(.*?)-->$", re.M | re.S)
# The number of ```sh blocks, which are not run, that a page may have: builds, and files that are
# not bundled. tests/package/consumer_test.sh runs the first of docs/cpp.md, and release_test.sh the one
# of docs/install.md that verifies a signature.
NOT_RUN = {"README.md": 1, "CONTRIBUTING.md": 1, "docs/cpp.md": 2, "docs/install.md": 5, "docs/metrics/meteor.md": 1, "docs/python.md": 1}
OTHERS_FLAGS = {"--no-smoothing", "--international-tokenization", "--version",  # of mteval
                "--verbose",  # of mtgauge without a verb
                "--user",  # of docker
                "--checkouts",  # of python/tests/peers/run.py
                "--plugin_dir", "--metric"}  # of mbrs
README_BYTES = 8192
SLURM_PAGE = "docs/clusters.md"  # run by tests/slurm/run.sh
SOURCES = ("bench", "cli", "cmake", "core", "docs", "include", "parallel", "python", "tests")
TOUR = "tests/package/consumer/main.cc"  # contains the lines of all ```cpp blocks
TUTORIAL = ("docs/new-metric.md", "tests/tutorial/same_place.cc")  # a page whose ```cpp blocks are this file


def pages():
    found = [name for name in os.listdir(ROOT) if name.endswith(".md")]
    for folder, _, names in os.walk(os.path.join(ROOT, "docs")):
        found += [os.path.relpath(os.path.join(folder, name), ROOT) for name in names if name.endswith(".md")]
    return sorted(found)


def read(page):
    with open(os.path.join(ROOT, page), encoding="utf-8") as file:
        return file.read()


def commands(block):
    """Returns (command, expected lines) of a ```console block."""
    steps = []
    continued = False
    for line in block.splitlines():
        if continued:
            steps[-1][0] += "\n" + line
        elif line.startswith("$ "):
            steps.append([line[2:], []])
        else:
            steps[-1][1].append(line)
        continued = (continued or line.startswith("$ ")) and line.endswith("\\")
    return steps


def pattern(lines):
    """Returns a regular expression for the output that these lines describe."""
    parts = []
    for line in lines:
        if line.strip() == "...":
            parts.append(r"(?:.*\n)*?")
        else:
            parts.append(r"[^\n]*?".join(re.escape(piece) for piece in line.rstrip().split("...")) + r"[ ]*\n")
    return re.compile("".join(parts))


def run(command, folder, environment, last):
    done = subprocess.run(["bash", "-c", "(exit %d); %s" % (last, command)], cwd=folder, env=environment,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
    return done.returncode, done.stdout.decode("utf-8", "replace")


def run_page(page, folder, environment, languages, write=False):
    faults, last, written = [], 0, read(page)
    for match in FENCE.finditer(read(page)):
        language, block, setup = match.groups()
        if setup:
            code, output = run("set -e\n" + setup, folder, environment, 0)
            if code:
                faults.append("setup: exit code %d\n%s" % (code, output))
            continue
        if language not in languages:
            continue
        steps = commands(block)
        for index, (command, expected) in enumerate(steps):
            last, output = run(command, folder, environment, last)
            asked = index + 1 < len(steps) and steps[index + 1][0].startswith("echo $?")
            if last and not asked:
                faults.append("$ %s\nexit code %d" % (command, last))
            if not any(line.startswith("mtgauge: warning:") for line in expected):
                output = re.sub(r"^mtgauge: warning:.*\n", "", output, flags=re.M)
            if output and not output.endswith("\n"):
                output += "\n"
            if pattern(expected).fullmatch(output):
                continue
            if write:
                shown = "$ %s\n" % command
                written = written.replace(shown + "".join(line + "\n" for line in expected), shown + output, 1)
            else:
                faults.append("$ %s\n--- the page says\n%s\n--- the program says\n%s" % (
                    command, "\n".join(expected), output))
    if write:
        with open(os.path.join(ROOT, page), "w", encoding="utf-8") as file:
            file.write(written)
    return faults


def anchors(page):
    titles = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", read(page), flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def unnamed_options(program):
    """Returns options of metrics that the pages on metrics do not mention."""
    told = "".join(read(page) for page in pages() if page.startswith("docs/metrics/"))
    metrics = json.loads(subprocess.run([program, "metrics", "-f", "json"], check=True, stdout=subprocess.PIPE).stdout)
    return ["docs/metrics: nothing about %s of %s" % (name, metric["name"]) for metric in metrics["metrics"]
            for name in [metric["name"]] + [option["name"] for option in metric["options"]]
            if "`%s`" % name not in told]


def unknown_flags(program):
    """Returns flags in `--FLAG` or `mtgauge ...` that no verb has."""
    def ask(*words):
        return subprocess.run([program, *words], check=True, stdout=subprocess.PIPE).stdout.decode()
    verbs = re.findall(r"^  (\w+)  ", ask("--help"), re.M)
    known = set(re.findall(r"--[\w-]+", "".join(ask(verb, "--help") for verb in verbs if verb != "help"))) | OTHERS_FLAGS
    return ["%s: no flag %s in `%s`" % (page, flag, code)
            for page in pages() if page.startswith(("README", "docs/"))
            for code in re.findall(r"`((?:--|mtgauge )[^`\n]+)`", re.sub(r"^```.*?^```$", "", read(page), flags=re.M | re.S))
            for flag in re.findall(r"(?<!\S)--[a-z][\w-]*", code) if flag not in known]


def missing_files():
    """Returns files and folders of the project that a page names in backticks, and that do not
    exist. A word like NAME stands for any text."""
    files = [os.path.relpath(os.path.join(folder, name), ROOT)
             for source in SOURCES for folder, _, names in os.walk(os.path.join(ROOT, source)) for name in names]

    def exists(page, word):
        if word.endswith("/") or "." not in os.path.basename(word):
            return os.path.exists(os.path.join(ROOT, word)) or os.path.isfile(os.path.join(ROOT, word + ".h"))
        wanted = re.sub(r"(?<![A-Za-z])[A-Z]+(?![A-Za-z])", "*", word)
        places = ("", "include", os.path.dirname(page)) if "/" in word else ("*",)
        return any(fnmatch.filter(files, os.path.join(place, wanted)) for place in places)

    return ["%s: no file or folder %s" % (page, word)
            for page in pages() + ["tests/README.md"]
            for code in re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", read(page), flags=re.M | re.S))
            for word in code.split()
            if re.fullmatch(r"(?:%s)/[\w./-]*|[\w./-]+\.(?:h|cc)" % "|".join(SOURCES), word) and not exists(page, word)]


def uncompiled_lines():
    """Returns lines of C++ that are not in the program that a test compiles."""
    tour = {line.strip() for line in read(TOUR).splitlines()}
    page, source = TUTORIAL
    blocks = {page: re.findall(r"^```cpp\n(.*?)^```$", read(page), re.M | re.S) for page in pages()}
    lines = [line for block in blocks.pop(page) for line in block.splitlines() if line]
    differ = lines != [line for line in read(source).splitlines() if line]
    return ["%s: its ```cpp blocks, one after another, are not %s" % TUTORIAL] * differ + [
        "%s: not in %s: %s" % (page, TOUR, line.strip())
        for page, own in blocks.items() for block in own
        for line in block.splitlines() if line.strip() not in tour]


def pages_without_shelf():
    """Returns pages that neither docs/README.md nor the index of metrics links to."""
    linked = {os.path.normpath(os.path.join(os.path.dirname(index), target))
              for index in ("docs/README.md", "docs/metrics/README.md")
              for target in re.findall(r"\]\(([^)#]+)", read(index))}
    return ["%s: docs/README.md does not link to it" % page
            for page in pages() if page.startswith("docs/") and page not in linked | {"docs/README.md"}]


def check(program):
    faults = pages_without_shelf() + unnamed_options(program) + unknown_flags(program) + missing_files() + uncompiled_lines()
    for page in pages():
        text = read(page)
        blocks = [(match.group(1), match.group(2)) for match in FENCE.finditer(text) if match.group(2) is not None]
        count = sum(language == "sh" for language, _ in blocks)
        if count > NOT_RUN.get(page, 0):
            faults.append("%s: %d ```sh blocks, which no test runs; %d are allowed" % (page, count, NOT_RUN.get(page, 0)))
        if page != SLURM_PAGE and any(language == "console slurm" for language, _ in blocks):
            faults.append("%s: a ```console slurm block, which no test runs" % page)
        faults += ["%s: a command outside of a ```console block: %s" % (page, line)
                   for language, block in blocks if language not in ("console", "console slurm", "sh")
                   for line in block.splitlines() if line.startswith(("$ ", "mtgauge "))]
        for target in re.findall(r"(?:\]\(|\bsrc=\"|\bsrcset=\")([^)\"\s]+)", re.sub(r"`[^`]*`", "", text)):
            path, _, anchor = target.partition("#")
            if "://" in target:
                continue
            other = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            if not os.path.exists(os.path.join(ROOT, other)):
                faults.append("%s: no file %s" % (page, target))
            elif anchor and anchor not in anchors(other):
                faults.append("%s: no heading %s" % (page, target))
    if len(read("README.md").encode()) > README_BYTES:
        faults.append("README.md: more than %d bytes" % README_BYTES)
    return faults


def main():
    if sys.argv[1] == "--check":
        faults = check(os.path.abspath(sys.argv[2]))
    else:
        languages = ["console", "console slurm"] if sys.argv[1] == "--slurm" else ["console"]
        program, page = sys.argv[-2:]
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([program, "demo", folder], check=True, stdout=subprocess.DEVNULL)
            environment = {"PATH": os.path.dirname(os.path.abspath(program)) + ":/usr/local/bin:/usr/bin:/bin",
                           "HOME": folder, "LC_ALL": "C.UTF-8"}
            if "console slurm" in languages:
                environment["SLURM_CONF"] = os.environ["SLURM_CONF"]
            faults = run_page(os.path.relpath(os.path.abspath(page), ROOT), folder, environment, languages,
                              sys.argv[1] == "--write")
    for fault in faults:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
