"""Resamples of rows of statistics, by NumPy and a metric's own steps. `significance` has them too."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, List, Optional, Tuple, Union

if TYPE_CHECKING:
    import numpy

# Number of resamples that are summed at once; it bounds the memory of the Python implementation.
_AT_ONCE = 32


def seed_of_environment() -> Tuple[str, Optional[int]]:
    """Returns SACREBLEU_SEED as signatures show it, and as a number; None stands for a new seed
    each time."""
    text = os.environ.get("SACREBLEU_SEED", "12345").lower()
    return text, None if text == "none" else int(text)


def estimate_ci(scores: numpy.ndarray[Any, Any]) -> Tuple[float, float]:
    """Returns the mean of resamples' scores, and half of the interval that contains 95 % of them."""
    import numpy as np

    ordered = np.sort(scores)
    cut = len(ordered) // 40
    return ordered.mean(), 0.5 * (ordered[len(ordered) - cut - 1] - ordered[cut])


def _draws(rng: Any, n_samples: int, segments: int) -> Any:
    """Returns the segments of each resample."""
    return rng.choice(segments, size=(n_samples, segments), replace=True)


def _resampled(rows: Any, metric: Any, draws: Any) -> List[Any]:
    """Returns the scores of resamples; their rows are summed in float32."""
    import numpy as np

    rows = np.array(rows, dtype="float32")
    return [
        metric._compute_score_from_stats(sums)
        for at in range(0, len(draws), _AT_ONCE)
        for sums in rows[draws[at : at + _AT_ONCE]].sum(1)
    ]


def _resampled_numbers(rows: Any, metric: Any, draws: Any) -> Any:
    import numpy as np

    return np.array([score.score for score in _resampled(rows, metric, draws)])


def _bootstrap_resample(
    stats: List[List[Union[int, float]]], metric: Any, n_samples: int = 1000
) -> Tuple[str, List[Any]]:
    """Returns the seed from SACREBLEU_SEED, and the scores of resamples of rows of statistics."""
    import numpy as np

    text, seed = seed_of_environment()
    return text, _resampled(
        stats, metric, _draws(np.random.default_rng(seed), n_samples, len(stats))
    )
