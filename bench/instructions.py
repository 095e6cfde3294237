#!/usr/bin/env python3
"""Counts the instructions of everyday jobs with Valgrind, and compares them with recorded counts.

  bench/instructions.py           exits with 1 if a job takes 3 % more than recorded, with 77 if it
                                  cannot count here; warns of jobs that take 3 % less
  bench/instructions.py --quick   leaves out jobs that take long to count
  bench/instructions.py --write   records the counts of this build in instructions.json

Unlike times, counts do not depend on the load of the machine: two runs differ by less than 0.01 %.
They depend on the compiler, the kind of build and the C library, so each combination has its own
record. MTGAUGE_BUILD overrides the build's path.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.environ.get("MTGAUGE_BUILD", os.path.join(ROOT, "build", "release"))
RECORDS = os.path.join(ROOT, "bench", "instructions.json")
PAIRS = 4_000
LEAST, MOST = 0.97, 1.03  # the ratios to the recorded count that are still accepted
QUICK = 200_000_000  # instructions of the longest job of --quick, as recorded
COUNTER = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]

TEXTS = "ref.txt -i hyp.txt"
JOBS = ["score %s -m %s" % (TEXTS, metric)
        for metric in ("bleu", "chrf", "chrf:nw=2", "ter", "wer", "cer", "charcut", "google-rouge:n=l",
                       "nltk-meteor:synonyms=none", "mixed-scripts")] + [
    "score ref.txt -i hyp.txt other.txt -m bleu chrf",
    "score pairs.jsonl:ref -i pairs.jsonl:hyp -m bleu",
    "score pairs.tsv:ref -i pairs.tsv:hyp -m bleu",
    "segments %s -m bleu chrf -f jsonl" % TEXTS,
    "compare ref.txt -i hyp.txt other.txt -m bleu",
    "tokenize -tok intl -i hyp.txt",
    "tokenize -tok char -i hyp.txt",
]


def skip(why):
    print("skipped: " + why)
    sys.exit(77)


def field(path, pattern):
    with open(path, encoding="utf-8") as file:
        return re.search(pattern, file.read()).group(1)


def build_name():
    """Names what the counts depend on besides the program's source."""
    cache = os.path.join(BUILD, "CMakeCache.txt")
    version = ".".join(field(cache, r"CMAKE_CACHE_%s_VERSION:INTERNAL=(\d+)" % part)
                       for part in ("MAJOR", "MINOR", "PATCH"))
    compiler = os.path.join(BUILD, "CMakeFiles", version, "CMakeCXXCompiler.cmake")
    return "%s %s, %s, %s, %s" % (field(compiler, r'CMAKE_CXX_COMPILER_ID "(.*?)"'),
                                  field(compiler, r'CMAKE_CXX_COMPILER_VERSION "(.*?)"'),
                                  field(cache, r"CMAKE_BUILD_TYPE:\w+=(\w*)"),
                                  os.confstr("CS_GNU_LIBC_VERSION"), os.uname().machine)


def write_texts(folder):
    generate = os.path.join(BUILD, "bench", "mtgauge_generate")
    for hyp, seed in (("hyp.txt", "1"), ("other.txt", "2")):
        subprocess.run([generate, "--pairs", str(PAIRS), "--ref", hyp + ".ref", "--hyp", hyp, "--seed", seed],
                       cwd=folder, check=True)
    os.rename(os.path.join(folder, "hyp.txt.ref"), os.path.join(folder, "ref.txt"))
    lines = [open(os.path.join(folder, name), encoding="utf-8") for name in ("ref.txt", "hyp.txt")]
    with open(os.path.join(folder, "pairs.jsonl"), "w", encoding="utf-8") as jsonl, \
            open(os.path.join(folder, "pairs.tsv"), "w", encoding="utf-8") as tsv:
        tsv.write("ref\thyp\n")
        for number, (ref, hyp) in enumerate(zip(*lines)):
            record = {"id": number, "ref": ref.rstrip("\n"), "hyp": hyp.rstrip("\n")}
            jsonl.write(json.dumps(record, ensure_ascii=False) + "\n")
            tsv.write("%s\t%s\n" % (record["ref"], record["hyp"]))


def count(job, folder):
    program = os.path.join(BUILD, "cli", "mtgauge")
    command = COUNTER + [program] + job.split() + (
        ["--threads", "1", "--force"] if not job.startswith("tokenize") else [])
    # Valgrind knows no AVX-512.
    done = subprocess.run(command, cwd=folder, env=dict(os.environ, MTGAUGE_ISA="avx2"), stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, check=False)
    counted = re.search(r"I +refs: +([\d,]+)", done.stderr)
    if done.returncode != 0 or not counted:
        sys.exit("error: mtgauge %s\n%s" % (job, done.stderr))
    return int(counted.group(1).replace(",", ""))


def main():
    write, quick = sys.argv[1:] == ["--write"], sys.argv[1:] == ["--quick"]
    if sys.argv[1:] and not write and not quick:
        sys.exit(__doc__)
    if not shutil.which("valgrind"):
        skip("Valgrind is not installed")
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        if " avx2 " not in file.read():
            skip("the counts are those of a processor with AVX2")
    records = {}
    if os.path.exists(RECORDS):
        with open(RECORDS, encoding="utf-8") as file:
            records = json.load(file)
    name = build_name()
    if not write and name not in records:
        skip("no counts are recorded for '%s'; record them with: python3 bench/instructions.py --write" % name)
    recorded = records.get(name, {})
    with tempfile.TemporaryDirectory() as folder:
        write_texts(folder)
        counts = {job: count(job, folder) for job in JOBS if not quick or recorded.get(job, 0) <= QUICK}
    ratios = {job: now / recorded[job] for job, now in counts.items() if job in recorded}
    for job, now in counts.items():
        print("%14s  %s  %s" % ("{:,}".format(now), "%.3f x" % ratios[job] if job in ratios else "   new ", job))
    slower = [job for job, ratio in ratios.items() if ratio > MOST]
    faster = [job for job, ratio in ratios.items() if ratio < LEAST]
    if write:
        records[name] = counts
        with open(RECORDS, "w", encoding="utf-8") as file:
            json.dump(records, file, indent=2)
            file.write("\n")
        return
    if faster:
        print("warning: fewer instructions than recorded by over 3 %%, so that a loss would not be seen; record them\n"
              "with: python3 bench/instructions.py --write\n  %s" % "\n  ".join(faster), file=sys.stderr)
    if slower:
        sys.exit("error: more instructions than recorded for '%s' by over 3 %%:\n  %s" % (name, "\n  ".join(slower)))


if __name__ == "__main__":
    main()
