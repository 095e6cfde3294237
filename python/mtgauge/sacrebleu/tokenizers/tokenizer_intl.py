"""International: punctuation and symbols of all scripts, as in mteval-v14."""

from __future__ import annotations

from .. import _native
from .tokenizer_base import BaseTokenizer


class TokenizerV14International(BaseTokenizer):
    """Separates punctuation that is not part of a number, and all symbols.

    The engine does the tokenization, since it has the categories of all characters (Unicode 18.0).
    """

    _ENGINE_NAME = "intl"

    def signature(self) -> str:
        return "intl"

    def __call__(self, line: str) -> str:
        text = line.rstrip()
        if text == line:
            return _native.tokenize("intl", line)
        # The engine strips spaces at the end first, but sacreBLEU separates the mark in `50% `, so
        # a word is appended.
        return _native.tokenize("intl", text + " x")[:-1].rstrip()
