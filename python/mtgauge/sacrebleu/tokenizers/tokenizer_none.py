"""No tokenizer: tokens are separated by white space."""

from __future__ import annotations

from .tokenizer_base import BaseTokenizer


class NoneTokenizer(BaseTokenizer):
    """Returns text unchanged."""

    _ENGINE_NAME = "none"

    def signature(self) -> str:
        return "none"

    def __call__(self, line: str) -> str:
        return line
