# mypy: ignore-errors
# Its types can only be checked with mbrs and torch.
"""A metric for mbrs: every metric of mtgauge that scores segments, under the name "mtgauge".

In a program, import this module, then get the metric from mbrs::

    import mtgauge.mbrs_plugin
    cls = mbrs.metrics.get_metric("mtgauge")
    decoder = mbrs.decoders.get_decoder("mbr")
    decoder = decoder(decoder.Config(), cls(cls.Config(spec="chrf++")))

On mbrs' command line, name this folder: ``--plugin_dir FOLDER --metric mtgauge --metric.spec chrf++``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Optional

import torch
from mbrs import timer
from mbrs.metrics import MetricAggregatable, get_metric, register
from torch import Tensor

import mtgauge

NAME = "mtgauge"


class MetricMtgauge(MetricAggregatable):
    """Scores are float32, like those of mbrs' own metrics. Sources are not used."""

    @dataclass
    class Config(MetricAggregatable.Config):
        """- spec (str): A metric with its options, such as "bleu", "chrf++" or "ter:norm=yes".
        - num_workers (int): Number of threads; 0: as many as there are cores.
        """

        spec: str = "chrf"
        num_workers: int = 0

    cfg: Config

    def __init__(self, cfg: MetricMtgauge.Config):
        super().__init__(cfg)
        (facts,) = mtgauge.metrics(cfg.spec)
        self.HIGHER_IS_BETTER = facts["higher_is_better"]
        self._scorer = mtgauge.Scorer(cfg.spec, on_invalid="replace")
        self._how = {"threads": cfg.num_workers or None, "on_invalid": "replace"}

    def score(self, hypothesis: str, reference: str, source: Optional[str] = None) -> float:
        """Returns the score of a hypothesis, as a double."""
        return float(self._scorer.scores(self._scorer.prepare([reference]), [hypothesis])[0, 0])

    def scores(
        self, hypotheses: List[str], references: List[str], sources: Optional[List[str]] = None
    ) -> Tensor:
        """Returns the score of each hypothesis against the reference with the same index."""
        with timer.measure("score") as measured:
            measured.set_delta_ncalls(len(hypotheses))
            found = mtgauge.segments(references, hypotheses, metrics=self.cfg.spec, **self._how)
            return torch.from_numpy(found[found.metrics[0]]).float()

    def pairwise_scores(
        self, hypotheses: List[str], references: List[str], source: Optional[str] = None
    ) -> Tensor:
        """Returns the score of every hypothesis against every reference: [hypothesis, reference]."""
        with timer.measure("score") as measured:
            measured.set_delta_ncalls(len(hypotheses) * len(references))
            return torch.from_numpy(
                mtgauge.matrix(
                    hypotheses, references, metric=self.cfg.spec, dtype="float32", **self._how
                )
            )

    def expected_scores_reference_aggregation(
        self,
        hypotheses: List[str],
        references: List[str],
        source: Optional[str] = None,
        reference_lprobs: Optional[Tensor] = None,
    ) -> Tensor:
        """Returns the score of each hypothesis against the mean of the references, for bleu and
        chrf."""
        how: Dict[str, Any] = {**self._how, "metric": self.cfg.spec, "aggregate": True}
        if reference_lprobs is not None:
            how.update(weights=reference_lprobs.tolist(), temperature=1.0)
        with timer.measure("expectation"):
            picks = mtgauge.mbr(hypotheses, references, **how)
            expected = torch.empty(len(hypotheses))
            expected[torch.from_numpy(picks.index)] = torch.from_numpy(picks.expected).float()
            return expected

    def corpus_score(
        self,
        hypotheses: List[str],
        references_lists: List[List[str]],
        sources: Optional[List[str]] = None,
    ) -> float:
        """Returns the corpus score of the hypotheses."""
        streams = {f"ref{place}": stream for place, stream in enumerate(references_lists)}
        return mtgauge.score(streams, hypotheses, metrics=self.cfg.spec, **self._how).score


try:
    get_metric(NAME)
except KeyError:  # otherwise it was already imported, as a plugin folder or from the package
    register(NAME)(MetricMtgauge)
