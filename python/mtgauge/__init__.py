"""Scores of machine translation: every digit is the reference tool's digit, hundreds of times
faster, and the same on every machine.

>>> import mtgauge
>>> mtgauge.score(["The gate is open."], ["The gate is open."], metrics="chrf").score
100.0
"""

from mtgauge._api import (
    Rows,
    Scorer,
    compare,
    evaluate,
    metrics,
    options,
    score,
    segments,
    stemmers,
    tokenize,
    tokenizers,
)
from mtgauge._engine import __version__

__all__ = [
    "Rows",
    "Scorer",
    "__version__",
    "compare",
    "evaluate",
    "metrics",
    "options",
    "score",
    "segments",
    "stemmers",
    "tokenize",
    "tokenizers",
]
