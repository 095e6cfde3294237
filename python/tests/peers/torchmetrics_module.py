"""Our metrics in torchmetrics: two processes that share their state by gloo, and one that resets, copies and
saves it, give the scores of mtgauge.score to the last bit."""

import copy
import os
import pickle
import sys
import tempfile

import torch
import torch.multiprocessing

import mtgauge
from mtgauge.torchmetrics import CorpusScore
from texts import pairs, run_example

METRICS = ["bleu", "bleu:tok=zh,smooth=none", "chrf:nw=2", "ter", "wer"]
HYPS, REFS = pairs(31, 2)
REFS = {"one": [refs[:1] for refs in REFS], "all": REFS}


def refs_for(spec):
    return REFS["one" if spec == "wer" else "all"]


def wanted(spec):
    (facts,) = mtgauge.metrics(spec)
    return mtgauge.score(refs_for(spec), HYPS, metrics=spec).score / facts["scale"]


def updated(spec, first, last):
    metric = CorpusScore(spec)
    for at in range(first, last, 7):
        metric.update(HYPS[at : min(at + 7, last)], refs_for(spec)[at : min(at + 7, last)])
    return metric


def process(rank, folder):
    torch.distributed.init_process_group("gloo", init_method=f"file://{folder}/store", rank=rank, world_size=2)
    for spec in METRICS:
        found = updated(spec, 0, 12) if rank == 0 else updated(spec, 12, len(HYPS))
        assert found.compute().item() == wanted(spec), spec


def main():
    for spec in METRICS:
        metric = updated(spec, 0, len(HYPS))
        assert metric.compute().item() == wanted(spec), spec
        assert copy.deepcopy(metric).compute().item() == pickle.loads(pickle.dumps(metric)).compute().item() == wanted(spec)
        metric.reset()
        metric.update(HYPS[0], [refs_for(spec)[0]])
        assert metric.sums.dtype == torch.int64
    with tempfile.TemporaryDirectory() as folder:
        torch.multiprocessing.start_processes(process, (folder,), nprocs=2, start_method="spawn")
    wanted_score = mtgauge.score(["The gate is open."], ["The gate was open."], metrics="chrf:nw=2").score
    assert run_example("CorpusScore")["score"] == wanted_score / 100
    print(f"{len(METRICS)} metrics in two processes")


if __name__ == "__main__":
    sys.path.append(os.path.dirname(os.path.abspath(__file__)))
    main()
