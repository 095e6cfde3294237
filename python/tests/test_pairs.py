"""Matrices and minimum Bayes risk decoding, compared with the scores of single pairs."""

from __future__ import annotations

import math
import random

import pytest

import mtgauge
from mtgauge.errors import InputError

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.filterwarnings("ignore::mtgauge.errors.MtgaugeWarning")

WORDS = "the gate was open and nobody came over hills of rain snow 汉字 naïve ok".split()


def texts(seed: int, count: int) -> list[str]:
    rng = random.Random(seed)
    made = [" ".join(rng.choices(WORDS, k=rng.randrange(12))) for _ in range(count)]
    return made + ["", "again " * 80]


def pair_by_pair(hyps: list[str], refs: list[str], metric: str) -> list[list[float]]:
    found = mtgauge.segments(
        [ref for _ in hyps for ref in refs], [hyp for hyp in hyps for _ in refs], metrics=metric
    )
    (name,) = found.metrics
    return found[name].reshape(len(hyps), len(refs)).tolist()


@pytest.mark.parametrize("metric", ["bleu", "chrf", "chrf:nw=2", "ter", "gleu", "exact", "ribes", "wer", "sentence-bleu"])
def test_matrices_have_the_scores_of_segments(metric: str) -> None:
    hyps, refs = texts(1, 20), texts(2, 9)
    wanted = pair_by_pair(hyps, refs, metric)
    for threads in (1, 3):
        found = mtgauge.matrix(hyps, refs, metric=metric, threads=threads)
        assert found.dtype == np.float64 and found.tolist() == wanted
    assert mtgauge.matrix(refs, metric=metric).tolist() == pair_by_pair(refs, refs, metric)
    narrow = mtgauge.matrix(hyps, refs, metric=metric, dtype="float32")
    assert narrow.dtype == np.float32
    assert narrow.tolist() == np.array(wanted, dtype=np.float32).tolist()


def test_lists_of_lists_are_groups() -> None:
    groups = [texts(seed, seed) for seed in range(5)]
    refs = [texts(seed + 9, 3) for seed in range(5)]
    found = mtgauge.matrix(groups, refs, metric="chrf")
    assert [a.shape for a in found] == [(len(g), 5) for g in groups]
    for array, hyp, ref in zip(found, groups, refs):
        assert array.tolist() == mtgauge.matrix(hyp, ref, metric="chrf").tolist()
    assert mtgauge.matrix([], metric="chrf").shape == (0, 0)
    assert mtgauge.matrix([[]], [["a"]], metric="chrf")[0].shape == (0, 1)


def test_columns_of_lists_are_groups() -> None:
    pa = pytest.importorskip("pyarrow")
    hyps = [["It rains.", "It snows."], [], ["Nobody."]]
    refs = [["It rains."], ["A", "B"], ["Somebody.", "No."]]
    found = mtgauge.matrix(pa.array(hyps), pa.chunked_array([refs[:1], refs[1:]]), metric="bleu")
    assert [a.tolist() for a in found] == [a.tolist() for a in mtgauge.matrix(hyps, refs, metric="bleu")]


def test_several_metrics_are_a_dict() -> None:
    found = mtgauge.matrix(["a b"], ["a c", "a b"], metric=["chrf", "ter"])
    assert list(found) == ["chrF2", "TER"]
    assert found["TER"].tolist() == [[50.0, 0.0]]


def test_faults_name_the_text() -> None:
    with pytest.raises(mtgauge.errors.InputError) as caught:
        mtgauge.matrix(["a", "b\udc80"], ["a"])
    assert (caught.value.file, caught.value.segment) == ("hyps", 1)
    with pytest.raises(mtgauge.errors.InputError) as caught:
        mtgauge.matrix(["a"], ["a", None])
    assert (caught.value.file, caught.value.segment) == ("refs", 1)
    with pytest.raises(mtgauge.errors.UsageError):
        mtgauge.matrix(["a"], ["a"], metric="no-such")
    with pytest.raises(ValueError, match="refs: give"):
        mtgauge.matrix([["a"], ["b"]], [["a"]])
    with pytest.raises(ValueError, match="dtype"):
        mtgauge.matrix(["a"], ["a"], dtype="int8")


def test_nearest_leaves_out_a_text_itself() -> None:
    hyps, refs = texts(3, 30), texts(4, 40)
    full = mtgauge.matrix(hyps, refs, metric="chrf")
    found = mtgauge.nearest(hyps, refs, top=3)
    order = np.argsort(-full, axis=1, kind="stable")[:, :3]
    assert found.index.tolist() == order.tolist()
    assert found.score.tolist() == np.take_along_axis(full, order, axis=1).tolist()
    own = mtgauge.nearest(hyps, metric="ter", top=1).index[:, 0]
    assert all(int(found) != place for place, found in enumerate(own))
    assert mtgauge.nearest(["a"], top=5).index.shape == (1, 0)


def test_mbr_is_the_mean_of_the_matrix() -> None:
    hyps = texts(5, 15)
    scores = mtgauge.matrix(hyps, metric="chrf")
    picks = mtgauge.mbr(hyps)
    assert sorted(picks.index.tolist()) == list(range(len(hyps)))
    assert np.allclose(picks.expected, scores.mean(axis=1)[picks.index], rtol=1e-14)
    assert picks.best == int(np.argmax(scores.mean(axis=1)))
    logp = [-0.3 * i for i in range(len(hyps))]
    weights = np.exp(np.array(logp) / 2)
    picks = mtgauge.mbr([hyps], weights=[logp], temperature=2)[0]
    assert np.allclose(picks.expected, (scores @ (weights / weights.sum()))[picks.index], rtol=1e-13)
    assert mtgauge.mbr(hyps, weights=logp, temperature=2).index.tolist() == picks.index.tolist()
    worst_first = mtgauge.mbr(hyps, metric="ter").expected
    assert worst_first.tolist() == sorted(worst_first.tolist())
    with pytest.raises(mtgauge.errors.InputError):
        mtgauge.mbr(hyps, weights=[1.0])


def aggregated(metric: str, hyps: list[str], refs: list[str], weights: list[float]) -> list[float]:
    """Computes scores by the definition, with the functions of sacreBLEU's module: counts are the
    weighted mean of the references' counts."""
    from mtgauge.sacrebleu.metrics import BLEU, CHRF
    from mtgauge.sacrebleu.metrics import helpers

    scorer = BLEU(effective_order=True) if metric == "bleu" else CHRF(word_order=metric.count("+"))

    def orders_of(text: str) -> list[dict]:
        text = scorer._preprocess_segment(text)
        if isinstance(scorer, BLEU):
            counts, _ = helpers.extract_all_word_ngrams(text, 1, 4)
            return [{g: c for g, c in counts.items() if len(g) == n} for n in range(1, 5)]
        found = helpers.extract_all_char_ngrams(text, 6, False)
        words = scorer._remove_punctuation(text)
        found += [helpers.extract_word_ngrams(words, n + 1) for n in range(scorer.word_order)]
        return found

    texts_of_refs = [orders_of(ref) for ref in refs]
    mean: list[dict] = [{} for _ in texts_of_refs[0]]
    for orders, weight in zip(texts_of_refs, weights):
        for order, counts in enumerate(orders):
            for gram, count in counts.items():
                mean[order][gram] = mean[order].get(gram, 0.0) + count * weight / sum(weights)
    scores = []
    for hyp in hyps:
        correct, total, stats = [], [], []
        for own, ref in zip(orders_of(hyp), mean):
            match = sum(min(count, ref.get(gram, 0.0)) for gram, count in own.items())
            correct.append(match)
            total.append(sum(own.values()))
            stats += [sum(own.values()) if ref else 0, sum(ref.values()), match]
        if isinstance(scorer, BLEU):
            own, length = total[0], sum(mean[0].values())
            penalty = 1.0 if own >= length else math.exp(1 - length / own) if own > 0 else 0.0
            without = BLEU.compute_bleu(correct, total, own, own, "exp", effective_order=True)
            scores.append(penalty * without.score)
        else:
            scores.append(scorer._compute_f_score(stats))
    return scores


@pytest.mark.parametrize("metric", ["chrf", "chrf++", "bleu"])
@pytest.mark.parametrize("weighed", [False, True])
def test_aggregated_references_are_their_mean(metric: str, weighed: bool) -> None:
    hyps, refs = texts(11, 40), [text for text in texts(12, 30) if text.strip()]
    weights = [1.0 + place % 5 if weighed else 1.0 for place in range(len(refs))]
    picks = mtgauge.mbr([hyps], [refs], metric=metric, weights=[weights] if weighed else None, aggregate=True)[0]
    wanted = np.array(aggregated(metric, hyps, refs, weights))
    assert np.allclose(picks.expected, wanted[picks.index], rtol=1e-12, atol=1e-12)
