"""Utility functions for the other modules, and for programs."""

from __future__ import annotations

import logging
import math
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence

from ._files import SACREBLEU_DIR as SACREBLEU_DIR
from ._files import USERHOME as USERHOME
from ._files import smart_open as smart_open

if TYPE_CHECKING:
    from argparse import Namespace

    from .dataset import Dataset

sacrelogger = logging.getLogger("sacrebleu")


class Color:
    """Colours of a terminal."""

    ENABLE_COLORS = True
    _CODES = {
        name: code
        for code, name in enumerate(
            ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"), 30
        )
    }

    @staticmethod
    def format(msg: str, color: str) -> str:
        """Returns `msg` in a colour, or unchanged if colours are off."""
        return f"\x1b[{Color._CODES[color.lower()]}m{msg}\x1b[0m" if Color.ENABLE_COLORS else msg


def my_log(num: float) -> float:
    """Returns the natural logarithm; for 0, a number so small that its exponential is 0."""
    return -9999999999 if num == 0.0 else math.log(num)


def sum_of_lists(lists: Sequence[Sequence[Any]]) -> List[Any]:
    """Sums lists element by element, in their order; none may be shorter than the first."""
    if len(lists) == 1:
        return lists[0]  # type: ignore[return-value]
    size = len(lists[0])
    if not size or min(map(len, lists)) < size:
        raise IndexError("list index out of range")
    return [reduce(add, column) for column in zip(*(row[:size] for row in lists))]


def args_to_dict(args: Namespace, prefix: str, strip_prefix: bool = False) -> Dict[str, Any]:
    """Returns the fields of `args` whose names begin with `prefix` and an underscore."""
    prefix += "_"
    return {
        name[len(prefix) :] if strip_prefix else name: value
        for name, value in vars(args).items()
        if name.startswith(prefix)
    }


def sanity_check_lengths(
    system: Sequence[str], refs: Sequence[Sequence[str]], test_set: Optional[str] = None
) -> None:
    """Ends the program if a stream of references and the system have different lengths."""
    if all(len(stream) == len(system) for stream in refs):
        return
    sacrelogger.error("System and reference streams have different lengths.")
    if test_set:
        sacrelogger.error(
            "This could be an issue with your system output or with sacreBLEU's reference database "
            "if -t is given."
        )
        sacrelogger.error("For the latter, try cleaning out the cache by typing:\n")
        sacrelogger.error(f"  rm -r {SACREBLEU_DIR}/{test_set}\n")
        sacrelogger.error("The test sets will be re-downloaded the next time you run sacreBLEU.")
    raise SystemExit(1)


# Test sets in sacreBLEU's folder. They are looked up when they are asked for.


def _test_set(name: str) -> Dataset:
    from .dataset import DATASETS

    if name not in DATASETS:
        raise Exception(f"No such test set {name}")
    return DATASETS[name]


def get_available_testsets() -> List[str]:
    """Returns the names of the test sets, the newest first."""
    from .dataset import DATASETS

    return sorted(DATASETS, reverse=True)


def get_available_testsets_for_langpair(langpair: str) -> List[str]:
    """Returns the names of the test sets that have a language pair, in either direction."""
    from .dataset import DATASETS

    source, target = langpair.split("-")
    return [
        name
        for name in DATASETS
        if langpair in DATASETS[name].langpairs or f"{target}-{source}" in DATASETS[name].langpairs
    ]


def get_langpairs_for_testset(testset: str) -> List[str]:
    """Returns the language pairs of a test set, or none if it is missing."""
    from .dataset import DATASETS

    return sorted(DATASETS[testset].langpairs) if testset in DATASETS else []


def get_source_file(test_set: str, langpair: str) -> str:
    """Returns the file of a test set's source texts."""
    return _test_set(test_set).get_source_file(langpair)


def get_reference_files(test_set: str, langpair: str) -> List[str]:
    """Returns the files of a test set's references."""
    return _test_set(test_set).get_reference_files(langpair)


def get_files(test_set: str, langpair: str) -> List[str]:
    """Returns the files of all fields of a test set."""
    return _test_set(test_set).get_files(langpair)


def download_test_set(test_set: str, langpair: Optional[str] = None) -> List[str]:
    """Returns the files of a test set in sacreBLEU's folder. Nothing is downloaded; a missing test
    set is an error."""
    data = _test_set(test_set)
    return [
        file
        for pair in ([langpair] if langpair else data.langpairs)
        for file in data.get_files(pair)
    ]
