"""Records in parts, as on clusters, compared with all of them in one process."""

from __future__ import annotations

import copy
import os
import pickle
import random
from dataclasses import replace
from pathlib import Path
from typing import Any, Iterator

import pytest

import mtgauge

pa = pytest.importorskip("pyarrow")
records = pytest.importorskip("mtgauge._records")
merging = pytest.importorskip("mtgauge._parts")

pytestmark = pytest.mark.filterwarnings("ignore::mtgauge.errors.MtgaugeWarning")

WORDS = "the gate was open and nobody came over hills of rain snow 汉字 naïve ok".split()


def table(count: int = 500) -> Any:
    rng = random.Random(3)

    def text() -> str:
        return " ".join(rng.choices(WORDS, k=rng.randrange(10)))

    refs = [text() for _ in range(count)]
    return pa.table({
        "key": [f"{place:04d}" for place in range(count)],
        "ref": refs,
        "two": [[ref, text()][: 1 + place % 2] for place, ref in enumerate(refs)],
        "a": [ref if rng.random() < 0.3 else text() for ref in refs],
        "b": [ref if rng.random() < 0.5 else text() for ref in refs],
        "group": [rng.choice("xyz") for _ in refs],
    })


TABLE = table()


def parts_of(job: Any, whole: Any, seed: int, pieces: int, pass_: str = "rows") -> Iterator[Any]:
    """Returns the parts of pieces, computed in random order; the records of each are ordered."""
    rng = random.Random(seed)
    cuts = sorted([0, whole.num_rows, *(rng.randrange(whole.num_rows + 1) for _ in range(pieces - 1))])
    ranges = list(zip(cuts, cuts[1:]))
    rng.shuffle(ranges)
    for begin, end in ranges:
        yield job.part([(0, whole.slice(begin, end - begin))], "", pass_)


def job_of(hyps: Any = ("a", "b"), refs: Any = "ref", metrics: Any = ("bleu", "chrf", "ter"), by: Any = None,
           key: Any = "key", source: Any = None, **options: Any) -> Any:
    return records.Job.of(list(hyps) if isinstance(hyps, tuple) else hyps, refs, metrics, by, key, source, options)


def prepared(job: Any) -> Any:
    lists = any(records.is_list(TABLE.schema.field(name).type) for name in job.refs.values())
    return merging.prepared(job, lists, lambda job, pass_: parts_of(job, TABLE, 1, 9, pass_))


@pytest.mark.parametrize("pieces", [1, 2, 7, 64])
def test_parts_have_the_rows_of_one_process(pieces: int) -> None:
    hyps = {"a": TABLE["a"], "b": TABLE["b"]}
    for refs in ("ref", "two"):
        job = prepared(job_of(refs=refs))
        rows = merging.rows_of(parts_of(job, TABLE, pieces, pieces), job)
        wanted = mtgauge.Rows({refs: TABLE[refs]}, hyps, metrics=list(job.metrics), ids=TABLE["key"])
        assert rows == wanted
        asked = {"metrics": list(job.metrics), "resamples": 100}
        assert rows.compare(**asked).to_json() == mtgauge.compare({refs: TABLE[refs]}, hyps, **asked).to_json()


def test_groups_and_learning_metrics() -> None:
    job = job_of(hyps="a", metrics=("nist", "chrf"), by="group")
    assert job.learns() and not job_of().learns()
    # A survey has fewer options than scores have.
    assert replace(job, options={"chrf_word_order": 2, "on_invalid": "replace"}).learns()
    job = prepared(job)
    rows = merging.rows_of(parts_of(job, TABLE, 2, 9), job)
    wanted = mtgauge.score({"ref": TABLE["ref"]}, {"a": TABLE["a"]}, metrics=["nist", "chrf"], by=TABLE["group"])
    found = rows.score(metrics=["nist", "chrf"], by="group")
    assert found.to_json() == wanted.to_json()
    scored = job.with_scores(TABLE, "", 0)
    assert scored.column_names[-2:] == job.score_columns(TABLE.column_names) == ["NIST", "chrF2"]
    singles = mtgauge.segments(TABLE["ref"], TABLE["a"], metrics=["nist", "chrf"])
    assert scored["NIST"].to_pylist() == singles["NIST"].tolist()
    assert job.with_scores(TABLE.slice(0, 0), "", 0).schema == scored.schema


def test_sources() -> None:
    sources = {"source": TABLE["b"]}
    wanted = mtgauge.score({"ref": TABLE["ref"]}, {"a": TABLE["a"]}, metrics=["sari", "copied"], **sources)
    for sums in (False, True):
        job = prepared(replace(job_of(hyps="a", metrics=("sari", "copied"), source="b"), sums=sums))
        rows = merging.rows_of(parts_of(job, TABLE, 2, 9), job)
        assert rows.score(metrics=list(job.metrics)).to_json() == wanted.to_json()
    singles = mtgauge.segments(TABLE["ref"], TABLE["a"], metrics="sari", **sources)
    alone = job_of(hyps="a", metrics="sari", source="b")
    assert alone.with_scores(TABLE, "", 0)["SARI"].to_pylist() == singles["SARI"].tolist()
    assert alone.columns == ["a", "ref", "b", "key"]
    hashed = [replace(alone, source=source).with_content(TABLE)[records.CONTENT] for source in ("b", "a")]
    assert hashed[0] != hashed[1]
    with pytest.raises(mtgauge.errors.UsageError, match="there is no column 'src' .*source=, by= or key="):
        job_of(source="src").check(TABLE.column_names)


def test_groups_by_several_columns() -> None:
    whole = TABLE.append_column("year", pa.array([2020 + place % 2 for place in range(TABLE.num_rows)]))
    by = {"group": TABLE["group"], "year": whole["year"]}
    wanted = mtgauge.score({"ref": TABLE["ref"]}, {"a": TABLE["a"]}, metrics="chrf", by=by)
    for fields in (["group", "year"], ("group", "year"), "group,year"):
        job = job_of(hyps="a", metrics="chrf", by=fields)
        rows = merging.rows_of(parts_of(job, whole, 2, 9), job)
        assert rows.score(metrics="chrf", by=job.field).to_json() == wanted.to_json()
    assert job_of(by=["group"]).field == job_of(by="group").field == "group" and job_of().field is None
    assert ("x", "2020") in [group.name for group in wanted.groups]


def test_a_missing_group_is_an_error_that_names_the_record() -> None:
    groups = TABLE["group"].to_pylist()
    groups[123] = None
    whole = TABLE.set_column(TABLE.column_names.index("group"), "group", pa.array(groups))
    for by in ("group", ["group", "key"]):
        job = job_of(by=by)
        with pytest.raises(mtgauge.errors.InputError, match="^partition 4, row 1023: group: the group is missing") as caught:
            merging.rows_of([job.part([(1000, whole.slice(100, 50))], "partition 4")], job)
        assert (caught.value.file, caught.value.segment) == ("group", 1023)


def test_columns_that_occur_twice_are_an_error() -> None:
    job = job_of()
    scored = job.with_scores(TABLE, "", 0)
    with pytest.raises(mtgauge.errors.UsageError, match="a column 'a:BLEU' already; name the new ones with prefix="):
        job.score_columns(scored.column_names)
    with pytest.raises(mtgauge.errors.UsageError, match="there are 2 columns 'a'; rename all but one"):
        merging.rows_of([job.part([(0, TABLE.append_column("a", TABLE["b"]))], "")], job)


def test_integers_as_keys_are_integers_as_ids(tmp_path: Path) -> None:
    whole = TABLE.set_column(0, "key", pa.array(range(TABLE.num_rows)))
    job = job_of(hyps="a", metrics="chrf")
    rows = merging.rows_of(parts_of(job, whole, 1, 9), job)
    for each in (rows, pickle.loads(pickle.dumps(rows)), copy.deepcopy(rows)):
        assert each.segments().ids == each.segments().table()["id"] == list(range(TABLE.num_rows))
    texts = job_of(hyps="a", metrics="chrf")
    assert merging.rows_of(parts_of(texts, TABLE, 1, 9), texts).segments().ids == TABLE["key"].to_pylist()
    first = merging.rows_of(parts_of(job, whole.slice(0, 1), 1, 1), job)
    (tmp_path / "groups").write_text("".join("a\n" if i % 3 else "b\n" for i in range(TABLE.num_rows)))
    assert rows.segments(by=f"kind={tmp_path / 'groups'}").documents == ["b", "a"]
    remake, (data, _) = rows.__reduce__()  # as earlier versions have pickled it
    assert remake(data).segments().ids == list(map(str, range(TABLE.num_rows)))
    assert first.segments().table()["id"] == [0] and (first + rows).segments().ids[:2] == [0, 0]


def test_records_without_a_key_are_in_the_order_of_their_texts() -> None:
    job = job_of(key=None)
    found = []
    for seed in range(3):
        order = list(range(TABLE.num_rows))
        random.Random(seed).shuffle(order)
        whole = job.with_content(TABLE.take(order)).sort_by(records.CONTENT)
        found.append(merging.rows_of(parts_of(job, whole, seed, 5), job).compare(resamples=100).to_json())
    assert found[0] == found[1] == found[2]


def test_a_record_that_comes_twice_is_an_error() -> None:
    job = job_of()
    twice = pa.concat_tables([TABLE, TABLE.slice(7, 1)]).sort_by("key")
    for pieces in (1, 200):
        with pytest.raises(mtgauge.errors.InputError, match="'0007' occurs twice") as caught:
            merging.rows_of(parts_of(job, twice, 5, pieces), job)
        assert caught.value.file == "key"


@pytest.mark.parametrize("value, kind, what", [
    (None, "string", "a:.*missing"),
    (b"caf\xe9", "binary", "a:.*UTF-8"),
])
def test_errors_name_column_partition_and_row(value: Any, kind: str, what: str) -> None:
    texts: Any = TABLE["a"].to_pylist()
    if kind == "binary":
        texts = [text.encode() for text in texts]
    texts[123] = value
    whole = TABLE.set_column(3, "a", pa.array(texts, getattr(pa, kind)()))
    job = job_of()
    parts = [job.part([(1000, whole.slice(100, 50))], "partition 4"), job.part([(0, whole.slice(0, 50))], "")]
    with pytest.raises(mtgauge.errors.InputError, match=f"^partition 4, row 1023: {what}") as caught:
        merging.rows_of(parts, job)
    assert (caught.value.file, caught.value.segment) == ("a", 1023)
    with pytest.raises(mtgauge.errors.InputError, match="^partition 4, row 1023"):
        job.with_scores(whole.slice(100, 50), "partition 4", 1000)


def test_other_faults() -> None:
    job = job_of()
    with pytest.raises(mtgauge.errors.InputError, match="no records"):
        merging.rows_of([job.part([(0, TABLE.slice(0, 0))], "")], job)
    with pytest.raises(mtgauge.errors.UsageError, match="no column 'b'.*key, ref"):
        merging.rows_of([job.part([(0, TABLE.drop_columns(["b"]))], "")], job)
    numbers = TABLE.set_column(1, "ref", pa.array(range(TABLE.num_rows)))
    with pytest.raises(mtgauge.errors.UsageError, match="column 'ref' is of int64"):
        merging.rows_of([job.part([(0, numbers)], "")], job)
    null = TABLE.set_column(0, "key", pa.array([None] * TABLE.num_rows, pa.string()))
    with pytest.raises(mtgauge.errors.InputError, match="key"):
        merging.rows_of([job.part([(0, null)], "")], job)


def test_keys_are_text_or_whole_numbers() -> None:
    job = job_of()
    for first in (True, False):  # engines may sort nulls first or last
        keys = [None, *TABLE["key"].to_pylist()[1:]] if first else [*TABLE["key"].to_pylist()[:-1], None]
        with pytest.raises(mtgauge.errors.InputError, match="key: a key is missing"):
            merging.rows_of(parts_of(job, TABLE.set_column(0, "key", pa.array(keys)), 1, 4), job)
    floats = TABLE.set_column(0, "key", pa.array([place / 2 for place in range(TABLE.num_rows)]))
    with pytest.raises(mtgauge.errors.UsageError, match="key: a key is double, not text or a whole number"):
        merging.rows_of(parts_of(job, floats, 1, 4), job)
    numbers = TABLE.set_column(0, "key", pa.array(range(TABLE.num_rows)))
    wanted = mtgauge.compare({"ref": TABLE["ref"]}, {"a": TABLE["a"], "b": TABLE["b"]}, resamples=50)
    rows = merging.rows_of(parts_of(job_of(metrics="bleu"), numbers, 1, 40), job)
    assert rows.compare(resamples=50).to_json() == wanted.to_json()


def test_batches_keep_their_places(monkeypatch: pytest.MonkeyPatch) -> None:
    batches = TABLE.to_batches(max_chunksize=64)
    whole = list(records.in_batches(batches))
    assert [(at, part.num_rows) for at, part in whole] == [(0, TABLE.num_rows)]
    for name, most in (("BATCH", 100), ("BATCH_BYTES", max(batch.nbytes for batch in batches) + 1)):
        with monkeypatch.context() as patched:
            patched.setattr(records, name, most)
            cut = list(records.in_batches(batches))
        assert [at for at, _ in cut] == [0, 128, 256, 384]
        assert pa.concat_tables([part for _, part in cut]) == TABLE


def test_sums_have_the_scores_of_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merging, "TOGETHER", 5)
    hyps = {"a": [f"{text} ." for text in TABLE["a"].to_pylist()], "b": TABLE["a"].to_pylist()}
    hyps["b"][3] = ""
    whole = TABLE.set_column(3, "a", pa.array(hyps["a"])).set_column(4, "b", pa.array(hyps["b"]))
    for refs in ("ref", "two"):
        wanted = mtgauge.score({refs: TABLE[refs]}, hyps, metrics=["bleu", "chrf", "ter"])
        assert len(wanted.warnings) > 1
        job = replace(prepared(job_of(refs=refs)), sums=True)
        for pieces in (1, 7, 64):
            found = merging.rows_of(parts_of(job, whole, pieces, pieces), job)
            assert found.score(metrics=list(job.metrics)).to_json() == wanted.to_json()
            assert found.score(metrics="chrf")["a"]["chrF2"].score == wanted["a"]["chrF2"].score
    for ask in (found.compare, found.segments, lambda: found.score(by="group"), lambda: found.score(confidence=True)):
        with pytest.raises(mtgauge.errors.UsageError, match="holds only sums.*make a file of rows"):
            ask()
    rows = mtgauge.Rows({"two": TABLE["two"]}, hyps, metrics=["bleu", "chrf", "ter"])
    with pytest.raises(mtgauge.errors.InputError, match="one holds rows, the other only sums"):
        rows + found
    with pytest.raises(mtgauge.errors.InputError, match="cannot stand side by side"):
        mtgauge.score(rows=[found, found])


def test_a_part_of_several_tables_is_the_part_of_all() -> None:
    tables = [(0, TABLE.slice(0, 0)), (0, TABLE.slice(0, 100)), (100, TABLE.slice(100))]
    for sums in (False, True):
        job = replace(job_of(), sums=sums)
        assert job.part(tables, "")["first"].to_pylist() == ['"0000"']
        several, one = (merging.rows_of([job.part(each, "")], job) for each in (tables, [(0, TABLE)]))
        assert several.score().to_json() == one.score().to_json()
        assert sums or several == one
    twice = [(0, TABLE.slice(0, 100)), (100, TABLE.slice(99))]
    with pytest.raises(mtgauge.errors.InputError, match="row 100: key: a key '0099' occurs twice"):
        merging.rows_of([job_of().part(twice, "")], job_of())


def test_parts_that_are_too_large_to_send(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "LARGEST", 1000)
    with pytest.raises(mtgauge.errors.UsageError, match="the rows of a partition have .* bytes.*rows_to="):
        merging.rows_of(parts_of(job_of(), TABLE, 1, 1), job_of())
    shared = replace(job_of(), folder=str(tmp_path))
    assert len(merging.rows_of(parts_of(shared, TABLE, 1, 1), shared)) == TABLE.num_rows


def test_parts_in_a_shared_folder(tmp_path: Path) -> None:
    job = job_of(metrics="bleu")
    wanted = merging.rows_of(parts_of(job, TABLE, 1, 9), job)
    (tmp_path / "parts").mkdir()
    shared = replace(job, folder=str(tmp_path / "parts"))
    parts = list(parts_of(shared, TABLE, 1, 9))
    assert all(part["data"].null_count == part.num_rows for part in parts)
    found = merging.rows_of(parts, shared, str(tmp_path / "all.mtr"))
    assert found == wanted and found.path == str(tmp_path / "all.mtr") and not os.listdir(tmp_path / "parts")
    with pytest.raises(mtgauge.errors.FileError, match="the driver does not see .*all machines share"):
        merging.rows_of(parts, shared)
    elsewhere = replace(job, folder=str(tmp_path / "elsewhere"))
    with pytest.raises(mtgauge.errors.FileError, match="this machine does not see .*elsewhere.*all machines share"):
        merging.rows_of(parts_of(elsewhere, TABLE, 1, 2), job)


def test_new_columns_have_a_prefix_and_differ() -> None:
    job = job_of(hyps="a", metrics=("bleu", "chrf"))
    scored = job.with_scores(TABLE, "", 0)
    again = records.Job.of("a", "ref", ["bleu", "chrf"], None, None, None, {}, "new_")
    assert again.score_columns(scored.column_names) == ["new_BLEU", "new_chrF2"]
    assert again.with_scores(scored, "", 0)["new_BLEU"] == scored["BLEU"]
    twins = job_of(hyps={"x": "a", "x:BLEU": "b"}, metrics=("bleu", "chrf"))
    assert len(set(twins.score_columns(()))) == 4


@pytest.mark.parametrize("given, message", [
    (dict(hyps=5), "hyps: int where a name is needed; pass a str, or a list"),
    (dict(hyps={"a"}), "hyps: set where a name is needed"),
    (dict(hyps=[["a"]]), r"hyps\[0\]: list where a str is needed"),
    (dict(hyps={"mt": None}), r"hyps\['mt'\]: NoneType where a str is needed"),
    (dict(hyps={None: "a"}), "hyps: NoneType where a name is needed"),
    (dict(refs=None), "refs: NoneType where a name is needed"),
    (dict(refs=[]), "refs: there is no name; give at least one"),
    (dict(refs=["ref", "ref"]), "refs: 'ref' is there twice"),
    (dict(metrics=[]), "metrics: there is none; name one"),
    (dict(metrics={"bleu"}), "metrics: set where names in an order are needed"),
    (dict(by=[]), "by: there is no name"),
    (dict(by={"group"}), "by: set where a name is needed"),
    (dict(key=["key"]), "key: list where a str is needed"),
    (dict(source=5), "source: int where a str is needed"),
    (dict(threads=None), "there is no option 'threads'; each task scores on one core"),
])
def test_names_of_wrong_types(given: Any, message: str) -> None:
    with pytest.raises((mtgauge.errors.InputTypeError, mtgauge.errors.UsageError), match=f"^{message}") as caught:
        job_of(**given)
    assert caught.value.option == next(iter(given))


def test_what_takes_no_part() -> None:
    spark = pytest.importorskip("mtgauge.spark")
    for call, option in ((lambda: spark.compare(None, hyps=["a", "b"], order="given"), "order"),
                         (lambda: spark.score(None, hyps="a", rows_to=5), "rows_to"),
                         (lambda: spark.register(None, 5), "functions"),
                         (lambda: spark.register(None, "bleu,chrf"), "functions"),
                         (lambda: spark.register(None, "sari"), "functions")):
        with pytest.raises(mtgauge.errors.MtgaugeError) as caught:
            call()
        assert caught.value.option == option


def test_texts_by_dictionary() -> None:
    whole = TABLE
    for name in ("ref", "a", "group", "key"):
        whole = whole.set_column(whole.column_names.index(name), name, whole[name].dictionary_encode())
    for sums in (False, True):
        job = replace(job_of(by=None if sums else "group"), sums=sums)
        one, other = (merging.rows_of(parts_of(job, each, 3, 5), job) for each in (TABLE, whole))
        assert one == other


def test_lists_of_one_size() -> None:
    texts = TABLE["ref"].to_pylist()
    table = TABLE.append_column("pair", pa.array([[text, None] for text in texts], pa.list_(pa.string(), 2)))
    job = merging.prepared(job_of(refs=["pair", "two"]), True, lambda job, pass_: parts_of(job, table, 1, 9, pass_))
    found = merging.rows_of(parts_of(job, table, 1, 9), job).score(metrics=list(job.metrics))
    wanted = mtgauge.score({"pair": texts, "two": TABLE["two"]}, {"a": TABLE["a"], "b": TABLE["b"]}, metrics=list(job.metrics))
    assert found.table()["score"] == wanted.table()["score"]
