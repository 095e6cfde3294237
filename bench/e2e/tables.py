"""Times one batch of records in every format of tables; started by tables.sh under its Python."""

import json
import math
import os
import subprocess
import sys
import tempfile
from itertools import islice

import pyarrow
import pyarrow.csv
import pyarrow.ipc
import pyarrow.parquet
from sacrebleu.metrics import BLEU

import e2e

LANGUAGES = ["cs", "de", "fr", "is"]
SHARDS = 8
TOGETHER = 100_000  # rows that are converted at once
SYSTEMS = ["a", "b"]
FIELDS = ["lang", "ref", *SYSTEMS]


# ---- the batch ----

def make_texts(folder, rows):
    """Returns plain files: references, and the outputs of two systems."""
    ref, first = e2e.generate(folder, "text", rows)
    second = os.path.join(folder, "text.second")
    with open(second, "wb") as out:  # lacks a word of each line
        subprocess.run(["awk", '{ $(NR % 5 + 2) = ""; print }', first], stdout=out, check=True)
    return [ref, first, second]


def records(paths):
    """Yields the batch in tables of pyarrow."""
    files = [open(path, encoding="utf-8", newline="\n") for path in paths]
    while lines := list(islice(files[0], TOGETHER)):
        texts = [lines, *(list(islice(file, len(lines))) for file in files[1:])]
        languages = [LANGUAGES[row % len(LANGUAGES)] for row in range(len(lines))]
        yield pyarrow.table(dict(zip(FIELDS, [languages, *([line.rstrip("\n") for line in text] for text in texts)])))


def write_tables(folder, paths, rows):
    """Writes the batch in every format, and returns the files by format."""
    schema = pyarrow.schema([(name, pyarrow.string()) for name in FIELDS])
    shards = os.path.join(folder, "shards")
    os.mkdir(shards)
    names = {"Parquet, not compressed": "batch.parquet", "Arrow": "batch.arrow", "CSV": "batch.csv", "TSV": "batch.tsv",
             "JSON Lines": "batch.jsonl"}
    files = {"Parquet": shards, **{name: os.path.join(folder, file) for name, file in names.items()}}
    parquet = [pyarrow.parquet.ParquetWriter(os.path.join(shards, "part-%05d-of-%05d.parquet" % (i, SHARDS)), schema)
               for i in range(SHARDS)]
    written = 0
    with pyarrow.ipc.new_file(files["Arrow"], schema) as arrow, pyarrow.csv.CSVWriter(files["CSV"], schema) as csv, \
            pyarrow.parquet.ParquetWriter(files["Parquet, not compressed"], schema, compression="none") as plain, \
            open(files["TSV"], "w", encoding="utf-8") as tsv, open(files["JSON Lines"], "w", encoding="utf-8") as jsonl:
        tsv.write("\t".join(FIELDS) + "\n")
        for table in records(paths):
            parquet[min(written * SHARDS // rows, SHARDS - 1)].write_table(table)
            for writer in (plain, arrow, csv):
                writer.write_table(table)
            lines = table.to_pylist()
            tsv.writelines("\t".join(row.values()) + "\n" for row in lines)
            jsonl.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in lines)
            written += table.num_rows
    for writer in parquet:
        writer.close()
    return files


# ---- commands ----

def of_table(verb, table, *extra):
    return [e2e.MTGAUGE, verb, table + ":ref", "-i", *("%s=%s:%s" % (name, table, name) for name in SYSTEMS), "-m", "bleu",
            "--threads", str(threads()), "-q", *extra]


def of_texts(verb, paths, *extra):
    systems = ["%s=%s" % each for each in zip(SYSTEMS, paths[1:])]
    return [e2e.MTGAUGE, verb, paths[0], "-i", *systems, "-m", "bleu", "--threads", str(threads()), "-q", *extra]


def threads():
    return len(e2e.cores()[:2])


def scores_of(command):
    report = json.loads(e2e.output(command + ["-f", "json"]))
    return [system["scores"][0]["score"] for system in report["systems"]]


def by_pyarrow(path, rows):
    """Returns scores of the first rows, as read by pyarrow and computed by sacreBLEU."""
    table = next(pyarrow.parquet.ParquetFile(path).iter_batches(rows, columns=FIELDS[1:])).to_pydict()
    return [BLEU(force=True).corpus_score(table[name], [table["ref"]]).score for name in SYSTEMS]


def check_answers(paths, tables, part, folder):
    wanted = scores_of(of_texts("score", paths))
    for name, table in tables.items():
        if scores_of(of_table("score", table)) != wanted:
            sys.exit("error: other scores from %s" % name)
    parts = [e2e.head(path, part, path + ".part") for path in paths]
    first = os.path.join(folder, "shards", "part-00000-of-%05d.parquet" % SHARDS)
    ours, theirs = scores_of(of_texts("score", parts)), by_pyarrow(first, part)
    if not all(math.isclose(*pair, rel_tol=1e-12) for pair in zip(ours, theirs)):
        sys.exit("error: mtgauge %s, sacreBLEU %s" % (ours, theirs))
    print("answers: all formats give the scores of plain files, and a part those of pyarrow and sacreBLEU")
    return first


def commands(paths, tables, folder):
    """Returns (name, command) of all that is timed."""
    rows = [("score, plain text", of_texts("score", paths))]
    rows += [("score, " + name, of_table("score", table)) for name, table in tables.items()]
    parquet = tables["Parquet"]
    rows.append(("score by language, Parquet", of_table("score", parquet, "--by", "lang")))
    rows.append(("compare, plain text", of_texts("compare", paths, "--resamples", "1000")))
    rows.append(("compare, Parquet", of_table("compare", parquet, "--resamples", "1000")))
    out = os.path.join(folder, "scores.parquet")
    rows.append(("segments into Parquet, plain text", of_texts("segments", paths, "-o", out)))
    rows.append(("segments into Parquet, Parquet", of_table("segments", parquet, "--keep", "lang", "-o", out)))
    return rows


def print_times(times, peaks, rows):
    print("\n%-36s %9s %9s %12s %9s" % ("%s rows, 2 systems" % format(rows, ","), "wall s", "CPU s", "of plain CPU", "MiB"))
    for name, row in times.items():
        plain = times[name.partition(",")[0].replace(" by language", "") + ", plain text"]
        print("%-36s %9.2f %9.2f %11.2fx %9.0f" % (name, row["wall_s"], row["cpu_s"], row["cpu_s"] / plain["cpu_s"], peaks[name]))


def main():
    parser = e2e.parser_of("tables", rounds=3)
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--part", type=int, default=10_000, help="rows for pyarrow and sacreBLEU")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mtgauge-e2e-") as folder:
        paths = make_texts(folder, arguments.rows)
        tables = write_tables(folder, paths, arguments.rows)
        first = check_answers(paths, tables, arguments.part, folder)
        asked = commands(paths, tables, folder)
        times = e2e.measure([(name, command, None, threads()) for name, command in asked], arguments.rounds)
        peaks = {name: e2e.peak_mib(command) for name, command in asked}
        peer = e2e.cpu_seconds(by_pyarrow, first, arguments.part) / arguments.part * arguments.rows
    print_times(times, peaks, arguments.rows)
    ours = times["score, Parquet"]["cpu_s"]
    print("pyarrow and sacreBLEU, from %s rows: %.0f s, %.0f x" % (format(arguments.part, ","), peer, peer / ours))
    e2e.write_result({"text": {"rows": arguments.rows, "part": arguments.part, "threads": threads()}, "tables": times,
                      "tables_peak_mib": peaks, "pyarrow_and_sacrebleu_s": peer}, arguments)


if __name__ == "__main__":
    main()
