#!/usr/bin/env python3
"""Runs programs that were written for sacreBLEU, unchanged, on mtgauge.sacrebleu.

  python python/tests/peers/run.py            in an environment that has mtgauge, pytest and numpy

sacreBLEU's own tests come from its source distribution, which pip downloads; torchmetrics is compared where it is
installed. Prints a line for each. Exit 1: one failed; 77: the source distribution cannot be had.
"""

import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile

# Tests that need downloads or sacreBLEU's table of all test sets.
DOWNLOADS = [
    "test/test_dataset.py",
    "test/test_api.py::test_api_get_source",
    "test/test_api.py::test_api_get_reference",
    "test/test_api.py::test_api_get_available_testsets",
    "test/test_api.py::test_api_get_available_testsets_for_langpair",
]

# What each Python below does first.
SITE = "import mtgauge.sacrebleu\nmtgauge.sacrebleu.install(identical=True)\n"

IMPORTING = """
import importlib.metadata, sacrebleu, mtgauge.sacrebleu
assert sacrebleu is mtgauge.sacrebleu and importlib.metadata.version("sacrebleu") == "2.6.0"
"""

TORCHMETRICS = """
import importlib.util, sys
if importlib.util.find_spec("torchmetrics") is None: sys.exit(77)
import sacrebleu
from torchmetrics.functional.text import chrf_score, sacre_bleu_score, translation_edit_rate
hyps = ["the cat is on the mat", "there is a dog", "It's 5.0, isn't it?"]
refs = [["there is a cat on the mat", "a cat is on the mat"], ["a dog is there", "there was a dog"],
        ["It is 5.0, or?", "It's 5."]]
streams = list(map(list, zip(*refs)))
def check(ours, theirs): assert abs(ours / 100 - float(theirs)) < 1e-5, (ours, theirs)
for tokenize in ("none", "13a", "zh", "char"):
    bleu = sacrebleu.corpus_bleu(hyps, streams, tokenize=tokenize, smooth_method="none")
    check(bleu.score, sacre_bleu_score(hyps, refs, tokenize=tokenize))
for order in (0, 2):
    chrf = sacrebleu.corpus_chrf(hyps, streams, word_order=order, eps_smoothing=True)
    check(chrf.score, chrf_score(hyps, refs, n_word_order=order))
check(sacrebleu.corpus_ter(hyps, streams).score, translation_edit_rate(hyps, refs))
"""


def sources(folder):
    """sacreBLEU's source distribution, unpacked; None: it cannot be had."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--no-binary", ":all:", "--dest", folder, "sacrebleu==2.6.0"]
    if subprocess.run(command).returncode != 0:
        return None
    archive = next(pathlib.Path(folder).glob("sacrebleu-*.tar.gz"))
    with tarfile.open(archive) as packed:
        packed.extractall(folder)
    return archive.with_name("sacrebleu-2.6.0")


def own_tests(source, environment):
    """The exit code of sacreBLEU's tests, with sacreBLEU itself out of the way."""
    (source / "sacrebleu").rename(source / "not-imported")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test"]
    command += [argument for name in DOWNLOADS for argument in ("--deselect", name)]
    return subprocess.run(command, cwd=source, env=environment).returncode


def main():
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder, "site")
        site.mkdir()
        (site / "sitecustomize.py").write_text(SITE)
        paths = [str(site), os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
        source = sources(folder)
        if source is None:
            print("skipped: sacreBLEU's source distribution cannot be had here")
            return 77
        codes = {"sacreBLEU's own tests": own_tests(source, environment)}
        for name, code in (("import sacrebleu", IMPORTING), ("torchmetrics", TORCHMETRICS)):
            done = subprocess.run([sys.executable, "-c", code], cwd=folder, env=environment)
            codes[name] = done.returncode
        for name, code in codes.items():
            print(f"{name}: {'passed' if code == 0 else 'skipped' if code == 77 else 'FAILED'}")
        return int(any(code not in (0, 77) for code in codes.values()))


if __name__ == "__main__":
    sys.exit(main())
