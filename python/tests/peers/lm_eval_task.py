"""Runs a task of lm-evaluation-harness with the aggregation of docs/python-sacrebleu.md, beside the harness's own chrf++, on
generated text. No model and no network."""

import json
import pathlib
import re
import sys

import lm_eval
from lm_eval.api.model import LM
from lm_eval.tasks import TaskManager
from texts import pairs

PAGE = pathlib.Path(__file__).resolve().parents[3] / "docs/python-sacrebleu.md"
HYPS, REFS = pairs(40, 2)


class Canned(LM):
    """Answers a segment's number with its output."""

    def generate_until(self, requests, disable_tqdm=False):
        return [HYPS[int(request.args[0])] for request in requests]

    def loglikelihood(self, requests, disable_tqdm=False):
        raise NotImplementedError

    loglikelihood_rolling = loglikelihood


section = PAGE.read_text(encoding="utf-8").split("## In lm-evaluation-harness")[1]
code, metrics = (re.search(rf"^```{language}\n(.*?)^```$", section, re.M | re.S).group(1) for language in ("python", "yaml"))
folder = pathlib.Path("task")
folder.mkdir()
(folder / "mt_metrics.py").write_text(code)
with open(folder / "texts.jsonl", "w", encoding="utf-8") as file:
    for number, refs in enumerate(REFS):
        file.write(json.dumps({"number": str(number), "ref": refs[0]}) + "\n")
(folder / "mt.yaml").write_text(f"""task: mt
dataset_path: json
dataset_kwargs:
  data_files:
    test: {folder.resolve()}/texts.jsonl
test_split: test
output_type: generate_until
doc_to_text: "{{{{number}}}}"
doc_to_target: "{{{{ref}}}}"
{metrics}  - metric: chrf++
""")
results = lm_eval.simple_evaluate(Canned(), tasks=["mt"], task_manager=TaskManager(include_path=str(folder), include_defaults=False),
                                  bootstrap_iters=0, log_samples=False)["results"]["mt"]
print(results)
own, theirs = results["pair,none"], results["chrf++,none"]
assert own == theirs and 0 < own < 100, (own, theirs)
print("an aggregation of mtgauge and chrf++ of the harness agree", file=sys.stderr)
