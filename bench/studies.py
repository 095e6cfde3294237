#!/usr/bin/env python3
"""Writes bench/studies: the presets of `mtgauge meta` on newstest2021 German-English with WMT's direct
assessments: commands, what they print, and charts. Figures only, no texts.

  bench/studies.py           writes the page and its charts
  bench/studies.py --check   says what differs, and then exits with 1; a test runs this

Exits with 77 without $MTGAUGE_SHARED/data/wmt21. MTGAUGE names another binary. Standard library only.
"""

import argparse
import difflib
import os
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(ROOT, "bench", "studies")
MTGAUGE = os.environ.get("MTGAUGE", os.path.join(ROOT, "build", "release", "cli", "mtgauge"))
SHARED = os.environ.get("MTGAUGE_SHARED", os.path.join(ROOT, "..", "shared"))
DATA = os.path.join(SHARED, "data", "wmt21")
SET = "newstest2021.de-en"
# WMT's tables call one system by another name than its output.
SYSTEMS = {"Borderline": "Borderline", "Facebook-AI": "Facebook-AI", "HuaweiTSC": "HuaweiTSC",
           "ICL": "ICL", "Manifold": "Manifold", "Nemo": "NVIDIA-NeMo", "Online-A": "Online-A",
           "Online-B": "Online-B"}
BLOCK = 10  # segments
TEXTS = "refA refB -i " + " ".join(SYSTEMS)
RAW = "--human RAW.SCR=ad-seg-scores-de-en.csv --join common"

# Title, arguments behind `mtgauge meta`, the charts that are shown, what it says.
PARTS = [
    ("WMT24: soft pairwise accuracy and acc_eq", TEXTS + " --preset wmt " + RAW,
     ["RAW.SCR-chrF2.svg"],
     "Soft pairwise accuracy of systems, and their mean with acc_eq of segments."),
    ("Lavie, Sagae & Jayaraman (2004): precision, recall and stems",
     TEXTS + " --preset lavie2004 --tests pearson " + RAW, [],
     "Of systems, recall agrees with people best and precision worst, as in the paper; stems change "
     "little."),
    ("Chan & Ng (2008): ranks under two criteria",
     TEXTS + " --preset maxsim2008 --human ad-seg-scores-de-en.csv --join common", [],
     "Spearman's correlation of systems with the raw and the standardized scores, and its mean; METEOR "
     "is left out, since it needs WordNet's data."),
    ("Melamed, Green & Turian (2003): pseudo-documents and GTM's exponent",
     TEXTS + " --preset melamed2003 -m gtm:e=1,tok=13a gtm:e=1.5,tok=13a gtm:e=2,tok=13a bleu --longest "
     "15 --measures seg-pearson seg-spearman -B 200 " + RAW,
     ["RAW.SCR-length-seg_pearson.svg", "RAW.SCR-gtm_e-seg_pearson.svg"],
     "Correlation within pseudo-documents of 1 to 15 segments, over sets of references, and over the "
     "exponent that rewards long runs."),
    ("Doddington (2002): references, joined segments, case and orders",
     TEXTS + " --preset doddington2002 --documents blocks -B 200 " + RAW,
     ["RAW.SCR-references-pearson.svg", "RAW.SCR-joining-f_ratio.svg"],
     "The data have no documents, so blocks of ten neighbouring segments stand for them."),
]

INTRO = """# The papers' studies on newstest2021 German-English

Made by `python3 bench/studies.py`. Where the data are available, a test checks that the program still prints this. Eight systems
of WMT21, 1,000 segments, two references, and WMT's direct assessments of segments. The commands run in a folder of
links: `refA` and `refB` are the references, each system's name is its output, and `blocks` is a file that names a document for
every ten segments.

The table of human scores numbers its segments. Nothing in the data confirms that these are the lines of the texts, and
segment correlations near 0 speak against it. So the figures of segments, of pseudo-documents and of blocks are examples of the
output, not findings. The figures of systems do not depend on this.
"""


def make_folder(folder):
    for name in "AB":
        os.symlink(os.path.join(DATA, "%s.ref.%s.en" % (SET, name)), os.path.join(folder, "ref" + name))
    for name, file in SYSTEMS.items():
        os.symlink(os.path.join(DATA, "%s.hyp.%s.en" % (SET, file)), os.path.join(folder, name))
    os.symlink(os.path.join(DATA, "human", "ad-seg-scores-de-en.csv"),
               os.path.join(folder, "ad-seg-scores-de-en.csv"))
    with open(os.path.join(folder, "refA"), encoding="utf-8") as file:
        lines = sum(1 for _ in file)
    with open(os.path.join(folder, "blocks"), "w", encoding="utf-8") as file:
        file.writelines("%d\n" % (i // BLOCK) for i in range(lines))


def run_part(folder, arguments, charts):
    """What the command prints, and the bytes of its charts."""
    command = [MTGAUGE, "meta", *shlex.split(arguments), "-q"]
    with tempfile.TemporaryDirectory() as drawn:
        printed = subprocess.run(command + ["--svg", drawn], cwd=folder, check=True,
                                 stdout=subprocess.PIPE).stdout.decode()
        bytes_of = {}
        for chart in charts:
            with open(os.path.join(drawn, chart), encoding="utf-8") as file:
                bytes_of[chart] = file.read()
    return printed, bytes_of


def make_page():
    """{file: text}"""
    files, page = {}, [INTRO]
    with tempfile.TemporaryDirectory() as folder:
        make_folder(folder)
        for title, arguments, charts, says in PARTS:
            printed, drawn = run_part(folder, arguments, charts)
            page.append("\n## %s\n%s\n```\n$ mtgauge meta %s\n%s```\n" % (title, says, arguments, printed))
            for chart, text in drawn.items():
                page.append("\n![%s](%s)\n" % (chart[:-4], chart))
                files[chart] = text
    files["README.md"] = "".join(page)
    return files


def main():
    parser = argparse.ArgumentParser(prog="bench/studies.py")
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    if not os.path.isdir(os.path.join(DATA, "human")):
        print("skipped: no %s; let MTGAUGE_SHARED name the folder of reference data" % DATA)
        sys.exit(77)
    files = make_page()
    if not check:
        os.makedirs(PAGE, exist_ok=True)
        for name, text in files.items():
            with open(os.path.join(PAGE, name), "w", encoding="utf-8") as file:
                file.write(text)
        return
    differs = False
    for name, text in files.items():
        path = os.path.join(PAGE, name)
        old = ""
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                old = file.read()
        differs = differs or old != text
        sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), text.splitlines(True),
                                                   name, name + " as it would be made"))
    if differs:
        sys.exit("error: bench/studies is not what the program says; run: python3 bench/studies.py")


if __name__ == "__main__":
    main()
