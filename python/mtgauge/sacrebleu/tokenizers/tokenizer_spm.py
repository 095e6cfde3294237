"""SentencePiece models, for spBLEU."""

from __future__ import annotations

import logging

from .. import _native
from .tokenizer_base import BaseTokenizer

sacrelogger: logging.Logger = logging.getLogger("sacrebleu")


class TokenizerSPM(BaseTokenizer):
    """Tokenizes with a SentencePiece model in the folder `models` of sacreBLEU's folder.

    Nothing is downloaded: without the model, the constructor fails with the name of the file.

    :param key: the model: spm (flores101 by its old name), flores101, flores200 or spBLEU-1K.
    """

    _ENGINE_NAME = "flores101"

    def __init__(self, key: str = "spm") -> None:
        if key == "spm":
            sacrelogger.warning(
                "Tokenizer 'spm' has been changed to 'flores101', and may be removed in the future."
            )
            key = "flores101"
        self._ENGINE_NAME = self._name = key
        _native.tokenize(key, "")

    def signature(self) -> str:
        return self._name

    def __call__(self, line: str) -> str:
        return _native.tokenize(self._name, line)


class Flores101Tokenizer(TokenizerSPM):
    """The model of FLORES-101."""

    _ENGINE_NAME = "flores101"

    def __init__(self) -> None:
        super().__init__("flores101")


class Flores200Tokenizer(TokenizerSPM):
    """The model of FLORES-200."""

    _ENGINE_NAME = "flores200"

    def __init__(self) -> None:
        super().__init__("flores200")


class spBLEU1KTokenizer(TokenizerSPM):
    """The model for a thousand languages."""

    _ENGINE_NAME = "spBLEU-1K"

    def __init__(self) -> None:
        super().__init__("spBLEU-1K")
