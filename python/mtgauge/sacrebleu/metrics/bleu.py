"""BLEU (Papineni et al., 2002)."""

from __future__ import annotations

import logging
import math
from importlib import import_module
from typing import Any, Dict, List, Optional, Sequence

from ..tokenizers.tokenizer_base import engine_name
from ..utils import my_log, sum_of_lists
from .base import Metric, Score, Signature
from .helpers import extract_all_word_ngrams

sacrelogger: logging.Logger = logging.getLogger("sacrebleu")

MAX_NGRAM_ORDER = 4

# Module and class of each tokenizer; a module is loaded when a metric needs it.
_TOKENIZERS = {
    "none": "tokenizer_none.NoneTokenizer",
    "zh": "tokenizer_zh.TokenizerZh",
    "13a": "tokenizer_13a.Tokenizer13a",
    "intl": "tokenizer_intl.TokenizerV14International",
    "char": "tokenizer_char.TokenizerChar",
    "ja-mecab": "tokenizer_ja_mecab.TokenizerJaMecab",
    "ko-mecab": "tokenizer_ko_mecab.TokenizerKoMecab",
    "spm": "tokenizer_spm.TokenizerSPM",
    "flores101": "tokenizer_spm.Flores101Tokenizer",
    "flores200": "tokenizer_spm.Flores200Tokenizer",
    "spBLEU-1K": "tokenizer_spm.spBLEU1KTokenizer",
}

_LANGUAGES = {"zh": "Chinese", "ja": "Japanese", "ko": "Korean"}


def _get_tokenizer(name: str) -> Any:
    module, cls = _TOKENIZERS[name].split(".")
    return getattr(import_module(f"..tokenizers.{module}", __package__), cls)


class BLEUSignature(Signature):
    """The signature of BLEU."""

    def __init__(self, args: Dict[str, Any]):
        super().__init__(args)
        self._abbr.update(case="c", eff="e", tok="tok", smooth="s")
        method, value = args["smooth_method"], args["smooth_value"]
        if value is None:
            value = BLEU.SMOOTH_DEFAULTS[method]
        takes_value = BLEU.SMOOTH_DEFAULTS[method] is not None
        self.info.update(
            case="lc" if args["lowercase"] else "mixed",
            eff="yes" if args["effective_order"] else "no",
            tok=args["tokenizer_signature"],
            smooth=f"{method}[{value:.2f}]" if takes_value else method,
        )


class BLEUScore(Score):
    """A BLEU score with its components.

    :param score: from 0 to 100.
    :param counts: for each order, the n-grams of the hypotheses that a reference has.
    :param totals: for each order, all n-grams of the hypotheses.
    :param precisions: for each order, their ratio in percent, smoothed.
    :param bp: the brevity penalty.
    :param sys_len: tokens of the hypotheses.
    :param ref_len: tokens of the references that are closest in length.
    """

    def __init__(
        self,
        score: float,
        counts: List[int],
        totals: List[int],
        precisions: List[float],
        bp: float,
        sys_len: int,
        ref_len: int,
    ):
        super().__init__("BLEU", score)
        self.bp = bp
        self.counts = counts
        self.totals = totals
        self.sys_len = sys_len
        self.ref_len = ref_len
        self.precisions = precisions
        self.prec_str: str = "/".join([f"{precision:.1f}" for precision in precisions])
        self.ratio = sys_len / ref_len if ref_len else 0
        self._verbose = (
            f"{self.prec_str} (BP = {bp:.3f} ratio = {self.ratio:.3f} hyp_len = {sys_len:d} "
            f"ref_len = {ref_len:d})"
        )


class BLEU(Metric):
    """BLEU: the geometric mean of n-gram precisions, times a penalty for output that is too short.

    :param lowercase: compare in lower case.
    :param force: do not warn about hypotheses that look tokenized.
    :param tokenize: the tokenizer's name; None: that of the language, or 13a.
    :param smooth_method: what an order without a match counts: exp, floor, add-k or none.
    :param smooth_value: the value of floor (None: 0.1) or add-k (None: 1).
    :param max_ngram_order: the longest n-gram.
    :param effective_order: use only the orders that the hypothesis is long enough for; for single segments.
    :param trg_lang: the language of the hypotheses; chooses the tokenizer where `tokenize` is None.
    :param references: streams of references that all later calls are scored against.
    """

    SMOOTH_DEFAULTS: Dict[str, Optional[float]] = {
        "none": None,
        "floor": 0.1,
        "add-k": 1,
        "exp": None,
    }
    TOKENIZERS = _TOKENIZERS.keys()
    TOKENIZER_DEFAULT = "13a"
    _TOKENIZER_MAP = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}
    _SIGNATURE_TYPE = BLEUSignature
    _SCORE_TYPE = BLEUScore

    def __init__(
        self,
        lowercase: bool = False,
        force: bool = False,
        tokenize: Optional[str] = None,
        smooth_method: str = "exp",
        smooth_value: Optional[float] = None,
        max_ngram_order: int = MAX_NGRAM_ORDER,
        effective_order: bool = False,
        trg_lang: str = "",
        references: Optional[Sequence[Sequence[str]]] = None,
    ):
        super().__init__()
        assert smooth_method in self.SMOOTH_DEFAULTS, f"Unknown smooth_method {smooth_method!r}"
        self._force = force
        self.trg_lang = trg_lang
        self.lowercase = lowercase
        self.smooth_value = smooth_value
        self.smooth_method = smooth_method
        self.max_ngram_order = max_ngram_order
        self.effective_order = effective_order
        own = self._TOKENIZER_MAP.get(trg_lang)
        if tokenize is None:
            tokenize = own or self.TOKENIZER_DEFAULT
        elif own and tokenize != own:
            sacrelogger.warning(
                f"Consider using the {own!r} or 'spm' tokenizer for {_LANGUAGES[trg_lang]}."
            )
        self.tokenizer: Any = _get_tokenizer(tokenize)()
        self.tokenizer_signature: str = self.tokenizer.signature()
        if references is not None:
            self._keep_references(references)

    @staticmethod
    def compute_bleu(
        correct: List[int],
        total: List[int],
        sys_len: int,
        ref_len: int,
        smooth_method: str = "none",
        smooth_value: Optional[float] = None,
        effective_order: bool = False,
        max_ngram_order: int = MAX_NGRAM_ORDER,
    ) -> BLEUScore:
        """Computes BLEU from counts.

        :param correct: matching n-grams for each order; add-k adds to this list.
        :param total: all n-grams for each order; add-k adds to this list.
        :param sys_len: tokens of the hypotheses.
        :param ref_len: tokens of the closest references.
        :param smooth_method: exp, floor, add-k or none.
        :param smooth_value: the value of floor or add-k; None: its default.
        :param effective_order: use only orders of which there is an n-gram.
        :param max_ngram_order: the longest n-gram.
        """
        assert smooth_method in BLEU.SMOOTH_DEFAULTS, f"Unknown smooth_method {smooth_method!r}"
        if smooth_value is None:
            smooth_value = BLEU.SMOOTH_DEFAULTS[smooth_method]
        bp = 1.0
        if sys_len < ref_len:
            bp = math.exp(1 - ref_len / sys_len) if sys_len > 0 else 0.0
        precisions = [0.0 for _ in range(max_ngram_order)]
        if not any(correct):
            return BLEUScore(0.0, correct, total, precisions, bp, sys_len, ref_len)

        halvings, orders = 1.0, max_ngram_order
        for i in range(len(precisions)):
            if smooth_method == "add-k" and i > 0:
                correct[i] += smooth_value  # type: ignore[assignment,operator]
                total[i] += smooth_value  # type: ignore[assignment,operator]
            if total[i] == 0:
                break
            if effective_order:
                orders = i + 1
            if correct[i] != 0:
                precisions[i] = 100.0 * correct[i] / total[i]
            elif smooth_method == "exp":
                halvings *= 2
                precisions[i] = 100.0 / (halvings * total[i])
            elif smooth_method == "floor":
                precisions[i] = 100.0 * smooth_value / total[i]  # type: ignore[operator]
        mean = sum([my_log(precision) for precision in precisions[:orders]]) / orders
        return BLEUScore(bp * math.exp(mean), correct, total, precisions, bp, sys_len, ref_len)

    def _preprocess_segment(self, sent: str) -> str:
        if self.lowercase:
            sent = sent.lower()
        tokens: str = self.tokenizer(sent.rstrip())
        return tokens

    def _compute_score_from_stats(self, stats: List[int]) -> BLEUScore:
        totals_at = 2 + self.max_ngram_order
        return self.compute_bleu(
            correct=stats[2:totals_at],
            total=stats[totals_at:],
            sys_len=int(stats[0]),
            ref_len=int(stats[1]),
            smooth_method=self.smooth_method,
            smooth_value=self.smooth_value,
            effective_order=self.effective_order,
            max_ngram_order=self.max_ngram_order,
        )

    def _aggregate_and_compute(self, stats: List[List[int]]) -> BLEUScore:
        return self._compute_score_from_stats(sum_of_lists(stats))

    def _get_closest_ref_len(self, hyp_len: int, ref_lens: List[int]) -> int:
        """Returns the length closest to the hypothesis', the shorter one of two equally close, or
        -1 if there is none."""
        return min(ref_lens, key=lambda ref_len: (abs(hyp_len - ref_len), ref_len), default=-1)

    def _extract_reference_info(self, refs: Sequence[str]) -> Dict[str, Any]:
        counts = [extract_all_word_ngrams(ref, 1, self.max_ngram_order) for ref in refs]
        most = counts[0][0] if counts else None
        for ngrams, _ in counts[1:]:
            most = most | ngrams  # type: ignore[operator]
        return {"ref_ngrams": most, "ref_lens": [length for _, length in counts]}

    def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: Dict[str, Any]) -> List[int]:
        ref_ngrams, ref_lens = ref_kwargs["ref_ngrams"], ref_kwargs["ref_lens"]
        ngrams, hyp_len = extract_all_word_ngrams(hypothesis, 1, self.max_ngram_order)
        correct = [0] * self.max_ngram_order
        total = [0] * self.max_ngram_order
        for ngram, count in ngrams.items():
            total[len(ngram) - 1] += count
            if ngram in ref_ngrams:
                correct[len(ngram) - 1] += min(count, ref_ngrams[ngram])
        return [hyp_len, self._get_closest_ref_len(hyp_len, ref_lens)] + correct + total

    def _row_spec(self) -> Optional[str]:
        tokenizer = engine_name(self.tokenizer)
        if tokenizer is None or self._has_own_steps(BLEU, _ROW_STEPS):
            return None
        return f"bleu:tok={tokenizer},lc={'yes' if self.lowercase else 'no'},order={self.max_ngram_order}"

    def _score_spec(self) -> Optional[str]:
        spec = self._row_spec()
        if spec is None or self._has_own_steps(BLEU, _SCORE_STEPS):
            return None
        spec += f",smooth={self.smooth_method},eff={'yes' if self.effective_order else 'no'}"
        value, default = self.smooth_value, self.SMOOTH_DEFAULTS[self.smooth_method]
        return spec if value is None or default is None else f"{spec},value={value!r}"

    def _sums_of(self, details: Dict[str, Any]) -> List[int]:
        return [details["hyp_len"], details["ref_len"], *details["counts"], *details["totals"]]

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> BLEUScore:
        """Scores one hypothesis against its references; `effective_order` should be on."""
        if not self.effective_order:
            sacrelogger.warning(
                "It is recommended to enable `effective_order` for sentence-level BLEU."
            )
        score: BLEUScore = super().sentence_score(hypothesis, references)
        return score


_ROW_STEPS = {
    name: getattr(BLEU, name)
    for name in (
        "_preprocess_segment",
        "_extract_reference_info",
        "_compute_segment_statistics",
        "_get_closest_ref_len",
        "_cache_references",
    )
}
_SCORE_STEPS = {
    name: getattr(BLEU, name)
    for name in (
        "_extract_corpus_statistics",
        "_aggregate_and_compute",
        "_compute_score_from_stats",
        "compute_bleu",
    )
}
