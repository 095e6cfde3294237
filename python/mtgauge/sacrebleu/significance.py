"""Confidence intervals and paired tests by resampling, as sacreBLEU computes them.

The engine draws the resamples, or NumPy and the metric if the metric defines its own steps.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from ..errors import MtgaugeError
from . import _native
from ._resampling import _bootstrap_resample as _bootstrap_resample
from ._resampling import _draws, _resampled_numbers
from ._resampling import estimate_ci as estimate_ci
from ._resampling import seed_of_environment as seed_of_environment
from .metrics.base import Metric, Score, Signature

if TYPE_CHECKING:
    import numpy

sacrelogger: logging.Logger = logging.getLogger("sacrebleu")


class Result:
    """The test result of one system under one metric.

    :param score: the score.
    :param p_value: of the difference to the baseline; None for the baseline itself.
    :param mean: the mean of the resamples' scores.
    :param ci: half of the interval that contains 95 % of them.
    """

    def __init__(
        self,
        score: float,
        p_value: Optional[float] = None,
        mean: Optional[float] = None,
        ci: Optional[float] = None,
    ):
        self.score = score
        self.p_value = p_value
        self.mean = mean
        self.ci = ci

    def __repr__(self) -> str:
        return ",".join([f"{name}={value}" for name, value in vars(self).items()])


def _compute_p_value(stats: numpy.ndarray[Any, Any], real_difference: float) -> float:
    """Returns how often differences by chance exceed the real one, counting the real one as one
    more trial."""
    return float(((stats > real_difference).sum() + 1) / (len(stats) + 1))


_Baseline = Dict[str, Tuple[Any, Result]]


def _paired_ar_test(
    baseline_info: _Baseline,
    sys_name: str,
    hypotheses: Sequence[str],
    references: Optional[Sequence[Sequence[str]]],
    metrics: Dict[str, Metric],
    n_samples: int = 10000,
    n_ar_confidence: int = -1,
    seed: Optional[int] = None,
) -> Tuple[str, Dict[str, Result]]:
    """Approximate randomization: tests whether swapping segments with the baseline changes the
    difference."""
    import numpy as np

    segments = len(next(iter(baseline_info.values()))[0])
    rng = np.random.default_rng(seed)
    swap = rng.integers(2, size=(n_samples, segments), dtype=bool)
    draws = _draws(rng, n_ar_confidence, segments) if n_ar_confidence > 0 else None
    results: Dict[str, Result] = {}
    for name, metric in metrics.items():
        _announce("ar", name, sys_name, n_samples, n_ar_confidence)
        rows, score = _score_system(metric, hypotheses, references)
        base_rows, base = baseline_info[name]
        of_base, of_system = np.array(base_rows), np.array(rows)
        differences = np.array(
            [
                abs(
                    metric._compute_score_from_stats(a).score
                    - metric._compute_score_from_stats(b).score
                )
                for a, b in zip(
                    swap @ of_base + ~swap @ of_system, swap @ of_system + ~swap @ of_base
                )
            ]
        )
        result = Result(score.score, _compute_p_value(differences, abs(base.score - score.score)))
        if draws is not None:
            result.mean, result.ci = estimate_ci(_resampled_numbers(rows, metric, draws))
        results[name] = result
    return sys_name, results


def _paired_bs_test(
    baseline_info: _Baseline,
    sys_name: str,
    hypotheses: Sequence[str],
    references: Optional[Sequence[Sequence[str]]],
    metrics: Dict[str, Metric],
    n_samples: int = 1000,
    n_ar_confidence: int = -1,
    seed: Optional[int] = None,
) -> Tuple[str, Dict[str, Result]]:
    """Paired bootstrap: tests how far the difference to the baseline varies over resamples."""
    import numpy as np

    results: Dict[str, Result] = {}
    for name, metric in metrics.items():
        _announce("bs", name, sys_name, n_samples)
        rows, score = _score_system(metric, hypotheses, references)
        base_rows, base = baseline_info[name]
        of_base, of_system = (
            _resampled_numbers(
                some, metric, _draws(np.random.default_rng(seed), n_samples, len(some))
            )
            for some in (base_rows, rows)
        )
        differences = np.abs(of_system - of_base)
        p_value = _compute_p_value(differences - differences.mean(), abs(base.score - score.score))
        results[name] = Result(score.score, p_value, *estimate_ci(of_system))
    return sys_name, results


def _announce(
    test_type: str, name: str, sys_name: str, n_samples: int, n_ar_confidence: int = -1
) -> None:
    sacrelogger.info(f"Computing {name} for {sys_name!r} and extracting sufficient statistics")
    if test_type == "bs":
        sacrelogger.info(
            f" > Performing paired bootstrap resampling test (# resamples: {n_samples})"
        )
    else:
        sacrelogger.info(f" > Performing approximate randomization test (# trials: {n_samples})")
    if n_ar_confidence > 0:
        sacrelogger.info(
            " > Performing bootstrap resampling for confidence interval "
            f"(# resamples: {n_ar_confidence})"
        )


def _score_system(
    metric: Metric, hypotheses: Sequence[str], references: Optional[Sequence[Sequence[str]]]
) -> Tuple[List[Any], Score]:
    rows = metric._extract_corpus_statistics(hypotheses, references)
    return rows, metric._aggregate_and_compute(rows)


class PairedTest:
    """Compares systems with the first of them, the baseline.

    :param named_systems: pairs of a name and hypotheses; the baseline first.
    :param metrics: metrics by name.
    :param references: streams of references; None: those that the metrics were made with.
    :param test_type: `ar` (approximate randomization) or `bs` (paired bootstrap).
    :param n_samples: trials or resamples; 0: 10,000 of `ar`, 1,000 of `bs`.
    :param n_ar_confidence: with `ar`, resamples for confidence intervals; 0: 1,000; -1: no intervals.
    :param n_jobs: not needed: the engine uses all cores.
    """

    _DEFAULT_SAMPLES = {"ar": 10000, "bs": 1000}

    def __init__(
        self,
        named_systems: List[Tuple[str, Sequence[str]]],
        metrics: Mapping[str, Metric],
        references: Optional[Sequence[Sequence[str]]],
        test_type: str = "ar",
        n_samples: int = 0,
        n_ar_confidence: int = -1,
        n_jobs: int = 1,
    ):
        assert test_type in self._DEFAULT_SAMPLES, f"Unknown test type {test_type!r}"
        self.test_type = test_type
        self._fn = {"ar": _paired_ar_test, "bs": _paired_bs_test}[test_type]
        seed_text, self._seed = seed_of_environment()
        self.n_jobs = n_jobs
        self.references = references
        self.named_systems = named_systems
        self.n_ar_confidence: int = 1000 if n_ar_confidence == 0 else n_ar_confidence
        self.n_samples: int = n_samples or self._DEFAULT_SAMPLES[test_type]
        self.n_systems: int = len(named_systems) - 1
        self.metrics: Dict[str, Metric] = {}
        self._baseline_scores: Dict[str, Score] = {}
        self._signatures: Dict[str, Signature] = {}
        base_name, base_hyps = named_systems[0]
        for name, metric in metrics.items():
            sacrelogger.info(f"Pre-computing {name} statistics for {base_name!r}")
            score = metric.corpus_score(base_hyps, references)
            self.metrics[score.name] = metric
            self._baseline_scores[score.name] = score
            self._signatures[score.name] = self._signature_of(metric, seed_text)
            for _, hypotheses in named_systems[1:]:  # the baseline has been checked
                metric._check_lengths(hypotheses, references)

    def _signature_of(self, metric: Metric, seed_text: str) -> Signature:
        signature = metric.get_signature()
        if self.test_type == "ar":
            signature.update("ar", self.n_samples)
        resamples = self.n_samples if self.test_type == "bs" else self.n_ar_confidence
        if resamples > 0:
            signature.update("bs", resamples)
        signature.update("seed", seed_text)
        return signature

    def __call__(self) -> Tuple[Dict[str, Signature], Dict[str, List[Union[str, Result]]]]:
        """Runs the test; returns the metrics' signatures, and by metric name the results of all
        systems.

        The names of the systems are under `System`.
        """
        results: Any = self._by_engine() or self._by_python()
        table: Dict[str, List[Union[str, Result]]] = {
            "System": [name for name, _ in self.named_systems]
        }
        for at, name in enumerate(self.metrics):
            table[name] = [of_system[at] for of_system in results]
        return self._signatures, table

    def _by_engine(self) -> Optional[List[List[Result]]]:
        """Returns the results of all systems for each metric, or None if the engine has no such
        test."""
        if self._seed is None or self._seed < 0 or self.n_ar_confidence > 0 or self.n_systems == 0:
            return None
        specs, texts = [], None
        for metric in self.metrics.values():
            spec, of_metric = metric._score_spec(), self._texts_for_engine(metric)
            if not (spec and _native.scorer(spec) and of_metric and texts in (None, of_metric)):
                return None
            specs.append(spec)
            texts = of_metric
        if texts is None:
            return None
        try:
            answers = _native.corpus(
                specs,
                *texts,
                test=f"paired-{self.test_type}",
                resamples=self.n_samples,
                seed=self._seed,
            )
        except (TypeError, MtgaugeError):
            if all(_native.are_whole(hyps) for _, hyps in self.named_systems):
                raise
            return None  # the steps in Python report it as sacreBLEU does
        for sys_name, _ in self.named_systems[1:]:
            for name in self.metrics:
                _announce(self.test_type, name, sys_name, self.n_samples)
        return [[_result_of(answer) for answer in of_system] for of_system in answers or []]

    def _texts_for_engine(
        self, metric: Metric
    ) -> Optional[Tuple[List[Tuple[str, Sequence[str]]], _native.Streams]]:
        """Returns all systems and the references, if they have the same length."""
        streams = metric._streams_for_engine(self.references)
        if streams is None:
            return None
        systems = [(str(at), streams.beside(texts)) for at, (_, texts) in enumerate(self.named_systems)]
        lengths = {len(texts) for _, texts in systems}
        if len(lengths) != 1 or 0 in lengths:
            return None
        return systems, streams.upto(lengths.pop()).streams

    def _by_python(self) -> List[List[Result]]:
        import numpy as np

        base_hyps = self.named_systems[0][1]
        baseline: _Baseline = {}
        for name, metric in self.metrics.items():
            rows = metric._extract_corpus_statistics(base_hyps, self.references)
            result = Result(self._baseline_scores[name].score)
            resamples = self.n_samples if self.test_type == "bs" else self.n_ar_confidence
            if resamples > 0:
                draws = _draws(np.random.default_rng(self._seed), resamples, len(rows))
                result.mean, result.ci = estimate_ci(_resampled_numbers(rows, metric, draws))
            baseline[name] = (rows, result)
        results = [[result for _, result in baseline.values()]]
        for name, hypotheses in self.named_systems[1:]:
            _, of_system = self._fn(
                baseline,
                name,
                hypotheses,
                self.references,
                self.metrics,
                self.n_samples,
                self.n_ar_confidence,
                self._seed,
            )
            results.append(list(of_system.values()))
        return results


def _result_of(answer: Dict[str, Any]) -> Result:
    resampled = answer["resampled"] or {}
    interval = resampled.get("interval") or {}
    return Result(
        answer["score"], resampled.get("p"), interval.get("mean"), interval.get("half_width")
    )
