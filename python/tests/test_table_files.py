"""Files of pandas, polars, DuckDB, Spark and others give what their twins in JSON Lines give, and broken files are refused.
Needs the shared folder of reference data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, List, Tuple

import pytest

import mtgauge
from mtgauge.errors import InputError

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "golden" / "data"

pytestmark = pytest.mark.filterwarnings("ignore::mtgauge.errors.MtgaugeWarning")


def lines_of(name: str) -> List[Any]:
    """Returns the fields of each line but the first. Without the folder, a test that is skipped."""
    file = FOLDER / name
    if not file.exists():
        return [pytest.param([""], marks=pytest.mark.skip(reason="there is no shared folder"))]
    return [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()[1:]]


def part(value: Any, keys: List[str]) -> Any:
    if value is None or not keys:
        return value
    return [part(each, keys) for each in value] if isinstance(value, list) else part(value[keys[0]], keys[1:])


def columns_of(rows: List[Any]) -> List[str]:
    """Returns the columns to read, the hypotheses last."""
    if not rows or isinstance(rows[0], str):
        return [""]
    wanted = ["translation.de", "translation.en", "refs", "id"] if "translation" in rows[0] else ["ref", "hyp_b", "domain", "hyp_a"]
    found = [column for column in wanted if column.split(".")[0] in rows[0]]
    return found if len(found) > 1 else found * 2


def facts(files: List[str], **options: Any) -> Tuple[List[Tuple[int, str]], int]:
    """Returns bytes and digests of the texts, and the number of segments."""
    header = mtgauge.Rows(refs=[Path(file) for file in files[:-1] or files], hyps=files[-1], metrics="chrf", **options).header()
    return [(text["bytes"], text["digest"]) for text in header["references"] + header["systems"]], header["segments"]


@pytest.mark.parametrize("line", lines_of("files.tsv"), ids=lambda line: line[0])
def test_files_give_what_their_twins_give(line: List[str], tmp_path: Path) -> None:
    name, form, wanted, note = line
    file = str(FOLDER / name)
    if form == "refuse":
        with pytest.raises(InputError) as caught:
            mtgauge.score(refs=file, hyps=file, metrics="chrf")
        assert note in str(caught.value).lower()
        return
    rows = [json.loads(row) for row in (FOLDER / "expect" / f"{wanted}.jsonl").read_text(encoding="utf-8").split("\n") if row]
    columns = columns_of(rows)
    files = [f"{file}:{column}" if column else file for column in columns]
    options: Dict[str, Any] = {"input_format": form} if form == "tsv-quoted" else {}
    if not rows:
        with pytest.raises(InputError):
            facts(files, **options)
        return
    twin = tmp_path / "twin.jsonl"
    with open(twin, "w", encoding="utf-8") as out:
        for row in rows:
            texts = {f"c{i}": part(row, column.split(".")) if column else row for i, column in enumerate(columns)}
            if form in ("csv", "tsv-quoted"):  # which have no null
                texts = {key: "" if text is None else text for key, text in texts.items()}
            out.write(json.dumps(texts, ensure_ascii=False) + "\n")
    assert facts(files, **options) == facts([f"{twin}:c{i}" for i in range(len(columns))])
    if columns[0] == "ref" and "id" in rows[0] and not options:
        ids = mtgauge.segments(refs=f"{file}:ref", hyps=f"{file}:hyp_a", metrics="chrf").ids
        assert [str(each) for each in ids] == [str(row["id"]) for row in rows]


@pytest.mark.parametrize("line", lines_of("hostile.tsv"), ids=lambda line: line[0])
def test_broken_files_are_refused(line: List[str]) -> None:
    name, word = line
    column = (":ref", ":hyp_a") if Path(name).stem != "x" else ("", "")
    with pytest.raises(InputError) as caught:
        mtgauge.score(refs=f"{FOLDER / name}{column[0]}", hyps=f"{FOLDER / name}{column[1]}", metrics="chrf")
    assert word in str(caught.value).lower().replace(name.lower(), "")
