"""mtgauge beside NLTK and SciPy; started by peers.sh under their Python.

NLTK gets words that are cut and read beforehand, within its own process; mtgauge is timed as a whole
command on the same words, from files. Both by the processor's time.
"""

import argparse
import json
import math
import os
import statistics
import sys
import tempfile
import time

import nltk
import numpy as np
import scipy
from nltk.corpus.reader.wordnet import WordNetCorpusReader
from nltk.translate.bleu_score import SmoothingFunction, corpus_bleu, sentence_bleu
from nltk.translate.gleu_score import corpus_gleu
from nltk.translate.meteor_score import single_meteor_score
from nltk.translate.ribes_score import corpus_ribes

import e2e

RESAMPLES = 1000
SEED = 12345
BATCH = 50  # of SciPy's resamples: as many rows are gathered at a time
TEST_SET = 3_004


def words_of(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        return [line.split() for line in file.read().split("\n")[:-1]]


def tokenized(paths, folder):
    """The texts as words with single blanks between them: both sides get these."""
    made = []
    for path in paths:
        made.append(os.path.join(folder, os.path.basename(path) + ".tok"))
        with open(made[-1], "wb") as out:
            out.write(e2e.output([e2e.MTGAUGE, "tokenize", "-tok", "13a", "-i", path]))
    return made


def part_of(texts, count):
    """The first pairs of at least four words a side: NLTK counts an n-gram where there is none."""
    made = [path + ".part" for path in texts]
    with open(texts[0], "rb") as refs, open(texts[1], "rb") as hyps, \
            open(made[0], "wb") as some_refs, open(made[1], "wb") as some_hyps:
        for ref, hyp in zip(refs, hyps):
            if min(len(ref.split()), len(hyp.split())) < 4:
                continue
            some_refs.write(ref)
            some_hyps.write(hyp)
            count -= 1
            if count == 0:
                return made
    sys.exit("error: the texts have too few pairs of four words; give --pairs more")


def mtgauge(spec, texts, *extra):
    return [e2e.MTGAUGE, "score", texts[0], "-i", texts[1], "-m", spec, "--threads", "1", "--force",
            *extra]


def same(what, ours, theirs, tolerance=1e-12):
    if not math.isclose(ours, theirs, rel_tol=tolerance, abs_tol=1e-13):
        sys.exit("error: %s: mtgauge %r, the peer %r" % (what, ours, theirs))


def cpu_seconds(function, *arguments):
    before = time.process_time()
    function(*arguments)
    return time.process_time() - before


# ---- NLTK ----

def sentences(references, hypotheses):
    smooth = SmoothingFunction().method1
    return [sentence_bleu([ref], hyp, smoothing_function=smooth)
            for ref, hyp in zip(references, hypotheses)]


# What is the same on both sides: (the metric here, NLTK's function, of segments or of the corpus).
EQUAL = {
    "corpus_bleu": ("bleu:tok=none,smooth=none",
                    lambda refs, hyps: corpus_bleu([[ref] for ref in refs], hyps)),
    "sentence_bleu, method1": ("sentence-bleu:smooth=cc1", sentences),
    "corpus_gleu": ("gleu", lambda refs, hyps: corpus_gleu([[ref] for ref in refs], hyps)),
}


def wordnet():
    """WordNet 3.0 as NLTK reads it; None where its files are not all there."""
    folder = os.environ["WNSEARCHDIR"]
    try:
        return WordNetCorpusReader(folder, None)
    except (OSError, LookupError, ValueError) as error:
        print("without NLTK's METEOR: %s" % str(error).split("\n")[0])
        return None


def other_functions():
    """{name: (the metric of the same name here, function)}: they do not compute the same."""
    functions = {"corpus_ribes": ("ribes", lambda refs, hyps: corpus_ribes([[r] for r in refs], hyps))}
    net = wordnet()
    if net is not None:
        functions["meteor_score"] = ("meteor2005", lambda refs, hyps: [
            single_meteor_score(ref, hyp, wordnet=net) for ref, hyp in zip(refs, hyps)])
    return functions


def check_nltk(part):
    refs, hyps = (words_of(path) for path in part)
    for name, (spec, function) in EQUAL.items():
        report = json.loads(e2e.output(mtgauge(spec, part, "-f", "json")))
        ours = report["systems"][0]["scores"][0]["score"]
        theirs = function(refs, hyps)
        if not isinstance(theirs, list):
            same(name, ours, 100 * theirs)
            continue
        command = mtgauge(spec, part, "-f", "jsonl")
        command[1] = "segments"
        rows = [json.loads(line) for line in e2e.output(command).decode().splitlines()]
        segments = [value for row in rows for value in scores_of(row)]
        if len(segments) != len(theirs):
            sys.exit("error: %d segments here, %d there" % (len(segments), len(theirs)))
        for number, (one, other) in enumerate(zip(segments, theirs)):
            same("%s, line %d" % (name, number + 1), one, 100 * other)
        same(name, ours, 100 * statistics.fmean(theirs), 1e-10)
    print("answers: NLTK's %s agree on %d pairs" % (", ".join(EQUAL), len(refs)))


def scores_of(row):
    """The numbers behind "scores" of a line of `segments -f jsonl`."""
    found = row["scores"]
    while isinstance(found, (dict, list)):
        found = list(found.values())[0] if isinstance(found, dict) else found[0]
    return [found]


# ---- SciPy ----

def test_set(folder):
    """A reference and two systems as words: real ones, or invented lines."""
    data = os.path.join(e2e.SHARED, "data", "wmt17")
    if os.path.isdir(data):
        with open(os.path.join(data, "systems.tsv")) as table:
            names = [line.split("\t")[0] for line in table][:2]
        paths = [os.path.join(data, name + ".txt") for name in ["ref"] + names]
        return "WMT17 English-German", tokenized(paths, folder)
    ref, hyp = e2e.generate(folder, "invented", 2 * TEST_SET)
    lines = [open(path, "rb").read().split(b"\n") for path in (ref, hyp)]
    paths = [os.path.join(folder, name) for name in ("test.ref", "test.a", "test.b")]
    mixed = [lines[i % 7 == 0][i] for i in range(TEST_SET)]
    for path, text in zip(paths, (lines[0][:TEST_SET], lines[1][:TEST_SET], mixed)):
        open(path, "wb").write(b"\n".join(text) + b"\n")
    return "invented lines", tokenized(paths, folder)


def ngrams(words):
    counts = {}
    for order in range(1, 5):
        for i in range(len(words) - order + 1):
            gram = tuple(words[i:i + order])
            counts[gram] = counts.get(gram, 0) + 1
    return counts


def rows_of(refs, hyps):
    """BLEU's statistics by segment: lengths, matches and totals of four orders."""
    rows = np.zeros((len(refs), 10))
    for row, ref, hyp in zip(rows, refs, hyps):
        theirs = ngrams(ref)
        row[:2] = len(hyp), len(ref)
        for gram, count in ngrams(hyp).items():
            row[1 + len(gram)] += min(count, theirs.get(gram, 0))
        row[6:] = [max(0, len(hyp) - n) for n in range(4)]
    return rows


def bleu(sums):
    """Of sums along the last axis; no order is without a match here."""
    brevity = np.minimum(0, 1 - sums[..., 1] / sums[..., 0])
    return 100 * np.exp(brevity + np.log(sums[..., 2:6] / sums[..., 6:]).mean(axis=-1))


class Bootstrap:
    """SciPy's paired bootstrap of a difference, with statistics taken out of the texts beforehand."""

    def __init__(self, texts):
        refs = words_of(texts[0])
        self.rows = np.hstack([rows_of(refs, words_of(path)) for path in texts[1:]])

    def difference(self, indices):
        sums = self.rows[indices].sum(axis=-2)
        return bleu(sums[..., :10]) - bleu(sums[..., 10:])

    def run(self):
        return scipy.stats.bootstrap(
            (np.arange(len(self.rows)),), lambda indices, axis: self.difference(indices),
            n_resamples=RESAMPLES, batch=BATCH, vectorized=True, method="percentile",
            random_state=np.random.default_rng(SEED))


def compare(texts, *extra):
    return [e2e.MTGAUGE, "compare", texts[0], "-i", *texts[1:], "-m", "bleu:tok=none", "--threads",
            "1", "-f", "json", "--force", "--resamples", str(RESAMPLES), "--seed", str(SEED), *extra]


def check_scipy(texts, bootstrap):
    """The same draws give the same standard error; those of mtg1 one that is as good."""
    theirs = bootstrap.run()
    pairs = {}
    for generator in ("numpy", "mtg1"):
        report = json.loads(e2e.output(compare(texts, "--rng", generator)))
        pairs[generator] = report["metrics"][0]["pairs"][0]
    same("the difference", pairs["numpy"]["difference"],
         float(bootstrap.difference(np.arange(len(bootstrap.rows)))), 1e-10)
    same("the standard error", pairs["numpy"]["se"], float(theirs.standard_error), 1e-9)
    same("the standard error of other draws", pairs["mtg1"]["se"], float(theirs.standard_error), 0.15)
    print("answers: the difference and, from the same draws, its standard error are SciPy's: %.6f" %
          theirs.standard_error)


# ---- time ----

def one_round(functions, part_words, full, bootstrap, texts):
    taken = {}
    for name, (spec, function) in functions.items():
        taken["NLTK, " + name] = cpu_seconds(function, *part_words)
        taken["mtgauge, " + name] = e2e.timed(mtgauge(spec, full), None, e2e.cores()[:1])[1]
    taken["SciPy, bootstrap"] = cpu_seconds(bootstrap.run)
    for name, generator in (("the same draws", "numpy"), ("own draws", "mtg1")):
        taken["mtgauge, " + name] = e2e.timed(compare(texts, "--rng", generator), None,
                                              e2e.cores()[:1])[1]
    return taken


def summarize(times, functions, pairs, part):
    table = {}
    for name, (spec, _) in functions.items():
        theirs = times["NLTK, " + name] / part * 1e9
        ours = times["mtgauge, " + name] / pairs * 1e9
        table[name] = {"mtgauge": spec, "equal": name in EQUAL, "nltk_ns_per_pair": theirs,
                       "mtgauge_ns_per_pair": ours, "ratio": theirs / ours}
    theirs = times["SciPy, bootstrap"]
    bootstrap = {name: {"scipy_ms": 1e3 * theirs, "mtgauge_ms": 1e3 * times["mtgauge, " + name],
                        "ratio": theirs / times["mtgauge, " + name]}
                 for name in ("the same draws", "own draws")}
    return table, bootstrap


def print_tables(table, bootstrap):
    print("\n%-26s %14s %14s %8s" % ("ns a pair, one core", "NLTK", "mtgauge", "ratio"))
    for name, row in table.items():
        print("%-26s %14.0f %14.0f %6.0f x%s" % (
            name, row["nltk_ns_per_pair"], row["mtgauge_ns_per_pair"], row["ratio"],
            "" if row["equal"] else "  (not the same figures)"))
    print("\n%-26s %14s %14s %8s" % ("paired bootstrap, ms", "SciPy alone", "whole compare", "ratio"))
    for name, row in bootstrap.items():
        print("%-26s %14.0f %14.1f %6.0f x" % (name, row["scipy_ms"], row["mtgauge_ms"], row["ratio"]))


def main():
    parser = argparse.ArgumentParser(prog="bench/e2e/peers.sh")
    parser.add_argument("--pairs", type=int, default=300_000)
    parser.add_argument("--part", type=int, default=2_000, help="pairs for NLTK")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--output")
    arguments = parser.parse_args()
    load_before = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="mtgauge-e2e-") as folder:
        lines = e2e.real_lines(folder)
        full = tokenized(e2e.generate(folder, "full", arguments.pairs, lines), folder)
        part = part_of(full, arguments.part)
        kind, texts = test_set(folder)
        bootstrap = Bootstrap(texts)
        check_nltk(part)
        check_scipy(texts, bootstrap)
        functions = {**EQUAL, **other_functions()}
        part_words = [words_of(path) for path in part]
        rounds = [one_round(functions, part_words, full, bootstrap, texts)
                  for _ in range(arguments.rounds + 1)][1:]
        times = {name: statistics.median(one[name] for one in rounds) for name in rounds[0]}
        table, resampling = summarize(times, functions, arguments.pairs, arguments.part)
        print_tables(table, resampling)
        e2e.write_result({
            "text": {"kind": "lines of real systems and perturbed copies" if lines
                             else "invented lines",
                     "pairs": arguments.pairs, "part": arguments.part, "test_set": kind,
                     "segments": len(bootstrap.rows), "resamples": RESAMPLES},
            "python": sys.version.split()[0], "numpy": np.__version__, "nltk": nltk.__version__,
            "scipy": scipy.__version__, "nltk_functions": table, "scipy_bootstrap": resampling,
            "cpu_runs_s": {key: [one[key] for one in rounds] for key in rounds[0]}},
                         arguments.output or e2e.run_folder("peers"), load_before)


if __name__ == "__main__":
    main()
