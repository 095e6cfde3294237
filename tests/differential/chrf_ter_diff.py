#!/usr/bin/env python3
"""Compares chrF and TER with the real sacreBLEU, by segment and by corpus, on generated and
adversarial text. Scores must be equal to the last bit, including TER with any number of references.

    python tests/differential/chrf_ter_diff.py --mtgauge BINARY --pairs N --seed N
"""

import argparse
import random
import sys
import tempfile

import sacrebleu
from bleu_diff import Runner, shrink
from chunks import Mismatch, compare_all, pattern_of
from sacrebleu.metrics import CHRF, TER
from textgen import TextGenerator

CHUNK = 100
PATTERNS = ["chrf", "ter"]
METRICS = {
    "chrf": lambda: CHRF(),
    "chrf:nw=2": lambda: CHRF(word_order=2),
    "chrf:nc=4,nw=1,beta=1": lambda: CHRF(char_order=4, word_order=1, beta=1),
    "chrf:lc=yes,nw=2": lambda: CHRF(lowercase=True, word_order=2),
    "chrf:space=yes": lambda: CHRF(whitespace=True),
    "chrf:eps=yes,nw=2": lambda: CHRF(eps_smoothing=True, word_order=2),
    "ter": lambda: TER(),
    "ter:norm=yes": lambda: TER(normalized=True),
    "ter:punct=no": lambda: TER(no_punct=True),
    "ter:case=mixed": lambda: TER(case_sensitive=True),
    "ter:norm=yes,asian=yes,punct=no": lambda: TER(normalized=True, asian_support=True,
                                                   no_punct=True),
}


def compare_chunk(binary, seed, pairs, patterns):
    """Returns the number of comparisons; raises Mismatch."""
    rng = random.Random(seed)
    generator = TextGenerator(seed)
    references = rng.choice([1, 1, 1, 2, 2, 3, 3, 5, 7, 11, 25, 31])
    if references > 3:
        pairs = max(1, pairs // references)
    texts = [generator.pair(references, at_most=60) for _ in range(pairs)]
    # As on sacreBLEU's command line, which strips the end of each line.
    hyps = [hyp.rstrip() for hyp, _ in texts]
    refs = [[r[k].rstrip() for _, r in texts] for k in range(references)]
    compared = 0
    with tempfile.TemporaryDirectory(prefix="mtgauge-diff-") as folder:
        runner = Runner(binary, folder, rng)
        specs = [spec for spec in METRICS if pattern_of(spec, PATTERNS) in patterns]
        segments = runner.segments(hyps, refs, specs)
        corpora = runner.corpus(hyps, refs, specs)
        for k, spec in enumerate(specs):
            metric = METRICS[spec]()

            def both(hyp, hyp_refs):
                ours = runner.segments([hyp], [[r] for r in hyp_refs], [spec])[0][0]
                return ours, metric.sentence_score(hyp, hyp_refs).score

            for i, hyp in enumerate(hyps):
                hyp_refs = [r[i] for r in refs]
                theirs = metric.sentence_score(hyp, hyp_refs).score
                if segments[i][k] != theirs:
                    small = shrink(hyp, hyp_refs, lambda h, rs: both(h, rs)[0] != both(h, rs)[1])
                    raise Mismatch("seed %d, segment %d, %s: hyp %r refs %r: %r, sacreBLEU's %r" % (
                        seed, i, spec, *small, *both(*small)))
                compared += 1
            theirs = metric.corpus_score(hyps, refs).score
            if corpora[k]["score"] != theirs:
                raise Mismatch("seed %d, corpus, %s: %r, sacreBLEU's %r" % (
                    seed, spec, corpora[k]["score"], theirs))
            compared += 1
    return compared


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mtgauge", required=True)
    parser.add_argument("--pairs", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--only", choices=PATTERNS)
    arguments = parser.parse_args()
    patterns = [arguments.only] if arguments.only else PATTERNS
    chunks = (arguments.pairs + CHUNK - 1) // CHUNK
    jobs = [(arguments.mtgauge, arguments.seed * 1_000_003 + i, CHUNK, patterns)
            for i in range(chunks)]
    compared, failures = compare_all(compare_chunk, jobs)
    print(" and ".join(patterns) + ": %d pairs, %d scores %s sacreBLEU %s" % (
        chunks * CHUNK, compared, "compared, %d chunks differ from" % failures if failures
        else "equal those of", sacrebleu.__version__))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
