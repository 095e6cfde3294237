"""The base class of all tokenizers."""

from __future__ import annotations

from typing import Any, Optional


class BaseTokenizer:
    """The base class of tokenizers. A custom one defines `signature` and `__call__`."""

    # The engine's name of this tokenizer. It does not apply to subclasses, which may tokenize
    # differently.
    _ENGINE_NAME: Optional[str] = None

    def signature(self) -> str:
        """Returns the tokenizer's name in signatures."""
        raise NotImplementedError()

    def __call__(self, line: str) -> str:
        """Returns the tokens of `line`, separated by spaces."""
        raise NotImplementedError()


def engine_name(tokenizer: Any) -> Optional[str]:
    """Returns the engine's name of a tokenizer, or None if it has none."""
    if "_ENGINE_NAME" not in vars(type(tokenizer)):
        return None
    name: Optional[str] = tokenizer._ENGINE_NAME
    return name
