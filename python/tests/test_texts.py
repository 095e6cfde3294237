"""Text from every supported source has the same scores."""

import random
import subprocess
import sys
import threading

import numpy as np
import pytest

import mtgauge

REFS = ["The gate is open.", "Nobody came to the old garden.", "", "Es regnet, ÄÖÜ 漢字."]
HYPS = ["The gate was open.", "Nobody came to a garden.", "x", "Es regnete, ÄÖÜ 漢字."]
METRICS = ["bleu", "chrf:nw=2", "ter"]


def columns(texts):
    """Yields the same texts in every form that is available here."""
    yield "tuple", tuple(texts)
    yield "generator", (text for text in texts)
    yield "bytes", [text.encode() for text in texts]
    yield "object array", np.array(texts, dtype=object)
    yield "unicode array", np.array(texts)
    if hasattr(np.dtypes, "StringDType"):
        yield "StringDType", np.array(texts, dtype=np.dtypes.StringDType())
    try:
        import pandas

        yield "pandas", pandas.Series(texts)
        yield "pandas object", pandas.Series(texts, dtype=object)
    except ImportError:
        pass
    try:
        import polars

        yield "polars", polars.Series(texts)
        yield "polars slice", polars.Series(["skipped", *texts, "too"])[1:-1]
        yield "polars categories", polars.Series(texts, dtype=polars.Categorical)
    except ImportError:
        pass
    try:
        import pyarrow

        yield "string", pyarrow.array(texts)
        yield "slice", pyarrow.array(["skipped", *texts, "too"])[1:-1]
        yield "large_string", pyarrow.array(texts, pyarrow.large_string())
        yield "string_view", pyarrow.array(texts, pyarrow.string_view())
        yield "chunks", pyarrow.chunked_array([texts[:1], [], texts[1:]])
        yield "dictionary", pyarrow.array(texts).dictionary_encode()
        yield "binary", pyarrow.array([text.encode() for text in texts])
    except ImportError:
        pass


def scores(refs, hyps):
    return [score.score for score in mtgauge.score(refs, hyps, metrics=METRICS).systems[0].scores]


@pytest.mark.parametrize("kind", [kind for kind, _ in columns(REFS)])
def test_every_form_scores_as_lists_do(kind):
    wanted = scores(REFS, HYPS)
    assert scores(dict(columns(REFS))[kind], HYPS) == wanted
    assert scores(REFS, dict(columns(HYPS))[kind]) == wanted
    found = mtgauge.segments(dict(columns(REFS))[kind], dict(columns(HYPS))[kind], metrics=METRICS)
    assert found == mtgauge.segments(REFS, HYPS, metrics=METRICS)


def lists(texts):
    yield "list", texts
    pyarrow = pytest.importorskip("pyarrow")
    yield "pyarrow", pyarrow.array(texts)
    yield "large", pyarrow.array(texts, pyarrow.large_list(pyarrow.large_string()))
    polars = pytest.importorskip("polars")
    yield "polars", polars.Series(texts)


@pytest.mark.parametrize("kind", ["list", "pyarrow", "large", "polars"])
def test_segments_may_have_different_numbers_of_references(kind):
    refs = [["a b c d", "a b"], ["x y"], ["one two", "two", "three"]]
    hyps = ["a b c", "x", "two"]
    streams = {"r0": ["a b c d", "x y", "one two"], "r1": ["a b", None, "two"],
               "r2": [None, None, "three"]}
    wanted = mtgauge.segments(streams, hyps, metrics=METRICS)
    assert np.array_equal(mtgauge.segments(dict(lists(refs))[kind], hyps, metrics=METRICS).scores,
                          wanted.scores)


def test_missing_references_are_not_empty_ones():
    pyarrow = pytest.importorskip("pyarrow")
    pandas = pytest.importorskip("pandas")
    first = ["a b c d e", "x y z"]
    for second in ([None, "x"], pyarrow.array([None, "x"]), pandas.Series([None, "x"])):
        found = mtgauge.score({"a": first, "b": second}, ["a b c d f", "x y"]).score
        assert found == mtgauge.score([["a b c d e"], ["x y z", "x"]], ["a b c d f", "x y"]).score


def test_empty_references_can_be_missing():
    first, hypotheses = ["a b c d e", "x y z"], ["a b c d f", "x y"]
    with pytest.warns(mtgauge.errors.MtgaugeWarning, match="one reference is empty and another is not"):
        kept = mtgauge.score({"a": first, "b": ["", "x"]}, hypotheses, metrics="ter")
    dropped = mtgauge.score({"a": first, "b": ["", "x"]}, hypotheses, metrics="ter", empty_references="missing")
    assert dropped.score == mtgauge.score({"a": first, "b": [None, "x"]}, hypotheses, metrics="ter").score
    assert dropped.score != kept.score


@pytest.mark.parametrize("most", [0x7F, 0xFF, 0x7FF, 0xFFFF, 0x10FFFF])
def test_characters_of_any_width_are_read_as_python_encodes_them(most):
    draw = random.Random(most)

    def character():
        point = draw.randrange(1, draw.choice([0x80, most + 1]))
        return "x" if 0xD800 <= point < 0xE000 else chr(point)

    texts = ["".join(character() for _ in range(length)) for length in [*range(40)] * 5]
    encoded = [text.encode() for text in texts]
    assert mtgauge.segments(encoded, texts, metrics="exact").scores.min() == 100
    assert [text.encode() for text in mtgauge.tokenize(texts, tokenizer="none")] == \
        [text.encode() for text in mtgauge.tokenize(encoded, tokenizer="none")]


def test_line_feeds_and_nul_are_text():
    refs = ["one\ntwo\0three four five"]
    assert mtgauge.score(refs, refs).score == pytest.approx(100)
    assert len(mtgauge.segments(refs, refs)) == 1


def test_a_lone_surrogate_is_an_error_that_names_the_segment():
    with pytest.raises(mtgauge.errors.InputError, match="invalid UTF-8") as caught:
        mtgauge.score(["a", "b"], ["a", "\ud800"])
    assert caught.value.segment == 1
    assert mtgauge.score(["a", "b"], ["a", "\ud800"], on_invalid="skip").segments == 1


@pytest.mark.parametrize("bad", ["a text", b"bytes", 5, [1], [None, 2.5], [["a"], "b"], {1: 2}])
def test_what_is_no_text_is_refused(bad):
    with pytest.raises((TypeError, ValueError, OSError)):
        mtgauge.score(["a"], bad)


@pytest.mark.parametrize("bad", [{"a"}, frozenset({"a"}), {"a": "b"}, {"texts": {"a"}}, {"texts": {"a": "b"}}])
def test_what_has_no_order_or_only_keys_is_refused(bad):
    with pytest.raises(TypeError, match="where a list of texts is needed|str where a str"):
        mtgauge.score(["a"], {"system": bad})
    for call in (lambda: mtgauge.matrix({"a"}), lambda: mtgauge.tokenize({"a": 1}),
                 lambda: mtgauge.Scorer("chrf").prepare({"a"}), lambda: mtgauge.segments(["a"], ["a"], ids={"a"})):
        with pytest.raises(TypeError, match="where a list of texts is needed; pass a list"):
            call()
    assert mtgauge.score(dict(enumerate(REFS)).values(), HYPS) == mtgauge.score(REFS, HYPS)


def test_pandas_without_pyarrow_is_read_as_a_list():
    pytest.importorskip("pandas")
    more = [None, *REFS[1:]]
    code = f"""
import sys
sys.modules["pyarrow"] = None  # every import of it fails
import mtgauge, pandas
columns = [pandas.Series(column) for column in {(REFS, more, HYPS)!r}]
print(mtgauge.score(dict(enumerate(columns[:2])), columns[2]).to_pandas()["score"][0])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == f"{mtgauge.score({'a': REFS, 'b': more}, HYPS).score}\n", done.stderr


def test_lists_may_change_while_they_are_scored():
    refs = [f"word{i} and more of it" for i in range(20000)]
    hyps = list(refs)
    wanted = mtgauge.score(refs, hyps).score
    found = []

    thread = threading.Thread(target=lambda: found.append(mtgauge.score(refs, hyps).score))
    thread.start()
    while thread.is_alive():
        hyps[:] = hyps[1:] + hyps[:1]  # in one step: never a shorter list
    thread.join()
    assert found == [wanted] or len(found) == 1
