"""Tables of records on a cluster: how workers score parts of them. ``_parts`` merges these.

A worker converts its records into a row file: of their rows or, if scores are all that is wanted,
of their sums. This is a pure function: a part that is computed twice is the same both times, and
the cluster keeps one of them.
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
from uuid import uuid4

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from mtgauge import _engine, errors
from mtgauge._api import _ask, options as options_of_verb, segments
from mtgauge._inputs import has_order, named_columns, options_of, refuse_twice, specs_of, text_of, wrong_type

Columns = Union[str, Sequence[str], Mapping[str, str]]
Fields = Union[None, str, Sequence[str]]
Metrics = Union[None, str, Sequence[str]]

# A worker takes so many records at a time, or so many bytes of them.
BATCH = 1 << 18
BATCH_BYTES = 64 << 20
# Maximum number of bytes of a part that is sent to the driver: Spark's values have no more.
LARGEST = (1 << 31) - 1
# The column with the hash of the scored texts, for records without a key.
CONTENT = "mtgauge_content"

# A part: its first and last key; its segments or, of a pass over lists, the longest; its file, as bytes or as
# a path; or its error.
PART = pa.schema([("first", pa.string()), ("last", pa.string()), ("segments", pa.int64()),
                  ("data", pa.large_binary()), ("path", pa.string()), ("error", pa.string())])

# A table of records, with the number of those before it in the partition.
Placed = Tuple[int, pa.Table]


def by_name(values: Any, option: str) -> Dict[str, str]:
    """Returns what each name stands for, such as a column: by default for itself."""
    if isinstance(values, Mapping):
        return {name: text_of(value, f"{option}[{name!r}]", "pass a str") for name, value in named_columns(values, option)}
    return {value: value for value in _listed_names(values, option)}


def _listed_names(values: Any, option: str) -> List[str]:
    """Returns one name, or several in their order."""
    if isinstance(values, str):
        return [values]
    if not has_order(values):
        raise wrong_type(option, values, "a name is needed", "pass a str, or a list of them")
    names = [text_of(value, f"{option}[{place}]", "pass a str") for place, value in enumerate(values)]
    if not names:
        raise errors.refusal(errors.UsageError, f"{option}: there is no name", "give at least one", option=option)
    refuse_twice(names, option)
    return names


@dataclass(frozen=True)
class Job:
    """A job for workers. ``by``: the columns whose values make a group; ``key``: the column that orders the
    records; its values are unique; ``source``: the column of what was translated."""

    hyps: Dict[str, str]
    refs: Dict[str, str]
    metrics: Tuple[str, ...]
    options: Dict[str, Any]
    by: Tuple[str, ...] = ()
    key: Optional[str] = None
    source: Optional[str] = None
    survey: bytes = field(default=b"", repr=False)
    longest: int = 0  # length of the longest list of references, so that every part has as many streams
    sums: bool = False  # parts hold only sums
    folder: Optional[str] = None  # where workers put their parts; None: they send them to the driver
    prefix: str = ""  # of the names of new columns

    @classmethod
    def of(cls, hyps: Columns, refs: Columns, metrics: Metrics, by: Fields, key: Optional[str],
           source: Optional[str], options: Mapping[str, Any], prefix: str = "") -> Job:
        if "threads" in options:
            raise errors.refusal(errors.UsageError, "there is no option 'threads'", "each task scores on one core, so leave it out",
                                 option="threads")
        for option, column in (("key", key), ("source", source), ("prefix", prefix)):
            if column is not None:
                text_of(column, option, "pass a str")
        specs = ("bleu",) if metrics is None else tuple(specs_of(metrics))
        fields = () if by is None else tuple(_listed_names(by.split(",") if isinstance(by, str) else by, "by"))
        return cls(by_name(hyps, "hyps"), by_name(refs, "refs"), specs, dict(options), fields, key, source, prefix=prefix)

    @property
    def columns(self) -> List[str]:
        """All columns that are read, without duplicates."""
        beside = [column for column in (self.source, self.key) if column is not None]
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
                raise errors.refusal(errors.UsageError, f"there are {known.count(name)} columns {name!r}", "rename all but one",
                                     file=name)
            if name not in known:
                raise errors.refusal(errors.UsageError, f"there is no column {name!r} (known: {', '.join(known)})",
                                     "choose another with hyps=, refs=, source=, by= or key=", file=name)

    def learns(self) -> bool:
        """Returns whether a metric must read all references before it scores."""
        if "survey" in self.options:
            return False
        try:
            with tempfile.TemporaryDirectory(prefix="mtgauge-part-") as folder:
                self._learn(pa.table({column: ["a"] for column in self.columns}), os.path.join(folder, "survey"))
        except errors.UsageError:  # no metric learns anything
            return False
        return True

    def score_columns(self, known: Sequence[str], meant: Callable[[str], str] = str) -> List[str]:
        """Returns the columns that `with_scores` adds to the known ones; an error if there is one already. `meant`:
        what an engine that knows only one case makes of a name."""
        systems, names, _ = self._scores(pa.table({column: ["a"] for column in self.columns}))
        labels = self._labels(systems, names)
        there = {meant(name): name for name in known}
        for name in labels:
            if meant(name) in there:
                what, remedy = f"there is a column {there[meant(name)]!r} already", "name the new ones with prefix=, as in prefix='new_'"
            elif labels.count(name) > 1:
                what, remedy = f"two new columns would be {name!r}", "give the systems other names, as in hyps={'mt': 'column'}"
            else:
                continue
            raise errors.refusal(errors.UsageError, what, remedy, file=name)
        return labels

    def of_references(self) -> Job:
        """Returns the same job without hypotheses, for a survey."""
        return replace(self, hyps={}, by=(), key=None, source=None)

    # ---- steps of the workers ----

    def with_content(self, table: pa.Table) -> pa.Table:
        """Adds a column with a hash of the texts of each record."""
        texts = replace(self, key=None).columns
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

    def sources(self, table: pa.Table) -> Dict[str, Any]:
        """Returns the column of sources, by its keyword."""
        return {} if self.source is None else {"source": _text(table, self.source)}

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
        beside = self.sources(table)
        if self.key is not None and not self.sums:
            beside["ids"] = table.column(self.key).cast(pa.string())
        groups = {column: _groups(table, column) for column in self.by}
        if groups:
            beside["by"] = groups if len(groups) > 1 else next(iter(groups.values()))

        def write(texts: Any, given: Any, threads: int) -> Any:
            return _engine.write_rows(texts, given, threads, file, self.sums)

        with self._options_in_effect() as options:
            _ask("rows", None, refs, hyps, call=write, metrics=list(self.metrics), threads=1, **beside, **options)

    def _scores(self, table: pa.Table) -> Tuple[List[str], List[str], Any]:
        """Returns systems, metrics, and the scores [record, system, metric]."""
        refs, hyps = self.texts(table)
        with self._options_in_effect() as options, warnings.catch_warnings():
            warnings.simplefilter("ignore", errors.MtgaugeWarning)
            found = segments(refs, hyps, metrics=list(self.metrics), threads=1, **self.sources(table), **options)
        return found.systems, found.metrics, found.scores

    def _learn(self, table: pa.Table, file: str) -> None:
        """Writes a survey of the references."""
        refs, _ = self.texts(table)
        known = {option["name"] for option in options_of_verb("survey")}
        options = {name: value for name, value in self.options.items() if name in known}
        texts = {"references": named_columns(refs, "refs")}
        _engine.write_survey(texts, options_of("survey", list(self.metrics), options), file)

    def part(self, tables: Iterable[Placed], where: str, pass_: str = "rows") -> pa.Table:
        """Returns a record about a part, if it has records: the result of a pass over it, or its error."""
        first: Optional[str] = None
        last: Optional[str] = None
        path, data = None, None
        files: List[str] = []
        count = offset = longest = 0
        with tempfile.TemporaryDirectory(prefix="mtgauge-part-") as folder:
            try:
                for offset, table in tables:
                    if table.num_rows == 0:
                        continue
                    count += table.num_rows
                    if pass_ == "lists":
                        longest = max(longest, self.longest_list(table))
                        continue
                    if pass_ == "rows":
                        begin, last = self._ends(table, last)
                        first = begin if first is None else first
                    files.append(os.path.join(folder, str(len(files))))
                    (self._learn if pass_ == "survey" else self._write)(table, files[-1])
                if files:
                    path, data = self._delivered(files, pass_)
            except errors.MtgaugeError as fault:
                return _record(count, error=json.dumps(_describe(fault, where, offset)))
        if count == 0:
            return PART.empty_table()
        return _record(longest if pass_ == "lists" else count, first=first, last=last, data=data, path=path)

    def _delivered(self, files: List[str], pass_: str) -> Tuple[Optional[str], Optional[bytes]]:
        """Puts the files of a part together. Returns the path of the file or its bytes."""
        shared = self.folder if pass_ == "rows" else None
        if shared is not None and not os.path.isdir(shared):
            raise errors.refusal(errors.FileError, f"rows_to: this machine does not see the folder {shared}",
                                 "choose a path that all machines share", file=shared)
        whole = files[0] if shared is None else os.path.join(shared, f"{uuid4().hex}.mtr")
        if len(files) > 1 or shared is not None:
            _engine.merge(files, whole)
        if shared is not None:
            return whole, None
        if os.path.getsize(whole) > LARGEST:
            raise errors.refusal(errors.UsageError,
                                 f"the rows of a partition have {os.path.getsize(whole):,} bytes, more than can be sent "
                                 "to the driver",
                                 "write them to a path that all machines share with rows_to=, or use more partitions",
                                 option="rows_to")
        with open(whole, "rb") as file:
            return None, file.read()

    def _ends(self, table: pa.Table, before: Optional[str]) -> Tuple[Optional[str], Optional[str]]:
        """Returns the first and the last key, if the records are in order. `before`: the key before them."""
        if self.order not in table.column_names:
            return None, None
        keys = table.column(self.order)
        if self.key is not None:
            _check_keys(keys, None if before is None else json.loads(before), self.key)
        return json.dumps(keys[0].as_py()), json.dumps(keys[-1].as_py())

    def _labels(self, systems: List[str], names: List[str]) -> List[str]:
        return [self.prefix + (name if len(systems) == 1 else f"{system}:{name}") for system in systems for name in names]

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
        for label, column in zip(self._labels(systems, names), scores.reshape(len(scores), -1).T):
            table = table.append_column(label, pa.array(column, pa.float64()))
        return table


def _record(segments: int, **values: Any) -> pa.Table:
    return pa.Table.from_pylist([{"segments": segments, **values}], schema=PART)


def is_list(kind: pa.DataType) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind))


def _padded(column: pa.ChunkedArray, longest: int) -> pa.ChunkedArray:
    """Pads the first list of references with missing ones up to the length `longest`."""
    if not is_list(column.type) or len(column) == 0:
        return column
    first = column[0].as_py() or []
    head = pa.array([first + [None] * (longest - len(first))], column.type)
    return pa.chunked_array([head, *column.slice(1).chunks], column.type)


def _text(table: pa.Table, name: str) -> pa.ChunkedArray:
    column = table.column(name)
    kind = _plain(column.type.value_type if is_list(column.type) else column.type)
    if str(kind) not in ("string", "large_string", "string_view", "binary", "large_binary", "binary_view", "null"):
        raise errors.refusal(errors.UsageError, f"column {name!r} is of {column.type}, not text", "convert it first", file=name)
    return column.cast(pa.list_(column.type.value_type)) if pa.types.is_fixed_size_list(column.type) else column


def _groups(table: pa.Table, name: str) -> pa.ChunkedArray:
    column = table.column(name)
    if column.null_count:
        place = pc.index(pc.is_null(column), True).as_py()
        raise errors.refusal(errors.InputError, f"{name}: the group is missing", "give each record one", file=name,
                             segment=place)
    return column.cast(pa.string())


def _plain(kind: pa.DataType) -> pa.DataType:
    return kind.value_type if pa.types.is_dictionary(kind) else kind


def _check_keys(keys: pa.ChunkedArray, before: Any, column: str) -> None:
    """Raises an error unless each of these keys may follow the previous one."""
    kind = _plain(keys.type)
    if not (str(kind) in ("string", "large_string", "string_view", "null") or pa.types.is_integer(kind)):
        raise errors.refusal(errors.UsageError, f"{column}: a key is {kind}, not text or a whole number", "convert it first",
                             file=column)
    if not pa.types.is_integer(keys.type):
        keys = keys.cast(pa.large_string())
    if keys.null_count:
        raise_bad_key(None, column, pc.index(pc.is_null(keys), True).as_py())
    if keys[0].as_py() == before:
        raise_bad_key(before, column, 0)
    place = pc.index(pc.equal(keys.slice(1), keys.slice(0, len(keys) - 1)), True).as_py()
    if place >= 0:
        raise_bad_key(keys[place].as_py(), column, place + 1)


def raise_bad_key(key: Any, column: str, place: Optional[int]) -> None:
    """Raises the error of a missing key or of one that occurs twice."""
    what = "is missing" if key is None else f"{key!r} occurs twice"
    raise errors.refusal(errors.InputError, f"{column}: a key {what}", "give each record a different key", file=column,
                         segment=place)


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


def in_batches(tables: Iterable[pa.RecordBatch]) -> Iterator[Placed]:
    """Yields tables of about BATCH records or BATCH_BYTES, each with the index of its first record."""
    offset, held, count, size = 0, [], 0, 0
    for table in tables:
        held.append(table)
        count += table.num_rows
        size += table.nbytes
        if count >= BATCH or size >= BATCH_BYTES:
            yield offset, pa.Table.from_batches(held)
            offset, held, count, size = offset + count, [], 0, 0
    if held:
        yield offset, pa.Table.from_batches(held)
