#!/usr/bin/env python3
"""Compares google-rouge with Google's rouge_score and nltk-meteor with NLTK, by segment and by
corpus, on generated and adversarial text; figures must be equal to 1e-12. Then compares scores
under `normalize` with those of texts that Python's unicodedata has normalized; they must be equal.

    python tests/differential/words_diff.py --mtgauge BINARY --pairs N --seed N

WNSEARCHDIR is the folder of WordNet's files, /usr/share/wordnet by default. Without them METEOR is
compared without synonyms.
"""

import functools
import json
import math
import os
import random
import shutil
import tempfile
import unicodedata
import warnings

import nltk
from bleu_diff import Runner
from chunks import Mismatch, run_comparisons
from nltk.corpus.reader.wordnet import WordNetCorpusReader
from nltk.translate.meteor_score import meteor_score
from rouge_score.rouge_scorer import RougeScorer
from textgen import TextGenerator

CHUNK = 200
KINDS = ["rouge1", "rouge2", "rouge5", "rougeL", "rougeLsum"]
STATS = {"f": 2, "p": 0, "r": 1}  # indices in rouge_score's Score
# Suffixes that NLTK's Porter stemmer checks, and difficult cases for its rules.
ENDINGS = """ational tional enci anci izer bli alli entli eli ousli ization ation ator alism iveness
fulness ousness aliti iviti biliti fulli logi icate ative alize iciti ical ful ness al ance ence er ic
able ible ant ement ment ent ion sion tion ou ism ate iti ous ive ize e ll s es ies sses ss ied eed ed
ing y ly ying yed ings *ded *ding ated bled ized tted lled zzed""".split()
STEMS = """a b y sk fl tr ab ib oy ay yy yz geo theo hop fil run happ enjo rat relat comput pred univers
cit ni i o z ee bb ll zz 0 00 4x x* a* é naï ßt яв 日""".split()
WORDS = """sky skies dying lying tying news innings inning outings outing cannings canning howe proceed
exceed succeed died dies flies spied running agreed feed generalizations oscillators happy enjoy
enjoyment rationally archaeology geology trees tree ties tied""".split()


class InflectedText(TextGenerator):
    """Sentences of inflected-looking words, with line feeds inside."""

    def __init__(self, seed):
        super().__init__(seed, line_feeds=True)

    def word(self, wildness):
        rng = self.rng
        draw = rng.random()
        if draw < 0.3:
            word = rng.choice(STEMS) + "".join(rng.choice(ENDINGS) for _ in range(rng.choice([0, 1, 1, 2])))
        elif draw < 0.4:
            word = rng.choice(WORDS)
        elif draw < 0.42:
            word = rng.choice(["\u212aelvin", "\u0130stanbul", "Stra\u00dfe", "ΣΑΣ"])
        else:
            return super().word(wildness)
        return word.upper() if rng.random() < 0.05 else word

    def noisy_copy(self, text, wildness):
        words = super().noisy_copy(text, wildness).split(" ")
        for _ in range(self.rng.randrange(4)):
            at = self.rng.randrange(len(words))
            words[at] += self.rng.choice(ENDINGS)
        if self.rng.random() < 0.5:
            lines = " ".join(words).split("\n")
            self.rng.shuffle(lines)
            return "\n".join(lines)
        return " ".join(words)


def segments(runner, hyps, refs, specs):
    """Returns [segment][spec] -> score, for texts that may contain line feeds."""
    path = runner.path("texts.jsonl")
    with open(path, "w", encoding="utf-8") as out:
        for hyp, *of_segment in zip(hyps, *refs):
            out.write(json.dumps({"hyp": hyp, "refs": of_segment}) + "\n")
    command = [path, "-i", path + ":hyp", "-m"] + specs + runner.options
    scores = []
    for line in runner.run(["segments"] + command + ["--format", "json"]).split("\n")[:-1]:
        (by_metric,) = json.loads(line)["scores"].values()
        scores.append(list(by_metric.values()))
    report = json.loads(runner.run(["score"] + command + ["--format", "json"]))
    return scores, [score["score"] for score in report["systems"][0]["scores"]]


def same(one, other):
    return math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-13)


def compare_specs(what, runner, hyps, refs, specs, expected, scale):
    """expected[segment][spec]; `scale` is mtgauge's score for 1."""
    scores, corpus = segments(runner, hyps, refs, specs)
    for number, (ours, theirs) in enumerate(zip(scores, expected)):
        for spec, one, other in zip(specs, ours, theirs):
            if not same(one, scale * other):
                raise Mismatch("%s: hyp %r refs %r: %r, %s's %r" % (
                    spec, hyps[number], [r[number] for r in refs], one, what, scale * other))
    for place, spec in enumerate(specs):
        mean = scale * math.fsum(theirs[place] for theirs in expected) / len(expected)
        if not same(corpus[place], mean):
            raise Mismatch("%s, corpus: %r, %s's mean %r" % (spec, corpus[place], what, mean))
    return (len(hyps) + 1) * len(specs)


def compare_rouge(binary, seed, count):
    rng = random.Random(seed)
    generator = InflectedText(seed)
    references = rng.choice([1, 1, 2, 3])
    pairs = [generator.pair(references, long=rng.random() < 0.01) for _ in range(count)]
    hyps = [hyp for hyp, _ in pairs]
    refs = [[r[k] for _, r in pairs] for k in range(references)]
    use_stemmer = rng.random() < 0.6
    scorer = RougeScorer(KINDS, use_stemmer=use_stemmer)
    asked = [(kind, stat) for kind in KINDS for stat in STATS if stat == "f" or rng.random() < 0.3]
    specs = ["google-rouge:n=%s,stat=%s,use_stemmer=%s" % (
        kind[5:].lower(), stat, "yes" if use_stemmer else "no") for kind, stat in asked]
    expected = []
    for hyp, *of_segment in zip(hyps, *refs):
        scores = scorer.score_multi(of_segment, hyp)
        expected.append([scores[kind][STATS[stat]] for kind, stat in asked])
    with tempfile.TemporaryDirectory(prefix="mtgauge-diff-") as folder:
        runner = Runner(binary, folder, rng)
        return compare_specs("rouge_score", runner, hyps, refs, specs, expected, 100)


WORDNET = os.environ.get("WNSEARCHDIR", "/usr/share/wordnet")


class NoWordNet:
    """A WordNet without words."""

    def synsets(self, word):
        return []


class WordNet(WordNetCorpusReader):
    """The files of Debian or Princeton, with the names of lexicographers' files that NLTK's corpus
    adds; METEOR does not use their names."""

    def __init__(self, folder):
        # NLTK 3.10 reads no files outside its folders, not even through links.
        shutil.copytree(WORDNET, folder, dirs_exist_ok=True)
        with open(os.path.join(folder, "lexnames"), "w", encoding="ascii") as out:
            out.writelines("%02d\tname%d\t1\n" % (number, number) for number in range(45))
        nltk.data.path.append(folder)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            super().__init__(folder, None)

    def map_wn(self, version="wordnet"):
        return None


@functools.cache
def wordnet_of_process():
    """Returns None if the files are missing. The folder exists as long as the reader has it open."""
    if not os.path.exists(os.path.join(WORDNET, "data.noun")):
        return None
    folder = tempfile.TemporaryDirectory(prefix="mtgauge-wordnet-")
    wordnet = WordNet(folder.name)
    wordnet.folder = folder
    return wordnet


class SynonymousText(InflectedText):
    """Sentences of WordNet's words in other forms; copies have synonyms."""

    def __init__(self, seed, wordnet):
        super().__init__(seed)
        lemmas = [word for word in wordnet.all_lemma_names() if "_" not in word]
        self.groups = []
        for word in self.rng.sample(lemmas, 300):
            names = {name for synset in wordnet.synsets(word) for name in synset.lemma_names()}
            self.groups.append([word] + sorted(names))
        self.irregular = [form for forms in wordnet._exception_map.values() for form in forms]

    def word(self, wildness):
        rng = self.rng
        draw = rng.random()
        if draw < 0.5:
            word = rng.choice(rng.choice(self.groups))
            return word + rng.choice(["", "", "s", "es", "ed", "ing", "er", "est", "ves", "men", "ies"])
        if draw < 0.55:
            return rng.choice(self.irregular)
        return super().word(wildness)

    def noisy_copy(self, text, wildness):
        for group in self.rng.sample(self.groups, 40):
            if group[0] in text:
                text = text.replace(group[0], self.rng.choice(group), 1)
        return super().noisy_copy(text, wildness)


def compare_meteor(binary, seed, count):
    rng = random.Random(seed)
    wordnet = wordnet_of_process()
    generator = SynonymousText(seed, wordnet) if wordnet else InflectedText(seed)
    references = rng.choice([1, 1, 2, 3])
    pairs = [generator.pair(references, long=rng.random() < 0.01) for _ in range(count)]
    hyps = [hyp for hyp, _ in pairs]
    refs = [[r[k] for _, r in pairs] for k in range(references)]
    ways = [((0.9, 3.0, 0.5), "none"), ((0.9, 3.0, 0.5), "wordnet"),
            ((rng.random(), rng.uniform(0, 4), rng.random()), "wordnet")]
    if wordnet is None:
        ways = [(parameters, "none") for parameters, _ in ways[1:]]
    specs = ["nltk-meteor:alpha=%r,beta=%r,gamma=%r,synonyms=%s" % (*parameters, synonyms)
             for parameters, synonyms in ways]
    expected = []
    for hyp, *of_segment in zip(hyps, *refs):
        words = [text.split() for text in of_segment]
        expected.append([
            meteor_score(words, hyp.split(), wordnet=NoWordNet() if synonyms == "none" else wordnet,
                         alpha=alpha, beta=beta, gamma=gamma)
            for (alpha, beta, gamma), synonyms in ways])
    with tempfile.TemporaryDirectory(prefix="mtgauge-diff-") as folder:
        runner = Runner(binary, folder, rng)
        runner.environment["WNSEARCHDIR"] = WORDNET
        return compare_specs("NLTK", runner, hyps, refs, specs, expected, 1)


def compare_normal_forms(binary, seed, count):
    """Compares scores of texts that mtgauge normalizes with those of texts that Python has
    normalized."""
    rng = random.Random(seed)
    generator = MarkedText(seed)
    references = rng.choice([1, 2])
    pairs = [generator.pair(references) for _ in range(count)]
    hyps = [hyp for hyp, _ in pairs]
    refs = [[r[k] for _, r in pairs] for k in range(references)]
    compared = 0
    with tempfile.TemporaryDirectory(prefix="mtgauge-diff-") as folder:
        runner = Runner(binary, folder, rng)
        for form in ("nfc", "nfd", "nfkc", "nfkd"):
            metrics = ["chrf:", "bleu:lc=yes,tok=char,", "ter:", "exact:"]
            normalize = functools.partial(unicodedata.normalize, form.upper())
            expected = segments(runner, [normalize(text) for text in hyps],
                                [[normalize(text) for text in lines] for lines in refs],
                                [metric.rstrip(",:") for metric in metrics])
            specs = ["%snormalize=%s" % (metric, form) for metric in metrics]
            scores = segments(runner, hyps, refs, specs)
            if scores != expected:
                at = [number for number in range(count) if scores[0][number] != expected[0][number]]
                raise Mismatch("%s: %r" % (form, [pairs[number] for number in at[:1]]))
            compared += (count + 1) * len(metrics)
    return compared


class MarkedText(TextGenerator):
    """Sentences full of characters that have several forms."""

    MARKS = [chr(c) for c in range(0x300, 0x370)]
    SPECIAL = [chr(c) for c in range(0x110000)
               if unicodedata.decomposition(chr(c)) and not 0xD800 <= c < 0xE000]

    def word(self, wildness):
        rng = self.rng
        word = super().word(wildness)
        for _ in range(rng.randrange(4)):
            at = rng.randint(0, len(word))
            what = rng.choice([self.MARKS, self.SPECIAL])
            word = word[:at] + rng.choice(what) * rng.choice([1, 1, 1, 2, 9]) + word[at:]
        form = rng.choice(["NFC", "NFD", "NFKC", "NFKD", None])
        return unicodedata.normalize(form, word) if form else word


COMPARISONS = {"google-rouge": compare_rouge, "nltk-meteor": compare_meteor, "normalize": compare_normal_forms}


def compare(binary, what, seed, count):
    try:
        return COMPARISONS[what](binary, seed, count)
    except Mismatch as mismatch:
        raise Mismatch("%s, seed %d: %s" % (what, seed, mismatch)) from None


if __name__ == "__main__":
    run_comparisons(COMPARISONS, compare, CHUNK)
