"""Tables as inputs: every kind of table gives what the lists in it give."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any, Callable, Dict, List

import pytest

import mtgauge
from mtgauge.errors import FileError, InputError, InputTypeError, UsageError

pytestmark = pytest.mark.filterwarnings("ignore::mtgauge.errors.MtgaugeWarning")

Columns = Dict[str, List[Any]]


def records(count: int = 60) -> Columns:
    rng = random.Random(5)

    def text() -> str:
        return " ".join(rng.choices("the gate was open and nobody came over hills naïve ok".split(), k=rng.randrange(1, 12)))

    return {
        "id": [f"s{i}" for i in range(count)], "doc": [f"d{i // 6}" for i in range(count)],
        "lang": [("de", "fr")[i % 2] for i in range(count)], "domain": [("news", "speech")[i // 30] for i in range(count)],
        "src": [text() for _ in range(count)], "ref": [text() for _ in range(count)], "ref2": [text() for _ in range(count)],
        "a": [text() for _ in range(count)], "b": [text() for _ in range(count)],
        "esa_a": [float(rng.randrange(100)) for _ in range(count)], "esa_b": [float(rng.randrange(100)) for _ in range(count)],
        "comet_a": [rng.random() for _ in range(count)], "comet_b": [rng.random() for _ in range(count)],
    }


def of_pandas(columns: Columns) -> Any:
    return pytest.importorskip("pandas").DataFrame(columns)


def of_polars(columns: Columns) -> Any:
    return pytest.importorskip("polars").DataFrame(columns)


def of_arrow(columns: Columns) -> Any:
    return pytest.importorskip("pyarrow").table(columns)


def of_duckdb(columns: Columns) -> Any:
    return pytest.importorskip("duckdb").from_arrow(of_arrow(columns))


def of_datasets(columns: Columns) -> Any:
    return pytest.importorskip("datasets").Dataset.from_dict(columns)


KINDS = [dict, of_pandas, of_polars, of_arrow, of_duckdb, of_datasets]


@pytest.mark.parametrize("kind", KINDS)
def test_wide_tables(kind: Callable[[Columns], Any]) -> None:
    columns = records()
    table, hyps = kind(columns), {"a": columns["a"], "b": columns["b"]}
    groups = {"lang": columns["lang"], "domain": columns["domain"]}
    found = mtgauge.score(table, refs="ref", hyps=["a", "b"], by=["lang", "domain"], metrics="chrf")
    assert found == mtgauge.score(columns["ref"], hyps, by=groups, metrics="chrf")
    assert found == mtgauge.score(table, refs="ref", hyps=["a", "b"], by="lang,domain", metrics="chrf")
    two = mtgauge.score(table, refs=["ref", "ref2"], hyps={"new": "a"}, metrics=["bleu", "sari"], source="src")
    assert two == mtgauge.score({"ref": columns["ref"], "ref2": columns["ref2"]}, {"new": columns["a"]}, metrics=["bleu", "sari"],
                                source=columns["src"])
    segments = mtgauge.segments(table, refs="ref", hyps="a", ids="id", documents="doc", metrics="chrf")
    assert segments == mtgauge.segments(columns["ref"], {"a": columns["a"]}, ids=columns["id"], documents=columns["doc"],
                                        metrics="chrf")
    assert segments.ids == columns["id"]
    options: Dict[str, Any] = {"metrics": "chrf", "resamples": 200}
    compared = mtgauge.compare(table, refs="ref", hyps=["a", "b"], documents="doc", scores={"COMET": ["comet_a", "comet_b"]},
                               **options)
    scores = {"COMET": {"a": columns["comet_a"], "b": columns["comet_b"]}}
    assert compared == mtgauge.compare(columns["ref"], hyps, documents=columns["doc"], scores=scores, **options)
    assert [each.metric for each in compared.metrics] == ["chrF2", "COMET"]
    rows = mtgauge.Rows(table, refs="ref", hyps=["a", "b"], metrics="chrf", ids="id")
    assert rows.score(by=None) == mtgauge.Rows(columns["ref"], hyps, metrics="chrf").score()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shuffled", [False, True])
def test_long_tables(kind: Callable[[Columns], Any], shuffled: bool) -> None:
    columns = records()
    beside = ("id", "doc", "lang", "src", "ref")
    long = {name: columns[name] * 2 for name in beside}
    for name, of in (("system", lambda each: [each] * 60), ("mt", columns.__getitem__),
                     ("esa", lambda each: columns["esa_" + each]), ("comet", lambda each: columns["comet_" + each])):
        long[name] = [value for each in ("a", "b") for value in of(each)]
    if shuffled:
        order = [*range(60), *random.Random(3).sample(range(60, 120), 60)]
        long = {name: [values[i] for i in order] for name, values in long.items()}
    table = kind(long)
    given: Dict[str, Any] = {"ids": "id"} if shuffled else {}
    found = mtgauge.score(table, refs="ref", hyps="mt", system="system", by="lang", metrics="chrf", **given)
    hyps = {"a": columns["a"], "b": columns["b"]}
    assert found == mtgauge.score(columns["ref"], hyps, by={"lang": columns["lang"]}, metrics="chrf")
    measured = mtgauge.evaluate(table, refs="ref", hyps="mt", system="system", human={"esa": "esa"}, scores="comet",
                                metrics="chrf", measures=["seg-pearson", "acc-eq"], resamples=100, **given)
    people = {"esa": {"a": columns["esa_a"], "b": columns["esa_b"]}}
    comet = {"comet": {"a": columns["comet_a"], "b": columns["comet_b"]}}
    assert measured == mtgauge.evaluate(columns["ref"], hyps, human=people, scores=comet, metrics="chrf",
                                        measures=["seg-pearson", "acc-eq"], resamples=100)
    assert mtgauge.explain(table, refs="ref", hyps="mt", system="system", metrics="chrf", resamples=100, **given) == \
        mtgauge.explain(columns["ref"], hyps, metrics="chrf", resamples=100, ids=columns["id"] if shuffled else None)


def test_scores_of_people_without_texts(tmp_path: Path) -> None:
    columns = records()
    table = {name: columns[name] * 2 for name in ("id", "doc")}
    table["system"] = ["a"] * 60 + ["b"] * 60
    table["esa"] = columns["esa_a"] + columns["esa_b"]
    ranked = mtgauge.compare(table, system="system", ids="id", documents="doc", human="esa", resamples=200)
    file = tmp_path / "esa.jsonl"
    file.write_text("".join(json.dumps({"system": system, "segment": i % 60 + 1, "document": doc, "esa": score}) + "\n"
                            for i, (system, doc, score) in enumerate(zip(table["system"], table["doc"], table["esa"]))))
    assert ranked["esa"].systems == mtgauge.compare(human=f"esa={file}", resamples=200)["esa"].systems
    judged = {"system": table["system"], "segment": [i % 60 + 1 for i in range(120)], "document": table["doc"], "esa": table["esa"]}
    of_frame = mtgauge.compare(human=of_pandas(judged), resamples=200)
    assert of_frame["esa"].systems == ranked["esa"].systems


def test_rounds_of_scores_in_memory() -> None:
    judged = {"system": ["a", "b"] * 6, "segment": [n // 2 for n in range(12)], "annotator": ["x", "x", "y", "y"] * 3,
              "score": [90, 60, 80, 70, 85, 65, 88, 61, 79, 68, 91, 59]}
    rounds = [{key: [value for value, who in zip(values, judged["annotator"]) if who == one] for key, values in judged.items()}
              for one in ("x", "y")]
    whole = mtgauge.compare(human=of_pandas(judged), resamples=50)["score"]
    parts = mtgauge.compare(human=[of_pandas(one) for one in rounds], resamples=50)["score"]
    assert [each.score for each in whole.systems] == [each.score for each in parts.systems]
    with pytest.raises(InputError, match=r"human\[1\]: the same scores as human\[0\]"):
        mtgauge.compare(human=[of_pandas(judged)] * 2)


def judgements(rater: str = "", later: int = 0) -> List[Dict[str, Any]]:
    """Error spans of two systems, of a rater if one is named."""
    return [{"system": system, "document": f"d{place // 4}", "segment": place, "text": "the gate was open and nobody came",
             **({"annotator": rater, "score": 90 - 7 * place + 3 * later} if rater else {}),
             "spans": [{"start": 4, "end": 8 + place % 3 + later, "severity": "minor"}] * (place % 5 > 0)}
            for place in range(1, 13) for system in ("a", "b")]


def of_records(rows: List[Dict[str, Any]]) -> Columns:
    return {name: [row[name] for row in rows] for name in rows[0]}


@pytest.mark.parametrize("kind", KINDS)
def test_error_spans_in_tables(kind: Callable[[Columns], Any], tmp_path: Path) -> None:
    people, judge = judgements(), judgements(later=2)
    for name, rows in (("people", people), ("judge", judge)):
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    wanted = mtgauge.spans(tmp_path / "people", {"judge": tmp_path / "judge"}, resamples=50).table()
    assert 0 < wanted["value"][0] < 1
    assert mtgauge.spans(kind(of_records(people)), {"judge": kind(of_records(judge))}, resamples=50).table() == wanted
    assert mtgauge.spans(people, {"judge": judge}, resamples=50).table() == wanted


def test_faults_in_tables_of_error_spans() -> None:
    people = judgements()
    for gold, judge, message in (
        (people, judgements()[2:], r"^gold:1: 'a', document 'd0', segment '1': systems\['judge'\] does not have this output"),
        (people, [{**people[0], "spans": [{"start": 30, "end": 99}]}], r"^systems\['judge'\]:1: .* ends after the text"),
        (of_pandas({"system": ["a"], "target": ["x\ty"]}), people, "^gold: row 0 has a tab or the end of a line in a field"),
    ):
        with pytest.raises(InputError, match=message):
            mtgauge.spans(gold, {"judge": judge})


def test_tables_of_mqm_have_error_spans() -> None:
    table = of_pandas({"system": ["a", "b"], "doc": ["d", "d"], "doc_id": [1, 1], "seg_id": [1, 1], "rater": ["r", "r"],
                       "source": ["x", "x"], "target": ["the <v>big</v> house", "the house"],
                       "category": ["Fluency/Register", "no-error"], "severity": ["Major", "no-error"]})
    assert mtgauge.spans(table, {"again": table}, resamples=50).table()["gold_spans"] == [1]


@pytest.mark.parametrize("kind", KINDS[1:])
def test_annotators_who_mark_error_spans(kind: Callable[[Columns], Any]) -> None:
    compared = mtgauge.compare(human=kind(of_records(judgements("x") + judgements("y", 2))), agreement=True, resamples=50)
    (found,) = compared.to_dict()["agreement"]
    assert 0 < found["pairs"][0]["span_f1"] < 1 and 0 < found["alpha_spans"] < 1


def test_scores_of_people_beside_texts() -> None:
    given = dict(refs="ref", hyps=["a", "b"], scores={"people": ["esa_a", "esa_b"]}, resamples=50)
    table = of_pandas(records())
    assert "people" in mtgauge.explain(table, **given).table()["metric"]
    assert ">people<" in mtgauge.report(table, **given).html
    with pytest.raises(UsageError, match="no option 'human'; give scores of people beside texts with scores="):
        mtgauge.report(table, **{**given, "human": given.pop("scores")})


def test_a_column_may_be_a_part_of_another() -> None:
    table = {"translation": [{"en": "The gate is open.", "de": "x"}, {"en": "Nobody.", "de": "y"}], "mt": ["The gate.", "Nobody."]}
    assert mtgauge.score(table, refs="translation.en", hyps="mt") == \
        mtgauge.score(["The gate is open.", "Nobody."], {"mt": table["mt"]})


def test_annotated_lines_in_memory(tmp_path: Path) -> None:
    lines = ["gates|gate|NOUN open|open|VERB", "nobody|nobody|PRON"]
    refs, hyps = ["gates open", "nobody"], {"a": ["gate opened", "no one"], "b": ["doors", "none"]}
    of_hyps = {"a": ["gate|gate|NOUN opened|open|VERB", "no|no|DET one|nobody|PRON"], "b": ["doors|door|NOUN", "none|none|PRON"]}
    given: Dict[str, Any] = {"metrics": "maxsim:lemmas=factors"}

    def file_of(name: str, texts: List[str]) -> str:
        (tmp_path / name).write_text("".join(text + "\n" for text in texts))
        return str(tmp_path / name)

    in_files = {"ref_annotations": file_of("ref.ann", lines), "annotations": [file_of(f"{name}.ann", of_hyps[name]) for name in "ab"]}
    wanted = mtgauge.score(refs=file_of("ref", refs), hyps={name: file_of(name, hyps[name]) for name in "ab"}, **in_files, **given)
    assert wanted.table() != mtgauge.score(refs, hyps, **given).table()
    found = mtgauge.score(refs, hyps, ref_annotations=[lines], annotations=dict(reversed(of_hyps.items())), **given)
    assert found.table() == wanted.table() == mtgauge.score(refs, hyps, **in_files, **given).table()
    assert found.to_dict()["configuration"]["step"]["annotations"] == ["annotations", "annotations"]
    assert mtgauge.Rows(refs, hyps, ref_annotations=[lines], annotations=of_hyps, **given).score().table()["score"] == \
        wanted.table()["score"]
    table = of_pandas({"ref": refs, **hyps, "ann": lines, "ann_a": of_hyps["a"], "ann_b": of_hyps["b"]})
    for annotations in (["ann_a", "ann_b"], {"b": "ann_b", "a": "ann_a"}):
        assert mtgauge.score(table, refs="ref", hyps=["a", "b"], ref_annotations="ann", annotations=annotations,
                             **given).table() == wanted.table()
    with pytest.raises(InputError, match="annotations: segment 1 is not one line of text"):
        mtgauge.score(refs, hyps, ref_annotations=[lines], annotations=[["a", "b\nc"], lines], **given)
    with pytest.raises(UsageError, match="annotations: a, c where the systems are a, b; name the systems as in hyps="):
        mtgauge.score(refs, hyps, ref_annotations=[lines], annotations={"a": lines, "c": lines}, **given)
    with pytest.raises(FileError, match="nowhere.ann"):
        mtgauge.score(refs, hyps, ref_annotations="nowhere.ann", annotations=["nowhere.ann"] * 2, **given)
    with pytest.raises(UsageError, match="annotations=: none of the metrics reads annotations"):
        mtgauge.compare(refs, hyps, ref_annotations=[lines], annotations=of_hyps, metrics="chrf")


def test_a_command_annotates_texts_in_memory() -> None:
    refs = ["The gates are open now .", "Nobody came here ."]
    given: Dict[str, Any] = {"refs": refs, "hyps": {"a": refs, "b": refs[::-1]}, "metrics": "maxsim", "annotate_with": "cat"}
    assert mtgauge.score(**given)["a"]["MAXSIM"].score == 100.0
    assert mtgauge.segments(**given)["MAXSIM"][:, 0].tolist() == [100.0, 100.0]
    assert mtgauge.Rows(**given).score()["b"]["MAXSIM"].score < 100
    assert mtgauge.compare(**given, resamples=10)["MAXSIM"].systems[0].name == "a"
    assert mtgauge.explain(**given, resamples=10).to_dict()["systems"] == ["a", "b"]
    with pytest.raises(InputError, match="annotate_with=: the command failed on refs with exit code 3"):
        mtgauge.score(**{**given, "annotate_with": "exit 3"})


class Splits(Dict[str, Any]):
    """As a DatasetDict of Hugging Face."""

    @property
    def column_names(self) -> Dict[str, Any]:
        return {name: list(table) for name, table in self.items()}


WIDE = {"ref": ["a b c"], "mt": ["a b d"], "sys": ["x"]}
LONG = {"ref": ["a", "b", "a", "c"], "mt": ["a", "b", "a", "b"], "sys": ["x", "x", "y", "y"], "id": [1, 2, 1, 2]}


@pytest.mark.parametrize("table, given, message", [
    (WIDE, {"refs": "reference", "hyps": "mt"}, r"refs: there is no column 'reference' \(known: ref, mt, sys\); name another"),
    (WIDE, {"refs": "ref", "hyps": ["mt", "out"]}, "hyps: there is no column 'out'"),
    (WIDE, {"refs": "ref", "hyps": "mt", "by": ["lang"]}, "by: there is no column 'lang'"),
    (WIDE, {"refs": "ref", "hyps": [["a b d"]]}, r"hyps: list where the name of a column is needed; with a table, name its columns"),
    (WIDE, {"refs": "ref", "hyps": "mt", "ids": [1]}, "ids: list where the name of a column is needed"),
    ("a.parquet", {"refs": "ref", "hyps": "mt"}, "name columns of files with FILE:COLUMN, as in refs='a.parquet:ref'"),
    (LONG, {"refs": "ref", "hyps": "mt", "system": "sys"}, "refs: 'ref' differs between rows 1 and 3, which are the same segment"),
    (LONG, {"refs": "mt", "hyps": ["mt"], "system": "sys"}, "hyps: with system=, name one column"),
    ({**LONG, "sys": ["x", "x", "x", "y"]}, {"refs": "ref", "hyps": "mt", "system": "sys"},
     r"system: the systems have different numbers of rows \({'x': 3, 'y': 1}\)"),
    ({**LONG, "sys": ["x", None, "y", "y"]}, {"refs": "ref", "hyps": "mt", "system": "sys"}, "system: row 1 has no system"),
    ({**LONG, "id": [1, 1, 1, 2]}, {"refs": "ref", "hyps": "mt", "system": "sys", "ids": "id"}, "ids: x has the segment 1 twice"),
    ({**LONG, "id": [1, 2, 1, 3]}, {"refs": "ref", "hyps": "mt", "system": "sys", "ids": "id"},
     r"ids: x has the segment 2, and y lacks it \(1 such segments\)"),
    (WIDE, {"refs": "ref"}, r"hyps: no system; name one or several of its columns with hyps= \(ref, mt, sys\)"),
    (WIDE, {"references": "ref", "hyps": "mt"}, "there is no option 'references'; write refs="),
    (Splits(test=WIDE), {"refs": "ref", "hyps": "mt"}, r"a Splits holds several datasets \(test\); pass one of them"),
    (3, {"refs": "ref", "hyps": "mt"}, "data: a int has no columns with names"),
])
def test_bad_tables(table: Any, given: Dict[str, Any], message: str) -> None:
    with pytest.raises((UsageError, InputError, InputTypeError), match=message):
        mtgauge.score(table, **given)


@pytest.mark.parametrize("argument, column", [("refs", "ref"), ("hyps", "a"), ("source", "src"), ("ids", "id"), ("by", "lang"),
                                              ("documents", "doc")])
def test_values_in_place_of_the_name_of_a_column(argument: str, column: str) -> None:
    table = of_pandas(records())
    wanted = rf"^{argument}: (Series|list) where the name of a column is needed; with a table, name its columns \(id, doc, lang"
    for values in (table[column], list(table[column])):
        with pytest.raises(InputTypeError, match=wanted) as caught:
            mtgauge.compare(table, **{"refs": "ref", "hyps": ["a", "b"], argument: values})
        assert caught.value.option == argument


def test_values_in_place_of_names_in_dicts() -> None:
    table = of_pandas(records())
    given: Dict[str, Any] = {"refs": "ref", "hyps": ["a", "b"], "metrics": "chrf", "resamples": 10}
    for argument, value in (("hyps", {"a": table["a"]}), ("scores", {"COMET": {"a": table["comet_a"], "b": list(table["comet_b"])}}),
                            ("system", table["lang"]), ("by", {"lang": table["lang"]})):
        with pytest.raises(InputTypeError, match=f"^{argument}: (Series|list|dict) where (the name of a column|a list) is needed"):
            mtgauge.compare(table, **{**given, argument: value})


def test_as_many_columns_of_scores_as_systems() -> None:
    table = records()
    given: Dict[str, Any] = {"refs": "ref", "hyps": ["a", "b"], "metrics": "chrf", "resamples": 10}
    for columns, count in ((["comet_a", "comet_b", "esa_a"], 3), ("comet_a", 1)):
        with pytest.raises(UsageError, match=rf"scores\['COMET'\]: {count} columns for 2 systems; name one for each system"):
            mtgauge.compare(table, scores={"COMET": columns}, **given)
        with pytest.raises(UsageError, match=rf"human\['esa'\]: {count} columns for 2 systems"):
            mtgauge.evaluate(table, human={"esa": columns}, **given)


def test_a_stream_of_arrow_is_a_table() -> None:
    columns = records()
    table = of_arrow(columns)
    wanted = mtgauge.score(table, refs="ref", hyps=["a", "b"], by="lang", metrics="chrf")
    assert mtgauge.score(table.to_reader(), refs="ref", hyps=["a", "b"], by="lang", metrics="chrf") == wanted

    class Stream:
        def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
            return table.__arrow_c_stream__(requested_schema)

    assert mtgauge.score(Stream(), refs="ref", hyps=["a", "b"], by="lang", metrics="chrf") == wanted


@pytest.mark.parametrize("name", ["system", "segment", "document", "score"])
def test_scores_may_have_any_name(name: str) -> None:
    columns = records()
    scores = {name: {"a": columns["esa_a"], "b": columns["esa_b"]}}
    found = mtgauge.compare(human=scores, resamples=10)
    assert found[name].systems == mtgauge.compare(human={"x": scores[name]}, resamples=10)["x"].systems
    beside = mtgauge.compare(columns["ref"], {"a": columns["a"], "b": columns["b"]}, metrics="chrf", scores=scores, resamples=10)
    assert [each.metric for each in beside.metrics] == ["chrF2", name]


@pytest.mark.parametrize("name", ["", "A=B"])
def test_names_that_scores_cannot_have(name: str) -> None:
    for option in ("human", "scores"):
        with pytest.raises(UsageError, match=f"{option}: '{name}' cannot be the name of scores; choose another name, without '='"):
            mtgauge.compare(**{option: {name: {"a": [1], "b": [2]}}})


@pytest.mark.parametrize("verb", [mtgauge.score, mtgauge.segments, mtgauge.compare, mtgauge.explain, mtgauge.report, mtgauge.Rows])
def test_lists_have_no_fields(verb: Callable[..., Any]) -> None:
    refs = ["The gate is open.", "Nobody came."] * 3
    with pytest.raises(UsageError, match="by= domain: texts in memory have no fields; give a column with the group of each") as caught:
        verb(refs, {"a": refs, "b": refs}, by="domain")
    assert caught.value.option == "by"


def test_words_have_a_tokenizer_of_their_own() -> None:
    table = records()
    given: Dict[str, Any] = {"refs": "ref", "hyps": ["a", "b"], "metrics": "chrf", "by": ["lang"], "resamples": 10}
    with pytest.raises(UsageError, match="words need one tokenizer, .*; choose one with tokenize="):
        mtgauge.report(table, **given)
    assert mtgauge.explain(table, tokenize="char", **given).to_dict()["words_by"]["tokenizer"] == "char"
    assert mtgauge.report(table, tokenize="13a", **given).html.startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("call", [
    lambda table: mtgauge.nbest(table, "lists.txt"), lambda table: mtgauge.survey(table, "file", metrics="nist"),
    lambda table: mtgauge.resegment(table, ["a"]), lambda table: mtgauge.gaps(table, ["a"]),
    lambda table: mtgauge.Scorer("chrf").prepare(table),
])
def test_functions_that_take_no_tables(call: Callable[[Any], Any]) -> None:
    with pytest.raises(UsageError, match=r"refs: a table of 13 columns; pass one of its columns, as in refs=table\['id'\]"):
        call(of_pandas(records()))


@pytest.mark.parametrize("call, argument", [
    (lambda table: mtgauge.spans("file", table), "systems"), (lambda table: mtgauge.latency(table), "logs"),
])
def test_functions_that_read_only_files(call: Callable[[Any], Any], argument: str) -> None:
    with pytest.raises(InputTypeError, match=f"{argument}: DataFrame where files are needed; name a file, or a list of files"):
        call(of_pandas(records()))


def test_messages_say_what_python_takes() -> None:
    refs, hyps = ["a b"] * 3, {"a": ["a b"] * 3, "b": ["a c"] * 3}
    for call, message in (
        (lambda: mtgauge.compare(refs, hyps, human={"q": {"a": [1] * 3}}), r"; mtgauge\.evaluate compares metrics with people"),
        (lambda: mtgauge.compare(refs, hyps, scores={"C": {"a": [1] * 3}}), "no scores of 'b'; give its scores under its name in hyps="),
        (lambda: mtgauge.compare(refs, hyps, unit="document"), "give them with documents=$"),
        (lambda: mtgauge.evaluate(), "there are no human scores; give them with human=$"),
        (lambda: mtgauge.score(), "no reference; give references with refs=, and systems with hyps=$"),
        (lambda: mtgauge.score(refs, hyps, metrics="sari"), "compares with the source text; give it with source=, or leave out"),
        (lambda: mtgauge.Rows(refs, {"a": refs}) + mtgauge.Rows(refs, {"b": refs}), r"^rows\[0\] and rows\[1\]: system 1 is 'a' in one"),
        (lambda: mtgauge.score(rows=[mtgauge.Rows(refs, {"a": refs}), mtgauge.Rows(["x"], {"b": ["y"]})]),
         r"^rows\[0\] and rows\[1\]: 3 segments and 1 segment; .* are joined with \+$"),
    ):
        with pytest.raises((UsageError, InputError), match=message):
            call()
    with pytest.raises(InputError, match=r"^scores\['C'\]: 'a' has no score for segment 1; add it, or use missing=") as caught:
        mtgauge.compare(refs, hyps, metrics="chrf", scores={"C": {"a": [1, None, 2], "b": [1, 2, 3]}})
    assert (caught.value.option, caught.value.segment) == ("scores", 1)


def test_messages_about_scores_are_in_python() -> None:
    with pytest.raises(UsageError, match=r"human: name what these columns hold, as in human={'NAME': \['mt', 'sys'\]}"):
        mtgauge.evaluate(WIDE, refs="ref", hyps=["mt", "sys"], human=["mt", "sys"])
    with pytest.raises(UsageError, match=r"give them to 'compare' or 'evaluate', as in: scores=\"comet=FILE\"$"):
        mtgauge.score(WIDE, refs="ref", hyps="mt", metrics="comet")
    with pytest.raises(UsageError, match="there is no option 'lang'; did you mean 'language_pair'?"):
        mtgauge.score(WIDE, refs="ref", hyps="mt", lang="de")  # type: ignore[call-arg]
    with pytest.raises(UsageError, match="there is no file 'It rained.'; a str names a file, so put texts into a list"):
        mtgauge.score(refs="It rained.", hyps=["It rained."])
    with pytest.raises(UsageError, match="the first argument is no table, and refs= gives the references; write hyps="):
        mtgauge.score(WIDE["mt"], refs=WIDE["ref"])


def test_odd_tables() -> None:
    twice = of_pandas(WIDE)
    twice.columns = ["ref", "mt", "mt"]
    with pytest.raises(UsageError, match="hyps: there are 2 columns 'mt'; rename all but one"):
        mtgauge.score(twice, refs="ref", hyps="mt")
    with pytest.raises(UsageError, match="a LazyFrame has no texts yet; call its collect"):
        mtgauge.score(of_polars(WIDE).lazy(), refs="ref", hyps="mt")
    with pytest.raises(InputTypeError, match=r"scores\['COMET'\]\['mt'\]\[0\]: str where a number is needed"):
        mtgauge.compare(["a"], {"mt": ["a"], "b": ["a"]}, scores={"COMET": {"mt": ["0.5"], "b": [1]}})
    with pytest.raises(mtgauge.errors.MtgaugeError) as caught:
        mtgauge.compare(["a"], {"mt": ["a"], "b": ["a"]}, scores={"COMET": {"mt": [0.5], "c": [1]}})
    assert "mtgauge-columns" not in str(caught.value) and "scores['COMET']" in str(caught.value)
