"""sacreBLEU's module, with scores computed by mtgauge.

Use it in place of `sacrebleu`:

>>> from mtgauge import sacrebleu
>>> print(sacrebleu.corpus_bleu(hypotheses=["A red house stood there."], references=[["A red house was there."]]))
BLEU = 37.99 83.3/60.0/25.0/16.7 (BP = 1.000 ratio = 1.000 hyp_len = 6 ref_len = 6)

or make it available to programs that import `sacrebleu`: `mtgauge.sacrebleu.install()`.
"""

from __future__ import annotations

__description__ = (
    "Hassle-free computation of shareable, comparable, and reproducible BLEU, chrF, and TER scores"
)

from ..errors import PartialScoreWarning
from ._install import install, uninstall
from .compat import (
    corpus_bleu,
    corpus_chrf,
    corpus_ter,
    raw_corpus_bleu,
    sentence_bleu,
    sentence_chrf,
    sentence_ter,
)
from .dataset import DATASETS
from .metrics import BLEU, CHRF, TER
from .metrics.helpers import extract_char_ngrams, extract_word_ngrams
from .utils import (
    SACREBLEU_DIR,
    download_test_set,
    get_available_testsets,
    get_langpairs_for_testset,
    get_reference_files,
    get_source_file,
    smart_open,
)
from .version import __version__

__all__ = [
    "smart_open",
    "SACREBLEU_DIR",
    "download_test_set",
    "get_source_file",
    "get_reference_files",
    "get_available_testsets",
    "get_langpairs_for_testset",
    "extract_word_ngrams",
    "extract_char_ngrams",
    "DATASETS",
    "BLEU",
    "CHRF",
    "TER",
    "corpus_bleu",
    "raw_corpus_bleu",
    "sentence_bleu",
    "corpus_chrf",
    "sentence_chrf",
    "corpus_ter",
    "sentence_ter",
    "PartialScoreWarning",
    "install",
    "uninstall",
    "__version__",
]
