"""Compares mtgauge.ray and mtgauge.spark with the program, and with sacreBLEU on the same engines;
started by cluster.sh."""

import argparse
import dataclasses
import json
import os
import tempfile
import time

import mtgauge.ray
import mtgauge.spark
import pyarrow
import pyarrow.parquet
import ray
import ray.data
from mtgauge import _records as records
from pyspark.sql import SparkSession

import e2e

FILES = 16
SPARK_BATCH = 10_000  # records that Spark gives at a time
METRICS = ["bleu", "chrf"]


def write_parquet(folder, name, paths, count):
    """Writes the lines as Parquet files."""
    target = os.path.join(folder, name)
    os.mkdir(target)
    columns = []
    for path in paths:
        with open(path, encoding="utf-8", newline="\n") as file:
            columns.append(file.read().split("\n")[:count])
    step = -(-count // FILES)
    for at in range(0, count, step):
        table = pyarrow.table({name: lines[at : at + step] for name, lines in zip(("ref", "hyp"), columns)})
        pyarrow.parquet.write_table(table, os.path.join(target, "%03d.parquet" % (at // step)))
    return target


def sums_by_sacrebleu(table):
    """Returns the sums of a block, as a user would compute them with sacreBLEU."""
    import sacrebleu

    refs, hyps = (table.column(name).to_pylist() for name in ("ref", "hyp"))
    sums = []
    for metric in (sacrebleu.BLEU(force=True), sacrebleu.CHRF()):
        rows = metric._extract_corpus_statistics(hyps, [refs])
        sums.append([sum(column) for column in zip(*rows)])
    return pyarrow.table({"sums": [json.dumps(sums)]})


def scores_of(blocks):
    import sacrebleu

    sums, scores = list(blocks), []
    for place, metric in enumerate((sacrebleu.BLEU(force=True), sacrebleu.CHRF())):
        added = [sum(column) for column in zip(*(json.loads(block)[place] for block in sums))]
        scores.append(metric._compute_score_from_stats(added).score)
    return scores


class Ray:
    def read(self, folder):
        return ray.data.read_parquet(folder)

    def ours(self, folder):
        return mtgauge.ray.score(self.read(folder), hyps="hyp", refs="ref", metrics=METRICS)

    def theirs(self, folder):
        made = self.read(folder).map_batches(sums_by_sacrebleu, batch_format="pyarrow", batch_size=None)
        return scores_of(row["sums"] for row in made.iter_rows())


class Spark:
    def __init__(self):
        builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
        self.session = builder.config("spark.driver.host", "127.0.0.1").config(
            "spark.driver.memory", "4g").config("spark.ui.showConsoleProgress", "false").getOrCreate()
        self.session.sparkContext.setLogLevel("OFF")

    def read(self, folder):
        return self.session.read.parquet(folder)

    def ours(self, folder):
        return mtgauge.spark.score(self.read(folder), hyps="hyp", refs="ref", metrics=METRICS)

    def theirs(self, folder):
        def sums(batches):
            for batch in batches:
                yield from sums_by_sacrebleu(pyarrow.Table.from_batches([batch])).to_batches()

        return scores_of(row["sums"] for row in self.read(folder).mapInArrow(sums, "sums string").collect())


def timed(function, *arguments):
    before = time.perf_counter()
    answer = function(*arguments)
    return time.perf_counter() - before, answer


def worker_ratio(paths, rounds=5):
    """Returns the processor time of a worker's part and of the program, per pair."""
    with open(paths[0]) as refs, open(paths[1]) as hyps:
        table = pyarrow.table({"ref": refs.read().split("\n")[:-1], "hyp": hyps.read().split("\n")[:-1]})
    result = {}
    for metric in METRICS + ["ter"]:
        job = dataclasses.replace(records.Job.of("hyp", "ref", metric, None, None, {}), sums=True)
        ours, program = [], []
        for _ in range(rounds):
            before = time.process_time()
            job.part(records.in_batches(table.to_batches(max_chunksize=SPARK_BATCH)), "")
            ours.append(time.process_time() - before)
            command = [e2e.MTGAUGE, "score", paths[0], "-i", paths[1], "-m", metric, "--threads", "1", "-q"]
            program.append(e2e.timed(command, None, e2e.cores()[:1])[1])
        result[metric] = sorted(ours)[rounds // 2] / sorted(program)[rounds // 2]
    return result


def main():
    parser = argparse.ArgumentParser(prog="bench/e2e/cluster.sh")
    parser.add_argument("--pairs", type=int, default=10_000_000)
    parser.add_argument("--part", type=int, default=40_000, help="pairs for sacreBLEU")
    arguments = parser.parse_args()
    ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    with tempfile.TemporaryDirectory(prefix="mtgauge-e2e-") as folder:
        paths = e2e.generate(folder, "full", arguments.pairs)
        part = e2e.generate(folder, "part", 200_000)
        full = write_parquet(folder, "parquet", paths, arguments.pairs)
        small = write_parquet(folder, "small", paths, arguments.part)
        taken, report = timed(e2e.output, [e2e.MTGAUGE, "score", paths[0], "-i", paths[1], "-m", *METRICS, "-q",
                                           "--threads", "2", "-f", "json"])
        wanted = [score["score"] for score in json.loads(report)["systems"][0]["scores"]]
        print("mtgauge score of the files: %.1f s for %d pairs" % (taken, arguments.pairs))
        for engine in (Ray(), Spark()):
            name = type(engine).__name__
            mine = [score.score for score in engine.ours(small).systems[0].scores]  # also starts the workers
            theirs_s, theirs = timed(engine.theirs, small)
            assert all(abs(a - b) <= 1e-9 for a, b in zip(mine, theirs)), (name, mine, theirs)
            ours_s, found = timed(engine.ours, full)
            assert [score.score for score in found.systems[0].scores] == wanted, name
            scaled = theirs_s * arguments.pairs / arguments.part
            print("%s: %.1f s for %d pairs; sacreBLEU %.1f s for %d pairs, %.0f s for all: %.0f x" % (
                name, ours_s, arguments.pairs, theirs_s, arguments.part, scaled, scaled / ours_s))
        for metric, ratio in worker_ratio(part).items():
            print("%s: a worker takes %.2f of the program's time a pair" % (metric, ratio))


if __name__ == "__main__":
    main()
