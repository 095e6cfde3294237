"""Scores as rewards for reinforcement learning: from 0 to 1, where higher is better.

>>> reward = Reward("chrf", references="target", strip_before="</think>")
>>> reward(completions=["<think>A gate?</think>The gate is open."], target=["The gate is open."])
[1.0]
"""

from __future__ import annotations

import math
import os
import re
from collections import OrderedDict
from itertools import chain
from numbers import Real
from threading import Lock
from typing import AbstractSet, Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from mtgauge import _engine
from mtgauge._api import Scorer, metrics
from mtgauge._inputs import flag_of, float_of, listed, threads_of, whole_number, wrong_type
from mtgauge.errors import InputError, UsageError, called, refusal

__all__ = ["Reward"]

# A set of references: one, or several.
_Refs = Union[str, Tuple[str, ...]]
# What a completion is scored against: its references, and the source text if a metric compares with it.
_Key = Union[_Refs, Tuple[_Refs, str]]


class Reward:
    """Metrics as a reward function.

    Called with ``completions`` and the columns of the batch, it returns a list of float, as TRL
    requires for ``reward_funcs``. Other trainers have methods with their signatures: ``verl``,
    ``verl_batch``, ``verl_details``, ``openrlhf`` and ``slime``; ``asynchronous`` is for TRL's
    asynchronous rewards, and ``details`` returns what rewards are made of.

    ``metric``: a metric, or a dict with the weight of each: the reward is their weighted mean.
    ``penalties``: a dict with the weight of each metric that is subtracted where it is bad, as in
    ``{"looping": 0.5}``. Each text is read once for all of them.

    A completion is a str, or a chat whose last message is scored; of a message with parts, those that
    are text. ``references`` names the column with a reference, or a list of references, for each
    completion. If its values are dicts, the names of their keys follow after dots:
    ``"answer.target"``. For verl, OpenRLHF and slime, whose ground truths are no columns, it names the
    keys alone: ``"target"``. ``source`` names what was translated in the same way, for metrics that
    compare with it (``copied``, ``sari``, ``terminology``).

    The scored text is that after the last ``strip_before`` and before the next ``strip_after``. If
    ``strip_before`` does not occur, the whole completion is scored, or nothing with
    ``require_marker``. A completion that is not, as a whole, of the form ``pattern`` (a regular
    expression, in which a dot is any character) gets the reward ``malformed``, one with only white
    space left ``empty``, and one with more than ``longest`` characters ``overlong``. In the last
    ``taper`` characters before that, the reward falls in a line to ``overlong``. Anything that is not
    text is an error that names the completion: a fault never becomes a reward.

    Prepared references are cached for the ``cache`` most recently used sets of references. Safe to
    use from several threads, and to pickle.
    """

    def __init__(
        self,
        metric: Union[str, Mapping[str, float]] = "chrf",
        *,
        references: str = "references",
        source: Optional[str] = None,
        penalties: Optional[Mapping[str, float]] = None,
        strip_before: Optional[str] = None,
        strip_after: Optional[str] = None,
        require_marker: bool = False,
        pattern: Optional[str] = None,
        malformed: float = 0.0,
        empty: float = 0.0,
        longest: Optional[int] = None,
        overlong: float = 0.0,
        taper: int = 0,
        cache: int = 65536,
        threads: Optional[int] = None,
    ) -> None:
        cache = whole_number(cache, "cache", 1)
        longest = None if longest is None else whole_number(longest, "longest", 1)
        if whole_number(taper, "taper", 0) > (longest or 0):
            remedy = "choose a number of characters up to longest"
            raise UsageError(f"taper={taper}: {remedy}", option="taper", remedy=remedy)
        flag_of(require_marker, "require_marker")
        threads_of(threads)
        for option, text in (("references", references), ("source", source), ("strip_before", strip_before),
                             ("strip_after", strip_after), ("pattern", pattern)):
            _check_text(option, text)
        for option, reward in (("malformed", malformed), ("empty", empty), ("overlong", overlong)):
            if not _is_number(reward):
                raise UsageError(f"{option}={reward!r}: choose a number", option=option, remedy="choose a number")
        for option, reward, needed, given in (("require_marker", require_marker, "strip_before", strip_before),
                                              ("malformed", malformed, "pattern", pattern),
                                              ("overlong", overlong, "longest", longest)):
            if reward and given is None:
                raise refusal(UsageError, f"{option}={reward!r} does nothing without {needed}=",
                              f"add {needed}=, or leave it out", option=option)
        self._arguments: Dict[str, Any] = dict(
            metric=metric, references=references, source=source, penalties=penalties,
            strip_before=strip_before, strip_after=strip_after, require_marker=require_marker, pattern=pattern, malformed=malformed,
            empty=empty, longest=longest, overlong=overlong, taper=taper, cache=cache, threads=threads,
        )
        self._pattern = None if pattern is None else _compiled(pattern)
        self._terms = _terms_of({metric: 1.0} if isinstance(metric, str) else metric, penalties or {})
        _check_source(source, self._terms)
        # Without a fault, the penalties' terms add what this takes away.
        self._penalty = sum((penalties or {}).values())
        with called("metric", "metrics"):
            self._scorer = Scorer([term.spec for term in self._terms], on_invalid="replace")
        self._prepared: "OrderedDict[_Key, Tuple[Any, int]]" = OrderedDict()
        # One for each process: nobody opens a lock that another thread held at a fork.
        self._locks: Dict[int, Lock] = {}
        self.__name__: str = f"{self._scorer.metrics[0]}_reward"  # the name that TRL logs

    def __call__(self, completions: Sequence[Any], **columns: Any) -> List[float]:
        """Returns the rewards of completions, each for the element with the same index in the
        column of references."""
        return self._of_columns(completions, columns, details=False)["reward"]

    def details(self, completions: Sequence[Any], **columns: Any) -> Dict[str, List[float]]:
        """Returns the rewards of completions, and beside them each metric from 0 to 1 (0 for a completion
        that is not scored)."""
        return self._of_columns(completions, columns, details=True)

    def _of_columns(self, completions: Sequence[Any], columns: Mapping[str, Any], details: bool) -> Dict[str, List[float]]:
        references, name, keys = self._column("references", columns)
        sources = None
        if self._arguments["source"] is not None:
            texts, column, rest = self._column("source", columns)
            sources = _sources(listed(texts, column), column, rest)
        return self._rewards(completions, references, name, keys, sources, details)

    def _column(self, option: str, columns: Mapping[str, Any]) -> Tuple[Any, str, str]:
        """Returns the column that an option names, its name, and the keys that follow."""
        selector = self._arguments[option]
        name, _, keys = (selector, "", "") if selector in columns else selector.partition(".")
        if name not in columns:
            remedy = f"name the column with the {option}"
            raise UsageError(f"there is no column {name!r} (known: {', '.join(sorted(columns))}); {remedy} with {option}=",
                             option=option, remedy=remedy)
        return columns[name], name, keys

    @property
    def asynchronous(self) -> Callable[..., Any]:
        """The same as a coroutine function, for TRL."""

        async def reward(completions: Sequence[Any], **columns: Any) -> List[float]:
            import asyncio

            return await asyncio.get_running_loop().run_in_executor(None, lambda: self(completions, **columns))

        reward.__name__ = self.__name__
        return reward

    def verl(self, data_source: Any, solution_str: str, ground_truth: Any, extra_info: Any = None,
             **_: Any) -> float:
        """Returns the reward of one completion, with the signature of verl's ``compute_score``."""
        return self.verl_batch([data_source], [solution_str], [ground_truth])[0]

    def verl_details(self, data_source: Any, solution_str: str, ground_truth: Any, extra_info: Any = None,
                     **_: Any) -> Dict[str, float]:
        """Returns the reward of one completion as ``score``, and each metric, for verl's Reward Loop."""
        found = self._of_truths([solution_str], [ground_truth])
        return {"score" if name == "reward" else name: values[0] for name, values in found.items()}

    def verl_batch(self, data_sources: Any, solution_strs: Sequence[str], ground_truths: Sequence[Any],
                   extra_infos: Any = None, **_: Any) -> List[float]:
        """Returns the rewards of a batch, with the signature of verl's batch reward manager."""
        return self._of_truths(solution_strs, ground_truths)["reward"]

    def openrlhf(self, queries: Sequence[str], prompts: Sequence[str], labels: Sequence[Any], **_: Any) -> Dict[str, Any]:
        """Returns rewards, scores and the metrics to log as tensors, with the signature of OpenRLHF's
        ``reward_func``. A query begins with its prompt."""
        import torch  # type: ignore[import-not-found,unused-ignore]

        completions = []
        if len(queries) != len(prompts):
            raise refusal(UsageError, f"{len(queries)} queries, but {len(prompts)} prompts", "pass one prompt for each query",
                          option="prompts")
        for place, (query, prompt) in enumerate(zip(queries, prompts)):
            if not query.startswith(prompt):
                raise refusal(InputError, f"query {place} does not begin with its prompt, so its completion cannot be found",
                              "pass the prompt as the model saw it", option="queries", segment=place)
            completions.append(query[len(prompt):])
        found = {name: torch.tensor(values) for name, values in self._of_truths(completions, labels).items()}
        rewards = found.pop("reward")
        return {"rewards": rewards, "scores": rewards, "extra_logs": found}

    async def slime(self, args: Any, sample: Any, **_: Any) -> Any:
        """Returns the reward of a sample, or those of a list of samples, with the signature of slime's
        ``custom_rm``. References are in ``label``."""
        samples = sample if isinstance(sample, (list, tuple)) else [sample]
        found = self._of_truths([each.response for each in samples], [each.label for each in samples])["reward"]
        return found if samples is sample else found[0]

    def _of_truths(self, completions: Sequence[Any], truths: Sequence[Any]) -> Dict[str, List[float]]:
        source = self._arguments["source"]
        sources = None if source is None else _sources(listed(truths, "ground_truths"), "", source)
        return self._rewards(completions, truths, "", self._arguments["references"], sources)

    def _rewards(self, completions: Any, references: Any, column: str, keys: str, sources: Optional[List[str]] = None,
                 details: bool = True) -> Dict[str, List[float]]:
        """Returns the rewards of completions and, with `details`, each metric. `keys` select what counts in
        references that are dicts; `column`: the name before the keys. `sources`: what was translated."""
        completions = listed(completions, "completions")
        references = listed(references, column or "ground_truths")
        if len(completions) != len(references):
            raise refusal(UsageError, f"{len(completions)} completions, but {len(references)} sets of references",
                          "pass one set for each completion", option="references")
        refs = _all_references(references, column, keys)
        if sources is not None and len(sources) != len(refs):
            raise refusal(UsageError, f"{len(refs)} completions, but {len(sources)} source texts",
                          "pass one for each completion", option="source")
        sets: List[_Key] = list(refs) if sources is None else list(zip(refs, sources))
        texts, fixed = self._all_judged(completions)
        if fixed:
            sets = [each for place, each in enumerate(sets) if place not in fixed]
        found = self._shares(texts, sets, details)
        for values in found.values() if fixed else ():
            scored = iter(values[:])
            of_fixed = fixed if values is found["reward"] else dict.fromkeys(fixed, 0.0)
            values[:] = [of_fixed[place] if place in fixed else next(scored) for place in range(len(completions))]
        return found

    def _shares(self, texts: List[str], sets: List[_Key], details: bool) -> Dict[str, List[float]]:
        """Returns the rewards of scored texts and, with `details`, each metric from 0 to 1."""
        names = self._scorer.metrics if details else []
        if not texts:
            return {"reward": [], **{name: [] for name in names}}
        scores = self._scores(texts, sets)
        rewards: Any = 0.0
        found = {}
        for place, term in enumerate(self._terms):
            share = (scores[:, place] / term.scale).clip(0.0, 1.0)
            rewards = rewards + term.weight * (share if term.higher else 1 - share)
            if details:
                found[names[place]] = share.tolist()
        rewards = (rewards - self._penalty).clip(0.0, 1.0).tolist()
        if self._arguments["taper"]:
            rewards = [self._tapered(reward, len(text)) for reward, text in zip(rewards, texts)]
        return {"reward": rewards, **found}

    def _all_judged(self, completions: List[Any]) -> Tuple[List[str], Dict[int, float]]:
        """Returns the texts to score, and the rewards of the other completions by place."""
        texts: List[str] = completions if _are_str(completions) else [_text(each, i) for i, each in enumerate(completions)]
        fixed: Dict[int, float] = {}
        if all(self._arguments[name] is None for name in ("pattern", "longest", "strip_before", "strip_after")):
            texts = list(map(str.strip, texts))
            if "" not in texts:
                return texts, fixed
        found = []
        for place, completion in enumerate(texts):
            text, reward = self._judged(completion)
            if reward is None:
                found.append(text)
            else:
                fixed[place] = reward
        return found, fixed

    def _judged(self, completion: str) -> Tuple[str, Optional[float]]:
        """Returns the scored text, or the reward of a completion that is not scored."""
        arguments = self._arguments
        if self._pattern is not None and not self._pattern.fullmatch(completion):
            return "", arguments["malformed"]
        text = self._answer(completion)
        if not text or text.isspace():
            return "", arguments["empty"]
        if arguments["longest"] is not None and len(text) > arguments["longest"]:
            return "", arguments["overlong"]
        return text, None

    def _tapered(self, reward: float, length: int) -> float:
        taper = self._arguments["taper"]
        left = 1.0 if not taper else min((self._arguments["longest"] - length) / taper, 1.0)
        overlong: float = self._arguments["overlong"]
        return reward * left + overlong * (1 - left)

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

    def _scores(self, texts: List[str], sets: List[_Key]) -> Any:
        """Returns the scores of texts as an array [text, metric]."""
        taken = self._take(sets)
        groups = {id(prepared): prepared for prepared, _ in taken.values()}
        if len(groups) == 1:
            place_of = {key: place for key, (_, place) in taken.items()}
            (prepared,) = groups.values()
            return self._engine_scores([(prepared, texts, list(map(place_of.__getitem__, sets)))])
        # References that were prepared together are used together.
        parts: Dict[int, Tuple[List[int], List[str], List[int]]] = {group: ([], [], []) for group in groups}
        for i, key in enumerate(sets):
            prepared, place = taken[key]
            indices, own, segments = parts[id(prepared)]
            indices.append(i)
            own.append(texts[i])
            segments.append(place)
        found = self._engine_scores([(groups[group], own, segments) for group, (_, own, segments) in parts.items()])
        scores = found.copy()
        scores[[i for indices, _, _ in parts.values() for i in indices]] = found
        return scores

    def _engine_scores(self, groups: List[Any]) -> Any:
        threads = threads_of(self._arguments["threads"]) or _engine.available_threads()
        return self._scorer._scorer.scores_of_groups(groups, threads)

    def _take(self, sets: List[_Key]) -> Dict[_Key, Tuple[Any, int]]:
        """Returns for each different set its prepared references, and its index among those prepared with
        them."""
        different = dict.fromkeys(sets)
        with self._locks.setdefault(os.getpid(), Lock()):
            kept = self._prepared
            missing = [key for key in different if key not in kept]
            if missing:
                prepared = self._prepare(missing)
                for place, key in enumerate(missing):
                    kept[key] = (prepared, place)
            taken = {key: kept[key] for key in different}
            for key in different:
                kept.move_to_end(key)
            while len(kept) > self._arguments["cache"]:
                kept.popitem(last=False)
            return taken

    def _prepare(self, keys: List[Any]) -> Any:
        refs, source = keys, None
        if self._arguments["source"] is not None:
            refs, source = map(list, zip(*keys))
        column = refs if _are_str(refs) else [[one] if isinstance(one, str) else list(one) for one in refs]
        return self._scorer._scorer.prepare([column], source)

    def __reduce__(self) -> Any:
        return _reward_of, (self._arguments,)

    def __repr__(self) -> str:
        return f"<mtgauge.rewards.Reward: {self._scorer.metrics[0]}>"


class _Term(NamedTuple):
    """A metric of a reward."""

    spec: str
    scale: float
    higher: bool
    needs_source: bool
    weight: float


def _check_text(option: str, text: Any) -> None:
    if text is not None and not isinstance(text, str):
        raise wrong_type(option, text, "a str is needed", "pass a str")
    if text == "" and option.startswith("strip"):
        raise refusal(UsageError, f"{option}='': an empty marker matches everywhere", "leave it out", option=option)


def _check_source(source: Optional[str], terms: Sequence[_Term]) -> None:
    reading = [term.spec for term in terms if term.needs_source]
    if reading and source is None:
        raise refusal(UsageError, f"metric={reading[0]!r} compares with the source text", "name its column with source=",
                      option="source")
    if source is not None and not reading:
        raise refusal(UsageError, f"source={source!r}: no metric compares with the source text", "leave it out",
                      option="source")


def _compiled(pattern: str) -> Any:
    try:
        return re.compile(pattern, re.DOTALL)
    except re.error as fault:
        raise refusal(UsageError, f"pattern={pattern!r}: {fault}", "correct the regular expression", option="pattern") from None


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and math.isfinite(float_of(value))


def _terms_of(metrics: Mapping[str, float], penalties: Mapping[str, float]) -> List[_Term]:
    """Returns the terms of a weighted mean of metrics, less penalties."""
    facts: Dict[str, Tuple[float, bool, bool]] = {}
    for option, given in (("metric", metrics), ("penalties", penalties)):
        if not isinstance(given, Mapping):
            raise wrong_type(option, given, "the name of a metric, or a dict with the weight of each, is needed",
                             f"pass {option}={{'chrf': 1}}")
        if not all(_is_number(weight) and weight > 0 for weight in given.values()):
            remedy = "give each metric a weight above 0"
            raise UsageError(f"{option}={dict(given)!r}: {remedy}", option=option, remedy=remedy)
        with called(option, "metrics"):
            facts.update((spec, _facts(spec, option)) for spec in given)
    if not metrics:
        raise UsageError("metric={}: name at least one", option="metric", remedy="name at least one")
    total = sum(metrics.values())
    weights = [*((spec, weight / total) for spec, weight in metrics.items()), *penalties.items()]
    return [_Term(spec, *facts[spec], weight) for spec, weight in weights]


def _facts(metric: str, option: str) -> Tuple[float, bool, bool]:
    """Returns a metric's best or worst score, whether higher is better, and whether it compares with the
    source text. `option` names it."""
    (facts,) = metrics(metric)
    if not facts["scale"] or facts["higher_is_better"] is None:
        raise refusal(UsageError, f"{option}={metric!r} has no best score, so it cannot be a reward", "choose another",
                      option=option)
    return facts["scale"], facts["higher_is_better"], facts["needs_source"]


def _reward_of(arguments: Mapping[str, Any]) -> Reward:
    return Reward(**arguments)


def _are_str(values: Sequence[Any]) -> bool:
    """Returns whether all values are exactly str, which is quick to see."""
    return set(map(type, values)) == {str}


def _text(completion: Any, place: int) -> str:
    """Returns the text of a completion: itself, or that of a message, the last one of a chat."""
    if type(completion) is str:
        return completion
    chat = isinstance(completion, Sequence) and not isinstance(completion, (str, bytes))
    message = completion[-1] if chat and completion else completion
    text = message.get("content") if isinstance(message, Mapping) else message
    if text is not message and isinstance(text, (list, tuple)):
        text = _parts_text(text)
    if isinstance(message, Mapping) and not isinstance(text, str):
        raise refusal(InputError, f"completion {place}: its last message has no text (content is {_content(message)})",
                      "pass '' for it, which gets the reward of empty=", option="completions", segment=place)
    if not isinstance(text, str) or chat and text is message:
        raise refusal(InputError, f"completion {place} is a {type(completion).__name__}, not text", "pass a str or a chat",
                      option="completions", segment=place)
    return text


def _content(message: Mapping[str, Any]) -> str:
    """Returns what a message without text has instead."""
    content = message.get("content")
    if not isinstance(content, (list, tuple)):
        return type(content).__name__
    return "parts of type " + ", ".join(str(part.get("type")) if isinstance(part, Mapping) else type(part).__name__
                                         for part in content)


def _parts_text(parts: Sequence[Any]) -> Optional[str]:
    """Returns the text of a message in parts, such as texts and images; None if there is none."""
    if any(isinstance(part, str) for part in parts):  # which no chat template takes
        return None
    found = [part.get("text") for part in parts if isinstance(part, Mapping) and part.get("type") == "text"]
    texts = [text for text in found if isinstance(text, str)]
    return "".join(texts) if texts and len(texts) == len(found) else None


def _selected(refs: Any, place: int, column: str, keys: str, option: str = "references") -> Any:
    """Returns the value of the dotted ``keys`` in ``refs``, which has this name. A ground truth, which
    has none, may be a reference itself."""
    path = [column] if column else []
    for key in keys.split(".") if keys and (column or isinstance(refs, Mapping)) else ():
        if not isinstance(refs, Mapping) or key not in refs:
            raise _key_error(refs, place, path, option)
        path.append(key)
        refs = refs[key]
    if isinstance(refs, Mapping):
        raise _key_error(refs, place, path, option)
    return refs


def _key_error(refs: Any, place: int, path: List[str], option: str) -> InputError:
    if not isinstance(refs, Mapping):
        remedy = f"choose {option}={'.'.join(path)!r}"
        what = f"a {type(refs).__name__}, which has no keys"
    else:
        remedy = f"name one of its keys, as in {option}={'.'.join([*path, *map(str, refs)][: len(path) + 1])!r}"
        what = f"a dict with the keys {', '.join(map(repr, refs)) or '(none)'}"
    return refusal(InputError, f"the {option.rstrip('s')} of completion {place} is {what}", remedy, option=option, segment=place)


def _all_references(references: List[Any], column: str, keys: str) -> List[_Refs]:
    """Returns the set of references of each completion."""
    if not (column and keys):
        if _are_str(references):
            return references
        kinds = set(map(type, references))
        sets: List[_Refs] = list(map(tuple, references)) if kinds == {list} else []
        if sets and all(sets) and _are_str(list(chain.from_iterable(sets))):
            return sets
    return [_references(_selected(refs, i, column, keys), i) for i, refs in enumerate(references)]


def _sources(sources: List[Any], column: str, keys: str) -> List[str]:
    """Returns the source text of each completion."""
    texts = [_selected(each, place, column, keys, "source") for place, each in enumerate(sources)]
    for place, text in enumerate(texts):
        if not isinstance(text, str):
            raise refusal(InputError, f"completion {place} has no source text", "pass a str", option="source", segment=place)
    return texts


def _references(refs: Any, place: int) -> _Refs:
    several = (refs,) if isinstance(refs, str) else refs
    if isinstance(several, (bytes, Mapping, AbstractSet)) or not hasattr(several, "__iter__"):
        several = ()
    key = tuple(several)
    if not key or not all(isinstance(ref, str) for ref in key):
        raise refusal(InputError, f"completion {place} has no reference, or one that is not text",
                      "pass a str or a list of them", option="references", segment=place)
    return key
