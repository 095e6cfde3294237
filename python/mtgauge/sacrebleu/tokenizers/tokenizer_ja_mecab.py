"""Japanese words, by MeCab with the IPA dictionary."""

from __future__ import annotations

from importlib import import_module

from ...errors import UsageError
from .. import _native
from .tokenizer_base import BaseTokenizer


class _MecabTokenizer(BaseTokenizer):
    """Tokenizes with MeCab. The constructor fails if there is no dictionary."""

    _ENGINE_NAME = ""
    _PACKAGE = ""  # the package with sacreBLEU's dictionary; if it is missing, the system's is used

    def __init__(self) -> None:
        name = str(type(self)._ENGINE_NAME)
        try:
            name = f"{name}:{import_module(self._PACKAGE).DICDIR}"
        except ImportError:
            pass
        self._ENGINE_NAME = self._name = name
        try:
            self._signature = _native.tokenizer_signature(name)
        except UsageError as error:
            raise RuntimeError(str(error)) from error

    def signature(self) -> str:
        return self._signature

    def __call__(self, line: str) -> str:
        return _native.tokenize(self._name, line)


class TokenizerJaMecab(_MecabTokenizer):
    """Tokenizes Japanese."""

    _ENGINE_NAME = "ja-mecab"
    _PACKAGE = "ipadic"
