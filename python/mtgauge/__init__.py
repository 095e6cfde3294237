"""Scores machine translation with the digits of the reference tools, hundreds of times faster, and
with the same results on every machine.

>>> import mtgauge
>>> mtgauge.score(refs=["The gate is open."], hyps=["The gate is open."], metrics="chrf").score
100.0
"""

from mtgauge import errors
from mtgauge._api import (
    Rows,
    Scorer,
    cite,
    columns,
    compare,
    evaluate,
    explain,
    from_signature,
    gaps,
    latency,
    metrics,
    nbest,
    options,
    report,
    resegment,
    score,
    segments,
    spans,
    stemmers,
    survey,
    tokenize,
    tokenizers,
)
from mtgauge._engine import __version__
from mtgauge._pairs import Nearest, Picks, matrix, mbr, nearest

__all__ = [
    "Nearest",
    "Picks",
    "Rows",
    "Scorer",
    "__version__",
    "cite",
    "columns",
    "compare",
    "errors",
    "evaluate",
    "explain",
    "from_signature",
    "gaps",
    "latency",
    "matrix",
    "mbr",
    "metrics",
    "nbest",
    "nearest",
    "options",
    "report",
    "resegment",
    "score",
    "segments",
    "spans",
    "stemmers",
    "survey",
    "tokenize",
    "tokenizers",
]
