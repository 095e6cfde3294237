"""International: punctuation and symbols of all scripts, as in mteval-v14."""

from __future__ import annotations

from .. import _native
from .tokenizer_base import BaseTokenizer


class TokenizerV14International(BaseTokenizer):
    """Separates punctuation that is not part of a number, and all symbols.

    The engine knows the categories of all characters (Unicode 15.0), so it does the cutting.
    """

    _ENGINE_NAME = "intl"

    def signature(self) -> str:
        return "intl"

    def __call__(self, line: str) -> str:
        text = line.rstrip()
        if text == line:
            return _native.tokenize("intl", line)
        # The engine takes spaces off the end first, but of `50%` and a space the mark is separated:
        # so a word ends the line.
        return _native.tokenize("intl", text + " x")[:-1].rstrip()
