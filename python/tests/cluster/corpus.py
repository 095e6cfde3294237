"""Generated records, the results of one process for them, and the checks that both engines must
pass."""

import os
import random
import subprocess
import threading
import time

import mtgauge
import pyarrow as pa
import pytest

WORDS = "the gate was open and nobody came over hills of rain snow 汉字 naïve ok".split()
METRICS = ["bleu", "chrf", "ter"]


def records(count=3000, seed=1):
    dice = random.Random(seed)

    def text():
        return " ".join(dice.choices(WORDS, k=dice.randrange(1, 14)))

    refs = [text() for _ in range(count)]
    return pa.table({
        "id": [f"{place:05d}" for place in range(count)],
        "ref": refs,
        "refs": [[ref, text()][: 1 + place % 2] for place, ref in enumerate(refs)],
        "a": [ref if dice.random() < 0.3 else text() for ref in refs],
        "b": [ref if dice.random() < 0.5 else text() for ref in refs],
        "group": [dice.choice("xyz") for _ in refs],
        "half": [place * 2 // count for place in range(count)],
    })


TABLE = records()
SYSTEMS = {"a": TABLE["a"], "b": TABLE["b"]}


def shuffled(seed):
    order = list(range(TABLE.num_rows))
    random.Random(seed).shuffle(order)
    return TABLE.take(order)


def check_answers(engine, data, again):
    """`data` and `again`: the records in different orders and partitions."""
    one = mtgauge.score({"ref": TABLE["ref"]}, SYSTEMS, metrics=METRICS)
    assert engine.score(data, hyps=["a", "b"], metrics=METRICS).to_json() == one.to_json()
    grouped = mtgauge.score({"ref": TABLE["ref"]}, SYSTEMS, metrics=METRICS, by=TABLE["group"])
    found = engine.score(data, hyps=["a", "b"], metrics=METRICS, by="group", key="id")
    assert found.to_json() == grouped.to_json()

    fields = {"group": TABLE["group"], "half": TABLE["half"]}
    grouped = mtgauge.score({"ref": TABLE["ref"]}, SYSTEMS, metrics=METRICS, by=fields)
    found = engine.score(data, hyps=["a", "b"], metrics=METRICS, by=["group", "half"], key="id")
    assert found.to_json() == grouped.to_json()

    wanted = mtgauge.score({"ref": TABLE["ref"]}, SYSTEMS, metrics=["sari"], source=TABLE["group"])
    assert engine.score(data, hyps=["a", "b"], metrics=["sari"], source="group").to_json() == wanted.to_json()

    several = mtgauge.compare({"refs": TABLE["refs"]}, SYSTEMS, resamples=200, order="key")
    found = engine.compare(data, hyps=["a", "b"], refs="refs", key="id", resamples=200)
    assert found.to_json() == several.to_json()
    by_content = [engine.compare(each, hyps=["a", "b"], resamples=200).to_json() for each in (data, again)]
    assert by_content[0] == by_content[1]
    assert "|order:content|" in by_content[0] and "|order:key|" in found.to_json()

    resampled = {"metrics": "bleu", "confidence": True, "confidence_n": 50}
    found = engine.score(data, hyps="a", key="id", **resampled)
    assert found.to_json() == mtgauge.score({"ref": TABLE["ref"]}, {"a": TABLE["a"]}, **resampled).to_json()

    learnt = mtgauge.score(TABLE["ref"], TABLE["a"], metrics="nist")
    assert engine.score(data, hyps="a", metrics="nist").score == learnt.score
    rows = engine.rows(data, hyps="a", refs="ref", key="id")
    assert rows == mtgauge.Rows({"ref": TABLE["ref"]}, {"a": TABLE["a"]}, metrics="bleu", ids=TABLE["id"])


def check_segments(scored):
    """`scored`: the new columns for chrf and nist, in the order of the ids."""
    for name in ("a", "b"):
        wanted = mtgauge.segments(TABLE["ref"], TABLE[name], metrics=["chrf", "nist"])
        assert list(scored[f"{name}:chrF2"]) == wanted["chrF2"].tolist()
        assert list(scored[f"{name}:NIST"]) == wanted["NIST"].tolist()


def check_names(engine, make):
    """Names of columns may have any characters."""
    names = {"ref": "text.ref", "a": "mt.a `new`", "id": "doc.id", "group": "doc.group"}
    data = make(TABLE.rename_columns([names.get(name, name) for name in TABLE.column_names]))
    asked = {"metrics": METRICS, "resamples": 50}
    found = engine.compare(data, hyps={"a": names["a"], "b": "b"}, refs=names["ref"], key=names["id"], **asked)
    rows = mtgauge.Rows({"text.ref": TABLE["ref"]}, SYSTEMS, metrics=METRICS, ids=TABLE["id"])
    assert found.to_json() == rows.compare(order="key", **asked).to_json()
    found = engine.score(data, hyps={"a": names["a"]}, refs=names["ref"], by=names["group"])
    assert len(found.groups) == 3
    return engine.segments(data, hyps={"a": names["a"], "b": "b"}, refs=names["ref"], metrics=["chrf", "nist"])


def check_faults(engine, make):
    """`make(table)`: returns records of the engine."""
    texts = TABLE["a"].to_pylist()
    texts[1234] = None
    with pytest.raises(mtgauge.errors.InputError, match=r"row \d+: a:.*missing") as caught:
        engine.score(make(TABLE.set_column(3, "a", pa.array(texts))), hyps="a")
    assert caught.value.file == "a"
    with pytest.raises(mtgauge.errors.InputError, match="'00007' occurs twice"):
        engine.score(make(pa.concat_tables([TABLE, TABLE.slice(7, 1)])), hyps="a", key="id")
    with pytest.raises(mtgauge.errors.UsageError, match="no column 'z'"):
        engine.score(make(TABLE), hyps="z")
    with pytest.raises(mtgauge.errors.UsageError, match="a column 'chrF2' already; name the new ones with prefix="):
        engine.segments(engine.segments(make(TABLE), hyps="a", metrics="chrf"), hyps="a", metrics="chrf")
    groups = TABLE["group"].to_pylist()
    groups[77] = None
    place = TABLE.column_names.index("group")
    with pytest.raises(mtgauge.errors.InputError, match=r"row \d+: group: the group is missing; give each record one"):
        engine.score(make(TABLE.set_column(place, "group", pa.array(groups))), hyps="a", by="group", key="id")
    octets = [text.encode() for text in TABLE["a"].to_pylist()]
    octets[99] = b"caf\xe9"
    with pytest.raises(mtgauge.errors.InputError, match="UTF-8"):
        engine.score(make(TABLE.set_column(3, "a", pa.array(octets, pa.binary()))), hyps="a")


def check_shared_rows(engine, data, folder):
    """`folder`: an empty one, for row files."""
    path = folder / "all.mtr"
    wanted = engine.rows(data, hyps=["a", "b"], key="id")
    assert engine.rows(data, hyps=["a", "b"], key="id", rows_to=path) == wanted
    assert os.listdir(folder) == ["all.mtr"] and mtgauge.Rows.load(path) == wanted
    found = engine.compare(data, hyps=["a", "b"], key="id", rows_to=path, resamples=100, correction="none")
    asked = {"order": "key", "resamples": 100, "correction": "none"}
    assert found.to_json() == mtgauge.Rows.load(path).compare(**asked).to_json()
    with pytest.raises(mtgauge.errors.FileError, match="rows_to: .*choose a path in a folder where you may write"):
        engine.rows(data, hyps="a", rows_to=folder / "no" / "all.mtr")


class Killer:
    """Kills the first process whose command contains these words, after it has run for a while."""

    def __init__(self, words):
        self.words, self.killed = words, 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def _run(self):
        while not self._over.is_set() and not self.killed:
            found = subprocess.run(["pgrep", "-f", self.words], stdout=subprocess.PIPE, text=True).stdout.split()
            if found:
                time.sleep(0.3)
                self.killed += subprocess.run(["kill", "-9", found[0]]).returncode == 0
            time.sleep(0.05)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self._thread.join()
