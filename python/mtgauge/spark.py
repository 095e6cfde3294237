"""Scores Spark data frames, with the digits of a single process.

>>> df = spark.read.parquet("outputs/")  # doctest: +SKIP
>>> print(mtgauge.spark.score(df, hyps="hyp", refs="ref", metrics=["bleu", "chrf"]))  # doctest: +SKIP

Workers need only the wheel and pyarrow. Each task scores its partition on one core; the driver
merges sums or rows. The results are those of ``mtgauge`` on the same records, however they are
partitioned, and even if tasks run twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, List, Mapping, Optional, Sequence, Union

import pyarrow as pa  # type: ignore[import-untyped]

import mtgauge
from mtgauge import errors
from mtgauge._inputs import plain
from mtgauge._parts import functions, prepared, rows_of
from mtgauge._records import CONTENT, PART, Columns, Job, Metrics, Placed, by_name, in_batches
from mtgauge.answers import Comparison, Report

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession  # type: ignore[import-not-found]

__all__ = ["compare", "register", "rows", "score", "segments"]

Batches = Iterable[pa.RecordBatch]

SCHEMA = "first string, last string, segments long, data binary, path string, error string"
# Spark sends about so many bytes of parts to the driver at a time, and no more than this setting says.
FETCHED = 64 << 20
LIMIT = "spark.driver.maxResultSize"


def segments(df: DataFrame, *, hyps: Columns = "hyp", refs: Columns = "ref", metrics: Metrics = None,
             source: Optional[str] = None, prefix: str = "", **options: Any) -> DataFrame:
    """Returns the data frame with the scores of each record in new columns, named like the printed
    metrics, or ``system:metric`` if there are several systems, after ``prefix``."""
    from pyspark.sql.types import DoubleType, StructField, StructType  # type: ignore[import-not-found]

    job = _prepared(df, Job.of(hyps, refs, metrics, None, None, source, options, prefix))
    sensitive = df.sparkSession.conf.get("spark.sql.caseSensitive") == "true"
    new = job.score_columns(df.columns, str if sensitive else str.lower)
    more = [StructField(name, DoubleType()) for name in new]
    schema = StructType([*df.schema.fields, *more])
    return _mapped(df, lambda tables: (job.with_scores(table, _where(), at) for at, table in tables), schema)


def register(spark: SparkSession, functions: Union[str, Mapping[str, str], Sequence[str]] = ("bleu", "chrf", "ter")) -> None:
    """Registers metrics as functions of Spark SQL that score the records of a group as a corpus:
    ``SELECT lang, bleu(hyp, ref) FROM t GROUP BY lang``. ``functions``: names of metrics, or a dict from
    names of functions to metrics with options. Workers need pandas."""
    for name, spec in by_name(functions, "functions").items():
        _check_function(spec)
        spark.udf.register(name, _aggregate(spec))


def _check_function(spec: str) -> None:
    """Raises an error unless this is one metric of hypotheses and references."""
    facts, *others = mtgauge.metrics(spec)
    if others:
        raise errors.refusal(errors.UsageError, f"functions: {spec!r} names {1 + len(others)} metrics", "register a function for each",
                             option="functions")
    if facts["needs_source"]:
        raise errors.refusal(errors.UsageError, f"functions: {spec!r} compares with the source text, which functions of SQL do not get",
                             "call mtgauge.spark.score(df, source=...)", option="functions")


def _aggregate(spec: str) -> Any:
    """Returns a function of Spark that scores two columns of a group."""
    import pandas as pd  # type: ignore[import-untyped]
    from pyspark.sql.functions import pandas_udf  # type: ignore[import-not-found]

    def scored(hyps: Any, refs: Any) -> float:
        texts = [plain(each) for each in refs]  # lists come as arrays
        report = mtgauge.score(refs={"ref": texts}, hyps={"hyp": hyps}, metrics=spec, threads=1)
        return float(report.score)

    scored.__annotations__ = {"hyps": pd.Series, "refs": pd.Series, "return": float}
    return pandas_udf(scored, "double")


def _where() -> str:
    """Returns the identity of this worker's partition."""
    from pyspark import TaskContext  # type: ignore[import-not-found]

    context = TaskContext.get()
    return "" if context is None else f"partition {context.partitionId()}"


def _mapped(df: DataFrame, make: Callable[[Iterator[Placed]], Iterable[pa.Table]], schema: Any) -> DataFrame:
    """Returns what ``make`` makes of the tables of each partition."""
    names = df.columns

    def mapped(batches: Batches) -> Iterator[pa.RecordBatch]:
        tables = ((offset, table.rename_columns(names)) for offset, table in in_batches(batches))
        for made in make(tables):
            yield from made.combine_chunks().to_batches()

    return _numbered(df).mapInArrow(mapped, schema)


def _parts(df: DataFrame, job: Job, pass_: str = "rows") -> Iterable[pa.Table]:
    def part(tables: Iterator[Placed]) -> Iterator[pa.Table]:
        made = job.part(tables, _where(), pass_)
        yield made.set_column(3, "data", made.column("data").cast(pa.binary()))

    parts = _mapped(df, part, SCHEMA)
    if job.sums or job.folder is not None or pass_ != "rows":  # small
        return [_table(parts.collect())]
    return _fetched(parts)


def _table(found: List[Any]) -> pa.Table:
    return pa.Table.from_pylist([row.asDict() for row in found], schema=PART)


def _fetched(parts: DataFrame) -> Iterator[pa.Table]:
    """Yields parts that are too large to come at once. They wait on the workers' disks."""
    from pyspark import StorageLevel

    kept = parts.persist(StorageLevel.DISK_ONLY)
    try:
        sizes = kept.selectExpr("error", "length(data) AS bytes").collect()
        if any(row["error"] is not None for row in sizes):
            yield _table(kept.where("error IS NOT NULL").collect())
            return
        largest, whole = max((row["bytes"] for row in sizes), default=0), sum(row["bytes"] for row in sizes)
        at_a_time = _fetched_at_a_time(largest, str(parts.sparkSession.conf.get(LIMIT, "1g")))
        for row in kept.coalesce(whole // at_a_time + 1).toLocalIterator():
            yield _table([row])
    finally:
        kept.unpersist()


def _fetched_at_a_time(largest: int, setting: str) -> int:
    """Returns how many bytes of parts to send at a time under this setting of LIMIT. Raises an error if
    Spark would not send the largest part."""
    digits = setting.lower().rstrip("bkmgtp")
    most = int(digits) << 10 * "bkmgtp".index((setting.lower() + "b")[len(digits)])
    if 0 < most < largest:
        remedy = "write them to a path that all machines share with rows_to=, or use more partitions"
        raise errors.UsageError(f"the rows of a partition have {largest:,} bytes, and {LIMIT} lets {most:,} through; "
                                f"{remedy}", option="rows_to", remedy=remedy)
    return min(FETCHED, most // 4) if most > 3 else FETCHED


def _columns(df: DataFrame, names: Sequence[str]) -> DataFrame:
    return _numbered(df).select(*(_number(df, name) for name in names)).toDF(*names)


def _numbered(df: DataFrame) -> DataFrame:
    """Returns the data frame with numbers as names. Spark would take dots in names for fields of structures, and
    "HYP" for "hyp"."""
    return df.toDF(*(f"c{place}" for place in range(len(df.columns))))


def _number(df: DataFrame, name: str) -> str:
    return f"c{df.columns.index(name)}"


def _prepared(df: DataFrame, job: Job) -> Job:
    from pyspark.sql.types import ArrayType

    if df.isStreaming:
        raise errors.refusal(errors.UsageError, "the data frame is a stream, which has no end",
                             "score each batch of it, as in df.writeStream.foreachBatch(lambda batch, number: ...)")
    job.check(df.columns)
    lists = any(isinstance(df.schema[column].dataType, ArrayType) for column in job.refs.values())
    references = _columns(df, sorted(set(job.refs.values())))
    return prepared(job, lists, lambda job, pass_: _parts(references, job, pass_))


def _rows(df: DataFrame, job: Job, ordered: bool, path: Optional[str]) -> mtgauge.Rows:
    from pyspark.sql.types import StringType, StructField, StructType

    job = _prepared(df, job)
    df = _columns(df, job.columns)
    if ordered:
        if job.key is None:
            schema = StructType([*df.schema.fields, StructField(CONTENT, StringType())])
            df = _mapped(df, lambda tables: (job.with_content(table) for _, table in tables), schema)
        df = _numbered(df).orderBy(_number(df, job.order)).toDF(*df.columns)
    return rows_of(_parts(df, job), job, path)


score: Callable[..., Report]
compare: Callable[..., Comparison]
rows: Callable[..., mtgauge.Rows]
score, compare, rows = functions(_rows)
