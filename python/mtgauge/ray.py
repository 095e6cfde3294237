"""Scores Ray datasets, with the digits of a single process.

>>> import ray.data  # doctest: +SKIP
>>> ds = ray.data.read_parquet("outputs/")  # doctest: +SKIP
>>> print(mtgauge.ray.score(ds, hyps="hyp", refs="ref", metrics=["bleu", "chrf"]))  # doctest: +SKIP

Workers need only the wheel. Each scores its blocks on one core; the driver merges sums or rows. The
results are those of ``mtgauge`` on the same records, however they are divided into blocks, in
whatever order the blocks arrive, and even if tasks run again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Iterator, Optional

import pyarrow as pa  # type: ignore[import-untyped]

import mtgauge
from mtgauge._parts import functions, prepared, rows_of
from mtgauge._records import PART, Columns, Job, Metrics, is_list
from mtgauge.answers import Comparison, Report

if TYPE_CHECKING:
    from ray.data import Dataset  # type: ignore[import-not-found]

__all__ = ["compare", "rows", "score", "segments"]


def segments(ds: Dataset, *, hyps: Columns = "hyp", refs: Columns = "ref", metrics: Metrics = None,
             source: Optional[str] = None, prefix: str = "", **options: Any) -> Dataset:
    """Returns the dataset with the scores of each record in new columns, named like the printed
    metrics, or ``system:metric`` if there are several systems, after ``prefix``."""
    job = _prepared(ds, Job.of(hyps, refs, metrics, None, None, source, options, prefix))
    job.score_columns(getattr(ds.schema(), "names", ()))

    def score_block(table: pa.Table) -> pa.Table:
        return job.with_scores(table, _where(), 0)

    return ds.map_batches(score_block, batch_format="pyarrow", batch_size=None, zero_copy_batch=True)


def _where() -> str:
    """Returns the identity of this worker's block."""
    try:
        from ray.data._internal.execution.interfaces import TaskContext  # type: ignore[import-not-found]

        context = TaskContext.get_current()
    except (ImportError, AttributeError):
        return ""
    return "" if context is None else f"block {context.task_idx}"


def _parts(ds: Dataset, job: Job, pass_: str = "rows") -> Iterator[pa.Table]:
    def part(table: pa.Table) -> pa.Table:
        return job.part([(0, table)], _where(), pass_)

    made = ds.map_batches(part, batch_format="pyarrow", batch_size=None, zero_copy_batch=True)
    for table in made.iter_batches(batch_format="pyarrow", batch_size=None):
        if set(PART.names) <= set(table.column_names):  # a dataset without blocks has no columns
            yield table.select(PART.names)


def _prepared(ds: Dataset, job: Job) -> Job:
    schema = ds.schema()
    if schema is None:  # there are no records
        return job
    kinds = dict(zip(schema.names, schema.types))
    job.check(schema.names)
    of_refs = [kinds[column] for column in job.refs.values()]
    lists = any(not isinstance(kind, pa.DataType) or is_list(kind) for kind in of_refs)  # pandas does not tell
    references = ds.select_columns(sorted(set(job.refs.values())))
    return prepared(job, lists, lambda job, pass_: _parts(references, job, pass_))


def _rows(ds: Dataset, job: Job, ordered: bool, path: Optional[str]) -> mtgauge.Rows:
    job = _prepared(ds, job)
    ds = ds.select_columns(job.columns)
    if ordered:
        if job.key is None:
            ds = ds.map_batches(job.with_content, batch_format="pyarrow", batch_size=None)
        ds = ds.sort(job.order)
    return rows_of(_parts(ds, job), job, path)


score: Callable[..., Report]
compare: Callable[..., Comparison]
rows: Callable[..., mtgauge.Rows]
score, compare, rows = functions(_rows)
