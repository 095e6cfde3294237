"""Answers: plain data with attributes, which print like the program's output.

Every answer has ``to_dict()``, ``to_pandas()``, ``to_polars()``, ``to_arrow()`` and ``table()``; it
can be pickled and compared, and is displayed as a table in notebooks.
"""

from __future__ import annotations

import html
import json
import os
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Tuple, Type, TypeVar, Union

from mtgauge.errors import GateError, UsageError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = [
    "Answer",
    "Report",
    "SystemScores",
    "MetricScore",
    "GroupScores",
    "SegmentScores",
    "Comparison",
    "MetricComparison",
    "SystemEstimate",
    "PairTest",
    "Evaluation",
    "Findings",
    "Page",
]

Record = TypeVar("Record")


def _record(kind: Type[Record], data: Mapping[str, Any]) -> Record:
    """Makes a dataclass from those keys of `data` that it has as fields."""
    names = kind.__dataclass_fields__  # type: ignore[attr-defined]
    return kind(**{key: value for key, value in data.items() if key in names})


# The types of columns in the engine's tables; those of groups are text, too, and all others have
# numbers with a fraction.
_TYPES: Dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(["of", "row", "kind", "group", "system", "metric", "a", "b", "other", "language_pair", "criterion",
                     "measure", "signature", "test_signature"], str),
    **dict.fromkeys(["segments", "runs", "weight", "cluster", "rank_low", "rank_high"], int),
    "significant": "yes".__eq__,
}


def _column(name: str, cells: List[str]) -> List[Any]:
    """Returns the values of a column. Empty cells are None, except in text."""
    kind = str if name.startswith("group:") else _TYPES.get(name, float)
    return cells if kind is str else [kind(cell) if cell else None for cell in cells]


class Answer:
    """A result in the engine's own forms: JSON, a table, text, Markdown and LaTeX."""

    def __init__(self, forms: Dict[str, str]) -> None:
        self._forms = forms

    @cached_property
    def _data(self) -> Dict[str, Any]:
        data: Dict[str, Any] = json.loads(self._forms["json"])
        return data

    @property
    def warnings(self) -> List[Dict[str, str]]:
        """Possible problems, each with ``code``, ``system`` and ``message``."""
        found: List[Dict[str, str]] = self._data["warnings"]
        return found

    def to_dict(self) -> Dict[str, Any]:
        """Returns the whole result, as the program's ``-f json`` prints it."""
        data: Dict[str, Any] = json.loads(self._forms["json"])
        return data

    def to_json(self) -> str:
        """Returns the same as JSON text."""
        return self._forms["json"]

    def to_markdown(self) -> str:
        """Returns the whole result as Markdown."""
        return self._forms["markdown"]

    def to_latex(self) -> str:
        """Returns the tables as LaTeX, for a paper."""
        return self._forms["latex"]

    def table(self) -> Dict[str, List[Any]]:
        """Returns the main figures: a list for each column."""
        # The engine escapes line feeds and tabs in names, but no other separators of lines.
        head, *lines = [line.split("\t") for line in self._forms["tsv"].rstrip("\n").split("\n")]
        return {name: _column(name, [line[i] for line in lines]) for i, name in enumerate(head)}

    def to_pandas(self) -> Any:
        """Returns the table as a pandas.DataFrame."""
        import pandas  # type: ignore[import-untyped]

        return pandas.DataFrame(self.table())

    def to_polars(self) -> Any:
        """Returns the table as a polars.DataFrame."""
        import polars

        return polars.DataFrame(self.table(), strict=False)

    def to_arrow(self) -> Any:
        """Returns the table as a pyarrow.Table."""
        import pyarrow  # type: ignore[import-untyped]

        return pyarrow.table(self.table())

    def __str__(self) -> str:
        return self._forms["text"].rstrip("\n")

    def __repr__(self) -> str:
        return f"<mtgauge.{type(self).__name__}>\n{self}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and type(other) is type(self) and other._data == self._data

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> Dict[str, str]:
        return self._forms

    def __setstate__(self, forms: Dict[str, str]) -> None:
        self._forms = forms

    def _repr_html_(self) -> str:
        return _html(self.table())


class _Gated(Answer):
    """An answer to a request that may set a gate."""

    @property
    def gate(self) -> Optional[Dict[str, Any]]:
        """With ``require=`` or ``gate=``: whether it ``passed``, the ``verdict`` ("pass", "fail" or
        "undecided"), and the ``failures``."""
        verdict: Optional[Dict[str, Any]] = self._data.get("gate")
        return verdict

    def raise_for_gate(self) -> None:
        """Raises ``GateError`` unless the gate passed."""
        if self.gate is None:
            remedy = "set one with `require` or `gate`"
            raise UsageError(f"there is no gate; {remedy}", remedy=remedy)
        failures = self.gate["failures"]
        if failures:
            option = "require" if "requirement" in failures[0] else "gate"
            remedy = next((each["remedy"] for each in failures if "remedy" in each), "")
            message = "; ".join([*(each["message"] for each in failures), *filter(None, [remedy])])
            raise GateError(message, option=option, remedy=remedy)


def _html(table: Mapping[str, List[Any]]) -> str:
    def cells(tag: str, values: Any) -> str:
        return "".join(f"<{tag}>{html.escape(_shown(value))}</{tag}>" for value in values)

    lines = "".join(f"<tr>{cells('td', line)}</tr>" for line in zip(*table.values()))
    return f"<table><thead><tr>{cells('th', table)}</tr></thead><tbody>{lines}</tbody></table>"


def _shown(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4f}" if isinstance(value, float) else str(value)


@dataclass(frozen=True)
class MetricScore:
    """One score of one system."""

    metric: str
    score: float
    signature: str
    scale: float = 100.0
    higher_is_better: bool = True
    equals: Optional[str] = None
    details: Dict[str, Any] = field(default_factory=dict)
    confidence: Optional[Dict[str, Any]] = None
    p_value: Optional[float] = None

    def __float__(self) -> float:
        return self.score


@dataclass(frozen=True)
class SystemScores:
    """The scores of one system."""

    name: str
    scores: List[MetricScore]

    def __getitem__(self, metric: str) -> MetricScore:
        for score in self.scores:
            if score.metric == metric:
                return score
        raise KeyError(f"{metric}; there are: {', '.join(s.metric for s in self.scores)}")


def _systems(data: List[Dict[str, Any]]) -> List[SystemScores]:
    return [
        SystemScores(system["name"], [_record(MetricScore, each) for each in system["scores"]])
        for system in data
    ]


def _group(name: Union[str, List[str]]) -> Union[str, Tuple[str, ...]]:
    return name if isinstance(name, str) else tuple(name)


@dataclass(frozen=True)
class GroupScores:
    """The scores of one group of segments. With several fields, the name has a value for each."""

    name: Union[str, Tuple[str, ...]]
    segments: int
    systems: List[SystemScores]


class Report(_Gated):
    """Scores of whole texts."""

    @property
    def segments(self) -> int:
        """The number of scored segments."""
        return int(self._data["segments"])

    @cached_property
    def systems(self) -> List[SystemScores]:
        return _systems(self._data["systems"])

    @cached_property
    def groups(self) -> List[GroupScores]:
        """The scores of each group, with ``by=``."""
        groups = self._data.get("groups", [])
        return [GroupScores(_group(g["name"]), g["segments"], _systems(g["systems"])) for g in groups]

    @property
    def score(self) -> float:
        """The only score, of one system under one metric."""
        scores = [score for system in self.systems for score in system.scores]
        if len(scores) != 1:
            raise ValueError(f"there are {len(scores)} scores; look at .systems")
        return scores[0].score

    def __getitem__(self, name: str) -> Any:
        """Returns a system by name, or with one system a score by metric."""
        for system in self.systems:
            if system.name == name:
                return system
        if len(self.systems) == 1:
            return self.systems[0][name]
        raise KeyError(f"{name}; there are: {', '.join(s.name for s in self.systems)}")


class SegmentScores:
    """Scores of single segments, or of groups of them.

    ``scores[segment, system, metric]`` is a numpy array, with NaN for segments that were left out.
    With ``details=True``, ``details[metric][figure]`` is an array ``[segment, system]`` or
    ``[segment, system, order]``.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.systems: List[str] = data["systems"]
        self.metrics: List[str] = data["metrics"]
        self.ids: List[Any] = data["ids"]  # text, or int if the keys of a cluster's records were int
        self.documents: List[str] = data["documents"]
        self.by: str = data["by"]
        self.scores: npt.NDArray[np.float64] = data["scores"]
        self.details: Dict[str, Dict[str, npt.NDArray[np.float64]]] = data["details"]
        self.warnings: List[Dict[str, str]] = data["warnings"]

    def __len__(self) -> int:
        return len(self.scores)

    def __getitem__(self, metric: str) -> npt.NDArray[np.float64]:
        """Returns the scores under one metric: a vector for one system, a column each for several."""
        if metric not in self.metrics:
            raise KeyError(f"{metric}; there are: {', '.join(self.metrics)}")
        column = self.scores[:, :, self.metrics.index(metric)]
        return column[:, 0] if len(self.systems) == 1 else column

    def table(self) -> Dict[str, List[Any]]:
        """Returns one line for each segment and system, with one column for each metric."""
        count = len(self.systems)
        table: Dict[str, List[Any]] = {
            "segment": [i for i in range(len(self)) for _ in range(count)],
            "id": [i for i in self.ids for _ in range(count)],
            "document": [d for d in self.documents for _ in range(count)],
            "system": self.systems * len(self),
        }
        for m, metric in enumerate(self.metrics):
            table[metric] = self.scores[:, :, m].reshape(-1).tolist()
        return {k: v for k, v in table.items() if k not in ("id", "document") or any(each != "" for each in v)}

    to_pandas = Answer.to_pandas
    to_polars = Answer.to_polars
    to_arrow = Answer.to_arrow
    _repr_html_ = Answer._repr_html_

    def to_dict(self) -> Dict[str, Any]:
        details = {m: {k: v.tolist() for k, v in told.items()} for m, told in self.details.items()}
        return {**self.__dict__, "scores": self.scores.tolist(), "details": details}

    def __repr__(self) -> str:
        return (
            f"<mtgauge.SegmentScores: {len(self)} segments, systems {self.systems}, "
            f"metrics {self.metrics}>"
        )

    def __eq__(self, other: object) -> bool:
        import numpy as np

        if not isinstance(other, SegmentScores):
            return False
        arrays = ("scores", "details")
        rest = {k: v for k, v in self.__dict__.items() if k not in arrays}
        others = {k: v for k, v in other.__dict__.items() if k not in arrays}
        told, known = self.details, other.details
        return (
            rest == others
            and np.array_equal(self.scores, other.scores, equal_nan=True)
            and {m: list(v) for m, v in told.items()} == {m: list(v) for m, v in known.items()}
            and all(np.array_equal(v, known[m][k], equal_nan=True) for m, f in told.items() for k, v in f.items())
        )

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class SystemEstimate:
    """One system under one metric: its score and the uncertainty of the score."""

    name: str
    score: float
    mean: float
    sd: float
    interval: List[Optional[float]]
    cluster: int
    ranks: List[int]
    runs: int = 1


@dataclass(frozen=True)
class PairTest:
    """The test of whether systems ``a`` and ``b`` differ."""

    a: str
    b: str
    difference: float
    p: float
    p_adjusted: float
    significant: bool
    interval: List[Optional[float]]
    detectable_difference: Optional[float] = None


@dataclass(frozen=True)
class MetricComparison:
    """All systems under one metric."""

    metric: str
    signature: str
    test_signature: str
    systems: List[SystemEstimate]
    pairs: List[PairTest]
    group: Optional[str] = None


class Comparison(_Gated):
    """A comparison of systems: an estimate for each, a test for each pair."""

    @cached_property
    def metrics(self) -> List[MetricComparison]:
        def of(data: Dict[str, Any]) -> MetricComparison:
            made = dict(data)
            made["systems"] = [_record(SystemEstimate, each) for each in data["systems"]]
            made["pairs"] = [_record(PairTest, each) for each in data["pairs"]]
            return _record(MetricComparison, made)

        return [of(each) for each in self._data["metrics"]]

    def __getitem__(self, metric: str) -> MetricComparison:
        for each in self.metrics:
            if each.metric == metric:
                return each
        raise KeyError(f"{metric}; there are: {', '.join(m.metric for m in self.metrics)}")


class Evaluation(Answer):
    """Metrics compared with human scores. ``to_dict()`` has everything, ``table()`` the measures."""


class Findings(Answer):
    """Differences between systems. ``to_dict()`` has everything, ``table()`` the comparison of
    systems."""

    @property
    def warnings(self) -> List[Dict[str, str]]:
        found: List[Dict[str, str]] = self._data["comparison"]["warnings"]
        return found


class Page:
    """A self-contained HTML page that shows where systems differ."""

    def __init__(self, html: str) -> None:
        self.html = html

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the page to a file."""
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(self.html)

    def _repr_html_(self) -> str:
        """Returns the page for a notebook, in a sandbox that isolates it from the notebook."""
        return (f'<iframe sandbox="allow-scripts" width="100%" height="800" '
                f'srcdoc="{html.escape(self.html)}"></iframe>')

    def __repr__(self) -> str:
        return f"<mtgauge.Page: {len(self.html)} characters; write it to a file with save(path)>"
