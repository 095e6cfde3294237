"""Answers: plain data with attributes, which print like the program's output.

Every answer can be pickled and compared, and notebooks display it. Those that have figures have ``to_dict()``,
``to_json()``, ``to_pandas()``, ``to_polars()``, ``to_arrow()``, ``table()`` and ``write()``.
"""

from __future__ import annotations

import json
import os
import re
from itertools import islice
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    ClassVar,
    Dict,
    Generic,
    Iterable,
    List,
    Mapping,
    Optional,
    Tuple,
    Type,
    TypeVar,
    Union,
)

from mtgauge.errors import GateError, UsageError, refusal

if TYPE_CHECKING:
    from dataclasses import dataclass, field

    import numpy as np
    import numpy.typing as npt

    from mtgauge import _engine
else:
    from mtgauge._light import dataclass, field

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
    "SpanEvaluation",
    "Latency",
    "Gaps",
    "Findings",
    "Nbest",
    "NbestScore",
    "Citation",
    "Page",
    "ScoreSettings",
]

Record = TypeVar("Record")
Value = TypeVar("Value")


def _record(kind: Type[Record], data: Mapping[str, Any]) -> Record:
    """Makes a dataclass from a record of the engine. It has a field for each of the record's."""
    return kind(**data)


class _Named(Generic[Value]):
    """What has parts by name. It is not a sequence of them: parts are in its attributes."""

    def _of_name(self, name: str) -> List[Value]:
        raise NotImplementedError

    def _known_names(self) -> List[str]:
        raise NotImplementedError

    def __getitem__(self, name: str) -> Value:
        found = self._of_name(name)
        if len(found) == 1:
            return found[0]
        known = dict.fromkeys(self._known_names())
        what = f"there are {len(found)} of them; choose one from the lists" if found else f"there are: {', '.join(known)}"
        raise KeyError(f"{name}; {what}")

    def __contains__(self, name: object) -> bool:
        return name in self._known_names()

    __iter__: Any = None


_Column = Tuple[str, str, List[Any]]  # name, type and values; None where there is none
# The types of columns, as pandas (by NumPy), polars and pyarrow call them.
_NUMPY = {"whole": "int64", "real": "float64", "switch": "bool"}
_POLARS = {"text": "String", "whole": "Int64", "real": "Float64", "switch": "Boolean"}
_ARROW = {"text": "string", "whole": "int64", "real": "float64", "switch": "bool_"}


def _array(kind: str, values: List[Any]) -> Any:
    """Returns a column as a NumPy array. Whole numbers of which some are missing have NaN for those."""
    import numpy as np

    if kind == "whole" and None in values:
        kind = "real"
    if kind == "real":
        return np.array([np.nan if value is None else value for value in values], dtype=np.float64)
    return np.array(values, dtype=object if None in values else _NUMPY.get(kind, object))


class _kept(Generic[Value]):
    """A property that is computed once. ``functools.cached_property`` has a lock before Python 3.12, which
    nobody opens in a process that is forked while another thread holds it."""

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __get__(self, owner: Any, kind: Any = None) -> Value:
        if owner is None:
            return self  # type: ignore[return-value]
        value: Value = owner.__dict__.setdefault(self._compute.__name__, self._compute(owner))
        return value


def _plain(value: Any) -> Any:
    """Returns a value of JSON: None in place of NaN, which JSON has not."""
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return None if value != value else value


class _Tabular:
    """What has a table, for every library of tables."""

    def to_dict(self) -> Dict[str, Any]:
        """Returns everything as lists and dicts."""
        raise NotImplementedError

    def to_json(self) -> str:
        """Returns the same as JSON text, with null in place of NaN."""
        return json.dumps(_plain(self.to_dict()), ensure_ascii=False)

    def _columns(self) -> List[_Column]:
        raise NotImplementedError

    def table(self) -> Dict[str, List[Any]]:
        """Returns the main figures: a list for each column."""
        return {name: list(values) for name, _, values in self._columns()}

    def to_numpy(self) -> Dict[str, Any]:
        """Returns the table as a numpy array for each column."""
        return {name: _array(kind, values) for name, kind, values in self._columns()}

    def to_pandas(self) -> Any:
        """Returns the table as a pandas.DataFrame."""
        import pandas  # type: ignore[import-untyped]

        return pandas.DataFrame(self.to_numpy())

    def to_polars(self) -> Any:
        """Returns the table as a polars.DataFrame."""
        import polars

        columns = self._columns()
        types = {name: getattr(polars, _POLARS[kind]) for name, kind, _ in columns}
        return polars.DataFrame({name: values for name, _, values in columns}, schema=types)

    def to_arrow(self) -> Any:
        """Returns the table as a pyarrow.Table."""
        import pyarrow  # type: ignore[import-untyped]

        return pyarrow.table({name: pyarrow.array(values, getattr(pyarrow, _ARROW[kind])())
                              for name, kind, values in self._columns()})

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Returns the table for libraries that read Arrow's C interface, such as DuckDB."""
        from mtgauge import _engine

        return _engine.arrow_stream(self._columns())

    def write(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the table into a file, in the format of its ending: ``.parquet``, ``.arrow`` or ``.feather``, or
        ``.csv``. The file appears when it is complete."""
        from mtgauge import _engine
        from mtgauge._inputs import path_of

        _engine.write_table(self._columns(), path_of(path))

    def _repr_html_(self) -> str:
        return _html(self.table())


class Answer(_Tabular):
    """A result in the engine's own forms: JSON, a table, text, Markdown and LaTeX."""

    _ALL_FORMS: Tuple[str, ...] = ("json", "table", "text", "markdown", "latex")

    def __init__(self, made: "_engine.Answered") -> None:
        self._made: Optional["_engine.Answered"] = made
        self._forms: Dict[str, Any] = {}  # those that were asked for; all of them in a copy

    def _form(self, name: str) -> Any:
        if name not in self._forms and self._made is not None:
            self._forms[name] = self._made.form(name)
        if isinstance(self._forms[name], UsageError):  # the answer has no such form
            raise self._forms[name]
        return self._forms[name]

    def _columns(self) -> List[_Column]:
        columns: List[_Column] = self._form("table")
        return columns

    @_kept
    def _data(self) -> Dict[str, Any]:
        return self.to_dict()

    @property
    def warnings(self) -> List[Dict[str, str]]:
        """Possible problems, each with ``code``, ``system`` and ``message``."""
        found: List[Dict[str, str]] = self._data["warnings"]
        return found

    def to_dict(self) -> Dict[str, Any]:
        """Returns the whole result, as the program's ``-f json`` prints it."""
        data: Dict[str, Any] = json.loads(self.to_json())
        return data

    def to_json(self) -> str:
        """Returns the same as JSON text."""
        return str(self._form("json"))

    def to_markdown(self) -> str:
        """Returns the whole result as Markdown."""
        return str(self._form("markdown"))

    def to_latex(self) -> str:
        """Returns the tables as LaTeX, for a paper."""
        return str(self._form("latex"))

    def __str__(self) -> str:
        return str(self._form("text")).rstrip("\n")

    def __repr__(self) -> str:
        return f"<mtgauge.{type(self).__name__}>\n{self}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and type(other) is type(self) and other._data == self._data

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __getstate__(self) -> Dict[str, Any]:
        return {name: self._form_or_refusal(name) for name in self._ALL_FORMS}

    def _form_or_refusal(self, name: str) -> Any:
        try:
            return self._form(name)
        except UsageError as refusal:
            return refusal

    def __setstate__(self, forms: Dict[str, Any]) -> None:
        self._made = None
        self._forms = forms


class _OfSystems(Answer):
    """An answer about systems, which may be drawn, and whose request may set a gate."""

    _ALL_FORMS = (*Answer._ALL_FORMS, "html", "svg")

    def to_html(self) -> str:
        """Returns the self-contained page that the program's ``-f html`` writes, or its table with ``table=``.
        Notebooks display it."""
        return str(self._form("html"))

    def _repr_html_(self) -> str:
        shown = self.to_html()
        return shown if shown.startswith("<table>") else _framed(shown, 600)

    def to_svg(self) -> str:
        """Returns the chart that the program's ``-f svg`` draws, for light and dark pages."""
        return str(self._form("svg"))

    @property
    def gate(self) -> Optional[Dict[str, Any]]:
        """With ``require=`` or ``gate=``: whether it ``passed``, the ``verdict`` ("pass", "fail" or
        "undecided"), and the ``failures``."""
        verdict: Optional[Dict[str, Any]] = self._data.get("gate")
        return verdict

    def raise_for_gate(self) -> None:
        """Raises ``GateError`` unless the gate passed."""
        if self.gate is None:
            raise refusal(UsageError, "there is no gate", "set one with `require` or `gate`")
        failures = self.gate["failures"]
        if failures:
            option = "require" if "requirement" in failures[0] else "gate"
            remedy = next((each["remedy"] for each in failures if "remedy" in each), "")
            message = "; ".join([*(each["message"] for each in failures), *filter(None, [remedy])])
            raise GateError(message, option=option, remedy=remedy)


# A notebook shows so many lines of a table.
_SHOWN = 20


def _escaped(text: str) -> str:
    import html

    return html.escape(text)


def _html(table: Mapping[str, List[Any]]) -> str:
    def row(cells: Iterable[Any], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{_escaped(_shown(cell))}</{tag}>" for cell in cells) + "</tr>"

    lines = [row(line, "td") for line in islice(zip(*table.values()), _SHOWN)]
    left = max((len(values) for values in table.values()), default=0) - len(lines)
    more = f"<p>{left:,} more lines; <code>to_pandas()</code> has all</p>" if left > 0 else ""
    return f"<table><thead>{row(table, 'th')}</thead><tbody>{''.join(lines)}</tbody></table>{more}"


def _html_of_markdown(text: str) -> str:
    """Returns the tables of an answer, and the lines between them."""
    def row(cells: Iterable[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{plain(cell)}</{tag}>" for cell in cells) + "</tr>"

    def plain(cell: str) -> str:
        return _escaped(re.sub(r"\\(.)", r"\1", cell.strip()))

    parts = []
    for block in text.strip().split("\n\n"):
        lines = block.split("\n")
        if block.startswith("|"):
            head, _, *rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines]
            body = "".join(row(cells, "td") for cells in rows)
            parts.append(f"<table><thead>{row(head, 'th')}</thead><tbody>{body}</tbody></table>")
        else:
            parts += [f"<p>{plain(line.lstrip('#- ').strip('`'))}</p>" for line in lines]
    return "\n".join(parts)


def _framed(page: str, height: int) -> str:
    """Returns a page for a notebook, in a sandbox that isolates it from the notebook."""
    return (f'<iframe sandbox="allow-scripts" width="100%" height="{height}" style="border:0;resize:vertical" '
            f'srcdoc="{_escaped(page)}"></iframe>')


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
    scale: Optional[float] = 100.0
    higher_is_better: Optional[bool] = True  # None if neither higher nor lower is better
    equals: Optional[str] = None
    details: Dict[str, Any] = field(default_factory=dict)
    confidence: Optional[Dict[str, Any]] = None
    p_value: Optional[float] = None

    def __float__(self) -> float:
        return self.score


@dataclass(frozen=True)
class SystemScores(_Named[MetricScore]):
    """The scores of one system. ``system["BLEU"]`` is one of them."""

    name: str
    scores: List[MetricScore]
    references: Optional[List[str]] = None  # if they differ between systems

    def _of_name(self, name: str) -> List[MetricScore]:
        return [score for score in self.scores if score.metric == name]

    def _known_names(self) -> List[str]:
        return [score.metric for score in self.scores]


def _systems(data: List[Dict[str, Any]]) -> List[SystemScores]:
    return [
        _record(SystemScores, {**system, "scores": [_record(MetricScore, each) for each in system["scores"]]})
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


class Report(_OfSystems, _Named[Any]):
    """Scores of whole texts. ``report["a"]`` is the system ``a``; with one system, ``report["BLEU"]`` is its score."""

    @property
    def segments(self) -> int:
        """The number of scored segments."""
        return int(self._data["segments"])

    @_kept
    def systems(self) -> List[SystemScores]:
        return _systems(self._data["systems"])

    @_kept
    def groups(self) -> List[GroupScores]:
        """The scores of each group, with ``by=``."""
        groups = self._data.get("groups", [])
        return [GroupScores(_group(g["name"]), g["segments"], _systems(g["systems"])) for g in groups]

    @property
    def score(self) -> float:
        """The only score, of one system under one metric."""
        scores = [score for system in self.systems for score in system.scores]
        if len(scores) != 1:
            raise refusal(UsageError, f"there are {len(scores)} scores", "look at .systems")
        return scores[0].score

    def _of_name(self, name: str) -> List[Any]:
        found: List[Any] = [system for system in self.systems if system.name == name]
        return found or (self.systems[0]._of_name(name) if len(self.systems) == 1 else [])

    def _known_names(self) -> List[str]:
        names = [system.name for system in self.systems]
        return names + (self.systems[0]._known_names() if len(names) == 1 else [])


class SegmentScores(_Tabular, _Named["npt.NDArray[np.float64]"]):
    """Scores of single segments, or of groups of them.

    ``scores[segment, system, metric]`` is a numpy array, with NaN for segments that were left out.
    ``scores["BLEU"]`` are those of one metric: a vector for one system, a column each for several.
    With ``details=True``, ``details[metric][figure]`` is an array ``[segment, system]`` or
    ``[segment, system, order]``.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.systems: List[str] = data["systems"]
        self.metrics: List[str] = data["metrics"]
        self.ids: List[Any] = data["ids"]  # text, or int if the keys of a cluster's records were int
        self.documents: List[str] = data["documents"]
        self.by: str = data["by"]
        self.groups: List[List[str]] = data["groups"]  # of each group, the values of the fields in `by`
        self.scores: npt.NDArray[np.float64] = data["scores"]
        self.details: Dict[str, Dict[str, npt.NDArray[np.float64]]] = data["details"]
        self.warnings: List[Dict[str, str]] = data["warnings"]

    def __len__(self) -> int:
        return len(self.scores)

    def _of_name(self, name: str) -> List[npt.NDArray[np.float64]]:
        columns = [self.scores[:, :, place] for place, metric in enumerate(self.metrics) if metric == name]
        return [column[:, 0] if len(self.systems) == 1 else column for column in columns]

    def _known_names(self) -> List[str]:
        return self.metrics

    def _columns(self) -> List[_Column]:
        """One line for each segment or group and system, with one column for each metric."""
        whole = all(type(i) is int and abs(i) < 1 << 63 for i in self.ids)
        fields = self.by.split(", ")
        names = [f"group:{field}" for field in fields] if len(fields) > 1 else ["group"]
        labels: List[_Column] = [(name, "text", list(values)) for name, values in zip(names, zip(*self.groups))]
        if not self.by:
            labels = [("segment", "whole", list(range(len(self)))), ("id", "whole" if whole else "text", self.ids),
                      ("document", "text", self.documents)]
        columns: List[_Column] = [(name, kind, [value for value in each for _ in self.systems])
                                  for name, kind, each in labels if any(value != "" for value in each) or name == "segment"]
        columns.append(("system", "text", self.systems * len(self)))
        for m, metric in enumerate(self.metrics):
            scores = self.scores[:, :, m].reshape(-1).tolist()
            columns.append((metric, "real", [None if score != score else score for score in scores]))
        return columns

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

    __hash__: ClassVar[None] = None  # type: ignore[assignment]


@dataclass(frozen=True)
class SystemEstimate:
    """One system under one metric: its score and the uncertainty of the score."""

    name: str
    score: float
    mean: Optional[float]
    sd: Optional[float]
    interval: List[Optional[float]]
    cluster: int
    ranks: Optional[List[int]]
    runs: int = 1
    half_width: Optional[float] = None
    sd_selection: Optional[float] = None
    sd_optimizer: Optional[float] = None
    rank_interval: Optional[List[float]] = None
    details: Dict[str, Any] = field(default_factory=dict)  # the figures behind the score, by name


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
    plan: Optional[Dict[str, Any]] = None
    se: Optional[float] = None
    simultaneous_interval: Optional[List[float]] = None
    exceedances: Optional[int] = None
    p_error: Optional[float] = None
    p_sacrebleu_bs: Optional[float] = None
    p_margin: Optional[float] = None
    p_margin_adjusted: Optional[float] = None
    exact: bool = False
    share_a_wins: Optional[float] = None
    share_b_wins: Optional[float] = None
    share_ties: Optional[float] = None
    human_agreement_percent: Optional[float] = None
    brevity: Optional[float] = None
    part_of_all: Optional[float] = None
    equal_length: Optional[Dict[str, Any]] = None


@dataclass(frozen=True)
class MetricComparison:
    """All systems under one metric."""

    metric: str
    signature: str
    test_signature: str
    systems: List[SystemEstimate]
    pairs: List[PairTest]
    group: Optional[str] = None
    scale: Optional[float] = 100.0
    higher_is_better: Optional[bool] = True  # None if neither higher nor lower is better
    equals: Optional[str] = None
    units: int = 0
    design_effect: Optional[float] = None


class Comparison(_OfSystems, _Named[MetricComparison]):
    """A comparison of systems: an estimate for each, a test for each pair. ``comparison["BLEU"]`` is that of one
    metric."""

    @_kept
    def metrics(self) -> List[MetricComparison]:
        def of(data: Dict[str, Any]) -> MetricComparison:
            made = dict(data)
            made["systems"] = [_record(SystemEstimate, each) for each in data["systems"]]
            made["pairs"] = [_record(PairTest, each) for each in data["pairs"]]
            return _record(MetricComparison, made)

        return [of(each) for each in self._data["metrics"]]

    @property
    def agreement(self) -> List[Dict[str, Any]]:
        """How far annotators agree, for each language pair and criterion, if ``agreement=True``."""
        found: List[Dict[str, Any]] = self._data.get("agreement", [])
        return found

    def _of_name(self, name: str) -> List[MetricComparison]:
        return [each for each in self.metrics if each.metric == name]

    def _known_names(self) -> List[str]:
        return [each.metric for each in self.metrics]


class Evaluation(Answer):
    """Metrics compared with human scores. ``to_dict()`` has everything, ``table()`` the measures. Notebooks display
    the tables of ``to_markdown()``."""

    def _repr_html_(self) -> str:
        return _html_of_markdown(self.to_markdown())


class SpanEvaluation(Answer):
    """Predicted error spans compared with those of people. ``to_dict()`` has everything, ``table()`` F1
    with its interval, precision and recall of each input, and the tests."""


class Latency(Answer):
    """Latency of simultaneous translation. ``table()`` has the figures of each system, or of each segment
    with ``sentence_level=True``."""


class Gaps(Answer):
    """What is missing from an output and what is surplus. ``table()`` has the figures of each document."""


class Findings(Answer):
    """Differences between systems. ``to_dict()`` has everything, ``table()`` the comparison of
    systems. Notebooks display its page."""

    def page(self, title: str = "") -> "Page":
        """Returns the page of ``mtgauge.report``."""
        from mtgauge._inputs import text_of

        if self._made is None:
            raise refusal(UsageError, "a copy of findings has no page", "make the page where the findings were computed")
        return Page(self._made.form("page", text_of(title, "title", "pass a str")))

    def _repr_html_(self) -> str:
        return super()._repr_html_() if self._made is None else self.page()._repr_html_()

    @property
    def warnings(self) -> List[Dict[str, str]]:
        found: List[Dict[str, str]] = self._data["comparison"]["warnings"]
        return found


@dataclass(frozen=True)
class ScoreSettings:
    """How a score was computed, from its signature. ``keywords`` are those of ``mtgauge.score``; ``references``
    is their number, "var" if it differs between segments, "" if it is not known; ``notes`` say what the
    signature cannot tell."""

    keywords: Dict[str, Any]
    references: str
    notes: List[str]

    def to_dict(self) -> Dict[str, Any]:
        return dict(self.__dict__)


@dataclass(frozen=True)
class NbestScore:
    """The score of the best candidates as one text, and that of the first candidates."""

    metric: str
    best: float
    first: float
    candidate_signature: str


class Nbest(_Tabular):
    """The best candidate of each segment: its text in ``best``, and in ``index`` its place in the segment's
    list. ``scores`` compares the best candidates with the first ones. ``table()`` has the metrics of the best
    candidates, or of all with ``all_candidates=True``; segments and candidates count from 0."""

    def __init__(self, best: List[str], index: List[int], scores: List[NbestScore], lines: List[Dict[str, Any]],
                 warnings: List[Dict[str, str]]) -> None:
        self.best = best
        self.index = index
        self.scores = scores
        self.warnings = warnings
        self._lines = lines  # of the table

    def __len__(self) -> int:
        return len(self.best)

    def _columns(self) -> List[_Column]:
        columns: List[_Column] = [(name, "whole", [line[name] for line in self._lines]) for name in ("segment", "candidate")]
        for score in self.scores:
            columns.append((score.metric, "real", [line["scores"][score.metric] for line in self._lines]))
        return [*columns, ("text", "text", [line["text"] for line in self._lines])]

    def to_dict(self) -> Dict[str, Any]:
        scores = [dict(score.__dict__) for score in self.scores]
        return {"best": self.best, "index": self.index, "scores": scores, "candidates": self._lines,
                "warnings": self.warnings}

    def __repr__(self) -> str:
        scores = "; ".join(f"{s.metric} {s.best:.2f} of the best, {s.first:.2f} of the first" for s in self.scores)
        return f"<mtgauge.Nbest: {len(self)} segments: {scores}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Nbest) and self.__dict__ == other.__dict__

    __hash__: ClassVar[None] = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Citation:
    """What to write in a paper: ``sentences`` for the methods section, and the entries of ``bibtex``. As a str,
    it is what ``mtgauge cite`` prints."""

    sentences: List[str]
    bibtex: str
    text: str

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> Dict[str, Any]:
        return dict(self.__dict__)

    def _repr_html_(self) -> str:
        paragraphs = "".join(f"<p>{_escaped(sentence)}</p>" for sentence in self.sentences)
        return f"{paragraphs}\n<pre>{_escaped(self.bibtex)}</pre>"


class Page:
    """A self-contained HTML page that shows where systems differ."""

    def __init__(self, html: str) -> None:
        self.html = html

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Page) and other.html == self.html

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the page to a file, which appears when it is complete."""
        from mtgauge import _engine
        from mtgauge._inputs import path_of

        _engine.write_text(self.html, path_of(path))

    def _repr_html_(self) -> str:
        return _framed(self.html, 800)

    def __repr__(self) -> str:
        return f"<mtgauge.Page: {len(self.html)} characters; write it to a file with save(path)>"
