"""Compares `mtgauge meta` over several language pairs with definitions in plain Python: human
scores from tables of MQM errors, pooled accuracy, means of other measures, and all swaps of the
scores of two metrics, on random tables with ties, missing judgements and unjudged segments. Started
by run.sh."""

import itertools
import json
import math
import subprocess
from fractions import Fraction

from figures import check, compare_tables, Mismatch

WEIGHTS = {"major": 5, "minor": 1, "neutral": 0, "major/non-translation!": 25,
           "minor/fluency/punctuation": 0.1}
CATEGORIES = ["No-error", "Fluency/Punctuation", "Fluency/Grammar", "Non-translation!", "Style/Awkward"]
SEVERITIES = ["Major", "Minor", "minor", "Neutral", "No-error"]
HEADER = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"


def weight(severity, category):
    parts = [severity.lower()] + category.lower().split("/")
    while parts:
        if "/".join(parts) in WEIGHTS:
            return WEIGHTS["/".join(parts)]
        parts.pop()
    return 0


class Pair:
    """One language pair: errors that raters marked, and the scores of two metrics."""

    def __init__(self, rng, name):
        self.name = name
        self.systems = [f"s{k}" for k in range(rng.randrange(2, 6))]
        self.segments = rng.randrange(2, 7)
        self.errors = []
        judged = [i for i in range(self.segments) if i == 0 or rng.random() < 0.8]
        for system in self.systems:
            for segment in judged:
                for rater in rng.sample(["r1", "r2", "r3"], rng.randrange(1, 3)):
                    for _ in range(rng.randrange(1, 4)):
                        self.errors.append((system, segment, rater, rng.choice(CATEGORIES),
                                            rng.choice(SEVERITIES)))
        rng.shuffle(self.errors)
        value = rng.choice([lambda: rng.randrange(4), lambda: round(rng.gauss(0, 1), 3)])
        self.metrics = {m: {s: [value() for _ in range(self.segments)] for s in self.systems}
                        for m in "ab"}

    def write(self, folder):
        with open(f"{folder}/{self.name}.tsv", "w", encoding="utf-8") as file:
            file.write(HEADER)
            for system, segment, rater, category, severity in self.errors:
                file.write(f"{system}\td\t1\t{segment + 1}\t{rater}\t-\t-\t{category}\t{severity}\n")
        for metric, table in self.metrics.items():
            with open(f"{folder}/{self.name}.{metric}", "w", encoding="utf-8") as file:
                for system, row in table.items():
                    file.writelines(f"{system}\t{score!r}\n" for score in row)

    def people(self):
        """Returns [system][segment], None if unjudged, like mt-metrics-eval's score_mqm.py."""
        sums = {}
        for system, segment, rater, category, severity in self.errors:
            raters = sums.setdefault((system, segment), {})
            raters[rater] = raters.get(rater, 0) + weight(severity, category)
        return {system: [-sum(sums[system, i].values()) / len(sums[system, i])
                         if (system, i) in sums else None for i in range(self.segments)]
                for system in self.systems}


def mean(row):
    present = [Fraction(value) for value in row if value is not None]
    return float(sum(present) / len(present))


def agreeing(x, y):
    sign = lambda d: (d > 0) - (d < 0)
    pairs = list(itertools.combinations(range(len(x)), 2))
    return sum(sign(x[i] - x[j]) == sign(y[i] - y[j]) for i, j in pairs), len(pairs)


def accuracy(people, metric):
    counts = [agreeing(x, y) for x, y in zip(people, metric)]
    return sum(c for c, _ in counts) / sum(n for _, n in counts)


def standard(parts):
    values = [value for part in parts for value in part]
    centre = sum(values) / len(values)
    sd = math.sqrt(sum((v - centre) ** 2 for v in values) / len(values))
    return [[(v - centre) / sd if sd > 0 else 0 for v in part] for part in parts]


def swap_p(people, first, second):
    """Returns the one-sided p over all swaps of scores that are standardized over all pairs."""
    first, second = standard(first), standard(second)
    delta = accuracy(people, first) - accuracy(people, second)
    sizes = [len(part) for part in people]
    count = 0
    for swaps in itertools.product([False, True], repeat=sum(sizes)):
        flags, a, b = iter(swaps), [], []
        for x_part, y_part in zip(first, second):
            mixed = [(y, x) if next(flags) else (x, y) for x, y in zip(x_part, y_part)]
            a.append([x for x, _ in mixed])
            b.append([y for _, y in mixed])
        count += accuracy(people, a) - accuracy(people, b) >= delta - 1e-12
    return count / 2 ** sum(sizes)


def run(binary, pairs, folder, extra):
    command = [binary, "meta", "-f", "json", "-q", "--measures", "accuracy", "acc-eq", "--tests", "accuracy",
               "--resamples", "50", *extra]
    for pair in pairs:
        command += ["--human", f"@{pair.name}={folder}/{pair.name}.tsv"]
    for metric in "ab":
        for pair in pairs:
            command += ["--scores", f"{metric}@{pair.name}={folder}/{pair.name}.{metric}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Mismatch(done.stderr)
    return json.loads(done.stdout)


def compare(binary, rng, folder):
    pairs = [Pair(rng, name) for name in ["aa-bb", "cc-dd", "ee-ff"][:rng.randrange(2, 4)]]
    for pair in pairs:
        pair.write(folder)
    compared = 0
    for judged in (False, True):
        got = run(binary, pairs, folder, ["--segments", "judged"] if judged else [])
        people, metrics = [], {"a": [], "b": []}
        for pair, evaluation in zip(pairs, got["evaluations"]):
            scores = pair.people()
            # As printed, so that equal means are equal.
            people.append([-row["people"] for row in evaluation["scores"]])
            for row in evaluation["scores"]:
                s = row["system"]
                check("people", row["people"], -mean(scores[s]))
                kept = [i for i in range(pair.segments)
                        if not judged or any(scores[t][i] is not None for t in pair.systems)]
                for m in "ab":
                    check(m, row["metrics"][m], mean([pair.metrics[m][s][i] for i in kept]))
                compared += 3
            for m in "ab":
                metrics[m].append([row["metrics"][m] for row in evaluation["scores"]])
        pooled, = got["pooled"]
        for of_metric in pooled["metrics"]:
            measures = of_metric["measures"]
            check("pooled accuracy", measures["accuracy"]["value"],
                  accuracy(people, metrics[of_metric["metric"]]))
            each = [m["measures"]["acc-eq"]["value"] for e in got["evaluations"]
                    for m in e["metrics"] if m["metric"] == of_metric["metric"]]
            check("mean of acc_eq", measures["acc-eq"]["value"],
                  None if None in each else sum(each) / len(each))
            compared += 2
        test, = pooled["tests"]
        for tested in test["pairs"]:
            if sum(len(part) for part in people) > 12:
                continue
            check("p of swaps", tested["p"],
                  swap_p(people, metrics[tested["better"]], metrics[tested["than"]]))
            compared += 1
    return compared


def main():
    tables, compared = compare_tables(__doc__, compare)
    print(f"wmt: {tables} sets of language pairs, {compared} figures equal to the definitions'")


if __name__ == "__main__":
    main()
