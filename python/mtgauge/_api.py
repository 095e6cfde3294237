"""The native API: the functions of the program's verbs, for texts in memory and in files."""

from __future__ import annotations

import json
import os
from functools import partial
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    ClassVar,
    Dict,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Type,
    Union,
)

from mtgauge import _engine
from mtgauge._frames import COLUMNS, Frame, is_table, needed_column, only_column
from mtgauge._inputs import (
    MOST,
    Path,
    Texts,
    doubts,
    files_of,
    flag_of,
    has_order,
    is_missing,
    is_name,
    is_path,
    labels_of,
    listed,
    name_of,
    named_columns,
    options_of,
    path_of,
    paths_of,
    plain,
    refuse_mixture,
    refuse_other_names,
    specs_of,
    text_of,
    texts_of,
    threads_of,
    values_of,
    warn,
    whole_number,
    whole_numbers,
    wrong_type,
)
from mtgauge._light import with_keywords
from mtgauge._written import Written
from mtgauge.answers import (
    Citation,
    Comparison,
    Evaluation,
    Findings,
    Gaps,
    Latency,
    Nbest,
    NbestScore,
    Page,
    Report,
    ScoreSettings,
    SegmentScores,
    SpanEvaluation,
)
from mtgauge.errors import InputError, InputTypeError, UsageError, called, in_python, refusal

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from mtgauge import _options

__all__ = [
    "score",
    "segments",
    "compare",
    "explain",
    "report",
    "evaluate",
    "spans",
    "latency",
    "resegment",
    "gaps",
    "nbest",
    "survey",
    "cite",
    "tokenize",
    "metrics",
    "tokenizers",
    "stemmers",
    "columns",
    "options",
    "from_signature",
    "Rows",
    "Scorer",
]

Metrics = Union[None, str, Sequence[str]]
# Row files, or Rows objects.
RowFiles = Union[None, Path, "Rows", Sequence[Union[Path, "Rows"]]]


def _groups(by: Any) -> Dict[str, List[str]]:
    """Returns the group of each segment by field: of a dict of columns, or of one column."""
    if not isinstance(by, Mapping):
        return {"group": _group_values("by", by)}
    fields = {field: _group_values(f"by[{field!r}]", column, len(by) > 1) for field, column in named_columns(by, "by")}
    lengths = {field: len(values) for field, values in fields.items()}
    if not fields:
        raise refusal(UsageError, "by: no field of groups", "leave it out", option="by")
    if len(set(lengths.values())) > 1:
        raise refusal(UsageError, f"by: the columns have different lengths ({lengths})", "give one group for each segment",
                      option="by")
    return fields


def _group_values(name: str, column: Any, are_joined: bool = False) -> List[str]:
    """Returns groups as text, as files have them. `are_joined`: with those of other fields, by tabs."""
    column = only_column(column, "by", False)
    dates = getattr(getattr(column, "dtype", None), "kind", "") == "M" and not hasattr(column, "isna")  # NumPy's
    values = list(column) if dates else listed(column, name)
    for segment, value in enumerate(values if set(map(type, values)) != {str} else ()):
        if is_missing(value):
            raise refusal(InputError, f"{name}: the group of segment {segment} is missing", "give it one", option="by",
                          segment=segment)
        value = value if type(value).__name__ == "datetime64" else plain(value)  # of which NumPy makes numbers
        if not isinstance(value, bytes) and not is_name(value):
            raise wrong_type(f"{name}[{segment}]", value, "a str is needed",
                             "give the group of each segment as a str, a number or a date")
        values[segment] = (str(value).lower() if isinstance(value, bool) else
                           value.decode(errors="replace") if isinstance(value, bytes) else str(value))
    tab = next((segment for segment, value in enumerate(values if are_joined else ()) if "\t" in value), None)
    if tab is not None:
        raise refusal(InputError, f"{name}: the group of segment {tab} has a tab", "replace it with a space", option="by",
                      segment=tab)
    return values


def _ask(verb: str, data: Any, refs: Texts, hyps: Texts, **options: Any) -> Any:
    """Returns the engine's answer for `verb`. `data`: a table whose columns the others name, or the
    references. `call`: the engine's function, if it has another name."""
    return _ask_with_ids(verb, data, refs, hyps, **options)[0]


def _ask_with_ids(verb: str, data: Any, refs: Texts, hyps: Texts, *, call: Optional[Callable[..., Any]] = None,
                  system: Any = None, metrics: Metrics = None, rows: RowFiles = None, threads: Optional[int] = None,
                  **options: Any) -> Tuple[Any, Type[Any]]:
    """Returns the engine's answer, and the type of the ids before they became text."""
    refuse_other_names(options)
    if system is None and refs is None and data is not None and not is_table(data):
        refs, data = data, None
    if data is not None and hyps is None and refs is not None and not (is_table(data) or isinstance(data, Mapping)):
        raise refusal(UsageError, "the first argument is no table, and refs= gives the references",
                      "write hyps= before the hypotheses", option="hyps")
    if data is not None:
        refs, hyps, options = Frame(data, system, options.get("ids")).arguments(refs, hyps, options)
    else:
        options["system"] = system  # files by name
    row_files = _listed_rows(rows)
    id_type = _id_type_of(row_files)
    beside: Dict[str, Any] = {}
    groups: Dict[str, List[str]] = {}
    for name in COLUMNS:
        value = options.pop(name, None)
        if name == "ids" and is_path(value):
            raise wrong_type(name, value, "a list is needed", "pass a list, or a table and the name of its column")
        if value is None:
            continue
        if isinstance(value, (str, os.PathLike)):
            options[name] = value
        elif name == "by":
            groups = _groups(value)
            options["by"], beside["by"] = ",".join(groups), list(map("\t".join, zip(*groups.values())))
        else:
            beside[name], kind = (value, str) if name == "source" else labels_of(value, name)
            id_type = kind if name == "ids" else id_type
    with_scores, ids = {}, beside.get("ids") if verb == "evaluate" else None  # others join by them
    if refs is None and hyps is None and rows is None:
        with_scores = _with_scores(beside, groups)
    paths = None if rows is None else [each.path if isinstance(each, Rows) else path_of(each, "rows") for each in row_files]
    texts = texts_of(only_column(refs, "refs"), only_column(hyps, "hyps"), paths, beside)
    if "annotations" in options:
        options["annotations"] = _in_order(options["annotations"], hyps)
    counts = _counts_of(texts, row_files, ids) if verb == "evaluate" and not _is_common(options.get("join")) else None
    with called("refs", "references"), Written(with_scores, ids, counts) as written:
        written.names.update(_names_of_rows(row_files))
        given = options_of(verb, metrics, options, written.uses)
        return (call or getattr(_engine, verb))({**texts, "names": written.names}, given, threads_of(threads)), id_type


def _is_common(join: Any) -> bool:
    """Returns whether segments that only some have are left out."""
    return join is not None and "common" in values_of(join, "join")


def _counts_of(texts: Mapping[str, Any], rows: Sequence[Union[Path, "Rows"]], ids: Any) -> Dict[str, int]:
    """Returns the number of segments by the first argument that tells."""
    if rows and isinstance(rows[0], Rows):
        return {"rows": len(rows[0])}
    columns = [*(("refs", column) for _, column in texts.get("references", ())), ("ids", ids)]
    return next(({name: len(column)} for name, column in columns if hasattr(column, "__len__")), {})


def _in_order(annotations: Any, hyps: Texts) -> Any:
    """Returns annotations of named systems in the order of the systems."""
    if not isinstance(annotations, Mapping) or not isinstance(hyps, Mapping):
        return annotations
    if set(annotations) != set(hyps):
        raise refusal(UsageError,
                      f"annotations: {', '.join(map(str, annotations))} where the systems are {', '.join(map(str, hyps))}",
                      "name the systems as in hyps=", option="annotations")
    return [annotations[name] for name in hyps]


def _with_scores(beside: Dict[str, Any], groups: Dict[str, List[str]]) -> Dict[str, List[Any]]:
    """Moves the columns that belong to scores, as there are no texts, out of `beside`."""
    beside.pop("ids", None)
    found: Dict[str, List[Any]] = {}
    if "documents" in beside:
        found["document"] = listed(beside.pop("documents"), "documents")
    beside.pop("by", None)
    found.update(groups)
    return found


@with_keywords("ScoreOptions")
def score(
    data: Any = None,
    hyps: Texts = None,
    *,
    refs: Texts = None,
    system: Any = None,
    metrics: Metrics = None,
    rows: RowFiles = None,
    ids: Any = None,
    source: Any = None,
    by: Any = None,
    threads: Optional[int] = None,
    **options: Unpack[_options.ScoreOptions],
) -> Report:
    """Scores whole texts.

    ``refs``, or the first argument: a list of str, one for each segment; a list of lists, with any
    number of references for each segment; a dict of lists, one for each stream of references; a
    column of pandas, polars or pyarrow; the path of a file; or a list of ``pathlib.Path``.

    ``hyps``: the same for one system, or a dict of systems by name, in memory or in files.

    ``data``, the first argument, may be a table: a frame of pandas, polars, pyarrow or DuckDB, a
    Hugging Face dataset or a dict of lists. Other arguments then name its columns: ``refs`` one or
    several, ``hyps`` one for each system. If there is a row for each system and segment, ``system``
    names the column with the systems' names, and ``ids`` that with the segments' (default: all
    systems have the same segments in the same order).

    ``metrics``: names with options, as in ``["bleu", "chrf:nw=2"]``. ``by``: groups of segments: a
    field's name, or a list with the group of each segment; for several fields ``"lang,system"``, or
    a dict of such lists. ``source``: what was translated, for metrics that compare with it.
    ``rows``: row files instead of texts.
    ``threads``: None means ``MTGAUGE_THREADS``, or all cores; the answer does not depend on it.

    ``mtgauge.options("score")`` lists all other keywords.

    >>> report = score(refs=["The gate is open."], hyps=["The gate was open."], metrics=["bleu", "chrf"])
    >>> round(report["BLEU"].score, 2)
    30.21
    >>> table = {"ref": ["The gate is open.", "Nobody."], "mt": ["The gate is open.", "None."], "lang": ["en", "en"]}
    >>> score(table, refs="ref", hyps="mt", by="lang").groups[0].name
    'en'
    """
    if "documents" in options:
        raise refusal(UsageError, "there is no option 'documents'", 'for the score of each document, write by={"doc": ...}',
                      option="documents")
    report = Report(_ask("score", data, refs, hyps, system=system, metrics=metrics, rows=rows, ids=ids, source=source,
                         by=by, threads=threads, **options))
    warn(report.warnings)
    return report


@with_keywords("SegmentsOptions")
def segments(
    data: Any = None,
    hyps: Texts = None,
    *,
    refs: Texts = None,
    system: Any = None,
    metrics: Metrics = None,
    rows: RowFiles = None,
    ids: Any = None,
    source: Any = None,
    documents: Any = None,
    by: Any = None,
    threads: Optional[int] = None,
    **options: Unpack[_options.SegmentsOptions],
) -> SegmentScores:
    """Scores single segments, or groups of segments with ``by``; arguments are those of ``score``.

    >>> segments(refs=["The gate is open.", "Nobody."], hyps=["The gate is open.", "Somebody."],
    ...          metrics="chrf")["chrF2"].round(1).tolist()
    [100.0, 45.7]
    """
    made, id_type = _ask_with_ids("segments", data, refs, hyps, system=system, metrics=metrics, rows=rows, ids=ids,
                                  documents=documents, source=source, by=by, threads=threads, **options)
    answer = SegmentScores(made)
    if by is None:
        answer.ids = _typed(answer.ids, int if made["whole_ids"] else id_type)
    warn(answer.warnings)
    return answer


def _typed(ids: List[str], kind: Type[Any]) -> List[Any]:
    """Returns ids as they were before they became text."""
    try:
        return [kind(each) for each in ids]
    except ValueError:  # the files of some have other ids
        return ids


@with_keywords("CompareOptions")
def compare(
    data: Any = None,
    hyps: Texts = None,
    *,
    refs: Texts = None,
    system: Any = None,
    metrics: Metrics = None,
    rows: RowFiles = None,
    ids: Any = None,
    source: Any = None,
    documents: Any = None,
    by: Any = None,
    threads: Optional[int] = None,
    **options: Unpack[_options.CompareOptions],
) -> Comparison:
    """Tests whether systems differ; arguments are those of ``score``, with ``hyps`` a dict of systems.

    >>> refs = ["The gate is open.", "Nobody came.", "It rained all day."] * 10
    >>> same = compare(refs=refs, hyps={"a": refs, "b": refs}, resamples=100)
    >>> same["BLEU"].pairs[0].significant
    False
    """
    answer = Comparison(
        _ask("compare", data, refs, hyps, system=system, metrics=metrics, rows=rows, ids=ids, documents=documents,
             source=source, by=by, threads=threads, **options)
    )
    warn(answer.warnings)
    return answer


@with_keywords("ExplainOptions")
def explain(
    data: Any = None,
    hyps: Texts = None,
    *,
    refs: Texts = None,
    system: Any = None,
    metrics: Metrics = None,
    rows: RowFiles = None,
    ids: Any = None,
    source: Any = None,
    documents: Any = None,
    by: Any = None,
    threads: Optional[int] = None,
    **options: Unpack[_options.ExplainOptions],
) -> Findings:
    """Shows where systems differ: by kinds of segments, words, n-grams and errors, and in which
    segments. Arguments are those of ``compare``.

    >>> refs = ["The gate is open.", "Nobody came.", "It rained all day."]
    >>> found = explain(refs=refs, hyps={"a": refs, "b": ["Gate open.", "Nobody.", "It rained."]}, resamples=100)
    >>> found.to_dict()["errors"][1]["reference"]["missing"]
    5
    """
    if "human" in options:
        raise refusal(UsageError, "there is no option 'human'", "give scores of people beside texts with scores=",
                      option="human")
    answer = Findings(
        _ask("explain", data, refs, hyps, system=system, metrics=metrics, rows=rows, ids=ids, documents=documents,
             source=source, by=by, threads=threads, **options)
    )
    warn(answer.warnings)
    return answer


@with_keywords("ExplainOptions")
def report(
    data: Any = None,
    hyps: Texts = None,
    *,
    refs: Texts = None,
    system: Any = None,
    metrics: Metrics = None,
    rows: RowFiles = None,
    ids: Any = None,
    source: Any = None,
    documents: Any = None,
    by: Any = None,
    threads: Optional[int] = None,
    title: str = "",
    **options: Unpack[_options.ExplainOptions],
) -> Page:
    """Returns the results of ``explain`` as an HTML page, with charts and all segments. Notebooks
    display it; ``save(path)`` writes it to a file.

    >>> refs = ["The gate is open.", "Nobody came."]
    >>> report(refs=refs, hyps={"a": refs, "b": ["Gate open.", "Nobody."]}, resamples=100).html[:15]
    '<!DOCTYPE html>'
    """

    text_of(title, "title", "pass a str")
    return explain(data, hyps, refs=refs, system=system, metrics=metrics, rows=rows, ids=ids, documents=documents,
                   source=source, by=by, threads=threads, **options).page(title)


@with_keywords("EvaluateOptions")
def evaluate(
    data: Any = None,
    hyps: Texts = None,
    *,
    refs: Texts = None,
    system: Any = None,
    human: Any = None,
    metrics: Metrics = None,
    rows: RowFiles = None,
    ids: Any = None,
    documents: Any = None,
    source: Any = None,
    by: Any = None,
    threads: Optional[int] = None,
    **options: Unpack[_options.EvaluateOptions],
) -> Evaluation:
    """Measures how well metrics agree with human scores. ``human``: files of human scores, as for
    'mtgauge meta', a table with their columns, or for each criterion a dict from systems to lists of
    numbers. ``scores``: the same for other metrics. Other arguments are those of ``compare``.

    >>> people = {"adequacy": {"a": [5, 4, 4], "b": [2, 4, 1]}}
    >>> comet = {"COMET": {"a": [0.9, 0.8, 0.8], "b": [0.4, 0.7, 0.5]}}
    >>> round(evaluate(human=people, scores=comet, measures="seg-pearson").table()["value"][0], 3)
    0.913
    """
    answer = Evaluation(
        _ask("evaluate", data, refs, hyps, system=system, metrics=metrics, rows=rows, ids=ids, documents=documents,
             source=source, by=by, human=human, threads=threads, **options)
    )
    warn(answer.warnings)
    return answer


@with_keywords("SpansOptions")
def spans(
    gold: Any,
    systems: Any,
    *,
    threads: Optional[int] = None,
    **options: Unpack[_options.SpansOptions],
) -> SpanEvaluation:
    """Compares predicted error spans with those of people: precision, recall and F1, with intervals and
    tests. ``gold``: a file, or several; ``systems``: a dict from names to files of predictions. In place of a
    file, a table with its columns, or a list of dicts like the lines of a JSON Lines file.

    >>> people = [{"system": "north", "segment": 1, "spans": [{"start": 4, "end": 8, "severity": "major"}]}]
    >>> judge = [{"system": "north", "segment": 1, "spans": [{"start": 4, "end": 6, "severity": "minor"}]}]
    >>> round(spans(people, {"judge": judge}, measure="mp").table()["value"][0], 3)
    1.0
    """
    with called("systems", "hyps"), Written({}) as written:
        files = (files_of(systems, "systems") if not isinstance(systems, Mapping) else
                 [f"{name_of(name, 'systems')}={file}" for name, given in systems.items()
                  for file in written.judgements(f"systems[{name!r}]", given)])
        chosen = options_of("spans", None, {**options, "gold": written.judgements("gold", gold)})
        answer = SpanEvaluation(_engine.spans({"system_files": files, "names": written.names}, chosen, threads_of(threads)))
        warn({**each, "message": written.renamed(each["message"])} for each in answer.warnings)
    return answer


@with_keywords("LatencyOptions")
def latency(
    logs: Union[Mapping[str, Path], Path, Sequence[Path]],
    refs: Optional[Path] = None,
    *,
    threads: Optional[int] = None,
    **options: Unpack[_options.LatencyOptions],
) -> Latency:
    """Measures the latency of simultaneous translation: AL, LAAL, AP, DAL and YAAL of each system, as
    omnisteval does. ``logs``: files as SimulEval writes them, best as a dict from names; ``refs``: a
    file whose lines replace the references in the logs."""
    named = ([f"{name_of(name, 'logs')}={path_of(file, f'logs[{name!r}]')}" for name, file in logs.items()] if isinstance(logs, Mapping)
             else files_of(logs, "logs"))
    texts = {"system_files": named, "reference_files": [] if refs is None else [path_of(refs, "refs")]}
    with called("logs", "hyps"):
        answer = Latency(_engine.latency(texts, options_of("latency", None, {**options}), threads_of(threads)))
    warn(answer.warnings)
    return answer


def tokenize(texts: Texts, tokenizer: str = "13a", *, lowercase: bool = False,
             stem: Optional[str] = None) -> List[str]:
    """Tokenizes texts as a metric does; returns tokens separated by single spaces.

    >>> tokenize(["It's 3.5 m, at most."])
    ["It's 3.5 m , at most ."]
    """
    text_of(tokenizer, "tokenizer", "name one of mtgauge.tokenizers()")
    spec = f"bleu:tok={tokenizer},lc={'yes' if flag_of(lowercase, 'lowercase') else 'no'}"
    if stem is not None:
        spec += f",stem={text_of(stem, 'stem', 'name one of mtgauge.stemmers()')}"
    with called("tokenizer", "tokenize"), called("stem", "bleu:stem"):
        scorer = _engine.Scorer([spec])
    return list(scorer.tokenize(needed_column(texts, "texts")))


@with_keywords("ResegmentOptions")
def resegment(
    refs: Texts,
    hyps: Texts,
    *,
    documents: Any = None,
    hyp_documents: Any = None,
    threads: Optional[int] = None,
    **options: Unpack[_options.ResegmentOptions],
) -> List[str]:
    """Aligns output with other segment boundaries, as in speech translation, to the references'
    segments, with the fewest edits.

    ``refs`` are given as for ``score``, ``hyps`` are lines of any length. ``documents`` and
    ``hyp_documents``: the document of each segment and of each line, as columns or files; each document
    is cut separately. Edits count the tokens of ``tokenize`` (default: "13a", or the tokenizer for
    ``language_pair``).

    >>> resegment(refs=["The gate is open.", "Nobody came."], hyps=["the gate is", "open nobody came"], lowercase=True)
    ['the gate is open', 'nobody came']
    """
    if "gaps" in options:
        raise UsageError("there is no option 'gaps'; mtgauge.gaps() returns what is missing or surplus", option="gaps")
    answer = _resegmented(refs, hyps, documents, hyp_documents, threads, **options)
    return list(answer.to_dict()["segments"])


@with_keywords("ResegmentOptions")
def gaps(
    refs: Texts,
    hyps: Texts,
    *,
    documents: Any = None,
    hyp_documents: Any = None,
    threads: Optional[int] = None,
    **options: Unpack[_options.ResegmentOptions],
) -> Gaps:
    """Counts by document what is missing from an output and what is surplus, as ``mtgauge resegment
    --gaps`` does. The arguments are those of ``resegment``.

    >>> found = gaps(refs=["The gate is open.", "Nobody came."], hyps=["the gate is open"], lowercase=True)
    >>> found.table()["missing"], round(found.table()["under"][0], 3)
    ([1], 0.5)
    """
    return _resegmented(refs, hyps, documents, hyp_documents, threads, gaps=True, **options)


def _resegmented(refs: Texts, hyps: Texts, documents: Any, hyp_documents: Any, threads: Optional[int],
                 **given: Any) -> Gaps:
    beside: List[Dict[str, Any]] = []
    for name, value in (("documents", documents), ("hyp_documents", hyp_documents)):
        in_file = isinstance(value, (str, os.PathLike))
        given[name] = value if in_file else None
        beside.append({} if in_file or value is None else {name: labels_of(value, name)[0]})
    of_refs = texts_of(needed_column(refs, "refs"), None, None, beside[0])
    of_hyps = texts_of(None, needed_column(hyps, "hyps"), None, beside[1])
    refuse_mixture({**of_refs, **of_hyps})
    answer = Gaps(_engine.resegment(of_refs, of_hyps, options_of("resegment", None, given), threads_of(threads)))
    warn(answer.warnings)
    return answer


@with_keywords("NbestOptions")
def nbest(
    refs: Texts,
    candidates: Any,
    *,
    metrics: Metrics = None,
    all_candidates: bool = False,
    threads: Optional[int] = None,
    **options: Unpack[_options.NbestOptions],
) -> Nbest:
    """Picks the best candidate of each segment by the first metric; of equally good ones, the first.

    ``refs`` are given as for ``score``. ``candidates``: a list of str for each segment, or the path of an
    n-best list as Moses and Marian write it. White space around a candidate does not count.
    ``all_candidates``: the table has all candidates with their scores, not only the best.

    >>> lists = [["Gate open.", "The gate is open."], ["Nobody came.", "No one."]]
    >>> picked = nbest(refs=["The gate is open.", "Nobody came."], candidates=lists, metrics="chrf")
    >>> picked.best, picked.index
    (['The gate is open.', 'Nobody came.'], [1, 0])
    """
    import tempfile  # importing it takes as long as importing the engine

    refs, candidates = only_column(refs, "refs", False), only_column(candidates, "candidates", False)
    with called("candidates", "hyps"), Written({}) as written, \
            tempfile.TemporaryDirectory(prefix="mtgauge-nbest-") as folder:
        lists = None if is_path(candidates) else [listed(each, f"candidates[{segment}]")
                                                  for segment, each in enumerate(listed(candidates, "candidates"))]
        texts = {"reference_files": paths_of(refs) or written.references("refs", _reference_columns(refs)),
                 "system_files": [path_of(candidates) if lists is None else written.candidates("candidates", lists)],
                 "names": written.names}
        given = options_of("nbest", metrics, options)
        found: List[List[Dict[str, Any]]] = []
        answer: Dict[str, Any] = {}
        for every in (False, True) if flag_of(all_candidates, "all_candidates") else (False,):
            file = os.path.join(folder, str(every))
            answer = _engine.nbest(texts, given, threads_of(threads), file, every)
            with open(file, encoding="utf-8", newline="\n") as lines:
                found.append([json.loads(line) for line in lines])
    for line in (line for each in found for line in each):
        line["segment"], line["candidate"] = line["segment"] - 1, line["candidate"] - 1
        if lists is not None:  # with the white space around it
            line["text"] = lists[line["segment"]][line["candidate"]]
    picked = Nbest([line["text"] for line in found[0]], [line["candidate"] for line in found[0]],
                   [NbestScore(**score) for score in answer["scores"]], found[-1], answer["warnings"])
    warn(picked.warnings)
    return picked


def _reference_columns(refs: Texts) -> List[List[Any]]:
    """Returns streams of references as lists; for a list of references for each segment, as many as the longest
    has."""
    columns = []
    for name, column in named_columns(refs, "refs"):
        values = list(map(plain, listed(column, name)))
        if any(isinstance(each, (list, tuple)) for each in values):
            several = [listed(each, name) for each in values]
            longest = max(map(len, several))
            columns += [[texts[place] if place < len(texts) else None for texts in several] for place in range(longest)]
        else:
            columns.append(values)
    lengths = {len(column) for column in columns}
    if len(lengths) > 1:
        raise refusal(InputError, f"refs: the streams have different numbers of references ({sorted(lengths)})",
                      "give one for each segment", option="refs")
    for column in columns:
        for segment, text in enumerate(column):
            if is_missing(text):
                column[segment] = None
            elif not isinstance(text, str):
                raise wrong_type(f"refs[{segment}]", text, "a str is needed", "give a str")
    return columns


@with_keywords("SurveyOptions")
def survey(
    refs: Texts,
    path: Path,
    *,
    metrics: Metrics,
    threads: Optional[int] = None,
    **options: Unpack[_options.SurveyOptions],
) -> int:
    """Writes what metrics such as NIST learn from all references into a file, which ``survey=`` of other
    functions names. Returns the number of segments. The surveys of the parts of a corpus add up with
    ``mtgauge merge``.

    >>> survey(refs=["The gate is open.", "Nobody came."], path="nist.survey", metrics="nist")
    2
    >>> round(score(refs=["Nobody came."], hyps=["Nobody came."], metrics="nist", survey="nist.survey").score, 3)
    2.667
    """
    texts = texts_of(needed_column(refs, "refs"), None)
    segments, warnings = _engine.write_survey(texts, options_of("survey", metrics, options), path_of(path), threads_of(threads))
    warn(warnings)
    return segments


@with_keywords("CiteOptions")
def cite(
    metrics: Metrics = None,
    *,
    references: int = 1,
    **options: Unpack[_options.CiteOptions],
) -> Citation:
    """Returns what to write in a paper about scores: a sentence for each metric, with its signature, and the
    publications in BibTeX. ``references``: the number of references. With ``test``, ``null``, ``resamples`` or
    ``correction``, the test of ``compare`` with these options is described too; with ``measures``, an
    ``evaluate`` with them.

    >>> cited = cite("bleu", test="bs")
    >>> cited.sentences[0][:60]
    'We report BLEU (Papineni et al., 2002) as computed by mtgaug'
    >>> cited.bibtex.count("@inproceedings")
    3
    """
    count = whole_number(references, "references", 1, 1_000_000)
    sentences, bibtex, text = _engine.cite(options_of("cite", metrics, options), count)
    return Citation(list(sentences), bibtex, text)


def metrics(*specs: str) -> List[Dict[str, Any]]:
    """Describes all metrics, or the given ones: what they compute, their options, and the tool
    whose results they reproduce."""
    names = [text_of(spec, "metrics", "pass a str", "the name of a metric is needed") for spec in specs]
    found: List[Dict[str, Any]] = json.loads(_engine.list_of("metrics", names))["metrics"]
    return found


def tokenizers() -> List[Dict[str, Any]]:
    """Describes all tokenizers."""
    found: List[Dict[str, Any]] = json.loads(_engine.list_of("tokenizers"))["tokenizers"]
    return found


def stemmers() -> List[Dict[str, Any]]:
    """Describes all stemmers."""
    found: List[Dict[str, Any]] = json.loads(_engine.list_of("stemmers"))["stemmers"]
    return found


def columns(*files: Path) -> List[Dict[str, Any]]:
    """Describes the columns of files: for each, how to name it after ``FILE:``, its type and its first value.

    >>> with open("columns.jsonl", "w") as file:
    ...     _ = file.write('{"ref": "The gate is open.", "mt": "Gate open."}')
    >>> [(column["column"], column["type"]) for column in columns("columns.jsonl")]
    [('ref', 'texts'), ('mt', 'texts')]
    """
    found: List[Dict[str, Any]] = json.loads(_engine.list_of("columns", [path_of(file) for file in files]))["columns"]
    return found


# Functions that have the options of another one.
_OPTIONS_OF = {"report": "explain", "gaps": "resegment", "nearest": "matrix", "Rows": "rows"}


def options(function: str) -> List[Dict[str, Any]]:
    """Returns the options that a function, such as ``score``, ``compare`` or ``Rows``, accepts as
    further keywords.

    >>> "smooth_method" in [option["name"] for option in options("score")]
    True
    """
    text_of(function, "function", "pass a str, as in 'score'", "the name of a function is needed")
    found: List[Dict[str, Any]] = _engine.options(_OPTIONS_OF.get(function, function))
    for option in found:
        option["name"] = option["name"].replace("-", "_")
        option["help"] = in_python(option["help"])
    return found


def from_signature(signature: str) -> ScoreSettings:
    """Returns the keywords with which ``score`` computes a score of this signature, as mtgauge or sacreBLEU
    prints it, and what the signature cannot tell.

    >>> from_signature("BLEU|nrefs:1|case:lc|eff:no|tok:intl|smooth:exp|version:2.4.0").keywords
    {'metrics': 'bleu:tok=intl,lc=yes'}
    """
    text_of(signature, "signature", "pass it as it was printed")
    metric, options, references, notes = _engine.from_signature(signature)
    keywords: Dict[str, Any] = {"metrics": metric}
    for name, value in options:
        keywords[name.replace("-", "_")] = int(value) if value.isdigit() else value or True
    return ScoreSettings(keywords, references, [in_python(note) for note in notes])


def _listed_rows(rows: RowFiles) -> List[Union[Path, "Rows"]]:
    if rows is None:
        return []
    if isinstance(rows, (str, os.PathLike, Rows)):
        return [rows]
    if not has_order(rows):
        raise wrong_type("rows", rows, "Rows or row files are needed", "pass them, or a list of them")
    listed_rows = list(rows)
    if not listed_rows:
        raise refusal(UsageError, "rows: there are none", "pass Rows or row files", option="rows")
    return listed_rows


def _id_type_of(rows: Sequence[Union[Path, "Rows"]]) -> Type[Any]:
    """Returns the type of the ids of all these rows before they became text."""
    types = {each._id_type if isinstance(each, Rows) else str for each in rows}
    return types.pop() if len(types) == 1 else str


def _names_of_rows(rows: Sequence[Union[Path, "Rows"]]) -> Dict[str, str]:
    """Returns what to call the files that the caller does not know."""
    return {each.path: f"rows[{place}]" for place, each in enumerate(rows) if isinstance(each, Rows) and each._is_own}


class Rows:
    """A row file: the integers that metrics computed for every segment. Compute once, use often.

    Rows of parts of a corpus are joined with ``+``; nothing tells whether the same part is added twice.
    ``score``, ``segments``, ``compare`` and ``evaluate`` accept them instead of texts, with the same digits;
    ``compare(rows=[a, b])`` takes systems of the same segments from both.

    >>> refs, hyps = ["The gate is open.", "Nobody came."], ["The gate is open.", "None came."]
    >>> both = Rows(refs=refs[:1], hyps=hyps[:1]) + Rows(refs=refs[1:], hyps=hyps[1:])
    >>> both.score().score == score(refs=refs, hyps=hyps).score
    True
    """

    path: str
    # The type of the ids before they became text.
    _id_type: Type[Any] = str
    # The file is removed with the object.
    _is_own = False

    @with_keywords("RowsOptions")
    def __init__(
        self,
        data: Any = None,
        hyps: Texts = None,
        *,
        refs: Texts = None,
        system: Any = None,
        metrics: Metrics = None,
        ids: Any = None,
        documents: Optional[Texts] = None,
        source: Any = None,
        by: Any = None,
        threads: Optional[int] = None,
        **options: Unpack[_options.RowsOptions],
    ) -> None:
        self._hold()
        write = partial(_engine.write_rows, file=self.path)
        warnings, self._id_type = _ask_with_ids("rows", data, refs, hyps, call=write, system=system, metrics=metrics, ids=ids,
                                                documents=documents, source=source, by=by, threads=threads, **options)
        warn(warnings)

    def _hold(self) -> None:
        """Creates a temporary folder for the file. It is removed with the object or at the end of the
        process, but not by processes forked from it."""
        import shutil
        import tempfile  # importing it takes as long as importing the engine
        import weakref

        folder, owner = tempfile.mkdtemp(prefix="mtgauge-rows-"), os.getpid()

        def remove() -> None:
            if os.getpid() == owner:
                shutil.rmtree(folder, ignore_errors=True)

        weakref.finalize(self, remove)
        self.path, self._is_own = os.path.join(folder, "rows.mtr"), True

    @classmethod
    def load(cls, path: Path) -> "Rows":
        """Opens a row file without copying it."""
        rows = cls.__new__(cls)
        rows.path = path_of(path)
        rows.header()  # raises an error if it is not a row file
        return rows

    def save(self, path: Path) -> None:
        """Writes the row file to a path, atomically."""
        _engine.merge([self.path], path_of(path))

    def header(self) -> Dict[str, Any]:
        """Returns the file's header: systems, metrics, segments, sums and warnings."""
        header: Dict[str, Any] = json.loads(_engine.describe_rows(self.path))
        return header

    def __len__(self) -> int:
        return int(self.header()["segments"])

    def __add__(self, other: "Rows") -> "Rows":
        """Returns the segments of both, one after another."""
        if not isinstance(other, Rows):
            return NotImplemented
        together = Rows.__new__(Rows)
        together._hold()
        with Written({}) as written:
            written.names.update(_names_of_rows([self, other]))
            _engine.merge([self.path, other.path], together.path)
        together._id_type = _id_type_of([self, other])
        return together

    def __reduce__(self) -> Any:
        with open(self.path, "rb") as file:
            return _rows_of, (file.read(), self._id_type)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rows) and self.__reduce__()[1][0] == other.__reduce__()[1][0]

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        header = self.header()
        systems = [system["name"] for system in header["systems"]]
        names = [metric["spec"] for metric in header["metrics"]]
        return f"<mtgauge.Rows: {header['segments']} segments, systems {systems}, metrics {names}>"

    @with_keywords("ScoreOptions")
    def score(
        self,
        *,
        metrics: Metrics = None,
        by: Any = None,
        threads: Optional[int] = None,
        **options: Unpack[_options.ScoreOptions],
    ) -> Report:
        """``mtgauge.score`` of these rows."""
        return score(rows=self, metrics=metrics, by=by, threads=threads, **options)

    @with_keywords("SegmentsOptions")
    def segments(
        self,
        *,
        metrics: Metrics = None,
        documents: Any = None,
        by: Any = None,
        threads: Optional[int] = None,
        **options: Unpack[_options.SegmentsOptions],
    ) -> SegmentScores:
        """``mtgauge.segments`` of these rows."""
        return segments(rows=self, metrics=metrics, documents=documents, by=by, threads=threads, **options)

    @with_keywords("CompareOptions")
    def compare(
        self,
        *,
        metrics: Metrics = None,
        documents: Any = None,
        by: Any = None,
        threads: Optional[int] = None,
        **options: Unpack[_options.CompareOptions],
    ) -> Comparison:
        """``mtgauge.compare`` of these rows."""
        return compare(rows=self, metrics=metrics, documents=documents, by=by, threads=threads, **options)


def _rows_of(data: bytes, id_type: Type[Any] = str) -> Rows:
    rows = Rows.__new__(Rows)
    rows._hold()
    rows._id_type = id_type
    with open(rows.path, "wb") as file:
        file.write(data)
    return rows


class Scorer:
    """Scores single segments against references that are prepared once.

    Safe to share between threads. Scores equal those of ``segments`` to the last bit.

    >>> scorer = Scorer("chrf")
    >>> prepared = scorer.prepare(["The gate is open.", "Nobody came."])
    >>> scorer.scores(prepared, hyps=["The gate is open.", "Nobody."]).round(1).tolist()
    [[100.0], [44.3]]
    """

    def __init__(self, metrics: Union[str, Sequence[str]] = "bleu", *, on_invalid: str = "error",
                 learn_from: Texts = None) -> None:
        specs = specs_of(metrics)
        text_of(on_invalid, "on_invalid", "choose 'error' or 'replace'")
        learnt = None if learn_from is None else [
            list(column) if hasattr(column, "__next__") else column  # copies learn from it again
            for _, column in _streams(only_column(learn_from, "learn_from", False), "learn_from")]
        if learnt is not None and not all(len(column) for column in learnt if hasattr(column, "__len__")):
            raise refusal(InputError, "learn_from: there are no references", "pass those to learn from, or leave it out",
                          option="learn_from")
        self._arguments = (specs, on_invalid, learnt)
        self._scorer = _engine.Scorer(specs, on_invalid=on_invalid, learn_from=learnt)

    @property
    def metrics(self) -> List[str]:
        """The printed names of the metrics, in order."""
        return list(self._scorer.metrics)

    @property
    def columns(self) -> List[List[str]]:
        """For each metric, the names of the integers that it computes for a hypothesis."""
        return [list(names) for names in self._scorer.columns]

    def __repr__(self) -> str:
        return f"<mtgauge.Scorer: {', '.join(self.metrics)}>"

    def prepare(self, refs: Texts, source: Texts = None) -> Any:
        """Prepares references, given as for ``score``. Any number of threads may use the result.
        ``source``: what was translated, for metrics that compare with it."""
        refs = only_column(refs, "refs", False)
        columns = _streams(refs, "refs")
        warn(doubts(refs, "refs", columns))
        return self._scorer.prepare([column for _, column in columns], source)

    def scores(self, references: Any, hyps: Texts, segment_of: Optional[Sequence[int]] = None) -> Any:
        """Returns an array with a row for each hypothesis and a column for each metric.
        ``segment_of``: the segment of each hypothesis; with None, hypothesis i belongs to segment
        i."""
        return self._scorer.scores(_prepared(references), needed_column(hyps, "hyps"), _segments_of(segment_of))

    def sums(self, references: Any, hyps: Texts, segment_of: Optional[Sequence[int]] = None) -> List[int]:
        """Returns integers that can be summed over batches and processes; ``score_of_sums``
        computes the score from the sums."""
        return list(self._scorer.sums(_prepared(references), needed_column(hyps, "hyps"), _segments_of(segment_of)))

    def score_of_sums(self, sums: Sequence[int], metric: int = 0) -> float:
        """Returns the corpus score computed from sums, for the metric with this index."""
        columns = self._scorer.columns
        if whole_number(metric, "metric", 0) >= len(columns):
            raise refusal(UsageError, f"metric={metric}: there are {len(columns)} metrics", "count metrics from 0",
                          option="metric")
        first = sum(map(len, columns[:metric]))
        width = len(columns[metric])
        return float(self._scorer.score_of_sums(metric, whole_numbers(sums, "sums", -(1 << 63), (1 << 63) - 1)[first : first + width]))

    def __reduce__(self) -> Any:
        specs, on_invalid, learnt = self._arguments
        return _scorer_of, (specs, on_invalid, learnt)


def _scorer_of(specs: List[str], on_invalid: str, learnt: Any) -> Scorer:
    scorer = Scorer.__new__(Scorer)
    scorer._arguments = (specs, on_invalid, learnt)
    scorer._scorer = _engine.Scorer(specs, on_invalid=on_invalid, learn_from=learnt)
    return scorer


def _streams(refs: Texts, option: str) -> List[Tuple[str, Any]]:
    """Returns the streams of references by name; an error for files, which a Scorer does not read."""
    columns = named_columns(refs, option)
    if not columns:
        raise refusal(UsageError, f"{option}: there are no references", "give at least one column of them", option=option)
    for name, column in columns:
        if paths_of(column) is not None:
            label = f"{option}[{name!r}]" if isinstance(refs, Mapping) else option
            raise refusal(InputTypeError, f"{label}: a file where texts are needed",
                          "a Scorer reads no files, so pass a list of texts", option=option)
    return columns


def _prepared(references: Any) -> Any:
    if not isinstance(references, _engine.References):
        raise wrong_type("references", references, "those of prepare() are needed", "pass what it returned")
    return references


def _segments_of(numbers: Optional[Sequence[int]]) -> Optional[List[int]]:
    if numbers is None:
        return None
    return whole_numbers(numbers, "segment_of", 0, MOST)
