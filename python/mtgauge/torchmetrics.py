"""Metrics for torchmetrics. The state is a sum of integers, so all processes of a distributed job
together give the digits of one process.

>>> metric = CorpusScore("chrf")                                        # doctest: +SKIP
>>> metric.update(["The gate is open."], [["The gate is open."]])       # doctest: +SKIP
>>> metric.compute()                                                    # doctest: +SKIP
tensor(1., dtype=torch.float64)
"""

from __future__ import annotations

from typing import Any, Sequence, Union

import torch  # type: ignore[import-not-found,unused-ignore]
from torchmetrics import Metric  # type: ignore[import-not-found,unused-ignore]

from mtgauge._api import Scorer, metrics
from mtgauge._inputs import listed
from mtgauge.errors import InputError, UsageError, refusal

__all__ = ["CorpusScore"]


class CorpusScore(Metric):  # type: ignore[misc,unused-ignore]
    """The corpus score of a metric of mtgauge, as a share of its scale: 1 instead of 100.

    ``metric``: a name with options, as in ``"chrf:nw=2"``. ``update`` takes hypotheses, and for each a
    reference or a list of references. Further arguments are those of ``torchmetrics.Metric``.
    """

    is_differentiable = False
    full_state_update = False
    sums: "torch.Tensor"

    def __init__(self, metric: str = "bleu", **options: Any) -> None:
        super().__init__(**options)
        facts, *others = metrics(metric)
        if others:
            raise refusal(UsageError, f"metric={metric!r} names {1 + len(others)} metrics", "make a CorpusScore for each",
                          option="metric")
        if facts["needs_source"]:
            raise refusal(UsageError, f"metric={metric!r} compares with the source text, which torchmetrics does not pass",
                          "call mtgauge.score(..., source=...)", option="metric")
        # torchmetrics allows no assignment to this.
        self.__dict__["higher_is_better"] = facts["higher_is_better"]
        self._scale = float(facts["scale"] or 1)
        self._scorer = Scorer(metric)
        count = len(self._scorer.columns[0])
        self.add_state("sums", default=torch.zeros(count, dtype=torch.int64), dist_reduce_fx="sum")

    def update(self, preds: Union[str, Sequence[str]], target: Union[str, Sequence[Union[str, Sequence[str]]]]) -> None:
        """Adds hypotheses and their references."""
        hyps, targets = ([value] if isinstance(value, str) else list(value) for value in (preds, target))
        if len(hyps) != len(targets):
            raise refusal(InputError, f"{len(hyps)} predictions, but {len(targets)} targets",
                          "pass one target, or a list of them, for each", option="target")
        column = [refs if isinstance(refs, (str, list)) else listed(refs, "target") for refs in targets]
        references = self._scorer._scorer.prepare([column])  # which does not ask whether they are streams
        self.sums += torch.tensor(self._scorer.sums(references, hyps), dtype=torch.int64, device=self.sums.device)

    def compute(self) -> "torch.Tensor":
        """Returns the score of all texts so far."""
        score = self._scorer.score_of_sums(self.sums.tolist()) / self._scale
        return torch.tensor(score, dtype=torch.float64, device=self.sums.device)
