"""Scores Spark data frames, with the digits of a single process.

>>> df = spark.read.parquet("outputs/")  # doctest: +SKIP
>>> print(mtgauge.spark.score(df, hyps="hyp", refs="ref", metrics=["bleu", "chrf"]))  # doctest: +SKIP

Workers need only the wheel and pyarrow. Each task scores its partition on one core; the driver
merges the rows. The results are those of ``mtgauge`` on the same records, however they are
partitioned, and even if tasks run twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, List

import pyarrow as pa  # type: ignore[import-untyped]

import mtgauge
from mtgauge._records import CONTENT, Columns, Job, Metrics, functions, in_batches, prepared, rows_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame  # type: ignore[import-not-found]

__all__ = ["compare", "rows", "score", "segments"]

Batches = Iterable[pa.RecordBatch]

PART = "first string, last string, segments long, data binary, error string"


def segments(df: DataFrame, *, hyps: Columns = "hyp", refs: Columns = "ref", metrics: Metrics = None,
             **options: Any) -> DataFrame:
    """Returns the data frame with the scores of each record in new columns, named like the printed
    metrics, or ``system:metric`` if there are several systems."""
    from pyspark.sql.types import DoubleType, StructField, StructType  # type: ignore[import-not-found]

    job = _prepared(df, Job.of(hyps, refs, metrics, None, None, options))
    more = [StructField(name, DoubleType()) for name in job.score_columns(df.columns)]
    schema = StructType([*df.schema.fields, *more])
    return _mapped(df, lambda table, at: job.with_scores(table, _where(), at), schema)


def _where() -> str:
    """Returns the identity of this worker's partition."""
    from pyspark import TaskContext  # type: ignore[import-not-found]

    context = TaskContext.get()
    return "" if context is None else f"partition {context.partitionId()}"


def _mapped(df: DataFrame, make: Callable[[pa.Table, int], pa.Table], schema: Any) -> DataFrame:
    """Returns what ``make`` makes of tables of records. Spark would take dots in names for fields of
    structures, so it gets other names on the way."""
    names = df.columns

    def mapped(batches: Batches) -> Iterator[pa.RecordBatch]:
        for offset, table in in_batches(batches):
            yield from make(table.rename_columns(names), offset).combine_chunks().to_batches()

    return df.toDF(*(f"c{place}" for place in range(len(names)))).mapInArrow(mapped, schema)


def _parts(df: DataFrame, job: Job, pass_: str = "rows") -> List[pa.Table]:
    def part(table: pa.Table, offset: int) -> pa.Table:
        made = job.part(table, _where(), offset, pass_)
        return made.set_column(3, "data", made.column("data").cast(pa.binary()))

    found = _mapped(df, part, PART).collect()
    return [pa.Table.from_pylist([row.asDict() for row in found])] if found else []


def _columns(df: DataFrame, names: Iterable[str]) -> DataFrame:
    return df.select(*map(_quoted, names))


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _prepared(df: DataFrame, job: Job) -> Job:
    from pyspark.sql.types import ArrayType

    job.check(df.columns)
    lists = any(isinstance(df.schema[column].dataType, ArrayType) for column in job.refs.values())
    references = _columns(df, sorted(set(job.refs.values())))
    return prepared(job, lists, lambda job, pass_: _parts(references, job, pass_))


def _rows(df: DataFrame, job: Job, ordered: bool) -> mtgauge.Rows:
    from pyspark.sql.types import StringType, StructField, StructType

    job = _prepared(df, job)
    df = _columns(df, job.columns)
    if ordered:
        if job.key is None:
            schema = StructType([*df.schema.fields, StructField(CONTENT, StringType())])
            df = _mapped(df, lambda table, _: job.with_content(table), schema)
        df = df.orderBy(_quoted(job.order))
    return rows_of(_parts(df, job), job)


score, compare, rows = functions(_rows)
