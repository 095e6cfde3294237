"""mtgauge.sacrebleu by itself: the engine's results compared with the plain Python implementation,
and features that sacreBLEU lacks."""

import copy
import doctest
import importlib
import os
import pathlib
import pickle
import subprocess
import sys
import threading
import tracemalloc
import types
import warnings

import pytest
from mtgauge import sacrebleu
from mtgauge.errors import InputError
from mtgauge.sacrebleu import _native
from mtgauge.sacrebleu.metrics import BLEU, CHRF, METRICS, TER
from mtgauge.sacrebleu.significance import PairedTest
from sacrebleu_cases import ALL_OPTIONS, OPTIONS, ODD, corpus, name_of

ROOT = pathlib.Path(__file__).resolve().parents[2]


def in_python(cls):
    """Returns the same metric with an overridden step, so that the engine is not used."""

    class InPython(cls):
        def _preprocess_segment(self, sent):
            return super()._preprocess_segment(sent)

    return InPython


def both(name, **options):
    metrics = METRICS[name](**options), in_python(METRICS[name])(**options)
    assert metrics[0]._row_spec() is not None and metrics[1]._row_spec() is None
    return metrics


def bits(value):
    return [bits(item) for item in value] if isinstance(value, list) else float(value).hex()


def outcome(function, *args):
    try:
        return function(*args).format(width=17)
    except Exception as error:
        return type(error)


@pytest.mark.parametrize("case", ALL_OPTIONS, ids=name_of)
def test_engine_and_python(case):
    name, options = case
    engine, python = both(name, **options)
    for seed, streams, missing in ((31, 1, 0), (32, 4, 0.4), (33, 26, 0.1)):
        hyps, refs = corpus(seed, 25, streams, missing)
        assert bits(engine._extract_corpus_statistics(hyps, refs)) == bits(
            python._extract_corpus_statistics(hyps, refs)
        )
        assert outcome(engine.corpus_score, hyps, refs) == outcome(python.corpus_score, hyps, refs)
        for hyp, *of_hyp in zip(hyps, *refs):
            assert outcome(engine.sentence_score, hyp, of_hyp) == outcome(
                python.sentence_score, hyp, of_hyp
            )


@pytest.mark.parametrize("name", OPTIONS)
def test_odd_texts(name):
    engine, python = both(name)
    for hyp in ODD:
        for ref in ODD:
            assert outcome(engine.sentence_score, hyp, [ref]) == outcome(
                python.sentence_score, hyp, [ref]
            ), (hyp, ref)


@pytest.mark.parametrize("test", ["ar", "bs"])
def test_paired_tests(test):
    pytest.importorskip("numpy")
    refs = corpus(34, 50, 2, 0.3)[1]
    systems = [(f"system {seed}", corpus(seed, 50)[0]) for seed in (34, 35, 36)]
    tables = []
    for make in (lambda cls: cls, in_python):
        metrics = {name: make(METRICS[name])() for name in ("BLEU", "CHRF")}
        signatures, table = PairedTest(systems, metrics, refs, test, 60)()
        results = [result for name in signatures for result in table[name]]
        numbers = [number for result in results for number in vars(result).values()]
        assert len(numbers) == 2 * 3 * 4
        tables.append((str(signatures), [number and float(number).hex() for number in numbers]))
    assert tables[0] == tables[1]
    assert f"{test}:60|seed:12345" in tables[0][0]


@pytest.mark.parametrize("name", OPTIONS)
def test_resamples(name):
    pytest.importorskip("numpy")
    engine, python = both(name)
    hyps, refs = corpus(37, 60, 2, 0.2)
    scores = [metric.corpus_score(hyps, refs, n_bootstrap=50) for metric in (engine, python)]
    assert float(scores[0]._mean).hex() == float(scores[1]._mean).hex()
    assert float(scores[0]._ci).hex() == float(scores[1]._ci).hex()
    assert "bs:50|seed:12345" in str(engine.get_signature())


def test_steps_of_a_subclass_hold():
    class Vowels(CHRF):
        def _preprocess_segment(self, sent):
            return "".join(c for c in sent if c in "aeiou")

    class Halved(BLEU):
        def _compute_score_from_stats(self, stats):
            score = super()._compute_score_from_stats(stats)
            score.score /= 2
            return score

    class Macro(BLEU):
        def _aggregate_and_compute(self, stats):
            return [self._compute_score_from_stats(row).score for row in stats]

    class Upper(BLEU):
        def __init__(self, **options):
            super().__init__(**options)
            self.tokenizer = str.upper

    hyps, refs = ["The cat sat down", "a dog"], [["the Cat sat up", "a dog"]]
    assert Vowels().corpus_score(["aXe"], [["bake"]]).score == 100
    assert Vowels(references=[["bake"]]).corpus_score(["aXe"], None).score == 100
    assert Halved().corpus_score(hyps, refs).score == BLEU().corpus_score(hyps, refs).score / 2
    halves = [cls().corpus_score(hyps * 9, [refs[0] * 9], n_bootstrap=40) for cls in (BLEU, Halved)]
    assert halves[1]._mean == pytest.approx(halves[0]._mean / 2)
    assert len(Macro().corpus_score(hyps, refs)) == 2
    assert Upper().corpus_score(["a b c d"], [["A B C D"]]).score == pytest.approx(100)
    metric = BLEU()
    metric._preprocess_segment = lambda sent: "same same same same"
    assert metric.corpus_score(["x"], [["y"]]).score == pytest.approx(100)
    metric = BLEU()
    metric.lowercase = True
    assert metric.sentence_score("A B C D", ["a b c d"]).score == pytest.approx(100)


FIELDS_LATER = [BLEU(effective_order=True), BLEU(smooth_method="add-k", max_ngram_order=2), CHRF(word_order=2)]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("metric", FIELDS_LATER, ids=lambda metric: type(metric).__name__)
def test_fields_of_sentences_come_later(metric):
    texts = "The gate was open again.", ["The gate is open.", "A gate was open again."]
    full = vars(in_python(type(metric))(**{
        name: value for name, value in vars(metric).items() if name in ("effective_order", "smooth_method",
                                                                        "max_ngram_order", "word_order")
    }).sentence_score(*texts))
    for use in (vars, lambda score: vars(pickle.loads(pickle.dumps(score))), lambda score: vars(copy.copy(score))):
        score = metric.sentence_score(*texts)
        assert score.score == full["score"] and "bp" not in object.__repr__(score)
        assert use(score) == full
    for name, value in full.items():
        assert getattr(metric.sentence_score(*texts), name) == value
    with pytest.raises(AttributeError, match="no attribute 'scores'"):
        metric.sentence_score(*texts).scores
    score = metric.sentence_score(*texts)
    score._verbose = "mine"
    assert score.format().endswith(" mine") and vars(score) == {**full, "_verbose": "mine"}


def test_sentences_follow_every_change(monkeypatch):
    texts = "The gate was open.", ["the gate was OPEN"]
    metric = TER(case_sensitive=True)
    before = metric.sentence_score(*texts).score
    metric.tokenizer._case_sensitive = False
    assert metric.sentence_score(*texts).score < before
    metric = BLEU(effective_order=True)
    before = metric.sentence_score(*texts)
    metric.lowercase, metric.smooth_method = True, "floor"
    changed = BLEU(lowercase=True, smooth_method="floor", effective_order=True).sentence_score(*texts)
    assert vars(metric.sentence_score(*texts)) == vars(changed) != vars(before)
    monkeypatch.setattr(BLEU, "_compute_score_from_stats", lambda self, stats: stats)
    assert metric.sentence_score(*texts) == [5, 4, 4, 3, 2, 1, 5, 4, 3, 2]
    monkeypatch.undo()
    assert vars(metric.sentence_score(*texts)) == vars(changed)

    class Apart:
        def _preprocess_segment(self, sent):
            return "same"

    class Own(Apart, CHRF):
        pass

    assert Own().sentence_score(*texts).score == 100
    monkeypatch.delattr(Apart, "_preprocess_segment")
    assert Own().sentence_score(*texts).score == CHRF().sentence_score(*texts).score < 100


@pytest.mark.parametrize("name", OPTIONS)
def test_bytes_are_no_text(name):
    for hyps, refs in ((["a", b"b"], [["a", "b"]]), (["a", "b"], [["a", b"b"]])):
        with pytest.raises((TypeError, AttributeError)):
            getattr(sacrebleu, name)().corpus_score(hyps, refs)


@pytest.mark.parametrize("name", OPTIONS)
def test_kept_references(name):
    refs = [["The cat sat.", "No dog."], [None, "No dogs."]]
    metric = METRICS[name](references=refs)
    hyps = ["The cat sat.", "One dog."]
    expected = METRICS[name]().corpus_score(hyps, refs).format(width=17)
    assert metric._infos is None  # the cache has not been accessed
    for use in (metric, copy.deepcopy(metric), pickle.loads(pickle.dumps(metric))):
        assert use.corpus_score(hyps, None).format(width=17) == expected
    assert len(metric._ref_cache) == 2
    assert metric.corpus_score(hyps, None).format(width=17) == expected
    metric._ref_cache = metric._cache_references([hyps])
    assert metric.corpus_score(hyps, None).format(width=17) == METRICS[name]().corpus_score(
        hyps, [hyps]
    ).format(width=17)


def test_threads():
    hyps, refs = corpus(38, 200)
    metric = CHRF(references=refs)
    expected = metric.corpus_score(hyps, None).score
    scores = []
    threads = [
        threading.Thread(target=lambda: scores.append(metric.corpus_score(hyps, None).score))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert scores == [expected] * 8


def test_memory_of_sentences_is_flat():
    metric = BLEU(effective_order=True)

    def score(times):
        for i in range(times):
            metric.sentence_score(f"the cat {i} sat on the mat", [f"the cat sat {i} on a mat", "x"])

    score(2000)
    tracemalloc.start()
    score(100)
    before = tracemalloc.get_traced_memory()[0]
    score(5000)
    assert tracemalloc.get_traced_memory()[0] - before < 20_000
    tracemalloc.stop()


def test_signature_versions():
    metric = BLEU(references=[["a"]])
    assert str(metric.get_signature()).endswith(
        "|version:mtgauge-" + importlib.import_module("mtgauge").__version__
    )
    assert sacrebleu.__version__ == "2.6.0"


def run(code, **environment):
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_import_is_light():
    out = run(
        "import sys, threading, mtgauge.sacrebleu\n"
        "print([name for name in ('numpy', 'multiprocessing', 'regex') if name in sys.modules], threading.active_count())"
    )
    assert out == "[] 1\n"


def test_install():
    out = run(
        "import importlib.metadata as metadata, sys, types\n"
        "before = types.ModuleType('sacrebleu'); sys.modules['sacrebleu'] = before\n"
        "import mtgauge.sacrebleu\n"
        "mtgauge.sacrebleu.install(identical=True)\n"
        "mtgauge.sacrebleu.install()\n"
        "import sacrebleu, sacrebleu.metrics.lib_ter, sacrebleu.significance\n"
        "from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a\n"
        "assert sacrebleu is mtgauge.sacrebleu and sacrebleu.significance is mtgauge.sacrebleu.significance\n"
        "assert sacrebleu.dataset is sys.modules['sacrebleu.dataset']\n"
        "print(metadata.version('sacrebleu'), metadata.metadata('sacrebleu')['Name'], metadata.requires('sacrebleu'))\n"
        "print(sacrebleu.BLEU(references=[['a']]).get_signature())\n"
        "mtgauge.sacrebleu.uninstall()\n"
        "mtgauge.sacrebleu.uninstall()\n"
        "assert sys.modules['sacrebleu'] is before and 'sacrebleu.metrics' not in sys.modules\n"
        "print(str(mtgauge.sacrebleu.BLEU(references=[['a']]).get_signature()).split('|')[-1].split('-')[0])\n"
    )
    assert out == (
        "2.6.0 sacrebleu None\n"
        "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0\n"
        "version:mtgauge\n"
    )


HYPS = ["A red house was there.", "The dog slept.", "It rained."]
PARTIAL = {
    "hypotheses": (HYPS, [HYPS[:2]], "1 stream of 2 references for 3 hypotheses: only 2 segments are"),
    "references": (HYPS[:1], [HYPS, HYPS], "2 streams of 3 references for 1 hypothesis: only 1 segment is"),
    "ragged": (HYPS, [HYPS, HYPS[:1]], "2 streams of 1 to 3 references for 3 hypotheses: only 1 segment is"),
    "transposed": (HYPS, [[text] for text in HYPS], r"1 reference for 3 .* transposed, .*zip_longest\(\*references\)"),
    "transposed and ragged": (HYPS, [[HYPS[0], "A house."], [HYPS[1]], [HYPS[2]]], "look transposed"),
    "one text": (HYPS[0], [HYPS], "the hypotheses are one text, so its characters are scored; pass a list"),
    "texts": (HYPS, HYPS, r"the references are texts, so their characters are scored; pass streams"),
}


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("case", PARTIAL)
def test_what_is_not_scored_is_a_warning(name, case, monkeypatch):
    hyps, refs, message = PARTIAL[case]
    for metric in both(name):
        with pytest.warns(sacrebleu.PartialScoreWarning, match=message) as found:
            score = metric.corpus_score(hyps, refs)
        assert [each.filename for each in found] == [__file__] and found[0].message.code == "partial-score"
        shortest = min(map(len, [hyps, *refs]))
        assert score.score == metric.corpus_score(list(hyps[:shortest]), [list(ref[:shortest]) for ref in refs]).score
        monkeypatch.setenv("MTGAUGE_STRICT", "1")
        with pytest.raises(InputError, match=message):
            metric.corpus_score(hyps, refs)
        monkeypatch.setenv("MTGAUGE_STRICT", "0")


def test_what_is_scored_whole_is_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for refs in ([HYPS], [HYPS, [None, *HYPS[1:]]], [HYPS] * 3, [HYPS, (text for text in HYPS)]):
            assert sacrebleu.corpus_chrf(HYPS, refs).score == 100
        BLEU(references=[HYPS]).corpus_score(HYPS, None)
        sacrebleu.sentence_bleu(HYPS[0], HYPS)


def test_kept_references_and_paired_tests_warn_too():
    with pytest.warns(sacrebleu.PartialScoreWarning, match="2 streams of 2 to 3 references: only 2 segments"):
        bleu = BLEU(references=[HYPS, HYPS[:2]])
    with pytest.warns(sacrebleu.PartialScoreWarning, match="2 streams of 2 references for 3 hypotheses"):
        bleu.corpus_score(HYPS, None)
    with pytest.warns(sacrebleu.PartialScoreWarning, match="1 stream of 2 references for 3 hypotheses") as found:
        PairedTest([("base", HYPS[:2]), ("new", HYPS)], {"BLEU": BLEU()}, [HYPS[:2]], "bs", 2)
    assert len(found) == 1 and found[0].filename == __file__


def test_install_strict():
    out = run(
        "import mtgauge.sacrebleu, warnings\n"
        "warnings.simplefilter('ignore')\n"
        "for strict in (False, True, False):\n"
        "    mtgauge.sacrebleu.install(strict=strict)\n"
        "    import sacrebleu\n"
        "    try:\n"
        "        print(sacrebleu.corpus_chrf(['a', 'b'], [['a']]).score)\n"
        "    except ValueError as error:\n"
        "        print(type(error).__name__)\n",
        MTGAUGE_STRICT="",
    )
    assert out == "100.0\nInputError\n100.0\n"


def test_test_sets(tmp_path):
    for name, texts in {
        "wmt17/wmt17.en-de.src": "A\nB\n",
        "wmt17/wmt17.en-de.ref": "C\nD\r\n",
        "wmt17/raw/x.src": "",
        "wmt21/wmt21.en-de.src": "E\n",
        "wmt21/wmt21.en-de.ref-A": "F\n",
        "wmt21/wmt21.en-de.ref-B": "G\n",
        "wmt18/wmt18.en-de.src": "H\nI\nK\n",
        "wmt18/wmt18.en-de.ref": "L\nM\nN\n",
        "wmt18/wmt18.en-de.origlang": "en\nde\nen\n",
        "wmt18/wmt18.en-de.docid": "rt.com.68098\nx\nbbc.310963\n",
        "wmt21/systems/wmt21_systems.de-en.src": "E\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(texts.encode())
    out = run(
        "from mtgauge.sacrebleu import *\n"
        "from mtgauge.sacrebleu.utils import *\n"
        "print(get_available_testsets(), get_langpairs_for_testset('wmt17'), get_langpairs_for_testset('wmt05'))\n"
        "print(get_available_testsets_for_langpair('de-en'))\n"
        "print(list(DATASETS['wmt17'].source('en-de')), list(DATASETS['wmt17'].references('en-de')))\n"
        "print(DATASETS['wmt21'].fieldnames('en-de'), list(DATASETS['wmt21'].references('en-de')))\n"
        "print([file.rsplit('/', 1)[1] for file in get_reference_files('wmt21', 'en-de') + download_test_set('wmt17')])\n"
        "print_test_set('wmt18', 'en-de', ['src', 'ref'])\n"
        "print_test_set('wmt18', 'en-de', ['ref'], origlang='non-en')\n"
        "print_test_set('wmt18', 'en-de', ['src'], origlang='en', subset='country:GB')\n"
        "try: print_test_set('wmt18', 'en-de', ['no'])\n"
        "except SystemExit as end: print(end.code)\n"
        "for wrong in (lambda: get_source_file('wmt05', 'en-de'), lambda: get_source_file('wmt17', 'en-fr'),\n"
        "              lambda: print_test_set('wmt05', 'en-de', ['src']),\n"
        "              lambda: get_reference_files('wmt21/systems', 'de-en')):\n"
        "    try: wrong()\n"
        "    except Exception as error: print(type(error).__name__, str(error).replace(SACREBLEU_DIR, '...'))\n",
        SACREBLEU=str(tmp_path),
    )
    assert out.splitlines() == [
        "['wmt21/systems', 'wmt21', 'wmt18', 'wmt17'] ['en-de'] []",
        "['wmt17', 'wmt18', 'wmt21', 'wmt21/systems']",
        "['A', 'B'] [('C',), ('D\\r',)]",
        "['src', 'ref:A', 'ref:B'] [('F',)]",
        "['wmt21.en-de.ref-A', 'wmt17.en-de.src', 'wmt17.en-de.ref']",
        "H\tL", "I\tM", "K\tN", "M", "K", "1",
        "Exception No such test set wmt05",
        "FileNotFoundError .../wmt17/wmt17.en-fr.src is not there; fill the cache with sacreBLEU: "
        "sacrebleu --download wmt17 -l en-fr",
        "Exception No such test set wmt05",
        "FileNotFoundError .../wmt21/systems/wmt21_systems.de-en.ref is not there; fill the cache with "
        "sacreBLEU: sacrebleu --download wmt21/systems -l de-en",
    ]


def test_missing_models_are_named(tmp_path, monkeypatch):
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    _native.scorer.cache_clear()
    for name, model in (
        ("flores101", "sacrebleu_tokenizer_spm.model"),
        ("flores200", "flores200sacrebleuspm"),
    ):
        with pytest.raises(Exception, match=model):
            BLEU(tokenize=name)


def test_private_use_characters_stay():
    for text in ("private \U00100123", "\U001007ff", "lone \ud812"):
        assert _native.tokenize("13a", text) == text


def test_japanese_dictionary_of_the_package_ipadic(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ipadic", types.SimpleNamespace(DICDIR=str(tmp_path / "ipa")))
    with pytest.raises(RuntimeError, match=str(tmp_path / "ipa" / "sys.dic")):
        BLEU(tokenize="ja-mecab")


def test_command_line(tmp_path):
    """sacreBLEU's own commands run the program, too, where a sitecustomize.py installs the package."""
    (tmp_path / "sitecustomize.py").write_text("import mtgauge.sacrebleu\nmtgauge.sacrebleu.install()\n")
    (tmp_path / "ref").write_text("A red house was there.\n")
    scripts = ["-m", "mtgauge.sacrebleu"], ["-m", "sacrebleu"], [os.path.join(os.path.dirname(sys.executable), "sacrebleu")]
    for script in scripts:
        done = subprocess.run(
            [sys.executable, *script, "ref", "-i", "ref", "-m", "chrf", "-b"],
            env={**os.environ, "PYTHONPATH": str(tmp_path), "PATH": ""},
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0 and done.stdout == "100.0\n", (script, done.stderr)


@pytest.mark.parametrize("page", ["docs/python-sacrebleu.md"])
def test_page(page):
    failed, tried = doctest.testfile(
        str(ROOT / page), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert tried > 5 and not failed


def test_docstring_of_the_package():
    assert doctest.testmod(sacrebleu).failed == 0
