"""Compares the paired bootstrap with SciPy's; started by bootstrap.sh under its Python.

SciPy gets statistics that were counted beforehand, in its own process; mtgauge is timed as a whole
command on text files. Both are measured in processor time.
"""

import json
import math
import os
import statistics
import sys
import tempfile

import numpy as np
import scipy

import e2e

RESAMPLES = 1000
SEED = 12345
BATCH = 50  # number of SciPy's resamples whose rows are gathered at a time
TEST_SET = 3_004


def words_of(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        return [line.split() for line in file.read().split("\n")[:-1]]


def tokenized(paths, folder):
    """Returns the texts as words separated by single spaces, which both sides get."""
    made = []
    for path in paths:
        made.append(os.path.join(folder, os.path.basename(path) + ".tok"))
        with open(made[-1], "wb") as out:
            out.write(e2e.output([e2e.MTGAUGE, "tokenize", "-tok", "13a", "-i", path]))
    return made


def same(what, ours, theirs, tolerance=1e-12):
    if not math.isclose(ours, theirs, rel_tol=tolerance, abs_tol=1e-13):
        sys.exit("error: %s: mtgauge %r, the peer %r" % (what, ours, theirs))


def test_set(folder):
    """Returns a reference and two systems as words, from real data or invented."""
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
    """Returns BLEU's statistics of each segment: lengths, matches and totals of four orders."""
    rows = np.zeros((len(refs), 10))
    for row, ref, hyp in zip(rows, refs, hyps):
        theirs = ngrams(ref)
        row[:2] = len(hyp), len(ref)
        for gram, count in ngrams(hyp).items():
            row[1 + len(gram)] += min(count, theirs.get(gram, 0))
        row[6:] = [max(0, len(hyp) - n) for n in range(4)]
    return rows


def bleu(sums):
    """Returns BLEU for sums along the last axis. Assumes that every order has a match."""
    brevity = np.minimum(0, 1 - sums[..., 1] / sums[..., 0])
    return 100 * np.exp(brevity + np.log(sums[..., 2:6] / sums[..., 6:]).mean(axis=-1))


class Bootstrap:
    """SciPy's paired bootstrap of a difference, with statistics that were extracted beforehand."""

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
    """Checks that the same draws give the same standard error, and those of mtg1 an equally good
    one."""
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

def one_round(bootstrap, texts):
    taken = {"SciPy": e2e.cpu_seconds(bootstrap.run)}
    for name, generator in (("the same draws", "numpy"), ("own draws", "mtg1")):
        taken[name] = e2e.timed(compare(texts, "--rng", generator), None, e2e.cores()[:1])[1]
    return taken


def summarize(times):
    return {name: {"scipy_ms": 1e3 * times["SciPy"], "mtgauge_ms": 1e3 * times[name], "ratio": times["SciPy"] / times[name]}
            for name in ("the same draws", "own draws")}


def print_table(table):
    print("\n%-26s %14s %14s %8s" % ("paired bootstrap, ms", "SciPy alone", "whole compare", "ratio"))
    for name, row in table.items():
        print("%-26s %14.0f %14.1f %6.0f x" % (name, row["scipy_ms"], row["mtgauge_ms"], row["ratio"]))


def main():
    arguments = e2e.parser_of("bootstrap", rounds=5).parse_args()
    with tempfile.TemporaryDirectory(prefix="mtgauge-e2e-") as folder:
        kind, texts = test_set(folder)
        bootstrap = Bootstrap(texts)
        check_scipy(texts, bootstrap)
        rounds = [one_round(bootstrap, texts) for _ in range(arguments.rounds + 1)][1:]
    table = summarize({name: statistics.median(one[name] for one in rounds) for name in rounds[0]})
    print_table(table)
    e2e.write_result({"text": {"test_set": kind, "segments": len(bootstrap.rows), "resamples": RESAMPLES},
                      "python": sys.version.split()[0], "numpy": np.__version__, "scipy": scipy.__version__,
                      "scipy_bootstrap": table,
                      "cpu_runs_s": {key: [one[key] for one in rounds] for key in rounds[0]}}, arguments)


if __name__ == "__main__":
    main()
