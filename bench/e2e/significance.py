"""Compares significance tests with sacreBLEU's; started by significance.sh under sacreBLEU's
Python."""

import json
import logging
import os
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
from sacrebleu.metrics import BLEU
from sacrebleu.significance import PairedTest

import e2e

BENCH = os.path.join(os.environ["MTGAUGE_BUILD"], "bench", "mtgauge_significance_bench")
DATA = os.path.join(e2e.SHARED, "data", "wmt17")
RESAMPLES = 1000  # sacreBLEU's default
COMPAT = "sacrebleu" + ("-py312" if sys.version_info >= (3, 12) else "") + (
    "-numpy2" if np.lib.NumpyVersion(np.__version__) >= "2.0.0" else "")


def texts():
    """Returns the path of the reference and those of the systems, the baseline first."""
    with open(os.path.join(DATA, "systems.tsv")) as table:
        names = [line.split("\t")[0] for line in table]
    return os.path.join(DATA, "ref.txt"), [os.path.join(DATA, name + ".txt") for name in names]


def read(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        return [line.rstrip() for line in file]


# ---- programs ----

class KeptBleu(BLEU):
    """sacreBLEU's metric without its work on texts: statistics come from a table."""

    def __init__(self, ref, paths):
        super().__init__(references=[read(ref)])
        self.kept = {path: super(KeptBleu, self)._extract_corpus_statistics(read(path), None)
                     for path in paths}
        self.segments = len(self.kept[paths[0]])

    def named_systems(self):
        return [(path, Kept(path, self.segments)) for path in self.kept]

    def _extract_corpus_statistics(self, hypotheses, references):
        return self.kept[hypotheses.path]


class Kept:
    """Replaces the hypotheses, of which PairedTest only uses the number."""

    def __init__(self, path, segments):
        self.path, self.segments = path, segments

    def __len__(self):
        return self.segments


def sacrebleu_test(metric):
    """Returns [(score, p, mean, half width)] by system: what sacreBLEU resamples and scores."""
    _, scores = PairedTest(metric.named_systems(), {"BLEU": metric}, None, "bs", RESAMPLES)()
    return [(r.score, r.p_value, r.mean, r.ci) for r in scores["BLEU"]]


def sacrebleu_command(ref, systems):
    return [sys.executable, "-m", "sacrebleu", ref, "-i", *systems, "-m", "bleu", "--paired-bs",
            "-f", "json"]


def mtgauge_command(ref, systems, *extra):
    return [e2e.MTGAUGE, "compare", ref, "-i", *systems, "-m", "bleu", "--threads", "1", "-f",
            "json", *extra]


def mtgauge_commands(ref, systems):
    return {
        "mtgauge as sacreBLEU, baseline": mtgauge_command(
            ref, systems, "--compat", COMPAT, "--baseline", systems[0]),
        "mtgauge, all pairs": mtgauge_command(ref, systems, "--resamples", str(RESAMPLES)),
        "mtgauge, all pairs, 10,000 resamples": mtgauge_command(ref, systems),
    }


def run_bench(ref, systems, *extra):
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        subprocess.run([BENCH, "--json", file.name, *extra, ref, *systems], check=True,
                       stdout=subprocess.DEVNULL)
        return json.load(file)


# ---- the answers first ----

def check_answers(metric, ref, systems):
    command = json.loads(e2e.output(sacrebleu_command(ref, systems)))
    theirs = [tuple(row["BLEU"][key] for key in ("score", "p_value", "mean", "ci"))
              for row in command]
    if sacrebleu_test(metric) != theirs:
        sys.exit("error: sacreBLEU with kept statistics differs from its own command")
    report = json.loads(e2e.output(mtgauge_commands(ref, systems)["mtgauge as sacreBLEU, baseline"]))
    report = report["metrics"][0]
    p_values = [None] + [pair["p"] for pair in report["pairs"]]
    ours = [(system["score"], p, system["mean"], system["half_width"])
            for system, p in zip(report["systems"], p_values)]
    if ours != theirs:
        sys.exit("error: mtgauge differs from sacreBLEU:\n%s\n%s" % (ours, theirs))
    print("answers: scores, p-values, means and intervals of %d systems are sacreBLEU's to the last "
          "bit" % len(systems))


# ---- NumPy alone ----

def gather_as_sacrebleu(rows, indices):
    """Gathers all resamples of a system, then sums them one by one."""
    return np.hstack([[drawn.sum(0) for drawn in of_system[indices]]
                      for of_system in np.hsplit(rows, 2)])


def gather_one_by_one(rows, indices):
    return np.array([rows[drawn].sum(0) for drawn in indices])


def count_and_multiply(rows, indices):
    """Multiplies counts by rows with NumPy's matrix product, NumPy's fastest way."""
    counts = np.stack([np.bincount(drawn, minlength=len(rows)) for drawn in indices])
    return counts.astype(rows.dtype) @ rows


NUMPY = {"numpy rows[indices].sum, as sacreBLEU": gather_as_sacrebleu,
         "numpy rows[drawn].sum, one by one": gather_one_by_one,
         "numpy bincount @ rows": count_and_multiply}


def draw(segments):
    return np.random.default_rng(12345).choice(segments, size=(RESAMPLES, segments), replace=True)


def check_numpy(rows):
    indices = draw(len(rows))
    sums = [function(rows, indices) for function in NUMPY.values()]
    if not all(np.array_equal(sums[0], other) for other in sums):
        sys.exit("error: NumPy's sums differ")


# ---- time ----

# Processor time, here and for the commands: on a busy machine wall time would favour short runs.

def seconds(function, *arguments):
    before = time.process_time()
    function(*arguments)
    return time.process_time() - before


def command_seconds(command):
    return e2e.timed(command, None, e2e.cores())[1]


def one_round(metric, rows, ref, systems):
    """Returns {name: CPU seconds} for everything, once."""
    taken = {"sacreBLEU, resampling alone": seconds(sacrebleu_test, metric),
             "numpy draws": seconds(draw, len(rows))}
    indices = draw(len(rows))
    for name, function in NUMPY.items():
        taken[name] = seconds(function, rows, indices)
    here = run_bench(ref, systems, "--rounds", "1", "--only", "%d segments" % metric.segments)
    for case in here["cases"]:
        name = "%s, %d systems, %d resamples" % (case["name"], case["systems"], case["resamples"])
        taken[name] = case["median_s"]
    taken["command: sacreBLEU --paired-bs"] = command_seconds(sacrebleu_command(ref, systems))
    for name, command in mtgauge_commands(ref, systems).items():
        taken["command: " + name] = command_seconds(command)
    return taken


def measure(metric, rows, ref, systems, rounds):
    """Returns the medians of interleaved rounds on one core; the first round is a warm-up."""
    everywhere = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(everywhere)})
    taken = [one_round(metric, rows, ref, systems) for _ in range(rounds + 1)][1:]
    os.sched_setaffinity(0, everywhere)
    return {name: {"cpu_s": statistics.median(one[name] for one in taken),
                   "cpu_runs_s": [one[name] for one in taken]} for name in taken[0]}


def print_times(times, metric, systems):
    median = {name: row["cpu_s"] for name, row in times.items()}
    print("\n%-58s %12s" % ("one core", "CPU ms"))
    for name, value in median.items():
        print("%-58s %12.2f" % (name, 1e3 * value))

    def ratio(slow, fast, what):
        print("%-76s %6.0f x" % (what, median[slow] / median[fast]))

    print()
    count = len(systems)
    native = "compare bs, all pairs, %d systems, %d resamples" % (count, RESAMPLES)
    alone, command = "sacreBLEU, resampling alone", "command: sacreBLEU --paired-bs"
    baseline = "%s, baseline, %d systems, %d resamples"
    ratio(alone, native, "resampling alone: sacreBLEU's %d pairs / our %d pairs" % (
        count - 1, count * (count - 1) // 2))
    ratio(alone, baseline % ("compare bs", count, RESAMPLES), "the same %d pairs on both sides" % (
        count - 1))
    ratio(alone, baseline % ("compare as sacreBLEU", count, RESAMPLES),
          "the same pairs, draws and digits on both sides")
    for name in mtgauge_commands("", systems):
        ratio(command, "command: " + name, "start to finish: sacreBLEU / %s" % name)
    engine = "bootstrap, 2 systems, %d resamples" % RESAMPLES
    work = metric.segments * RESAMPLES
    print("\nns per (segment x resample), 2 systems: ours %.3f with its draws; NumPy's draws %.2f and"
          % (median[engine] / work * 1e9, median["numpy draws"] / work * 1e9))
    for name in NUMPY:
        print("  %-56s %8.2f; with its draws %.0f x ours" % (
            name, median[name] / work * 1e9,
            (median[name] + median["numpy draws"]) / median[engine]))


# ---- the record ----


def main():
    parser = e2e.parser_of("significance", rounds=5)
    parser.add_argument("--skip-engine", action="store_true")
    arguments = parser.parse_args()
    logging.getLogger("sacrebleu").setLevel(logging.ERROR)
    ref, systems = texts()
    metric = KeptBleu(ref, systems)
    rows = np.hstack([np.array(metric.kept[path], dtype="float32") for path in systems[:2]])
    check_answers(metric, ref, systems)
    check_numpy(rows)

    result = {"text": {"kind": "WMT17 English-German", "segments": metric.segments,
                       "systems": len(systems), "resamples": RESAMPLES},
              "python": sys.version.split()[0], "numpy": np.__version__}
    if not arguments.skip_engine:
        result["engine"] = run_bench(ref, systems)["cases"]
        result["large"] = run_bench(ref, systems, "--large")["large"]
    result["beside_sacrebleu"] = measure(metric, rows, ref, systems, arguments.rounds)
    print_times(result["beside_sacrebleu"], metric, systems)
    e2e.write_result(result, arguments)


if __name__ == "__main__":
    main()
