#!/usr/bin/env python3
"""Compares METEOR with METEOR 1.5's own jar, by segment and by corpus, on generated and adversarial
text. Java's pow() and the platform's occasionally differ in the last bit, so scores must be equal
to 1e-12.

    python tests/differential/meteor_diff.py --mtgauge BINARY --meteor FOLDER --pairs N --seed N

tests/meteor_jar.sh makes FOLDER. Words come from METEOR's dictionary and its table of paraphrases,
so that there are matching stems, synonyms and phrases.
"""

import argparse
import gzip
import json
import math
import os
import random
import subprocess
import sys
import tempfile

from bleu_diff import Runner
from chunks import Mismatch
from textgen import TextGenerator

PHRASES = 20_000  # entries of the table that are kept: the jar takes half a minute to read all of it
CHUNK = 2_000
ENDINGS = ["", "", "", "s", "es", "ed", "ing", "er", "ly", "ness", "ful", "'s"]
# The settings of both sides: the options here, the jar's arguments.
CASES = [
    ("text=norm", ["-norm"]),
    ("text=norm,modules=ex", ["-norm", "-m", "exact"]),
    ("text=norm,modules=ex+st", ["-norm", "-m", "exact stem"]),
    ("text=nopunct", ["-norm", "-noPunct"]),
    ("text=lower", ["-lower"]),
    ("text=plain", []),
    ("text=norm,task=adq", ["-norm", "-t", "adq"]),
    ("text=norm,task=hter", ["-norm", "-t", "hter"]),
    ("text=norm,task=li", ["-norm", "-t", "li"]),
    ("text=norm,task=tune", ["-norm", "-t", "tune"]),
    ("text=norm,beam=3", ["-norm", "-x", "3"]),
    ("text=norm,para=", ["-norm"]),
    ("text=norm,para=,beam=5", ["-norm", "-x", "5"]),
    ("text=norm,para=,task=adq", ["-norm", "-t", "adq"]),
    ("lang=fr,text=norm,modules=ex+st", ["-norm", "-m", "exact stem"]),
    ("lang=es,text=norm,modules=ex+st", ["-norm", "-m", "exact stem"]),
    ("lang=de,text=norm,modules=ex+st", ["-norm", "-m", "exact stem"]),
    ("lang=ru,text=norm,modules=ex+st", ["-norm", "-m", "exact stem"]),
    ("lang=cz,text=norm,modules=ex", ["-norm", "-m", "exact"]),
    ("lang=da,text=lower", ["-lower"]),
    ("lang=fi,text=lower", ["-lower"]),
    ("lang=hu,text=lower", ["-lower"]),
    ("lang=nl,text=lower", ["-lower"]),
    ("lang=pt,text=lower", ["-lower"]),
]


def read_dictionary(folder, rng):
    """Returns groups of words that share a synset, and pairs of paraphrases with their
    probabilities."""
    synsets = {}
    with open(os.path.join(folder, "resources", "synonym", "english.synsets"), encoding="utf-8") as file:
        for word in file:
            for number in next(file).split():
                synsets.setdefault(number, []).append(word.strip())
    groups = sorted(words for words in synsets.values() if len(words) > 1)
    entries = []
    with gzip.open(os.path.join(folder, "paraphrase-en.gz"), "rt", encoding="utf-8") as file:
        for number in range(50 * PHRASES):
            entry = (file.readline(), file.readline().strip(), file.readline().strip())
            if number % 50 == 0:
                entries.append(entry)
    return rng.sample(groups, 400), entries


class Words(TextGenerator):
    """Sentences of the dictionary's words; copies contain synonyms, other forms and paraphrases."""

    def __init__(self, seed, groups, phrases):
        super().__init__(seed)
        self.groups = groups
        self.phrases = phrases

    def word(self, wildness):
        rng = self.rng
        draw = rng.random()
        if draw < 0.04:
            return rng.choice(rng.choice(JAVA_EQUAL))
        if draw < wildness / 2:
            return super().word(wildness)
        if draw > 0.8:
            return rng.choice(rng.choice(self.phrases)[1:])
        return rng.choice(rng.choice(self.groups)) + rng.choice(ENDINGS)

    def noisy_copy(self, text, wildness):
        rng = self.rng
        for group in rng.sample(self.groups, 60):
            if group[0] in text:
                text = text.replace(group[0], rng.choice(group), 1)
        for _, one, other in rng.sample(self.phrases, 60):
            text = text.replace(one, other, 1)
        for one, other in JAVA_EQUAL:
            if rng.random() < 0.2:
                text = text.replace(one, other)
        words = text.split(" ")
        for _ in range(rng.randrange(4)):
            at = rng.randrange(len(words))
            words[at] = words[at][:-1] if rng.random() < 0.5 else words[at] + rng.choice(ENDINGS)
        return super().noisy_copy(" ".join(words), wildness)


JAVA_EQUAL = [("je", "l'"), ("le", "n'"), ("be", "d'"), ("Aa", "BB"), ("re", "t'")]  # equal String.hashCode()


def one_line(text):
    """Removes CR, which is also a line end for the jar."""
    return text.replace("\r", " ").replace("\n", " ")


def run_jar(arguments, hyps, refs, runner, meteor):
    interleaved = [ref for segment in zip(*refs) for ref in segment]
    command = ["java", "-Dfile.encoding=UTF-8", "-Xmx2G", "-jar",
               os.path.join(meteor, "meteor-1.5.jar"), runner.write("jar.hyp", hyps),
               runner.write("jar.ref", interleaved), "-r", str(len(refs))] + arguments
    done = subprocess.run(command, capture_output=True, timeout=600)
    if done.returncode != 0:
        raise Mismatch("exit code %d from %s: %s" % (
            done.returncode, " ".join(command), done.stderr.decode("utf-8", "replace")))
    lines = done.stdout.decode("utf-8").split("\n")
    segments = [float(line.split()[-1]) for line in lines if line.startswith("Segment ")]
    total = [float(line.split()[-1]) for line in lines if line.startswith("Final score:")]
    return segments, total[0]


def same(one, other):
    return math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-15)


def compare_case(case, hyps, refs, runner, meteor, table):
    spec, arguments = case
    options = dict(item.split("=") for item in spec.split(","))
    language = options.get("lang", "en")
    arguments = ["-l", language] + arguments
    if "para" in options:
        spec = spec.replace("para=", "para=" + table)
        arguments += ["-a", table]
    elif "-m" not in arguments:
        arguments += ["-m", "exact stem synonym"]
    spec = "meteor:%s,data=%s" % (spec, os.path.join(meteor, "resources"))
    theirs, whole = run_jar(arguments, hyps, refs, runner, meteor)
    if len(theirs) != len(hyps):
        raise Mismatch("%s: the jar scored %d of %d segments" % (spec, len(theirs), len(hyps)))
    ours = [scores[0] for scores in runner.segments(hyps, refs, [spec])]
    for number, (one, other) in enumerate(zip(ours, theirs)):
        if not same(one, other):
            raise Mismatch("%s: hyp %r refs %r: %r, the jar's %r" % (
                spec, hyps[number], [r[number] for r in refs], one, other))
    corpus = json.loads(runner.scores("score", hyps, refs, [spec]))["systems"][0]["scores"][0]["score"]
    if not same(corpus, whole):
        raise Mismatch("%s, corpus: %r, the jar's %r" % (spec, corpus, whole))
    return len(hyps) + 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mtgauge", required=True)
    parser.add_argument("--meteor", required=True)
    parser.add_argument("--pairs", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    compared = 0
    with tempfile.TemporaryDirectory(prefix="mtgauge-diff-") as folder:
        groups, phrases = read_dictionary(arguments.meteor, rng)
        table = os.path.join(folder, "paraphrases.gz")
        with gzip.open(table, "wt", encoding="utf-8") as file:
            for chance, one, other in phrases:
                file.write("%s%s\n%s\n" % (chance, one, other))
        for first in range(0, arguments.pairs, CHUNK):
            generator = Words(rng.randrange(1 << 30), groups, phrases)
            count = rng.choice([1, 1, 2, 3])
            pairs = [generator.pair(count) for _ in range(min(CHUNK, arguments.pairs - first))]
            hyps = [one_line(hyp) for hyp, _ in pairs]
            refs = [[one_line(r[k]) for _, r in pairs] for k in range(count)]
            runner = Runner(arguments.mtgauge, folder, rng)
            try:
                for case in CASES:
                    compared += compare_case(case, hyps, refs, runner, arguments.meteor, table)
            except Mismatch as mismatch:
                sys.exit("error: seed %d: %s" % (arguments.seed, mismatch))
    print("METEOR: %d pairs, %d scores equal to the jar's" % (arguments.pairs, compared))


if __name__ == "__main__":
    main()
