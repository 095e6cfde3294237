"""The driver's side of scoring on a cluster: gathers the parts that workers made, and merges them.

Parts of rows are kept in files, in the order of the records' keys. So the driver's memory does not
grow with the records.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple
from uuid import uuid4

import pyarrow as pa  # type: ignore[import-untyped]

from mtgauge import _engine, errors
from mtgauge._api import Rows, options as options_of_verb
from mtgauge._inputs import Path, path_of
from mtgauge._records import Columns, Fields, Job, Metrics, raise_bad_key, remade
from mtgauge.answers import Comparison, Report

# Maximum number of files that are merged at once.
TOGETHER = 1000

# `parts(job, pass_)` returns the parts of a pass.
Parts = Callable[[Job, str], Iterable[pa.Table]]


class _Gathered:
    """Parts, with their bytes in files of a folder."""

    def __init__(self, parts: Iterable[pa.Table], folder: str) -> None:
        self.folder, self.parts = folder, []
        faults: List[Dict[str, Any]] = []
        for table in parts:
            for part in table.to_pylist():
                if part["error"] is not None:
                    faults.append(json.loads(part["error"]))
                elif not faults:
                    self.parts.append(self._kept(part))
        if faults:
            raise remade(min(faults, key=lambda fault: str(fault["message"])))
        if not self.parts:
            raise errors.refusal(errors.InputError, "there are no records to score", "give at least one")
        if self.parts[0]["first"] is not None:
            self.parts.sort(key=lambda part: json.loads(part["first"]))

    def _kept(self, part: Dict[str, Any]) -> Dict[str, Any]:
        """Returns a part with its bytes in a file."""
        data = part.pop("data")
        if data is not None:
            part["path"] = os.path.join(self.folder, f"part-{len(self.parts)}")
            with open(part["path"], "wb") as file:
                file.write(data)
        elif part["path"] is not None and not os.path.exists(part["path"]):
            raise errors.refusal(errors.FileError, f"rows_to: the driver does not see {part['path']}, which a worker wrote",
                                 "choose a path that all machines share", file=part["path"])
        return part

    def merge(self, output: str) -> None:
        """Merges all parts into a file, so many at a time that few are open."""
        files = [part["path"] for part in self.parts]
        level = 0
        while len(files) > TOGETHER:
            level, several = level + 1, []
            for begin in range(0, len(files), TOGETHER):
                several.append(os.path.join(self.folder, f"level-{level}-{begin}"))
                _merge(files[begin : begin + TOGETHER], several[-1])
            files = several
        _merge(files, output)


def _merge(files: Sequence[str], output: str) -> None:
    _engine.merge(list(files), output)
    for file in files:
        os.remove(file)


@contextmanager
def _gathered(parts: Iterable[pa.Table], beside: Optional[str] = None) -> Iterator[_Gathered]:
    """Yields parts, while their files exist. `beside`: a folder for large ones."""
    with tempfile.TemporaryDirectory(prefix="mtgauge-parts-", dir=beside) as folder:
        yield _Gathered(parts, folder)


def rows_of(parts: Iterable[pa.Table], job: Job, path: Optional[str] = None) -> Rows:
    """Returns the rows of all records, in a file with this path or in a temporary one."""
    rows = Rows.__new__(Rows)
    with _gathered(parts, job.folder) as found:
        if job.key is not None:
            for part, following in zip(found.parts, found.parts[1:]):
                last, first = json.loads(part["last"]), json.loads(following["first"])
                if first is None or first == last:
                    raise_bad_key(first, job.key, None)
            rows._id_type = type(json.loads(found.parts[0]["first"]))
        if path is None:
            rows._hold()
        else:
            rows.path = path
        found.merge(rows.path)
    return rows


def prepared(job: Job, lists: bool, parts: Parts) -> Job:
    """Returns the job with everything that must be known about all records before scoring. `parts`
    are those of a pass over the references."""
    if lists:
        with _gathered(parts(job.of_references(), "lists")) as found:
            job = replace(job, longest=max(part["segments"] for part in found.parts))
    if job.learns():
        with _gathered(parts(job.of_references(), "survey")) as found:
            path = os.path.join(found.folder, "survey")
            found.merge(path)
            with open(path, "rb") as file:
                job = replace(job, survey=file.read())
    return job


@contextmanager
def _shared_folder(rows_to: Optional[Path]) -> Iterator[Tuple[Optional[str], Optional[str]]]:
    """Yields the path of a row file, and a folder beside it where workers put their parts."""
    if rows_to is None:
        yield None, None
        return
    path = os.path.abspath(path_of(rows_to, "rows_to"))
    folder = f"{path}.{uuid4().hex[:8]}.parts"
    try:
        os.mkdir(folder)
    except OSError as fault:
        raise errors.refusal(errors.FileError, f"rows_to: {folder}: {fault.strerror}",
                             "choose a path in a folder where you may write", file=folder) from None
    try:
        yield path, folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _split(options: Dict[str, Any], verb: str) -> Tuple[Dict[str, Any], Dict[str, Any]]:
    """Returns the options of scoring records, and those that only the verb has."""
    of_rows = {option["name"] for option in options_of_verb("rows")}
    own = {option["name"] for option in options_of_verb(verb)} - of_rows - {"rows"}
    return ({name: value for name, value in options.items() if name not in own},
            {name: value for name, value in options.items() if name in own and value is not None})


def functions(rows_of_data: Callable[[Any, Job, bool, Optional[str]], Rows]) -> Tuple[
        Callable[..., Report], Callable[..., Comparison], Callable[..., Rows]]:
    """Returns `score`, `compare` and `rows` for an engine. `rows_of_data(data, job, ordered, path)`
    returns all rows of its data, as `rows_of` does."""

    def asked(data: Any, job: Job, ordered: bool, rows_to: Optional[Path]) -> Rows:
        with _shared_folder(rows_to) as (path, folder):
            return rows_of_data(data, replace(job, folder=folder), ordered, path)

    def score(data: Any, *, hyps: Columns = "hyp", refs: Columns = "ref", metrics: Metrics = None,
              by: Fields = None, key: Optional[str] = None, source: Optional[str] = None,
              rows_to: Optional[Path] = None, **options: Any) -> Report:
        """Scores records like ``mtgauge.score``.

        ``hyps`` and ``refs`` are names of columns of text, or of lists of texts for references;
        several columns are a list, or a dict by the names of systems. ``by``: a column of groups, or several.
        ``key``: a column with a unique value for each record; a repeated value is an error, so no
        record counts twice. ``source``: the column of what was translated, for metrics that compare with it.
        ``rows_to``: a row file to write, on a path that all machines share.
        Other keywords are those of ``mtgauge.score``.
        """
        of_rows, own = _split(options, "score")
        resampled = any(own.get(name) for name in ("confidence", "paired_bs", "paired_ar"))
        rows = by is not None or rows_to is not None or resampled
        job = replace(Job.of(hyps, refs, metrics, by, key, source, of_rows), sums=not rows)
        found = asked(data, job, rows or key is not None, rows_to)
        return found.score(metrics=metrics, by=job.field, **own)

    def compare(data: Any, *, hyps: Columns, refs: Columns = "ref", metrics: Metrics = None,
                by: Fields = None, key: Optional[str] = None, source: Optional[str] = None,
                rows_to: Optional[Path] = None, **options: Any) -> Comparison:
        """Compares systems like ``mtgauge.compare``. Records are resampled in the order of ``key``
        or, without one, in the order of a hash of their texts, so that the result does not depend
        on how they are distributed. The signature of the test contains ``order:key`` or
        ``order:content``. Arguments are those of ``score``; other keywords are those of ``mtgauge.compare``."""
        if "order" in options:
            raise errors.refusal(errors.UsageError, "there is no option 'order'", "name the column that orders the records with key=",
                                 option="order")
        of_rows, own = _split(options, "compare")
        job = Job.of(hyps, refs, metrics, by, key, source, of_rows)
        own["order"] = "content" if key is None else "key"
        return asked(data, job, True, rows_to).compare(metrics=metrics, by=job.field, **own)

    def rows(data: Any, *, hyps: Columns = "hyp", refs: Columns = "ref", metrics: Metrics = None,
             by: Fields = None, key: Optional[str] = None, source: Optional[str] = None,
             rows_to: Optional[Path] = None, **options: Any) -> Rows:
        """Returns ``mtgauge.Rows`` of records, in the order of ``compare``. With ``rows_to``, they stay in
        that file; otherwise in a temporary one."""
        return asked(data, Job.of(hyps, refs, metrics, by, key, source, options), True, rows_to)

    return score, compare, rows
