"""The default tokenizer, from mteval-v13a."""

from __future__ import annotations

from .tokenizer_base import BaseTokenizer
from .tokenizer_re import separate_punctuation

# In this order, so that `&amp;lt;` becomes `<`.
ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))


def decode_entities(line: str) -> str:
    """Decodes the four entities of mteval in `line`."""
    for entity, mark in ENTITIES:
        line = line.replace(entity, mark)
    return line


class Tokenizer13a(BaseTokenizer):
    """Joins lines, decodes entities and separates punctuation."""

    _ENGINE_NAME = "13a"

    def signature(self) -> str:
        return "13a"

    def __call__(self, line: str) -> str:
        line = line.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
        return " ".join(separate_punctuation(f" {decode_entities(line)} ").split())
