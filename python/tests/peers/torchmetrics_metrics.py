"""Compares torchmetrics' own metrics with the drop-in, as torchmetrics' tests compare them with
sacreBLEU.

torchmetrics has its own implementation; the drop-in is the reference. torchmetrics rounds to 32
bits.
"""

import sacrebleu
import torchmetrics.text as classes
from texts import pairs
from torchmetrics.functional.text import chrf_score, sacre_bleu_score, translation_edit_rate

assert "mtgauge" in sacrebleu.__file__
compared = 0


def check(ours, theirs, what):
    global compared
    compared += 1
    assert abs(ours / 100 - float(theirs)) < 1e-5, (what, ours, theirs)


for seed in range(4):
    hyps, refs = pairs(30, 2, seed)
    streams = [list(stream) for stream in zip(*refs)]
    for tokenize in ("none", "13a", "zh", "intl", "char"):
        for lowercase in (False, True):
            options = {"tokenize": tokenize, "lowercase": lowercase}
            bleu = sacrebleu.corpus_bleu(hyps, streams, **options, smooth_method="none").score
            check(bleu, sacre_bleu_score(hyps, refs, **options), options)
            metric = classes.SacreBLEUScore(**options)
            for at in range(0, len(hyps), 10):
                metric.update(hyps[at : at + 10], refs[at : at + 10])
            check(bleu, metric.compute(), options)
    for chars, order, lowercase, whitespace in ((6, 2, False, False), (4, 2, True, False), (6, 0, False, True)):
        chrf = sacrebleu.CHRF(chars, order, lowercase=lowercase, whitespace=whitespace, eps_smoothing=True)
        theirs = chrf_score(hyps, refs, chars, order, lowercase=lowercase, whitespace=whitespace)
        check(chrf.corpus_score(hyps, streams).score, theirs, (chars, order, lowercase, whitespace))
    for case in (False, True):  # its normalization differs from sacreBLEU's
        ter = sacrebleu.TER(case_sensitive=case).corpus_score(hyps, streams).score
        check(ter, translation_edit_rate(hyps, refs, lowercase=not case), case)
print(f"{compared} scores compared")
