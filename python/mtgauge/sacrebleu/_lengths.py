"""What sacreBLEU leaves out of a score without a word: here a warning, or an error if the user asks.

sacreBLEU 2.6.0 scores as many segments as the shortest of hypotheses and streams of references has.
"""

from __future__ import annotations

import os
import warnings
from typing import Any, List, Optional, Sequence

from .._inputs import callers_level
from ..errors import InputError, PartialScoreWarning

_strict = False


def set_strict(strict: bool) -> None:
    """Sets whether a score of a part of the corpus is an error."""
    global _strict
    _strict = strict


def check(hypotheses: Optional[Sequence[Any]], references: Any) -> None:
    """Warns if a score leaves something out, or raises an InputError.

    :param hypotheses: None if only the references are known.
    :param references: streams of references.
    """
    message = _left_out(hypotheses, references)
    if not message:
        return
    if _strict or os.environ.get("MTGAUGE_STRICT", "0") not in ("", "0"):
        raise InputError(message, remedy=message.partition("; ")[2])
    warnings.warn(PartialScoreWarning(message, code="partial-score"), stacklevel=callers_level())


def _left_out(hypotheses: Optional[Sequence[Any]], references: Any) -> str:
    if isinstance(hypotheses, str):
        return "the hypotheses are one text, so its characters are scored; pass a list of texts"
    if not isinstance(references, Sequence):
        return ""
    if any(isinstance(stream, str) for stream in references):
        return "the references are texts, so their characters are scored; pass streams, as in [references]"
    lengths: List[int] = [len(stream) for stream in references if hasattr(stream, "__len__")]
    count = None if hypotheses is None else len(hypotheses)
    both = [*lengths, *([] if count is None else [count])]
    if not lengths or min(both) == max(both):
        return ""
    shortest, longest = min(lengths), max(lengths)
    texts = f"{shortest} to {longest} references" if shortest < longest else _counted(longest, "reference")
    given = "" if count is None else " for " + _counted(count, "hypothesis", "hypotheses")
    scored = f"only {_counted(min(both), 'segment is scored', 'segments are scored')}"
    message = f"{_counted(len(references), 'stream')} of {texts}{given}: {scored}; "
    if count == len(references):
        return message + "the streams look transposed, so pass list(itertools.zip_longest(*references))"
    return message + "give one hypothesis, and one reference (or None) in each stream, for each segment"


def _counted(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"
