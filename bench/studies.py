#!/usr/bin/env python3
"""Writes bench/studies: the presets of `mtgauge meta` on newstest2021 German-English with WMT's
direct assessments. For each: the question, the command, its output, charts, and conclusions. No
texts.

  bench/studies.py           writes the page and its charts
    bench/studies.py --check   prints what differs and then exits with 1; a test runs this

Exits with 77 without $MTGAUGE_SHARED/data/wmt21. MTGAUGE selects another binary. Standard library
only.
"""

import argparse
import difflib
import os
import shlex
import subprocess
import sys
import tempfile
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(ROOT, "bench", "studies")
MTGAUGE = os.environ.get("MTGAUGE", os.path.join(ROOT, "build", "release", "cli", "mtgauge"))
SHARED = os.environ.get("MTGAUGE_SHARED", os.path.join(ROOT, "..", "shared"))
DATA = os.path.join(SHARED, "data", "wmt21")
SET = "newstest2021.de-en"
# WMT's tables name one system differently from its output.
SYSTEMS = {"Borderline": "Borderline", "Facebook-AI": "Facebook-AI", "HuaweiTSC": "HuaweiTSC",
           "ICL": "ICL", "Manifold": "Manifold", "Nemo": "NVIDIA-NeMo", "Online-A": "Online-A",
           "Online-B": "Online-B"}
BLOCK = 10  # segments
TEXTS = "refA refB -i " + " ".join(SYSTEMS)
RAW = "--human RAW.SCR=ad-seg-scores-de-en.csv --join common"

# Each study: the file of its whole output, title, question, arguments of `mtgauge meta` by line,
# charts on the page, results, conclusions.
PARTS = [
    ("wmt24", "WMT24: soft pairwise accuracy and acc_eq",
     "Which metric agrees best with people, by the measures of WMT24's metrics task?",
     [TEXTS, "--preset wmt " + RAW],
     ["RAW.SCR-chrF2.svg"],
     "Of systems, chrF2 has the highest soft pairwise accuracy (0.639) and TER the lowest (0.413). Of segments (an example only), chrF2++ has the "
     "highest acc_eq (0.405), significantly above all others.",
     "By the mean of both measures, as at WMT24, chrF2 comes first. The two measures need not rank metrics alike."),
    ("lavie2004", "Lavie, Sagae & Jayaraman (2004): precision, recall and stems",
     "Does recall agree with people better than precision, and do stems help?",
     [TEXTS, "--preset lavie2004 --tests pearson " + RAW],
     [],
     "Recall has the highest correlation over systems (0.636), precision the lowest (-0.259), and f1, with equal weights, lies "
     "between them. Stems change a correlation by less than 0.04. With eight systems, no pair of metrics differs significantly "
     "after correction.",
     "The order is that of the paper: recall matters most. Eight systems are too few to prove it."),
    ("maxsim2008", "Chan & Ng (2008): ranks under two criteria",
     "Do metrics rank the systems as people do, by raw and by standardized scores?",
     [TEXTS, "--preset maxsim2008 --human ad-seg-scores-de-en.csv --join common"],
     [],
     "MAXSIM has the highest correlation under both criteria. All correlations are low, and the intervals of Spearman's include 0. "
     "METEOR is left out, since it needs WordNet's data.",
     "A file with several criteria gives one table for each, and the means over them. These systems are too close to each other "
     "to tell the metrics apart."),
    ("melamed2003", "Melamed, Green & Turian (2003): pseudo-documents and GTM's exponent",
     "Does agreement grow with the length of the text, and which exponent (the reward for long runs) is best?",
     [TEXTS, "--preset melamed2003 -m gtm:e=1,tok=13a gtm:e=1.5,tok=13a gtm:e=2,tok=13a bleu",
      "--longest 15 --measures seg-pearson seg-spearman -B 200 " + RAW],
     ["RAW.SCR-length-seg_pearson.svg", "RAW.SCR-gtm_e-seg_pearson.svg"],
     "All correlations lie near 0, for pseudo-documents of 1 to 15 segments, for each set of references, and for each exponent.",
     "Nothing about GTM: these correlations need human scores of the very segments, which is not certain here (see above). The "
     "study shows the form of the answer."),
    ("doddington2002", "Doddington (2002): references, joined segments, case and orders",
     "How do the number of references, the length of a segment, letter case and the order of n-grams change NIST and BLEU?",
     [TEXTS, "--preset doddington2002 --documents blocks -B 200 " + RAW],
     ["RAW.SCR-references-pearson.svg", "RAW.SCR-joining-f_ratio.svg"],
     "The choice of reference matters most: with the first one alone, every correlation is negative; with the second, BLEU reaches "
     "0.178. Longer n-grams agree better (NIST with order 4 alone: 0.275). Case changes little, and so does joining, except for NIST with order 3 alone. All intervals include 0.",
     "On close systems, one reference decides the sign of a correlation. Use several, and compare metrics on the same ones. The data "
     "have no documents, so blocks of ten segments stand for them."),
]

INTRO = """# The papers' studies on real data

What do the evaluations of five papers say about today's systems? This page runs their presets (`mtgauge meta --preset`) on
newstest2021 German-English: eight systems of WMT21, 1,000 segments, two references, and WMT's direct assessments.

`python3 bench/studies.py` writes this page and the charts. It needs the test set, which is not part of mtgauge. Where the data
are available, a test checks that the program still prints the same.

The commands run in a folder of links: `refA` and `refB` are the references, each output has the name of its system,
`ad-seg-scores-de-en.csv` has the human scores, and `blocks` names a document for every ten segments. To run them on your own
data, put in your own files.

**How far to trust the figures.** Correlations of systems are findings. Those of segments, pseudo-documents and blocks only show
what the output looks like: nothing in the data confirms that the segment numbers of the human scores are the lines of the texts, and
correlations near 0 speak against it.
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
    """Returns the output of the command, and the bytes of its charts."""
    command = [MTGAUGE, "meta", *shlex.split(arguments), "-q"]
    with tempfile.TemporaryDirectory() as drawn:
        printed = subprocess.run(command + ["--svg", drawn], cwd=folder, check=True,
                                 stdout=subprocess.PIPE).stdout.decode()
        bytes_of = {}
        for chart in charts:
            with open(os.path.join(drawn, chart), encoding="utf-8") as file:
                bytes_of[chart] = file.read()
    return printed, bytes_of


def shortened(printed):
    """Returns the output without the tests of all pairs and without signatures."""
    kept = []
    for block in printed.split("\n\n"):
        first = block.split("\n", 1)[0]
        if (" better " in first and " than " in first) or "signature of the evaluation" in block:
            block = "  ..."
        if block != "  ..." or not kept or kept[-1] != block:
            kept.append(block)
    return "\n\n".join(kept).rstrip("\n") + "\n"


def wrapped(text):
    return textwrap.fill(text, 128, break_on_hyphens=False)


def make_page():
    """Returns {file: text}."""
    files, page = {}, [INTRO]
    with tempfile.TemporaryDirectory() as folder:
        make_folder(folder)
        for name, title, question, lines, charts, found, follows in PARTS:
            printed, drawn = run_part(folder, " ".join(lines), charts)
            files[name + ".txt"] = printed
            page.append("\n## %s\n%s\n```\n$ mtgauge meta %s\n%s```\n[All of the output](%s.txt), with the tests of pairs and the "
                        "signatures.\n" % (title, wrapped("**Question.** " + question), " \\\n    ".join(lines),
                                           shortened(printed), name))
            for chart, text in drawn.items():
                page.append("\n![%s](%s)\n" % (chart[:-4], chart))
                files[chart] = text
            page.append("\n%s\n\n%s\n" % (wrapped("**What came out.** " + found), wrapped("**What follows.** " + follows)))
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
