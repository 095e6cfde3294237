"""Tables as files: every library reads what the program writes, with the digits of its TSV."""

import io
import json
import math
import random
import subprocess
import sys

import pytest

import mtgauge

pa = pytest.importorskip("pyarrow")
pl = pytest.importorskip("polars")
import pyarrow.ipc  # noqa: E402
import pyarrow.parquet  # noqa: E402

MODULE = [sys.executable, "-P" if sys.version_info >= (3, 11) else "-I", "-m", "mtgauge"]
WORDS = ["gate", "river", "walks", "slowly", "Straße", "open", "the", "a"]


def run(cwd, *arguments):
    done = subprocess.run([*MODULE, *arguments], capture_output=True, cwd=cwd, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Texts of two systems with ids, documents and groups, one of them not UTF-8."""
    made = tmp_path_factory.mktemp("tables")
    rng = random.Random(5)
    lines = []
    for i in range(300):
        ref, a, b = (" ".join(rng.choices(WORDS, k=rng.randrange(1, 9))) for _ in "rab")
        lines.append(f"s{i}\td{i // 9}\t{rng.choice(['de', 'fr'])}\t{ref}\t{a}\t{b}\n".encode())
    lines[100] = b"s100\td\tde\tgate\t\xff\tgate\n"
    (made / "texts.tsv").write_bytes(b"id\tdoc\tlang\tref\ta\tb\n" + b"".join(lines))
    return made


TEXTS = ["texts.tsv:ref", "-i", "texts.tsv:a", "texts.tsv:b", "--on-invalid", "skip", "-m", "bleu", "chrf", "ter"]
VERBS = {
    "score": ["score", *TEXTS],
    "by": ["score", *TEXTS, "--by", "lang"],
    "several": ["score", *TEXTS, "--by", "lang,doc"],
    "paired": ["score", *TEXTS, "--paired-bs", "--paired-bs-n", "20"],
    "segments": ["segments", *TEXTS],
    "details": ["segments", *TEXTS, "--details"],
    "groups": ["segments", *TEXTS, "--by", "lang,doc"],
    "compare": ["compare", *TEXTS, "-B", "50"],
}


def cell(text):
    """Returns the value that a field of TSV stands for."""
    if text in ("", "skipped"):
        return None
    if text in ("yes", "no"):
        return text == "yes"
    try:
        return float(text)
    except ValueError:
        return text


def same(value, told):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return value == told
    return math.copysign(1, value) == math.copysign(1, told) and value == told


@pytest.mark.parametrize("verb", VERBS)
def test_files_have_the_figures_of_tsv(folder, verb):
    names, *lines = [line.split("\t") for line in run(folder, *VERBS[verb], "-f", "tsv").decode().splitlines()]
    run(folder, *VERBS[verb], "-o", "out.parquet")
    run(folder, *VERBS[verb], "-o", "out.arrow")
    parquet = pa.parquet.ParquetFile(folder / "out.parquet", page_checksum_verification=True).read()
    arrow = pa.ipc.open_file(folder / "out.arrow").read_all()
    piped = pa.ipc.open_stream(run(folder, *VERBS[verb], "-f", "arrow")).read_all()
    parquet.validate(full=True)
    arrow.validate(full=True)
    assert parquet.equals(arrow) and arrow.equals(piped)
    assert parquet.schema.metadata[b"mtgauge.schema"].startswith(b"mtgauge.")
    assert arrow.schema.metadata == parquet.schema.metadata
    for data in (io.BytesIO(run(folder, *VERBS[verb], "-f", "parquet")), folder / "out.parquet"):
        assert pl.read_parquet(data).rows() == pl.from_arrow(parquet).rows()
    assert pl.read_ipc(folder / "out.arrow").rows() == pl.from_arrow(arrow).rows()
    assert parquet.column_names == names
    for name, column, told in zip(names, parquet.columns, zip(*lines)):
        assert len(column) == len(told)
        for value, text in zip(column.to_pylist(), told):
            assert same(value, cell(text)), (name, value, text)


def test_answers_write_themselves(tmp_path):
    refs, hyps = ["the gate is open", "b"], {"fluent, or so": ["the gate was open", "b"], "=x": ["gate", "c"]}
    for answer in (mtgauge.score(refs, hyps, metrics=["bleu", "ter"]), mtgauge.compare(refs, hyps, resamples=20),
                   mtgauge.segments(refs, hyps, ids=["x", "y"])):
        for ending in ("parquet", "arrow", "feather", "csv"):
            answer.write(tmp_path / f"out.{ending}")
        table = pa.parquet.read_table(tmp_path / "out.parquet")
        assert table.to_pydict() == answer.table()
        assert pa.ipc.open_file(tmp_path / "out.arrow").read_all().equals(table)
        assert (tmp_path / "out.feather").read_bytes() == (tmp_path / "out.arrow").read_bytes()
        assert pl.read_csv(tmp_path / "out.csv", infer_schema=False).columns == table.column_names
    with pytest.raises(mtgauge.errors.UsageError, match=r"out.xlsx: the ending.*use .parquet, .parq, .arrow, .feather, .ipc or .csv"):
        answer.write(tmp_path / "out.xlsx")
    with pytest.raises(mtgauge.errors.FileError, match="absent"):
        answer.write(tmp_path / "absent" / "out.csv")


def test_ids_keep_their_type(folder):
    texts = {"ref": ["a b", "c"], "hyp": ["a b", "d"], "lang": ["de", None]}
    for ids, kind, kept in (([7, -(1 << 40)], pa.int64(), [7, -(1 << 40)]), (["7", "x"], pa.string(), ["7", "x"]),
                            ([3, 4], pa.int16(), [3, 4]), ([3, 4], pa.uint32(), [3, 4]),
                            ([3, 1 << 63], pa.uint64(), ["3", str(1 << 63)])):
        pa.parquet.write_table(pa.table({"id": pa.array(ids, kind), **texts}), folder / "ids.parquet")
        run(folder, "segments", "ids.parquet:ref", "-i", "ids.parquet:hyp", "--keep", "lang", "-o", "out.arrow")
        read = pa.ipc.open_file(folder / "out.arrow").read_all()
        assert read.column("id").to_pylist() == kept
        assert read.column("lang").to_pylist() == texts["lang"]


def test_text_keeps_ids_as_they_are(folder):
    parts = folder / "parts"
    parts.mkdir()
    for name, ids in ("1", [5, None]), ("2", ["x", "007"]):
        table = pa.table({"id": ids, "ref": ["a", "b"], "hyp": ["a", "b"]})
        pa.parquet.write_table(table, parts / f"{name}.parquet")
    told = run(folder, "segments", "parts:ref", "-i", "parts:hyp", "-m", "exact", "-f", "tsv").decode()
    assert [line.split("\t")[1] for line in told.splitlines()] == ["id", "5", "", "x", "007"]
    done = subprocess.run([*MODULE, "segments", "parts:ref", "-i", "parts:hyp", "-o", "mixed.parquet"], capture_output=True,
                          cwd=folder, timeout=120, text=True)
    assert done.returncode == 3 and "segment 3: the id 'x' is not a whole number" in done.stderr
    assert not (folder / "mixed.parquet").exists()


def test_signatures_are_those_of_the_scores(folder):
    told = run(folder, *VERBS["score"], "--scale", "unit", "-f", "tsv").decode().splitlines()[1:]
    signatures = {line.split("\t")[1]: [line.split("\t")[3].split("|", 1)[1]] for line in told}
    run(folder, "segments", *TEXTS, "--scale", "unit", "-o", "out.arrow")
    noted = json.loads(pa.ipc.open_file(folder / "out.arrow").schema.metadata[b"mtgauge.signatures"])
    signatures["BLEU"] = [signatures["BLEU"][0].replace("eff:no", "eff:yes")]
    assert noted == signatures


def test_statistics_bound_the_numbers(folder):
    run(folder, *VERBS["details"], "-o", "out.parquet")
    file = pa.parquet.ParquetFile(folder / "out.parquet")
    group = file.metadata.row_group(0)
    for c in range(group.num_columns):
        values = [value for value in file.read().column(c).to_pylist() if value is not None]
        told = group.column(c).statistics
        assert told.null_count == group.num_rows - len(values)
        if told.has_min_max:
            assert (told.min, told.max) == (min(values), max(values))
    assert group.column(0).statistics.has_min_max
