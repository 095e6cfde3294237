"""Tables as inputs: the columns of a frame of pandas, polars, pyarrow or DuckDB, of a Hugging Face
dataset, or of a dict of lists.

In a wide table, a row is a segment and each system has a column. In a long table, a row is one
system's text for one segment, and ``system`` names the column with the systems' names.
"""

from __future__ import annotations

import os
from typing import Any, Dict, List, Mapping, NoReturn, Optional, Sequence, Tuple, Union

from mtgauge._inputs import is_missing, listed, name_of, plain, refuse_twice, wrong_type
from mtgauge.errors import InputError, InputTypeError, UsageError, refusal

# What functions take besides texts: columns with a value for each segment, scores for each system, and annotated
# lines of references and systems.
COLUMNS = ("ids", "documents", "source", "by")
SCORES = ("human", "scores")
ANNOTATIONS = ("ref_annotations", "annotations")

# For each system, the numbers of its rows in the order of the segments.
Places = Dict[str, List[int]]


def is_table(value: Any) -> bool:
    """Returns whether a value has several columns by name. A dict may also be references by name, and one column
    of Arrow is a column of texts."""
    names = None if isinstance(value, Mapping) else _names(value)
    return names is not None and len(names) > 1


def columns_of(table: Any) -> Dict[str, List[Any]]:
    """Returns all columns of a table as lists of Python's values."""
    frame = Frame(table, None, None)
    return {str(name): [plain(value) for value in listed(frame.column(name, "data"), str(name))] for name in frame.names}


def only_column(value: Any, option: str, takes_tables: bool = True) -> Any:
    """Returns the column of a frame that has only one; other values as they are. `takes_tables`: of a function that
    takes a table with names of its columns."""
    names = None if isinstance(value, Mapping) else _names(value)
    if names is None:
        return value
    if len(names) != 1:
        remedy = (f"pass the table as the first argument, and name its columns with {option}=" if takes_tables
                  else f"pass one of its columns, as in {option}=table[{names[0]!r}]")
        raise refusal(UsageError, f"{option}: a table of {len(names)} columns", remedy, option=option)
    return Frame(value, None, None).column(names[0], option)


def needed_column(value: Any, option: str) -> Any:
    """Returns the column of an argument that may not be None."""
    if value is None:
        raise wrong_type(option, value, "a list of texts is needed", "pass a list")
    return value if _is_stream(value) else only_column(value, option, False)


def _is_stream(value: Any) -> bool:
    """Returns whether a value is a stream of Arrow's, which can be read once."""
    return hasattr(value, "__arrow_c_stream__") and not hasattr(value, "__getitem__")


def _names(table: Any) -> Optional[List[Any]]:
    if type(table).__name__ == "LazyFrame":
        _refuse("a LazyFrame has no texts yet", "call its collect() first")
    for attribute in ("column_names", "columns"):
        names = getattr(table, attribute, None)
        if isinstance(names, Mapping):
            _refuse(f"a {type(table).__name__} holds several datasets ({', '.join(names)})",
                    "pass one of them, as in data['test']")
        if names is not None and not callable(names):
            return list(names)
    if isinstance(table, Mapping):
        return list(table)
    names = getattr(getattr(table, "schema", None), "names", None)  # of a stream of Arrow's
    return None if names is None else list(names)


def _refuse(what: str, remedy: str) -> NoReturn:
    raise refusal(UsageError, f"data: {what}", remedy, option="data")


def _read(stream: Any) -> Any:
    """Returns the table of a stream."""
    try:
        import pyarrow  # type: ignore[import-untyped]
    except ImportError:
        _refuse(f"a {type(stream).__name__} is read with pyarrow", "install it, or pass a frame or a dict of lists")
    return pyarrow.table(stream)


class Frame:
    """A table whose columns arguments name. ``system``: the column of systems, in a long table; ``ids``: the
    column of segments there."""

    def __init__(self, table: Any, system: Optional[str], ids: Optional[str]) -> None:
        if isinstance(table, (str, os.PathLike)):
            _refuse("a name of a file is no table", f"name columns of files with FILE:COLUMN, as in refs='{table}:ref'")
        if _is_stream(table):
            table = _read(table)
        names = _names(table)
        if names is None:
            _refuse(f"a {type(table).__name__} has no columns with names", "pass a frame or a dict of lists")
        if hasattr(table, "fetchall"):  # a query of DuckDB, whose rows may come in another order each time
            rows = table.fetchall()
            table = {name: [row[place] for row in rows] for place, name in enumerate(names)}
        self._table, self.names = table, names
        self._places: Optional[Places] = None if system is None else self._long(system, ids)

    def column(self, name: Any, option: str) -> Any:
        """Returns a column. In `translation.de`, `de` is a key of the dicts in the column `translation`."""
        if hasattr(name, "__iter__") and not isinstance(name, (str, tuple)):
            raise self._needs_names(option, name)
        count = self.names.count(name)
        if count == 1:
            found = self._table[name]
            if isinstance(found, (str, bytes)):
                raise wrong_type(option, found, f"the column {name!r} is needed", "put its texts into a list")
            ready = isinstance(found, (list, tuple)) or hasattr(found, "tolist") or hasattr(found, "__arrow_c_stream__")
            return found if ready else list(found)
        parent, dot, key = name.rpartition(".") if isinstance(name, str) else ("", "", "")
        if dot and self.names.count(parent) == 1:
            values = listed(self.column(parent, option), option)
            if all(value is None or isinstance(value, Mapping) and key in value for value in values):
                return [None if value is None else value[key] for value in values]
        what, remedy = ((f"there is no column {name!r} (known: {', '.join(map(str, self.names))})", "name another")
                        if count == 0 else (f"there are {count} columns {name!r}", "rename all but one"))
        raise refusal(UsageError, f"{option}: {what}", remedy, option=option, file=str(name))

    def _has(self, name: Any) -> bool:
        return name in self.names or isinstance(name, str) and name.rpartition(".")[0] in self.names

    def _listed(self, names: Any, option: str) -> List[Union[str, int]]:
        """Returns names of columns. pandas has numbers where columns have no names."""
        if isinstance(names, (str, int)):
            return [names]
        found = listed(names, option)
        are_names = bool(found) and all(isinstance(name, (str, int)) for name in found)
        several = len(found) > 1 or not isinstance(names, (list, tuple))
        if not are_names or several and not any(map(self._has, found)):
            raise self._needs_names(option, names)
        refuse_twice(found, option)
        return found

    def _needs_names(self, option: str, given: Any) -> InputTypeError:
        return wrong_type(option, given, "the name of a column is needed",
                          f"with a table, name its columns ({', '.join(map(str, self.names))})")

    # ---- long tables ----

    def _long(self, system: str, ids: Optional[str]) -> Places:
        rows: Places = {}
        for row, name in enumerate(listed(self.column(system, "system"), "system")):
            if is_missing(name):
                raise refusal(InputError, f"system: row {row} has no system", "name it", option="system")
            rows.setdefault(name_of(name, f"system[{row}]"), []).append(row)
        if ids is None:
            counts = {name: len(numbers) for name, numbers in rows.items()}
            if len(set(counts.values())) > 1:
                raise refusal(InputError, f"system: the systems have different numbers of rows ({counts})",
                              "name the column of segments with ids=", option="system")
            return rows
        segments = listed(self.column(ids, "ids"), "ids")
        for row, segment in enumerate(segments):
            if isinstance(segment, (list, dict)):
                raise wrong_type(f"ids[{row}]", segment, "a str or an int is needed", "give one id for each row")
        return _joined(rows, segments)

    def _of_segments(self, name: Any, option: str) -> Any:
        """Returns a column with a value for each segment. In a long table, all systems must have the same."""
        column = self.column(name, option)
        if self._places is None:
            return column
        values = listed(column, option)
        first, *others = self._places.values()
        for system, rows in list(self._places.items())[1:]:
            for a, b in zip(first, rows):
                one, other = plain(values[a]), plain(values[b])
                if one != other and not (is_missing(one) and is_missing(other)):
                    raise refusal(InputError,
                                  f"{option}: {name!r} differs between rows {a} and {b}, which are the same segment of "
                                  f"{next(iter(self._places))} and {system}",
                                  "name the column of segments with ids=, or sort the rows", option=option, file=str(name))
        return [plain(values[row]) for row in first]

    def _of_systems(self, columns: Any, option: str) -> Any:
        """Returns a column for each system."""
        if self._places is not None:
            if not isinstance(columns, (str, int)):
                remedy = "name one column, which holds the texts of all systems"
                raise UsageError(f"{option}: with system=, {remedy}", option=option, remedy=remedy)
            values = listed(self.column(columns, option), option)
            return {name: [values[row] for row in rows] for name, rows in self._places.items()}
        named = columns if isinstance(columns, Mapping) else {name: name for name in self._listed(columns, option)}
        return {name_of(name, option): self.column(column, option) for name, column in named.items()}

    # ---- arguments ----

    def arguments(self, refs: Any, hyps: Any, options: Mapping[str, Any]) -> Tuple[Any, Any, Dict[str, Any]]:
        """Returns references, hypotheses and options, with columns in place of their names."""
        streams = None
        if refs is not None:
            names = self._listed(refs, "refs")
            texts = [self._of_segments(name, "refs") for name in names]
            streams = texts[0] if len(names) == 1 else dict(zip(names, texts))
        elif hyps is not None:
            raise refusal(UsageError, f"refs: a table of {len(self.names)} columns",
                          f"name one of its columns with refs= ({', '.join(map(str, self.names))})", option="refs")
        if refs is not None and hyps is None:
            raise refusal(UsageError, "hyps: no system",
                          f"name one or several of its columns with hyps= ({', '.join(map(str, self.names))})", option="hyps")
        systems = None if hyps is None else self._of_systems(hyps, "hyps")
        found = dict(options)
        for name, value in options.items():
            if name in COLUMNS and value is not None:
                found[name] = self._groups(value) if name == "by" else self._of_segments(value, name)
            elif name in SCORES:
                found[name] = self._scores(name, value, systems)
            elif name in ANNOTATIONS and value is not None:
                found[name] = self._annotations(name, value, systems or {})
        return streams, systems, found

    def _groups(self, by: Any) -> Dict[str, Any]:
        names = by.split(",") if isinstance(by, str) else self._listed(by, "by")
        return {str(name): self._of_segments(name, "by") for name in names}

    def _annotations(self, option: str, value: Any, systems: Mapping[str, Any]) -> Any:
        """Returns columns of annotated lines, unless they are in files."""
        given = [value] if isinstance(value, (str, os.PathLike)) else value
        names = list(given.values()) if isinstance(given, Mapping) else listed(given, option)
        if any(isinstance(name, os.PathLike) or isinstance(name, str) and not self._has(name) for name in names):
            return value
        if option == "annotations":
            return self._of_systems(self._for_systems(option, value, systems), option)
        return [self._of_segments(name, option) for name in names]

    def _for_systems(self, label: str, columns: Any, systems: Mapping[str, Any]) -> Any:
        """Returns the column of each system, for columns in the order of the systems."""
        if self._places is not None or isinstance(columns, Mapping):
            return columns
        names = self._listed(columns, label)
        if len(names) != len(systems):
            raise refusal(UsageError, f"{label}: {len(names)} columns for {len(systems)} systems",
                          "name one for each system, in the order of hyps=", option=label.partition("[")[0])
        return dict(zip(systems, names))

    def _scores(self, option: str, value: Any, systems: Optional[Mapping[str, Any]]) -> Any:
        """Returns scores for each system by metric or criterion, unless they are in files."""
        if isinstance(value, str) and value in self.names:
            value = {value: value}
        if not isinstance(value, Mapping):
            if isinstance(value, (list, tuple)) and value and all(name in self.names for name in value):
                remedy = f"name what these columns hold, as in {option}={{'NAME': {list(value)!r}}}"
                raise UsageError(f"{option}: {remedy}", option=option, remedy=remedy)
            return value
        found = {}
        for name, columns in value.items():
            in_file = isinstance(columns, os.PathLike) or is_table(columns)
            if systems is not None and not in_file:
                columns = self._for_systems(f"{option}[{name!r}]", columns, systems)
            found[name] = columns if in_file else self._of_systems(columns, option)
        return found


def _joined(rows: Places, segments: Sequence[Any]) -> Places:
    """Returns the rows of each system in the order of the first system's segments."""
    numbers: Dict[str, Dict[Any, int]] = {}
    for name, own in rows.items():
        numbers[name] = {segments[row]: row for row in own}
        if len(numbers[name]) < len(own):
            again = next(row for row in own if numbers[name][segments[row]] != row)
            raise refusal(InputError, f"ids: {name} has the segment {segments[again]!r} twice", "keep one", option="ids")
    (first, order), *others = numbers.items()
    for name, places in others:
        for one, other, those in ((first, name, order.keys() - places.keys()), (name, first, places.keys() - order.keys())):
            if those:
                raise refusal(InputError,
                              f"ids: {one} has the segment {min(map(repr, those))}, and {other} lacks it ({len(those)} such "
                              "segments)", "give every system the same segments", option="ids")
    return {name: [places[segment] for segment in order] for name, places in numbers.items()}
