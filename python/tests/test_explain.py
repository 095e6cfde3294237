"""Findings and pages agree with the results of the other functions, and are plain data."""

import html
import pickle

import mtgauge
import pytest

REFS = ["The red house stands near the river.", "Nobody came.", "It rained all day.", "We saw 12 boats in Paris."] * 5
HYPS = {"a": REFS[:-1] + ["We saw boats."], "b": ["Red house near river.", "No one came.", "It rained.", "12 boats."] * 5}
DOCUMENTS = [f"d{place // 10}" for place in range(20)]
pytestmark = pytest.mark.filterwarnings("ignore::mtgauge.errors.MtgaugeWarning")


@pytest.fixture(scope="module")
def found():
    return mtgauge.explain(REFS, HYPS, metrics=["bleu", "chrf"], documents=DOCUMENTS, resamples=200)


def bare(data):
    return {key: value for key, value in data.items() if key != "configuration"}


def test_the_comparison_is_that_of_compare(found):
    wanted = mtgauge.compare(REFS, HYPS, metrics=["bleu", "chrf"], documents=DOCUMENTS, resamples=200)
    assert bare(found.to_dict()["comparison"]) == bare(wanted.to_dict())
    assert found.table() == wanted.table()


def test_kinds_are_groups(found):
    documents = {table["by"]: table for table in found.to_dict()["buckets"]}["document"]
    wanted = mtgauge.compare(REFS, HYPS, metrics=["bleu", "chrf"], documents=DOCUMENTS, by=DOCUMENTS, resamples=200)
    assert documents["metrics"] == wanted.to_dict()["metrics"]


def test_findings_are_plain_data(found):
    again = pickle.loads(pickle.dumps(found))
    assert again == found and again.to_markdown() == found.to_markdown()
    assert "BLEU by words of the reference" in str(found)
    assert found.to_markdown().startswith("## Scores")
    assert "units" in [warning["code"] for warning in found.warnings]


def test_a_page_holds_everything(tmp_path):
    page = mtgauge.report(REFS, HYPS, resamples=100, title="<house & river>")
    assert page.html.startswith("<!DOCTYPE html>") and "&lt;house &amp; river&gt;" in page.html
    page.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page.html
    shown = page._repr_html_()
    assert 'sandbox="allow-scripts"' in shown and html.escape(page.html) in shown
    assert pickle.loads(pickle.dumps(page)).html == page.html
    assert repr(page).startswith("<mtgauge.Page")


def test_rows_take_the_place_of_scores():
    rows = mtgauge.Rows(REFS, HYPS, metrics="bleu")
    alone = mtgauge.explain(rows=rows, resamples=100).to_dict()
    beside = mtgauge.explain(REFS, HYPS, metrics="bleu", resamples=100).to_dict()
    assert bare(alone["comparison"]) == bare(beside["comparison"])
    assert alone["words"] == [] and beside["words"] != []


def test_faults():
    with pytest.raises(mtgauge.errors.UsageError, match="no option 'strata'"):
        mtgauge.explain(REFS, HYPS, strata="file")
    with pytest.raises(mtgauge.errors.InputError):
        mtgauge.report(REFS, HYPS, source=["one line"])
    with pytest.raises(mtgauge.errors.UsageError, match="in memory"):
        mtgauge.report(REFS, HYPS, source=__file__)
