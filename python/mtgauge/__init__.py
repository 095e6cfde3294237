"""Scores machine translation with the digits of the reference tools, hundreds of times faster, and
with the same results on every machine.

>>> import mtgauge
>>> mtgauge.score(refs=["The gate is open."], hyps=["The gate is open."], metrics="chrf").score
100.0
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
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
else:

    def __getattr__(name):
        """Loads what is asked for: the command `mtgauge` needs only the engine."""
        from importlib import import_module

        if name in ("answers", "errors"):
            return import_module("mtgauge." + name)
        if name not in __all__:
            raise AttributeError(f"module 'mtgauge' has no attribute {name!r}")
        for part in ("_engine",) if name == "__version__" else ("_api", "_pairs"):
            module = import_module("mtgauge." + part)
            if hasattr(module, name):
                return globals().setdefault(name, getattr(module, name))

    def __dir__():
        return sorted({*globals(), *__all__, "answers", "errors"})


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
