"""Characters as tokens."""

from __future__ import annotations

from .tokenizer_base import BaseTokenizer


class TokenizerChar(BaseTokenizer):
    """Makes each character that is not white space a token."""

    _ENGINE_NAME = "char"

    def signature(self) -> str:
        return "char"

    def __call__(self, line: str) -> str:
        return " ".join(line)
