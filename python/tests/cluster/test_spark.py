"""mtgauge.spark with Spark on two worker processes."""

import shutil

import pytest

pyspark = pytest.importorskip("pyspark")
if shutil.which("java") is None:
    pytest.skip("there is no Java", allow_module_level=True)

from pyspark.sql import SparkSession  # noqa: E402

import mtgauge  # noqa: E402
import mtgauge.spark  # noqa: E402
from corpus import (  # noqa: E402
    METRICS, SYSTEMS, TABLE, Killer, check_answers, check_faults, check_names, check_segments,
    check_shared_rows, shuffled)


@pytest.fixture(scope="module")
def spark():
    session = (SparkSession.builder.master("local-cluster[2,1,1024]")
               .config("spark.driver.host", "127.0.0.1").config("spark.ui.enabled", "false")
               .config("spark.sql.shuffle.partitions", "5").config("spark.speculation", "true")
               .config("spark.ui.showConsoleProgress", "false").getOrCreate())
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture
def made(spark):
    return lambda table, parts=4: spark.createDataFrame(table).repartition(parts)


def test_answers_are_those_of_one_process(made):
    check_answers(mtgauge.spark, made(shuffled(1), 3), made(shuffled(2), 8))


def test_segments(made):
    df = mtgauge.spark.segments(made(shuffled(3)), hyps=["a", "b"], metrics=["chrf", "nist"])
    found = df.orderBy("id").collect()
    check_segments({name: [row[name] for row in found] for name in df.columns})


def test_rows_in_a_shared_folder(made, tmp_path):
    check_shared_rows(mtgauge.spark, made(shuffled(5), 6), tmp_path)


def test_rows_that_spark_does_not_send(made, monkeypatch):
    df = made(TABLE)
    monkeypatch.setattr(mtgauge.spark, "FETCHED", 1000)
    wanted = mtgauge.Rows({"ref": TABLE["ref"]}, {"a": TABLE["a"]}, metrics="bleu", ids=TABLE["id"])
    assert mtgauge.spark.rows(df, hyps="a", key="id") == wanted
    with pytest.raises(mtgauge.errors.UsageError, match="rows of a partition have 2,000 bytes.*lets 1,000 through; .*rows_to="):
        mtgauge.spark._fetched_at_a_time(2000, "1000")
    monkeypatch.undo()
    limits = {"1g": 64 << 20, "0": 64 << 20, "16MB": 4 << 20, "8k": 2 << 10, "4096b": 1024}
    assert {limit: mtgauge.spark._fetched_at_a_time(1 << 10, limit) for limit in limits} == limits


def test_a_prefix(made):
    df = mtgauge.spark.segments(made(TABLE), hyps="a", metrics="chrf")
    df = mtgauge.spark.segments(df, hyps="b", metrics="chrf", prefix="b.")
    assert df.columns[-2:] == ["chrF2", "b.chrF2"] and df.count() == TABLE.num_rows


def test_functions_of_sql(spark, made):
    made(TABLE).createOrReplaceTempView("t")
    mtgauge.spark.register(spark)
    mtgauge.spark.register(spark, {"chrfpp": "chrf:nw=2"})
    query = "SELECT group, bleu(a, ref) AS b, chrfpp(a, refs) AS c FROM t GROUP BY group"
    found = {row["group"]: (row["b"], row["c"]) for row in spark.sql(query).collect()}
    scores = [mtgauge.score(TABLE[refs], TABLE["a"], metrics=spec, by=TABLE["group"])
              for refs, spec in (("ref", "bleu"), ("refs", "chrf:nw=2"))]
    for bleu, chrf in zip(*(each.groups for each in scores)):
        assert found[bleu.name] == (bleu.systems[0].scores[0].score, chrf.systems[0].scores[0].score)
    with pytest.raises(mtgauge.errors.UsageError, match="blue"):
        mtgauge.spark.register(spark, ["blue"])


def test_streams_are_refused(spark):
    stream = spark.readStream.format("rate").load()
    for ask in (mtgauge.spark.score, mtgauge.spark.segments):
        with pytest.raises(mtgauge.errors.UsageError, match="is a stream.*foreachBatch"):
            ask(stream, hyps="value", refs="value")


def test_names(made):
    df = check_names(mtgauge.spark, made)
    found = df.orderBy("`doc.id`").collect()
    check_segments({name: [row[name] for row in found] for name in df.columns})


def test_names_that_differ_in_case(made):
    df = made(TABLE.select(["id", "ref", "a", "b"]).rename_columns(["A", "ref", "a", "REF"]))
    expected = mtgauge.score({"ref": TABLE["ref"]}, {"b": TABLE["b"]}).score
    assert mtgauge.spark.score(df, hyps="REF", key="A").score == expected
    with pytest.raises(mtgauge.errors.UsageError, match="a column 'CHRF2' already; .* prefix="):
        mtgauge.spark.segments(made(TABLE.append_column("CHRF2", TABLE["id"])), hyps="a", metrics="chrf")


def test_faults(made):
    check_faults(mtgauge.spark, made)
    with pytest.raises(mtgauge.errors.InputError, match="no records"):
        mtgauge.spark.score(made(TABLE).where("id = 'no'"), hyps="a")


def test_a_killed_executor_changes_nothing(made):
    def slowly(batches):
        import time

        for batch in batches:
            time.sleep(0.4)
            yield batch

    df = made(shuffled(4), 12)
    df = df.mapInArrow(slowly, df.schema)
    with Killer("CoarseGrainedExecutorBackend") as killer:
        found = mtgauge.spark.score(df, hyps=["a", "b"], metrics=METRICS)
    assert killer.killed == 1
    wanted = mtgauge.score({"ref": TABLE["ref"]}, SYSTEMS, metrics=METRICS)
    assert found.to_json() == wanted.to_json()
