"""Converts the callers' arguments for the engine: texts in memory or in files, and options by name."""

from __future__ import annotations

import math
import os
import sys
import warnings
from functools import lru_cache
from operator import index
from typing import (
    AbstractSet,
    Any,
    Callable,
    Dict,
    Iterable,
    Iterator,
    KeysView,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Type,
    Union,
)

from mtgauge import _engine
from mtgauge.errors import InputError, InputTypeError, MtgaugeWarning, UsageError, in_python, refusal

Path = Union[str, "os.PathLike[str]"]
# Texts: a list, tuple or array of str, or a column of pandas, polars or pyarrow; or a file.
Texts = Any
# The greatest number of a segment.
MOST = (1 << 32) - 1


def is_path(value: Any) -> bool:
    return isinstance(value, (str, os.PathLike))


def path_of(value: Any, name: str = "path") -> str:
    if not is_path(value) and not isinstance(value, bytes):
        raise wrong_type(name, value, "the name of a file is needed", "pass a str or a pathlib.Path")
    return name_of(os.fsdecode(value), name)


def files_of(value: Any, name: str) -> List[str]:
    """Returns the names of files: of one, or of several."""
    if not is_path(value) and not isinstance(value, (list, tuple)):
        raise wrong_type(name, value, "files are needed", "name a file, or a list of files")
    return [path_of(file, name) for file in ([value] if is_path(value) else value)]


def wrong_type(name: str, value: Any, needed: str, remedy: str) -> InputTypeError:
    """Returns the error for an argument, or for `name[place]` in one."""
    return refusal(InputTypeError, f"{name}: {type(value).__name__} where {needed}", remedy, option=name.partition("[")[0])


# Types whose text is a name, besides str, paths and numbers.
_KINDS_OF_NAMES = {"date", "time", "timedelta", "datetime64", "Period", "Interval", "UUID", "Enum"}


def is_name(value: Any) -> bool:
    """Returns whether the text of a value is a name, and not an address in memory."""
    return not is_missing(value) and (
        is_path(value) or is_number(value) or any(kind.__name__ in _KINDS_OF_NAMES for kind in type(value).__mro__))


def name_of(value: Any, argument: str) -> str:
    """Returns a name as text that the engine can keep."""
    if not is_name(value):
        raise wrong_type(argument, value, "a name is needed", "name each by a str")
    name = str(value)
    try:
        name.encode()
    except UnicodeEncodeError:
        raise refusal(UsageError, f"{name!r} is not valid Unicode, as names must be", "rename it",
                      option=argument.partition("[")[0]) from None
    return name


def text_of(value: Any, name: str, remedy: str, needed: str = "a str is needed") -> str:
    """Returns a str that the engine can keep."""
    if not isinstance(value, str):
        raise wrong_type(name, value, needed, remedy)
    return name_of(value, name)


def plain(value: Any) -> Any:
    """Returns NumPy's numbers, truth values and arrays, and polars' columns, as Python's."""
    for convert in ("tolist", "to_list"):
        if hasattr(value, convert):
            return getattr(value, convert)()
    return value


def has_order(value: Any) -> bool:
    """Returns whether the elements of a value come in an order. A str counts: it has characters."""
    is_set = isinstance(value, AbstractSet) and not isinstance(value, KeysView)
    return hasattr(value, "__iter__") and not is_set and not isinstance(value, (bytes, Mapping))


def listed(column: Any, name: str) -> List[Any]:
    """Returns the values of a list, or of a column of any library, as Python's."""
    if isinstance(column, str) or not has_order(column):
        raise wrong_type(name, column, "a list is needed", "pass a list")
    values = list(column.to_pylist() if hasattr(column, "to_pylist") else plain(column))
    if hasattr(column, "isna"):  # pandas writes missing values in several ways
        for place, is_gone in enumerate(column.isna().tolist()):
            if is_gone:
                values[place] = None
    return values


def is_number(value: Any) -> bool:
    return hasattr(type(value), "__float__") and not isinstance(value, (str, bytes))  # NumPy's have it, too


def is_missing(value: Any) -> bool:
    kind = type(value).__name__
    return (value is None or (isinstance(value, float) or kind == "datetime64") and value != value
            or kind in ("NAType", "NaTType"))


def float_of(value: Any) -> float:
    """Returns a number as Python's; an infinite one for whole numbers that are too large."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def whole_numbers(values: Any, name: str, least: int, most: int) -> List[int]:
    """Returns numbers as Python's; an error for those that `int` would cut."""
    return [number if type(number) is int and least <= number <= most else whole_number(number, f"{name}[{place}]", least, most)
            for place, number in enumerate(listed(values, name))]


def whole_number(value: Any, name: str, least: int, most: Optional[int] = None) -> int:
    number = _index_of(value)
    if number is None:
        raise wrong_type(name, value, "an int is needed", "pass an int")
    if number < least or most is not None and number > most:
        remedy = f"choose at least {least}" if number < least else f"choose at most {most}"
        raise UsageError(f"{name}={number}: {remedy}", option=name.partition("[")[0], remedy=remedy)
    return number


def _index_of(value: Any) -> Optional[int]:
    """Returns a whole number as Python's, and None for what is none, such as True."""
    try:
        return None if isinstance(plain(value), bool) else index(value)
    except TypeError:
        return None


def flag_of(value: Any, name: str) -> bool:
    """Returns a truth value as Python's; an error for what only counts as one, such as "no"."""
    flag = plain(value)
    if not isinstance(flag, bool):
        raise wrong_type(name, value, "True or False is needed", "pass a bool")
    return flag


def paths_of(value: Any) -> Optional[List[str]]:
    """Returns the files if `value` names files, or None if it contains texts."""
    if is_path(value):
        return [path_of(value)]
    if isinstance(value, (list, tuple)) and value:
        if all(isinstance(each, os.PathLike) for each in value):
            return [path_of(each) for each in value]
    return None


def _refuse_sentence(value: Any, name: str) -> None:
    """Refuses a text in place of a file's name: words, and no such file, column or pattern."""
    if not isinstance(value, str) or " " not in value or any(char in value for char in "*?[{"):
        return
    if not any(map(os.path.exists, (value, value.rpartition(":")[0]))):
        raise refusal(UsageError, f"{name}: there is no file {value!r}", "a str names a file, so put texts into a list",
                      option=name)


def refuse_twice(names: Sequence[Any], option: str) -> None:
    again = next((name for place, name in enumerate(names) if name in names[:place]), None)
    if again is not None:
        raise refusal(UsageError, f"{option}: {again!r} is there twice", "give each one once, under a name of its own",
                      option=option)


# What other packages call our arguments.
_OTHER_NAMES = {
    "refs": "ref reference references",
    "hyps": "hyp hypothesis hypotheses outputs predictions preds",
    "source": "src sources",
    "threads": "n_jobs num_threads num_workers",
}


def refuse_other_names(names: Iterable[str]) -> None:
    for ours, others in _OTHER_NAMES.items():
        for name in others.split():
            if name in names:
                raise refusal(UsageError, f"there is no option {name!r}", f"write {ours}=", option=name)


def named_columns(value: Any, name: str) -> List[Tuple[str, Any]]:
    """Returns columns in memory: one, or several by name."""
    if not isinstance(value, Mapping):
        return [(name, value)]
    names = [name_of(key, name) for key in value]
    refuse_twice(names, name)
    return list(zip(names, value.values()))


def _are_whole(column: Any) -> bool:
    """Returns whether a column has whole numbers alone: a list, or one of any library, by the name of its type."""
    if isinstance(column, (list, tuple, range)):
        return len(column) > 0 and all(hasattr(value, "__index__") and not isinstance(value, bool) for value in column)
    kind = str(getattr(column, "dtype", getattr(column, "type", "")))
    return kind.lower().rpartition(".")[2].startswith(("int", "uint"))  # such as torch.int64


def labels_of(column: Any, name: str) -> Tuple[Any, Type[Any]]:
    """Returns a column of labels, in which whole numbers became text, and the type that they had."""
    column = list(column) if hasattr(column, "__next__") else column
    if name in _IN_DOCUMENTS:
        _refuse_gaps(column, name)
    if not _are_whole(column):
        return column, str
    values = (plain(value) for value in listed(column, name))
    return [str(value) if type(value) is int else value for value in values], int


# What has a document, by argument.
_IN_DOCUMENTS = {"documents": "segment", "hyp_documents": "line"}


def _refuse_gaps(documents: Any, name: str) -> None:
    gap = next((place for place, value in enumerate(map(plain, listed(documents, name)))
                if is_missing(value) or isinstance(value, str) and not value), None)
    if gap is not None:
        raise refusal(InputError, f"{_IN_DOCUMENTS[name]} {gap} has no document", f"name it in {name}=", option=name, segment=gap)


def texts_of(
    refs: Any, hyps: Any, rows: Optional[List[str]] = None, columns: Optional[Mapping[str, Any]] = None
) -> Dict[str, Any]:
    """Returns the engine's description of the texts."""
    texts: Dict[str, Any] = {}
    _refuse_streams(refs, hyps)
    sides = (("references", "reference_files", refs, "refs"), ("systems", "system_files", hyps, "hyps"))
    for key, files_key, value, name in sides:
        if value is None:
            continue
        _refuse_sentence(value, name)
        files = paths_of(value)
        if files is not None:
            texts[files_key] = files
        elif isinstance(value, Mapping) and value and all(is_path(v) for v in value.values()):
            if name == "refs":
                raise refusal(UsageError, "refs: reference files have no names", "pass a list of paths")
            texts[files_key] = [f"{name_of(key, name)}={path_of(path)}" for key, path in value.items()]
        else:
            texts[key] = named_columns(value, name)
            warn(doubts(value, name, texts[key]))
    if rows is not None:
        texts["row_files"] = rows
    in_memory = "references" in texts or "systems" in texts
    for key, column in (columns or {}).items():
        if column is None:
            continue
        if not in_memory:
            raise UsageError(
                f"{key}: a column is for texts in memory; for files, name a file or a field",
                option=key,
            )
        texts[key] = column
    refuse_mixture(texts)
    warn(_other_orders([*texts.get("references", ()), *texts.get("systems", ())]))
    return texts


def refuse_mixture(texts: Mapping[str, Any]) -> None:
    """Refuses texts in memory beside texts in files."""
    if any(key in texts for key in ("references", "systems")) and any(
            key in texts for key in ("reference_files", "system_files")):
        raise refusal(UsageError, "refs and hyps: one is in memory, the other in files", "read the file first", option="refs")


def _other_orders(columns: List[Tuple[str, Any]]) -> Iterator[Dict[str, str]]:
    """Yields a warning for each column of pandas with the labels of the first one in another order."""
    labelled = [(name, column.index) for name, column in columns if hasattr(column, "iloc")]
    for name, index_of_column in labelled[1:]:
        first, labels = labelled[0]
        if not labels.equals(index_of_column) and set(labels) == set(index_of_column):
            yield {"code": "other-order", "system": "", "message": f"{name}: the index has the labels of {first} in another "
                   "order, but texts belong together by place; put one into the order of the other with .loc[other.index]"}


def _refuse_streams(refs: Any, hyps: Any) -> None:
    """Refuses references that are streams, as in sacreBLEU, instead of a list for each segment."""
    if not all(isinstance(each, (list, tuple)) for each in (refs, hyps)) or len(refs) == len(hyps) or not refs:
        return
    if all(isinstance(each, (list, tuple)) and len(each) == len(hyps) for each in refs):
        raise refusal(InputError, f"refs: {len(refs)} lists of {len(hyps)} texts, where each segment needs a list",
                      "name the streams: refs={'a': stream, 'b': stream}", option="refs")


def doubts(value: Any, name: str, columns: List[Tuple[str, Any]]) -> Iterator[Dict[str, str]]:
    """Yields warnings of texts that may not be what the caller means."""
    for column_name, column in columns:
        texts = column if isinstance(column, (list, tuple)) else ()
        if texts and all(isinstance(text, str) and os.path.isfile(text) for text in texts):
            yield {"code": "file-names", "system": "", "message": f"{column_name}: the texts are names of files, and "
                   "are scored as texts; to score the files, pass pathlib.Path"}
    lists = value.tolist() if getattr(value, "ndim", 1) == 2 else value
    if (name == "refs" and isinstance(lists, (list, tuple)) and len(lists) > 1
            and all(isinstance(each, (list, tuple)) and len(each) == len(lists) for each in lists)):
        size = len(lists)
        yield {"code": "transposed", "system": "", "message": f"refs: {size} lists of {size} texts are read as the "
               "references of each segment; if they are streams, as in sacreBLEU, name them: refs={'a': stream, 'b': stream}"}


def values_of(value: Any, name: str) -> List[str]:
    """Returns the values of an option. A truth value has none: it is for switches alone."""
    if isinstance(plain(value), bool):
        return []
    values = _texts_of_values(value, name)
    if not values:
        raise refusal(UsageError, f"{name}: a list without values", "give one, or leave it out", option=name.partition("[")[0])
    return values


def _texts_of_values(value: Any, name: str) -> List[str]:
    value = plain(value)
    if isinstance(value, os.PathLike):
        return [path_of(value, name)]
    if isinstance(value, str):
        return [name_of(value, name)]
    if has_order(value):
        return [each for one in value for each in _texts_of_values(one, name)]
    if isinstance(value, bool) or not is_number(value):
        raise wrong_type(name, value, "a str or a number is needed", "pass one, or a list of them")
    return [repr(value) if isinstance(value, float) else str(value)]


# The uses of an option, each a list of values.
Uses = List[List[str]]


def _one_use(name: str, value: Any) -> Uses:
    return [values_of(value, name)]


@lru_cache(maxsize=None)
def _kinds_of_options(verb: str) -> Dict[str, str]:
    return {option["name"]: option["kind"] for option in _engine.options(verb)}


def _is_given(value: Any, kind: str) -> bool:
    """Returns whether an option of this kind is given. None stands for one that is not, and False for a switch."""
    return value is not None and not (kind in ("switch", "optional number") and plain(value) is False)


def options_of(verb: str, metrics: Union[None, str, Sequence[str]], options: Mapping[str, Any],
               uses_of: Callable[[str, Any], Uses] = _one_use) -> Dict[str, Uses]:
    """Converts keywords to the engine's options of a verb."""
    kinds = _kinds_of_options(verb)
    named = {name_of(name, name).replace("_", "-"): name for name in options}
    unknown = next((option for option in named if option not in kinds), None)
    if unknown is not None:  # the engine says which one may be meant
        return {unknown: [[]]}
    if "metrics" in named:  # of a function whose argument is called `metric`
        raise refusal(UsageError, "there is no option 'metrics'", "write metric=", option="metrics")
    given = {option: uses_of(name, options[name]) for option, name in named.items() if _is_given(options[name], kinds[option])}
    if metrics is not None:
        given["metrics"] = [specs_of(metrics)]
    return given


def specs_of(metrics: Union[str, Sequence[str]]) -> List[str]:
    """Returns the specs of metrics."""
    if isinstance(metrics, (AbstractSet, Mapping)) and not has_order(metrics):
        raise wrong_type("metrics", metrics, "names in an order are needed", "pass a list")
    given = plain(metrics)
    several = not isinstance(given, str) and has_order(given)
    specs = [text_of(spec, f"metrics[{place}]" if several else "metrics", "pass names, as in 'bleu' or ['bleu', 'chrf']",
                     "the name of a metric is needed") for place, spec in enumerate(given if several else [given])]
    if not specs:
        raise refusal(UsageError, "metrics: there is none", "name one, as in 'bleu'", option="metrics")
    return specs


def threads_of(threads: Optional[int]) -> int:
    """Returns the number of threads; 0 means all cores that the process may use."""
    if threads is None:
        return _engine.threads("")
    number = _index_of(threads)
    if number is None:
        remedy = "choose a whole number from 1, or 0 for all cores"
        raise UsageError(f"threads={threads!r}: {remedy}", option="threads", remedy=remedy)
    return _engine.threads(str(number))


def callers_level() -> int:
    """Returns the stack level, as seen from the caller of this function, of the first function that is
    not in this package."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and f"{frame.f_globals.get('__name__')}.".startswith("mtgauge."):
        level, frame = level + 1, frame.f_back
    return level


def warn(found: Iterable[Mapping[str, str]]) -> None:
    """Issues the engine's warnings, attributed to the line that called the caller."""
    for each in found:
        before = each["system"] + ": " if each["system"] else ""
        warning = MtgaugeWarning(
            before + in_python(each["message"]), code=each["code"], system=each["system"]
        )
        warnings.warn(warning, stacklevel=callers_level())
