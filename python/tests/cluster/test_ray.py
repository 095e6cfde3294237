"""mtgauge.ray with Ray on two processors."""

import pytest

ray = pytest.importorskip("ray")

import ray.data  # noqa: E402

import mtgauge  # noqa: E402
import mtgauge.ray  # noqa: E402
from corpus import (  # noqa: E402
    METRICS, SYSTEMS, TABLE, Killer, check_answers, check_faults, check_names, check_segments,
    check_shared_rows, shuffled)


@pytest.fixture(scope="module", autouse=True)
def cluster():
    ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield
    ray.shutdown()


def made(table, blocks=5):
    return ray.data.from_arrow(table).repartition(blocks)


def test_answers_are_those_of_one_process():
    check_answers(mtgauge.ray, made(shuffled(1), 7), made(shuffled(2), 23))


def test_segments():
    ds = mtgauge.ray.segments(made(shuffled(3)), hyps=["a", "b"], metrics=["chrf", "nist"])
    check_segments(ds.sort("id").to_pandas())


def test_rows_in_a_shared_folder(tmp_path):
    check_shared_rows(mtgauge.ray, made(shuffled(5), 6), tmp_path)


def test_a_prefix():
    ds = mtgauge.ray.segments(made(TABLE), hyps="a", metrics="chrf")
    ds = mtgauge.ray.segments(ds, hyps="b", metrics="chrf", prefix="b.")
    assert ds.columns()[-2:] == ["chrF2", "b.chrF2"]


def test_texts_by_dictionary():
    encoded = TABLE.set_column(3, "a", TABLE["a"].dictionary_encode())
    found = mtgauge.ray.score(made(encoded), hyps="a")
    assert found.score == mtgauge.score({"ref": TABLE["ref"]}, {"a": TABLE["a"]}).score


def test_blocks_of_pandas():
    frame = TABLE.to_pandas()
    ds = ray.data.from_pandas([frame[:100], frame[100:]])
    for refs in ("ref", "refs"):
        expected = mtgauge.ray.score(made(TABLE), hyps="a", refs=refs).score
        assert mtgauge.ray.score(ds, hyps="a", refs=refs).score == expected
    assert mtgauge.ray.segments(ds, hyps="a", metrics="chrf").columns()[-1] == "chrF2"


def test_names():
    check_segments(check_names(mtgauge.ray, made).sort("doc.id").to_pandas())


def test_faults():
    check_faults(mtgauge.ray, made)
    with pytest.raises(mtgauge.errors.InputError, match="no records"):
        mtgauge.ray.score(made(TABLE).filter(lambda row: False), hyps="a")


def test_a_killed_worker_changes_nothing():
    def slowly(table):
        import time

        time.sleep(0.4)
        return table

    ds = made(shuffled(4), 12).map_batches(slowly, batch_format="pyarrow", batch_size=None)
    with Killer("ray::.*slowly") as killer:
        found = mtgauge.ray.score(ds, hyps=["a", "b"], metrics=METRICS)
    assert killer.killed == 1
    wanted = mtgauge.score({"ref": TABLE["ref"]}, SYSTEMS, metrics=METRICS)
    assert found.to_json() == wanted.to_json()
