"""chrF (Popović, 2015) and chrF++ (Popović, 2017)."""

from __future__ import annotations

import string
from collections import Counter
from typing import Any, Dict, List, Optional, Sequence

from ..utils import sum_of_lists
from .base import Metric, Score, Signature
from .helpers import extract_all_char_ngrams, extract_word_ngrams

_EPSILON = 1e-16


class CHRFSignature(Signature):
    """The signature of chrF."""

    def __init__(self, args: Dict[str, Any]):
        super().__init__(args)
        self._abbr.update(case="c", eff="e", nc="nc", nw="nw", space="s")
        self.info.update(
            case="lc" if args["lowercase"] else "mixed",
            eff="no" if args["eps_smoothing"] else "yes",
            nc=args["char_order"],
            nw=args["word_order"],
            space="yes" if args["whitespace"] else "no",
        )


class CHRFScore(Score):
    """chrF from 0 to 100. Its name contains beta and the word order: chrF2, chrF2++.

    :param score: the score.
    :param char_order: the longest character n-gram.
    :param word_order: the longest word n-gram.
    :param beta: the weight of recall against precision.
    """

    def __init__(self, score: float, char_order: int, word_order: int, beta: int):
        self.beta = beta
        self.char_order = char_order
        self.word_order = word_order
        super().__init__(f"chrF{beta}" + "+" * word_order, score)


class CHRF(Metric):
    """chrF: the F-score of character n-grams, and of word n-grams where `word_order` is not 0.

    :param char_order: the longest character n-gram.
    :param word_order: the longest word n-gram; 2 is chrF++.
    :param beta: the weight of recall against precision.
    :param lowercase: compare in lower case.
    :param whitespace: white space counts as characters.
    :param eps_smoothing: average over all orders; one without n-grams counts 1e-16.
    :param references: streams of references that all later calls are scored against.
    """

    CHAR_ORDER = 6
    WORD_ORDER = 0
    BETA = 2
    _PUNCTS = set(string.punctuation)
    _SIGNATURE_TYPE = CHRFSignature
    _SCORE_TYPE = CHRFScore

    def __init__(
        self,
        char_order: int = CHAR_ORDER,
        word_order: int = WORD_ORDER,
        beta: int = BETA,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
        references: Optional[Sequence[Sequence[str]]] = None,
    ):
        super().__init__()
        self.beta = beta
        self.char_order = char_order
        self.word_order = word_order
        self.order: int = self.char_order + self.word_order
        self.lowercase = lowercase
        self.whitespace = whitespace
        self.eps_smoothing = eps_smoothing
        if references is not None:
            self._keep_references(references)

    @staticmethod
    def _get_match_statistics(hyp_ngrams: Counter[str], ref_ngrams: Counter[str]) -> List[int]:
        """Returns the numbers of n-grams of the hypothesis, of the reference, and of both. The
        first is 0 if the second is 0."""
        ref_count = sum(ref_ngrams.values())
        matches = sum(
            min(count, ref_ngrams[ngram])
            for ngram, count in hyp_ngrams.items()
            if ngram in ref_ngrams
        )
        return [sum(hyp_ngrams.values()) if ref_count else 0, ref_count, matches]

    def _remove_punctuation(self, sent: str) -> List[str]:
        """Returns the words of `sent`, with one punctuation mark at an end as a separate word; a
        mark at the end of the word has precedence."""
        words = []
        for word in sent.split():
            if len(word) > 1 and word[-1] in self._PUNCTS:
                words += [word[:-1], word[-1]]
            elif len(word) > 1 and word[0] in self._PUNCTS:
                words += [word[0], word[1:]]
            else:
                words.append(word)
        return words

    def _preprocess_segment(self, sent: str) -> str:
        return sent.lower() if self.lowercase else sent

    def _compute_f_score(self, statistics: List[int]) -> float:
        """Returns the F-score of the triples of all orders, in percent."""
        factor = self.beta**2
        total, precision, recall, orders = 0.0, 0.0, 0.0, 0
        for i in range(self.order):
            hyp_count, ref_count, matches = statistics[3 * i : 3 * i + 3]
            if self.eps_smoothing:
                order_precision = matches / hyp_count if hyp_count > 0 else _EPSILON
                order_recall = matches / ref_count if ref_count > 0 else _EPSILON
                below = factor * order_precision + order_recall
                total += (
                    (1 + factor) * order_precision * order_recall / below if below > 0 else _EPSILON
                )
            elif hyp_count > 0 and ref_count > 0:
                precision += matches / hyp_count
                recall += matches / ref_count
                orders += 1
        if self.eps_smoothing:
            return 100 * total / self.order
        if orders:
            precision /= orders
            recall /= orders
        if precision + recall == 0:
            return 0.0
        return 100 * ((1 + factor) * precision * recall / (factor * precision + recall))

    def _compute_score_from_stats(self, stats: List[int]) -> CHRFScore:
        return CHRFScore(self._compute_f_score(stats), self.char_order, self.word_order, self.beta)

    def _aggregate_and_compute(self, stats: List[List[int]]) -> CHRFScore:
        return self._compute_score_from_stats(sum_of_lists(stats))

    def _ngrams(self, sent: str) -> List[Counter[str]]:
        """Returns counts of n-grams: one for each order of characters, then of words."""
        ngrams = extract_all_char_ngrams(sent, self.char_order, self.whitespace)
        if self.word_order > 0:
            words = self._remove_punctuation(sent)
            ngrams += [extract_word_ngrams(words, n) for n in range(1, self.word_order + 1)]
        return ngrams

    def _extract_reference_info(self, refs: Sequence[str]) -> Dict[str, List[List[Counter[str]]]]:
        return {"ref_ngrams": [self._ngrams(ref) for ref in refs]}

    def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: Dict[str, Any]) -> List[int]:
        hyp_ngrams = self._ngrams(hypothesis)
        best_score, best = -1.0, []
        for ref_ngrams in ref_kwargs["ref_ngrams"]:
            stats: List[int] = []
            for of_hyp, of_ref in zip(hyp_ngrams, ref_ngrams):
                stats += self._get_match_statistics(of_hyp, of_ref)
            score = self._compute_f_score(stats)
            if score > best_score:
                best_score, best = score, stats
        return best

    def _row_spec(self) -> Optional[str]:
        if self._has_own_steps(CHRF, _ROW_STEPS) or self.order != self.char_order + self.word_order:
            return None
        return (
            f"chrf:nc={self.char_order},nw={self.word_order},beta={self.beta},"
            f"lc={'yes' if self.lowercase else 'no'},space={'all' if self.whitespace else 'no'},"
            f"eps={'yes' if self.eps_smoothing else 'no'}"
        )

    def _score_spec(self) -> Optional[str]:
        return None if self._has_own_steps(CHRF, _SCORE_STEPS) else self._row_spec()

    def _sums_of(self, details: Dict[str, Any]) -> List[int]:
        triples = zip(details["hyp_ngrams"], details["ref_ngrams"], details["matches"])
        return [count for triple in triples for count in triple]


_ROW_STEPS = {
    name: getattr(CHRF, name)
    for name in (
        "_preprocess_segment",
        "_extract_reference_info",
        "_compute_segment_statistics",
        "_cache_references",
        "_get_match_statistics",
        "_remove_punctuation",
        "_compute_f_score",
        "_ngrams",
        "_PUNCTS",
    )
}
_SCORE_STEPS = {
    name: getattr(CHRF, name)
    for name in (
        "_extract_corpus_statistics",
        "_aggregate_and_compute",
        "_compute_score_from_stats",
    )
}
