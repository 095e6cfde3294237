#!/usr/bin/env python3
"""Compares mtgauge with metrics of Python packages on generated and adversarial text: the verbs matrix and
mbr with fastchrf, eed and edit-distance with torchmetrics, and hf-bleu and sari with evaluate.

    python tests/differential/modules_diff.py --mtgauge BINARY --pairs N --seed N [--only METRIC]

Metrics of evaluate whose module cannot be had are left out, with a message; exits with 77 if METRIC is one
of them.
"""

import functools
import importlib
import importlib.util
import json
import math
import os
import random
import re
import sys
import tempfile
import types

import fastchrf
import numpy
from bleu_diff import Runner
from chunks import Mismatch, run_comparisons
from textgen import TextGenerator

CHUNK = 50
SKIPPED = 77
TORCHMETRICS = os.path.dirname(importlib.util.find_spec("torchmetrics").origin)
BEAM = 25  # characters beside the diagonal where torchmetrics looks for edits
# The metrics of evaluate, and its names of them.
MODULES = {"hf-bleu": "bleu", "sari": "sari"}


def check(what, ours, theirs, place, relative=1e-12, absolute=1e-12):
    if not math.isclose(ours, theirs, rel_tol=relative, abs_tol=absolute):
        raise Mismatch("%s, %s: %r, the tool's %r" % (what, place, ours, theirs))


def texts(seed, count, references, at_most=60):
    """Returns hypotheses, and references[reference][segment]."""
    generator = TextGenerator(seed)
    pairs = [generator.pair(references, at_most=at_most) for _ in range(count)]
    return [hyp for hyp, _ in pairs], [[r[k] for _, r in pairs] for k in range(references)]


def one_reference(seed, count):
    hyps, (refs,) = texts(seed, count, 1)
    return hyps, refs


def yes(switch):
    return "yes" if switch else "no"


def groups(runner, seed, count):
    """Returns groups of hypotheses and references, the file that has them, and options of fastchrf and of
    chrf."""
    rng = runner.rng
    # White space at the end does not count here. fastchrf does not take the separators of Unicode's
    # control characters for white space, as Python does.
    hyps, refs = [[re.sub("[\x1c-\x1f]", " ", text).rstrip() for text in side]
                  for side in one_reference(seed, count)]
    bounds = sorted({0, count, *(rng.randrange(count) for _ in range(count // 10))})
    split = [(hyps[a:b], refs[a:b]) for a, b in zip(bounds, bounds[1:])]
    path = runner.write("groups.jsonl", [json.dumps({"hyps": h, "refs": r}) for h, r in split])
    order, beta, space, eps = rng.choice([1, 4, 6]), rng.choice([1, 2, 3]), rng.random() < 0.3, rng.random() < 0.3
    options = {"char_order": order, "beta": float(beta), "remove_whitespace": not space, "eps_smoothing": eps}
    spec = "chrf:nc=%d,beta=%d,space=%s,eps=%s" % (order, beta, yes(space), yes(eps))
    return split, path, options, spec


def compare_matrix(runner, seed, count):
    split, path, options, spec = groups(runner, seed, count)
    lines = runner.run(["matrix", "-i", path, "-m", spec, "-f", "jsonl", "--force", "--quiet"]).split("\n")
    ours = iter(json.loads(line) for line in lines if line)
    compared = 0
    for hyps, refs in split:
        (theirs,) = fastchrf.pairwise_chrf([hyps], [refs], **options)
        for hyp, row in zip(hyps, theirs):
            for ref, score, other in zip(refs, next(iter(next(ours)["scores"].values())), row):
                check(spec, score, other, "hyp %r ref %r" % (hyp, ref))
                compared += 1
    return compared


def compare_mbr(runner, seed, count):
    split, path, options, spec = groups(runner, seed, count)
    lines = runner.run(["mbr", "-i", path, "-m", spec, "--aggregate", "--best", str(count), "-f", "tsv",
                        "--force", "--quiet"]).split("\n")[1:-1]
    ours = {}
    for line in lines:
        group, _, candidate, score, *_ = line.split("\t")
        ours[int(group), int(candidate)] = float(score)
    compared = 0
    for group, (hyps, refs) in enumerate(split, 1):
        (theirs,) = fastchrf.aggregate_chrf([hyps], [refs], **options)
        for candidate, other in enumerate(theirs, 1):
            check(spec, ours[group, candidate], other, "hyp %r refs %r" % (hyps[candidate - 1], refs))
            compared += 1
    return compared


class Tensor(numpy.ndarray):
    """What the modules of torchmetrics use of torch."""

    def numel(self):
        return self.size


@functools.cache
def torchmetrics_module(name):
    """Imports a module of torchmetrics without those that need torch."""
    torch = types.ModuleType("torch")
    torch.Tensor, torch.int, torch.int32 = Tensor, numpy.int32, numpy.int32
    torch.tensor = lambda value, dtype=numpy.float32: numpy.asarray(value, dtype).view(Tensor)
    torch.stack = numpy.stack
    sys.modules.setdefault("torch", torch)
    for package in ("torchmetrics", "torchmetrics.functional", "torchmetrics.functional.text"):
        module = sys.modules.setdefault(package, types.ModuleType(package))
        module.__path__ = [os.path.join(TORCHMETRICS, *package.split(".")[1:])]
    return importlib.import_module("torchmetrics.functional.text." + name)


def compare_eed(runner, seed, count):
    module = torchmetrics_module("eed")
    hyps, refs = texts(seed, count, runner.rng.choice([1, 2]), at_most=30)
    multi = [list(of_segment) for of_segment in zip(*refs)]
    specs = {"eed": "en", "eed:lang=ja": "ja"}
    segments = runner.segments(hyps, refs, list(specs))
    corpora = runner.corpus(hyps, refs, list(specs))
    compared = 0
    for place, (spec, language) in enumerate(specs.items()):
        # Two empty texts in Japanese divide by zero.
        kept = [i for i, hyp in enumerate(hyps)
                if language == "en" or hyp.rstrip() or all(r.rstrip() for r in multi[i])]
        mean, scores = module.extended_edit_distance([hyps[i] for i in kept], [multi[i] for i in kept], language,
                                                     return_sentence_level_score=True)
        for i, score in zip(kept, scores):
            check(spec, segments[i][place], 100 * float(score), "hyp %r refs %r" % (hyps[i], multi[i]))
        compared += len(kept)
        if len(kept) == count:
            check(spec, corpora[place]["score"], 100 * float(mean), "corpus", 1e-5)
            compared += 1
    return compared


def compare_edits(runner, seed, count):
    distance = torchmetrics_module("edit").edit_distance
    # It looks for edits only near the diagonal, which is all of short texts.
    hyps, refs = [[text[:BEAM] for text in side] for side in one_reference(seed, count)]
    spec = "edit-distance:unit=char"
    for number, (ours,) in enumerate(runner.segments(hyps, [refs], [spec])):
        check(spec, ours, int(distance(hyps[number], refs[number], reduction="sum")),
              "hyp %r ref %r" % (hyps[number], refs[number]))
    for how in ("sum", "mean"):
        (ours,) = runner.corpus(hyps, [refs], ["%s,corpus=%s" % (spec, how)])
        check(spec, ours["score"], float(distance(hyps, refs, reduction=how)), "corpus, " + how, 1e-6)
    return len(hyps) + 2


@functools.cache
def module_of(metric):
    """Returns a metric of evaluate, or None with a message."""
    import evaluate

    folder = os.environ.get("MTGAUGE_EVALUATE")
    name = MODULES[metric]
    try:
        return evaluate.load(os.path.join(folder, name) if folder else name)
    except Exception as error:  # of the network, of many kinds
        print("skipped: %s: no module '%s' of evaluate here (%s)" % (metric, name, str(error).split("\n")[0]))
        return None


def has_words(text):
    return any(c.isalnum() for c in text)


def compare_bleu(runner, seed, count):
    module = module_of("hf-bleu")
    hyps, refs = texts(seed, count, runner.rng.choice([1, 2, 3]))
    kept = [i for i in range(count) if all(map(has_words, [hyps[i]] + [r[i] for r in refs]))]
    hyps, refs = [hyps[i] for i in kept], [[r[i] for i in kept] for r in refs]
    multi = [list(of_segment) for of_segment in zip(*refs)]
    order, smooth = runner.rng.choice([2, 4]), runner.rng.random() < 0.5
    spec = "hf-bleu:order=%d,smooth=%s" % (order, yes(smooth))

    def theirs(some, of_some):
        return module.compute(predictions=some, references=of_some, max_order=order, smooth=smooth)["bleu"]

    for number, (ours,) in enumerate(runner.segments(hyps, refs, [spec])):
        check(spec, ours, theirs([hyps[number]], [multi[number]]), "hyp %r refs %r" % (hyps[number], multi[number]))
    (corpus,) = runner.corpus(hyps, refs, [spec])
    check(spec, corpus["score"], theirs(hyps, multi), "corpus")
    return len(hyps) + 1


def compare_sari(runner, seed, count):
    module = module_of("sari")
    hyps, (sources, *refs) = texts(seed, count, 1 + runner.rng.choice([1, 2, 3]))
    runner.options += ["--source", runner.write("source", sources)]
    for number, (ours,) in enumerate(runner.segments(hyps, refs, ["sari"])):
        of_segment = [r[number] for r in refs]
        theirs = module.compute(sources=[sources[number]], predictions=[hyps[number]], references=[of_segment])["sari"]
        check("sari", ours, theirs, "source %r hyp %r refs %r" % (sources[number], hyps[number], of_segment), 0, 0)
    return len(hyps)


COMPARISONS = {"matrix": compare_matrix, "mbr": compare_mbr, "eed": compare_eed,
               "edit-distance:unit=char": compare_edits, "hf-bleu": compare_bleu, "sari": compare_sari}


def compare(binary, what, seed, count):
    try:
        with tempfile.TemporaryDirectory(prefix="mtgauge-diff-") as folder:
            return COMPARISONS[what](Runner(binary, folder, random.Random(seed)), seed, count)
    except Mismatch as mismatch:
        raise Mismatch("%s, seed %d: %s" % (what, seed, mismatch)) from None


def main():
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else None
    for what in [only] if only else list(COMPARISONS):
        if what in MODULES and module_of(what) is None:  # evaluate's modules have a length of 0
            del COMPARISONS[what]
    if only and only not in COMPARISONS:
        raise SystemExit(SKIPPED)
    run_comparisons(COMPARISONS, compare, CHUNK)


if __name__ == "__main__":
    main()
