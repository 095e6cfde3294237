"""Arguments of wrong types and values raise errors of the package alone, which say what to pass."""

from __future__ import annotations

import math
import pathlib
import re
from typing import Any, Callable

import numpy as np
import pyarrow  # type: ignore[import-untyped]
import pytest

import mtgauge
from mtgauge.errors import InputTypeError, MtgaugeError, UsageError
from mtgauge.rewards import Reward

REFS, HYPS = ["The gate is open.", "Nobody came."], ["The gate was open.", "Nobody."]
SCORER = mtgauge.Scorer("chrf")
PREPARED = SCORER.prepare(REFS)
SPAN = {"system": "mt", "segment": 1, "spans": [{"start": 0, "end": 3, "severity": "minor"}]}
SUMS = SCORER.sums(PREPARED, HYPS)


@pytest.mark.parametrize("call, message", [
    (lambda: mtgauge.score(REFS, 5), "hyps: int where a list of texts is needed; pass a list"),
    (lambda: mtgauge.score(REFS, set(HYPS)), "hyps: set where a list of texts is needed; pass a list"),
    (lambda: mtgauge.score(REFS, [1, 2]), r"hyps\[0\]: int where a str is needed"),
    (lambda: mtgauge.score(REFS, [HYPS]), r"hyps\[0\]: list where a str is needed; give one text for each segment"),
    (lambda: mtgauge.score(REFS, HYPS, ref_annotations=5, annotations=5), "annotations: int where a list is needed"),
    (lambda: mtgauge.score(REFS, HYPS, by=5), "by: int where a list is needed"),
    (lambda: mtgauge.score(REFS, HYPS, by={"lang": 5}), r"by\['lang'\]: int where a list is needed"),
    (lambda: mtgauge.score(rows=5), "rows: int where Rows or row files are needed"),  # type: ignore[arg-type]
    (lambda: mtgauge.tokenize(5), "texts: int where a list of texts is needed"),
    (lambda: mtgauge.mbr(HYPS, weights=5), "weights: int where a list is needed"),
    (lambda: mtgauge.mbr(HYPS, weights=[int, 1]), "weights: type where a number is needed"),
    (lambda: mtgauge.mbr(HYPS, weights=[[None, 1]]), "weights: NoneType where a number is needed"),
    (lambda: mtgauge.nearest(HYPS, REFS, top="x"), "top: str where an int is needed"),  # type: ignore[arg-type]
    (lambda: mtgauge.columns(5), "path: int where the name of a file is needed"),  # type: ignore[arg-type]
    (lambda: mtgauge.Rows.load(5), "path: int where the name of a file is needed"),  # type: ignore[arg-type]
    (lambda: mtgauge.spans("gold", {"judge": 5}), r"systems\['judge'\]: int where files are needed"),
    (lambda: mtgauge.metrics(5), "metrics: int where the name of a metric is needed"),  # type: ignore[arg-type]
    (lambda: mtgauge.cite(references=True), "references: bool where an int is needed"),
    (lambda: SCORER.score_of_sums(SUMS, metric="x"), "metric: str where an int is needed"),  # type: ignore[arg-type]
    (lambda: mtgauge.options(mtgauge.score), "function: function where the name of a function is needed"),  # type: ignore[arg-type]
    (lambda: mtgauge.score(REFS, HYPS).write(None), "path: NoneType where the name of a file is needed"),  # type: ignore[arg-type]
    (lambda: mtgauge.segments(REFS, HYPS, ids="ab"), "ids: str where a list is needed; pass a list, or a table"),
    (lambda: mtgauge.score({"ref": REFS, "mt": "ab"}, refs="ref", hyps="mt"), "hyps: str where the column 'mt' is needed"),
    (lambda: mtgauge.score({"ref": REFS, "mt": HYPS, "s": ["a", "b"], "i": [[1], [1]]}, refs="ref", hyps="mt", system="s", ids="i"),
     r"ids\[0\]: list where a str or an int is needed"),
    (lambda: SCORER.prepare("refs.txt"), "refs: a file where texts are needed; a Scorer reads no files, so pass a list of texts"),
    (lambda: SCORER.prepare([pathlib.Path("refs.txt")]), "refs: a file where texts are needed"),
    (lambda: SCORER.prepare({"a": pathlib.Path("refs.txt")}), r"refs\['a'\]: a file where texts are needed"),
    (lambda: SCORER.prepare([5]), r"refs\[0\]: int where a str is needed"),
    (lambda: mtgauge.Scorer("nist", learn_from="refs.txt"), "learn_from: a file where texts are needed"),
    (lambda: mtgauge.Scorer({"bleu"}), "metrics: set where names in an order are needed; pass a list"),  # type: ignore[arg-type]
    (lambda: mtgauge.Scorer("bleu", on_invalid=None), "on_invalid: NoneType where a str is needed"),  # type: ignore[arg-type]
    (lambda: mtgauge.Scorer(5), "metrics: int where the name of a metric is needed; pass names, as in 'bleu' or"),  # type: ignore[arg-type]
    (lambda: mtgauge.Scorer(None), "metrics: NoneType where the name of a metric is needed"),  # type: ignore[arg-type]
    (lambda: mtgauge.Scorer([None]), r"metrics\[0\]: NoneType where the name of a metric"),  # type: ignore[list-item]
    (lambda: mtgauge.score(REFS, HYPS, metrics=["bleu", True]), r"metrics\[1\]: bool where the name of a metric"),  # type: ignore[list-item]
    (lambda: mtgauge.score(REFS, HYPS, metrics=["bleu", []]), r"metrics\[1\]: list where the name of a metric"),  # type: ignore[list-item]
    (lambda: mtgauge.matrix(HYPS, metric=b"bleu"), "metric: bytes where the name of a metric"),  # type: ignore[arg-type]
    (lambda: mtgauge.nearest(HYPS, metric=None), "metric: NoneType where the name of a metric"),  # type: ignore[arg-type]
    (lambda: mtgauge.mbr(HYPS, metric={"chrf"}), "metric: set where names in an order are needed"),  # type: ignore[arg-type]
    (lambda: mtgauge.matrix(None), "hyps: NoneType where a list of texts is needed; pass a list"),
    (lambda: mtgauge.nearest(None), "hyps: NoneType where a list of texts is needed"),
    (lambda: mtgauge.mbr(None), "hyps: NoneType where a list of texts is needed"),
    (lambda: mtgauge.resegment(REFS, None), "hyps: NoneType where a list of texts is needed"),
    (lambda: mtgauge.gaps(None, HYPS), "refs: NoneType where a list of texts is needed"),
    (lambda: mtgauge.survey(None, "nist.survey", metrics="nist"), "refs: NoneType where a list of texts is needed"),
    (lambda: SCORER.scores(PREPARED, None), "hyps: NoneType where a list of texts is needed"),
    (lambda: SCORER.sums(PREPARED, None), "hyps: NoneType where a list of texts is needed"),
    (lambda: mtgauge.tokenize(None), "texts: NoneType where a list of texts is needed"),
    (lambda: mtgauge.tokenize(REFS, None), "tokenizer: NoneType where a str is needed"),  # type: ignore[arg-type]
    (lambda: mtgauge.tokenize(REFS, stem=[]), "stem: list where a str is needed"),  # type: ignore[arg-type]
    (lambda: mtgauge.report(REFS, {"a": HYPS}, title=None), "title: NoneType where a str is needed"),  # type: ignore[arg-type]
    (lambda: mtgauge.latency("wait.log", 5), "refs: int where the name of a file is needed"),  # type: ignore[arg-type]
    (lambda: mtgauge.score(rows={"a.mtr"}), "rows: set where Rows or row files are needed"),  # type: ignore[arg-type]
    (lambda: mtgauge.score(rows=[5]), "rows: int where the name of a file is needed"),  # type: ignore[list-item]
    (lambda: mtgauge.cite(references=np.array([1, 2])), "references: ndarray where an int is needed"),  # type: ignore[arg-type]
    (lambda: mtgauge.score(REFS, HYPS, tokenize=b"13a"), "tokenize: bytes where a str or a number is needed"),
    (lambda: mtgauge.score(REFS, HYPS, require=[None]), "require: NoneType where a str or a number is needed"),
    (lambda: mtgauge.compare(REFS, {"a": HYPS}, resamples=[True]), "resamples: bool where a str or a number"),
    *((lambda group=group: mtgauge.score(REFS, HYPS, by=[group, "x"]), rf"by\[0\]: {type(group).__name__} where a str is needed")
      for group in (object(), len, int, 1j, (1, 2), {1}, [1])),
    (lambda: mtgauge.score(REFS, HYPS, by=[np.array([1, 2]), "x"]), r"by\[0\]: list where a str is needed"),
    (lambda: mtgauge.tokenize(REFS, lowercase="no"),  # type: ignore[arg-type]
     "lowercase: str where True or False is needed; pass a bool"),
    (lambda: mtgauge.nbest(REFS, [HYPS, HYPS], all_candidates="no"),  # type: ignore[arg-type]
     "all_candidates: str where True or False is needed"),
    (lambda: Reward("chrf", strip_before="x", require_marker="no"),  # type: ignore[arg-type]
     "require_marker: str where True or False is needed"),
    (lambda: SCORER.scores(PREPARED, HYPS, segment_of=["x", "y"]), r"segment_of\[0\]: str where an int"),  # type: ignore[list-item]
    *((lambda name=name: mtgauge.score(REFS, {name: HYPS}), f"hyps: {type(name).__name__} where a name is needed; name each by a str")
      for name in (None, object(), (1, 2), b"mt", math.nan, len)),
    (lambda: mtgauge.score(refs={None: REFS}, hyps=HYPS), "refs: NoneType where a name is needed"),
    (lambda: mtgauge.score("ref.txt", {None: "mt.txt"}), "hyps: NoneType where a name is needed"),
    (lambda: mtgauge.evaluate(human={None: {"a": [1, 2]}}), "human: NoneType where a name is needed"),
    (lambda: mtgauge.compare(human={"x": {None: [1, 2]}}), r"human\['x'\]: NoneType where a name is needed"),
    (lambda: mtgauge.compare(human={"x": {"a": [np.array([1, 2]), 2]}}), r"human\['x'\]\['a'\]\[0\]: list where a number is needed"),
    (lambda: mtgauge.spans([SPAN], {None: [SPAN]}), "systems: NoneType where a name is needed"),
    (lambda: mtgauge.latency({None: "wait.log"}), "logs: NoneType where a name is needed"),  # type: ignore[dict-item]
    (lambda: mtgauge.score({"s": [(1, 2), "b"], "r": REFS, "h": HYPS}, refs="r", hyps="h", system="s"),
     r"system\[0\]: tuple where a name is needed"),
])
def test_wrong_types(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(InputTypeError, match=message) as caught:
        call()
    assert isinstance(caught.value, TypeError) and isinstance(caught.value, MtgaugeError)
    assert caught.value.option == re.match(r"\w+", str(caught.value))[0]  # type: ignore[index]


@pytest.mark.parametrize("call, message", [
    (lambda: mtgauge.Scorer([]), "metrics: there is none; name one, as in 'bleu'"),
    (lambda: mtgauge.nearest(HYPS, metric=[]), "metric: there is none; name one"),  # type: ignore[arg-type]
    (lambda: mtgauge.score(REFS, HYPS, lowercase=[]), "lowercase: a list without values; give one, or leave it out"),
    (lambda: mtgauge.score(REFS, HYPS, threads=True), "threads=True: choose a whole number"),
    (lambda: mtgauge.score(rows=[]), "rows: there are none; pass Rows or row files"),
    (lambda: mtgauge.score(None, HYPS), "no reference; give references with refs="),
    (lambda: mtgauge.resegment(REFS, "out.txt"), "refs and hyps: one is in memory, the other in files"),
    (lambda: mtgauge.mbr(HYPS, weights=[]), "weights: group 0 has none; give one for each reference"),
    (lambda: mtgauge.mbr([HYPS, HYPS], weights=[[1, 1], []]), "weights: group 1 has none"),
    (lambda: mtgauge.mbr(HYPS, temperature=2), "temperature=2 does nothing without weights="),
    (lambda: mtgauge.options("zz"), "no function of this name has options; pass one of score, segments, compare"),
    (lambda: SCORER.score_of_sums(SUMS, metric=3), "metric=3: there are 1 metrics; count metrics from 0"),
    (lambda: SCORER.score_of_sums(SUMS, metric=-1), "metric=-1: choose at least 0"),
    (lambda: SCORER.score_of_sums([1 << 70]), r"sums\[0\]=1180591620717411303424: choose at most 9223372036854775807"),
    (lambda: SCORER.scores(PREPARED, HYPS, segment_of=[0, 1 << 40]), r"segment_of\[1\]=1099511627776: choose at most 4294967295"),
    (lambda: mtgauge.nearest(HYPS, REFS, top=1 << 40), "top=1099511627776: choose at most 4294967295"),
    (lambda: mtgauge.nearest(HYPS, REFS, top=0), "top=0: choose at least 1"),
    (lambda: mtgauge.matrix(HYPS, REFS, dtype="int"), "dtype='int': choose 'float64' or 'float32'"),
    (lambda: mtgauge.matrix([HYPS], REFS), "refs: give a list of texts beside a list, or as many lists as there are in hyps"),
    (lambda: mtgauge.mbr([HYPS, HYPS], weights=[[1, 1]]), "weights: give a list of numbers for each group"),
    (lambda: mtgauge.Scorer("chrf", on_invalid="skip"), "on_invalid=: choose"),
    (lambda: mtgauge.score(REFS, HYPS, metrics=["bleu", "chrf"]).score, r"there are 2 scores; look at \.systems"),
    (lambda: mtgauge.compare(REFS, {"a": HYPS}, resamples=False), "resamples=: it needs a value"),
    (lambda: mtgauge.score(REFS, HYPS, tokenize=np.bool_(False)), "tokenize=: it needs a value"),
    (lambda: mtgauge.mbr(HYPS, weights=[1, 1], temperature=False), "temperature=: it needs a value"),
    (lambda: mtgauge.matrix(HYPS, dtype=np.array([1, 2])), r"dtype=array\(\[1, 2\]\): choose 'float64'"),  # type: ignore[arg-type]
    (lambda: SCORER.prepare({}), "refs: there are no references; give at least one column"),
    (lambda: Reward(threads=-1), "threads=: '-1' is not a whole number"),
    (lambda: Reward(threads=True), "threads=True: choose a whole number"),
    (lambda: Reward({"chrf": 10 ** 400}), "give each metric a weight above 0"),
])
def test_wrong_values(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        call()


@pytest.mark.parametrize("option, call", [
    # The engine calls columns and files by names of their own.
    ("hyps", lambda: mtgauge.score(REFS, {"mt": [1, 2]})),
    ("hyps", lambda: mtgauge.score(REFS, {"mt": ["a", None]})),
    ("hyps", lambda: mtgauge.score(REFS, {"mt": ["a"]})),
    ("hyps", lambda: mtgauge.score(REFS, {"mt": [["a"], ["b"]]})),
    ("hyps", lambda: mtgauge.score(REFS, pyarrow.array([1, 2]))),
    ("hyps", lambda: mtgauge.score("ref.txt", {"mt": "none.txt"})),
    ("refs", lambda: mtgauge.score(refs={"first": [1, 2]}, hyps=HYPS)),
    ("refs", lambda: mtgauge.score("none.txt", "ref.txt")),
    ("refs", lambda: mtgauge.score("ref.txt", HYPS)),
    ("rows", lambda: mtgauge.score(rows="none.mtr")),
    ("by", lambda: mtgauge.score(REFS, HYPS, by=["a"])),
    ("refs", lambda: mtgauge.score(None, HYPS)),
    ("hyps", lambda: mtgauge.score(REFS)),
    ("learn_from", lambda: mtgauge.Scorer("nist", learn_from=[])),
    ("metrics", lambda: mtgauge.Scorer("\ud800")),
    ("metrics", lambda: mtgauge.metrics("\ud800")),
    ("tokenizer", lambda: mtgauge.tokenize(REFS, "\ud800")),
    ("signature", lambda: mtgauge.from_signature("\ud800")),
    ("function", lambda: mtgauge.options("\ud800")),
    ("path", lambda: mtgauge.Rows.load("\ud800")),
    ("human", lambda: mtgauge.evaluate(human={"\ud800": {"a": [1]}}, scores={"m": {"a": [1]}})),
    ("ids", lambda: mtgauge.score(REFS, HYPS, ids=["a", None])),
    ("ids", lambda: mtgauge.score(REFS, HYPS, ids=[1.5, 2])),
    ("documents", lambda: mtgauge.compare(REFS, {"a": HYPS, "b": REFS}, documents=["a"])),
    ("documents", lambda: mtgauge.resegment(REFS, HYPS, documents=5)),
    ("documents", lambda: mtgauge.resegment(REFS, HYPS, documents=["a", "b"])),
    ("hyp_documents", lambda: mtgauge.resegment(REFS, HYPS, hyp_documents=["a", "b"])),
    ("hyp_documents", lambda: mtgauge.resegment(REFS, HYPS, documents=["a", "a"], hyp_documents=[1.5, 2])),
    ("survey", lambda: mtgauge.score(REFS, HYPS, metrics="nist", survey="none.survey")),
    ("scores", lambda: mtgauge.compare(REFS, {"a": HYPS, "b": REFS}, scores="COMET=none.tsv")),
    ("scores", lambda: mtgauge.compare(REFS, {"a": HYPS, "b": REFS}, scores={"COMET": {"a": ["x"], "b": [1]}})),
    ("human", lambda: mtgauge.compare(human="none.tsv")),
    ("human", lambda: mtgauge.evaluate(human={"a": {"mt": [math.inf]}}, scores={"m": {"mt": [1]}})),
    ("gold", lambda: mtgauge.spans("gold.jsonl", {"judge": "none.jsonl"})),
    ("systems", lambda: mtgauge.spans([SPAN], {"judge": "none.jsonl"})),
    ("systems", lambda: mtgauge.spans([SPAN], {"judge": [{"spans": 5}]})),
    ("logs", lambda: mtgauge.latency({"wait": "none.log"})),
    ("candidates", lambda: mtgauge.nbest(REFS, "none.txt")),
    ("refs", lambda: SCORER.prepare(5)),
    ("refs", lambda: SCORER.prepare([None, "a"])),
    ("hyps", lambda: SCORER.scores(PREPARED, [5])),
    ("hyps", lambda: SCORER.scores(PREPARED, [None, "a"])),
    ("segment_of", lambda: SCORER.scores(PREPARED, HYPS, segment_of=[0, 7])),
    ("segment_of", lambda: SCORER.scores(PREPARED, HYPS, segment_of=[0])),
    ("sums", lambda: SCORER.score_of_sums([1])),
    ("learn_from", lambda: mtgauge.Scorer("nist")),
    ("learn_from", lambda: mtgauge.Scorer("chrf", learn_from=5)),
    ("on_invalid", lambda: mtgauge.Scorer("chrf", on_invalid="skip")),
    ("metrics", lambda: mtgauge.Scorer([])),
    ("tokenizer", lambda: mtgauge.tokenize(REFS, "zz")),
    ("stem", lambda: mtgauge.tokenize(REFS, stem="zz")),
    ("hyps", lambda: mtgauge.mbr([None])),
    ("weights", lambda: mtgauge.mbr([HYPS, HYPS], weights=[[1, 1]])),
    ("metric", lambda: mtgauge.matrix(HYPS, metric="zz")),
    ("metric", lambda: mtgauge.matrix(HYPS, metrics="chrf")),  # type: ignore[call-arg]
    ("metrics", lambda: mtgauge.metrics("zz")),
    ("metric", lambda: Reward("zz")),
    ("penalties", lambda: Reward("chrf", penalties={"zz": 1})),
    ("completions", lambda: Reward("chrf")(completions=[5], references=["a"])),
    ("references", lambda: Reward("chrf")(completions=["a"], references=[5])),
    ("files", lambda: mtgauge.columns("none.tsv")),
    ("path", lambda: mtgauge.Rows.load("none.mtr")),
    ("path", lambda: mtgauge.score(REFS, HYPS).write("none/scores.csv")),
    ("path", lambda: mtgauge.survey(REFS, "none/nist.survey", metrics="nist")),
    ("function", lambda: mtgauge.options("zz")),
    ("refs", lambda: SCORER.prepare({})),
    ("threads", lambda: Reward(threads=1.5)),  # type: ignore[arg-type]
    ("weights", lambda: mtgauge.mbr(HYPS, weights=[10 ** 400, 1])),
    ("weights", lambda: mtgauge.mbr(HYPS, weights=[math.nan, 1])),
    ("human", lambda: mtgauge.compare(human={"x": {"a": [1, -10 ** 400]}})),
])
def test_errors_name_the_argument(option: str, call: Callable[[], Any], tmp_path: pathlib.Path,
                                  monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pathlib.Path("ref.txt").write_text("The gate is open.\nNobody came.\n")
    with pytest.raises(MtgaugeError) as caught:
        call()
    assert caught.value.option == option, caught.value
