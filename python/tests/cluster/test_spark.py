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
    METRICS, SYSTEMS, TABLE, Killer, check_answers, check_faults, check_names, check_segments, shuffled)


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


def test_names(made):
    df = check_names(mtgauge.spark, made)
    found = df.orderBy("`doc.id`").collect()
    check_segments({name: [row[name] for row in found] for name in df.columns})


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
