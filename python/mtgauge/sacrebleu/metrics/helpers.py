"""Counts of word and character n-grams in plain Python, against which the engine's counts are
tested."""

from __future__ import annotations

from collections import Counter
from typing import List, Tuple

__all__ = [
    "extract_all_char_ngrams",
    "extract_all_word_ngrams",
    "extract_char_ngrams",
    "extract_word_ngrams",
]


def extract_all_word_ngrams(
    line: str, min_order: int, max_order: int
) -> Tuple[Counter[Tuple[str, ...]], int]:
    """Counts the word n-grams of the orders `min_order` to `max_order`, each a tuple of words.

    Also returns the number of words.
    """
    words = line.split()
    grams: Counter[Tuple[str, ...]] = Counter()
    for n in range(min_order, max_order + 1):
        grams.update(zip(*(words[start:] for start in range(n))))
    return grams, len(words)


def extract_word_ngrams(tokens: List[str], n: int) -> Counter[str]:
    """Counts the n-grams of `tokens`, each its words joined by spaces."""
    return Counter(map(" ".join, zip(*(tokens[start:] for start in range(n)))))


def extract_char_ngrams(line: str, n: int, include_whitespace: bool = False) -> Counter[str]:
    """Counts the character n-grams of `line`, with or without its white space."""
    if not include_whitespace:
        line = "".join(line.split())
    return Counter(line[start : start + n] for start in range(len(line) - n + 1))


def extract_all_char_ngrams(
    line: str, max_order: int, include_whitespace: bool = False
) -> List[Counter[str]]:
    """Counts the character n-grams of the orders 1 to `max_order`: a list with one count for each order."""
    if not include_whitespace:
        line = "".join(line.split())
    return [extract_char_ngrams(line, n, include_whitespace=True) for n in range(1, max_order + 1)]
