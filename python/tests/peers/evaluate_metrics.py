"""Prints the results of evaluate's metrics for generated text: evaluate_metrics.py
FOLDER-OF-METRICS."""

import os
import sys

import sacrebleu

import evaluate
from texts import pairs

OPTIONS = {
    "sacrebleu": [{}, {"lowercase": True, "tokenize": "intl"}, {"smooth_method": "floor", "smooth_value": 0.2},
                  {"use_effective_order": True, "tokenize": "zh", "force": True}],
    "chrf": [{}, {"word_order": 2}, {"char_order": 4, "lowercase": True, "whitespace": True},
             {"eps_smoothing": True, "beta": 3}],
    "ter": [{}, {"normalized": True}, {"ignore_punct": True, "case_sensitive": True},
            {"normalized": True, "support_zh_ja_chars": True}],
}

for name, choices in OPTIONS.items():
    metric = evaluate.load(os.path.join(sys.argv[1], name))
    for options in choices:
        for references in (1, 3):
            hyps, refs = pairs(60, references, references)
            print(name, options, metric.compute(predictions=hyps, references=refs, **options))
print(sacrebleu.__file__)
