"""Scores as rewards for reinforcement learning: from 0 to 1, where higher is better.

>>> reward = Reward("chrf", references="target", strip_before="</think>")
>>> reward(completions=["<think>A gate?</think>The gate is open."], target=["The gate is open."])
[1.0]
"""

from __future__ import annotations

import math
import os
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import AbstractSet, Any, Dict, List, Mapping, Optional, Sequence, Tuple

from mtgauge._api import Scorer, metrics
from mtgauge._inputs import listed, threads_of
from mtgauge.errors import InputError, UsageError

__all__ = ["Reward"]

# Fewer completions per thread are not worth a thread.
_PART = 256

_Refs = Tuple[str, ...]


class Reward:
    """A metric as a reward function.

    Called with ``completions`` and the columns of the batch, it returns a list of float, as TRL
    requires for ``reward_funcs``; ``verl`` and ``verl_batch`` have the signatures that verl
    requires. A completion is a str, or a chat whose last message is scored. ``references`` names
    the column with a reference, or a list of references, for each completion. If its values are
    dicts, the names of their keys follow after dots: ``"answer.target"``. For verl, whose ground
    truths are no columns, it names the keys alone: ``"target"``.

    The scored text is that after the last ``strip_before`` and before the next ``strip_after``. If
    ``strip_before`` does not occur, the whole completion is scored, or nothing with
    ``require_marker``. A completion with only white space left gets the reward ``empty``, one with
    more than ``longest`` characters ``overlong``. Anything that is not text is an error that names
    the completion: a fault never becomes a reward.

    Prepared references are cached for the ``cache`` most recently used sets of references. Safe to
    use from several threads, and to pickle.
    """

    def __init__(
        self,
        metric: str = "chrf",
        *,
        references: str = "references",
        strip_before: Optional[str] = None,
        strip_after: Optional[str] = None,
        require_marker: bool = False,
        empty: float = 0.0,
        longest: Optional[int] = None,
        overlong: float = 0.0,
        cache: int = 65536,
        threads: Optional[int] = None,
    ) -> None:
        if cache < 1:
            raise UsageError(f"cache={cache}: choose at least 1", option="cache")
        for option, marker in (("strip_before", strip_before), ("strip_after", strip_after)):
            if marker == "":
                raise UsageError(f"{option}='': an empty marker matches everywhere; leave it out", option=option,
                                 remedy="leave it out")
        self._arguments: Dict[str, Any] = dict(
            metric=metric, references=references, strip_before=strip_before, strip_after=strip_after,
            require_marker=require_marker, empty=empty, longest=longest, overlong=overlong, cache=cache,
            threads=threads,
        )
        self._scorer = Scorer(metric, on_invalid="replace")
        (facts,) = metrics(metric)
        self._scale, self._higher = facts["scale"], facts["higher_is_better"]
        if not self._scale or self._higher is None:
            raise UsageError(
                f"metric={metric!r} has no best score, so it cannot be a reward; choose another",
                option="metric", remedy="choose another",
            )
        self._prepared: "OrderedDict[_Refs, Tuple[Any, int]]" = OrderedDict()
        # One for each process: nobody opens a lock that another thread held at a fork.
        self._locks: Dict[int, Lock] = {}
        self.__name__ = f"{self._scorer.metrics[0]}_reward"  # the name that TRL logs

    def __call__(self, completions: Sequence[Any], **columns: Any) -> List[float]:
        """Returns the rewards of completions, each for the element with the same index in the
        column of references."""
        selector = self._arguments["references"]
        name, _, keys = (selector, "", "") if selector in columns else selector.partition(".")
        if name not in columns:
            raise UsageError(
                f"there is no column {name!r} (known: {', '.join(sorted(columns))}); name the column with "
                "the references with references=", option="references",
                remedy="name the column with the references",
            )
        return self._rewards(completions, columns[name], name, keys)

    def verl(self, data_source: Any, solution_str: str, ground_truth: Any, extra_info: Any = None,
             **_: Any) -> float:
        """Returns the reward of one completion, with the signature of verl's ``compute_score``."""
        return self.verl_batch([data_source], [solution_str], [ground_truth])[0]

    def verl_batch(self, data_sources: Any, solution_strs: Sequence[str], ground_truths: Sequence[Any],
                   extra_infos: Any = None, **_: Any) -> List[float]:
        """Returns the rewards of a batch, with the signature of verl's batch reward manager."""
        return self._rewards(solution_strs, ground_truths, "", self._arguments["references"])

    def _rewards(self, completions: Any, references: Any, column: str, keys: str) -> List[float]:
        """Returns the rewards of completions. ``keys`` select what counts in references that are dicts;
        ``column``: the name before the keys."""
        completions = listed(completions, "completions")
        references = listed(references, column or "ground_truths")
        if len(completions) != len(references):
            raise UsageError(
                f"{len(completions)} completions, but {len(references)} sets of references; pass one set "
                "for each completion", option="references", remedy="pass one set for each completion",
            )
        rewards = [0.0] * len(completions)
        texts: List[str] = []
        places: List[int] = []
        sets: List[_Refs] = []
        arguments = self._arguments
        longest = math.inf if arguments["longest"] is None else arguments["longest"]
        for i, (completion, refs) in enumerate(zip(completions, references)):
            key = _references(_selected(refs, i, column, keys), i)
            text = self._answer(_text(completion, i))
            if not text or text.isspace():
                rewards[i] = arguments["empty"]
            elif len(text) > longest:
                rewards[i] = arguments["overlong"]
            else:
                texts.append(text)
                places.append(i)
                sets.append(key)
        for place, score in zip(places, self._scores(texts, sets)):
            share = score / self._scale
            rewards[place] = min(max(share if self._higher else 1 - share, 0.0), 1.0)
        return rewards

    def _answer(self, completion: str) -> str:
        """Returns the part of a completion that is scored."""
        before, after = self._arguments["strip_before"], self._arguments["strip_after"]
        if before is not None:
            found = completion.rfind(before)
            if found >= 0:
                completion = completion[found + len(before):]
            elif self._arguments["require_marker"]:
                return ""
        if after is not None:
            completion = completion.partition(after)[0]
        return completion.strip()

    def _scores(self, texts: List[str], sets: List[_Refs]) -> List[float]:
        scores = [0.0] * len(texts)
        # References that were prepared together are used together.
        together: Dict[int, Tuple[Any, List[int], List[int]]] = {}
        for i, (prepared, segment) in enumerate(self._take(sets)):
            _, indices, segments = together.setdefault(id(prepared), (prepared, [], []))
            indices.append(i)
            segments.append(segment)

        def score(part: Tuple[Any, List[int], List[int]]) -> None:
            prepared, indices, segments = part
            found = self._scorer.scores(prepared, [texts[i] for i in indices], segments)
            for i, value in zip(indices, found[:, 0].tolist()):
                scores[i] = value

        parts = [
            (prepared, indices[at:at + _PART], segments[at:at + _PART])
            for prepared, indices, segments in together.values()
            for at in range(0, len(indices), _PART)
        ]
        threads = min(threads_of(self._arguments["threads"]) or _cores(), len(parts))
        if threads < 2:
            for part in parts:
                score(part)
        else:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(score, parts))
        return scores

    def _take(self, sets: List[_Refs]) -> List[Tuple[Any, int]]:
        """Returns the prepared references of each set, and their index among those prepared with
        them."""
        with self._locks.setdefault(os.getpid(), Lock()):
            missing = [key for key in dict.fromkeys(sets) if key not in self._prepared]
            if missing:
                prepared = self._scorer.prepare([list(key) for key in missing])
                for place, key in enumerate(missing):
                    self._prepared[key] = (prepared, place)
            taken = [self._prepared[key] for key in sets]
            for key in sets:
                self._prepared.move_to_end(key)
            while len(self._prepared) > self._arguments["cache"]:
                self._prepared.popitem(last=False)
            return taken

    def __reduce__(self) -> Any:
        return _reward_of, (self._arguments,)

    def __repr__(self) -> str:
        return f"<mtgauge.rewards.Reward: {self._scorer.metrics[0]}>"


def _reward_of(arguments: Mapping[str, Any]) -> Reward:
    return Reward(**arguments)


def _cores() -> int:
    import os

    return len(os.sched_getaffinity(0))


def _text(completion: Any, place: int) -> str:
    """Returns the text of a completion: itself, or that of a message, the last one of a chat."""
    chat = isinstance(completion, Sequence) and not isinstance(completion, (str, bytes))
    message = completion[-1] if chat and completion else completion
    text = message.get("content") if isinstance(message, Mapping) else message
    if not isinstance(text, str) or chat and text is message:
        raise InputError(
            f"completion {place} is a {type(completion).__name__}, not text; pass a str or a chat",
            segment=place, remedy="pass a str or a chat",
        )
    return text


def _selected(refs: Any, place: int, column: str, keys: str) -> Any:
    """Returns the value of the dotted ``keys`` in ``refs``, which has this name. A ground truth, which
    has none, may be a reference itself."""
    path = [column] if column else []
    for key in keys.split(".") if keys and (column or isinstance(refs, Mapping)) else ():
        if not isinstance(refs, Mapping) or key not in refs:
            raise _key_error(refs, place, path)
        path.append(key)
        refs = refs[key]
    if isinstance(refs, Mapping):
        raise _key_error(refs, place, path)
    return refs


def _key_error(refs: Any, place: int, path: List[str]) -> InputError:
    if not isinstance(refs, Mapping):
        remedy = f"choose references={'.'.join(path)!r}"
        what = f"a {type(refs).__name__}, which has no keys"
    else:
        remedy = f"name one of its keys, as in references={'.'.join([*path, *map(str, refs)][: len(path) + 1])!r}"
        what = f"a dict with the keys {', '.join(map(repr, refs)) or '(none)'}"
    return InputError(f"the reference of completion {place} is {what}; {remedy}", option="references", segment=place,
                      remedy=remedy)


def _references(refs: Any, place: int) -> _Refs:
    several = (refs,) if isinstance(refs, str) else refs
    if isinstance(several, (bytes, Mapping, AbstractSet)) or not hasattr(several, "__iter__"):
        several = ()
    key = tuple(several)
    if not key or not all(isinstance(ref, str) for ref in key):
        raise InputError(
            f"completion {place} has no reference, or one that is not text; pass a str or a list of them",
            segment=place, remedy="pass a str or a list of them",
        )
    return key
