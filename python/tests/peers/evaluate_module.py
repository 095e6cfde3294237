"""Our metrics in evaluate, loaded by their path and as a class, give the scores of mtgauge.score."""

import evaluate

import mtgauge
import mtgauge.evaluate_metric
from texts import pairs, run_example

compared = 0
for spec in ("bleu", "chrf:nw=2", "ter"):
    for references in (1, 3):
        hyps, refs = pairs(40, references, 3)
        wanted = mtgauge.score(refs, hyps, metrics=spec).systems[0].scores[0]
        for metric in (evaluate.load(mtgauge.evaluate_metric.__file__, spec), mtgauge.evaluate_metric.MtgaugeMetric(spec)):
            metric.add_batch(predictions=hyps[:10], references=refs[:10])
            metric.add_batch(predictions=hyps[10:], references=refs[10:])
            found = metric.compute()
            assert (found["score"], found["signature"]) == (wanted.score, wanted.signature), (spec, found)
            compared += 1
    assert metric.compute(predictions=["a b"], references=["a b"])["metric"] == wanted.metric
assert run_example("evaluate.load")["score"] == mtgauge.score(["The gate is open."], ["The gate was open."], metrics="chrf:nw=2").score
print(f"{compared} answers compared")
