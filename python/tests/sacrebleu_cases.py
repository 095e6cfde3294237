"""Texts and options that the tests of mtgauge.sacrebleu share."""

import itertools
import random

PIECES = [
    "house",
    "House",
    "a",
    "I",
    "the",
    "der",
    "Straße",
    "İstanbul",
    "ΣΑΣ",
    "naïve",
    "x",
    "don't",
    "it's",
    "'s",
    "5",
    "3.14",
    "1,000",
    "2-3",
    "-4",
    "end.",
    "(word)",
    '"quoted"',
    "well-known",
    "...",
    ",",
    ".",
    ",.",
    "!?",
    "&amp;",
    "&quot;hi&quot;",
    "&amp;lt;",
    "<skipped>",
    "@@",
    "#tag",
    "$5",
    "50%",
    "中文字",
    "日本語テキスト",
    "한국어",
    "、",
    "。",
    "（全角）",
    "：",
    "ｱ",
    "〇",
    "𠀀",
    "🙂",
    "é",
    "e\u0301",
    "«guillemets»",
    "€9",
    "x²",
    "٣",
    "½",
    "—",
    "“curly”",
    "\ufeff",
    "\u200b",
]
SPACES = [" "] * 12 + ["  ", "\t", "\u00a0", "\u3000", "\u2028", "\x1c", "\x85"]
ODD = [
    "",
    " ",
    "\n",
    "\x00",
    "a\x00b",
    "line\nbreak",
    "soft-\nbreak",
    "minus\n-break",
    "end \n",
    "\r\n",
    "cr\rcr",
    "\ud800",
    "a\udfffb",
    "private \U00100123",
    "x" * 300,
    "a " * 120,
    ". " * 40,
    "．！",
    "'s",
    "it's",
    "-",
    "--",
    "\u0130",
    "Σ",
    "ΑΣ",
    "ΑΣ Β",
    "\U0010fffd",
]


def text(rng, longest=14):
    """Returns a line of random words, marks and spaces."""
    return "".join(rng.choice(PIECES) + rng.choice(SPACES) for _ in range(rng.randrange(longest)))


def changed(rng, line):
    """Returns `line` with words left out, repeated, replaced and moved."""
    words = line.split(" ")
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(words) + 1)
        change = rng.randrange(4)
        if change == 0:
            words.insert(at, rng.choice(PIECES))
        elif change == 1:
            words[at : at + 1] = []
        elif change == 2 and words:
            words[at : at + 1] = [rng.choice(words)]
        else:
            words = words[at : at + 3] + words[:at] + words[at + 3 :]
    return " ".join(words)


def corpus(seed, segments=40, streams=1, missing=0.0):
    """Returns hypotheses and streams of references, some of them unusual; the share `missing` of
    the references after the first stream is None."""
    rng = random.Random(seed)
    references = [[], *([] for _ in range(streams - 1))]
    hypotheses = []
    for _ in range(segments):
        line = rng.choice(ODD) if rng.random() < 0.2 else text(rng)
        hypotheses.append(rng.choice(ODD) if rng.random() < 0.1 else changed(rng, line))
        here = [changed(rng, line) for _ in range(streams)]
        here = here[:1] + [None if rng.random() < missing else ref for ref in here[1:]]
        rng.shuffle(here)
        for stream, ref in zip(references, here):
            stream.append(ref)
    return hypotheses, references


def every(**values):
    """Returns all combinations of keyword arguments."""
    return [dict(zip(values, chosen)) for chosen in itertools.product(*values.values())]


OPTIONS = {
    "BLEU": (
        every(tokenize=["13a", "none", "char", "zh", "intl"], lowercase=[False, True])
        + every(
            smooth_method=["exp", "floor", "add-k", "none"],
            smooth_value=[None, 0, 0.5, 2],
            effective_order=[False, True],
        )
        + every(max_ngram_order=[0, 1, 2, 6, 101])
        + [{"trg_lang": "zh"}, {"trg_lang": "de"}, {"force": True}]
    ),
    "CHRF": (
        every(
            char_order=[6, 1, 0],
            word_order=[0, 2, 3],
            lowercase=[False, True],
            whitespace=[False, True],
        )
        + every(
            eps_smoothing=[False, True], beta=[0, 1, 2, 3, 0.5, 2.5, -1, 100], word_order=[0, 2]
        )
    ),
    "TER": every(
        normalized=[False, True],
        no_punct=[False, True],
        asian_support=[False, True],
        case_sensitive=[False, True],
    ),
}
ALL_OPTIONS = [(name, options) for name, of_metric in OPTIONS.items() for options in of_metric]


def name_of(case):
    """Returns a name for pytest: `CHRF-beta=2`."""
    name, options = case
    return "-".join([name, *(f"{key}={value}" for key, value in options.items())])
