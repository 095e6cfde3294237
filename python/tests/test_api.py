"""The native API: the program's digits, from files and from memory, as objects."""

import copy
import dataclasses
import importlib.util
import inspect
import json
import pathlib
import pickle
import re
import typing
import warnings

import numpy as np
import pytest

import mtgauge
import mtgauge.answers
import mtgauge._options
from mtgauge.errors import FileError, GateError, InputError, MtgaugeWarning, UsageError

ROOT = pathlib.Path(__file__).resolve().parents[2]
REFS = [f"The {word} garden has {n} gates, and nobody opens them." for n, word in
        enumerate("old new long small wet dry cold warm wide red".split() * 3)]
GOOD = [text.replace("nobody", "no one") for text in REFS]
BAD = [text.replace("garden has", "yard holds" if len(text) % 2 else "yard has").replace(",", "") for text in REFS]
SYSTEMS = {"good": GOOD, "bad": BAD}
METRICS = ["bleu", "chrf:nw=2", "ter", "gleu", "ribes"]


@pytest.fixture(name="files")
def _files(tmp_path):
    for name, texts in {"ref": REFS, **SYSTEMS}.items():
        (tmp_path / name).write_text("\n".join(texts) + "\n")
    return tmp_path


def figures(report):
    return {s.name: {m.metric: m.score for m in s.scores} for s in report.systems}


def test_files_and_memory_score_the_same(files):
    memory = mtgauge.score(REFS, SYSTEMS, metrics=METRICS)
    of_files = mtgauge.score(files / "ref", [files / "good", files / "bad"], metrics=METRICS)
    for name, scores in figures(memory).items():
        assert figures(of_files)[name] == scores
    assert memory["good"]["BLEU"].signature.startswith("nrefs:1|case:mixed")
    assert float(memory["good"]["BLEU"]) == memory.systems[0].scores[0].score


def test_segments_are_an_array(files):
    answer = mtgauge.segments(REFS, SYSTEMS, metrics=METRICS, ids=[f"s{i}" for i in range(30)])
    assert answer.scores.shape == (30, 2, 5) and answer.scores.dtype == np.float64
    assert answer["TER"].shape == (30, 2) and answer.ids[3] == "s3"
    lines = (files / "ref").read_text().splitlines()
    assert np.array_equal(mtgauge.segments(lines, GOOD, metrics=METRICS).scores[:, 0],
                          answer.scores[:, 0])
    scorer = mtgauge.Scorer(METRICS)
    assert np.array_equal(scorer.scores(scorer.prepare(REFS), GOOD), answer.scores[:, 0])


def test_details_are_arrays():
    answer = mtgauge.segments(REFS, SYSTEMS, metrics=["bleu", "ter", "nist"], details=True)
    report = mtgauge.score(REFS, SYSTEMS, metrics=["bleu", "ter"], details=True)
    assert answer.details["BLEU"]["counts"].shape == (30, 2, 4)
    assert answer.details["TER"]["insertions"].shape == (30, 2)
    for place, system in enumerate(report.systems):
        for name in ("counts", "totals"):
            assert answer.details["BLEU"][name][:, place].sum(axis=0).tolist() == system["BLEU"].details[name]
        assert answer.details["TER"]["shifts"][:, place].sum() == system["TER"].details["shifts"]
    assert mtgauge.segments(REFS, GOOD, metrics="ter").details == {}
    assert answer == mtgauge.segments(REFS, SYSTEMS, metrics=["bleu", "ter", "nist"], details=True)


def test_sums_of_parts_are_the_corpus():
    scorer = mtgauge.Scorer(METRICS)
    first = scorer.sums(scorer.prepare(REFS[:7]), GOOD[:7])
    rest = scorer.sums(scorer.prepare(REFS[7:]), GOOD[7:])
    sums = np.array(first) + np.array(rest)
    report = mtgauge.score(REFS, GOOD, metrics=METRICS)
    for place, score in enumerate(report.systems[0].scores):
        assert scorer.score_of_sums(sums, place) == score.score


def test_groups_by_field_and_by_column(files):
    groups = ["even" if i % 2 == 0 else "odd" for i in range(30)]
    report = mtgauge.score(REFS, GOOD, metrics="chrf", by=groups)
    assert [group.name for group in report.groups] == ["even", "odd"]
    even = mtgauge.score(REFS[::2], GOOD[::2], metrics="chrf")
    assert report.groups[0].systems[0]["chrF2"].score == even.score
    by = mtgauge.segments(REFS, GOOD, metrics="chrf", by=groups)
    assert by.documents == ["even", "odd"] and by["chrF2"][0] == even.score
    assert by.table() == {"group": ["even", "odd"], "system": ["hyps"] * 2, "chrF2": by["chrF2"].tolist()}


def test_p_values_of_scores():
    first, second = mtgauge.score(REFS, SYSTEMS, metrics="bleu", paired_bs=True, paired_bs_n=200).systems
    assert first["BLEU"].p_value is None and second["BLEU"].p_value < 0.01


@pytest.mark.parametrize("record, path", [
    ("MetricScore", "systems.scores"),
    ("SystemScores", "systems"),
    ("MetricComparison", "metrics"),
    ("SystemEstimate", "metrics.systems"),
    ("PairTest", "metrics.pairs"),
])
def test_records_have_the_names_of_json(record, path):
    verb = "## Score" if path.startswith("systems") else "## Compare"
    reference = (ROOT / "docs" / "answers.md").read_text(encoding="utf-8").partition(verb)[2].partition("\n## ")[0]
    documented = re.findall(rf"^\| `{re.escape(path)}\.(\w+)` \|", reference, re.MULTILINE)
    assert {field.name for field in dataclasses.fields(getattr(mtgauge.answers, record))} == set(documented)


def test_records_are_dataclasses():
    (score,) = mtgauge.score(REFS, GOOD, metrics="chrf").systems[0].scores
    assert dataclasses.is_dataclass(score) and dataclasses.asdict(score)["metric"] == "chrF2"
    other = dataclasses.replace(score, score=1.0)
    assert (other.score, other.signature) == (1.0, score.signature) and other != score
    assert dataclasses.replace(other, score=score.score) == score and pickle.loads(pickle.dumps(other)) == other
    assert repr(other).startswith("MetricScore(metric='chrF2', score=1.0, signature=")
    with pytest.raises(dataclasses.FrozenInstanceError):
        score.score = 2.0
    kind = mtgauge.answers.MetricScore
    assert list(inspect.signature(kind).parameters) == [field.name for field in dataclasses.fields(kind)]
    assert kind("a", 1.0, "").details is not kind("a", 1.0, "").details and kind("a", 1.0, "").scale == 100
    for values, named in ((("a",), {}), (("a", 1, "", 1, True, None, {}, None, None, 3), {}), (("a", 1, ""), {"metric": "b"}),
                          (("a", 1, ""), {"metrics": "b"})):
        with pytest.raises(TypeError, match="MetricScore"):
            kind(*values, **named)


def test_comparisons():
    answer = mtgauge.compare(REFS, SYSTEMS, metrics=["bleu", "chrf"], resamples=500, seed=1)
    pair = answer["BLEU"].pairs[0]
    assert (pair.a, pair.b) == ("good", "bad") and pair.significant and pair.p < 0.01
    assert pair.detectable_difference > 0
    again = mtgauge.compare(REFS, SYSTEMS, metrics=["bleu", "chrf"], resamples=500, seed=1, threads=1)
    assert again == answer
    assert mtgauge.compare(REFS, SYSTEMS, metrics="bleu", resamples=500, seed=2) != answer


def test_evaluations(files):
    table = "system\tsegment\tscore\n" + "".join(
        f"{files / name}\t{i + 1}\t{(i * 7 + (5 if name == 'good' else 0)) % 11}\n"
        for name in SYSTEMS for i in range(30))
    (files / "people.tsv").write_text(table)
    answer = mtgauge.evaluate(files / "ref", [files / "good", files / "bad"],
                              human=files / "people.tsv", metrics=["chrf", "bleu"])
    assert answer.to_dict()["evaluations"][0]["segments"] == 30
    assert "seg-pearson" in answer.table()["measure"]


def test_error_spans(tmp_path):
    def write(name, ends):
        lines = [json.dumps({"system": "A", "segment": i + 1, "spans": [{"start": 0, "end": end}]})
                 for i, end in enumerate(ends)]
        (tmp_path / name).write_text("\n".join(lines) + "\n")
        return tmp_path / name

    gold, good, bad = write("gold", [4, 6, 8]), write("good", [4, 6, 4]), write("bad", [1, 1, 1])
    answer = mtgauge.spans(gold, {"good": good, "bad": bad}, resamples=100)
    assert [system["name"] for system in answer.to_dict()["systems"]] == ["good", "bad"]
    assert answer.to_dict()["systems"][0]["scores"]["recall"] == pytest.approx(2.5 / 3)
    assert answer.table()["row"] == ["system", "system", "pair"]
    exact = mtgauge.spans([gold], [good], measure="em", resamples=100)
    assert exact.to_dict()["systems"][0]["scores"]["f1"] == pytest.approx(2 / 3)
    with pytest.raises(InputError, match="does not have this output"):
        mtgauge.spans(gold, {"short": write("short", [1, 1])})


def test_rows_add_up_and_can_be_saved(tmp_path):
    whole = mtgauge.Rows(REFS, SYSTEMS, metrics=METRICS)
    parts = mtgauge.Rows(REFS[:11], {k: v[:11] for k, v in SYSTEMS.items()}, metrics=METRICS)
    parts = parts + mtgauge.Rows(REFS[11:], {k: v[11:] for k, v in SYSTEMS.items()}, metrics=METRICS)
    assert len(parts) == 30 and parts == whole
    assert figures(parts.score()) == figures(mtgauge.score(REFS, SYSTEMS, metrics=METRICS))
    assert np.array_equal(parts.segments().scores, mtgauge.segments(REFS, SYSTEMS, metrics=METRICS).scores)
    parts.save(tmp_path / "rows.mtr")
    loaded = mtgauge.Rows.load(tmp_path / "rows.mtr")
    assert loaded == parts == pickle.loads(pickle.dumps(parts))
    assert loaded.compare(resamples=50)["BLEU"].systems[0].score == whole.score()["good"]["BLEU"].score
    assert mtgauge.score(rows=tmp_path / "rows.mtr", metrics="ter").systems[1].name == "bad"


def test_rows_know_missing_references():
    refs = {"first": REFS, "second": [None, *REFS[1:]]}
    rows, direct = mtgauge.Rows(refs, GOOD), mtgauge.score(refs, GOOD)
    assert rows.score()["BLEU"].signature == direct["BLEU"].signature
    assert direct["BLEU"].signature.startswith("nrefs:var|")


def test_learning_metrics():
    report = mtgauge.score(REFS, GOOD, metrics="nist")
    scorer = mtgauge.Scorer("nist", learn_from=REFS)
    assert scorer.score_of_sums(scorer.sums(scorer.prepare(REFS), GOOD)) == report.score
    with pytest.raises(UsageError, match="must read all references"):
        mtgauge.Scorer("nist")


def test_tables_for_papers_and_the_gate():
    def compare(**options):
        return mtgauge.compare(REFS, SYSTEMS, metrics="chrf", resamples=20, **options)

    first, second = SYSTEMS
    assert compare().gate is None and "begin{table}" not in compare().to_latex()
    table = compare(baseline=first, gate=True, table="half-widths")
    assert table.to_latex().count("\\pm$") == 1 + len(SYSTEMS)  # the caption and each system
    assert table.to_markdown().startswith("**Gate passed**" if table.gate["passed"] else "**Gate failed**")
    assert not compare(baseline=first, gate=1e-9).gate["passed"]  # the difference is larger than this margin
    passed = compare(baseline=first, gate=1000)
    assert passed.gate == {"passed": True, "verdict": "pass", "failures": []}
    passed.raise_for_gate()
    with pytest.raises(UsageError, match="not a margin"):
        compare(baseline=first, gate=-1)


def test_a_gate_raises_on_request():
    report = mtgauge.score(REFS, SYSTEMS, metrics="chrf", require=["good:chrf>=50", "bad:chrf>=99.5"])
    assert (report.gate["passed"], report.gate["verdict"]) == (False, "fail")
    with pytest.raises(GateError, match="'bad' has chrF2 = .*, which is not >= 99.5") as failed:
        report.raise_for_gate()
    assert failed.value.option == "require"
    passed = mtgauge.score(REFS, SYSTEMS, metrics="chrf", require="chrf>=1")
    assert passed.gate["passed"] and passed.raise_for_gate() is None
    assert mtgauge.score(REFS, GOOD).gate is None
    with pytest.raises(UsageError, match="there is no gate; set one with require= or gate="):
        mtgauge.score(REFS, GOOD).raise_for_gate()


def test_a_gate_that_cannot_be_tested_is_undecided():
    def compare(**options):
        return mtgauge.compare(REFS, {"new": ["zzz"] * len(REFS), "old": REFS}, metrics="chrf", resamples=50,
                               baseline="old", **options)

    with pytest.warns(MtgaugeWarning):
        gated = compare(gate=True)
    assert gated.gate["verdict"] == "undecided" and not gated.gate["passed"]
    with pytest.raises(GateError, match="cannot decide .*: all resamples differ by the same amount; use more") as failed:
        gated.raise_for_gate()
    assert failed.value.remedy.endswith("bound the scores with require=, as in 'chrF2>=baseline-0.5'")
    with pytest.warns(MtgaugeWarning):
        bounded = compare(require="chrf>=baseline-0.5")
    assert bounded.gate["verdict"] == "fail" and "not >= baseline-0.5" in bounded.gate["failures"][0]["message"]


ANSWERS = {
    "score": lambda: mtgauge.score(REFS, SYSTEMS, metrics=METRICS),
    "segments": lambda: mtgauge.segments(REFS, SYSTEMS, metrics=METRICS),
    "compare": lambda: mtgauge.compare(REFS, SYSTEMS, metrics=METRICS, resamples=20),
}


@pytest.mark.parametrize("verb", ANSWERS)
def test_answers_are_values(verb):
    answer = ANSWERS[verb]()
    assert pickle.loads(pickle.dumps(answer)) == answer == copy.deepcopy(answer)
    assert answer != ANSWERS["compare" if verb != "compare" else "score"]()
    json.loads(answer.to_json(), parse_constant=pytest.fail)
    assert answer._repr_html_().startswith(("<table>", "<iframe ")) and repr(answer).startswith("<mtgauge.")
    rows = len(next(iter(answer.table().values())))
    for library in ("pandas", "polars", "pyarrow"):
        pytest.importorskip(library)
        table = getattr(answer, "to_" + library.replace("pyarrow", "arrow"))()
        assert len(table) == rows


def test_what_has_no_table_is_a_value_too():
    made = (lambda: mtgauge.report(REFS, SYSTEMS, metrics="chrf", resamples=20), lambda: mtgauge.cite("bleu"),
            lambda: mtgauge.from_signature("BLEU|nrefs:1|case:lc|eff:no|tok:13a|smooth:exp|version:2.6.0"))
    for make in made:
        assert pickle.loads(pickle.dumps(make())) == make() != mtgauge.cite("chrf")
    assert mtgauge.cite("bleu").to_dict()["bibtex"] == mtgauge.cite("bleu").bibtex
    assert made[2]().to_dict() == {"keywords": {"metrics": "bleu:lc=yes"}, "references": "1", "notes": made[2]().notes}


def test_segments_that_are_left_out_are_null_in_json():
    answer = mtgauge.segments([*REFS[:2], b"\xff"], GOOD[:3], metrics="chrf", on_invalid="skip")
    assert np.isnan(answer.to_dict()["scores"][2][0][0])
    assert json.loads(answer.to_json(), parse_constant=pytest.fail)["scores"][2] == [[None]]


def test_an_evaluation_shows_its_tables():
    people = {"adequacy": {name: [i % 7 + place for i in range(30)] for place, name in enumerate("abc")}}
    scores = {"good": {name: [i % 5 + place for i in range(30)] for place, name in enumerate("abc")},
              "<bad>": {name: [i % 3 for i in range(30)] for name in "abc"}}
    answer = mtgauge.evaluate(human=people, scores=scores, resamples=20)
    shown = answer._repr_html_()
    assert shown.count("<table>") == answer.to_markdown().count("|:---") - answer.to_markdown().count("|:---|:---") > 2
    assert "<th>acc_eq</th>" in shown and "<td>&lt;bad&gt;</td>" in shown and "\\" not in shown and "<bad>" not in shown


def test_text_and_record_are_the_program_s(files):
    unit = mtgauge.score(REFS, GOOD, metrics="chrf", scale="unit")
    assert 0 < unit.score < 1 and str(unit).endswith(f" = {unit.score:.3f}")
    assert "scale:unit" in str(unit)
    table = str(mtgauge.compare(REFS, SYSTEMS, metrics="chrf", resamples=20))
    assert f"{mtgauge.score(REFS, GOOD, metrics='chrf').score:.2f}" in table
    step = mtgauge.score(REFS, GOOD, smooth_method="exp", lowercase=True).to_dict()["configuration"]["step"]
    assert step["smooth-method"] == "exp" and step["lowercase"] is True and step["verb"] == "score"


def test_metrics_may_be_any_iterable():
    names = {"bleu": 1, "chrf": 2}
    wanted = mtgauge.score(REFS, GOOD, metrics=["bleu", "chrf"])
    assert wanted == mtgauge.score(REFS, GOOD, metrics=(name for name in names))
    assert wanted == mtgauge.score(REFS, GOOD, metrics=names.keys())


def test_names_stay_names():
    years = ["2021" if i < 15 else "2022" for i in range(30)]
    table = mtgauge.score(REFS, {"1": GOOD}, metrics="chrf", by=years).table()
    assert "2021" in table["group"] and table["system"][0] == "1"


def test_tables_have_the_types_of_their_columns():
    names = ["a\u2028b", "a\x85b", "a\x0bb\x1cb", "no", "1_000"]
    fields = {"kind": ["no", "yes", "nan"] * 10, "year": [2021, 2022] * 15}
    table = mtgauge.score(REFS, dict.fromkeys(names, GOOD), metrics="exact", by=fields).table()
    assert table["system"][:2] == names[:2] and table["system"][3:5] == names[3:]
    assert set(table["group:kind"]) == {None, "no", "yes", "nan"} and set(table["group:year"]) == {None, "2021", "2022"}
    assert {type(score) for score in table["score"]} == {float} and {type(n) for n in table["segments"]} == {int}
    table = mtgauge.compare(REFS, dict(zip(names[:2], SYSTEMS.values())), metrics="chrf", resamples=20).table()
    assert table["a"] == [*names[:2], names[0]] and table["significant"] == [None, None, True]
    assert table["p"][0] is None and table["rank_low"] == [1, 2, None]


def test_data_frames_have_the_types_of_their_columns():
    odd = "a\tb\u2028c\nno"
    by = ["no"] * 15 + [odd] * 15
    answer = mtgauge.score(REFS, {"x": REFS, odd: GOOD}, metrics="exact", by=by)
    text_of_pandas = str(pytest.importorskip("pandas").Series(["a"]).dtype)
    for columns, text in ((answer.to_numpy(), "object"), (answer.to_pandas(), text_of_pandas)):
        assert [str(columns[name].dtype) for name in ("score", "segments", "of")] == ["float64", "int64", text]
        assert columns["score"][0] == 100 and list(columns["group"][2:4]) == ["no", "no"] and columns["system"][1] == odd
    compared = mtgauge.compare(REFS, SYSTEMS, metrics="chrf", resamples=20)
    pandas = compared.to_pandas()
    assert str(pandas["rank_low"].dtype) == "float64" and pandas["rank_low"].isna().tolist()[-1]
    assert str(pandas["human_agreement_percent"].dtype) == "float64"  # without any value
    polars = pytest.importorskip("polars")
    frame = compared.to_polars()
    assert [frame[name].dtype for name in ("a", "p", "runs", "significant")] == [
        polars.String, polars.Float64, polars.Int64, polars.Boolean]
    assert frame.to_dict(as_series=False) == compared.table()
    pyarrow = pytest.importorskip("pyarrow")
    for each in (answer, compared, mtgauge.segments(REFS, GOOD, ids=list(map(str, range(30))))):
        table = each.to_arrow()
        assert table.to_pydict() == each.table()
        table.validate(full=True)


def test_answers_are_read_through_arrow_s_interface():
    pyarrow = pytest.importorskip("pyarrow", minversion="14")
    odd = "a\tb\u2028c\nno"
    answers = [mtgauge.score(REFS, {odd: GOOD}, by=["no", "yes"] * 15),
               mtgauge.compare(REFS, SYSTEMS, metrics="chrf", resamples=20),
               mtgauge.segments(REFS, SYSTEMS, metrics=["chrf", "bleu"])]
    for answer in [*answers, *map(pickle.loads, map(pickle.dumps, answers))]:
        table = pyarrow.table(answer)
        table.validate(full=True)
        assert table.to_pydict() == answer.table()
        columns = [pyarrow.table(answer).column(i) for i in range(table.num_columns)]
        del table
        assert [column.to_pylist() for column in columns] == list(answer.table().values())
        answer.__arrow_c_stream__()  # read by nobody
    polars = pytest.importorskip("polars")
    if hasattr(polars.DataFrame, "__arrow_c_stream__"):
        assert polars.DataFrame(answers[1]).to_dict(as_series=False) == answers[1].table()


def test_forms_are_written_when_asked_for():
    answer = mtgauge.score(REFS, GOOD)
    assert list(answer._forms) == ["json"] and answer.score == answer.table()["score"][0]
    assert list(answer._forms) == ["json", "table"]


def test_a_table_is_the_caller_s_own():
    answer = mtgauge.score(REFS, GOOD)
    answer.table()["score"].clear()
    assert answer.table()["score"] == [answer.score]


@pytest.mark.parametrize("call", [
    lambda: mtgauge.score(REFS, {"a\udc80": GOOD}),
    lambda: mtgauge.score(pathlib.Path("a\udc80"), pathlib.Path("b")),
    lambda: mtgauge.score(REFS, GOOD, metrics="chrf\udc80"),
    lambda: mtgauge.report(REFS, SYSTEMS, title="t\udc80"),
])
def test_names_are_unicode(call):
    with pytest.raises(UsageError, match="'.*udc80' is not valid Unicode, as names must be; rename it"):
        call()


@pytest.mark.parametrize(("by", "kind", "message"), [
    ({"lang": ["de"] * 29, "year": ["1"] * 30}, UsageError, "different lengths .*'lang': 29, 'year': 30"),
    ({"lang": ["de"] * 29 + [None]}, InputError, r"by\['lang'\]: the group of segment 29 is missing"),
    ({"lang": [float("nan"), *range(29)]}, InputError, "segment 0 is missing"),
    ({"lang": "d" * 30}, TypeError, "str where a list is needed"),
    ({"lang": {"de", "fr"}}, TypeError, "set where a list is needed"),
    (["de"] * 29 + [None], InputError, "^by: the group of segment 29 is missing"),
    ({"lang": [["de"]] * 30}, TypeError, r"by\['lang'\]\[0\]: list where a str is needed"),
    ({"lang": ["de"] * 30, "year": ["1"] * 29 + ["1\t2"]}, InputError, r"by\['year'\]: the group of segment 29 has a tab"),
    ({1: ["de"] * 30, "1": ["de"] * 30}, UsageError, "by: '1' is there twice"),
    ({}, UsageError, "by: no field of groups"),
])
def test_every_segment_has_its_group(by, kind, message):
    with pytest.raises(kind, match=message):
        mtgauge.score(REFS, GOOD, by=by)


def test_segments_count_from_0():
    systems = {"a": GOOD, "b": REFS}
    with pytest.raises(InputError, match="^segment 29 has no document") as found:
        mtgauge.compare(REFS, systems, documents=["x"] * 29 + [None], unit="document", resamples=50)
    assert found.value.segment == 29
    with pytest.raises(InputError, match=r"^by\['lang'\]: the group of segment 1 is missing"):
        mtgauge.compare(scores={"x": {"a": [1, 2, 3], "b": [2, 3, 1]}}, by={"lang": ["u", None, "v"]})


def test_groups_are_text():
    named = mtgauge.score(REFS, GOOD, by={"lang": [b"de", "de"] * 15, "open": [np.bool_(True), False] * 15, "n": [1.5, 1] * 15})
    assert [group.name for group in named.groups] == [("de", "true", "1.5"), ("de", "false", "1")]
    with_tab = mtgauge.compare(scores={"x": {"a": [1, 2], "b": [2, 3]}}, by={"lang": ["u\tv", "w"]}, resamples=50)
    assert "u\tv" in with_tab.table()["group"]


def test_whole_numbers_are_whole():
    scorer = mtgauge.Scorer("chrf")
    prepared = scorer.prepare(REFS)
    wanted = scorer.scores(prepared, GOOD[:2], [0, 1]).tolist()
    for numbers in ((0, 1), np.array([0, 1]), [np.int64(0), np.uint8(1)], range(2)):
        assert scorer.scores(prepared, GOOD[:2], numbers).tolist() == wanted
    for numbers in ([False, True], [0.0, 1.0], np.array([0.0, 1.0]), [np.bool_(False), 1], ["0", "1"], "01", {0, 1}):
        with pytest.raises(TypeError):
            scorer.scores(prepared, GOOD[:2], numbers)
        with pytest.raises(TypeError):
            scorer.sums(prepared, GOOD[:2], numbers)
    with pytest.raises(UsageError, match=r"segment_of\[1\]=-1: choose at least 0"):
        scorer.scores(prepared, GOOD[:2], [0, -1])
    sums = scorer.sums(prepared, GOOD)
    assert scorer.score_of_sums(np.array(sums)) == scorer.score_of_sums(sums)
    for some in (np.array(sums) + 0.9, [float(value) for value in sums], [True] * len(sums)):
        with pytest.raises(TypeError, match=r"sums\[0\]: .* where an int is needed"):
            scorer.score_of_sums(some)


def test_numbers_of_numpy_are_numbers():
    plain = {"smooth_method": "floor", "smooth_value": 0.25, "lowercase": True, "chrf_word_order": 2}
    numpy = {"smooth_method": np.str_("floor"), "smooth_value": np.float64(0.25), "lowercase": np.bool_(True),
             "chrf_word_order": np.int32(2)}
    for threads in (np.int64(1), 1):
        assert mtgauge.score(REFS, GOOD, metrics=np.array(["bleu", "chrf"]), threads=threads, **numpy) == mtgauge.score(
            REFS, GOOD, metrics=["bleu", "chrf"], **plain)
    assert mtgauge.score(REFS, GOOD, lowercase=np.bool_(False)) == mtgauge.score(REFS, GOOD)


def test_texts_that_are_names_of_files_are_a_warning(files):
    names = [str(files / "ref"), str(files / "good")]
    with pytest.warns(MtgaugeWarning, match="hyps: the texts are names of files, and are scored as texts") as found:
        mtgauge.score(["a", "b"], names)
    assert found[0].message.code == "file-names" and found[0].filename == __file__
    for hyps in ([names[0], "no file"], [str(files)] * 2):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            mtgauge.score([hyps[0], "a"], hyps)


def test_lists_that_may_be_streams_are_a_warning():
    refs = [[REFS[0], REFS[1]], [REFS[0], REFS[1]]]
    for lists in (refs, [tuple(refs[0]), refs[1]], np.array(refs)):
        with pytest.warns(MtgaugeWarning, match="refs: 2 lists of 2 texts are read as the references of each segment"):
            mtgauge.score(lists, GOOD[:2], metrics="chrf")
        with pytest.warns(MtgaugeWarning, match="refs: 2 lists of 2 texts are read as the references of each segment") as found:
            mtgauge.Scorer("chrf").prepare(lists)
        assert found[0].filename == __file__
    clear = [dict(zip("ab", refs)), [*refs[:1], refs[1][:1]], [[REFS[0]]], [[*refs[0], "x"]] * 2]
    for lists in clear:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            mtgauge.score(lists, GOOD[: 1 if lists == [[REFS[0]]] else 2], metrics="chrf")
            mtgauge.Scorer("chrf").prepare(lists)


def test_warnings_of_rows_name_the_caller_too():
    rows = mtgauge.Rows(REFS, [text[:20] for text in REFS])
    with pytest.warns(MtgaugeWarning) as found:
        rows.score()
    assert {each.filename for each in found} == {__file__}


def test_keywords_are_those_of_the_table():
    path = ROOT / "python" / "generate" / "options.py"
    spec = importlib.util.spec_from_file_location("generate_options", path)
    generator = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generator)
    file = pathlib.Path(mtgauge._options.__file__)
    assert file.read_text(encoding="utf-8") == generator.written(), "run: python python/generate/options.py"


def test_source(tmp_path):
    sources, refs, hyps = ["the sentry saw all visitors"], ["the guard saw all visitors"], ["the guard saw visitors"]
    found = mtgauge.score(refs, hyps, source=sources, metrics=["sari", "copied"])
    file = tmp_path / "src"
    file.write_text(sources[0] + "\n")
    for name, lines in (("ref", refs), ("hyp", hyps)):
        (tmp_path / name).write_text(lines[0] + "\n")
    of_files = mtgauge.score(tmp_path / "ref", tmp_path / "hyp", source=file, metrics=["sari", "copied"])
    assert found["SARI"].score == of_files["SARI"].score and found["copied"].score == of_files["copied"].score == 0
    assert mtgauge.Rows(refs, hyps, source=sources, metrics="sari").score().score == found["SARI"].score
    assert mtgauge.segments(refs, sources, source=sources, metrics="copied")["copied"].tolist() == [100]
    with pytest.raises(mtgauge.errors.UsageError, match="source text"):
        mtgauge.score(refs, hyps, metrics="sari")
    scorer = mtgauge.Scorer(["sari", "copied"])
    prepared = scorer.prepare(refs * 2, source=sources * 2)
    assert scorer.scores(prepared, [hyps[0], sources[0]]).tolist() == [[found["SARI"].score, 0], [
        mtgauge.score(refs, sources, source=sources, metrics="sari").score, 100]]
    with pytest.raises(mtgauge.errors.UsageError, match="there is none; prepare it together with the references"):
        scorer.prepare(refs)


@pytest.mark.parametrize("verb", ["score", "segments", "compare", "evaluate", "rows"])
def test_signatures_have_all_keywords(verb):
    function = getattr(mtgauge, verb, mtgauge.Rows)
    parameters = inspect.signature(function).parameters
    names = {option["name"] for option in mtgauge.options(verb)}
    assert names <= parameters.keys()
    assert parameters.keys() - names <= {"self", "data", "refs", "hyps", "rows", "ids", "documents", "by"}
    assert all(parameters[name].kind is inspect.Parameter.KEYWORD_ONLY for name in names)
    assert set(inspect.getfullargspec(function).kwonlyargs) >= names
    assert parameters["lowercase"].annotation == "Optional[bool]"
    assert "refs" in typing.get_type_hints(mtgauge.Rows.__init__ if verb == "rows" else function)
    of_rows = getattr(mtgauge.Rows, verb, None)
    # Rows are of systems and a source already.
    assert of_rows is None or names - {"rows", "source", "system"} <= inspect.signature(of_rows).parameters.keys()


def test_options_are_those_of_the_program():
    for verb in ("score", "segments", "compare", "evaluate"):
        names = [option["name"] for option in mtgauge.options(verb)]
        assert "tokenize" in names and "smooth_method" in names and len(set(names)) == len(names)
    for function, other in (("report", "explain"), ("gaps", "resegment"), ("nearest", "matrix"), ("Rows", "rows")):
        assert mtgauge.options(function) == mtgauge.options(other)
    assert mtgauge.score(REFS, GOOD, tokenize="char", lowercase=True, smooth_method="floor",
                         smooth_value=0.2).systems[0].scores[0].signature.startswith(
                             "nrefs:1|case:lc|eff:no|tok:char|smooth:floor[0.20]")
    assert mtgauge.score(REFS, GOOD, lowercase=False, tokenize=None) == mtgauge.score(REFS, GOOD)


@pytest.mark.parametrize("metric", ["meant", "sr"])
def test_texts_without_roles_are_refused(metric):
    roles = ["the|||||=|1:A1 gate|||||=|1:A1 opened|||||=|1:V"]
    with pytest.raises(InputError, match="compares semantic roles"):
        mtgauge.score(REFS, SYSTEMS, metrics=[metric])
    with pytest.raises(InputError, match="compares semantic roles"):
        mtgauge.Scorer(metrics=[metric]).prepare(REFS)
    assert mtgauge.score(roles, {"same": roles}, metrics=[metric]).systems[0].scores[0].score == 100


@pytest.mark.parametrize(("call", "kind", "option"), [
    (lambda: mtgauge.score(REFS, GOOD, metrics="blue"), UsageError, "metrics"),
    (lambda: mtgauge.score(REFS, GOOD, tokenise="13a"), UsageError, "tokenise"),
    (lambda: mtgauge.score(REFS, GOOD, tokenize="13b"), UsageError, "tokenize"),
    (lambda: mtgauge.score(REFS, GOOD, resamples=5), UsageError, "resamples"),
    (lambda: mtgauge.compare(REFS, SYSTEMS, resamples=0), UsageError, "resamples"),
    (lambda: mtgauge.score(REFS, GOOD[:-1]), InputError, "hyps"),
    (lambda: mtgauge.score(REFS, [*GOOD[:-1], None]), InputError, "hyps"),
    (lambda: mtgauge.score([], []), InputError, "refs"),
    (lambda: mtgauge.score("/no/such/file", "/no/such/other"), FileError, "refs"),
    (lambda: mtgauge.score(REFS, "/no/such/file"), UsageError, "refs"),
    (lambda: mtgauge.Rows.load("/no/such/file"), FileError, "path"),
])
def test_errors_have_fields(call, kind, option):
    with pytest.raises(kind) as caught:
        call()
    error = caught.value
    assert error.option == option and isinstance(error, mtgauge.errors.MtgaugeError)
    assert "--" not in str(error) and "`" not in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.__dict__ == error.__dict__


def test_warnings_are_python_s():
    with pytest.warns(MtgaugeWarning, match="0.39 times") as found:
        mtgauge.score(REFS, [text[:20] for text in REFS])
    assert found[0].message.code == "length-ratio"
    assert found[0].filename == __file__


def test_lists_of_what_there_is():
    assert "bleu" in [metric["name"] for metric in mtgauge.metrics()]
    assert [metric["name"] for metric in mtgauge.metrics("chrf")] == ["chrf"]
    assert "13a" in [tokenizer["name"] for tokenizer in mtgauge.tokenizers()]
    assert mtgauge.stemmers()
    assert mtgauge.tokenize(["The gates!"], "13a", lowercase=True, stem="en") == ["the gate !"]


def test_charts():
    for answer in (ANSWERS["score"](), ANSWERS["compare"]()):
        assert answer.to_svg().startswith("<svg") and answer.to_svg() == pickle.loads(pickle.dumps(answer)).to_svg()
    steps = {f"ckpt-{step}": GOOD for step in (1000, 500)}
    assert "N in the name ckpt-N" in mtgauge.score(REFS, steps, paired_bs=True).to_svg()


def test_a_signature_gives_back_its_keywords():
    options = {"metrics": "bleu:tok=intl", "confidence": True, "confidence_n": 100, "seed": 3}
    score = mtgauge.score(REFS, GOOD, **options)["BLEU"]
    found = mtgauge.from_signature(score.signature)
    assert (found.keywords, found.references) == (options, "1")
    assert found.notes == ["It does not say which test set was used."]
    assert mtgauge.score(REFS, GOOD, **found.keywords)["BLEU"] == score
    old = mtgauge.from_signature("BLEU+case.mixed+lang.en-de+numrefs.1+smooth.exp+test.wmt17+tok.13a+version.1.4.1")
    assert old.keywords == {"metrics": "bleu", "test_set": "wmt17", "language_pair": "en-de"}
    with pytest.raises(UsageError, match="is not a signature"):
        mtgauge.from_signature("29.4")


def test_people_rank_systems_without_texts(tmp_path):
    lines = ["system\tsegment\tannotator\tscore"]
    for i in range(40):
        lines += [f"{name}\t{i}\t{rater}\t{score + i * score % 7 + i * ord(rater[0]) % 5}"
                  for name, score in (("good", 80), ("fair", 70)) for rater in ("ann", "ben")]
    campaign = tmp_path / "campaign.tsv"
    campaign.write_text("\n".join(lines) + "\n")
    answer = mtgauge.compare(human=campaign, agreement=True, plan=1.0, resamples=200)
    assert [(s.name, s.cluster) for s in answer["score"].systems] == [("good", 1), ("fair", 2)]
    assert answer["score"].pairs[0].plan["units"] >= 2
    assert [each["name"] for each in answer.agreement[0]["annotators"]] == ["ann", "ben"]
    again = pickle.loads(pickle.dumps(answer))
    assert again == answer and str(again) == str(answer)
    for each in (answer, again):
        with pytest.raises(UsageError, match="agreement.* is not written as svg"):
            each.to_svg()
    for texts in ({"refs": ["a"], "hyps": {"x": ["a"]}}, {"metrics": "chrf"}, {"by": "domain"}):
        with pytest.raises(UsageError, match="without texts"):
            mtgauge.compare(human=campaign, **texts)
    with pytest.raises(UsageError, match="scores of people"):
        mtgauge.compare(["a"], {"x": ["a"]}, test="wilcoxon")
