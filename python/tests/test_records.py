"""Records in parts, as on clusters, compared with all of them in one process."""

from __future__ import annotations

import copy
import pickle
import random
from pathlib import Path
from typing import Any, Iterator

import pytest

import mtgauge

pa = pytest.importorskip("pyarrow")
records = pytest.importorskip("mtgauge._records")

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
        yield job.part(whole.slice(begin, end - begin), "", 0, pass_)


def job_of(hyps: Any = ("a", "b"), refs: Any = "ref", metrics: Any = ("bleu", "chrf", "ter"), by: Any = None,
           key: Any = "key", **options: Any) -> Any:
    return records.Job.of(list(hyps) if isinstance(hyps, tuple) else hyps, refs, metrics, by, key, options)


def prepared(job: Any) -> Any:
    lists = any(records.is_list(TABLE.schema.field(name).type) for name in job.refs.values())
    return records.prepared(job, lists, lambda job, pass_: parts_of(job, TABLE, 1, 9, pass_))


@pytest.mark.parametrize("pieces", [1, 2, 7, 64])
def test_parts_have_the_rows_of_one_process(pieces: int) -> None:
    hyps = {"a": TABLE["a"], "b": TABLE["b"]}
    for refs in ("ref", "two"):
        job = prepared(job_of(refs=refs))
        rows = records.rows_of(parts_of(job, TABLE, pieces, pieces), job)
        wanted = mtgauge.Rows({refs: TABLE[refs]}, hyps, metrics=list(job.metrics), ids=TABLE["key"])
        assert rows == wanted
        asked = {"metrics": list(job.metrics), "resamples": 100}
        assert rows.compare(**asked).to_json() == mtgauge.compare({refs: TABLE[refs]}, hyps, **asked).to_json()


def test_groups_and_learning_metrics() -> None:
    job = job_of(hyps="a", metrics=("nist", "chrf"), by="group")
    assert job.learns() and not job_of().learns()
    job = prepared(job)
    rows = records.rows_of(parts_of(job, TABLE, 2, 9), job)
    wanted = mtgauge.score({"ref": TABLE["ref"]}, {"a": TABLE["a"]}, metrics=["nist", "chrf"], by=TABLE["group"])
    found = rows.score(metrics=["nist", "chrf"], by="group")
    assert found.to_json() == wanted.to_json()
    scored = job.with_scores(TABLE, "", 0)
    assert scored.column_names[-2:] == job.score_columns(TABLE.column_names) == ["NIST", "chrF2"]
    singles = mtgauge.segments(TABLE["ref"], TABLE["a"], metrics=["nist", "chrf"])
    assert scored["NIST"].to_pylist() == singles["NIST"].tolist()
    assert job.with_scores(TABLE.slice(0, 0), "", 0).schema == scored.schema


def test_groups_by_several_columns() -> None:
    whole = TABLE.append_column("year", pa.array([2020 + place % 2 for place in range(TABLE.num_rows)]))
    by = {"group": TABLE["group"], "year": whole["year"]}
    wanted = mtgauge.score({"ref": TABLE["ref"]}, {"a": TABLE["a"]}, metrics="chrf", by=by)
    for fields in (["group", "year"], ("group", "year"), "group,year"):
        job = job_of(hyps="a", metrics="chrf", by=fields)
        rows = records.rows_of(parts_of(job, whole, 2, 9), job)
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
            records.rows_of([job.part(whole.slice(100, 50), "partition 4", 1000)], job)
        assert (caught.value.file, caught.value.segment) == ("group", 1023)


def test_columns_that_occur_twice_are_an_error() -> None:
    job = job_of()
    scored = job.with_scores(TABLE, "", 0)
    with pytest.raises(mtgauge.errors.UsageError, match="a column 'a:BLEU' already; drop or rename it first"):
        job.score_columns(scored.column_names)
    with pytest.raises(mtgauge.errors.UsageError, match="there are 2 columns 'a'; rename all but one"):
        records.rows_of([job.part(TABLE.append_column("a", TABLE["b"]), "", 0)], job)


def test_integers_as_keys_are_integers_as_ids(tmp_path: Path) -> None:
    whole = TABLE.set_column(0, "key", pa.array(range(TABLE.num_rows)))
    job = job_of(hyps="a", metrics="chrf")
    rows = records.rows_of(parts_of(job, whole, 1, 9), job)
    for each in (rows, pickle.loads(pickle.dumps(rows)), copy.deepcopy(rows)):
        assert each.segments().ids == each.segments().table()["id"] == list(range(TABLE.num_rows))
    texts = job_of(hyps="a", metrics="chrf")
    assert records.rows_of(parts_of(texts, TABLE, 1, 9), texts).segments().ids == TABLE["key"].to_pylist()
    first = records.rows_of(parts_of(job, whole.slice(0, 1), 1, 1), job)
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
        found.append(records.rows_of(parts_of(job, whole, seed, 5), job).compare(resamples=100).to_json())
    assert found[0] == found[1] == found[2]


def test_a_record_that_comes_twice_is_an_error() -> None:
    job = job_of()
    twice = pa.concat_tables([TABLE, TABLE.slice(7, 1)]).sort_by("key")
    for pieces in (1, 200):
        with pytest.raises(mtgauge.errors.InputError, match="'0007' occurs twice") as caught:
            records.rows_of(parts_of(job, twice, 5, pieces), job)
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
    parts = [job.part(whole.slice(100, 50), "partition 4", 1000), job.part(whole.slice(0, 50), "", 0)]
    with pytest.raises(mtgauge.errors.InputError, match=f"^partition 4, row 1023: {what}") as caught:
        records.rows_of(parts, job)
    assert (caught.value.file, caught.value.segment) == ("a", 1023)
    with pytest.raises(mtgauge.errors.InputError, match="^partition 4, row 1023"):
        job.with_scores(whole.slice(100, 50), "partition 4", 1000)


def test_other_faults() -> None:
    job = job_of()
    with pytest.raises(mtgauge.errors.InputError, match="no records"):
        records.rows_of([job.part(TABLE.slice(0, 0), "", 0)], job)
    with pytest.raises(mtgauge.errors.UsageError, match="no column 'b'.*key, ref"):
        records.rows_of([job.part(TABLE.drop_columns(["b"]), "", 0)], job)
    numbers = TABLE.set_column(1, "ref", pa.array(range(TABLE.num_rows)))
    with pytest.raises(mtgauge.errors.UsageError, match="column 'ref' is of int64"):
        records.rows_of([job.part(numbers, "", 0)], job)
    null = TABLE.set_column(0, "key", pa.array([None] * TABLE.num_rows, pa.string()))
    with pytest.raises(mtgauge.errors.InputError, match="key"):
        records.rows_of([job.part(null, "", 0)], job)


def test_keys_are_text_or_whole_numbers() -> None:
    job = job_of()
    for first in (True, False):  # engines may sort nulls first or last
        keys = [None, *TABLE["key"].to_pylist()[1:]] if first else [*TABLE["key"].to_pylist()[:-1], None]
        with pytest.raises(mtgauge.errors.InputError, match="key: a key is missing"):
            records.rows_of(parts_of(job, TABLE.set_column(0, "key", pa.array(keys)), 1, 4), job)
    floats = TABLE.set_column(0, "key", pa.array([place / 2 for place in range(TABLE.num_rows)]))
    with pytest.raises(mtgauge.errors.UsageError, match="key: a key is float, not text or a whole number"):
        records.rows_of(parts_of(job, floats, 1, 4), job)
    numbers = TABLE.set_column(0, "key", pa.array(range(TABLE.num_rows)))
    wanted = mtgauge.compare({"ref": TABLE["ref"]}, {"a": TABLE["a"], "b": TABLE["b"]}, resamples=50)
    rows = records.rows_of(parts_of(job_of(metrics="bleu"), numbers, 1, 40), job)
    assert rows.compare(resamples=50).to_json() == wanted.to_json()


def test_batches_keep_their_places() -> None:
    batches = TABLE.to_batches(max_chunksize=64)
    whole = list(records.in_batches(batches))
    assert [(at, part.num_rows) for at, part in whole] == [(0, TABLE.num_rows)]
    records.BATCH, before = 100, records.BATCH
    try:
        cut = list(records.in_batches(batches))
    finally:
        records.BATCH = before
    assert [at for at, _ in cut] == [0, 128, 256, 384]
    assert pa.concat_tables([part for _, part in cut]) == TABLE
