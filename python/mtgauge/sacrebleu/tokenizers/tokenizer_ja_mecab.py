"""Japanese words, by MeCab with the IPA dictionary."""

from __future__ import annotations

from ...errors import UsageError
from .. import _native
from .tokenizer_base import BaseTokenizer


def _engine_name() -> str:
    """The dictionary of the package `ipadic`, which sacreBLEU takes; where it is missing, the system's."""
    try:
        import ipadic  # type: ignore[import-not-found]
    except ImportError:
        return "ja-mecab"
    return f"ja-mecab:{ipadic.DICDIR}"


class TokenizerJaMecab(BaseTokenizer):
    """Cuts Japanese words. The engine holds MeCab; making one fails where there is no dictionary."""

    _ENGINE_NAME = "ja-mecab"

    def __init__(self) -> None:
        self._ENGINE_NAME = _engine_name()
        try:
            self._signature = _native.tokenizer_signature(self._ENGINE_NAME)
        except UsageError as error:
            raise RuntimeError(str(error)) from error

    def signature(self) -> str:
        return self._signature

    def __call__(self, line: str) -> str:
        return _native.tokenize(self._ENGINE_NAME, line)
