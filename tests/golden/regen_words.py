#!/usr/bin/env python3
"""Makes tests/golden/data/word_tools.json with NLTK and Google's rouge_score: stems, and figures
for texts invented by words_diff.py. It needs WordNet (Debian package wordnet-base, or WNSEARCHDIR).

    bash tests/nltk_env.sh
    build/nltk-venv/bin/python tests/golden/regen_words.py

A change of any figure is a change of contract: explain it in CHANGELOG.md.
"""

import importlib.metadata
import json
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "differential"))

from nltk.stem.porter import PorterStemmer  # noqa: E402
from nltk.translate.meteor_score import meteor_score  # noqa: E402
from rouge_score.rouge_scorer import RougeScorer  # noqa: E402
from textgen import ENGLISH, OTHERS  # noqa: E402
from words_diff import (  # noqa: E402
    ENDINGS, KINDS, STATS, STEMS, WORDS, InflectedText, NoWordNet, SynonymousText, wordnet_of_process)


def stems():
    rng = random.Random(3)
    words = WORDS + [word.lower() for word in ENGLISH + OTHERS]
    words += [stem + ending for stem in STEMS for ending in ENDINGS if rng.random() < 0.3]
    words += [rng.choice(STEMS) + rng.choice(ENDINGS) + rng.choice(ENDINGS) for _ in range(300)]
    stemmer = PorterStemmer()
    return [[word, stemmer.stem(word)] for word in dict.fromkeys(words)]


def rouge_cases():
    rng = random.Random(4)
    generator = InflectedText(4)
    for _ in range(60):
        hyp, refs = generator.pair(rng.choice([1, 1, 2, 3]), at_most=40)
        for use_stemmer in (False, True):
            scores = RougeScorer(KINDS, use_stemmer=use_stemmer).score_multi(refs, hyp)
            figures = {"google-rouge:n=%s,stat=%s,use_stemmer=%s" % (
                kind[5:].lower(), stat, "yes" if use_stemmer else "no"): scores[kind][place]
                for kind in KINDS for stat, place in STATS.items()}
            yield {"hyp": hyp, "refs": refs, "figures": figures}


def meteor_cases():
    rng = random.Random(5)
    wordnet = wordnet_of_process()
    generator = SynonymousText(5, wordnet)
    for _ in range(100):
        hyp, refs = generator.pair(rng.choice([1, 1, 2, 3]), at_most=40)
        words = [text.split() for text in refs]
        figures = {"nltk-meteor:synonyms=%s" % name: meteor_score(words, hyp.split(), wordnet=reader)
                   for name, reader in (("none", NoWordNet()), ("wordnet", wordnet))}
        yield {"hyp": hyp, "refs": refs, "figures": figures}


def lines(rows):
    """Returns one case per line, so that a diff shows the changed cases."""
    return ",\n".join(json.dumps(row, ensure_ascii=True, separators=(",", ":")) for row in rows)


def main():
    versions = ["%s %s" % (name, importlib.metadata.version(name)) for name in ("nltk", "rouge-score")]
    with open(os.path.join(HERE, "data", "word_tools.json"), "w", encoding="utf-8") as out:
        out.write('{"tools":%s,\n"stems":[\n%s\n],\n"rouge":[\n%s\n],\n"meteor":[\n%s\n]}\n' % (
            json.dumps(versions), lines(stems()), lines(rouge_cases()), lines(meteor_cases())))


if __name__ == "__main__":
    main()
