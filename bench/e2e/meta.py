"""Compares meta-evaluation with NumPy and SciPy; started by meta.sh."""

import itertools
import json
import os
import statistics
import sys
import tempfile
import time

import numpy as np
import scipy
from scipy import stats

import e2e

SYSTEMS, SEGMENTS, METRICS, RESAMPLES = 20, 1000, 10, 1000
FEW = 50  # draws of PERM-BOTH in Python, for one pair of metrics; the time for all is extrapolated


def make_tables(folder):
    """Writes human scores in steps, and metrics' scores scattered around them."""
    rng = np.random.default_rng(20261122)
    quality = rng.normal(0, 1, SYSTEMS)[:, None] + rng.normal(0, 2, (SYSTEMS, SEGMENTS))
    tables = {"people": np.round(4 * quality) / 4}
    for m in range(METRICS):
        noise = rng.normal(0, 1 + m / 4, (SYSTEMS, SEGMENTS))
        tables["M%d" % m] = np.round(quality + noise, 3)
    for name, table in tables.items():
        with open(os.path.join(folder, name + ".tsv"), "w", encoding="utf-8") as file:
            file.write("id\t" + "\t".join("s%d" % s for s in range(SYSTEMS)) + "\n")
            for i, column in enumerate(table.T):
                file.write("%d\t%s\n" % (i + 1, "\t".join(map(repr, map(float, column)))))
    return tables


def command(folder, *extra):
    scores = [word for m in range(METRICS)
              for word in ("--scores", "M%d=%s/M%d.tsv" % (m, folder, m))]
    return [e2e.MTGAUGE, "meta", "--human", "people=%s/people.tsv" % folder, *scores, "--threads",
            "1", "-f", "json", "-B", str(RESAMPLES), *extra]


def commands(folder):
    """Returns the commands to time; the first one only reads the tables."""
    return {
        "reading": command(folder, "--measures", "accuracy", "--resample", "none"),
        "bootstrap": command(folder, "--measures", "accuracy", "differentials", "kendall",
                             "spearman"),
        "bootstrap of Pearson": command(folder, "--measures", "pearson"),
        "bootstrap of segments": command(folder, "--measures", "seg-spearman", "seg-pearson",
                                         "--group", "segment", "--tests", "seg-pearson", "-B", "100"),
        "calibration": command(folder, "--measures", "acc-eq", "--resample", "none"),
        "calibration, bootstrap": command(folder, "--measures", "acc-eq"),
        "perm-both": command(folder, "--measures", "seg-pearson", "--tests", "seg-pearson",
                             "--resample", "none"),
        "spa": command(folder, "--measures", "spa"),
    }


# ---- the same in Python ----

def bootstrap(tables):
    """Computes the means of drawn segments, and their correlation with SciPy."""
    people = tables["people"]
    rng = np.random.default_rng(1)
    values = np.empty((METRICS, RESAMPLES))
    for b in range(RESAMPLES):
        drawn = rng.integers(0, SEGMENTS, SEGMENTS)
        human = people[:, drawn].mean(1)
        for m in range(METRICS):
            values[m, b] = stats.pearsonr(human, tables["M%d" % m][:, drawn].mean(1))[0]
    return values


def calibrate_numpy(people, metric):
    """Computes acc_eq at its best threshold, for all pairs of all segments at once."""
    first, second = np.triu_indices(SYSTEMS, 1)
    human, apart = people[first] - people[second], metric[first] - metric[second]
    agree = np.sign(human) == np.sign(apart)
    change = ((human == 0).astype(int) - agree).ravel()
    apart = np.abs(apart).ravel()
    order = np.argsort(apart, kind="stable")
    counts = agree.sum() + np.cumsum(change[order])
    ends = np.append(np.diff(apart[order]) > 0, True)
    return max(agree.sum(), counts[ends].max()) / apart.size


def calibrate_python(people, metric):
    """Computes the same in the usual way: pairs in order, with a running mean over segments."""
    pairs, agreeing = [], [0] * SEGMENTS
    for i in range(SEGMENTS):
        for a, b in itertools.combinations(range(SYSTEMS), 2):
            human, apart = people[a][i] - people[b][i], metric[a][i] - metric[b][i]
            agree = (human > 0) - (human < 0) == (apart > 0) - (apart < 0)
            agreeing[i] += agree
            pairs.append((abs(apart), i, (human == 0) - agree))
    each = SYSTEMS * (SYSTEMS - 1) // 2
    total = best = sum(agreeing)
    pairs.sort(key=lambda pair: pair[0])
    for k, (apart, _, change) in enumerate(pairs):
        total += change
        if (k + 1 == len(pairs) or pairs[k + 1][0] != apart) and total > best:
            best = total
    return best / each / SEGMENTS


def perm_both(tables, draws):
    """Swaps the scores of two metrics and correlates both with SciPy, for one pair of metrics."""
    human = tables["people"].ravel()
    first, second = (stats.zscore(tables[name].ravel()) for name in ("M0", "M1"))
    rng = np.random.default_rng(1)
    observed = stats.pearsonr(human, first)[0] - stats.pearsonr(human, second)[0]
    count = 0
    for _ in range(draws):
        keep = rng.random(human.size) < 0.5
        delta = (stats.pearsonr(human, np.where(keep, first, second))[0]
                 - stats.pearsonr(human, np.where(keep, second, first))[0])
        count += delta >= observed
    return count


def flips(scores):
    """Computes WMT's permutation test: one matrix of signs for all pairs, in float32."""
    signs = np.rint(np.random.default_rng(4).random((1000, SEGMENTS), dtype=np.float32)) * 2 - 1
    means = signs @ scores.T.astype(np.float32) / SEGMENTS
    observed = scores.mean(1)
    return {(i, j): np.mean(means[:, i] - means[:, j] >= observed[i] - observed[j])
            for i, j in itertools.combinations(range(SYSTEMS), 2)}


def spa(tables):
    human = flips(tables["people"])
    values = []
    for m in range(METRICS):
        metric = flips(tables["M%d" % m])
        values.append(1 - np.mean([abs(human[pair] - metric[pair]) for pair in human]))
    return values


# ---- the answers first ----

def measured(folder, name):
    report = json.loads(e2e.output(commands(folder)[name]))
    return [metric["measures"] for metric in report["evaluations"][0]["metrics"]]


def check(what, ours, theirs, tolerance):
    for m, (a, b) in enumerate(zip(ours, theirs)):
        if abs(a - b) > tolerance:
            sys.exit("error: %s of metric %d: mtgauge %r, Python %r" % (what, m, a, b))


def check_answers(folder, tables):
    names = ["M%d" % m for m in range(METRICS)]
    people = tables["people"]
    pearson = measured(folder, "bootstrap of Pearson")
    check("Pearson", [row["pearson"]["value"] for row in pearson],
          [stats.pearsonr(people.mean(1), tables[n].mean(1))[0] for n in names], 1e-12)
    # Two bootstraps of 1,000 resamples: their errors differ by a few percent.
    errors = bootstrap(tables).std(1, ddof=1)
    check("its error", [row["pearson"]["se"] / e for row, e in zip(pearson, errors)],
          [1] * METRICS, 0.15)
    accuracy = [row["acc-eq"]["value"] for row in measured(folder, "calibration")]
    check("acc_eq", accuracy, [calibrate_numpy(people, tables[n]) for n in names], 1e-12)
    check("acc_eq", accuracy[:1], [calibrate_python(people.tolist(), tables["M0"].tolist())], 1e-12)
    check("seg-pearson", [row["seg-pearson"]["value"] for row in measured(folder, "perm-both")],
          [stats.pearsonr(people.ravel(), tables[n].ravel())[0] for n in names], 1e-12)
    check("SPA", [row["spa"]["value"] for row in measured(folder, "spa")], spa(tables), 1e-3)
    print("answers: correlations, calibrated acc_eq and SPA are SciPy's and NumPy's")


# ---- time ----

def seconds(function, *arguments):
    before = time.process_time()
    function(*arguments)
    return time.process_time() - before


def one_round(folder, tables):
    people = tables["people"]
    names = ["M%d" % m for m in range(METRICS)]
    taken = {"mtgauge, " + name: e2e.timed(words, None, e2e.cores())[1]
             for name, words in commands(folder).items()}
    pairs = METRICS * (METRICS - 1) // 2
    taken["python, bootstrap of Pearson"] = seconds(bootstrap, tables)
    taken["numpy, calibration"] = seconds(
        lambda: [calibrate_numpy(people, tables[n]) for n in names])
    taken["python, calibration"] = METRICS * seconds(calibrate_python, people.tolist(),
                                                     tables["M0"].tolist())
    taken["scipy, perm-both"] = seconds(perm_both, tables, FEW) * RESAMPLES / FEW * pairs
    taken["numpy, spa"] = seconds(spa, tables)
    return taken


def measure(folder, tables, rounds):
    """Returns the medians of interleaved rounds on one core; the first round is a warm-up."""
    everywhere = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(everywhere)})
    taken = [one_round(folder, tables) for _ in range(rounds + 1)][1:]
    os.sched_setaffinity(0, everywhere)
    return {name: {"cpu_s": statistics.median(one[name] for one in taken),
                   "cpu_runs_s": [one[name] for one in taken]} for name in taken[0]}


BESIDE = [
    ("bootstrap of Pearson's correlation, 10 metrics", "bootstrap of Pearson",
     "python, bootstrap of Pearson", "SciPy for each resample"),
    ("tie calibration, 10 metrics; here with the sign tests of 45 pairs", "calibration",
     "python, calibration", "plain Python"),
    ("tie calibration, 10 metrics; here with the sign tests of 45 pairs", "calibration",
     "numpy, calibration", "NumPy, all pairs at once"),
    ("PERM-BOTH of segments, 45 pairs of metrics", "perm-both", "scipy, perm-both",
     "SciPy for each draw"),
    ("soft pairwise accuracy, 10 metrics", "spa", "numpy, spa", "NumPy"),
]


def beside(times):
    rows = []
    for what, ours, theirs, kind in BESIDE:
        mine, other = times["mtgauge, " + ours]["cpu_s"], times[theirs]["cpu_s"]
        rows.append({"what": what, "beside": kind, "theirs_s": other, "mtgauge_s": mine,
                     "ratio": other / mine})
    return rows


def main():
    arguments = e2e.parser_of("meta", rounds=5).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tables = make_tables(folder)
        check_answers(folder, tables)
        times = measure(folder, tables, arguments.rounds)
    result = {"text": {"kind": "random tables", "segments": SEGMENTS, "systems": SYSTEMS,
                       "metrics": METRICS, "resamples": RESAMPLES},
              "python": sys.version.split()[0], "numpy": np.__version__, "scipy": scipy.__version__,
              "meta": beside(times), "times": times}
    for name, row in times.items():
        print("%-44s %10.1f ms" % (name, 1e3 * row["cpu_s"]))
    for row in result["meta"]:
        print("%-50s %-28s %6.0f x" % (row["what"], row["beside"], row["ratio"]))
    e2e.write_result(result, arguments)


if __name__ == "__main__":
    main()
