"""TER (Snover et al., 2006)."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence

from ..tokenizers.tokenizer_ter import TercomTokenizer, engine_spec
from ..utils import sum_of_lists
from .base import Metric, Score, Signature
from .lib_ter import translation_edit_rate

# The engine's row contains a mean length in whole tokens, fractions of a token, and finer fractions
# of these.
_PARTS = 5_354_228_880
_FINE_PARTS = 2**30


class TERSignature(Signature):
    """The signature of TER."""

    def __init__(self, args: Dict[str, Any]):
        super().__init__(args)
        self._abbr.update(case="c", tok="t", norm="nr", punct="pn", asian="as")
        self.info.update(
            case="mixed" if args["case_sensitive"] else "lc",
            tok=args["tokenizer_signature"],
            norm=args["normalized"],
            punct=not args["no_punct"],
            asian=args["asian_support"],
        )


class TERScore(Score):
    """TER in percent; lower is better.

    :param score: the score.
    :param num_edits: edits that make the hypotheses equal to their best references.
    :param ref_length: the mean length of a segment's references, summed over segments.
    """

    def __init__(self, score: float, num_edits: float, ref_length: float):
        super().__init__("TER", score)
        self.num_edits: int = int(num_edits)
        self.ref_length = ref_length


class TER(Metric):
    """TER: edits, including shifts of blocks of words, divided by the mean reference length.

    :param normalized: decode entities and split off punctuation.
    :param no_punct: delete punctuation.
    :param asian_support: with `normalized`, split Chinese and Japanese characters; with `no_punct`,
        delete their punctuation too.
    :param case_sensitive: do not compare in lower case.
    :param references: streams of references that all later calls are scored against.
    """

    _SIGNATURE_TYPE = TERSignature

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
        references: Optional[Sequence[Sequence[str]]] = None,
    ):
        super().__init__()
        self.no_punct = no_punct
        self.normalized = normalized
        self.asian_support = asian_support
        self.case_sensitive = case_sensitive
        self.tokenizer: TercomTokenizer = TercomTokenizer(
            normalized=normalized,
            no_punct=no_punct,
            asian_support=asian_support,
            case_sensitive=case_sensitive,
        )
        self.tokenizer_signature: str = self.tokenizer.signature()
        if references is not None:
            self._keep_references(references)

    def _preprocess_segment(self, sent: str) -> str:
        return self.tokenizer(sent.rstrip())

    def _compute_score_from_stats(self, stats: List[float]) -> TERScore:
        edits, length = stats[0], stats[1]
        rate = edits / length if length > 0 else (1.0 if edits > 0 else 0.0)
        return TERScore(100 * rate, edits, length)

    def _aggregate_and_compute(self, stats: List[List[float]]) -> TERScore:
        return self._compute_score_from_stats(sum_of_lists(stats))

    def _extract_reference_info(self, refs: Sequence[str]) -> Dict[str, Any]:
        # Deliberately repeated: sacreBLEU tokenizes references twice, which differs in rare cases.
        return {"ref_words": [self._preprocess_segment(ref).split() for ref in refs]}

    def _compute_segment_statistics(
        self, hypothesis: str, ref_kwargs: Dict[str, Any]
    ) -> List[float]:
        words, references = hypothesis.split(), ref_kwargs["ref_words"]
        mean_length = sum(map(len, references)) / len(references)
        return [
            min(translation_edit_rate(words, reference)[0] for reference in references),
            mean_length,
        ]

    def _row_spec(self) -> Optional[str]:
        tokenizer = engine_spec(self.tokenizer)
        if tokenizer is None or self._has_own_steps(TER, _ROW_STEPS):
            return None
        return f"ter:{tokenizer}"

    def _score_spec(self) -> Optional[str]:
        return None if self._has_own_steps(TER, _SCORE_STEPS) else self._row_spec()

    def _row_of(self, numbers: List[int]) -> List[float]:
        edits, whole, parts, fine = numbers
        if parts == fine == 0:
            return [edits, float(whole)]
        return [edits, ((whole * _PARTS + parts) * _FINE_PARTS + fine) / (_PARTS * _FINE_PARTS)]

    def _sums_of(self, details: Dict[str, Any]) -> List[float]:
        return [int(details["num_edits"]), float(details["ref_length"])]

    def _sums_are_exact(self, references: int) -> bool:
        # With several references, sacreBLEU rounds each segment's mean length before summing.
        return references == 1


_ROW_STEPS = {
    name: getattr(TER, name)
    for name in (
        "_preprocess_segment",
        "_extract_reference_info",
        "_compute_segment_statistics",
        "_cache_references",
    )
}
_SCORE_STEPS = {
    name: getattr(TER, name)
    for name in (
        "_extract_corpus_statistics",
        "_aggregate_and_compute",
        "_compute_score_from_stats",
    )
}
