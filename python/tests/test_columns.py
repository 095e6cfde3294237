"""Files of columns: what other libraries write gives what its JSON Lines twin gives."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

import mtgauge

pa = pytest.importorskip("pyarrow")
pl = pytest.importorskip("polars")
import pyarrow.feather  # noqa: E402
import pyarrow.parquet  # noqa: E402

WORDS = ["gate", "river", "walks", "slowly", "Straße", "a\nb", "", "\"", "x" * 300]
PARQUET = [
    {"compression": codec, "use_dictionary": dictionary, "data_page_version": version, "data_page_size": size,
     "row_group_size": rows, "write_page_checksum": dictionary}
    for codec, dictionary, version, size, rows in [
        ("snappy", True, "1.0", 1 << 20, 1 << 20), ("none", False, "2.0", 64, 100), ("zstd", True, "2.0", 256, 37),
        ("gzip", False, "1.0", 1000, 500), ("lz4", True, "1.0", 16, 3), ("brotli", False, "2.0", 5000, 211)]
]


def table_of(seed, rows):
    """Returns random records, and their type."""
    rng = random.Random(seed)
    repeat = rng.random() < 0.5

    def text():
        return " ".join(rng.choice(WORDS) for _ in range(rng.randrange(6))) if not repeat else rng.choice(WORDS)

    def maybe(value):
        return None if rng.random() < 0.2 else value

    records = []
    for i in range(rows):
        refs = maybe([maybe(text()) for _ in range(rng.randrange(4))]) or []
        records.append({
            "id": rng.choice([-5, 7, 1 << 40]) + i, "lang": rng.choice(["de", "fr"]), "hyp": text(), "doc": f"d{i // 7}",
            "refs": [text(), None, "c"] if i == 0 else refs, "x": maybe({"y": maybe(text())}), "sure": text(),
        })
    kind = pa.schema([("id", pa.int64()), ("lang", pa.string()), ("hyp", pa.string()), ("doc", pa.string()),
                      ("refs", pa.list_(pa.string())), ("x", pa.struct([("y", pa.string())])), ("sure", pa.large_string())])
    return records, pa.Table.from_pylist(records, kind)


def check(path, records, tmp_path):
    twin = tmp_path / "twin.jsonl"
    twin.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")

    def facts(file):
        refs = [Path(f"{file}:{column}") for column in ("refs", "x.y", "sure", "refs[1]")]
        made = mtgauge.segments(refs, Path(f"{file}:hyp"), metrics=["chrf", "exact"])
        whole = mtgauge.score(refs, Path(f"{file}:hyp"), metrics="chrf", by="lang").to_dict()
        return list(map(str, made.ids)), made.documents, made.scores.tolist(), whole["groups"]

    assert facts(path) == facts(twin)


@pytest.mark.parametrize("seed", range(len(PARQUET)))
def test_parquet_of_pyarrow(seed, tmp_path):
    records, table = table_of(seed, 400)
    options = dict(PARQUET[seed])
    pa.parquet.write_table(table, tmp_path / "a.parquet", **options)
    check(tmp_path / "a.parquet", records, tmp_path)


@pytest.mark.parametrize("encoding", ["DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY", "PLAIN"])
def test_encodings_of_pyarrow(encoding, tmp_path):
    records, table = table_of(encoding, 300)
    texts = ["lang", "hyp", "doc", "refs.list.element", "x.y", "sure"]
    pa.parquet.write_table(table, tmp_path / "a.parquet", use_dictionary=False,
                           column_encoding={"id": "DELTA_BINARY_PACKED", **{name: encoding for name in texts}})
    check(tmp_path / "a.parquet", records, tmp_path)


@pytest.mark.parametrize("compression", ["zstd", "lz4", "snappy", "gzip", "brotli", "uncompressed"])
def test_parquet_of_polars(compression, tmp_path):
    records, table = table_of(compression, 300)
    pl.from_arrow(table).write_parquet(tmp_path / "a.parquet", compression=compression, row_group_size=70)
    check(tmp_path / "a.parquet", records, tmp_path)


@pytest.mark.parametrize("compression", ["uncompressed", "lz4", "zstd"])
def test_arrow(compression, tmp_path):
    records, table = table_of(compression, 300)
    pa.feather.write_feather(table, tmp_path / "a.feather", compression=compression, chunksize=41)
    check(tmp_path / "a.feather", records, tmp_path)
    pl.from_arrow(table).write_ipc(tmp_path / "b.arrow", compression=compression)
    check(tmp_path / "b.arrow", records, tmp_path)
    pl.from_arrow(table).write_ipc_stream(tmp_path / "c.arrows", compression=compression)
    check(tmp_path / "c.arrows", records, tmp_path)
    dictionaries = table.set_column(1, "lang", table["lang"].dictionary_encode())
    dictionaries = dictionaries.set_column(2, "hyp", table["hyp"].dictionary_encode())
    with pa.ipc.new_stream(tmp_path / "d.arrow", dictionaries.schema) as writer:
        writer.write_table(dictionaries, max_chunksize=77)
    check(tmp_path / "d.arrow", records, tmp_path)


def test_a_set_of_files(tmp_path):
    records, table = table_of("set", 300)
    for part, begin in enumerate([0, 100, 200]):
        pa.parquet.write_table(table.slice(begin, 100), tmp_path / f"train-{part:05}-of-00003.parquet")
    check(tmp_path / "train-*.parquet", records, tmp_path)


def test_columns_that_are_no_texts(tmp_path):
    pa.parquet.write_table(pa.table({"ref": [1.5], "hyp": ["a"]}), tmp_path / "a.parquet")
    with pytest.raises(mtgauge.errors.InputError, match="the column 'ref' has numbers with fractions, not texts"):
        mtgauge.score(tmp_path / "a.parquet", tmp_path / "a.parquet")


def twin_of(table, path):
    """Writes a table as TSV, with all digits."""
    def cell(value):
        return "" if value is None else repr(value) if isinstance(value, float) else str(value)

    lines = zip(*(column.to_pylist() for column in table.columns))
    path.write_text("".join("\t".join(map(cell, line)) + "\n" for line in [table.column_names, *lines]))
    return path


@pytest.mark.parametrize("kind", [pa.float64(), pa.float32(), pa.float16(), pa.int16(), pa.uint64()], ids=str)
def test_tables_of_scores(kind, tmp_path):
    rng = random.Random(str(kind))

    def scores(count):
        whole = pa.types.is_integer(kind)
        made = [rng.randrange(100) if whole else rng.random() * rng.choice([1, 1e-3]) for _ in range(count)]
        return pa.array([None if rng.random() < 0.05 else value for value in made]).cast(kind, safe=False)

    rows = 60
    wide = pa.table({"segment": list(range(1, rows + 1)), **{name: scores(rows) for name in "abc"}})
    long = pa.table({"system": [name for name in "abc" for _ in range(rows)], "note": ["x\ty\n"] * (3 * rows),
                     "segment": list(range(1, rows + 1)) * 3, "score": scores(3 * rows)})
    for table in (wide, long):
        clean = table if table is wide else table.drop_columns("note")
        twin = twin_of(clean, tmp_path / "twin.tsv")
        files = []
        for number, options in enumerate(PARQUET):
            files.append(tmp_path / f"made{number}.parquet")
            pyarrow.parquet.write_table(table, files[-1], **options)
        for codec in ("uncompressed", "zstd", "lz4"):
            files.append(tmp_path / f"{codec}.arrow")
            pyarrow.feather.write_feather(table, files[-1], compression=codec, chunksize=17)

        def answers(file):
            return [mtgauge.compare(human=file, resamples=100).table(),
                    mtgauge.evaluate(human=file, scores={"same": file}, measures="pearson seg-pearson".split(),
                                     resamples=100, join="common").table()]

        wanted = [str(answer).replace("twin", "file") for answer in answers(twin)]
        for file in files:
            assert [str(answer).replace(file.stem, "file") for answer in answers(file)] == wanted, file


def test_numbers_that_are_no_scores(tmp_path):
    def message(scores, kind=None):
        file = tmp_path / "scores.parquet"
        pyarrow.parquet.write_table(pa.table({"segment": [1, 2], "a": pa.array(scores, kind), "b": [0.5, 0.25]}), file)
        with pytest.raises(mtgauge.errors.InputError) as raised:
            mtgauge.compare(human=file)
        return str(raised.value)

    assert "scores.parquet:3: 'inf' in column 'a' is not a score" in message([0.5, float("inf")])
    assert "the column 'a' has decimal numbers, which are not read" in message([1, 2], pa.decimal128(5, 2))
    assert "the column 'a' has no scores, but '(dates)'" in message([1, 2], pa.date32())


def test_ids_have_the_type_of_their_column(tmp_path):
    table = pa.table({"id": [5, 1 << 40], "ref": ["a", "b"], "hyp": ["a", "c"]})
    for kind, wanted in ((pa.int64(), [5, 1 << 40]), (pa.string(), ["5", str(1 << 40)])):
        path = tmp_path / "table.parquet"
        pyarrow.parquet.write_table(table.set_column(0, "id", table["id"].cast(kind)), path)
        made = mtgauge.segments(Path(f"{path}:ref"), Path(f"{path}:hyp"), metrics="chrf")
        assert made.ids == wanted and made.to_arrow().schema.field("id").type == kind


def test_rows_with_lists_are_groups(tmp_path):
    rng = random.Random(5)

    def texts():
        return [" ".join(rng.choices(WORDS, k=3)) for _ in range(rng.randrange(1, 6))]

    records = []
    for i in range(100):
        refs = texts()
        records.append({"id": rng.choice([7, 1 << 40]) + i, "cands": texts(), "x": {"gold": refs}, "w": [rng.random() for _ in refs]})
    table = pa.Table.from_pylist(records)
    twin = tmp_path / "twin.jsonl"
    twin.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    pa.parquet.write_table(table, tmp_path / "a.parquet", row_group_size=17, data_page_size=100)
    pa.feather.write_feather(table, tmp_path / "b.arrow", chunksize=13)
    pl.from_arrow(table).write_parquet(tmp_path / "c.parquet")
    for part, begin in enumerate([0, 30]):
        pa.parquet.write_table(table.slice(begin, 30 + 40 * part), tmp_path / f"set-{part}.parquet")

    def run(*arguments):
        command = [sys.executable, "-m", "mtgauge", *map(str, arguments), "-f", "tsv", "-q"]
        return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout

    def facts(file):
        pairs = run("matrix", f"{file}:x.gold", "-i", f"{file}:cands", "-m", "chrf", "exact")
        return pairs, run("mbr", f"{file}:x.gold", "-i", f"{file}:cands", "--weights", "w", "-m", "chrf", "--best", "9")

    for file in "a.parquet", "b.arrow", "c.parquet", "set-*.parquet":
        assert facts(tmp_path / file) == facts(twin), file
