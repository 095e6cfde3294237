"""Rewards, compared with the scores of segments."""

from __future__ import annotations

import asyncio
import inspect
import math
import os
import pickle
import sys
import threading
import types
from types import SimpleNamespace
from typing import Any, Dict, List

import numpy
import pytest

import mtgauge
from mtgauge import _engine
from mtgauge.errors import InputError, InputTypeError, MtgaugeError, UsageError
from mtgauge.rewards import Reward
from test_pairs import texts

pytestmark = pytest.mark.filterwarnings("ignore::mtgauge.errors.MtgaugeWarning")


def test_rewards_are_shares_of_a_perfect_score() -> None:
    hyps, refs = [t for t in texts(6, 40) if t], [t or "x" for t in texts(7, 40)][:40]
    refs = (refs * 2)[: len(hyps)]
    for metric in ("chrf", "chrf++", "bleu", "ter"):
        wanted = mtgauge.segments(refs, hyps, metrics=metric, scale="unit")
        (name,) = wanted.metrics
        reward = Reward(metric, references="gold", threads=2)
        assert reward(completions=hyps, gold=refs) == wanted[name].tolist()
        assert reward.verl_batch(None, hyps, refs) == wanted[name].tolist()
        assert reward.verl("any", hyps[0], refs[0]) == wanted[name][0]
    assert reward.__name__ == "TER_reward"
    assert pickle.loads(pickle.dumps(reward))(completions=hyps, gold=refs) == wanted[name].tolist()


def test_rewards_for_roles_need_roles() -> None:
    with pytest.raises(InputError, match="compares semantic roles"):
        Reward("meant", references="gold")(completions=["the gate opened"], gold=["the gate opened"])


def test_rewards_take_chats_and_cut_what_is_thought() -> None:
    reward = Reward("chrf", strip_before="</think>", strip_after="<end>", longest=30, empty=-0.5, overlong=0.25)
    chat = [{"role": "assistant", "content": "x</think> It rains. <end> and more"}]
    found = reward(
        completions=[chat, "It rains.", "It rains.</think>", "</think>\n", "It " * 20],
        references=["It rains.", ["It snows.", "It rains."], "It", "It", "It"],
    )
    assert found == [1.0, 1.0, -0.5, -0.5, 0.25]
    strict = Reward("chrf", strip_before="</think>", require_marker=True)
    assert strict(completions=["It rains."], references=["It rains."]) == [0.0]


def test_rewards_reach_into_dicts() -> None:
    answers = [{"target": ["It rains.", "It pours."], "meta": {"other": "It snows."}}] * 2
    completions = ["It rains.", "It snows."]
    for selector, wanted in (("answer.target", [1.0, False]), ("answer.meta.other", [False, 1.0])):
        found = Reward("exact", references=selector)(completions=completions, answer=answers, prompts=["a", "b"])
        assert found == [float(each) for each in wanted]
        of_verl = Reward("exact", references=selector.partition(".")[2])
        assert of_verl.verl_batch(None, completions, answers) == found
        assert [of_verl.verl("any", text, truth) for text, truth in zip(completions, answers)] == found
    assert Reward("exact", references="target").verl_batch(None, completions, ["It rains.", ["It snows."]]) == [1, 1]
    dotted = {"answer.target": completions, "answer": [{"target": "no"}] * 2}
    assert Reward("exact", references="answer.target")(completions=completions, **dotted) == [1, 1]


@pytest.mark.parametrize(
    "selector, answer, message",
    [
        ("answer", {"target": "a"}, r"a dict with the keys 'target'; name one .* references='answer\.target'"),
        ("answer.gold", {"target": "a", "b": "c"}, r"the keys 'target', 'b'; name one .*'answer\.target'"),
        ("answer.target", {"target": {"x": "a"}}, r"the keys 'x'; .*'answer\.target\.x'"),
        ("answer.target.x", {"target": "a"}, r"a str, which has no keys; choose references='answer\.target'"),
        ("answer.target", "a", r"a str, which has no keys; choose references='answer'"),
        ("answer", {}, r"the keys \(none\)"),
        ("answer.target", {"target": {"a", "b"}}, "no reference, or one that is not text"),
    ],
)
def test_a_dict_is_no_reference(selector: str, answer: object, message: str) -> None:
    with pytest.raises(InputError, match=f"completion 0 .*{message}") as caught:
        Reward("exact", references=selector)(completions=["a"], answer=[answer])
    assert caught.value.segment == 0


def test_a_ground_truth_that_is_a_dict_needs_a_key() -> None:
    with pytest.raises(InputError, match="keys 'target'; name one of its keys, as in references='target'"):
        Reward("chrf").verl("any", "target", {"target": ["The gate is open."]})


@pytest.mark.parametrize("texts", ["ab", b"ab", {"a": 1, "b": 2}, {"a", "b"}])
def test_a_batch_is_a_list(texts: object) -> None:
    reward = Reward("chrf")
    for completions, references in ((texts, ["a", "b"]), (["a", "b"], texts)):
        with pytest.raises(TypeError, match="where a list is needed; pass a list"):
            reward(completions=completions, references=references)
        with pytest.raises(TypeError, match="where a list is needed; pass a list"):
            reward.verl_batch(None, completions, references)


@pytest.mark.parametrize("option", ["strip_before", "strip_after"])
def test_an_empty_marker_is_an_error(option: str) -> None:
    with pytest.raises(UsageError, match=f"{option}='': an empty marker matches everywhere") as caught:
        Reward("chrf", **{option: ""})
    assert caught.value.option == option


@pytest.mark.parametrize(
    "completions, columns",
    [
        (["a"], {"references": [None]}),
        ([["a"]], {"references": ["a"]}),
        (["a"], {"references": [b"a"]}),
        (["a"], {"references": [{"a"}]}),
        (["a"], {"references": [[]]}),
        (["a"], {"references": [["a", None]]}),
        ([None], {"references": ["a"]}),
        ([[{"role": "assistant"}]], {"references": ["a"]}),
        (["a", "b"], {"references": ["a"]}),
        (["a"], {"gold": ["a"]}),
    ],
)
def test_bad_input_is_an_error_and_no_reward(completions: object, columns: dict) -> None:
    with pytest.raises((InputError, UsageError)):
        Reward("chrf")(completions=completions, **columns)


def test_prepared_references_are_bounded_and_shared_by_threads() -> None:
    reward = Reward("chrf", cache=8, threads=1)
    refs = [f"line {i} of many" for i in range(100)]
    wanted = reward(completions=refs, references=refs)
    assert wanted == [1.0] * 100
    assert len(reward._prepared) == 8
    found: list = [None] * 4

    def work(k: int) -> None:
        found[k] = reward(completions=refs * 5, references=refs * 5)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [wanted * 5] * 4
    with pytest.raises(UsageError):
        Reward("chrf", cache=0)
    with pytest.raises(UsageError):
        Reward("lenratio")


def test_a_reward_is_the_weighted_mean_of_metrics_less_penalties() -> None:
    hyps, refs = [t for t in texts(8, 60) if t], [t or "x" for t in texts(9, 90)]
    refs = refs[: len(hyps)]
    reward = Reward({"chrf": 3, "ter": 1}, references="gold", penalties={"looping": 0.5}, threads=2)
    scores = mtgauge.segments(refs, hyps, metrics=["chrf", "ter", "looping"])
    names = ["chrF2", "TER", scores.metrics[2]]
    shares = [[min(max(value / 100, 0.0), 1.0) for value in scores[name]] for name in names]
    wanted = [min(max(0.75 * c + 0.25 * (1 - t) - 0.5 * loop, 0.0), 1.0) for c, t, loop in zip(*shares)]
    found = reward.details(hyps, gold=refs)
    assert found["reward"] == pytest.approx(wanted, abs=1e-12)
    assert [found[name] for name in names] == shares
    assert reward(completions=hyps, gold=refs) == found["reward"]
    assert any(loop > 0 for loop in shares[2]) and len(set(found["reward"])) > 20


@pytest.mark.parametrize("metric, penalties", [({}, None), ({"chrf": 0}, None), ({"chrf": float("nan")}, None),
                                               ("chrf", {"looping": -1}), ({"chrf": "1"}, None)])
def test_weights_are_positive_numbers(metric: object, penalties: object) -> None:
    with pytest.raises(UsageError, match="name at least one|give each metric a weight above 0"):
        Reward(metric, penalties=penalties)  # type: ignore[arg-type]


def test_form_and_length_count() -> None:
    reward = Reward("exact", pattern="<think>.*</think>.+", malformed=-1.0, strip_before="</think>", longest=10, taper=5,
                    overlong=-0.5)
    texts = ["<think>\n</think>four", "four", "<think></think>" + "x" * 8, "<think></think>" + "x" * 11]
    refs = ["four", "four", "x" * 8, "x" * 11]
    assert reward(completions=texts, references=refs) == pytest.approx([1.0, -1.0, 1.0 * 0.4 - 0.5 * 0.6, -0.5])
    with pytest.raises(UsageError, match="taper=11: choose a number of characters up to longest"):
        Reward("exact", longest=10, taper=11)


def test_parts_of_a_message_that_are_text_are_scored() -> None:
    parts = [{"type": "image", "image": "x.png"}, {"type": "text", "text": "It "}, {"type": "text", "text": "rains."}]
    assert Reward("exact")(completions=[[{"role": "assistant", "content": parts}]], references=["It rains."]) == [1.0]
    for content in ([], ["It rains."], [{"type": "text"}]):
        with pytest.raises(InputError, match="completion 0"):
            Reward("exact")(completions=[{"content": content}], references=["It rains."])


def test_trainers_call_with_their_signatures(monkeypatch: pytest.MonkeyPatch) -> None:
    reward = Reward({"chrf": 1, "exact": 1}, references="target")
    hyps, truths = ["It rains.", "It snows."], [{"target": "It rains."}, {"target": "It rains."}]
    details = reward.details(hyps, target=["It rains."] * 2)
    wanted = details["reward"]
    assert inspect.iscoroutinefunction(reward.asynchronous) and reward.asynchronous.__name__ == reward.__name__
    assert asyncio.run(reward.asynchronous(completions=hyps, target=["It rains."] * 2)) == wanted
    one = reward.verl_details(data_source="a", solution_str=hyps[1], ground_truth=truths[1], extra_info={}, reward_router_address=None)
    assert one == {"score": wanted[1], "chrF2": details["chrF2"][1], "exact match": 0.0}
    samples = [SimpleNamespace(response=text, label=truth) for text, truth in zip(hyps, truths)]
    assert asyncio.run(reward.slime(None, samples)) == wanted
    assert asyncio.run(reward.slime(None, samples[1])) == wanted[1]
    torch = types.ModuleType("torch")
    torch.tensor = tuple  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "torch", torch)
    found = reward.openrlhf([f"Say: {text}" for text in hyps], ["Say: "] * 2, truths)
    assert found["rewards"] == found["scores"] == tuple(wanted)
    assert found["extra_logs"] == {"chrF2": tuple(details["chrF2"]), "exact match": (1.0, 0.0)}
    with pytest.raises(InputError, match="query 0 does not begin with its prompt"):
        reward.openrlhf(["It rains."], ["Say: "], truths[:1])


@pytest.mark.parametrize("threads", [1, 3])
def test_batches_of_old_and_new_references(threads: int) -> None:
    hyps, refs = [t or "x" for t in texts(8, 900)], [t or "y" for t in texts(9, 900)]
    wanted = mtgauge.segments(refs, [text.strip() or "x" for text in hyps], metrics="chrf", scale="unit")["chrF2"].tolist()
    reward = Reward("chrf", references="gold", threads=threads)
    # Of several batches, each with references that were prepared at different times, in any order.
    for order in (range(0, 900, 3), range(100), range(899, -1, -1)):
        picked = list(order)
        found = reward(completions=[hyps[i].strip() or "x" for i in picked], gold=[refs[i] for i in picked])
        assert found == [wanted[i] for i in picked]
    several = reward(completions=hyps[:300], gold=[[ref] for ref in refs[:300]])
    assert several == reward(completions=hyps[:300], gold=refs[:300])


def test_the_threads_are_those_that_the_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    everywhere = os.sched_getaffinity(0)
    assert 1 <= _engine.available_threads() <= len(everywhere)
    try:
        os.sched_setaffinity(0, {min(everywhere)})
        assert _engine.available_threads() == 1
    finally:
        os.sched_setaffinity(0, everywhere)
    monkeypatch.delenv("MTGAUGE_THREADS", raising=False)
    available = iter([1, 1])  # asked for twice
    monkeypatch.setattr(_engine, "available_threads", lambda: next(available))
    for threads in (2, 0, None):
        Reward("chrf", references="gold", threads=threads)(completions=["It rains."], gold=["It rains."])
    assert not list(available)


@pytest.mark.filterwarnings("error::mtgauge.errors.MtgaugeWarning")
def test_as_many_references_as_completions_are_no_streams() -> None:
    assert Reward("exact")(completions=["a", "d"], references=[["a", "b"], ["c", "d"]]) == [1.0, 1.0]


def test_completions_that_are_not_scored_stay_in_their_places() -> None:
    reward = Reward({"chrf": 0.5, "ter": 0.5}, references="gold", penalties={"looping": 0.25}, empty=-1, cache=1)
    found = reward.details(completions=["It rains.", " ", "\u2003", "It snows."], gold=["It rains."] * 4)
    assert found["reward"][:3] == [1.0, -1, -1] and 0 < found["reward"][3] < 1
    assert found["chrF2"][1:3] == found["TER"][1:3] == [0.0, 0.0] and found["chrF2"][0] == 1.0
    assert reward.details(completions=["", ""], gold=["a", "b"]) == {
        "reward": [-1, -1], "chrF2": [0.0, 0.0], "TER": [0.0, 0.0], "looping": [0.0, 0.0]}
    assert reward(completions=[], gold=[]) == []


# ---- calls of trainers, as their sources have them ----


def call_of_trl(reward_func: Any, inputs: List[Dict[str, Any]]) -> List[float]:
    """GRPOTrainer: the names of the functions for its logs, and one call for a batch, which may be awaited."""
    assert isinstance(reward_func.__name__, str)
    keys = [key for key in inputs[0] if key not in ["prompt", "completion", "completion_ids"]]
    columns = {key: [example[key] for example in inputs] for key in keys}
    given = dict(prompts=[each["prompt"] for each in inputs], completions=[each["completion"] for each in inputs],
                 completion_ids=[[1, 2] for _ in inputs], trainer_state=SimpleNamespace(global_step=3), **columns)
    found = asyncio.run(reward_func(**given)) if inspect.iscoroutinefunction(reward_func) else reward_func(**given)
    return [reward if reward is not None else float("nan") for reward in found]


def calls_of_verl(compute_score: Any, items: List[Dict[str, Any]]) -> Dict[str, List[float]]:
    """NaiveRewardManager, and the Reward Loop, which runs the function in a thread: one call for each sample."""
    extra: Dict[str, List[float]] = {}

    async def run_single(item: Dict[str, Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(None, lambda: compute_score(
            data_source=item["data_source"], solution_str=item["response"], ground_truth=item["reward_model"]["ground_truth"],
            extra_info=item.get("extra_info", {}), reward_router_address="localhost:1", reward_model_tokenizer=None))

    for item in items:
        score = asyncio.run(run_single(item))
        for key, value in (score if isinstance(score, dict) else {"score": score}).items():
            extra.setdefault(key, []).append(value)
    return extra


def call_of_verl_batch(compute_score: Any, items: List[Dict[str, Any]]) -> List[float]:
    """BatchRewardManager."""
    found: List[float] = compute_score(
        data_sources=numpy.array([item["data_source"] for item in items], dtype=object),
        solution_strs=[item["response"] for item in items],
        ground_truths=[item["reward_model"]["ground_truth"] for item in items],
        extra_infos=[item.get("extra_info", {}) for item in items])
    return found


def call_of_openrlhf(reward_func: Any, queries: List[str], prompts: List[str], labels: List[Any]) -> List[float]:
    """SingleTurnAgentExecutor: positional arguments; each sample keeps its own part of the answer."""
    info = reward_func(queries, prompts, labels)
    assert len(info["scores"]) == len(queries) and all(len(values) == len(queries) for values in info["extra_logs"].values())
    return [float(info["rewards"][i]) for i in range(len(queries))]


async def verify_of_nemo_gym(reward: Reward, body: Any) -> Any:
    """A resources server: the text of the response's messages, and what the row says."""
    text = "".join(part.text for item in body.response.output if item.type == "message"
                   for part in item.content if part.type == "output_text")
    return {**vars(body), "reward": reward.verl("", text, body.references)}


def test_trainers_call(monkeypatch: pytest.MonkeyPatch) -> None:
    hyps, refs = ["It rains.", "It snows.", ""], ["It rains.", "It rains.", "It rains."]
    reward = Reward("chrf", references="target")
    wanted = reward(completions=hyps, target=refs)
    assert wanted[0] == 1.0 > wanted[1] > 0.0 == wanted[2]
    prompt = [{"role": "user", "content": "Translate."}]
    plain = [{"prompt": "Translate.", "completion": hyp, "target": ref} for hyp, ref in zip(hyps, refs)]
    chats = [{**each, "prompt": prompt, "completion": [{"role": "assistant", "content": each["completion"]}]} for each in plain]
    for inputs in (plain, chats):
        assert call_of_trl(reward, inputs) == call_of_trl(reward.asynchronous, inputs) == wanted
    items = [{"data_source": "wmt", "response": hyp, "reward_model": {"style": "rule", "ground_truth": {"target": ref}}}
             for hyp, ref in zip(hyps, refs)]
    assert calls_of_verl(reward.verl, items) == {"score": wanted}
    assert calls_of_verl(reward.verl_details, items) == {"score": wanted, "chrF2": wanted}
    assert call_of_verl_batch(reward.verl_batch, items) == wanted
    torch = types.ModuleType("torch")
    torch.tensor = tuple  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "torch", torch)
    assert call_of_openrlhf(reward.openrlhf, [f"Say: {hyp}" for hyp in hyps], ["Say: "] * 3, refs) == wanted
    part = SimpleNamespace(type="output_text", text=hyps[1])
    output = [SimpleNamespace(type="reasoning"), SimpleNamespace(type="message", content=[part])]
    body = SimpleNamespace(response=SimpleNamespace(output=output), references=refs[1])
    assert asyncio.run(verify_of_nemo_gym(reward, body))["reward"] == wanted[1]


# ---- faults ----


@pytest.mark.parametrize("content, what", [(None, "NoneType"), ([{"type": "image_url"}], "parts of type image_url"), ([], "parts of type ")])
def test_a_message_without_text_is_an_error_that_says_so(content: Any, what: str) -> None:
    with pytest.raises(InputError, match=f"completion 1: its last message has no text \\(content is {what}\\); pass ''") as caught:
        Reward("chrf")(completions=["a", [{"role": "assistant", "content": content}]], references=["a", "a"])
    assert caught.value.segment == 1


def test_sources() -> None:
    source, ref, copy = "die alte Muehle am Fluss", "the old mill by the river", "die alte Muehle am Fluss"
    reward = Reward("chrf", references="refs", source="src", penalties={"copied": 1})
    plain = Reward("chrf", references="refs")([ref, copy], refs=[ref, ref])
    for refs in ([ref, ref], [[ref], [ref, ref]]):
        assert reward([ref, copy], refs=refs, src=[source, source]) == [plain[0], 0]
    # The source is a part of what is cached.
    assert reward([ref, copy], refs=[ref, ref], src=["another", "another"]) == pytest.approx(plain)
    assert reward.details([copy, " "], refs=[ref, ref], src=[source, source])["copied"] == [1, 0]
    truths = [{"refs": ref, "src": source}] * 2
    assert reward.verl_batch([None] * 2, [ref, copy], truths) == [plain[0], 0]
    nested = Reward("sari", references="of.refs", source="of.src")
    assert nested([ref], of=truths[:1]) == [1]
    for columns, option, message in (
        ({}, "source", "there is no column 'src' .*; name the column with the source with source="),
        ({"src": [source]}, "source", "2 completions, but 1 source texts; pass one for each completion"),
        ({"src": [source, None]}, "source", "completion 1 has no source text; pass a str"),
        ({"src": [{"a": ""}] * 2}, "source", "the source of completion 0 is a dict with the keys 'a'; name one of its keys"),
    ):
        with pytest.raises(MtgaugeError, match=message) as caught:
            reward([ref, copy], refs=[ref, ref], **columns)
        assert caught.value.option == option


@pytest.mark.parametrize("arguments, kind, message", [
    ({"longest": -1}, UsageError, "longest=-1: choose at least 1"),
    ({"cache": "5"}, InputTypeError, "cache: str where an int is needed"),
    ({"taper": 1.5}, InputTypeError, "taper: float where an int is needed"),
    ({"pattern": "("}, UsageError, r"pattern='\(': missing \), .*; correct the regular expression"),
    ({"pattern": 3}, InputTypeError, "pattern: int where a str is needed"),
    ({"references": 3}, InputTypeError, "references: int where a str is needed"),
    ({"empty": float("nan")}, UsageError, "empty=nan: choose a number"),
    ({"malformed": "x"}, UsageError, "malformed='x': choose a number"),
    ({"overlong": math.inf}, UsageError, "overlong=inf: choose a number"),
    ({"metric": ["chrf", "bleu"]}, InputTypeError, "metric: list where the name of a metric, or a dict with the weight of each"),
    ({"penalties": ["looping"]}, InputTypeError, "penalties: list where"),
    ({"penalties": {"copied": 1}}, UsageError, "metric='copied' compares with the source text; name its column with source="),
    ({"source": "src"}, UsageError, "source='src': no metric compares with the source text; leave it out"),
])
def test_bad_arguments(arguments: Dict[str, Any], kind: Any, message: str) -> None:
    with pytest.raises(kind, match=message) as caught:
        Reward(**arguments)
    assert caught.value.option in (*arguments, "metric", "source") and isinstance(caught.value, MtgaugeError)
