"""Japanese words, by MeCab with the IPA dictionary."""

from __future__ import annotations

from .. import _native
from .tokenizer_base import BaseTokenizer


class TokenizerJaMecab(BaseTokenizer):
    """Cuts Japanese words. The engine holds MeCab; making one fails where there is no dictionary."""

    _ENGINE_NAME = "ja-mecab"

    def __init__(self) -> None:
        self._signature = _native.tokenizer_signature("ja-mecab")

    def signature(self) -> str:
        return self._signature

    def __call__(self, line: str) -> str:
        return _native.tokenize("ja-mecab", line)
