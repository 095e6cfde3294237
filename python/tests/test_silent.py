"""What was once lost, ignored or taken for something else without a word."""

from __future__ import annotations

import copy
import datetime
import decimal
import enum
import pathlib
import re
import uuid
import warnings
from typing import Any, Callable, Dict, List

import numpy as np
import pytest

import mtgauge
from mtgauge._written import _SEGMENTS
from mtgauge.errors import InputError, InputTypeError, UsageError
from mtgauge.rewards import Reward

pytestmark = pytest.mark.filterwarnings("ignore::mtgauge.errors.MtgaugeWarning")

REFS = ["The gate is open.", "Nobody came.", "It rained all day long."]
HYPS = ["The gate was open.", "No one came.", "It rained all day."]


def test_a_query_of_duckdb_is_read_once() -> None:
    duckdb = pytest.importorskip("duckdb")
    rows = duckdb.connect().sql("select 'number ' || i || ' of text' ref, ref mt from range(200) t(i) order by random()")
    assert mtgauge.score(rows, refs="ref", hyps="mt").score == pytest.approx(100)


def scores_by_id(pandas: Any) -> Any:
    return pandas.DataFrame({"id": ["s1", "s2", "s3"], "a": [0.1, 0.2, 0.9], "b": [0.2, 0.3, 0.8]})


def test_ids_of_texts_place_scores() -> None:
    pandas = pytest.importorskip("pandas")
    texts = pandas.DataFrame({"id": ["s3", "s1", "s2"], "ref": REFS, "a": HYPS, "b": REFS})
    options: Dict[str, Any] = dict(refs="ref", hyps=["a", "b"], metrics="chrf", resamples=20, by="id")
    by_id = mtgauge.compare(texts, ids="id", scores={"C": scores_by_id(pandas)}, **options)
    by_place = mtgauge.compare(texts.assign(ca=[0.9, 0.1, 0.2], cb=[0.8, 0.2, 0.3]), scores={"C": ["ca", "cb"]}, **options)
    assert by_id.table() == by_place.table()


def test_ids_of_texts_place_judgements() -> None:
    pandas = pytest.importorskip("pandas")
    texts = pandas.DataFrame({"id": [7, 3, 5], "ref": REFS, "a": HYPS, "b": REFS[::-1], "ha": [5, 1, 2], "hb": [4, 0, 3]})
    human = pandas.DataFrame({"system": list("aaabbb"), "segment": [3, 5, 7] * 2, "score": [1, 2, 5, 0, 3, 4]})
    options: Dict[str, Any] = dict(refs="ref", hyps=["a", "b"], metrics="chrf", measures="seg-pearson")
    by_id = mtgauge.evaluate(texts, ids="id", human=human, **options)
    by_place = mtgauge.evaluate(texts, human={"score": ["ha", "hb"]}, **options)
    assert by_id.table()["value"] == by_place.table()["value"]


def test_ids_of_columns_place_judgements() -> None:
    pandas = pytest.importorskip("pandas")
    columns = pandas.DataFrame({"id": [7, 3, 5], "ca": [0.7, 0.3, 0.1], "cb": [0.2, 0.1, 0.9], "ha": [5, 1, 2], "hb": [4, 0, 3]})
    human = pandas.DataFrame({"system": list("aaabbb"), "segment": [3, 5, 7] * 2, "score": [1, 2, 5, 0, 3, 4]})
    scores = {"C": {"a": "ca", "b": "cb"}}
    by_id = mtgauge.evaluate(columns, ids="id", human=human, scores=scores, measures="seg-pearson")
    by_place = mtgauge.evaluate(columns, human={"score": {"a": "ha", "b": "hb"}}, scores=scores, measures="seg-pearson")
    assert by_id.table()["value"] == by_place.table()["value"]


def test_scores_of_unknown_segments() -> None:
    pandas = pytest.importorskip("pandas")
    texts = {"id": ["s3", "s1", "s4"], "ref": REFS, "a": HYPS, "b": REFS, "h": [1, 2, 3]}
    options: Dict[str, Any] = dict(refs="ref", hyps=["a", "b"], ids="id", scores={"C": scores_by_id(pandas)})
    with pytest.raises(InputError, match=r"^scores\['C'\]: no scores for the segment 's4' of the texts; "):
        mtgauge.compare(pandas.DataFrame(texts), **options)
    with pytest.raises(InputError, match=r"^scores\['C'\]: row 1 is of the segment 's2', which ids= does not have; "):
        mtgauge.evaluate(pandas.DataFrame(texts), human={"h": {"a": "h", "b": "h"}}, measures="seg-pearson", **options)


def test_ids_that_are_there_twice() -> None:
    pandas = pytest.importorskip("pandas")
    texts = pandas.DataFrame({"id": ["s1", "s1", "s2"], "ref": REFS, "a": HYPS, "b": REFS, "h": [1, 2, 3]})
    options: Dict[str, Any] = dict(refs="ref", hyps=["a", "b"], ids="id", scores={"C": scores_by_id(pandas)[:2]})
    with pytest.raises(InputError, match="the texts have two segments 's1', and the scores one; use each id once"):
        mtgauge.compare(texts, **options)
    with pytest.raises(InputError, match="^ids: 's1' is there twice; give each segment its own"):
        mtgauge.evaluate(texts, human={"h": {"a": "h", "b": "h"}}, measures="seg-pearson", **options)


def test_columns_of_segments_have_the_engines_names() -> None:
    source = pathlib.Path(__file__).parents[2] / "core" / "input" / "tables" / "judgement_forms.cc"
    names = re.search(r"kItems\[\] = \{(.*?)\}", source.read_text(encoding="utf-8"), re.S)
    assert names is not None and tuple(re.findall(r'"(.*?)"', names[1])) == _SEGMENTS


@pytest.mark.parametrize("kind", ["string", "object", "categorical"])
def test_missing_values_of_pandas(kind: str) -> None:
    pandas = pytest.importorskip("pandas")
    names = pandas.Series(["a"] * 3 + ["b"] * 2 + [pandas.NA])
    long = pandas.DataFrame({"system": names.astype("category") if kind == "categorical" else names.astype(kind),
                             "ref": REFS * 2, "mt": HYPS + REFS})
    with pytest.raises(InputError, match="^system: row 5 has no system"):
        mtgauge.score(long, refs="ref", hyps="mt", system="system")
    human = pandas.DataFrame({"system": ["a"] * 3 + ["b"] * 3, "segment": [1, 2, 3] * 2, "score": [1, 2, None, 0, 3, 4]})
    metric = {"C": {"a": [0.1, 0.3, 0.2], "b": [0.1, 0.2, 0.3]}}
    answers = [mtgauge.evaluate(human=table, scores=metric, measures="seg-pearson", join="common")
               for table in (human, human.convert_dtypes())]
    assert answers[0].table() == answers[1].table()


def test_missing_groups_of_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    with pytest.raises(InputError, match="^by..l..: the group of segment 1 is missing"):
        mtgauge.score(refs=REFS, hyps=HYPS, by={"l": pandas.Series(["x", pandas.NA, "y"], dtype="string")})


def test_lists_of_references_in_long_tables() -> None:
    pandas = pytest.importorskip("pandas")
    refs = [np.array([ref, "x"], dtype=object) for ref in REFS]
    long = pandas.DataFrame({"system": ["a"] * 3 + ["b"] * 3, "refs": refs * 2, "mt": HYPS + REFS})
    assert mtgauge.score(long, refs="refs", hyps="mt", system="system").systems[1]["BLEU"].score == pytest.approx(100)


def test_scores_that_are_missing_are_null() -> None:
    segments = mtgauge.segments(refs=REFS, hyps=["\ud800"] + HYPS[1:], metrics="chrf", on_invalid="skip")
    assert segments.table()["chrF2"][0] is None
    assert np.isnan(segments.scores[0, 0, 0])


def test_groups_of_several_fields_have_a_column_each() -> None:
    table = mtgauge.segments(refs=REFS, hyps=HYPS, metrics="chrf", by={"l": ["a, b", "a", "a"], "d": ["c", "b, c", "x"]}).table()
    assert (table["group:l"], table["group:d"]) == (["a, b", "a", "a"], ["c", "b, c", "x"])


def test_several_metrics_in_one_text() -> None:
    both = mtgauge.matrix(HYPS, REFS, metric="bleu,chrf")
    assert {name: each.tolist() for name, each in both.items()} == \
        {name: each.tolist() for name, each in mtgauge.matrix(HYPS, REFS, metric=["bleu", "chrf"]).items()}
    with pytest.raises(UsageError, match="metric='bleu,chrf': 2 metrics"):
        mtgauge.nearest(HYPS, REFS, metric="bleu,chrf")


def test_rows_that_were_saved_are_equal(tmp_path: Any) -> None:
    rows = mtgauge.Rows(refs=REFS, hyps=HYPS, ids=[5, 6, 7])
    rows.save(tmp_path / "rows.mtr")
    assert mtgauge.Rows.load(tmp_path / "rows.mtr") == rows


def test_documents_beside_scores_without_a_table() -> None:
    scores = {"a": [1.0, 2, 3, 4], "b": [2.0, 2, 4, 4]}
    columns = pytest.importorskip("pandas").DataFrame({"d": ["x", "x", "y", "y"], **scores})
    assert mtgauge.compare(human={"h": scores}, documents=["x", "x", "y", "y"], unit="document", resamples=50) == \
        mtgauge.compare(columns, human={"h": {"a": "a", "b": "b"}}, documents="d", unit="document", resamples=50)


@pytest.mark.parametrize("whole", [[1, 1, 2], range(3), [np.int64(1), np.int64(1), np.int64(2)]])
def test_whole_numbers_are_labels(whole: Any) -> None:
    assert mtgauge.segments(refs=REFS, hyps=HYPS, documents=whole).documents == list(map(str, whole))
    mtgauge.resegment(refs=REFS, hyps=HYPS, documents=whole, hyp_documents=whole)


SCORER = mtgauge.Scorer("chrf")
REFUSED: List[Any] = [
    (lambda: mtgauge.score(refs=REFS, hyps=HYPS, documents=["x", "x", "y"]), "there is no option 'documents'; .* by="),
    (lambda: SCORER.sums(SCORER.prepare(REFS), HYPS[:2]), "2 texts for references of 3 segments; .* segment_of="),
    (lambda: SCORER.scores(SCORER.prepare(REFS), HYPS[:2]), "2 texts for references of 3 segments"),
    (lambda: Reward("chrf", require_marker=True), "require_marker=True does nothing without strip_before="),
    (lambda: Reward("chrf", malformed=0.5), "malformed=0.5 does nothing without pattern="),
    (lambda: Reward("chrf", overlong=0.5), "overlong=0.5 does nothing without longest="),
    (lambda: mtgauge.compare(refs=REFS, hyps={"a": HYPS, "b": REFS}, gate="better"), "pass one, or True"),
]


@pytest.mark.parametrize("call, message", REFUSED)
def test_what_does_nothing_is_an_error(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        call()


@pytest.mark.parametrize("value", [None, False, np.bool_(False), True, 7])
@pytest.mark.parametrize("call, message", [
    (lambda value: mtgauge.score(REFS, HYPS, lowercas=value), "'lowercas'; did you mean 'lowercase'?"),
    (lambda value: mtgauge.compare(REFS, {"a": HYPS, "b": REFS}, resample=value), "'resample'; did you mean 'resamples'?"),
    (lambda value: mtgauge.evaluate(human={"x": {"a": [1]}}, measure=value), "'measure'; did you mean 'measures'?"),
    (lambda value: mtgauge.Rows(REFS, HYPS, lowercas=value), "'lowercas'; did you mean 'lowercase'?"),
    (lambda value: mtgauge.matrix(HYPS, scal=value), "'scal'; did you mean 'scale'?"),
    (lambda value: mtgauge.mbr(HYPS, agregate=value), "'agregate'; did you mean 'aggregate'?"),
    (lambda value: mtgauge.nbest(REFS[:1], [HYPS], lowercas=value), "'lowercas'; did you mean 'lowercase'?"),
    (lambda value: mtgauge.resegment(REFS, HYPS, lowercas=value), "'lowercas'; did you mean 'lowercase'?"),
    (lambda value: mtgauge.cite("bleu", resample=value), "'resample'; did you mean 'resamples'?"),
    (lambda value: mtgauge.matrix(HYPS, metrics=value), "'metrics'; write metric="),
])
def test_keywords_that_do_not_exist(call: Callable[[Any], Any], message: str, value: Any) -> None:
    with pytest.raises(UsageError, match=re.escape(f"there is no option {message}")):
        call(value)


def test_lists_of_scores_of_other_lengths() -> None:
    two, three = {"a": [1, 2], "b": [2, 1]}, {"a": [3, 1, 2], "b": [2, 3, 3]}
    texts: Dict[str, Any] = dict(refs=REFS, hyps={"a": HYPS, "b": REFS}, metrics="chrf")
    options: Dict[str, Any] = dict(measures="seg-pearson", resamples=20)
    for human, given, message in ((two, dict(scores={"m": three}), "scores['m']: 3 scores of each system, but human['x'] has 2"),
                                  (three, dict(scores={"m": two}), "scores['m']: 2 scores of each system, but human['x'] has 3"),
                                  (two, texts, "human['x']: 2 scores of each system, but refs has 3"),
                                  (two, dict(rows=mtgauge.Rows(**texts)), "human['x']: 2 scores of each system, but rows has 3"),
                                  (two, dict(scores={"m": two}, ids=["u", "v", "w"]), "2 scores of each system, but ids has 3")):
        with pytest.raises(InputError, match=re.escape(message)) as caught:
            mtgauge.evaluate(human={"x": human}, **given, **options)  # type: ignore[arg-type]
        assert caught.value.option == message.partition("[")[0] or "ids" in given
        mtgauge.evaluate(human={"x": human}, join="common", **given, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("gap", [None, "", float("nan")])
def test_segments_without_a_document(gap: Any) -> None:
    systems = {"a": HYPS, "b": REFS}
    for call in (lambda documents: mtgauge.compare(REFS, systems, documents=documents),
                 lambda documents: mtgauge.segments(REFS, HYPS, documents=documents),
                 lambda documents: mtgauge.resegment(REFS, HYPS, documents=documents, hyp_documents=documents),
                 lambda documents: mtgauge.compare({"ref": REFS, **systems, "d": documents}, refs="ref", hyps=["a", "b"], documents="d"),
                 lambda documents: mtgauge.compare(human={"h": {"a": [1, 2, 3], "b": [2, 2, 3]}}, documents=documents)):
        with pytest.raises(InputError, match="^segment 1 has no document; name it in documents=") as caught:
            call(["x", gap, "y"])
        assert (caught.value.option, caught.value.segment) == ("documents", 1)
    with pytest.raises(InputError, match="^line 2 has no document; name it in hyp_documents="):
        mtgauge.resegment(REFS, HYPS, documents=["x", "x", "y"], hyp_documents=["x", "y", gap])


@pytest.mark.parametrize("metrics", [{"bleu"}, {"bleu": 1}])
def test_metrics_have_an_order(metrics: Any) -> None:
    with pytest.raises(InputTypeError, match="^metrics: (set|dict) where names in an order are needed; pass a list"):
        mtgauge.score(refs=REFS, hyps=HYPS, metrics=metrics)


def test_parts_of_a_message_that_are_str() -> None:
    chat = [{"role": "assistant", "content": ["The gate ", {"type": "text", "text": "is open."}]}]
    with pytest.raises(InputError, match="completion 0: its last message has no text"):
        Reward("chrf", references="refs")([chat], refs=["The gate is open."])


def test_weights_may_be_numpys() -> None:
    assert Reward({"chrf": np.float32(1)}, references="refs")(["x"], refs=["x"]) == [1.0]  # type: ignore[dict-item]


def test_what_names_a_group_by_its_text() -> None:
    pandas = pytest.importorskip("pandas")
    day = datetime.date(2031, 5, 7)
    for value in (7, 2.5, True, np.int64(7), b"en", day, pandas.Timestamp(day), np.datetime64(day), decimal.Decimal("2.5"),
                  pandas.Interval(0, 9), pandas.Period("2031-05"), datetime.timedelta(days=1), uuid.UUID(int=7),
                  enum.Enum("Side", "left").left, pathlib.Path("en.txt")):  # type: ignore[attr-defined]
        groups = mtgauge.score(REFS, HYPS, by=[value, "other", value], metrics="chrf").groups
        assert len(groups) == 2 and "0x" not in groups[0].name


def test_copies_of_a_scorer_learn_from_the_same_references() -> None:
    scorer = mtgauge.Scorer("nist", learn_from=iter(REFS))
    again = copy.copy(scorer)
    scores = scorer.scores(scorer.prepare(REFS), HYPS)
    assert scores.sum() > 0 and np.array_equal(scores, again.scores(again.prepare(REFS), HYPS))


def test_labels_of_pandas_in_another_order() -> None:
    pandas = pytest.importorskip("pandas")
    refs, hyps = pandas.Series(REFS, index=[4, 5, 6]), pandas.Series(HYPS, index=[4, 5, 6])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mtgauge.score(refs, hyps)
        mtgauge.score(refs, hyps.reset_index(drop=True))
    with pytest.warns(mtgauge.errors.MtgaugeWarning, match="^b: the index has the labels of refs in another order") as caught:
        mtgauge.score(refs, {"a": hyps, "b": hyps[::-1]})
    assert [warning.message.code for warning in caught] == ["other-order"]  # type: ignore[union-attr]


def test_tables_of_polars_where_a_column_is_needed() -> None:
    polars = pytest.importorskip("polars")
    table = polars.DataFrame({"mt": HYPS})
    for call in (mtgauge.tokenize, mtgauge.matrix, mtgauge.nearest, mtgauge.mbr):
        call(table)
        with pytest.raises(UsageError, match="a LazyFrame has no texts yet; call its collect"):
            call(table.lazy())
        with pytest.raises(UsageError, match=r"a table of 2 columns; pass one of its columns, as in \w+=table\['mt'\]"):
            call(table.with_columns(polars.lit("x").alias("other")))
