"""The punctuation rules that several tokenizers share."""

from __future__ import annotations

import re

from .tokenizer_base import BaseTokenizer

# ASCII punctuation and the space, but for ' , - and the full stop.
SEPARATED = {ord(mark): f" {mark} " for mark in ' !"#$%&()*+/:;<=>?@[\\]^_`{|}~'}

# A full stop or comma is part of a number only between two digits; a hyphen after a digit is none.
NUMBER_RULES = [
    (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),
    (re.compile(r"([.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
]


def separate_punctuation(line: str) -> str:
    """Puts spaces around punctuation, the language-independent rules of mteval."""
    line = line.translate(SEPARATED)
    for pattern, replacement in NUMBER_RULES:
        line = pattern.sub(replacement, line)
    return line


class TokenizerRegexp(BaseTokenizer):
    """The rules alone."""

    def signature(self) -> str:
        return "re"

    def __call__(self, line: str) -> str:
        return " ".join(separate_punctuation(line).split())
