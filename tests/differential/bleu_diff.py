"""Compares BLEU and tokenizers with the real sacreBLEU: corpus scores, their parts, segment scores
and tokens, equal to the last bit. Started by run.sh."""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time

import sacrebleu
from chunks import Mismatch, compare_all
from sacrebleu.metrics import BLEU
from textgen import TextGenerator

TOKENIZERS = ["13a", "intl", "zh", "char", "none"]
# Those of each row of what is equal (core/contract/equal_rows.cc).
ROWS = {"bleu": ["13a", "zh", "char", "none"], "bleu:tok=intl": ["intl"]}
SMOOTHINGS = [("exp", None), ("none", None), ("floor", None), ("floor", 0.01), ("add-k", None),
              ("add-k", 2), ("add-k", 0.5)]
ORDERS = [1, 2, 3, 5, 6, 9]
CHUNK = 200
# Python 3.12 made sum() of floats compensated, which changes the last bit of sacreBLEU's scores.
COMPAT = "sacrebleu" if sys.version_info < (3, 12) else "sacrebleu-py312"


def specs_of(rng, tokenizers):
    """Returns {(tok, lowercase, order): [(smooth, value, effective)]}; a few chunks cover all of
    them."""
    groups = {}
    for tok in tokenizers:
        for lowercase in (False, True):
            order = rng.choice(ORDERS) if rng.random() < 0.3 else 4
            ways = [(smooth, value, rng.random() < 0.5) for smooth, value in SMOOTHINGS]
            groups[tok, lowercase, order] = rng.sample(ways, 4)
    return groups


def spec_text(tok, lowercase, order, smooth, value, effective):
    text = "bleu:tok=%s,lc=%s,order=%d,smooth=%s,eff=%s" % (
        tok, "yes" if lowercase else "no", order, smooth, "yes" if effective else "no")
    return text if value is None else text + ",value=%s" % value


def expected_scores(hyps, refs, groups):
    """Returns {spec: (corpus figures, [segment score])}."""
    out = {}
    for (tok, lowercase, order), ways in groups.items():
        stats = None
        for smooth, value, effective in ways:
            metric = BLEU(lowercase=lowercase, force=True, tokenize=tok, smooth_method=smooth,
                          smooth_value=value, max_ngram_order=order, effective_order=effective)
            if stats is None:
                stats = metric._extract_corpus_statistics(hyps, refs)
            total = metric._aggregate_and_compute(stats)
            figures = {"score": total.score, "counts": total.counts, "totals": total.totals,
                       "precisions": total.precisions, "bp": total.bp, "hyp_len": total.sys_len,
                       "ref_len": total.ref_len}
            segments = [metric._aggregate_and_compute([row]).score for row in stats]
            out[spec_text(tok, lowercase, order, smooth, value, effective)] = (figures, segments)
    return out


def instruction_sets(binary):
    """Returns the values of MTGAUGE_ISA for this CPU; "" leaves the choice to mtgauge."""
    done = subprocess.run([binary, "--version"], env=dict(os.environ, MTGAUGE_ISA="?"),
                          capture_output=True, text=True)
    return [""] + done.stderr.split("; use one of: ")[1].split()


class Runner:
    """Runs mtgauge on texts, through files."""

    def __init__(self, binary, folder, rng):
        self.binary = binary
        self.folder = folder
        self.rng = rng
        self.environment = dict(os.environ)
        isa = rng.choice(instruction_sets(binary))
        if isa:
            self.environment["MTGAUGE_ISA"] = isa
        self.options = ["--threads", str(rng.randint(1, 3)), "--compat", COMPAT, "--force", "--quiet",
                        "--ngram-engine", rng.choice(["auto", "table", "bitmask"]),
                        "--hash", rng.choice(["xxh3", "mum", "crc32c", "std"])]

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, lines):
        with open(self.path(name), "w", encoding="utf-8", newline="\n") as out:
            out.writelines(line + "\n" for line in lines)
        return self.path(name)

    def run(self, arguments, stdin=None):
        done = subprocess.run([self.binary] + arguments, stdin=stdin, capture_output=True,
                              env=self.environment, timeout=300)
        if done.returncode != 0:
            raise Mismatch("exit code %d, %s, from mtgauge %.400s ..." % (
                done.returncode, done.stderr.decode("utf-8", "replace").strip(), " ".join(arguments)))
        return done.stdout.decode("utf-8")

    def scores(self, verb, hyps, refs, specs):
        files = [self.write("ref%d" % r, lines) for r, lines in enumerate(refs)]
        return self.run([verb] + files + ["-i", self.write("hyp", hyps), "-m"] + specs +
                        ["--format", "json"] + self.options)

    def corpus(self, hyps, refs, specs):
        report = json.loads(self.scores("score", hyps, refs, specs))
        figures = []
        for score in report["systems"][0]["scores"]:
            figures.append(dict(score["details"], score=score["score"]))
        return figures

    def segments(self, hyps, refs, specs):
        """Returns [segment][spec] -> score."""
        out = []
        for line in self.scores("segments", hyps, refs, specs).split("\n")[:-1]:
            (by_metric,) = json.loads(line)["scores"].values()
            out.append(list(by_metric.values()))
        return out

    def tokens(self, lines, tok, lowercase):
        with open(self.write("text", lines), "rb") as text:
            out = self.run(["tokenize", "-tok", tok] + (["-lc"] if lowercase else []), stdin=text)
        return out.split("\n")[:-1]


def shrink(hyp, refs, fails):
    """Drops words, then characters, as long as the pair still fails."""
    texts = [hyp] + list(refs)
    for unit in (" ", ""):
        changed = True
        while changed:
            changed = False
            for t, text in enumerate(texts):
                pieces = text.split(" ") if unit else list(text)
                step = max(1, len(pieces) // 2)
                while step:
                    at = 0
                    while at < len(pieces):
                        fewer = pieces[:at] + pieces[at + step:]
                        trial = texts[:t] + [unit.join(fewer)] + texts[t + 1:]
                        if trial != texts and fails(trial[0], trial[1:]):
                            texts, pieces, changed = trial, fewer, True
                        else:
                            at += step
                    step //= 2
    return texts[0], texts[1:]


def explain_segment(runner, hyp, refs, spec, group):
    """Returns the smallest pair whose segment score differs."""
    def both(h, rs):
        ours = runner.segments([h], [[r] for r in rs], [spec])[0][0]
        theirs = expected_scores([h], [[r] for r in rs], group)[spec][1][0]
        return ours, theirs

    small = shrink(hyp, refs, lambda h, rs: both(h, rs)[0] != both(h, rs)[1])
    return "hyp %r refs %r: %r against sacreBLEU's %r" % (*small, *both(*small))


def compare_chunk(binary, seed, pairs, tokenizers):
    """Returns the number of comparisons; raises Mismatch."""
    rng = random.Random(seed)
    generator = TextGenerator(seed)
    references = rng.choice([1, 1, 2, 3])
    texts = [generator.pair(references, long=i % 100 == 99) for i in range(pairs)]
    hyps = [hyp for hyp, _ in texts]
    refs = [[r[k] for _, r in texts] for k in range(references)]
    groups = specs_of(rng, tokenizers)
    expected = expected_scores(hyps, refs, groups)
    specs = list(expected)
    compared = 0
    with tempfile.TemporaryDirectory(prefix="mtgauge-diff-") as folder:
        runner = Runner(binary, folder, rng)
        where = "seed %d, %s, MTGAUGE_ISA=%s" % (seed, " ".join(runner.options),
                                                 runner.environment.get("MTGAUGE_ISA", ""))
        for tok in tokenizers:
            for lowercase in (False, True):
                tokenizer = BLEU(tokenize=tok, lowercase=lowercase, force=True)
                ours = runner.tokens(hyps, tok, lowercase)
                if len(ours) != len(hyps):
                    raise Mismatch("%s: tokenize -tok %s: %d lines of %d" % (
                        where, tok, len(ours), len(hyps)))
                for hyp, line in zip(hyps, ours):
                    want = " ".join(tokenizer._preprocess_segment(hyp).split())
                    if line != want:
                        raise Mismatch("%s: tokenize -tok %s lc=%s of %r:\n  %r, sacreBLEU\n  %r" % (
                            where, tok, lowercase, hyp, line, want))
                    compared += 1

        by_segment = runner.segments(hyps, refs, specs)
        if len(by_segment) != len(hyps):
            raise Mismatch("%s: segments: %d of %d" % (where, len(by_segment), len(hyps)))
        for k, spec in enumerate(specs):
            for i, row in enumerate(by_segment):
                if row[k] != expected[spec][1][i]:
                    group = {key: ways for key, ways in groups.items()
                             if any(spec == spec_text(*key, *way) for way in ways)}
                    raise Mismatch("%s: segment %d, %s\n  %s" % (where, i, spec, explain_segment(
                        runner, hyps[i], [r[i] for r in refs], spec, group)))
                compared += 1

        for spec, ours in zip(specs, runner.corpus(hyps, refs, specs)):
            theirs = expected[spec][0]
            for name, value in theirs.items():
                if ours[name] != value:
                    raise Mismatch("%s: corpus, %s: %s is %r, sacreBLEU's %r" % (
                        where, spec, name, ours[name], value))
            compared += 1
    return compared


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mtgauge", required=True)
    parser.add_argument("--pairs", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--only", choices=list(ROWS))
    arguments = parser.parse_args()

    tokenizers = ROWS[arguments.only] if arguments.only else TOKENIZERS
    sizes = [1, 2, 3] + [CHUNK] * (arguments.pairs // CHUNK)
    jobs = [(arguments.mtgauge, arguments.seed * 1_000_003 + i, size, tokenizers)
            for i, size in enumerate(sizes)]
    started = time.time()
    compared, failures = compare_all(compare_chunk, jobs)
    print("%d pairs, %d scores and lines %s sacreBLEU %s (Python %s), %.0f s" % (
        sum(sizes), compared, "compared, %d chunks differ from" % failures if failures
        else "equal to the last bit to those of", sacrebleu.__version__, sys.version.split()[0],
        time.time() - started))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
