"""Generated text for programs that are compared with each other, the same in every process, and examples of the
documentation."""

import pathlib
import random
import re

WORDS = (
    "the a gate house river cat dog seven 3.5 1,000 was is were seen open shut, slowly (again) don't "
    "it's U.S. über Straße naïve 東京 大学 здание ... ? ! &amp; \"quoted\" word-for-word"
).split()


def pairs(count: int, references: int, seed: int = 1):
    """Returns hypotheses, and for each of them a number of references."""
    dice = random.Random(seed)
    hyps, refs = [], []
    for _ in range(count):
        words = dice.choices(WORDS, k=dice.randint(4, 30))
        hyps.append(" ".join(words))
        refs.append([varied(dice, words) for _ in range(references)])
    return hyps, refs


def varied(dice: random.Random, words):
    words = [word if dice.random() < 0.8 else dice.choice(WORDS) for word in words]
    if dice.random() < 0.3:
        at = dice.randrange(len(words))
        words = words[at:] + words[:at]
    if dice.random() < 0.3:
        del words[dice.randrange(len(words))]
    return " ".join(words)


def run_example(word):
    """Runs the example of docs/python.md with this word in it; returns its names."""
    page = (pathlib.Path(__file__).resolve().parents[3] / "docs/python.md").read_text(encoding="utf-8")
    (example,) = (block for block in re.findall(r"^```python\n(.*?)^```", page, re.M | re.S) if word in block)
    names = {}
    exec(example, names)
    return names
