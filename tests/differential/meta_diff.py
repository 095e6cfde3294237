"""Compares `mtgauge meta` with SciPy: correlations and their p-values for systems, segments and
documents, on random tables with ties, constant groups and missing scores; F-ratios, with SciPy's
analysis of variance; calibrated ties and all swaps of PERM-BOTH, with definitions in plain Python.
Started by run.sh."""

import itertools
import json
import math
import subprocess
import warnings
from fractions import Fraction

from scipy import stats

from figures import check, compare_tables, Mismatch

GROUPS = ["none", "system", "segment"]
MEASURES = ["pearson", "spearman", "kendall", "accuracy", "seg-pearson", "seg-spearman", "seg-kendall",
            "seg-kendall-c", "tau-23", "acc-eq", "f-ratio"]
SYSTEM = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}
SEGMENT = {"seg-pearson": stats.pearsonr, "seg-spearman": stats.spearmanr,
           "seg-kendall": stats.kendalltau,
           "seg-kendall-c": lambda x, y: stats.kendalltau(x, y, variant="c")}


def random_table(rng, systems, segments, missing):
    steps = rng.choice([0, 1, 2, 5])
    value = (lambda: rng.randrange(steps) / 4) if steps else (lambda: round(rng.gauss(0, 1), 4))
    return [[None if rng.random() < missing else value() for _ in range(segments)]
            for _ in range(systems)]


def write(path, table):
    with open(path, "w", encoding="utf-8") as file:
        for number, row in enumerate(table):
            for value in row:
                file.write(f"s{number}\t{value!r}\n")


def groups(human, metric, by):
    """Returns pairs of scores that both have, by group."""
    cells = {}
    for s, (x_row, y_row) in enumerate(zip(human, metric)):
        for i, (x, y) in enumerate(zip(x_row, y_row)):
            if x is not None and y is not None:
                cells.setdefault({"none": 0, "system": s, "segment": i}[by], []).append((x, y))
    return [tuple(zip(*cells[key])) for key in sorted(cells)]


def average(function, parts):
    values = []
    for x, y in parts:
        if len(x) < 2 or len(set(x)) == 1 or len(set(y)) == 1:
            continue
        values.append(function(x, y)[0])
    return math.nan if not values else sum(values) / len(values)


def agreeing(x, y, eps):
    count = pairs = 0
    for i, j in itertools.combinations(range(len(x)), 2):
        order = lambda d, least: 0 if abs(d) <= least else math.copysign(1, d)
        count += order(x[i] - x[j], 0) == order(y[i] - y[j], eps)
        pairs += 1
    return count, pairs


def calibrate(parts):
    """Returns the smallest of the best thresholds, with exact fractions."""
    candidates = {0.0}
    for _, y in parts:
        candidates.update(abs(a - b) for a, b in itertools.combinations(y, 2))
    parts = [part for part in parts if len(part[0]) > 1]
    if not parts:
        return math.nan, None
    best, threshold = Fraction(-1), None
    for eps in sorted(candidates):
        mean = sum((Fraction(*agreeing(x, y, eps)) for x, y in parts), Fraction(0)) / len(parts)
        if mean > best:
            best, threshold = mean, eps
    return float(best), threshold


def means(table):
    """Returns exact means, like the sums of decimals; None for a system without scores."""
    out = []
    for row in table:
        present = [Fraction(repr(value)) for value in row if value is not None]
        out.append(float(sum(present) / len(present)))
    return out


def by_document(table, documents):
    """Returns the means of the scores that exist, by document."""
    out = []
    for row in table:
        sums = {}
        for document, value in zip(documents, row):
            sums.setdefault(document, [])
            if value is not None:
                sums[document].append(Fraction(repr(value)))
        out.append([float(sum(values) / len(values)) if values else None
                    for values in sums.values()])
    return out


def check_f_ratio(got, table):
    f, p = stats.f_oneway(*table)
    value = f / len(table[0])
    check("f-ratio", got["f-ratio"]["value"], value if math.isfinite(value) else math.nan, 1e-10)
    if math.isfinite(value):
        check("p of f-ratio", got["f-ratio"]["p"], p, 1e-9)


def swap_p(function, human, first, second):
    """Returns the one-sided p-value of the better metric over all swaps of standardized scores."""
    def standard(values):
        mean = sum(values) / len(values)
        sd = math.sqrt(sum((v - mean) ** 2 for v in values) / len(values))
        return [(v - mean) / sd for v in values]
    first, second = standard(first), standard(second)
    delta = function(human, first)[0] - function(human, second)[0]
    count = 0
    for swaps in itertools.product([False, True], repeat=len(human)):
        a = [y if swap else x for x, y, swap in zip(first, second, swaps)]
        b = [x if swap else y for x, y, swap in zip(first, second, swaps)]
        if len(set(a)) == 1 or len(set(b)) == 1:
            continue
        count += function(human, a)[0] - function(human, b)[0] >= delta - 1e-12
    return count / 2 ** len(human)


def compare(binary, rng, folder):
    systems, segments = rng.randrange(3, 7), rng.choice([4, 9, 40])
    # Documents have equal sizes and no missing scores, so that equal means are equal to the last
    # bit.
    size = rng.choice([1, 1, {4: 2, 9: 3, 40: 5}[segments]])
    human = random_table(rng, systems, segments, rng.choice([0, 0.2]) if size == 1 else 0)
    metrics = {name: random_table(rng, systems, segments, 0) for name in "ab"}
    if any(all(value is None for value in row) for row in human):
        return 0
    write(f"{folder}/human", human)
    for name, table in metrics.items():
        write(f"{folder}/{name}", table)
    by = rng.choice(GROUPS)
    documents, extra = [i // size for i in range(segments)], []
    if size > 1:
        with open(f"{folder}/documents", "w", encoding="utf-8") as file:
            file.writelines(f"d{document}\n" for document in documents)
        extra = ["--unit", "document", "--documents", f"{folder}/documents"]
    command = [binary, "meta", "--human", f"{folder}/human", "-f", "json", "--group", by,
               "--measures", *MEASURES, "--tests", *SYSTEM, "--resample", "none", *extra]
    for name in metrics:
        command += ["--scores", f"{name}={folder}/{name}"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise Mismatch(run.stderr)
    evaluation = json.loads(run.stdout)["evaluations"][0]
    people = means(human)
    compared = 0
    for of_metric in evaluation["metrics"]:
        table, got = metrics[of_metric["metric"]], of_metric["measures"]
        scores = means(table)
        constant = len(set(people)) == 1 or len(set(scores)) == 1
        for name, function in SYSTEM.items():
            value, p = (math.nan, math.nan) if constant else function(people, scores)
            check(name, got[name]["value"], value, 1e-11)
            check(f"p of {name}", got[name]["p"], p, 1e-9)
        items = by_document(table, documents)
        check_f_ratio(got, items)
        parts = groups(by_document(human, documents), items, by)
        for name, function in SEGMENT.items():
            check(f"{name} by {by}", got[name]["value"], average(function, parts))
        accuracy, eps = calibrate(parts)
        check("acc-eq", got["acc-eq"]["value"], accuracy)
        if eps is not None:
            check("threshold", got["acc-eq"]["eps"], eps, 0 if size == 1 else 1e-12)
        compared += 14
    for test in evaluation["tests"]:
        for pair in test["pairs"]:
            want = swap_p(SYSTEM[test["measure"]], people, means(metrics[pair["better"]]),
                          means(metrics[pair["than"]]))
            check(f"p of swaps, {test['measure']}", pair["p"], want)
            compared += 1
    return compared


def main():
    warnings.simplefilter("ignore")
    tables, compared = compare_tables(__doc__, compare)
    print(f"meta: {tables} tables, {compared} figures equal to SciPy's and the definitions'")


if __name__ == "__main__":
    main()
