"""Compares significance tests with the real sacreBLEU: --paired-bs, --paired-ar and --confidence on
random corpora, with BLEU, and with TER and up to 30 references, whose mean lengths sacreBLEU sums
as floats; in `mtgauge score` and `mtgauge compare`. Scores, means, intervals and p are equal to the
last bit, under the rules of the installed NumPy. Started by run.sh; regen.py uses its functions."""

import argparse
import json
import os
import random
import tempfile
import time

import numpy
import sacrebleu
from bleu_diff import COMPAT, SMOOTHINGS, TOKENIZERS, Runner, spec_text
from chunks import Mismatch, compare_all
from sacrebleu.metrics import BLEU, TER
from sacrebleu.significance import PairedTest
from textgen import TextGenerator

NUMPY2 = int(numpy.__version__.split(".")[0]) >= 2
SIZES = [1, 2, 3, 7, 60, 200]
RESAMPLES = [1, 2, 39, 40, 41, 100, 333, 1000]
SEEDS = [12345, 0, 1, 2**32 - 1, 2**32, 99999999999, 2**64 - 1]
VALUES = {"floor": [None, 0.01, 0.3, 2.5], "add-k": [None, 2, 0.5, 0.1, 0.59, 3.97, 5.51]}


class Memo:
    """Computes statistics of equal segments once, so that sums beyond 2^24 need little text."""

    def _extract_corpus_statistics(self, hypotheses, references):
        segments = list(zip(hypotheses, *references))
        distinct = list(dict.fromkeys(segments))
        hyps, *refs = zip(*distinct)
        rows = dict(zip(distinct, super()._extract_corpus_statistics(hyps, refs)))
        return [rows[segment] for segment in segments]


class MemoBLEU(Memo, BLEU):
    pass


class MemoTER(Memo, TER):
    pass


class WholeSumsBLEU(MemoBLEU):
    """Under --paired-ar the sums are NumPy's integers, which truncate the fraction that add-k adds
    to the shuffles, but not the fraction that it adds to the observed scores. Without --compat,
    mtgauge keeps all fractions."""

    def _aggregate_and_compute(self, stats):
        return super()._aggregate_and_compute(
            stats.tolist() if isinstance(stats, numpy.ndarray) else stats)


def make_metric(spec, base=MemoBLEU):
    tok, lowercase, order, smooth, value, effective = spec
    return base(tokenize=tok, lowercase=lowercase, max_ngram_order=order, smooth_method=smooth,
                smooth_value=value, effective_order=effective, force=True)


def is_fractional(spec):
    return spec[3] == "add-k" and spec[4] is not None and spec[4] != int(spec[4])


def figures(result):
    return {"score": result.score, "mean": result.mean, "ci": result.ci, "p": result.p_value}


def paired(metric, systems, refs, test, resamples, seed, name="BLEU"):
    """Returns [figures of each system]; the first one is the baseline."""
    os.environ["SACREBLEU_SEED"] = str(seed)
    named = [(str(s), hyps) for s, hyps in enumerate(systems)]
    # 0: intervals for the randomization test, with sacreBLEU's default number of resamples.
    runner = PairedTest(named, {name: metric}, refs, test, resamples, n_ar_confidence=0)
    if seed == 0:
        # Paired tests, unlike --confidence, treat a seed of 0 as no seed.
        seeded = runner._fn
        runner._fn = lambda *arguments: seeded(*arguments[:-1], seed)
    _, scores = runner()
    return [figures(result) for result in scores[name]]


def confidence(metric, hyps, refs, resamples, seed):
    os.environ["SACREBLEU_SEED"] = str(seed)
    score = metric.corpus_score(hyps, refs, n_bootstrap=resamples)
    return {"score": score.score, "mean": score._mean, "ci": score._ci}


def random_spec(rng):
    smooth, value = rng.choice(SMOOTHINGS)
    if smooth in VALUES:
        value = rng.choice(VALUES[smooth])
    order = rng.choice([1, 2, 3, 5]) if rng.random() < 0.2 else 4
    return (rng.choice(TOKENIZERS), rng.random() < 0.3, order, smooth, value, rng.random() < 0.3)


def other_system(rng, generator, baseline, reference):
    """Returns another system's output, related to the baseline in one of several ways."""
    kind = rng.choice(["own", "own", "own", "like", "like", "same", "empty", "alien", "perfect"])
    if kind == "own":
        return [generator.noisy_copy(text, 0.1) for text in reference]
    if kind == "like":
        changed = rng.randrange(len(baseline))
        return [generator.noisy_copy(text, 0.1) if i == changed or rng.random() < 0.05 else text
                for i, text in enumerate(baseline)]
    if kind == "alien":
        return ["\u16a0" + str(i) for i in range(len(baseline))]
    return {"same": baseline, "empty": [""] * len(baseline), "perfect": reference}[kind]


def random_corpus(rng, generator):
    """Returns ([hyps of each system], [refs])."""
    references = rng.choice([1, 1, 2, 3])
    pairs = [generator.pair(references, at_most=20) for _ in range(rng.choice(SIZES))]
    refs = [[r[k] for _, r in pairs] for k in range(references)]
    systems = [[hyp for hyp, _ in pairs]]
    if rng.random() < 0.1:
        systems[0] = [""] * len(pairs)
    for _ in range(rng.randint(1, 4)):
        systems.append(other_system(rng, generator, systems[0], refs[0]))
    return systems, refs


def huge_corpus(rng):
    """Returns a corpus with sums beyond 2^24, where float32 rounds and the order of additions
    matters."""
    words = ["a", "b", "c"]
    lines = [" ".join(rng.choices(words, k=rng.randint(4000, 9000))) for _ in range(24)]
    order = [rng.choice(lines) for _ in range(3000)]
    like = {line: " ".join(w if rng.random() < 0.9 else "d" for w in line.split()) for line in lines}
    less = {line: " ".join(line.split()[:rng.randint(3000, 5000)]) for line in lines}
    return [[like[line] for line in order], [less[line] for line in order]], [order]


class Trial:
    """One corpus, written to files, and the commands that resample it."""

    def __init__(self, binary, folder, rng, systems, refs):
        self.runner = Runner(binary, folder, rng)
        self.options = self.runner.options
        self.options[self.options.index(COMPAT)] = COMPAT + ("-numpy2" if NUMPY2 else "")
        self.refs = [self.runner.write("ref%d" % r, lines) for r, lines in enumerate(refs)]
        self.systems = [self.runner.write("sys%d" % s, lines) for s, lines in enumerate(systems)]

    def run(self, verb, systems, specs, seed, arguments):
        self.runner.environment["SACREBLEU_SEED"] = str(seed)
        return json.loads(self.runner.run(
            [verb] + self.refs + ["-i"] + systems + ["-m"] + [spec_text(*s) for s in specs] +
            arguments + ["--format", "json"] + self.options))

    def scored(self, systems, specs, seed, arguments):
        """Returns [metric][system] -> figures, from `mtgauge score`."""
        report = self.run("score", systems, specs, seed, arguments)
        out = [[] for _ in specs]
        for system in report["systems"]:
            for m, score in enumerate(system["scores"]):
                interval = score.get("confidence", {"mean": None, "half_width": None})
                out[m].append({"score": score["score"], "mean": interval["mean"],
                               "ci": interval["half_width"], "p": score.get("p_value")})
        return out

    def compared(self, specs, test, resamples, seed):
        """Returns the same from `mtgauge compare`, which always computes an interval."""
        report = self.run("compare", self.systems, specs, seed,
                          ["--test", test, "-B", str(resamples), "--baseline", self.systems[0]])
        out = []
        for metric in report["metrics"]:
            out.append([{"score": s["score"], "mean": s["mean"], "ci": s["half_width"], "p": None}
                        for s in metric["systems"]])
            for s, pair in enumerate(metric["pairs"], 1):
                out[-1][s]["p"] = pair["p"]
                if pair["p"] != (pair["exceedances"] + 1) / (resamples + 1):
                    raise Mismatch("p %r of %d exceedances" % (pair["p"], pair["exceedances"]))
        return out


def expect(what, spec, ours, theirs):
    """Compares the figures of each system that both compute; returns how many systems."""
    if len(ours) != len(theirs):
        raise Mismatch("%s, %s: %d systems of %d" % (what, spec_text(*spec), len(ours), len(theirs)))
    for s, (our, their) in enumerate(zip(ours, theirs)):
        for name, value in their.items():
            if our[name] != value:
                raise Mismatch("%s, %s: system %d: %s is %s, sacreBLEU's %s" % (
                    what, spec_text(*spec), s, name, our[name], value))
    return len(ours)


def compare_corpus(trial, rng, systems, refs, resamples):
    """Returns the number of comparisons; raises Mismatch."""
    specs = []
    while len(specs) < 2:
        spec = random_spec(rng)
        if spec not in specs:
            specs.append(spec)
    seed = rng.choice(SEEDS + [rng.getrandbits(64)])
    compared = 0
    for test in ("bs", "ar"):
        arguments = ["--paired-" + test, "--paired-%s-n" % test, str(resamples)]
        scored = trial.scored(trial.systems, specs, seed, arguments)
        by_compare = trial.compared(specs, test, resamples, seed)
        for m, spec in enumerate(specs):
            metric = make_metric(spec)
            theirs = paired(metric, systems, refs, test, resamples, seed)
            what = "--paired-%s, %d resamples, seed %d" % (test, resamples, seed)
            compared += expect("compare, " + what, spec, by_compare[m], theirs)
            if test == "ar":
                theirs = [{"score": their["score"], "p": their["p"]} for their in theirs]
            compared += expect(what, spec, scored[m], theirs)
    if resamples > 1:
        alone = trial.scored(trial.systems[:1], specs, seed,
                             ["--confidence", "--confidence-n", str(resamples)])
        for m, spec in enumerate(specs):
            theirs = confidence(make_metric(spec), systems[0], refs, resamples, seed)
            compared += expect("--confidence, %d resamples, seed %d" % (resamples, seed), spec,
                               alone[m], [theirs])
    return compared


def short_corpus(rng):
    """Returns ([hyps of each system], [refs]): few words and many references, so that ties are
    common."""
    size, references = rng.choice([1, 2, 3, 5, 10, 40, 120, 400]), rng.choice([2, 3, 3, 5, 7, 11, 24, 25, 30])
    words = ["a", "b", "c", "d"]
    text = lambda: " ".join(rng.choices(words, k=rng.choice([0, 1, 1, 2, 3, 3, 4, 6])))
    distinct = [[text() for _ in range(references)] for _ in range(8)]
    rows = [rng.choice(distinct) for _ in range(size)]
    systems = [[rng.choice([row[0], "a b c", "d"]) for row in rows]]
    for _ in range(rng.randint(1, 2)):
        systems.append([rng.choice(["a", "b c", ""]) if rng.random() < 0.2 else hyp for hyp in systems[0]])
    return systems, [list(column) for column in zip(*rows)]


def compare_ter(binary, folder, rng):
    """Returns the number of comparisons; raises Mismatch. Skips the randomization test, whose sums
    are a matrix product, which BLAS adds up in an order that depends on its kernels and threads."""
    systems, refs = short_corpus(rng)
    trial = Trial(binary, folder, rng, systems, refs)
    seed, resamples = rng.choice(SEEDS[:3]), rng.choice(RESAMPLES)
    compared = 0
    trial.runner.environment["SACREBLEU_SEED"] = str(seed)

    def figures_of(systems, arguments):
        report = json.loads(trial.runner.run(
            ["score"] + trial.refs + ["-i"] + systems + ["-m", "ter"] + arguments +
            ["--format", "json"] + trial.options))
        out = []
        for system in report["systems"]:
            score = system["scores"][0]
            interval = score.get("confidence", {"mean": None, "half_width": None})
            out.append({"score": score["score"], "mean": interval["mean"],
                        "ci": interval["half_width"], "p": score.get("p_value")})
        return out

    def check(what, ours, theirs):
        for s, (our, their) in enumerate(zip(ours, theirs)):
            for name, value in their.items():
                if our[name] != value:
                    raise Mismatch("ter, %s, %d references, %d resamples, seed %d: system %d: %s is "
                                   "%r, sacreBLEU's %r" % (what, len(refs), resamples, seed, s, name,
                                                           our[name], value))
        return len(ours)

    theirs = paired(MemoTER(), systems, refs, "bs", resamples, seed, "TER")
    compared += check("--paired-bs", figures_of(
        trial.systems, ["--paired-bs", "--paired-bs-n", str(resamples)]), theirs)
    if resamples > 1:
        theirs = confidence(MemoTER(), systems[0], refs, resamples, seed)
        compared += check("--confidence", figures_of(
            trial.systems[:1], ["--confidence", "--confidence-n", str(resamples)]), [theirs])
    return compared


def compare_trial(binary, seed, huge):
    """Returns the number of comparisons; raises Mismatch."""
    rng = random.Random(seed)
    systems, refs = huge_corpus(rng) if huge else random_corpus(rng, TextGenerator(seed))
    with tempfile.TemporaryDirectory(prefix="mtgauge-diff-") as folder:
        trial = Trial(binary, folder, rng, systems, refs)
        try:
            compared = compare_corpus(trial, rng, systems, refs, 20 if huge else rng.choice(RESAMPLES))
            for _ in range(0 if huge else 5):
                compared += compare_ter(binary, folder, rng)
            return compared
        except Mismatch as mismatch:
            raise Mismatch("seed %d, %d segments, %s, MTGAUGE_ISA=%s: %s" % (
                seed, len(refs[0]), " ".join(trial.options),
                trial.runner.environment.get("MTGAUGE_ISA", ""), mismatch)) from None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mtgauge", required=True)
    parser.add_argument("--corpora", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    arguments = parser.parse_args()

    first = arguments.seed * 1_000_003
    jobs = [(arguments.mtgauge, first + i, i % 50 == 0) for i in range(arguments.corpora)]
    started = time.time()
    compared, failures = compare_all(compare_trial, jobs)
    print("%d corpora, %d resampled systems %s sacreBLEU %s (NumPy %s), %.0f s" % (
        arguments.corpora, compared, "differ from" if failures else "equal to",
        sacrebleu.__version__, numpy.__version__, time.time() - started))
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
