"""TER's edits in plain Python, against which the engine's are tested.

The edits are insertions, deletions and substitutions of words, and shifts of blocks of words. The
search for shifts is greedy, and limited as in Tercom.
"""

from __future__ import annotations

import math
from typing import Any, Dict, Iterator, List, Tuple

_BEAM_WIDTH = 25
_MAX_SHIFT_SIZE = 10
_MAX_SHIFT_DIST = 50
_MAX_SHIFT_CANDIDATES = 1000
_INT_INFINITY = int(1e16)

_OP_INS, _OP_DEL, _OP_NOP, _OP_SUB = "i", "d", " ", "s"
_FLIP_OPS = str.maketrans(_OP_INS + _OP_DEL, _OP_DEL + _OP_INS)


def translation_edit_rate(words_hyp: List[str], words_ref: List[str]) -> Tuple[int, int]:
    """Returns the number of edits that make a hypothesis equal to a reference, and the reference's
    length."""
    if not words_ref:
        return len(words_hyp), 0
    distance = BeamEditDistance(words_ref)
    shifts = candidates = 0
    words = words_hyp
    while True:
        gain, shifted, candidates = _shift(words, words_ref, distance, candidates)
        if candidates >= _MAX_SHIFT_CANDIDATES or gain <= 0:
            break
        shifts += 1
        words = shifted
    return shifts + distance(words)[0], len(words_ref)


def _shift(
    words_h: List[str], words_r: List[str], cached_ed: BeamEditDistance, checked_candidates: int
) -> Tuple[int, List[str], int]:
    """Returns the result of one round: the shift that saves most edits, the words after it, and the
    number of candidates checked so far."""
    before, trace = cached_ed(words_h)
    align, ref_err, hyp_err = trace_to_alignment(_flip_trace(trace))
    best: Any = None
    for start_h, start_r, length in _find_shifted_pairs(words_h, words_r):
        if not any(hyp_err[start_h : start_h + length]) or not any(
            ref_err[start_r : start_r + length]
        ):
            continue
        if start_h <= align[start_r] < start_h + length:
            continue
        last_target = None
        for offset in range(-1, length):
            at = start_r + offset
            target = 0 if at == -1 else align[at] + 1
            if target == last_target:
                continue
            last_target = target
            shifted = _perform_shift(words_h, start_h, length, target)
            candidate = (before - cached_ed(shifted)[0], length, -start_h, -target, shifted)
            checked_candidates += 1
            if best is None or candidate > best:
                best = candidate
        if checked_candidates >= _MAX_SHIFT_CANDIDATES:
            break
    return (
        (0, words_h, checked_candidates)
        if best is None
        else (best[0], best[-1], checked_candidates)
    )


def _perform_shift(words: List[str], start: int, length: int, target: int) -> List[str]:
    """Returns `words` with the block of `length` words at `start` moved to `target`."""
    block, end = words[start : start + length], start + length
    if target < start:
        return words[:target] + block + words[target:start] + words[end:]
    if target > end:
        return words[:start] + words[end:target] + block + words[target:]
    return words[:start] + words[end : length + target] + block + words[length + target :]


def _find_shifted_pairs(words_h: List[str], words_r: List[str]) -> Iterator[Tuple[int, int, int]]:
    """Yields blocks that both sides contain: start in the hypothesis, start in the reference,
    length."""
    for start_h in range(len(words_h)):
        for start_r in range(
            max(0, start_h - _MAX_SHIFT_DIST), min(len(words_r), start_h + _MAX_SHIFT_DIST + 1)
        ):
            for length, (hyp, ref) in enumerate(
                zip(
                    words_h[start_h : start_h + _MAX_SHIFT_SIZE],
                    words_r[start_r : start_r + _MAX_SHIFT_SIZE],
                ),
                1,
            ):
                if hyp != ref:
                    break
                yield start_h, start_r, length


def _flip_trace(trace: str) -> str:
    """Returns the trace of the reverse direction, with insertions and deletions exchanged."""
    return trace.translate(_FLIP_OPS)


def trace_to_alignment(trace: str) -> Tuple[Dict[int, int], List[int], List[int]]:
    """Converts a trace from reference to hypothesis; returns, for each word of the reference, its
    position in the hypothesis, and for each word of the reference and of the hypothesis whether it
    is an error (1 or 0).
    """
    alignment: Dict[int, int] = {}
    ref_err: List[int] = []
    hyp_err: List[int] = []
    for op in trace:
        if op not in (_OP_NOP, _OP_SUB, _OP_INS, _OP_DEL):
            raise Exception(f"unknown operation {op!r}")
        error = int(op != _OP_NOP)
        if op != _OP_DEL:
            hyp_err.append(error)
        if op != _OP_INS:
            alignment[len(ref_err)] = len(hyp_err) - 1
            ref_err.append(error)
    return alignment, ref_err, hyp_err


class BeamEditDistance:
    """Edit distance to one reference, computed only near the diagonal.

    :param words_ref: the reference.
    """

    def __init__(self, words_ref: List[str]):
        self._words_ref = words_ref

    def __call__(self, words_hyp: List[str]) -> Tuple[int, str]:
        """Returns the number of edits that make `words_hyp` equal to the reference, and their
        trace, with one character for each."""
        ref = self._words_ref
        ratio = len(ref) / len(words_hyp) if words_hyp else 1.0
        beam = math.ceil(ratio / 2 + _BEAM_WIDTH) if _BEAM_WIDTH < ratio / 2 else _BEAM_WIDTH
        table = [[(cost, _OP_INS) for cost in range(len(ref) + 1)]]
        for i, word in enumerate(words_hyp, 1):
            diagonal = math.floor(i * ratio)
            last = len(ref) + 1 if i == len(words_hyp) else min(len(ref) + 1, diagonal + beam)
            above, row = table[-1], [(_INT_INFINITY, "")] * (len(ref) + 1)
            for j in range(max(0, diagonal - beam), last):
                if j == 0:
                    row[0] = (above[0][0] + 1, _OP_DEL)
                    continue
                same = word == ref[j - 1]
                best = (above[j - 1][0] + (not same), _OP_NOP if same else _OP_SUB)
                for cost, op in ((above[j][0] + 1, _OP_DEL), (row[j - 1][0] + 1, _OP_INS)):
                    if cost < best[0]:
                        best = (cost, op)
                row[j] = best
            table.append(row)
        return table[-1][-1][0], self._trace(table)

    @staticmethod
    def _trace(table: List[List[Tuple[int, str]]]) -> str:
        i, j, ops = len(table) - 1, len(table[0]) - 1, []
        while i > 0 or j > 0:
            op = table[i][j][1]
            ops.append(op)
            i -= op != _OP_INS
            j -= op != _OP_DEL
        return "".join(reversed(ops))
