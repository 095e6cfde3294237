"""What all tokenizers have."""

from __future__ import annotations

from typing import Any, Optional


class BaseTokenizer:
    """The base class of tokenizers. Yours defines `signature` and `__call__`."""

    # What the engine calls this tokenizer; of this class alone, as a subclass may cut differently.
    _ENGINE_NAME: Optional[str] = None

    def signature(self) -> str:
        """What signatures say of this tokenizer."""
        raise NotImplementedError()

    def __call__(self, line: str) -> str:
        """The tokens of `line`, with a space between any two."""
        raise NotImplementedError()


def engine_name(tokenizer: Any) -> Optional[str]:
    """What the engine calls a tokenizer; None: it has no such one."""
    if "_ENGINE_NAME" not in vars(type(tokenizer)):
        return None
    name: Optional[str] = tokenizer._ENGINE_NAME
    return name
