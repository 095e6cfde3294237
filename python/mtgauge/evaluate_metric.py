"""A metric for Hugging Face evaluate: ``evaluate.load(mtgauge.evaluate_metric.__file__, "chrf:nw=2")``, or
``MtgaugeMetric("chrf:nw=2")`` without a search for files."""

from __future__ import annotations

from typing import Any, Dict, List

import datasets  # type: ignore[import-not-found,unused-ignore]
import evaluate  # type: ignore[import-not-found,unused-ignore]

import mtgauge

_TEXT = datasets.Value("string")


class MtgaugeMetric(evaluate.Metric):  # type: ignore[misc,unused-ignore]
    """The configuration is the metric, with its options; ``bleu`` by default."""

    def _info(self) -> Any:
        return evaluate.MetricInfo(
            description="Scores of mtgauge, which have the digits of the reference tools.",
            citation="",
            inputs_description="predictions: texts; references: a text, or a list of texts, for each prediction",
            features=[datasets.Features({"predictions": _TEXT, "references": datasets.Sequence(_TEXT)}),
                      datasets.Features({"predictions": _TEXT, "references": _TEXT})],
        )

    def _compute(self, predictions: List[str], references: List[Any], **options: Any) -> Dict[str, Any]:
        """Returns the score and its signature. ``options``: those of ``mtgauge.score``."""
        metric = "bleu" if self.config_name == "default" else self.config_name
        (score,) = mtgauge.score(references, predictions, metrics=metric, **options).systems[0].scores
        return {"score": score.score, "metric": score.metric, "signature": score.signature, **score.details}
