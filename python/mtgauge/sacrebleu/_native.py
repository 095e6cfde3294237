"""The only module that calls the engine.

A metric has a spec, as on the command line: `bleu:tok=13a,lc=no,order=4`. Functions return None for
a spec that the engine does not have; the caller then uses plain Python.
"""

from __future__ import annotations

import re
import sys
from functools import lru_cache
from typing import Any, Dict, List, Optional, Sequence, Set, Tuple

from .. import _engine

Streams = List[Sequence[Optional[str]]]


@lru_cache(maxsize=256)
def scorer(spec: str, compat: str = "") -> Optional[Any]:
    """Returns the engine's scorer for a spec; `compat` selects the arithmetic of its scores."""
    try:
        return _engine.Scorer([spec], keep_surrogates=True, compat=compat)
    except ValueError:
        return None


def kinds_of(elements: Sequence[Any]) -> Set[type]:
    """Returns the types that occur; `map(type, ...)` is the fastest way to find them."""
    return set(map(type, elements))


def are_texts(kinds: Set[type]) -> bool:
    """Returns whether all elements are strings or None."""
    return all(issubclass(kind, str) or kind is type(None) for kind in kinds)


def are_whole(texts: Sequence[Any]) -> bool:
    """Returns whether all elements are strings."""
    kinds = kinds_of(texts)
    return type(None) not in kinds and are_texts(kinds)


def corpus(
    specs: List[str], systems: List[Tuple[str, Sequence[str]]], streams: Streams, **test: Any
) -> Optional[List[List[Dict[str, Any]]]]:
    """Scores systems on all cores; returns for each system one answer for each spec, with its
    details."""
    if any(scorer(spec) is None for spec in specs):
        return None
    report = _engine.corpus(
        specs, systems, streams, keep_surrogates=True, compat=arithmetic(), **test
    )
    return [system["scores"] for system in report["systems"]]


def tokenize(name: str, text: str) -> str:
    """Tokenizes `text` with the tokenizer `name`. Raises the engine's error if it is not available."""
    spec = f"bleu:tok={name}"
    engine = scorer(spec) or _engine.Scorer([spec], keep_surrogates=True)
    tokens: str = engine.tokenize([text])[0]
    return tokens


@lru_cache(maxsize=None)
def tokenizer_signature(name: str) -> str:
    """Returns the signature entry of the tokenizer `name`, with the version of its dictionary."""
    tokenize(name, "")
    report = _engine.corpus([f"bleu:tok={name}"], [("", ["a"])], [["a"]])
    signature = report["systems"][0]["scores"][0]["signature"]
    return str(re.findall(r"\|tok:([^|]*)", signature)[0])


@lru_cache(maxsize=None)
def arithmetic() -> str:
    """Returns the name of the arithmetic that sacreBLEU would use under this Python and the
    installed NumPy."""
    from importlib import metadata

    try:
        numpy2 = int(metadata.version("numpy").split(".")[0]) >= 2
    except metadata.PackageNotFoundError:
        numpy2 = True
    return (
        "sacrebleu"
        + ("-py312" if sys.version_info >= (3, 12) else "")
        + ("-numpy2" if numpy2 else "")
    )
