"""All pairs of hypotheses and references: score matrices, and minimum Bayes risk decoding."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Dict, List, NamedTuple, Optional, Sequence, Union

from mtgauge import _engine
from mtgauge._frames import needed_column, only_column
from mtgauge._inputs import (
    MOST,
    Texts,
    float_of,
    is_number,
    listed,
    options_of,
    plain,
    specs_of,
    threads_of,
    warn,
    whole_number,
    wrong_type,
)
from mtgauge._light import with_keywords
from mtgauge.errors import InputError, UsageError, called, refusal

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from mtgauge import _options

__all__ = ["matrix", "mbr", "nearest", "Nearest", "Picks"]


class Nearest(NamedTuple):
    """The best references of each hypothesis: arrays [hypothesis, rank], best first."""

    index: Any
    score: Any


class Picks(NamedTuple):
    """The candidates of a group by expected score, best first: arrays [rank]."""

    index: Any
    expected: Any

    @property
    def best(self) -> int:
        """The index of the best candidate in its list."""
        return int(self.index[0])


@with_keywords("MatrixOptions")
def matrix(
    hyps: Texts,
    refs: Texts = None,
    *,
    metric: Union[str, Sequence[str]] = "bleu",
    dtype: str = "float64",
    threads: Optional[int] = None,
    **options: Unpack[_options.MatrixOptions],
) -> Any:
    """Scores every hypothesis against every reference; returns an array [hypothesis, reference].

    ``hyps`` and ``refs`` are lists of str, or columns of pandas, polars or pyarrow. Lists of lists
    are groups; the result is then a list with an array for each. Without ``refs`` the hypotheses
    are scored against each other. Each text is tokenized once, and each pair has the score of
    ``segments``.

    With several metrics the result is a dict by printed name. ``dtype``: "float64" or "float32".
    ``mtgauge.options("matrix")`` lists all other keywords.

    >>> matrix(hyps=["The gate is open.", "Nobody."], refs=["The gate was open."], metric="chrf").round(1).tolist()
    [[62.3], [2.5]]
    """
    if str(dtype) not in ("float64", "float32"):
        remedy = "choose 'float64' or 'float32'"
        raise UsageError(f"dtype={dtype!r}: {remedy}", option="dtype", remedy=remedy)
    with called("metric", "metrics"):
        names, ragged, groups, warnings = _engine.matrix(
            needed_column(hyps, "hyps"), only_column(refs, "refs", False), options_of("matrix", specs_of(metric), options),
            threads_of(threads), float32=str(dtype) == "float32",
        )
    warn(warnings)
    if isinstance(metric, str) and len(names) == 1:
        return [arrays[0] for arrays in groups] if ragged else groups[0][0]
    by_name: Dict[str, Any] = {}
    for place, name in enumerate(names):
        of_metric = [arrays[place] for arrays in groups]
        by_name[name] = of_metric if ragged else of_metric[0]
    return by_name


@with_keywords("MatrixOptions")
def nearest(
    hyps: Texts,
    refs: Texts = None,
    *,
    metric: str = "chrf",
    top: int = 1,
    threads: Optional[int] = None,
    **options: Unpack[_options.MatrixOptions],
) -> Any:
    """Returns the ``top`` best references of each hypothesis without storing the whole matrix, for
    example to find training lines that are in a test set. Without ``refs``, a text is not matched
    with itself. Groups as in ``matrix``.

    >>> nearest(hyps=["The gate is open."], refs=["Nobody.", "The gate was open."]).index.tolist()
    [[1]]
    """
    with called("metric", "metrics"):
        names, ragged, groups, warnings = _engine.matrix(
            needed_column(hyps, "hyps"), only_column(refs, "refs", False), options_of("matrix", specs_of(metric), options),
            threads_of(threads), top=whole_number(top, "top", 1, MOST),
        )
    if len(names) > 1:
        raise refusal(UsageError, f"metric={metric!r}: {len(names)} metrics, and the nearest are those under one", "name one",
                      option="metric")
    warn(warnings)
    answers = [Nearest(index, score) for score, index in groups]
    return answers if ragged else answers[0]


@with_keywords("MbrOptions")
def mbr(
    hyps: Texts,
    refs: Texts = None,
    *,
    metric: str = "chrf",
    weights: Any = None,
    temperature: Optional[float] = None,
    threads: Optional[int] = None,
    **options: Unpack[_options.MbrOptions],
) -> Any:
    """Ranks candidates by their expected score: the mean of their scores against ``refs``, or
    against all candidates, including themselves. Groups as in ``matrix``; the result has a
    ``Picks`` for each.

    ``weights``: the weight of each reference, a list for each group. With ``temperature`` T they
    are log-probabilities v, and a reference has the weight exp(v / T).

    >>> mbr(hyps=["It rains.", "It is raining.", "It is rainy."]).best
    1
    """
    given: List[List[float]] = []
    if temperature is not None and weights is None:
        raise refusal(UsageError, f"temperature={temperature!r} does nothing without weights=",
                      "add weights=, or leave it out", option="temperature")
    if weights is not None:
        groups = listed(weights, "weights")
        if not groups or not hasattr(groups[0], "__len__"):
            groups = [groups]
        given = [[_weight(weight) for weight in listed(group, "weights")] for group in groups]
    with called("metric", "metrics"):
        ragged, picks, warnings = _engine.mbr(
            needed_column(hyps, "hyps"), only_column(refs, "refs", False), given,
            options_of("mbr", specs_of(metric), {**options, "temperature": temperature}), threads_of(threads),
        )
    empty = next((group for group, (own, (index, _)) in enumerate(zip(given, picks)) if not own and len(index)), None)
    if empty is not None:
        raise refusal(UsageError, f"weights: group {empty} has none", "give one for each reference", option="weights")
    warn(warnings)
    answers = [Picks(index, expected) for index, expected in picks]
    return answers if ragged else answers[0]


def _weight(value: Any) -> float:
    value = plain(value)
    if not is_number(value):
        raise wrong_type("weights", value, "a number is needed", "give numbers")
    weight = float_of(value)
    if not math.isfinite(weight):
        raise refusal(InputError, f"weights: {weight} is no weight", "give finite numbers", option="weights")
    return weight
