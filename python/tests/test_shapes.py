"""One text for each segment: lists in its place are errors that say what to pass instead."""

import pytest

import mtgauge
from mtgauge.sacrebleu import corpus_bleu, corpus_chrf, corpus_ter
from mtgauge.sacrebleu.metrics import BLEU
from mtgauge.sacrebleu.significance import PairedTest

REFS = ["The gate is open.", "Nobody came."]
SCORER = mtgauge.Scorer("bleu")
PREPARED = SCORER.prepare(REFS)

NESTED = {
    "empty list": [[], []],
    "list of one": [["The gate is open."], ["Nobody came."]],
    "n-best lists": [["The gate is open.", "An open gate."], ["Nobody came."]],
    "tuples": [("The gate is open.",), ("Nobody came.",)],
}

CALLS = {
    "score": ("hyps", lambda texts: mtgauge.score(REFS, texts)),
    "one of several systems": ("bad", lambda texts: mtgauge.compare(REFS, {"a": REFS, "b": REFS, "bad": texts})),
    "scores": ("hyps", lambda texts: SCORER.scores(PREPARED, texts)),
    "sums": ("hyps", lambda texts: SCORER.sums(PREPARED, texts)),
    "tokenize": ("texts", mtgauge.tokenize),
    "resegment": ("hyps", lambda texts: mtgauge.resegment(REFS, texts)),
    "by": ("by", lambda texts: mtgauge.score(REFS, REFS, by=texts)),
    "ids": ("ids", lambda texts: mtgauge.segments(REFS, REFS, ids=texts)),
    "documents": ("documents", lambda texts: mtgauge.segments(REFS, REFS, documents=texts)),
}


@pytest.mark.parametrize("texts", NESTED.values(), ids=NESTED)
@pytest.mark.parametrize("name, call", CALLS.values(), ids=CALLS)
def test_lists_in_place_of_texts_are_errors(name, call, texts):
    with pytest.raises(TypeError, match=rf"^{name}\[0\]: (list|tuple) where a str is needed; (give|put) "):
        call(texts)


def test_list_columns_in_place_of_texts_are_errors():
    pyarrow = pytest.importorskip("pyarrow")
    column = pyarrow.array(NESTED["n-best lists"])
    with pytest.raises(TypeError, match="list where a str is needed"):
        mtgauge.score(REFS, column)


def test_n_best_lists_are_scored_with_their_segments():
    flat = [text for texts in NESTED["n-best lists"] for text in texts]
    assert SCORER.scores(PREPARED, flat, segment_of=[0, 0, 1])[:, 0].round(1).tolist() == [100.0, 16.4, 100.0]


@pytest.mark.parametrize("call", [corpus_bleu, corpus_chrf, corpus_ter])
@pytest.mark.parametrize("texts", NESTED.values(), ids=NESTED)
def test_nested_hypotheses_are_sacrebleus_type_errors(call, texts):
    with pytest.raises(TypeError, match="Each element of `hyps` should be a string"):
        call(texts, [REFS])


@pytest.mark.parametrize("texts", NESTED.values(), ids=NESTED)
def test_nested_references_are_sacrebleus_type_errors(texts):
    with pytest.raises(TypeError, match="`refs` should be a sequence of sequence of strings"):
        corpus_bleu(REFS, [texts])


def test_nested_systems_are_errors_as_in_sacrebleu():
    for system in NESTED.values():
        with pytest.raises((TypeError, AttributeError)):
            PairedTest([("a", REFS), ("b", system)], {"BLEU": BLEU()}, [REFS], "bs", 10)()


def test_a_segment_without_references_is_an_error():
    for refs in ([[]], [[], ["a"]]):
        with pytest.raises(ValueError, match="no reference"):
            SCORER.prepare(refs)
        with pytest.raises(ValueError, match="no reference"):
            mtgauge.score(refs, REFS[: len(refs)])
