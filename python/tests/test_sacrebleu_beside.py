"""mtgauge.sacrebleu compared with sacreBLEU: the same numbers to the last bit, the same text, the
same errors."""

import importlib.metadata
import inspect
import itertools
import json
import logging
import os
import random
import subprocess
import sys
import unicodedata

import numpy
import pytest
from mtgauge import sacrebleu as ours
from sacrebleu_cases import ALL_OPTIONS, OPTIONS, ODD, corpus, name_of, text

theirs = pytest.importorskip("sacrebleu", reason="pip install sacrebleu==2.6.0 to test beside it")
if getattr(theirs, "__version__", "") != "2.6.0":
    pytest.skip("sacrebleu is not version 2.6.0", allow_module_level=True)

import mtgauge.sacrebleu.significance  # noqa: E402
import sacrebleu.significance  # noqa: E402


@pytest.fixture(autouse=True)
def same_version():
    ours.version.set_identical(True)
    yield
    ours.version.set_identical(False)


def plain(value):
    """Converts an answer to built-in data, equal if and only if types, fields and the bits of
    floats are."""
    if isinstance(value, float):
        return float(value).hex()
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if hasattr(value, "__dict__"):
        return type(value).__name__, plain(vars(value))
    return value


def outcome(function, *args, **kwargs):
    """Returns the result of a call, or the type of the exception that it raises."""
    try:
        return plain(function(*args, **kwargs))
    except Exception as error:
        return type(error)


def both(name, options):
    return getattr(ours, name)(**options), getattr(theirs, name)(**options)


def signature(metric):
    return outcome(
        lambda: [metric.get_signature().format(), metric.get_signature().format(short=True)]
    )


@pytest.mark.parametrize("case", ALL_OPTIONS, ids=name_of)
def test_corpora(case):
    our, their = both(*case)
    for seed, streams, missing in ((1, 1, 0), (2, 3, 0), (3, 2, 0.5)):
        hyps, refs = corpus(seed, 30, streams, missing)
        assert plain(our._extract_corpus_statistics(hyps, refs)) == plain(
            their._extract_corpus_statistics(hyps, refs)
        )
        assert outcome(our.corpus_score, hyps, refs) == outcome(their.corpus_score, hyps, refs)
        assert signature(our) == signature(their)


@pytest.mark.parametrize("case", ALL_OPTIONS, ids=name_of)
def test_kept_references(case):
    name, options = case
    hyps, refs = corpus(4, 20, 2, 0.3)
    our, their = both(name, {**options, "references": refs})
    assert signature(our) == signature(their)
    for texts in (hyps, hyps[:3], hyps + hyps, tuple(hyps)):
        assert outcome(our.corpus_score, texts, None) == outcome(their.corpus_score, texts, None)
    assert outcome(our.corpus_score, hyps, [hyps]) == outcome(their.corpus_score, hyps, [hyps])
    assert plain(our._ref_cache) == plain(their._ref_cache)


@pytest.mark.parametrize("case", ALL_OPTIONS, ids=name_of)
def test_sentences(case):
    our, their = both(*case)
    hyps, refs = corpus(5, 25, 3, 0.3)
    for hyp, *of_hyp in zip(hyps, *refs):
        assert outcome(our.sentence_score, hyp, of_hyp) == outcome(
            their.sentence_score, hyp, of_hyp
        ), (hyp, of_hyp)
        assert signature(our) == signature(their)


@pytest.mark.parametrize("name", OPTIONS)
def test_odd_pairs(name):
    our, their = both(name, {})
    for hyp in ODD:
        for ref in ODD:
            assert outcome(our.sentence_score, hyp, [ref]) == outcome(
                their.sentence_score, hyp, [ref]
            ), (hyp, ref)


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("streams", [7, 24, 25, 31])
def test_many_references(name, streams):
    our, their = both(name, {})
    hyps, refs = corpus(streams, 12, streams, 0.2)
    assert plain(our._extract_corpus_statistics(hyps, refs)) == plain(
        their._extract_corpus_statistics(hyps, refs)
    )
    assert outcome(our.corpus_score, hyps, refs) == outcome(their.corpus_score, hyps, refs)


# Invalid or unusual arguments.
H, R = ["the cat sat on the mat", "hello there friend"], [
    ["the cat sat on a mat", "hello there friends"]
]
STRANGE = [
    ("abc", R),
    (H, "abc"),
    (H, ["abc"]),
    ([1, 2], R),
    (None, R),
    ([None, "a"], R),
    (["a", None], R),
    ([], R),
    ([], [[]]),
    (H, []),
    (H, None),
    (H, [[]]),
    (tuple(H), tuple(map(tuple, R))),
    ({"a"}, R),
    (H, [dict.fromkeys(R[0])]),
    (H, [R[0][:1]]),
    (H[:1], R),
    (H, [R[0], [None, "x"]]),
    (H, [[None, "x"]]),
    (H, [["x", None]]),
    (H, [[None, None]]),
    (H, [[None, None], R[0]]),
    (H, [["x", 3]]),
    (H, [[3, "x"]]),
    (H, [None]),
    ([b"a"], R),
    (["b", b"a"], R),
    (["b", 3], R),
    (H, [["x", float("nan")]]),
    (["", "a"], [[None, "b"]]),
]


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("at", range(len(STRANGE)))
def test_strange_corpora(name, at):
    def scored(module):
        return outcome(lambda: getattr(module, name)().corpus_score(*STRANGE[at]))

    assert scored(ours) == scored(theirs)


@pytest.mark.parametrize("name", OPTIONS)
def test_generators_and_arrays(name):
    numpy = pytest.importorskip("numpy")
    for make in (iter, numpy.array, lambda texts: (line for line in texts)):
        for hyps, refs in ((make(H), R), (H, make(R)), (H, [make(R[0])])):
            assert outcome(getattr(ours, name)().corpus_score, hyps, refs) == TypeError
    for make in (iter, numpy.array, tuple):
        kept = outcome(lambda: getattr(ours, name)(references=[make(R[0])]).corpus_score(H, None))
        assert kept == outcome(
            lambda: getattr(theirs, name)(references=[make(R[0])]).corpus_score(H, None)
        )


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize(
    "refs",
    [
        "abc",
        [],
        None,
        [None],
        [None, "a"],
        [3],
        ["x", 3],
        [["a"]],
        ("a", "b"),
        {"a"},
        [""],
        ["x", None],
        ["x", float("nan")],
    ],
    ids=repr,
)
def test_strange_sentences(name, refs):
    for hyp in ("the cat", "", None, ["a"], 3):
        assert outcome(getattr(ours, name)().sentence_score, hyp, refs) == outcome(
            getattr(theirs, name)().sentence_score, hyp, refs
        )


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize(
    "refs",
    [[], [[]], "abc", ["abc"], [[None, "x"]], [[None, None]], [["x", 3]], [["a", "b", "c"]]],
    ids=repr,
)
def test_strange_kept_references(name, refs):
    def use(module):
        metric = getattr(module, name)(references=refs)
        return [signature(metric), outcome(metric.corpus_score, H, None), plain(metric._ref_cache)]

    assert outcome(use, ours) == outcome(use, theirs)


@pytest.mark.parametrize(
    "name, options",
    [
        ("BLEU", {"tokenize": "nonsense"}),
        ("BLEU", {"tokenize": 3}),
        ("BLEU", {"smooth_method": "nonsense"}),
        ("BLEU", {"max_ngram_order": -1}),
        ("CHRF", {"char_order": -1}),
        ("CHRF", {"char_order": 0, "word_order": 0}),
        ("CHRF", {"char_order": 2.0}),
        ("CHRF", {"beta": "2"}),
        ("TER", {"normalized": 1, "no_punct": "yes"}),
        ("BLEU", {"lowercase": 1, "effective_order": "yes"}),
        ("BLEU", {"smooth_method": "floor", "smooth_value": "x"}),
        ("BLEU", {"smooth_method": "add-k", "smooth_value": -1}),
    ],
    ids=lambda value: str(value),
)
def test_strange_options(name, options):
    def use(module):
        metric = getattr(module, name)(**options)
        return [
            outcome(metric.corpus_score, H, R),
            outcome(metric.sentence_score, H[0], [R[0][0]]),
            signature(metric),
        ]

    assert outcome(use, ours) == outcome(use, theirs)


# Arguments of every wrong kind, and some that are right beside others.
ARGUMENTS = [
    [], [[]], [[], []], "a b", b"a", 3, None, float("nan"), object, range(2), {"a"}, {"a": 1}, numpy.array(["a"]),
    ["a"], ("a",), ["a", "b"], ["", ""], ["a", None], ["a", 1], [None], [1], [b"a"], [numpy.array(["a"])],
    [["a"]], [("a",)], [["a", "b"]], [["a"], ["b"]], [["a"], []], [["a"], None], [["a", None]], [["a", 1]], [[None]],
    [[1]], [[b"a"]], [[["a"]]], [[["a"]], ["b"]], numpy.array([["a"]]),
]


@pytest.mark.parametrize("kind", ["corpus", "sentence"])
@pytest.mark.parametrize("name", ["bleu", "chrf", "ter"])
def test_messages_about_all_pairs_of_arguments(name, kind):
    def said(module, hyps, refs):
        try:
            return str(getattr(module, f"{kind}_{name}")(hyps, refs))
        except Exception as error:
            return type(error), str(error)

    for hyps, refs in itertools.product(ARGUMENTS, repeat=2):
        assert said(ours, hyps, refs) == said(theirs, hyps, refs), (hyps, refs)


def test_log(caplog):
    caplog.set_level(logging.INFO, logger="sacrebleu")

    def log_of(module, significance):
        caplog.clear()
        module.BLEU(trg_lang="zh", tokenize="13a")
        module.BLEU(trg_lang="zh", tokenize="zh")
        module.BLEU().sentence_score("a", ["a"])
        for name in OPTIONS:
            for dots in (99, 100):
                getattr(module, name)().corpus_score(
                    ["a ."] * dots + ["a.", "a . ", "a .\n"], [["a"] * 103]
                )
        module.BLEU(force=True).corpus_score(["a ."] * 100, [["a"] * 100])
        module.BLEU().corpus_score(["a ."] * 100, [["a"] * 99])
        metrics = {name: getattr(module, name)(references=R) for name in OPTIONS}
        for test in ("ar", "bs"):
            significance.PairedTest([("base", H), ("other", R[0])], metrics, None, test, 5)()
        return [(record.levelname, record.name, record.getMessage()) for record in caplog.records]

    our_log = log_of(ours, mtgauge.sacrebleu.significance)
    assert our_log == log_of(theirs, sacrebleu.significance)
    assert len(our_log) > 15


# Text.


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("resamples", [1, 60])
def test_formats(name, resamples):
    hyps, refs = corpus(6, 40)
    our, their = (getattr(module, name)() for module in (ours, theirs))
    scores = [metric.corpus_score(hyps, refs, n_bootstrap=resamples) for metric in (our, their)]
    assert repr(scores[0]) == repr(scores[1])
    assert signature(our) == signature(their)
    for width in (0, 1, 2, 7):
        for score_only in (False, True):
            for text_of_signature in ("", our.get_signature().format()):
                for is_json in (False, True):
                    args = {
                        "width": width,
                        "score_only": score_only,
                        "signature": text_of_signature,
                        "is_json": is_json,
                    }
                    assert outcome(scores[0].format, **args) == outcome(scores[1].format, **args)
    assert (
        json.loads(scores[0].format(signature=str(our.get_signature()), is_json=True))["name"]
        == scores[0].name
    )


def test_signature_updates():
    formatted = []
    for module in (ours, theirs):
        metric = module.BLEU()
        metric.corpus_score(H, R)
        sig = metric.get_signature()
        for key, value in (
            ("bs", 5),
            ("lang", "en-de"),
            ("seed", None),
            ("test", True),
            ("own", 1),
        ):
            sig.update(key, value)
        formatted.append(
            [sig.format(), str(sig), repr(sig), sig.info, outcome(sig.format, short=True)]
        )
    assert formatted[0] == formatted[1]


# Functions, public and private.


def test_functions_of_compat():
    hyps, refs = corpus(7, 25, 2)
    for name in ("corpus_bleu", "raw_corpus_bleu", "corpus_chrf", "corpus_ter"):
        assert outcome(getattr(ours, name), hyps, refs) == outcome(
            getattr(theirs, name), hyps, refs
        )
    for name in ("sentence_bleu", "sentence_chrf", "sentence_ter"):
        for hyp, *of_hyp in zip(hyps, *refs):
            assert outcome(getattr(ours, name), hyp, of_hyp) == outcome(
                getattr(theirs, name), hyp, of_hyp
            )
    for value in (None, 0, 0.01, 5):
        assert outcome(ours.raw_corpus_bleu, hyps, refs, value) == outcome(
            theirs.raw_corpus_bleu, hyps, refs, value
        )
    assert outcome(ours.corpus_chrf, hyps, refs, 3, 1, 3, False, True) == outcome(
        theirs.corpus_chrf, hyps, refs, 3, 1, 3, False, True
    )
    assert outcome(ours.corpus_ter, hyps, refs, True, True, True, True) == outcome(
        theirs.corpus_ter, hyps, refs, True, True, True, True
    )
    assert outcome(ours.corpus_bleu, hyps, refs, "floor", 0.2, True, True, "intl", True) == outcome(
        theirs.corpus_bleu, hyps, refs, "floor", 0.2, True, True, "intl", True
    )


def arguments(function):
    """Returns the names, kinds and defaults of a function's arguments."""
    return [
        (parameter.name, parameter.kind, parameter.default)
        for parameter in inspect.signature(function).parameters.values()
    ]


@pytest.mark.parametrize(
    "module",
    [
        "",
        "compat",
        "metrics",
        "metrics.base",
        "metrics.bleu",
        "metrics.chrf",
        "metrics.ter",
        "metrics.helpers",
        "metrics.lib_ter",
        "significance",
        "tokenizers",
        "tokenizers.tokenizer_base",
        "tokenizers.tokenizer_re",
        "tokenizers.tokenizer_13a",
        "tokenizers.tokenizer_zh",
        "tokenizers.tokenizer_char",
        "tokenizers.tokenizer_intl",
        "tokenizers.tokenizer_none",
        "tokenizers.tokenizer_ter",
        "tokenizers.tokenizer_ja_mecab",
        "tokenizers.tokenizer_ko_mecab",
        "tokenizers.tokenizer_spm",
        "version",
    ],
)
def test_interfaces(module):
    import importlib

    our, their = (
        importlib.import_module(".".join(filter(None, (root, module))))
        for root in ("mtgauge.sacrebleu", "sacrebleu")
    )
    for name, thing in vars(their).items():
        home = getattr(thing, "__module__", "")
        is_public = (
            module in ("", "metrics") and not inspect.ismodule(thing) and not name.startswith("__")
        )
        if home != their.__name__ and not is_public:
            continue
        assert hasattr(our, name), name
        if inspect.isclass(thing) and home == their.__name__:
            for member, value in vars(thing).items():
                if callable(value) and not member.startswith("__") or member == "__init__":
                    if (thing.__name__, member) in NOT_OURS or arguments(value) == arguments(
                        lambda self: self
                    ):
                        continue
                    assert arguments(getattr(getattr(our, name), member)) == arguments(
                        getattr(thing, member)
                    ), (name, member)
        elif inspect.isfunction(thing) and home == their.__name__:
            assert arguments(getattr(our, name)) == arguments(thing), name


# The cache of the edit distance, which our implementation lacks.
NOT_OURS = {
    ("BeamEditDistance", "_edit_distance"),
    ("BeamEditDistance", "_add_cache"),
    ("BeamEditDistance", "_find_cache"),
}


def test_steps_of_metrics():
    hyps, refs = corpus(8, 25, 3, 0.3)
    for name, options in ALL_OPTIONS[::3]:
        our, their = both(name, options)
        assert plain(our._cache_references(refs)) == plain(their._cache_references(refs))
        for hyp, *of_hyp in zip(hyps, *refs):
            there = [ref for ref in of_hyp if ref is not None]
            assert our._preprocess_segment(hyp) == their._preprocess_segment(hyp)
            info = our._extract_reference_info(there)
            assert plain(info) == plain(their._extract_reference_info(there))
            assert plain(our._compute_segment_statistics(hyp, info)) == plain(
                their._compute_segment_statistics(hyp, info)
            )
        rows = our._extract_corpus_statistics(hyps, refs)
        assert outcome(our._compute_score_from_stats, list(rows[0])) == outcome(
            their._compute_score_from_stats, list(rows[0])
        )
        assert outcome(our._aggregate_and_compute, rows) == outcome(
            their._aggregate_and_compute, rows
        )
        assert outcome(our._aggregate_and_compute, rows[:1]) == outcome(
            their._aggregate_and_compute, rows[:1]
        )


def test_steps_of_metrics_with_numpy():
    numpy = pytest.importorskip("numpy")
    hyps, refs = corpus(9, 40)
    for name, options in ALL_OPTIONS[::2]:
        our, their = both(name, options)
        rows = our._extract_corpus_statistics(hyps, refs)
        for kind in ("float32", "float64"):
            sums = numpy.array(rows, dtype=kind).sum(0)
            assert outcome(lambda: our._compute_score_from_stats(sums.copy()).score) == outcome(
                lambda: their._compute_score_from_stats(sums.copy()).score
            )


def test_compute_bleu():
    rng = random.Random(10)
    for _ in range(2000):
        total = sorted((rng.choice([0, rng.randrange(30)]) for _ in range(4)), reverse=True)
        correct = [rng.randrange(n + 1) for n in total]
        args = [
            rng.choice([0, 7, 31]),
            rng.choice([0, 7, 30]),
            rng.choice(["exp", "floor", "add-k", "none"]),
            rng.choice([None, 0, 0.3, 2]),
            rng.random() < 0.5,
            rng.choice([1, 2, 4]),
        ]
        our, their = (
            outcome(module.BLEU.compute_bleu, list(correct), list(total), *args)
            for module in (ours, theirs)
        )
        assert our == their, (correct, total, args)
    assert outcome(ours.BLEU.compute_bleu, [1], [1], 1, 1) == outcome(
        theirs.BLEU.compute_bleu, [1], [1], 1, 1
    )
    assert outcome(ours.BLEU.compute_bleu, [1], [1], 1, 1, "x") == outcome(
        theirs.BLEU.compute_bleu, [1], [1], 1, 1, "x"
    )


def test_parts_of_chrf():
    from collections import Counter

    rng = random.Random(11)
    for options in OPTIONS["CHRF"]:
        our, their = both("CHRF", options)
        for _ in range(20):
            line = text(rng)
            assert our._remove_punctuation(line) == their._remove_punctuation(line)
            counts = [
                [0, 0, 0] if rng.random() < 0.3 else sorted(rng.sample(range(40), 3), reverse=True)
                for _ in range(our.order)
            ]
            stats = [count for triple in counts for count in triple]
            assert outcome(our._compute_f_score, stats) == outcome(their._compute_f_score, stats)
            a, b = Counter(text(rng)), Counter(text(rng))
            assert our._get_match_statistics(a, b) == their._get_match_statistics(a, b)


def test_helpers():
    from mtgauge.sacrebleu.metrics import helpers as our
    from sacrebleu.metrics import helpers as their

    rng = random.Random(12)
    for line in ODD + [text(rng) for _ in range(100)]:
        for n in (1, 2, 5):
            assert our.extract_word_ngrams(line.split(), n) == their.extract_word_ngrams(
                line.split(), n
            )
            for spaces in (False, True):
                assert our.extract_char_ngrams(line, n, spaces) == their.extract_char_ngrams(
                    line, n, spaces
                )
                assert our.extract_all_char_ngrams(
                    line, n, spaces
                ) == their.extract_all_char_ngrams(line, n, spaces)
            assert our.extract_all_word_ngrams(line, 1, n) == their.extract_all_word_ngrams(
                line, 1, n
            )
            assert our.extract_all_word_ngrams(line, 2, n) == their.extract_all_word_ngrams(
                line, 2, n
            )


def test_edits():
    from mtgauge.sacrebleu.metrics import lib_ter as our
    from sacrebleu.metrics import lib_ter as their

    rng = random.Random(13)
    lengths = [(rng.randrange(12), rng.randrange(12)) for _ in range(400)]
    lengths += [(rng.randrange(1, 5), rng.randrange(60, 140)) for _ in range(20)]
    lengths += [(rng.randrange(60, 140), rng.randrange(1, 5)) for _ in range(20)] + [
        (70, 75),
        (90, 60),
        (40, 120),
    ]
    for of_hyp, of_ref in lengths:
        words = (
            "abcdefgh"[: rng.randrange(1, 9)] if rng.random() < 0.5 else [str(i) for i in range(60)]
        )
        hyp, ref = ([rng.choice(words) for _ in range(length)] for length in (of_hyp, of_ref))
        assert our.translation_edit_rate(hyp, ref) == their.translation_edit_rate(hyp, ref), (
            hyp,
            ref,
        )
        assert our.BeamEditDistance(ref)(hyp) == their.BeamEditDistance(ref)(hyp)
        assert list(our._find_shifted_pairs(hyp, ref)) == list(their._find_shifted_pairs(hyp, ref))
        trace = our._flip_trace(our.BeamEditDistance(ref)(hyp)[1])
        assert trace == their._flip_trace(their.BeamEditDistance(ref)(hyp)[1])
        assert our.trace_to_alignment(trace) == their.trace_to_alignment(trace)
        if hyp and ref:
            assert our._shift(hyp, ref, our.BeamEditDistance(ref), 0) == their._shift(
                hyp, ref, their.BeamEditDistance(ref), 0
            )
        for start in range(min(len(hyp), 6)):
            for target in range(len(hyp) + 1):
                assert our._perform_shift(hyp, start, 2, target) == their._perform_shift(
                    hyp, start, 2, target
                )
    assert outcome(our.trace_to_alignment, "x") == outcome(their.trace_to_alignment, "x")


# Python 3.9 gets a regex that knows fewer characters.
OLD_REGEX = [int(part) for part in importlib.metadata.version("regex").split(".")] < [2026, 11, 19]
KNOWN = [
    chr(code)
    for code in range(0x30000)
    if not 0xD800 <= code < 0xE000 and not (OLD_REGEX and unicodedata.category(chr(code)) == "Cn")
]


@pytest.mark.parametrize("name", ["none", "13a", "char", "zh", "intl", "ter"])
def test_tokenizers(name):
    rng = random.Random(14)
    lines = (
        ODD
        + [text(rng) for _ in range(300)]
        + ["".join(rng.choice(KNOWN) for _ in range(20)) for _ in range(300)]
    )
    lines += ["".join(rng.choice("a1.,-' &;\n!") for _ in range(12)) for _ in range(500)]
    if name == "ter":
        from mtgauge.sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer as our_class
        from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer as their_class

        pairs = [(our_class(**options), their_class(**options)) for options in OPTIONS["TER"]]
    else:
        from mtgauge.sacrebleu.metrics import bleu as our_bleu
        from sacrebleu.metrics import bleu as their_bleu

        pairs = [(our_bleu._get_tokenizer(name)(), their_bleu._get_tokenizer(name)())]
    for our, their in pairs:
        assert our.signature() == their.signature()
        for line in lines:
            assert our(line).split() == their(line).split(), line
            if name not in ("char", "intl"):
                assert our(line) == their(line), line


# Resampling.

SYSTEMS = [("base", 20), ("one", 21), ("two", 22), ("same", 20)]


def systems(streams=1, missing=0.0, segments=70):
    refs = corpus(20, segments, streams, missing)[1]
    return [(name, [line for line in corpus(seed, segments)[0]]) for name, seed in SYSTEMS[:-1]] + [
        (
            "near",
            [
                ref if at % 3 else hyp
                for at, (ref, hyp) in enumerate(
                    zip(corpus(20, segments)[1][0], corpus(20, segments)[0])
                )
            ],
        )
    ], refs


@pytest.mark.parametrize("test", ["bs", "ar"])
@pytest.mark.parametrize("streams, missing", [(1, 0), (2, 0.4)])
@pytest.mark.parametrize("seed", ["12345", "7"])
def test_paired(test, streams, missing, seed, monkeypatch):
    monkeypatch.setenv("SACREBLEU_SEED", seed)
    named, refs = systems(streams, missing)
    for given in (None, refs):
        answers = []
        for module, significance in (
            (ours, mtgauge.sacrebleu.significance),
            (theirs, sacrebleu.significance),
        ):
            kept = refs if given is None else None
            metrics = {
                "BLEU": module.BLEU(references=kept),
                "CHRF": module.CHRF(references=kept),
                "++": module.CHRF(word_order=2, references=kept),
            }
            if streams == 1:  # with several references, BLAS sums fractions in its own order
                metrics["TER"] = module.TER(references=kept)
            signatures, table = significance.PairedTest(named, metrics, given, test, 150)()
            answers.append(
                (plain({name: sig.format() for name, sig in signatures.items()}), plain(table))
            )
        assert answers[0] == answers[1]


@pytest.mark.parametrize("case", ALL_OPTIONS[::4], ids=name_of)
def test_resampled(case):
    our, their = both(*case)
    hyps, refs = corpus(23, 60, 2, 0.2)

    def estimates(metric):
        score = metric.corpus_score(hyps, refs, n_bootstrap=80)
        return float(score._mean).hex(), float(score._ci).hex(), signature(metric)

    if case[0] == "CHRF":
        our.word_order, their.word_order = case[1].get("word_order", 0), case[1].get(
            "word_order", 0
        )
    assert outcome(estimates, our) == outcome(estimates, their)


def test_parts_of_significance():
    numpy = pytest.importorskip("numpy")
    our, their = mtgauge.sacrebleu.significance, sacrebleu.significance
    rng = numpy.random.default_rng(1)
    for size in (1, 2, 39, 40, 41, 1000):
        for kind in ("float32", "float64"):
            scores = rng.normal(size=size).astype(kind)
            assert plain(our.estimate_ci(scores)) == plain(their.estimate_ci(scores))
            assert plain(our._compute_p_value(scores, 0.3)) == plain(
                their._compute_p_value(scores, 0.3)
            )
    hyps, refs = corpus(24, 50)
    for name in OPTIONS:
        metric, other = both(name, {})
        rows = metric._extract_corpus_statistics(hyps, refs)
        (seed, scores), (other_seed, other_scores) = our._bootstrap_resample(
            rows, metric, 30
        ), their._bootstrap_resample(rows, other, 30)
        assert [seed, *(plain(score.score) for score in scores)] == [
            other_seed,
            *(plain(score.score) for score in other_scores),
        ]
    assert repr(our.Result(1.5, 0.1)) == repr(their.Result(1.5, 0.1))


@pytest.mark.parametrize("seed", ["abc", "-5", ""])
def test_bad_seeds(seed, monkeypatch):
    monkeypatch.setenv("SACREBLEU_SEED", seed)
    for significance, module in (
        (mtgauge.sacrebleu.significance, ours),
        (sacrebleu.significance, theirs),
    ):
        with pytest.raises(ValueError):
            significance.PairedTest([("a", H), ("b", H)], {"BLEU": module.BLEU()}, R, "bs", 5)()
        with pytest.raises(ValueError):
            module.BLEU().corpus_score(H, R, n_bootstrap=5)


def test_paired_arguments():
    for significance, module in (
        (mtgauge.sacrebleu.significance, ours),
        (sacrebleu.significance, theirs),
    ):
        metrics = {"BLEU": module.BLEU(references=R)}
        with pytest.raises(AssertionError):
            significance.PairedTest([("a", H)], metrics, None, "nonsense")
        with pytest.raises(IndexError):
            significance.PairedTest([], metrics, None)
        with pytest.raises(RuntimeError):
            significance.PairedTest([("a", H)], {"BLEU": module.BLEU()}, None)
        test = significance.PairedTest([("a", H), ("b", H)], metrics, None, "ar", n_ar_confidence=0)
        assert (test.n_samples, test.n_ar_confidence, test.n_systems) == (10000, 1000, 1)


def test_intervals_beside_randomization():
    named, refs = systems()
    tables = []
    for module, significance in (
        (ours, mtgauge.sacrebleu.significance),
        (theirs, sacrebleu.significance),
    ):
        metrics = {"BLEU": module.BLEU(), "TER": module.TER(), "CHRF": module.CHRF()}
        tables.append(
            plain(significance.PairedTest(named, metrics, refs, "ar", 60, n_ar_confidence=45)()[1])
        )
    assert tables[0] == tables[1]


def test_utils():
    from argparse import Namespace

    from mtgauge.sacrebleu import utils as our
    from sacrebleu import utils as their

    for number in (0, 0.0, 1, 2.5, 1e-300, -1):
        assert outcome(our.my_log, number) == outcome(their.my_log, number)
    for lists in (
        [[1, 2], [3, 4]],
        [[1, 2], [3, 4, 5]],
        [],
        [[1.5], [2]],
        [[1, 2], [3]],
        [[], [1]],
        iter([[1]]),
        [[0.1]] * 10,
    ):
        assert outcome(our.sum_of_lists, lists) == outcome(their.sum_of_lists, lists)
    args = Namespace(chrf_a=1, chrf_b=2, bleu_c=3)
    for prefix in ("chrf", "bleu", "ter", "chrf_"):
        for strip in (False, True):
            assert our.args_to_dict(args, prefix, strip) == their.args_to_dict(args, prefix, strip)
    for refs in ([["a", "b"]], [["a"], []]):
        with pytest.raises(SystemExit) as caught:
            our.sanity_check_lengths(["a"], refs)
        assert caught.value.code == 1
    assert our.sanity_check_lengths(["a"], [["b"]]) is None


@pytest.mark.parametrize("form", ["text", "latex", "json", "github", "latex_raw"])
@pytest.mark.parametrize("colours", [False, True])
@pytest.mark.parametrize("test", ["", "bs", "ar", "ar with intervals"])
def test_printed_tables(form, colours, test, capsys, monkeypatch):
    from argparse import Namespace

    from mtgauge.sacrebleu import utils as our
    from sacrebleu import utils as their

    refs = [[f"line {i} of a text that is not long, {i * i}" for i in range(40)]]
    named = [("Baseline: a_1 & b", [text.replace("long", "short") for text in refs[0]]),
             ("größer\u0301 {than} 100%~^", [text[: 25 + i % 9] for i, text in enumerate(refs[0])]),
             ("1.5", refs[0])]
    printed = []
    for module, significance, utils in ((ours, mtgauge.sacrebleu.significance, our), (sacrebleu, sacrebleu.significance, their)):
        monkeypatch.setattr(utils.Color, "ENABLE_COLORS", colours)
        metrics = {"BLEU": module.BLEU(), "chrF2": module.CHRF()}
        args = Namespace(format=form, width=2, paired_bs=test == "bs", paired_ar=test.startswith("ar"), paired_bs_n=60, paired_ar_n=50)
        if test:
            intervals = 45 if test == "ar with intervals" else -1
            tested = significance.PairedTest(named, metrics, refs, test[:2], 60, n_ar_confidence=intervals)
            signatures, results = tested()
            if form == "json":  # with NumPy 2, sacreBLEU cannot print its own float32
                for result in (each for column in list(results.values())[1:] for each in column):
                    result.mean, result.ci = (None if each is None else float(each) for each in (result.mean, result.ci))
        else:
            results = {"System": [name.replace("Baseline: ", "") for name, _ in named]}
            for name, metric in metrics.items():
                results[name] = [metric.corpus_score(texts, refs).format(width=2, score_only=True) for _, texts in named]
            signatures = {name: metric.get_signature() for name, metric in metrics.items()}
        utils.print_results_table(results, signatures, args)
        for lines in (["BLEU = 1.0 (μ = 1.0 ± 0.5)", "chrF2++ = 20.1 (μ = 20.0 ± 1.5) x"], ["BLEU = 1"], ["1.0", "TER = 2"]):
            utils.print_single_results(lines, args)
        printed.append(capsys.readouterr().out.replace(mtgauge.sacrebleu.__version__, sacrebleu.__version__))
    assert printed[0] == printed[1]


def test_tables_of_names_that_are_numbers(capsys):
    from argparse import Namespace

    from mtgauge.sacrebleu import utils as our
    from sacrebleu import utils as their

    args = Namespace(format="text", width=1, paired_bs=False, paired_ar=False)
    for names in (["1", "2"], ["1", "2.25"], ["1.0", "x"], ["1.25", "inf"]):
        for utils in (our, their):
            utils.print_results_table({"System": list(names), "BLEU": ["1.0", "20.5"], "chrF2": ["3", "4"]}, {"BLEU": "a", "chrF2": "b"}, args)
        both = capsys.readouterr().out
        assert both[: len(both) // 2] == both[len(both) // 2:]


SUBSETS = """
import sys
from argparse import Namespace
{package} = __import__("{module}", fromlist=["utils"])
utils = {package}.utils
utils.Color.ENABLE_COLORS = sys.argv[1] == "colours"
texts = ["It rained on Tuesday.", "Nobody forgot the violin.", "Two boats came home.", "The lantern hung there.", "Where?"]
refs = [[text.replace("o", "e") for text in texts], [text.replace("a", "o") for text in texts]]
metrics = {{"BLEU": {package}.BLEU(), "chrF2": {package}.CHRF()}}
for origlang, subset in ((None, None), (["en", "non-en"], None), (["en"], "country:US"), (None, "polit|sport"), (["fr"], None)):
    try:
        utils.print_subset_results(metrics, texts, refs, Namespace(test_set="wmt18", langpair="en-de", width=3,
                                                                   origlang=origlang, subset=subset))
    except ValueError as error:  # sacreBLEU fails if no part has a segment
        pass
print(utils.get_available_origlangs("wmt18", "en-de"), utils.get_available_origlangs(None, "en-de"))
print(utils.filter_subset([texts], "wmt18", "en-de", None, "US"), utils.filter_subset([texts], None, None, None))
print([tag for tag in utils.get_available_subsets("wmt18", "en-de") if tag in ("country:US", "country:GB", "politics", "sport")])
try: utils.filter_subset([texts], None, "en-de", "en")
except ValueError as error: print(error)
"""


@pytest.mark.parametrize("colours", ["colours", "plain"])
def test_parts_of_test_sets(colours, tmp_path):
    documents = [("guardian.181611", "en", 2), ("bbc.310963", "en", 1), ("zeit.1", "de", 1), ("washpost.116881", "en", 1)]
    fields = {"src": "x\n" * 5, "docid": "", "origlang": ""}
    raw = ""
    for name, lang, size in documents:
        fields["docid"] += f"{name}\n" * size
        fields["origlang"] += f"{lang}\n" * size
        raw += f'<doc sysid="ref" docid="{name}" genre="news" origlang="{lang}">\n' + '<seg id="1">x</seg>\n' * size + "</doc>\n"
    raw_file = tmp_path / "wmt18" / "raw" / sacrebleu.DATASETS["wmt18"].langpairs["en-de"][0]
    raw_file.parent.mkdir(parents=True)
    raw_file.write_text(raw)
    for name, lines in fields.items():
        (tmp_path / "wmt18" / f"wmt18.en-de.{name}").write_text(lines)
    printed = [
        subprocess.run([sys.executable, "-c", SUBSETS.format(package="package", module=module), colours], check=True,
                       env={**os.environ, "SACREBLEU": str(tmp_path)}, capture_output=True, text=True).stdout
        for module in ("mtgauge.sacrebleu", "sacrebleu")
    ]
    assert printed[0] == printed[1] and printed[0].count("sentences=") > 20
