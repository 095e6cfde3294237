"""Speech: resegmented output, what it lacks, and latency of simultaneous output."""

import json
import pickle

import mtgauge
import pytest

REFS = ["The gate is open.", "Nobody came.", "The train was late."]
LINES = ["the gate is open.", "the train was late."]


def test_gaps_are_those_of_the_segments():
    found = mtgauge.gaps(REFS, LINES, lowercase=True)
    total = found.to_dict()["total"]
    assert found.table()["missing"] == [total["missing"]] == [1]
    assert (total["segments"], total["deleted"], total["words"], total["inserted"]) == (3, 3, 13, 0)
    assert found.to_dict()["segments"] == mtgauge.resegment(REFS, LINES, lowercase=True)
    assert pickle.loads(pickle.dumps(found)) == found


def test_gaps_have_a_function_of_their_own():
    with pytest.raises(mtgauge.errors.UsageError, match=r"mtgauge.gaps\(\) returns"):
        mtgauge.resegment(REFS, LINES, gaps=True)


def test_gaps_of_documents():
    found = mtgauge.gaps(REFS, LINES, lowercase=True, documents=["b", "a", "a"], hyp_documents=["b", "a"])
    assert found.table()["document"] == ["b", "a", "all"]
    assert found.table()["segments"] == [1, 2, 3]
    assert [each["document"] for each in found.to_dict()["gaps"]] == ["b", "a"]


def _log(path, *delays):
    lines = [{"prediction": "a b", "delays": list(two), "reference": "a b", "source_length": 1000} for two in delays]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_latency_by_hand(tmp_path):
    quick, slow = _log(tmp_path / "quick", (0, 500), (0, 500)), _log(tmp_path / "slow", (1000, 1000), (0, 500))
    found = mtgauge.latency({"quick": quick, "slow": slow})
    assert found.table()["system"] == ["quick", "slow"]
    assert found.table()["AL"] == [0, 500]  # words at once; the other waits for the end
    assert found.table()["AP"] == [0.25, 0.625]
    each = mtgauge.latency(slow, sentence_level=True).table()
    assert each["segment"] == [1, 2] and each["AL"] == [1000, 0]


def test_latency_says_what_is_wrong(tmp_path):
    log = _log(tmp_path / "log", (0, 500))
    with pytest.raises(mtgauge.errors.FileError, match="nothing"):
        mtgauge.latency(tmp_path / "nothing")
    with pytest.raises(mtgauge.errors.UsageError, match="latency_unit=: unknown unit"):
        mtgauge.latency(log, latency_unit="syllable")
    (tmp_path / "ref").write_text("a b\nc\n")
    with pytest.raises(mtgauge.errors.InputError):
        mtgauge.latency(log, tmp_path / "ref")
