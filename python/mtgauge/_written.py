"""Columns that the engine reads from files: scores of people and of other metrics, and annotations.

They are written into a folder of their own. Errors and warnings name the argument instead of the file.
"""

from __future__ import annotations

import json
import math
import os
import re
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional

from mtgauge._frames import ANNOTATIONS, SCORES, columns_of, is_table
from mtgauge._inputs import (
    Uses,
    files_of,
    float_of,
    is_missing,
    is_number,
    is_path,
    listed,
    name_of,
    path_of,
    plain,
    values_of,
    wrong_type,
)
from mtgauge.errors import InputError, MtgaugeError, UsageError, refusal

# What columns of segments are called, in any case; a test compares core/input/tables/judgement_forms.cc.
_SEGMENTS = ("segment", "segment_id", "seg", "seg_id", "sid", "id", "item", "global_seg_id", "globalsegid", "line", "line_id")


class Written:
    """Options whose columns are in files while this is entered. ``beside``: what to write with scores, a list
    with a value for each segment by field. ``ids``: those of the segments, if they have some. ``counts``: the
    number of segments by argument, as far as it is known; None if lists of scores may have several lengths.
    ``names``: the argument for each file."""

    def __init__(self, beside: Mapping[str, List[Any]], ids: Any = None, counts: Optional[Dict[str, int]] = None) -> None:
        taken = next((field for field in beside if field in ("system", "segment", "score")), None)
        if taken is not None:
            raise refusal(UsageError, f"by: beside scores, a field cannot be called {taken!r}", "rename the column",
                          option="by")
        self._beside, self._counts = beside, counts
        known = [] if ids is None else [str(plain(each)) for each in listed(ids, "ids")]
        self._numbers = {each: place for place, each in enumerate(known, 1)}
        self._repeated = next((each for place, each in enumerate(known, 1) if self._numbers[each] != place), None)
        self._folder: Any = None
        self.names: Dict[str, str] = {}
        self._numbered: List[str] = []  # tables that number their segments themselves

    def __enter__(self) -> "Written":
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if self._folder is not None:
            self._folder.cleanup()
        if isinstance(error, MtgaugeError):
            error.args = tuple(self.renamed(arg) if isinstance(arg, str) else arg for arg in error.args)
            error.file = self.renamed(error.file)
            own = error.file in self.names.values()
            if own:
                error.option = error.option or error.file.partition("[")[0]
            counted = own and error.file not in self._numbered or not error.file
            if error.segment is not None and counted:  # the engine's messages count from 1
                error.args = (re.sub(rf"\bsegment {error.segment + 1}\b", f"segment {error.segment}", str(error)),)

    def renamed(self, text: str) -> str:
        """Returns a message with the arguments' names in place of the files'."""
        for path, name in self.names.items():
            text = text.replace(path, name)
        return text

    def uses(self, option: str, value: Any) -> Uses:
        """Returns the uses of an option, each a list of values."""
        if option in SCORES and isinstance(value, Mapping):
            return [[f"{name}={each}" if i == 0 else each for i, each in enumerate(self._scores(option, name, scores))]
                    for name, scores in ((_name_of_scores(each, option), scores) for each, scores in value.items())]
        if option in SCORES and is_table(value):
            return [[self._scored(option, columns_of(value))]]
        if option == "human" and isinstance(value, (list, tuple)) and any(map(is_table, value)):  # rounds
            return [[self._scored(f"human[{place}]", columns_of(each)) if is_table(each) else path_of(each)
                     for place, each in enumerate(value)]]
        if option in ANNOTATIONS and not is_path(value):
            columns = value.values() if isinstance(value, Mapping) else listed(value, option)
            return [[path_of(each) if is_path(each) else self._lines(option, each) for each in columns]]
        return [values_of(value, option)]

    def judgements(self, name: str, value: Any) -> List[str]:
        """Returns the files with error spans: those that are named, or one with a table or a list of records."""
        if isinstance(value, Mapping) or is_table(value):
            columns = columns_of(value)
            nested = any(isinstance(each, (list, dict)) for column in columns.values() for each in column)
            return [self._records(name, columns) if nested else self._table(name, columns)]
        if isinstance(value, (list, tuple)) and value and all(isinstance(each, Mapping) for each in value):
            return [self._file(name, ".jsonl", (json.dumps(each, default=_for_json) for each in value))]
        return files_of(value, name)

    def references(self, name: str, columns: List[List[Any]]) -> List[str]:
        """Returns what names columns of texts in a file, in which None stays a missing text."""
        path = self._records(name, {str(place): column for place, column in enumerate(columns)})
        return [f"{path}:{place}" for place in range(len(columns))]

    def candidates(self, name: str, lists: List[List[Any]]) -> str:
        """Returns the file of an n-best list."""
        def lines() -> Iterator[str]:
            for segment, texts in enumerate(lists):
                for place, text in enumerate(texts):
                    if not isinstance(text, str):
                        raise wrong_type(f"{name}[{segment}][{place}]", text, "a str is needed", "give a str")
                    if "\n" in text or "|||" in text:
                        remedy = "take it out of the candidate"
                        what = "a line feed" if "\n" in text else "|||"
                        raise InputError(f"{name}: candidate {place} of segment {segment} has {what}, which ends a candidate "
                                         f"in n-best lists; {remedy}", option=name, segment=segment, remedy=remedy)
                    yield f"{segment} ||| {text}"

        return self._file(name, ".txt", lines())

    def _scores(self, option: str, name: str, scores: Any) -> List[str]:
        """Returns the files of one metric, or of one criterion."""
        if is_table(scores):
            return [self._scored(f"{option}[{name!r}]", columns_of(scores))]
        label = f"{option}[{name!r}]"
        if not isinstance(scores, Mapping):
            if not all(map(is_path, scores if isinstance(scores, (list, tuple)) else [scores])):
                raise refusal(UsageError, f"{label}: scores without a system",
                              f"name the system of each list: {option}={{{name!r}: {{'system': [...]}}}}", option=option)
            return values_of(scores, label)
        scores = {name_of(system, label): numbers for system, numbers in scores.items()}
        self._refuse_unequal(scores, option, label)
        self._refuse_other_lengths(scores, label)
        columns: Dict[str, List[Any]] = {key: [] for key in ("system", "segment", *self._beside, "score")}
        for system, numbers in scores.items():
            of_system = f"{label}[{system!r}]"
            column = [_number(number, of_system, place) for place, number in enumerate(listed(numbers, of_system))]
            own = [[system] * len(column), range(1, len(column) + 1), *self._beside.values(), column]
            for values, more in zip(columns.values(), own):
                values.extend(more)
        return [self._records(label, columns)]

    @staticmethod
    def _refuse_unequal(scores: Mapping[str, Any], option: str, label: str) -> None:
        lengths = {system: len(listed(numbers, label)) for system, numbers in scores.items()}
        if len(set(lengths.values())) > 1:
            raise refusal(InputError, f"{label}: the systems have different numbers of scores ({lengths})",
                          "give one for each segment, and None where there is none", option=option)

    def _refuse_other_lengths(self, scores: Mapping[str, Any], label: str) -> None:
        count = len(listed(next(iter(scores.values()), []), label))
        for field, values in self._beside.items():
            if len(values) != count:
                option = "documents" if field == "document" else "by"
                what = option if field == "document" else f"by[{field!r}]"
                raise refusal(InputError, f"{what}: {len(values)} values, but {label} has {count} scores of each system",
                              "give one for each segment", option=option)
        if self._counts is not None:
            other, known = next(iter(self._counts.items()), (label, count))
            if known != count:
                raise refusal(InputError, f"{label}: {count} scores of each system, but {other} has {known}",
                              "give one for each segment, and None where there is none, or write join='common'",
                              option=label.partition("[")[0])
            self._counts[label] = count

    def _scored(self, name: str, columns: Dict[str, List[Any]]) -> str:
        """Returns the file of a table of scores, in which segments have the numbers of the texts with their ids."""
        option = name.partition("[")[0]
        self._numbered.append(name)
        for field in [each for each in columns if self._numbers and each.lower() in _SEGMENTS]:
            own = list(map(str, columns[field]))
            unknown = next((place for place, each in enumerate(own) if each not in self._numbers), None)
            if unknown is None and self._repeated is None:
                columns = {**columns, field: [self._numbers[each] for each in own]}
            elif unknown is None:
                raise refusal(InputError, f"ids: {self._repeated!r} is there twice", "give each segment its own", option="ids")
            elif not all(each.isdecimal() and each not in self._numbers for each in own):  # numbers of segments
                raise refusal(InputError, f"{name}: row {unknown} is of the segment {own[unknown]!r}, which ids= does not have",
                              "name segments as ids= does, or by their numbers from 1", option=option)
        of_mqm = "severity" in columns and "score" not in columns
        return self._table(name, columns) if of_mqm else self._records(name, columns)

    def _records(self, name: str, columns: Mapping[str, List[Any]]) -> str:
        lines = (json.dumps({key: None if is_missing(value) else value for key, value in zip(columns, row)}, default=_for_json)
                 for row in zip(*columns.values()))
        return self._file(name, ".jsonl", lines)

    def _table(self, name: str, columns: Mapping[str, List[Any]]) -> str:
        """Returns the file of a table whose fields are separated by tabs."""
        rows = [["" if is_missing(value) else str(value) for value in row] for row in zip(*columns.values())]
        for place, row in enumerate(rows):
            if any(char in field for field in row for char in "\t\n\r"):
                raise refusal(InputError, f"{name}: row {place} has a tab or the end of a line in a field",
                              "replace them with spaces", option=name.partition("[")[0])
        return self._file(name, ".tsv", map("\t".join, [list(columns), *rows]))

    def _lines(self, option: str, column: Any) -> str:
        lines = listed(column, option)
        for place, line in enumerate(lines):
            if not isinstance(line, str) or "\n" in line:
                raise refusal(InputError, f"{option}: segment {place} is not one line of text",
                              "give one line of annotated words for each segment", option=option, segment=place)
        return self._file(option, ".txt", lines)

    def _file(self, name: str, ending: str, lines: Iterable[str]) -> str:
        import tempfile  # importing it takes as long as importing the engine

        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="mtgauge-columns-")
        path = os.path.join(self._folder.name, str(len(self.names)) + ending)
        self.names[path] = name
        with open(path, "w", encoding="utf-8", errors="surrogatepass", newline="\n") as file:
            file.writelines(line + "\n" for line in lines)
        return path


def _for_json(value: Any) -> Any:
    """Returns a value that JSON lacks as one that it has: NumPy's as Python's, others as text."""
    found = plain(value)
    return str(value) if found is value else found


def _name_of_scores(value: Any, option: str) -> str:
    """Returns a name that can stand before the name of a file."""
    name = name_of(value, option)
    if name and "=" not in name:
        return name
    raise refusal(UsageError, f"{option}: {name!r} cannot be the name of scores", "choose another name, without '='",
                  option=option)


def _number(value: Any, name: str, place: int) -> Optional[float]:
    if is_missing(value):
        return None
    value = plain(value)
    if isinstance(value, bool) or not is_number(value):
        remedy = "give a number, or None where there is none"
        raise wrong_type(f"{name}[{place}]", value, "a number is needed", remedy)
    number = float_of(value)
    if math.isinf(number):
        raise refusal(InputError, f"{name}[{place}]: {number} is no score", "give a finite number, or None where there is none",
                      option=name.partition("[")[0], segment=place)
    return number
