"""What could be meant in two ways is an error that says what to type."""

from __future__ import annotations

from typing import Any, Callable

import pytest

import mtgauge
from mtgauge.errors import FileError, InputError, UsageError

pytestmark = pytest.mark.filterwarnings("ignore::mtgauge.errors.MtgaugeWarning")

REFS = ["The gate is open.", "Nobody came over the hills.", "It rained all day long."]
HYPS = ["The gate was open.", "Nobody came over the hill.", "It rained all day."]
TABLE = {"ref": REFS, "old": HYPS, "new": REFS, "number": [7, 8, 9]}


@pytest.mark.parametrize(
    "call, kind, message",
    [
        (lambda: mtgauge.score(refs=REFS, hyps={1: HYPS, "1": REFS}), UsageError, "hyps: '1' is there twice"),
        (lambda: mtgauge.score(TABLE, refs="ref", hyps=["old", "old"]), UsageError, "hyps: 'old' is there twice"),
        (lambda: mtgauge.score(TABLE, refs=["ref", "ref"], hyps="old"), UsageError, "refs: 'ref' is there twice"),
        (lambda: mtgauge.score(refs=[REFS, HYPS], hyps=HYPS), InputError, "refs: 2 lists of 3 texts, .* name the streams"),
        (lambda: mtgauge.score(refs=REFS, hyps=HYPS, threads="2"), UsageError, "threads='2': choose a whole number"),
        (lambda: mtgauge.score(refs=REFS, hyps=HYPS, threads=2.0), UsageError, "threads=2.0: choose a whole number"),
        (lambda: mtgauge.score(refs=REFS, hyps=HYPS, lowercase="no"), UsageError, "in Python: True or False"),
        (lambda: mtgauge.segments(refs=REFS, hyps=HYPS, ids=[1, "2", 3]), TypeError, r"ids\[0\]: int where a str is needed"),
        (lambda: mtgauge.score(refs=REFS, hyps=HYPS, source=[1, 2, 3]), TypeError, r"source\[0\]: int where a str is needed"),
        (lambda: mtgauge.score(refs=REFS), UsageError, "name at least one with hyps="),
        (lambda: mtgauge.from_signature(None), TypeError, "signature: NoneType where a str is needed"),
        (lambda: mtgauge.Scorer("chrf").scores(REFS, HYPS), TypeError, "pass what it returned"),
        (lambda: mtgauge.Scorer("chrf").sums(REFS, HYPS), TypeError, "pass what it returned"),
        (lambda: mtgauge.Rows(refs=REFS, hyps=HYPS) + 3, TypeError, "unsupported operand"),
        (lambda: mtgauge.compare(scores={"X": {"a": [1.0, 2.0], "b": [1.0]}}), InputError,
         r"scores\['X'\]: the systems have different numbers of scores"),
        (lambda: mtgauge.compare(scores={"X": {"a": [1.0, float("inf")]}}), InputError, r"\['a'\]\[1\]: inf is no score"),
        (lambda: mtgauge.compare(scores={"X": [[1.0, 2.0], [2.0, 3.0]]}), UsageError, "name the system of each list"),
    ],
)
def test_what_is_not_clear_is_refused(call: Callable[[], Any], kind: Any, message: str) -> None:
    with pytest.raises(kind, match=message):
        call()


def test_the_number_of_threads_is_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    for given in ("many", "1_0", " 2", "5000"):
        monkeypatch.setenv("MTGAUGE_THREADS", given)
        with pytest.raises(UsageError, match="MTGAUGE_THREADS of the environment") as refused:
            mtgauge.score(refs=REFS, hyps=HYPS)
        assert refused.value.option == "threads"
    with pytest.raises(UsageError, match="'5000' is not a whole number from 1 to 4096"):
        mtgauge.score(refs=REFS, hyps=HYPS, threads=5000)


def test_labels_may_be_whole_numbers() -> None:
    kept = mtgauge.segments(TABLE, refs="ref", hyps="old", ids="number", metrics="chrf")
    assert kept.ids == [7, 8, 9]
    text = mtgauge.segments(refs=REFS, hyps=HYPS, ids=["7", "8", "9"], metrics="chrf")
    assert text.ids == ["7", "8", "9"] and (kept.scores == text.scores).all()
    assert mtgauge.segments(refs=REFS, hyps=HYPS, ids=iter([7, 8, 9]), metrics="chrf").ids == [7, 8, 9]
    rows = mtgauge.Rows(refs=REFS, hyps=HYPS, ids=[7, 8, 9], metrics="chrf")
    assert rows.segments().ids == mtgauge.segments(rows=rows).ids == [7, 8, 9]
    text_rows = mtgauge.Rows(refs=REFS, hyps=HYPS, ids=["7", "8", "9"], metrics="chrf")
    assert mtgauge.segments(rows=[rows, text_rows]).ids == ["7", "8", "9"]
    long = {"ref": REFS * 2, "mt": HYPS + REFS, "system": ["a"] * 3 + ["b"] * 3, "i": [1, 2, 3] * 2}
    assert mtgauge.score(long, refs="ref", hyps="mt", system="system", ids="i")["b"]["BLEU"].score > 99
    groups = [mtgauge.score(refs=REFS, hyps=HYPS, by=by) for by in ([1, 2, 1], ["1", "2", "1"])]
    assert groups[0] == groups[1]
    documents = [mtgauge.compare(refs=REFS * 5, hyps={"a": HYPS * 5, "b": REFS * 5}, documents=values, unit="document",
                                 resamples=100) for values in (list(range(15)), [str(i) for i in range(15)])]
    assert documents[0] == documents[1]


@pytest.mark.parametrize("library, kind", [("pandas", "int64"), ("pandas", "Int64"), ("polars", None), ("pyarrow", None)])
def test_columns_of_whole_numbers_are_labels(library: str, kind: Any) -> None:
    module = pytest.importorskip(library)
    column = {"pandas": lambda: module.Series([7, 8, 9], dtype=kind), "polars": lambda: module.Series([7, 8, 9]),
              "pyarrow": lambda: module.chunked_array([[7, 8], [9]])}[library]()
    assert mtgauge.segments(refs=REFS, hyps=HYPS, ids=column, metrics="chrf").ids == [7, 8, 9]


def test_frames_of_one_column_are_texts() -> None:
    pandas = pytest.importorskip("pandas")
    wanted = mtgauge.score(refs=REFS, hyps=HYPS).score
    assert mtgauge.score(refs=pandas.DataFrame({"r": REFS}), hyps=pandas.DataFrame({"h": HYPS})).score == wanted
    with pytest.raises(UsageError, match="hyps: a table of 2 columns; pass the table as the first argument"):
        mtgauge.score(refs=REFS, hyps=pandas.DataFrame({"a": HYPS, "b": HYPS}))
    numbered = pandas.DataFrame({0: REFS, 1: HYPS})
    assert mtgauge.score(numbered, refs=0, hyps=1).score == wanted


def test_columns_of_numbers_are_named_by_their_type() -> None:
    arrow = pytest.importorskip("pyarrow")
    with pytest.raises(TypeError, match="an Arrow column of type int64 has no texts"):
        mtgauge.score(refs=arrow.array([1, 2]), hyps=HYPS[:2])


def test_answers_are_no_sequences() -> None:
    report = mtgauge.score(refs=REFS, hyps=HYPS, metrics=["bleu", "bleu:tok=intl,lc=yes", "chrf"])
    assert "chrF2" in report and "TER" not in report and "chrF2" in report.systems[0]
    with pytest.raises(KeyError, match="BLEU; there are 2 of them"):
        report["BLEU"]
    with pytest.raises(TypeError, match="not iterable"):
        list(report)
    scores = mtgauge.segments(refs=REFS, hyps=HYPS, metrics="chrf")
    assert "chrF2" in scores and len(scores) == 3
    compared = mtgauge.compare(refs=REFS * 4, hyps={"a": HYPS * 4, "b": REFS * 4}, by=["x", "y"] * 6, resamples=50)
    assert "BLEU" in compared
    with pytest.raises(KeyError, match="BLEU; there are 2 of them"):
        compared["BLEU"]


def test_pages_are_saved_or_an_error_says_where() -> None:
    page = mtgauge.report(refs=REFS, hyps={"a": HYPS, "b": REFS}, resamples=50)
    with pytest.raises(FileError, match="no/such.html"):
        page.save("no/such.html")


def test_a_test_of_one_system_has_its_score() -> None:
    from mtgauge.sacrebleu.metrics import BLEU
    from mtgauge.sacrebleu.significance import PairedTest

    for kind in ("bs", "ar"):
        _, table = PairedTest([("a", HYPS)], {"BLEU": BLEU()}, [REFS], test_type=kind, n_samples=100)()
        assert table["System"] == ["a"] and table["BLEU"][0].score == mtgauge.score(refs=REFS, hyps=HYPS).score


@pytest.mark.parametrize("package", ["pandas", "polars", "pyarrow"])
def test_groups_may_be_a_frame_of_one_column(package: str) -> None:
    frame = getattr(pytest.importorskip(package), "table" if package == "pyarrow" else "DataFrame")
    wanted = mtgauge.score(refs=REFS, hyps=HYPS, by=["x", "y", "x"]).table()
    assert mtgauge.score(refs=REFS, hyps=HYPS, by=frame({"lang": ["x", "y", "x"]})).table() == wanted
    with pytest.raises(UsageError, match="^by: a table of 3 columns; pass one of its columns") as caught:
        mtgauge.score(refs=REFS, hyps=HYPS, by=frame({name: ["x", "y", "x"] for name in "abc"}))
    assert caught.value.option == "by"


def test_groups_of_scores_are_one_for_each_segment() -> None:
    scores = {"m": {"a": [1, 2, 3, 4], "b": [2, 3, 4, 5]}}
    for option, given in (("by", {"lang": ["x", "y"]}), ("documents", ["d", "e"]), ("by", {"lang": list("xyxyz")})):
        with pytest.raises(InputError, match="values, but scores") as caught:
            mtgauge.compare(scores=scores, resamples=10, **{option: given})  # type: ignore[arg-type]
        assert caught.value.option == option


def test_messages_keep_the_numbers_of_a_table() -> None:
    table = {"system": list("abab") + ["a"], "segment": [1, 1, 2, 2, 3], "score": [1, 2, 3, 4, 5]}
    with pytest.raises(InputError, match="'b' has no score for segment 3;"):
        mtgauge.compare(scores={"m": pytest.importorskip("pandas").DataFrame(table)}, resamples=10)


def test_references_in_lists_have_the_keyword() -> None:
    with pytest.raises(InputError, match="has no reference") as caught:
        mtgauge.score(refs=[["a"], []], hyps=["a", "b"])
    assert caught.value.option == "refs"
