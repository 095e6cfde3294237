"""The exceptions, one class for each kind of error.

All of them have the fields ``option`` (the keyword), ``file`` (or the name of a column), ``line``
(from 1, or 0 if unknown), ``segment`` (from 0, or None) and ``remedy``.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import Any, Iterator, Match, Optional, Type, TypeVar

__all__ = [
    "MtgaugeError",
    "UsageError",
    "InputError",
    "InputTypeError",
    "GateError",
    "FileError",
    "Cancelled",
    "InternalError",
    "MtgaugeWarning",
    "PartialScoreWarning",
]

_Error = TypeVar("_Error", bound="MtgaugeError")

_OPTION = re.compile(r"`([a-z][a-z0-9-]*)`(?: ([A-Z]{2,}|[\w.+-]+[=:][\w.+/-]+)(?![\w=:]))?")
_UNKNOWN = "there is no option"  # how messages about one begin


# Options that have another name here, and what the program says to type where Python takes something else.
_OWN_NAMES = {"input": "hyps"}
_OWN_WORDS = {
    "name reference files first": "give references with refs=",
    "name at least one reference file": "give references with refs=",
    "name the files to learn from": "give them with refs=",
    "name at least one with `input` FILE": "name at least one with hyps=",
    "call the system as in the file, with `system` NAME FILE": "give its scores under its name in hyps=",
    "name a file with them, as in `documents` FILE": "give them with documents=",
    "name a file with `documents`": "give them with documents=",
    "name a file with `hyp-documents`": "give them with hyp_documents=",
    "name a file of them, as in `human` FILE": "give them with human=",
    "name its file with `source` FILE": "give it with source=",
    "complete the file, or use `missing`": "add it, or use `missing`",
    "put references before `gate`": "pass one, or True",
    "`merge` joins parts of a corpus": "Rows of the parts of a corpus are joined with +",
    "'mtgauge meta'": "mtgauge.evaluate",
    "'meta'": "'evaluate'",
}


def _keyword(option: str) -> str:
    return _OWN_NAMES.get(option, option).replace("-", "_")


def in_python(message: str) -> str:
    """Spells options as keywords: `paired-bs` becomes paired_bs=, and `scores` comet=FILE becomes
    scores="comet=FILE"."""

    def keyword(match: Match[str]) -> str:
        value = match[2] or ""
        return _keyword(match[1]) + "=" + (f'"{value}"' if {*value} & {"=", ":"} else value)

    if message.startswith(_UNKNOWN):
        return message.replace("-", "_")
    for said, own in _OWN_WORDS.items():
        message = message.replace(said, own)
    return _OPTION.sub(keyword, message)


class MtgaugeError(Exception):
    """The base of all errors of this package."""

    def __init__(
        self,
        message: str,
        *,
        option: str = "",
        file: str = "",
        line: int = 0,
        segment: Optional[int] = None,
        remedy: str = "",
    ) -> None:
        super().__init__(in_python(message))
        self.option: str = _keyword(option)
        self.file = file
        self.line = line
        self.segment = segment
        self.remedy: str = in_python(remedy)

    def __reduce__(self) -> Any:
        return _remade, (type(self), self.args, self.__dict__)


def refusal(kind: Type[_Error], what: str, remedy: str, **place: Any) -> _Error:
    """Returns the error that says what is wrong and what to do. ``place``: its other fields."""
    return kind(f"{what}; {remedy}", remedy=remedy, **place)


def _remade(kind: Any, args: Any, fields: Any) -> MtgaugeError:
    error: MtgaugeError = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(fields)
    return error


@contextmanager
def called(keyword: str, option: str) -> Iterator[None]:
    """Lets errors about an option say what this function calls it."""
    try:
        yield
    except MtgaugeError as error:
        if error.option == option:
            error.option = keyword
            own = re.escape(option)
            error.args = (re.sub(rf"^{own}(?=[:\[])|{own}(?==)", keyword, str(error)),)
        raise


class UsageError(MtgaugeError, ValueError):
    """The call has an unknown option or value, or options that contradict each other."""


class InputError(MtgaugeError, ValueError):
    """The data are invalid."""


class InputTypeError(MtgaugeError, TypeError):
    """An argument, or a value in it, has the wrong type."""


class GateError(MtgaugeError):
    """A required bound is not met, or a gate fails."""


class FileError(MtgaugeError, OSError):
    """The operating system refused a read, a write, memory or threads."""


class Cancelled(MtgaugeError):
    """The caller asked to stop."""


class InternalError(MtgaugeError, RuntimeError):
    """A bug in mtgauge itself."""


class MtgaugeWarning(UserWarning):
    """The scores are correct, but perhaps not what you intended. ``code`` identifies the warning."""

    def __init__(self, message: str, code: str = "", system: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.system = system

    def __reduce__(self) -> Any:
        return type(self), (str(self), self.code, self.system)


class PartialScoreWarning(MtgaugeWarning):
    """``mtgauge.sacrebleu`` scored only a part of the texts, as sacreBLEU does without a word."""
