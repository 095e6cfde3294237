"""Compares the plugin for mbrs with mbrs' own metrics, which use sacreBLEU, and with fastchrf:
every method of the interface, and the decoders. mbrs' metrics are 32-bit floats; fastchrf's are
doubles.
"""

import math
import sys

import fastchrf
import torch
from mbrs.decoders import get_decoder
from mbrs.metrics import get_metric
from texts import pairs

import mtgauge
import mtgauge.mbrs_plugin as plugin

own = get_metric("mtgauge")
assert own is plugin.MetricMtgauge
compared = 0


def check(found, wanted, what, bound=0.0):
    global compared
    found, wanted = torch.as_tensor(found), torch.as_tensor(wanted)
    compared += wanted.numel()
    assert found.shape == wanted.shape, (what, found.shape, wanted.shape)
    assert bound == 0 or found.dtype == wanted.dtype, what
    worst = float((found - wanted).abs().max())
    assert worst <= bound, (what, worst)


def of(name, spec, **options):
    cls = get_metric(name)
    return cls(cls.Config(num_workers=1, **options)), own(own.Config(spec=spec))


METRICS = [
    of("bleu", "bleu"),
    of("bleu", "bleu:smooth=add-k,lc=yes", smooth_method="add-k", lowercase=True),
    of("chrf", "chrf"),
    of("chrf", "chrf++", word_order=2),
    of("ter", "ter"),
]

for seed in range(3):
    hyps, lists = pairs(24, 2, seed)
    refs = [texts[0] for texts in lists][:17]
    streams = [list(stream) for stream in zip(*lists)]
    lprobs = torch.tensor([-0.1 * place for place in range(len(refs))])
    for theirs, ours in METRICS:
        what = ours.cfg.spec
        assert ours.HIGHER_IS_BETTER == theirs.HIGHER_IS_BETTER, what
        check(ours.score(hyps[0], refs[0]), theirs.score(hyps[0], refs[0]), what)
        check(ours.scores(hyps, streams[0]), theirs.scores(hyps, streams[0]), what)
        check(ours.pairwise_scores(hyps, refs), theirs.pairwise_scores(hyps, refs), what)
        for how in (None, lprobs):
            check(ours.expected_scores(hyps, refs, None, how), theirs.expected_scores(hyps, refs, None, how), what)
        check(ours.corpus_score(hyps, streams), theirs.corpus_score(hyps, streams), what)
        decoder = get_decoder("mbr")
        picked = [decoder(decoder.Config(), metric).decode(hyps, hyps, nbest=3) for metric in (ours, theirs)]
        assert vars(picked[0]) == vars(picked[1]), (what, picked)
        if what == "ter":
            continue
        for how in (None, lprobs):
            found = ours.expected_scores_reference_aggregation(hyps, refs, None, how)
            wanted = theirs.expected_scores_reference_aggregation(hyps, refs, None, how)
            check(found, wanted, what, bound=1e-4 if how is not None else 1e-5)  # mbrs: float32
        decoder = get_decoder("aggregate_mbr")
        picked = [decoder(decoder.Config(), metric).decode(hyps, refs, nbest=3) for metric in (ours, theirs)]
        assert picked[0].idx == picked[1].idx, what
    (wanted,) = fastchrf.aggregate_chrf([hyps], [refs])
    picks = mtgauge.mbr([hyps], [refs], metric="chrf", aggregate=True)[0]
    for place, expected in zip(picks.index.tolist(), picks.expected.tolist()):
        compared += 1
        assert math.isclose(expected, wanted[place], rel_tol=1e-12), (expected, wanted[place])
print(f"{compared} scores compared", file=sys.stderr)
