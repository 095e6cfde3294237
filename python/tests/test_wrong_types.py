"""Arguments of wrong types and values raise errors of the package alone, which say what to pass."""

from __future__ import annotations

from typing import Any, Callable

import pytest

import mtgauge
from mtgauge.errors import InputTypeError, MtgaugeError, UsageError

REFS, HYPS = ["The gate is open.", "Nobody came."], ["The gate was open.", "Nobody."]
SCORER = mtgauge.Scorer("chrf")
PREPARED = SCORER.prepare(REFS)
SUMS = SCORER.sums(PREPARED, HYPS)


@pytest.mark.parametrize("call, message", [
    (lambda: mtgauge.score(REFS, 5), "hyps: int where a list of texts is needed; pass a list"),
    (lambda: mtgauge.score(REFS, set(HYPS)), "hyps: set where a list of texts is needed; pass a list"),
    (lambda: mtgauge.score(REFS, [1, 2]), r"hyps\[0\]: int where a str is needed"),
    (lambda: mtgauge.score(REFS, [HYPS]), r"hyps\[0\]: list where a str is needed; give one text for each segment"),
    (lambda: mtgauge.score(REFS, HYPS, ref_annotations=5, annotations=5), "annotations: int where a list is needed"),
    (lambda: mtgauge.score(REFS, HYPS, by=5), "by: int where a list of texts is needed"),
    (lambda: mtgauge.score(REFS, HYPS, by={"lang": 5}), r"by\['lang'\]: int where a list is needed"),
    (lambda: mtgauge.score(rows=5), "rows: int where Rows or row files are needed"),  # type: ignore[arg-type]
    (lambda: mtgauge.tokenize(5), "texts: int where a list of texts is needed"),
    (lambda: mtgauge.mbr(HYPS, weights=5), "weights: int where a list is needed"),
    (lambda: mtgauge.mbr(HYPS, weights=[[None, 1]]), "weights: NoneType where a number is needed"),
    (lambda: mtgauge.nearest(HYPS, REFS, top="x"), "top: str where an int is needed"),  # type: ignore[arg-type]
    (lambda: mtgauge.columns(5), "path: int where the name of a file is needed"),  # type: ignore[arg-type]
    (lambda: mtgauge.Rows.load(5), "path: int where the name of a file is needed"),  # type: ignore[arg-type]
    (lambda: mtgauge.spans("gold", {"judge": 5}), r"systems\['judge'\]: int where the name of a file"),  # type: ignore[dict-item]
    (lambda: mtgauge.metrics(5), "metrics: int where the name of a metric is needed"),  # type: ignore[arg-type]
    (lambda: mtgauge.cite(references=True), "references: bool where an int is needed"),
    (lambda: SCORER.score_of_sums(SUMS, metric="x"), "metric: str where an int is needed"),  # type: ignore[arg-type]
    (lambda: SCORER.scores(PREPARED, HYPS, segment_of=["x", "y"]), r"segment_of\[0\]: str where an int"),  # type: ignore[list-item]
])
def test_wrong_types(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(InputTypeError, match=message) as caught:
        call()
    assert isinstance(caught.value, TypeError) and isinstance(caught.value, MtgaugeError)


@pytest.mark.parametrize("call, message", [
    (lambda: mtgauge.Scorer(5), "unknown metric '5'"),  # type: ignore[arg-type]
    (lambda: mtgauge.options("zz"), "no function of this name has options; pass one of score, segments, compare"),
    (lambda: SCORER.score_of_sums(SUMS, metric=3), "metric=3: there are 1 metrics; count metrics from 0"),
    (lambda: SCORER.score_of_sums(SUMS, metric=-1), "metric=-1: choose at least 0"),
    (lambda: mtgauge.nearest(HYPS, REFS, top=0), "top=0: choose at least 1"),
    (lambda: mtgauge.matrix(HYPS, REFS, dtype="int"), "dtype='int': choose 'float64' or 'float32'"),
    (lambda: mtgauge.matrix([HYPS], REFS), "refs: give a list of texts beside a list, or as many lists as there are in hyps"),
    (lambda: mtgauge.mbr([HYPS, HYPS], weights=[[1, 1]]), "weights: give a list of numbers for each group"),
    (lambda: mtgauge.Scorer("chrf", on_invalid="skip"), "on_invalid=: choose"),
    (lambda: mtgauge.score(REFS, HYPS, metrics=["bleu", "chrf"]).score, r"there are 2 scores; look at \.systems"),
])
def test_wrong_values(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        call()
