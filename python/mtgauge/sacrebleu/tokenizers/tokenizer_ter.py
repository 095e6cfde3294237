"""Tercom's tokenizer, for TER."""

from __future__ import annotations

import re
from typing import Any, Optional

from .tokenizer_13a import decode_entities
from .tokenizer_base import BaseTokenizer
from .tokenizer_re import NUMBER_RULES, SEPARATED

_ASIAN_PUNCT = "[\u3001\u3002\u3008-\u3011\u3014-\u301f\uff61-\uff65\u30fb]"
_FULL_WIDTH_PUNCT = "[\uff0e\uff0c\uff1f\uff1a\uff1b\uff01\uff02\uff08\uff09]"

# Ideographs; strokes and radicals; compatibility forms; enclosed letters (the range that Tercom's
# typing error for U+32FF gives); punctuation. Each is a separate pass.
_ASIAN = [
    re.compile(f"({characters})")
    for characters in (
        "[\u4e00-\u9fff\u3400-\u4dbf]",
        "[\u31c0-\u31ef\u2e80-\u2eff]",
        "[\u3300-\u33ff\uf900-\ufaff\ufe30-\ufe4f]",
        "[\u3200-\u3f22]",
    )
]
# Only a text that consists of one kana alphabet could match; text with spaces around it never does.
_KANA = [
    re.compile(f"(^|^{kana})({kana}+)(?=$|^{kana})")
    for kana in ("[\u3040-\u309f]", "[\u30a0-\u30ff]", "[\u31f0-\u31ff]")
]
_ASIAN_MARKS = [re.compile(f"({marks})") for marks in (_ASIAN_PUNCT, _FULL_WIDTH_PUNCT)]

_WESTERN_PUNCT = str.maketrans("", "", '.,?:;!"()')


def _normalize_general_and_western(sent: str) -> str:
    """Joins lines, decodes entities, and separates punctuation and 's."""
    sent = decode_entities(sent.replace("\n-", "").replace("\n", " "))
    sent = f" {sent} ".translate(SEPARATED).replace("'s ", " 's ")
    for pattern, replacement in NUMBER_RULES:
        sent = pattern.sub(replacement, sent)
    return sent


def _normalize_asian(sent: str) -> str:
    """Separates Chinese and Japanese characters and their punctuation."""
    for pattern in _ASIAN:
        sent = pattern.sub(r" \1 ", sent)
    for pattern in _KANA:
        sent = pattern.sub(r"\1 \2 ", sent)
    for pattern in _ASIAN_MARKS:
        sent = pattern.sub(r" \1 ", sent)
    return sent


def _remove_punct(sent: str) -> str:
    return sent.translate(_WESTERN_PUNCT)


def _remove_asian_punct(sent: str) -> str:
    for pattern in _ASIAN_MARKS:
        sent = pattern.sub("", sent)
    return sent


class TercomTokenizer(BaseTokenizer):
    """Handles lower case and white space; the rest is optional.

    :param normalized: decode entities and separate punctuation.
    :param no_punct: delete punctuation.
    :param asian_support: treat Chinese and Japanese in both, too.
    :param case_sensitive: leave the case as it is.
    """

    ASIAN_PUNCT = f"({_ASIAN_PUNCT})"
    FULL_WIDTH_PUNCT = f"({_FULL_WIDTH_PUNCT})"

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
    ):
        self._normalized = normalized
        self._no_punct = no_punct
        self._asian_support = asian_support
        self._case_sensitive = case_sensitive

    def __call__(self, sent: str) -> str:
        if not sent:
            return ""
        if not self._case_sensitive:
            sent = sent.lower()
        if self._normalized:
            sent = _normalize_general_and_western(sent)
            if self._asian_support:
                sent = _normalize_asian(sent)
        if self._no_punct:
            sent = _remove_punct(sent)
            if self._asian_support:
                sent = _remove_asian_punct(sent)
        return " ".join(sent.split())

    def signature(self) -> str:
        return "tercom"


def engine_spec(tokenizer: Any) -> Optional[str]:
    """Returns the options of the engine's TER that tokenize like a tokenizer, or None if there are
    none."""
    if type(tokenizer) is not TercomTokenizer:
        return None
    return ",".join(
        (
            "norm=yes" if tokenizer._normalized else "norm=no",
            "punct=no" if tokenizer._no_punct else "punct=yes",
            "asian=yes" if tokenizer._asian_support else "asian=no",
            "case=mixed" if tokenizer._case_sensitive else "case=lc",
        )
    )
