"""Prints the results of lm-evaluation-harness for generated text, with its metrics that call
sacreBLEU."""

import sacrebleu
from lm_eval.api import metrics
from texts import pairs

for seed in range(10):
    for references in (1, 2):
        hyps, refs = pairs(50, references, seed)
        one = list(zip([texts[0] for texts in refs], hyps))
        several = list(zip(refs, hyps))
        for name in ("bleu", "chrf", "chrfpp", "ter"):
            metric = getattr(metrics, name)
            print(name, seed, repr(metric(one)), repr(metric(several)))
        print([metrics.bleu([item]) for item in one])
print(sacrebleu.__file__)
