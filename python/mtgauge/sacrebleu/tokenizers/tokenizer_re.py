"""The punctuation rules that several tokenizers share."""

from __future__ import annotations

import re

from .tokenizer_base import BaseTokenizer

# ASCII punctuation and the space, except ' , - and the full stop.
SEPARATED = {ord(mark): f" {mark} " for mark in ' !"#$%&()*+/:;<=>?@[\\]^_`{|}~'}

# A full stop or comma is part of a number only between two digits; a hyphen after a digit never is.
NUMBER_RULES = [
    (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),
    (re.compile(r"([.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
]


def separate_punctuation(line: str) -> str:
    """Puts spaces around punctuation, by mteval's language-independent rules."""
    line = line.translate(SEPARATED)
    for pattern, replacement in NUMBER_RULES:
        line = pattern.sub(replacement, line)
    return line


class TokenizerRegexp(BaseTokenizer):
    """Only these rules."""

    def signature(self) -> str:
        return "re"

    def __call__(self, line: str) -> str:
        return " ".join(separate_punctuation(line).split())
