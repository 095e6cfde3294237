"""Typical code of callers, for the type checker and for the tests."""

from __future__ import annotations

from typing import Dict, List, Optional

import mtgauge

refs: List[str] = ["The gate is open.", "Nobody came."]
hyps: List[str] = ["The gate was open.", "No one came."]


def best_system(systems: dict[str, List[str]]) -> str:
    report = mtgauge.score(refs, systems, metrics=["bleu", "chrf:nw=2"])
    return max(report.systems, key=lambda system: system["chrF2++"].score).name


def significant(systems: dict[str, List[str]]) -> bool:
    comparison = mtgauge.compare(refs, systems, metrics="chrf", resamples=100)
    return any(pair.significant for pair in comparison["chrF2"].pairs)


def sentence_scores() -> List[float]:
    found: List[float] = mtgauge.segments(refs, hyps, metrics="chrf")["chrF2"].tolist()
    return found


def with_options() -> float:
    return mtgauge.score(refs, hyps, tokenize="intl", lowercase=True, chrf_word_order=2, smooth_value=0.5,
                         smooth_method="floor").score


def for_a_paper() -> List[str]:
    picked = mtgauge.nbest(refs, [[text, "Nothing."] for text in hyps], metrics="chrf", on_invalid="replace")
    cited = mtgauge.cite("chrf", test="ar", lowercase=True)
    return [*picked.best, *cited.sentences, cited.bibtex]


def of_pairs() -> List[List[float]]:
    nearest = mtgauge.nearest(hyps, refs, metric="chrf")
    picks = mtgauge.mbr(hyps, metric="chrf")
    found: List[List[float]] = mtgauge.matrix(hyps, refs, metric="chrf").tolist()
    return [[float(nearest.score[0, 0]), float(picks.expected[0])], *found]


def prepared_once() -> float:
    scorer = mtgauge.Scorer("chrf")
    return scorer.score_of_sums(scorer.sums(scorer.prepare(refs), hyps))


def with_scores_of_people(people: Dict[str, Dict[str, List[int]]]) -> List[str]:
    compared = mtgauge.compare(refs, {"one": hyps, "other": hyps}, metrics="chrf", scores={"COMET": {"one": [0.5, 0.25], "other": [1, 0]}})
    ranked = mtgauge.compare(human=people, resamples=100)
    return [metric.metric for answer in (compared, ranked) for metric in answer.metrics]


def kept() -> int:
    return len(mtgauge.Rows(refs=refs, hyps=hyps) + mtgauge.Rows(refs=refs, hyps=hyps))


def segment_at_fault() -> Optional[int]:
    try:
        mtgauge.score(refs=refs, hyps=[hyps[0], None])
    except mtgauge.errors.InputError as error:
        return error.segment
    return None


def not_an_option() -> None:
    mtgauge.score(refs, hyps, tokeniser="intl")  # type: ignore[call-arg]
    mtgauge.compare(refs, hyps, resamples="many")  # type: ignore[arg-type]
    mtgauge.cite("bleu", baseline="one")  # type: ignore[call-arg]


def test_examples() -> None:
    systems = {"one": hyps, "other": ["Nothing.", "At all."]}
    assert best_system(systems) == "one"
    assert not significant(systems)
    assert len(sentence_scores()) == 2
    assert for_a_paper()[:2] == hyps
    assert with_scores_of_people({"adequacy": {"one": [2, 3], "other": [4, 4]}}) == ["chrF2", "COMET", "adequacy"]
    assert len(of_pairs()) == 3 and prepared_once() > 0 and kept() == 4 and segment_at_fault() == 1
