"""Tables of records on a cluster: how workers score parts of them, and how the parts are merged.

A worker converts a table into the rows of its segments (a row file, in memory), and the driver
merges the parts in the order of the records' keys. Both steps are pure functions: a part that is
computed twice is the same both times, and the cluster keeps one of them.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import warnings
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from mtgauge import _engine, errors
from mtgauge._api import Rows, _ask, segments
from mtgauge._inputs import named_columns, options_of
from mtgauge.answers import Comparison, Report

Columns = Union[str, Sequence[str], Mapping[str, str]]
Fields = Union[None, str, Sequence[str]]
Metrics = Union[None, str, Sequence[str]]

# Maximum number of records that a worker processes at a time.
BATCH = 1 << 16
# The column with the hash of the scored texts, for records without a key.
CONTENT = "mtgauge_content"

PART = pa.schema([("first", pa.string()), ("last", pa.string()), ("segments", pa.int64()),
                  ("data", pa.large_binary()), ("error", pa.string())])


def _by_name(columns: Columns) -> Dict[str, str]:
    """Returns the column for each name."""
    if isinstance(columns, str):
        return {columns: columns}
    if isinstance(columns, Mapping):
        return {str(name): column for name, column in columns.items()}
    return {column: column for column in columns}


@dataclass(frozen=True)
class Job:
    """A job for workers. ``by``: the columns whose values make a group; ``key``: the column that orders the
    records; its values are unique."""

    hyps: Dict[str, str]
    refs: Dict[str, str]
    metrics: Tuple[str, ...]
    options: Dict[str, Any]
    by: Tuple[str, ...] = ()
    key: Optional[str] = None
    survey: bytes = field(default=b"", repr=False)
    longest: int = 0  # length of the longest list of references, so that every part has as many streams

    @classmethod
    def of(cls, hyps: Columns, refs: Columns, metrics: Metrics,
           by: Fields, key: Optional[str], options: Mapping[str, Any]) -> Job:
        specs = (metrics,) if isinstance(metrics, str) else tuple(metrics or ("bleu",))
        fields = tuple(by.split(",")) if isinstance(by, str) else tuple(by or ())
        return cls(_by_name(hyps), _by_name(refs), specs, dict(options), fields, key)

    @property
    def columns(self) -> List[str]:
        """All columns that are read, without duplicates."""
        beside = [] if self.key is None else [self.key]
        return list(dict.fromkeys([*self.hyps.values(), *self.refs.values(), *self.by, *beside]))

    @property
    def field(self) -> Optional[str]:
        """The name of the groups' field in rows."""
        return "group" if len(self.by) == 1 else ",".join(self.by) or None

    @property
    def order(self) -> str:
        """The column that orders the records."""
        return CONTENT if self.key is None else self.key

    def check(self, known: Sequence[str]) -> None:
        """Raises an error unless the records have each column once."""
        for name in self.columns:
            if known.count(name) > 1:
                raise errors.UsageError(f"there are {known.count(name)} columns {name!r}; rename all but one", file=name,
                                        remedy="rename all but one")
            if name not in known:
                raise errors.UsageError(
                    f"there is no column {name!r} (known: {', '.join(known)}); choose another with hyps=, "
                    "refs=, by= or key=", file=name,
                    remedy="choose another with hyps=, refs=, by= or key=",
                )

    def learns(self) -> bool:
        """Returns whether a metric must read all references before it scores."""
        if "survey" in self.options:
            return False
        try:
            self.learnt(pa.table({column: ["a"] for column in self.columns}))
        except errors.UsageError:  # no metric learns anything
            return False
        return True

    def score_columns(self, known: Sequence[str]) -> List[str]:
        """Returns the columns that `with_scores` adds to the known ones; an error if there is one already."""
        systems, names, _ = self._scores(pa.table({column: ["a"] for column in self.columns}))
        labels = _labels(systems, names)
        for name in labels:
            if name in known:
                raise errors.UsageError(f"there is a column {name!r} already; drop or rename it first", file=name,
                                        remedy="drop or rename it first")
        return labels

    def of_references(self) -> Job:
        """Returns the same job without hypotheses, for a survey."""
        return replace(self, hyps={}, by=(), key=None)

    # ---- steps of the workers ----

    def with_content(self, table: pa.Table) -> pa.Table:
        """Adds a column with a hash of the texts of each record."""
        texts = list(dict.fromkeys([*self.hyps.values(), *self.refs.values(), *self.by]))
        hashes = [
            hashlib.blake2b(repr(record).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
            for record in zip(*(table.column(name).to_pylist() for name in texts))
        ]
        return table.append_column(CONTENT, pa.array(hashes, pa.string()))

    def texts(self, table: pa.Table) -> Tuple[Dict[str, pa.Array], Dict[str, pa.Array]]:
        """Returns the columns of references and hypotheses by name."""
        self.check(table.column_names)
        refs = {name: _padded(_text(table, column), self.longest) for name, column in self.refs.items()}
        return refs, {name: _text(table, column) for name, column in self.hyps.items()}

    def longest_list(self, table: pa.Table) -> int:
        """Returns the length of the longest list of references in these records."""
        columns = [table.column(column) for column in self.refs.values()]
        lengths = [pc.max(pc.list_value_length(each)).as_py() for each in columns if is_list(each.type)]
        return max((length or 0 for length in lengths), default=0)

    @contextmanager
    def _options_in_effect(self) -> Iterator[Dict[str, Any]]:
        """Yields the options, with the survey in a file."""
        if not self.survey:
            yield self.options
            return
        with tempfile.TemporaryDirectory(prefix="mtgauge-survey-") as folder:
            path = os.path.join(folder, "survey")
            with open(path, "wb") as file:
                file.write(self.survey)
            yield {**self.options, "survey": path}

    def _write(self, table: pa.Table, file: str) -> None:
        refs, hyps = self.texts(table)
        beside: Dict[str, Any] = {}
        if self.key is not None:
            beside["ids"] = table.column(self.key).cast(pa.string())
        groups = {column: _groups(table, column) for column in self.by}
        if groups:
            beside["by"] = groups if len(groups) > 1 else next(iter(groups.values()))

        def write(texts: Any, given: Any, threads: int) -> Any:
            return _engine.write_rows(texts, given, threads, file)

        with self._options_in_effect() as options:
            _ask(write, refs, hyps, list(self.metrics), None, 1, options, **beside)

    def _scores(self, table: pa.Table) -> Tuple[List[str], List[str], Any]:
        """Returns systems, metrics, and the scores [record, system, metric]."""
        refs, hyps = self.texts(table)
        with self._options_in_effect() as options, warnings.catch_warnings():
            warnings.simplefilter("ignore", errors.MtgaugeWarning)
            found = segments(refs, hyps, metrics=list(self.metrics), threads=1, **options)
        return found.systems, found.metrics, found.scores

    def rows(self, table: pa.Table) -> bytes:
        """Returns a row file of these records."""
        return _written(lambda file: self._write(table, file))

    def learnt(self, table: pa.Table) -> bytes:
        """Returns a survey of the references of these records."""
        refs, _ = self.texts(table)
        options = {name: value for name, value in self.options.items() if name != "on_invalid"}
        texts = {"references": named_columns(refs, "refs")}
        given = options_of(list(self.metrics), options)
        return _written(lambda file: _engine.write_survey(texts, given, file))

    def part(self, table: pa.Table, where: str, offset: int, pass_: str = "rows") -> pa.Table:
        """Returns a record about a part: the result of a pass over it, or its error."""
        if table.num_rows == 0:
            return PART.empty_table()
        first = last = data = error = None
        try:
            if pass_ == "rows":
                first, last = self._ends(table)
                data = self.rows(table)
            elif pass_ == "survey":
                data = self.learnt(table)
            else:
                data = b"%d" % self.longest_list(table)
        except errors.MtgaugeError as fault:
            error = json.dumps(_describe(fault, where, offset))
        values = [first, last, table.num_rows, data, error]
        return pa.table([[value] for value in values], schema=PART)

    def _ends(self, table: pa.Table) -> Tuple[Optional[str], Optional[str]]:
        """Returns the first and the last key, if the records are in order."""
        if self.order not in table.column_names:
            return None, None
        keys = table.column(self.order).to_pylist()
        if self.key is not None:
            for place, (key, before) in enumerate(zip(keys, [None, *keys])):
                _check_key(key, before, self.key, place)
        return json.dumps(keys[0]), json.dumps(keys[-1])

    def with_scores(self, table: pa.Table, where: str, offset: int) -> pa.Table:
        """Adds a column for each metric, or for each system and metric if there are several
        systems."""
        if table.num_rows == 0:
            for label in self.score_columns(()):
                table = table.append_column(label, pa.array([], pa.float64()))
            return table
        try:
            systems, names, scores = self._scores(table)
        except errors.MtgaugeError as fault:
            raise remade(_describe(fault, where, offset)) from None
        for label, column in zip(_labels(systems, names), scores.reshape(len(scores), -1).T):
            table = table.append_column(label, pa.array(column, pa.float64()))
        return table


def _labels(systems: List[str], names: List[str]) -> List[str]:
    if len(systems) == 1:
        return names
    return [f"{system}:{name}" for system in systems for name in names]


def _written(write: Any) -> bytes:
    """Returns the bytes that `write` writes to a file."""
    with tempfile.TemporaryDirectory(prefix="mtgauge-part-") as folder:
        path = os.path.join(folder, "part")
        write(path)
        with open(path, "rb") as file:
            return file.read()


def is_list(kind: pa.DataType) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind))


def _padded(column: pa.ChunkedArray, longest: int) -> pa.ChunkedArray:
    """Pads the first list of references with missing ones up to the length `longest`."""
    if not is_list(column.type) or len(column) == 0:
        return column
    first = column[0].as_py() or []
    head = pa.array([first + [None] * (longest - len(first))], column.type)
    return pa.chunked_array([head, *column.slice(1).chunks], column.type)


def _text(table: pa.Table, name: str) -> pa.ChunkedArray:
    column = table.column(name)
    kind = column.type.value_type if is_list(column.type) else column.type
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_binary(kind)
            or pa.types.is_large_binary(kind) or pa.types.is_string_view(kind) or pa.types.is_null(kind)):
        raise errors.UsageError(
            f"column {name!r} is of {column.type}, not text; convert it first", file=name,
            remedy="convert it first",
        )
    return column


def _groups(table: pa.Table, name: str) -> pa.ChunkedArray:
    column = table.column(name)
    if column.null_count:
        place = pc.index(pc.is_null(column), True).as_py()
        raise errors.InputError(f"{name}: the group is missing; give each record one", file=name, segment=place,
                                remedy="give each record one")
    return column.cast(pa.string())


def _check_key(key: Any, before: Any, column: str, place: int) -> None:
    """Raises an error unless this key may follow the previous one."""
    if not isinstance(key, (str, int, type(None))):
        raise errors.UsageError(
            f"{column}: a key is {type(key).__name__}, not text or a whole number; convert it "
            "first", file=column, remedy="convert it first",
        )
    if key is None or key == before:
        what = "is missing" if key is None else f"{key!r} occurs twice"
        raise errors.InputError(
            f"{column}: a key {what}; give each record a different key", file=column, segment=place,
            remedy="give each record a different key",
        )


def _describe(fault: errors.MtgaugeError, where: str, offset: int) -> Dict[str, Any]:
    """Describes an error of a part by its position in the whole data."""
    row = None if fault.segment is None else offset + fault.segment
    place = ", ".join(filter(None, [where, None if row is None else f"row {row}"]))
    fields = {"option": fault.option, "file": fault.file, "segment": row, "remedy": fault.remedy}
    return {"kind": type(fault).__name__, "message": f"{place}: {fault}" if place else str(fault), **fields}


def remade(described: Mapping[str, Any]) -> errors.MtgaugeError:
    """Returns the exception for a described error."""
    fields = dict(described)
    kind = getattr(errors, fields.pop("kind"))
    error: errors.MtgaugeError = kind(fields.pop("message"), **fields)
    return error


# ---- steps of the driver ----


def in_batches(tables: Iterable[pa.RecordBatch]) -> Iterator[Tuple[int, pa.Table]]:
    """Yields tables of about BATCH records, each with the index of its first record."""
    offset, held, count = 0, [], 0
    for table in tables:
        held.append(table)
        count += table.num_rows
        if count >= BATCH:
            yield offset, pa.Table.from_batches(held)
            offset, held, count = offset + count, [], 0
    if held:
        yield offset, pa.Table.from_batches(held)


def _in_order(parts: Iterable[pa.Table]) -> List[Dict[str, Any]]:
    """Returns parts ordered by their keys; raises the first error of all."""
    found = [part for table in parts for part in table.to_pylist()]
    faults = [json.loads(part["error"]) for part in found if part["error"] is not None]
    if faults:
        raise remade(min(faults, key=lambda fault: str(fault["message"])))
    if not found:
        raise errors.InputError("there are no records to score; give at least one", remedy="give at least one")
    if found[0]["first"] is not None:
        found.sort(key=lambda part: json.loads(part["first"]))
    return found


def _merged(parts: Sequence[Mapping[str, Any]], output: str) -> None:
    """Merges the parts into a file."""
    with tempfile.TemporaryDirectory(prefix="mtgauge-parts-") as folder:
        files = []
        for number, part in enumerate(parts):
            files.append(os.path.join(folder, str(number)))
            with open(files[-1], "wb") as file:
                file.write(part["data"])
        _engine.merge(files, output)


def rows_of(parts: Iterable[pa.Table], job: Job) -> Rows:
    """Returns the rows of all records."""
    found = _in_order(parts)
    rows = Rows.__new__(Rows)
    rows._hold()
    if job.key is not None:
        for part, following in zip(found, found[1:]):
            _check_key(json.loads(following["first"]), json.loads(part["last"]), job.key, 0)
        rows._id_type = type(json.loads(found[0]["first"]))
    _merged(found, rows.path)
    return rows


def longest_of(parts: Iterable[pa.Table]) -> int:
    """Returns the number of references in the longest list."""
    return max(int(part["data"]) for part in _in_order(parts))


def survey_of(parts: Iterable[pa.Table]) -> bytes:
    """Returns the survey of all references."""
    found = _in_order(parts)
    return _written(lambda file: _merged(found, file))


def prepared(job: Job, lists: bool, parts: Callable[[Job, str], Iterable[pa.Table]]) -> Job:
    """Returns the job with everything that must be known about all records before scoring.
    `parts(job, pass)` returns the parts of a pass over the references."""
    if lists:
        job = replace(job, longest=longest_of(parts(job.of_references(), "lists")))
    if job.learns():
        job = replace(job, survey=survey_of(parts(job.of_references(), "survey")))
    return job


def functions(rows_of_data: Callable[[Any, Job, bool], Rows]) -> Tuple[
        Callable[..., Report], Callable[..., Comparison], Callable[..., Rows]]:
    """Returns `score`, `compare` and `rows` for an engine. `rows_of_data(data, job, ordered)`
    returns all rows of its data."""

    def score(data: Any, *, hyps: Columns = "hyp", refs: Columns = "ref", metrics: Metrics = None,
              by: Fields = None, key: Optional[str] = None, **options: Any) -> Report:
        """Scores records like ``mtgauge.score``.

        ``hyps`` and ``refs`` are names of columns of text, or of lists of texts for references;
        several columns are a list, or a dict by the names of systems. ``by``: a column of groups, or several.
        ``key``: a column with a unique value for each record; a repeated value is an error, so no
        record counts twice. Other keywords are those of ``mtgauge.score``.
        """
        job = Job.of(hyps, refs, metrics, by, key, options)
        found = rows_of_data(data, job, key is not None or by is not None)
        return found.score(metrics=metrics, by=job.field)

    def compare(data: Any, *, hyps: Columns, refs: Columns = "ref", metrics: Metrics = None,
                by: Fields = None, key: Optional[str] = None, resamples: Optional[int] = None,
                test: Optional[str] = None, seed: Optional[int] = None, baseline: Optional[str] = None,
                **options: Any) -> Comparison:
        """Compares systems like ``mtgauge.compare``. Records are resampled in the order of ``key``
        or, without one, in the order of a hash of their texts, so that the result does not depend
        on how they are distributed. The signature of the test contains ``order:key`` or
        ``order:content``."""
        asked = {"resamples": resamples, "test": test, "seed": seed, "baseline": baseline,
                 "order": "content" if key is None else "key"}
        given: Dict[str, Any] = {name: value for name, value in asked.items() if value is not None}
        job = Job.of(hyps, refs, metrics, by, key, options)
        return rows_of_data(data, job, True).compare(metrics=metrics, by=job.field, **given)

    def rows(data: Any, *, hyps: Columns = "hyp", refs: Columns = "ref", metrics: Metrics = None,
             by: Fields = None, key: Optional[str] = None, **options: Any) -> Rows:
        """Returns ``mtgauge.Rows`` of records, in the order of ``compare``."""
        return rows_of_data(data, Job.of(hyps, refs, metrics, by, key, options), True)

    return score, compare, rows
