#!/usr/bin/env python3
"""Compares error rates and edits of each kind with jiwer, rapidfuzz and kaldialign, and charcut with
CharCut, by segment and by corpus; figures must be equal to 1e-12. Then compares scores under
`normalize` and `ignore` with those of texts that whisper-normalizer and Python have changed.

    python tests/differential/rates_diff.py --mtgauge BINARY --pairs N --seed N
"""

import argparse
import functools
import json
import math
import random
import tempfile
import unicodedata

import jiwer
import kaldialign
from bleu_diff import Runner
from charcut.charcut import compare_segments, score_pair
from chunks import Mismatch, compare_all, pattern_of
from rapidfuzz.distance import Levenshtein
from textgen import TextGenerator
from whisper_normalizer.basic import BasicTextNormalizer
from whisper_normalizer.english import EnglishNumberNormalizer, EnglishTextNormalizer

CHUNK = 200
PATTERNS = ["wer", "wer:dialect=kaldialign", "mer", "wil", "wip", "cer", "edit-distance",
            "edit-distance:unit=char", "charcut"]
OF_CORPUS = {"wer": jiwer.wer, "mer": jiwer.mer, "wil": jiwer.wil, "wip": jiwer.wip, "cer": jiwer.cer}
KINDS = ["hits", "substitutions", "deletions", "insertions"]


@functools.cache
def number_words():
    return sorted(EnglishNumberNormalizer().words)


class RepetitiveText(TextGenerator):
    """Sentences in which words and their joins recur, and numbers are written out."""

    def word(self, wildness):
        draw = self.rng.random()
        if draw < 0.4:
            return self.rng.choice(["a", "b", "ab", "ba", "aab", "bab", "the", ".", "-", "..."])
        if draw < 0.5:
            return self.rng.choice(number_words() + ["$5", "¢7", "1,000", "won't", "colour", "Mr.", "50%"])
        return super().word(wildness)


def rates(ref, hyp):
    words = jiwer.process_words(ref, hyp)
    characters = jiwer.process_characters(ref, hyp)
    figures = {"mer": 100 * words.mer, "wil": 100 * words.wil, "wip": 100 * words.wip,
               "wer:details=yes": [100 * words.wer] + [getattr(words, kind) for kind in KINDS],
               "wer": 100 * words.wer, "cer": 100 * characters.cer,
               "cer:details=yes": [100 * characters.cer] + [getattr(characters, kind) for kind in KINDS]}
    for options in ("", ",sclite=yes", ",compounds=yes", ",sclite=yes,compounds=yes"):
        edits = kaldialign.edit_distance(ref.split(), hyp.split(), sclite_mode="sclite" in options,
                                         merge_compounds="compounds" in options)
        rate = edits["total"] / edits["ref_len"] if edits["ref_len"] else edits["total"]
        figures["wer:dialect=kaldialign" + options] = [100 * rate, edits["sub"], edits["del"], edits["ins"]]
    figures["edit-distance"] = Levenshtein.distance(ref.split(), hyp.split())
    figures["edit-distance:unit=char"] = Levenshtein.distance(ref, hyp)
    for options, least, by_hyp in (("", 3, False), (":min=1", 1, False), (":norm=hyp", 3, True)):
        if len(ref) * len(hyp) > 20_000:
            continue
        cost, size = score_pair(hyp, ref, *compare_segments(hyp, ref, least), by_hyp)
        figures["charcut" + options] = [100 * cost / size if size else 0, cost, size]
    return figures


def without_punctuation(text):
    return "".join(c for c in text if unicodedata.category(c)[0] != "P")


CHANGES = {
    "normalize=whisper-basic": BasicTextNormalizer(),
    "normalize=whisper-basic+diacritics": BasicTextNormalizer(remove_diacritics=True),
    "normalize=whisper-basic+letters": BasicTextNormalizer(split_letters=True),
    "normalize=whisper-basic+marks": BasicTextNormalizer(preserve_marks=True),
    "normalize=whisper-english": EnglishTextNormalizer(),
    "ignore=case": str.casefold,
    "ignore=punct": without_punctuation,
    "ignore=case+punct": lambda text: without_punctuation(text.casefold()),
}


def segments(runner, hyps, refs, specs):
    """Returns [segment][spec] -> [score, details...] in the order of the answer."""
    path = runner.path("texts.jsonl")
    with open(path, "w", encoding="utf-8") as out:
        for hyp, ref in zip(hyps, refs):
            out.write(json.dumps({"hyp": hyp, "refs": [ref]}) + "\n")
    table = runner.run(["segments", path, "-i", path + ":hyp", "-m"] + specs + runner.options +
                       ["--format", "json"])
    return [list(next(iter(json.loads(line)["scores"].values())).values())
            for line in table.split("\n")[:-1]]


def corpus(runner, hyps, refs, specs):
    path = runner.path("texts.jsonl")
    report = json.loads(runner.run(["score", path, "-i", path + ":hyp", "-m"] + specs +
                                   runner.options + ["--format", "json"]))
    return report["systems"][0]["scores"]


def check(spec, ours, theirs, where):
    if not math.isclose(ours, theirs, rel_tol=1e-12, abs_tol=1e-12):
        raise Mismatch("%s: %s: %r, the tool's %r" % (spec, where, ours, theirs))


def compare_rates(binary, seed, count, only):
    rng = random.Random(seed)
    generator = RepetitiveText(seed)
    pairs = [generator.pair(1, long=rng.random() < 0.005) for _ in range(count)]
    hyps, refs = [hyp for hyp, _ in pairs], [r[0] for _, r in pairs]
    expected = [rates(ref, hyp) for hyp, ref in zip(hyps, refs)]
    specs = [spec for spec in max(expected, key=len) if only in (None, pattern_of(spec, PATTERNS))]
    compared = 0
    with tempfile.TemporaryDirectory(prefix="mtgauge-diff-") as folder:
        runner = Runner(binary, folder, rng)
        for ours, theirs, hyp, ref in zip(segments(runner, hyps, refs, specs), expected, hyps, refs):
            for spec, score in zip(specs, ours):
                if spec not in theirs:
                    continue
                figure = theirs[spec]
                check(spec, score, figure[0] if isinstance(figure, list) else figure, (hyp, ref))
                compared += 1
        for spec, score in zip(specs, corpus(runner, hyps, refs, specs)):
            if spec in OF_CORPUS:
                check(spec, score["score"], 100 * OF_CORPUS[spec](refs, hyps), "corpus")
            if not all(isinstance(figures.get(spec), list) for figures in expected):
                continue
            sums = [sum(f[spec][k] for f in expected) for k in range(1, len(expected[0][spec]))]
            names = ["cost", "size"] if "charcut" in spec else KINDS if "kaldi" not in spec else KINDS[1:]
            for name, total in zip(names, sums):
                check(spec, score["details"][name], total, name)
        for option, change in CHANGES.items() if only is None else ():
            ours = segments(runner, hyps, refs, ["wer:" + option, "cer:" + option])
            for scores, hyp, ref in zip(ours, hyps, refs):
                changed_ref, changed_hyp = change(ref), change(hyp)
                check("wer:" + option, scores[0], 100 * jiwer.wer(changed_ref, changed_hyp), (hyp, ref))
                check("cer:" + option, scores[1], 100 * jiwer.cer(changed_ref, changed_hyp), (hyp, ref))
                compared += 2
    return compared


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--mtgauge", required=True)
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=PATTERNS)
    arguments = parser.parse_args()
    chunks = [(arguments.mtgauge, arguments.seed + at, min(CHUNK, arguments.pairs - at), arguments.only)
              for at in range(0, arguments.pairs, CHUNK)]
    compared, failures = compare_all(compare_rates, chunks)
    print("%s: %d figures compared, %d chunks differ" % (
        arguments.only or "error rates, edits and charcut", compared, failures))
    raise SystemExit(1 if failures else 0)


if __name__ == "__main__":
    main()
