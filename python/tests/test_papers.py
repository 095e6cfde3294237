"""N-best lists, surveys and citations, beside the program."""

import json
import pickle
import subprocess
import sys

import mtgauge
import pytest
from mtgauge.errors import FileError, InputError, UsageError

REFS = ["The gate is open.", "Nobody came.", "It rained all day."]
LISTS = [["Gate open.", "The gate is open.", "The gate is open."], ["Nobody came here."], ["", "Rain.", " It rained. "]]


def program(*arguments):
    done = subprocess.run([sys.executable, "-m", "mtgauge", *map(str, arguments)], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def files(tmp_path):
    (tmp_path / "ref").write_text("".join(line + "\n" for line in REFS))
    (tmp_path / "list").write_text("".join(f"{i} ||| {text} ||| f=1 ||| -1\n" for i, each in enumerate(LISTS) for text in each))
    return tmp_path


@pytest.mark.parametrize("metrics", [["chrf"], ["ter", "bleu"], ["nist", "chrf:nw=2"]])
def test_nbest_is_that_of_the_program(files, metrics):
    found = mtgauge.nbest(REFS, LISTS, metrics=metrics)
    told = json.loads(program("nbest", files / "ref", "-i", files / "list", "-m", *metrics, "-f", "json"))
    names = ("metric", "best", "first", "candidate_signature")
    assert [{name: getattr(score, name) for name in names} for score in found.scores] == told["scores"]
    lines = [json.loads(line) for line in program("nbest", files / "ref", "-i", files / "list", "-m", *metrics, "-q",
                                                  "--all", "-f", "jsonl").splitlines()]
    every = mtgauge.nbest(REFS, LISTS, metrics=metrics, all_candidates=True)
    assert every.table()["segment"] == [line["segment"] - 1 for line in lines] == [0, 0, 0, 1, 2, 2, 2]
    assert every.table()["candidate"] == [0, 1, 2, 0, 0, 1, 2] and every.table()["text"] == [t for each in LISTS for t in each]
    for name in lines[0]["scores"]:
        assert every.table()[name] == [line["scores"][name] for line in lines]
    assert found.best == every.best == [each[place] for each, place in zip(LISTS, found.index)]
    assert found.best == ["The gate is open.", "Nobody came here.", " It rained. "] and found.index == [1, 0, 2]
    assert found.table()["text"] == found.best and len(found) == 3
    of_files = mtgauge.nbest(files / "ref", files / "list", metrics=metrics)
    assert of_files.scores == found.scores and of_files.index == found.index
    assert pickle.loads(pickle.dumps(found)) == found and found.to_pandas().shape == (3, 3 + len(metrics))
    assert "of the best" in repr(found) and found.to_dict()["candidates"][0]["candidate"] == 1


def test_nbest_takes_references_as_score_does():
    several = [["Gate!", "The gate is open."], ["Nobody came."], ["It rained all day.", "Rain."]]
    streams = {"a": [each[0] for each in several], "b": [each[1] if len(each) > 1 else None for each in several]}
    found = mtgauge.nbest(several, LISTS, metrics="chrf")
    assert found == mtgauge.nbest(streams, LISTS, metrics="chrf")
    assert [found.index, "nrefs:var" in found.scores[0].candidate_signature] == [[1, 0, 1], True]
    scores = mtgauge.segments(several, found.best, metrics="chrf")
    assert found.table()["chrF2"] == scores["chrF2"].tolist()


@pytest.mark.parametrize("lists, error, message", [
    ([["a\nb"], ["b"], ["c"]], InputError, "candidates: candidate 0 of segment 0 has a line feed"),
    ([["a"], ["b ||| c"], ["c"]], InputError, r"candidate 0 of segment 1 has \|\|\|"),
    ([["a"], [None], ["c"]], TypeError, r"candidates\[1\]\[0\]: NoneType where a str is needed"),
    (["a", "b", "c"], TypeError, r"candidates\[0\]: str where a list is needed"),
    ([["a"], [], ["c"]], InputError, "candidates"),
    ([["a"], ["b"]], InputError, "candidates|refs"),
])
def test_nbest_says_what_is_wrong(lists, error, message):
    with pytest.raises(error, match=message):
        mtgauge.nbest(REFS, lists)


def test_nbest_refuses_what_cannot_be(tmp_path):
    with pytest.raises(TypeError, match=r"refs\[1\]: int"):
        mtgauge.nbest(["a", 1], [["a"], ["b"]])
    with pytest.raises(InputError, match="different numbers"):
        mtgauge.nbest({"a": ["a"], "b": ["a", "b"]}, [["a"], ["b"]])
    with pytest.raises(UsageError, match="cannot pick"):
        mtgauge.nbest(REFS, LISTS, metrics="lenratio")
    with pytest.raises(UsageError, match="on_invalid= skip"):
        mtgauge.nbest(REFS, LISTS, on_invalid="skip")
    with pytest.raises(UsageError, match="no option 'resamples'"):
        mtgauge.nbest(REFS, LISTS, resamples=3)
    with pytest.raises(FileError):
        mtgauge.nbest(REFS, tmp_path / "nothing")
    with pytest.raises(InputError) as caught:
        mtgauge.nbest(["a", "b\ud800"], [["a"], ["b"]])
    assert caught.value.file == "refs" and "/tmp" not in str(caught.value)


def test_surveys_are_those_of_the_program(files):
    assert mtgauge.survey(files / "ref", files / "mine", metrics="nist", threads=2) == 3
    program("survey", files / "ref", "-m", "nist", "-o", files / "theirs")
    assert (files / "mine").read_bytes() == (files / "theirs").read_bytes()
    assert mtgauge.survey(REFS, str(files / "mine"), metrics=["nist", "bleu"]) == 3
    whole = mtgauge.score(REFS, REFS[::-1], metrics="nist").score
    assert mtgauge.score(REFS, REFS[::-1], metrics="nist", survey=files / "mine").score == whole
    with pytest.raises(UsageError):
        mtgauge.survey(REFS, files / "none", metrics="bleu")
    with pytest.raises(FileError):
        mtgauge.survey(REFS, files / "no" / "folder", metrics="nist")


@pytest.mark.parametrize("arguments, keywords", [
    ([], {}),
    (["-m", "bleu", "chrf:nw=2", "--test", "bs"], {"metrics": ["bleu", "chrf:nw=2"], "test": "bs"}),
    (["-m", "ter", "-nr", "3", "--resamples", "500", "--correction", "holm"],
     {"metrics": "ter", "references": 3, "resamples": 500, "correction": "holm"}),
    (["-m", "chrf", "--measures", "seg-pearson", "pearson", "--study", "length", "--metric-test", "williams"],
     {"metrics": "chrf", "measures": ["seg-pearson", "pearson"], "study": "length", "metric_test": "williams"}),
    (["-m", "bleu", "-tok", "zh", "-lc", "--test", "bs", "--null", "shifted", "--correction", "none"],
     {"metrics": "bleu", "tokenize": "zh", "lowercase": True, "test": "bs", "null": "shifted", "correction": "none"}),
])
def test_citations_are_those_of_the_program(arguments, keywords):
    cited = mtgauge.cite(**keywords)
    assert str(cited) == program("cite", *arguments)
    assert str(cited) == "".join(line + "\n" for line in cited.sentences) + "\n" + cited.bibtex
    assert all(each.endswith(".") for each in cited.sentences) and cited.bibtex.endswith("}\n")
    assert cited._repr_html_().count("<p>") == len(cited.sentences) and "<pre>@" in cited._repr_html_()


def test_citations_say_what_is_wrong():
    for keywords, message in (({"references": 0}, "references=0: choose"),
                              ({"study": "length"}, "study=: it is not said what is measured; add measures="),
                              ({"test": "x"}, "unknown test 'x'"), ({"baseline": "x"}, "no option 'baseline'")):
        with pytest.raises(UsageError, match=message):
            mtgauge.cite("bleu", **keywords)
