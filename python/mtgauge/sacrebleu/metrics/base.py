"""The base classes of all metrics: scores, signatures, and the steps from texts to statistics to a
score.

A metric computes a row of statistics for a segment, and a score from a sum of rows. The engine
computes the rows. If a subclass overrides a step of a metric, or the engine cannot process a text,
the steps below compute them in plain Python, one segment at a time.
"""

from __future__ import annotations

import json
import logging
from abc import ABCMeta, abstractmethod
from copy import copy
from itertools import repeat
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Set, Tuple, Type

from ...errors import MtgaugeError
from .. import _lengths, _native, _resampling
from ..version import signature_version

sacrelogger: logging.Logger = logging.getLogger("sacrebleu")

__all__ = ["Metric", "Score", "Signature"]


class _Fields:
    """A base class of objects with fields."""


_fields_of: Callable[[Any], Dict[str, Any]] = _Fields.__dict__["__dict__"].__get__


class Score(_Fields):
    """A metric's name and score. `format` prints both.

    For a single sentence, where time matters, the other fields are computed when one of them is
    accessed.
    """

    @classmethod
    def _with_later_fields(cls, score: float, metric: Metric, row: List[int]) -> Any:
        """Returns the score of `row` under `metric`, neither of which may change afterwards."""
        made = cls.__new__(cls)
        fields = _fields_of(made)
        fields["score"] = score
        fields["_later"] = metric, row
        return made

    def _all_fields(self) -> Dict[str, Any]:
        fields = _fields_of(self)
        later = fields.pop("_later", None)
        if later:
            metric, row = later
            for name, value in _fields_of(metric._compute_score_from_stats(row)).items():
                fields.setdefault(name, value)  # callers may have set some
        return fields

    def __getattr__(self, name: str) -> Any:
        if "_later" in _fields_of(self) and name in self._all_fields():
            return _fields_of(self)[name]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    __dict__ = property(_all_fields)  # pyright: ignore

    def __getstate__(self) -> Dict[str, Any]:
        return self._all_fields()

    def __init__(self, name: str, score: float):
        self.name = name
        self.score = score
        # For resamples: their mean, and half of the interval that contains 95 % of them.
        self._mean = -1.0
        self._ci = -1.0
        # What a metric prints after its score.
        self._verbose = ""

    def format(
        self, width: int = 2, score_only: bool = False, signature: str = "", is_json: bool = False
    ) -> str:
        """Formats the score as text or JSON.

        :param width: digits after the point.
        :param score_only: only the number.
        :param signature: the metric's signature, which the text then contains.
        :param is_json: JSON, with the signature's parts as fields.
        """
        number = f"{self.score:.{width}f}"
        mean, spread = f"{self._mean:.{width}f}", f"{self._ci:.{width}f}"
        interval = f"μ = {mean} ± {spread}" if self._mean > 0 else ""
        text = f"{number} ({interval})" if interval else number
        if score_only:
            return text
        if is_json:
            fields: Dict[str, Any] = {
                "name": self.name,
                "score": float(number),
                "signature": signature,
            }
            if interval:
                fields.update(
                    confidence_mean=float(mean), confidence_var=float(spread), confidence=interval
                )
            if self._verbose:
                fields["verbose_score"] = self._verbose
            for part in signature.split("|"):
                key, value = part.split(":")
                fields[key] = value
            return json.dumps(fields, indent=1, ensure_ascii=False)
        label = f"{self.name}|{signature}" if signature else self.name
        return f"{label} = {text} {self._verbose}" if self._verbose else f"{label} = {text}"

    def estimate_ci(self, scores: List[Score]) -> None:
        """Sets mean and interval from the scores of resamples."""
        from statistics import mean

        ordered = sorted(score.score for score in scores)
        cut = len(ordered) // 40
        self._ci = 0.5 * (ordered[len(ordered) - cut - 1] - ordered[cut])
        self._mean = mean(ordered)

    def __repr__(self) -> str:
        return self.format()


class Signature:
    """The settings of a score: pairs of a key and a value that a paper can quote.

    :param args: the metric's attributes; `num_refs` must be among them.
    """

    def __init__(self, args: Dict[str, Any]):
        self._abbr = {
            "version": "v",
            "nrefs": "#",
            "test": "t",
            "lang": "l",
            "subset": "S",
            "origlang": "o",
            "bs": "bs",
            "ar": "ar",
            "seed": "rs",
        }
        if "num_refs" not in args:
            raise ValueError("Number of references unknown, please evaluate the metric first.")
        num_refs = args["num_refs"]
        self.info: Dict[str, Any] = {
            "version": signature_version(),
            "nrefs": "var" if num_refs == -1 else num_refs,
            "bs": args.get("n_bootstrap"),
            "ar": None,
            "seed": args.get("seed"),
            "test": args.get("test_set"),
            "lang": args.get("langpair"),
            "origlang": args.get("origlang"),
            "subset": args.get("subset"),
        }

    def format(self, short: bool = False) -> str:
        """Returns `key:value|key:value|...`, the version last; `short` abbreviates the keys."""
        pairs = []
        for key in [*(key for key in self.info if key != "version"), "version"]:
            value = self.info[key]
            if value is None:
                continue
            if isinstance(value, bool):
                value = "yes" if value else "no"
            pairs.append(f"{self._abbr[key] if short else key}:{value}")
        return "|".join(pairs)

    def update(self, key: str, value: Any) -> None:
        """Sets the value of one key."""
        self.info[key] = value

    def __str__(self) -> str:
        return self.format()

    __repr__ = __str__


class _References:
    """Streams of references as they were given, and the engine's prepared form.

    :param streams: the streams; segments beyond the end of the shortest are ignored.
    """

    def __init__(self, streams: _native.Streams):
        self.segments = min(map(len, streams), default=0)
        self.streams = [
            stream if len(stream) == self.segments else stream[: self.segments]
            for stream in streams
        ]
        self._kinds = [_native.kinds_of(stream) for stream in self.streams]
        self._prepared: Tuple[Any, Any] = (None, None)

    @classmethod
    def of(cls, references: Sequence[Sequence[Optional[str]]]) -> _References:
        return cls(
            [stream if isinstance(stream, (list, tuple)) else list(stream) for stream in references]
        )

    def counts(self) -> Set[int]:
        """Returns the numbers of references of segments: one number if all have the same."""
        if any(type(None) in kinds for kinds in self._kinds):
            return {len(refs) - refs.count(None) for refs in zip(*self.streams)}
        return {len(self.streams)} if self.segments else set()

    def are_texts(self) -> bool:
        return all(map(_native.are_texts, self._kinds))

    def beside(self, hypotheses: Sequence[str]) -> Sequence[str]:
        """Returns the hypotheses up to the number of references."""
        texts = hypotheses if isinstance(hypotheses, (list, tuple)) else list(hypotheses)
        return texts if len(texts) <= self.segments else texts[: self.segments]

    def upto(self, segments: int) -> _References:
        return (
            self
            if segments >= self.segments
            else _References([stream[:segments] for stream in self.streams])
        )

    def prepared(self, scorer: Any) -> Any:
        """Returns the references prepared by one of the engine's scorers; caches the last result."""
        if self._prepared[0] is not scorer:
            self._prepared = (scorer, scorer.prepare(self.streams))
        return self._prepared[1]

    def __getstate__(self) -> Dict[str, Any]:
        return {
            **vars(self),
            "_prepared": (None, None),
        }  # the engine's data stay in its process


def _ends_in_spaced_dot(texts: Sequence[str]) -> int:
    try:
        return sum(map(str.endswith, texts, repeat(" .")))
    except TypeError:  # where an element is no str, sacreBLEU's error
        return sum(text.endswith(" .") for text in texts)


class _MetricType(ABCMeta):
    """Counts changes of the metric classes, which invalidate what was read from them before."""

    changes: int = 0

    def __setattr__(cls, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        _MetricType.changes += 1

    def __delattr__(cls, name: str) -> None:
        super().__delattr__(name)
        _MetricType.changes += 1


class _Sentences(NamedTuple):
    """How a metric scores single sentences, valid as long as the metric does not change."""

    # The engine's function of a hypothesis and its references; it returns None for texts that it
    # does not accept.
    call: Callable[[str, Sequence[str]], Any]
    metric: Metric  # the metric as it was
    changes: int  # the number of class changes before
    # The fields of the tokenizer now, and as they were.
    fields: Dict[str, Any]
    before: Dict[str, Any]


class Metric(metaclass=_MetricType):
    """The base class of all metrics. A custom metric defines the five abstract methods."""

    __slots__ = ("_sentences", "__dict__", "__weakref__")

    num_refs: int
    _SIGNATURE_TYPE = Signature
    # The type for the engine's scores; None if scores are computed from its rows.
    _SCORE_TYPE: Optional[Type[Score]] = None

    def __init__(self) -> None:
        self._kept: Optional[_References] = None
        self._infos: Optional[List[Any]] = None
        self._force = True  # no warning about tokenized text
        self.n_bootstrap: Optional[int] = None
        self.seed: Optional[str] = None

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, "_sentences", None)
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        object.__setattr__(self, "_sentences", None)
        super().__delattr__(name)

    def __getstate__(self) -> Dict[str, Any]:
        return vars(self)

    # The methods that a metric defines.

    @abstractmethod
    def _aggregate_and_compute(self, stats: List[List[Any]]) -> Any:
        """Returns the score of the sum of rows of statistics."""

    @abstractmethod
    def _compute_score_from_stats(self, stats: List[Any]) -> Any:
        """Returns the score of one row, or of a sum of rows."""

    @abstractmethod
    def _preprocess_segment(self, sent: str) -> str:
        """Preprocesses a text: lower case, tokenizer."""

    @abstractmethod
    def _extract_reference_info(self, refs: Sequence[str]) -> Dict[str, Any]:
        """Returns the data about a segment's references that the statistics need, by name."""

    @abstractmethod
    def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: Dict[str, Any]) -> List[Any]:
        """Returns the row of one segment; `ref_kwargs` comes from `_extract_reference_info`."""

    # Further methods of a metric that the engine supports.

    def _row_spec(self) -> Optional[str]:
        """Returns the engine's spec of the metric with these rows, or None if it has none."""
        return None

    def _score_spec(self) -> Optional[str]:
        """Returns the engine's spec of the metric with these scores, or None if it has none."""
        return None

    def _scorer(self) -> Optional[Any]:
        """Returns the engine's scorer for rows, or None if rows are computed in Python."""
        spec = self._row_spec()
        return spec and _native.scorer(spec)

    def _row_of(self, numbers: List[int]) -> List[Any]:
        """Converts a row of the engine to sacreBLEU's."""
        return numbers

    def _sums_of(self, details: Dict[str, Any]) -> List[Any]:
        """Returns the sum of all rows, from the details of the engine's score."""
        raise NotImplementedError()

    def _sums_are_exact(self, references: int) -> bool:
        """Returns whether the engine's sum of rows is the sum that sacreBLEU would compute.

        :param references: number of references of each segment; -1 if it differs between segments.
        """
        return True

    def _has_own_steps(self, owner: type, steps: Dict[str, Any]) -> bool:
        """Returns whether this object or its class overrides a step of `owner`."""
        cls = type(self)
        return any(
            getattr(cls, name) is not step for name, step in steps.items()
        ) or not steps.keys().isdisjoint(vars(self))

    # References.

    def _keep_references(self, references: Sequence[Sequence[Optional[str]]]) -> None:
        """Prepares references for all later calls."""
        _lengths.check(None, references)
        scorer = self._scorer()
        if scorer is None:
            self._infos = self._cache_references(references)
            return
        kept = _References.of(references)
        if self._can_prepare(kept):
            kept.prepared(scorer)
            self._kept = kept
        else:
            self._infos = self._cache_references(kept.streams)

    @property
    def _ref_cache(self) -> Optional[List[Any]]:
        """The result of `_extract_reference_info` for each segment of the kept references."""
        if self._infos is None and self._kept is not None:
            self._infos = self._cache_references(self._kept.streams)
        return self._infos

    @_ref_cache.setter
    def _ref_cache(self, infos: Optional[List[Any]]) -> None:
        self._infos, self._kept = infos, None

    def _can_prepare(self, references: _References) -> bool:
        """Stores the number of references of segments. Returns False if the engine cannot process
        the references because some are missing."""
        counts = references.counts()
        self.num_refs = next(iter(counts)) if len(counts) == 1 else -1
        return bool(counts) and 0 not in counts and references.are_texts()

    def _cache_references(self, references: Sequence[Sequence[Optional[str]]]) -> List[Any]:
        """Returns the result of `_extract_reference_info` for each segment; missing references are
        None."""
        infos, counts = [], set()
        for refs in zip(*references):
            there = [ref for ref in refs if ref is not None]
            counts.add(len(there))
            infos.append(
                self._extract_reference_info([self._preprocess_segment(ref) for ref in there])
            )
        self.num_refs = counts.pop() if len(counts) == 1 else -1
        return infos

    # From texts to scores.

    def _check_sentence_score_args(self, hyp: str, refs: Sequence[str]) -> None:
        error = None
        if not isinstance(hyp, str):
            error = "The argument `hyp` should be a string."
        elif isinstance(refs, str) or not isinstance(refs, Sequence):
            error = "The argument `refs` should be a sequence of strings."
        elif refs[0] is not None and not isinstance(refs[0], str):
            error = "Each element of `refs` should be a string."
        if error:
            raise TypeError(f"{type(self).__name__}: {error}")

    def _check_corpus_score_args(
        self, hyps: Sequence[str], refs: Optional[Sequence[Sequence[str]]]
    ) -> None:
        error = None
        if not isinstance(hyps, Sequence):
            error = "`hyps` should be a sequence of strings."
        elif not isinstance(hyps[0], str):
            error = "Each element of `hyps` should be a string."
        elif type(None) in _native.kinds_of(hyps):
            error = "Undefined line in hypotheses stream!"
        if refs is not None:  # what is wrong with them is said instead, as by sacreBLEU
            if not isinstance(refs, Sequence):
                error = "`refs` should be a sequence of sequence of strings."
            elif not isinstance(refs[0], Sequence):
                error = "Each element of `refs` should be a sequence of strings."
            elif refs[0][0] is not None and not isinstance(refs[0][0], str):
                error = "`refs` should be a sequence of sequence of strings."
        if error:
            raise TypeError(f"{type(self).__name__}: {error}")

    def _check_lengths(
        self, hypotheses: Sequence[str], references: Optional[Sequence[Sequence[str]]]
    ) -> None:
        """Warns of segments that are not scored, or raises an error, as the user asked."""
        kept: List[Any] = self._kept.streams if self._kept else [self._infos] if self._infos else []
        _lengths.check(hypotheses, references or kept)

    def _warn_of_tokenized(self, hypotheses: Sequence[str]) -> None:
        if not self._force and _ends_in_spaced_dot(hypotheses) >= 100:
            sacrelogger.warning("That's 100 lines that end in a tokenized period ('.')")
            sacrelogger.warning(
                "It looks like you forgot to detokenize your test data, which may hurt your score."
            )
            sacrelogger.warning(
                "If you insist your data is detokenized, or don't care, you can suppress this "
                "message with the `force` parameter."
            )

    def _streams_for_engine(
        self, references: Optional[Sequence[Sequence[str]]]
    ) -> Optional[_References]:
        """Returns these references, or the kept ones; None if the engine cannot use them."""
        if not references:
            return self._kept
        streams = _References.of(references)
        return streams if self._can_prepare(streams) else None

    def _texts_for_engine(
        self, hypotheses: Sequence[str], references: Optional[Sequence[Sequence[str]]]
    ) -> Optional[Tuple[Sequence[str], _References]]:
        """Returns hypotheses and references up to the length of the shorter; None if the engine
        cannot use the texts."""
        streams = self._streams_for_engine(references)
        if streams is None:
            return None
        texts = streams.beside(hypotheses)
        return (texts, streams) if texts and _native.are_whole(texts) else None

    def _extract_corpus_statistics(
        self, hypotheses: Sequence[str], references: Optional[Sequence[Sequence[str]]]
    ) -> Any:
        """Returns one row of statistics for each segment, up to the length of the shorter of
        hypotheses and references."""
        rows = self._engine_rows(hypotheses, references)
        return self._python_rows(hypotheses, references) if rows is None else rows

    def _engine_rows(
        self, hypotheses: Sequence[str], references: Optional[Sequence[Sequence[str]]]
    ) -> Optional[List[List[Any]]]:
        scorer = self._scorer()
        given = self._texts_for_engine(hypotheses, references) if scorer else None
        if scorer is None or given is None:
            return None
        texts, streams = given
        self._warn_of_tokenized(texts)
        prepared = (streams if streams is self._kept else streams.upto(len(texts))).prepared(scorer)
        return [self._row_of(row) for row in scorer.rows(prepared, texts, range(len(texts)))]

    def _python_rows(
        self, hypotheses: Sequence[str], references: Optional[Sequence[Sequence[str]]]
    ) -> List[List[Any]]:
        infos = self._cache_references(references) if references else self._ref_cache
        if infos is None or not (references or infos):
            raise RuntimeError("No references provided and the cache is empty.")
        texts = [line for line, _ in zip(hypotheses, infos)]
        self._warn_of_tokenized(texts)
        return [
            self._compute_segment_statistics(self._preprocess_segment(line), info)
            for line, info in zip(texts, infos)
        ]

    def _sums_at_once(
        self, hypotheses: Sequence[str], references: Optional[Sequence[Sequence[str]]]
    ) -> Optional[List[Any]]:
        """Returns the sum of all rows for well-formed lists; None if they need a closer look.

        The engine is the first to look at each text, and the only one.
        """
        if type(hypotheses) is not list or not isinstance(references, (list, tuple)):
            return None
        if not references or not hypotheses or any(type(stream) is not list for stream in references):
            return None
        spec = self._score_spec() and self._row_spec()
        count = len(references)
        if not spec or not self._sums_are_exact(count) or {*map(len, references)} != {len(hypotheses)}:
            return None
        try:
            answers = _native.corpus([spec], [("", hypotheses)], list(references))
        except (TypeError, MtgaugeError):
            return None
        # The count is lower if references are missing.
        if not answers or answers[0][0]["signature"].partition("|")[0] != f"nrefs:{count}":
            return None
        self._warn_of_tokenized(hypotheses)
        self.num_refs = count
        return self._sums_of(answers[0][0]["details"])

    def _engine_sums(
        self, hypotheses: Sequence[str], references: Optional[Sequence[Sequence[str]]]
    ) -> Optional[List[Any]]:
        """Returns the sum of all rows, or None if rows are needed one by one."""
        spec = self._score_spec() and self._row_spec()
        scorer = spec and _native.scorer(spec)
        given = self._texts_for_engine(hypotheses, references) if scorer else None
        if not (spec and scorer and given and self._sums_are_exact(self.num_refs)):
            return None
        texts, streams = given
        self._warn_of_tokenized(texts)
        if streams is self._kept:
            prepared = streams.prepared(scorer)
            return self._row_of(scorer.sums(prepared, texts, range(len(texts))))
        answers = _native.corpus([spec], [("", texts)], streams.upto(len(texts)).streams)
        return answers and self._sums_of(answers[0][0]["details"])

    def _scoring_of_sentences(self) -> Optional[_Sentences]:
        """Returns how the engine scores single sentences of this metric, or None if it cannot."""
        kept: Optional[_Sentences] = getattr(self, "_sentences", None)
        if kept and kept.changes == _MetricType.changes and kept.fields == kept.before:
            return kept
        spec = self._score_spec()
        compat = _native.arithmetic() if self._SCORE_TYPE else ""
        scorer = spec and _native.scorer(spec, compat)
        # Changes of classes that are not metrics would go unnoticed.
        if not scorer or not all(isinstance(cls, _MetricType) for cls in type(self).__mro__[:-1]):
            return None
        fields = vars(getattr(self, "tokenizer", None) or _Fields())
        call = scorer.sentence_score if self._SCORE_TYPE else scorer.sentence
        made = _Sentences(call, copy(self), _MetricType.changes, fields, dict(fields))
        object.__setattr__(self, "_sentences", made)
        return made

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> Any:
        """Scores one hypothesis against its references.

        :param hypothesis: the hypothesis.
        :param references: its references; None stands for a missing one.
        """
        scoring = self._scoring_of_sentences()
        found = scoring and scoring.call(hypothesis, references)
        if not scoring or found is None:
            return self._sentence_score_in_steps(hypothesis, references)
        vars(self)["num_refs"] = len(references)
        if self._SCORE_TYPE is None:
            return self._compute_score_from_stats(self._row_of(found))
        score, row = found
        return self._SCORE_TYPE._with_later_fields(score, scoring.metric, row)

    def _sentence_score_in_steps(self, hypothesis: str, references: Sequence[str]) -> Any:
        self._check_sentence_score_args(hypothesis, references)
        scorer = self._scorer()
        row = scorer and scorer.sentence(hypothesis, references)
        if row:
            self.num_refs = len(references)
            return self._aggregate_and_compute([self._row_of(row)])
        return self._aggregate_and_compute(
            self._extract_corpus_statistics([hypothesis], [[ref] for ref in references])
        )

    def corpus_score(
        self,
        hypotheses: Sequence[str],
        references: Optional[Sequence[Sequence[str]]],
        n_bootstrap: int = 1,
    ) -> Any:
        """Scores a system's output.

        :param hypotheses: one hypothesis for each segment.
        :param references: streams of references, each with one reference for each segment; None stands
            for a missing one. None in place of all streams: those that the metric was made with.
        :param n_bootstrap: if more than 1, the number of resamples for mean and confidence interval.
        """
        sums = self._sums_at_once(hypotheses, references)
        if sums is None:
            self._check_corpus_score_args(hypotheses, references)
            self._check_lengths(hypotheses, references)
            sums = self._engine_sums(hypotheses, references)
        rows = [sums] if sums else self._extract_corpus_statistics(hypotheses, references)
        score = self._aggregate_and_compute(rows)
        if n_bootstrap > 1:
            self._resample(score, hypotheses, references, n_bootstrap)
        return score

    def _resample(
        self,
        score: Any,
        hypotheses: Sequence[str],
        references: Optional[Sequence[Sequence[str]]],
        n_bootstrap: int,
    ) -> None:
        """Sets mean and confidence interval of `score` from resamples."""
        self.n_bootstrap = n_bootstrap
        self.seed, seed = _resampling.seed_of_environment()
        spec = self._score_spec() if seed is not None and seed >= 0 else None
        given = self._texts_for_engine(hypotheses, references) if spec else None
        answers = None
        if spec and given:
            streams = given[1].upto(len(given[0])).streams
            test = {"test": "confidence", "resamples": n_bootstrap, "seed": seed}
            answers = _native.corpus([spec], [("", given[0])], streams, **test)
        if answers:
            interval = answers[0][0]["resampled"]["interval"]
            score._mean, score._ci = interval["mean"], interval["half_width"]
        else:
            rows = self._extract_corpus_statistics(hypotheses, references)
            score.estimate_ci(_resampling._bootstrap_resample(rows, self, n_bootstrap)[1])

    def get_signature(self) -> Signature:
        """Returns the settings of this metric; complete only after it has seen references."""
        return self._SIGNATURE_TYPE(vars(self))
