"""Compares the Python package with sacreBLEU's module, fastchrf and the program; started by
python.sh.

JOBS is the table; a new row only needs an entry. Times are processor times on one core.
"""

import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from typing import Any, Callable, NamedTuple, Optional

import fastchrf
import mtgauge
import mtgauge.errors
import numpy
import polars
import pyarrow
import sacrebleu
from mtgauge import sacrebleu as ours
from mtgauge.rewards import Reward
from mtgauge.sacrebleu import significance as our_significance
from sacrebleu import significance

import e2e

SEGMENTS = 8192  # for single scores
SYSTEMS = 16
TEST_SET = 3_004
CALLS = 1_000_000
SQUARE = 1024  # number of hypotheses and of references in one matrix
GROUP = 64  # size of each of many groups
GROUPS = 1000


class Texts:
    """Files of lines. Every request gets new strings, since Python caches the UTF-8 of a str once
    it was read."""

    def __init__(self, paths, count):
        self.paths = paths
        self.count = count

    def lists(self):
        made = []
        for path in self.paths:
            with open(path, encoding="utf-8", newline="\n") as file:
                made.append(file.read().split("\n")[: self.count])
        return made


class Job(NamedTuple):
    """One row of the table. The functions for texts make the arguments of `mtgauge` and `peer`, and
    are not timed."""

    name: str
    peer: str
    unit: str
    texts: Callable[[Any], Any]  # the arguments for mtgauge, from Inputs
    mtgauge: Callable[..., Any]
    their_texts: Callable[[Any], Any]
    theirs: Callable[..., Any]
    units: Callable[[Any], int]  # the number of units on mtgauge's side
    their_units: Callable[[Any], int]
    at_least: Optional[float] = None  # required ratio to the peer's speed
    their_rounds: int = 3


class Inputs:
    def __init__(self, folder, pairs, part):
        lines = e2e.real_lines(folder)
        self.kind = "lines of real systems and perturbed copies" if lines else "invented lines"
        self.paths = e2e.generate(folder, "full", pairs, lines)
        self.full = Texts(self.paths, pairs)
        self.part = Texts(self.paths, part)
        self.single = Texts(self.paths, SEGMENTS)
        self.single_part = Texts(self.paths, SEGMENTS // 8)
        self.square = Texts(self.paths, SQUARE)
        self.square_part = Texts(self.paths, SQUARE // 16)
        self.groups = Texts(self.paths, min(GROUPS, pairs // GROUP) * GROUP)
        self.groups_part = Texts(self.paths, min(GROUPS // 50, pairs // GROUP) * GROUP)
        self.test_set = test_set(folder)

    def parts(self):
        """Maps texts to the part of them that the peer gets."""
        return {self.full: self.part, self.single: self.single_part, self.square: self.square_part,
                self.groups: self.groups_part}

    def systems(self):
        refs, *systems = self.test_set.lists()
        return [(str(at), lines) for at, lines in enumerate(systems)], refs


def test_set(folder):
    """Returns a reference and systems, from real data or invented."""
    data = os.path.join(e2e.SHARED, "data", "wmt17")
    if os.path.isdir(data):
        names = sorted(name for name in os.listdir(data) if name.endswith(".txt") and name != "ref.txt")
        return Texts([os.path.join(data, name) for name in ["ref.txt", *names[:SYSTEMS]]], TEST_SET)
    ref, hyp = e2e.generate(folder, "invented", TEST_SET)
    lines = [open(path, "rb").read().split(b"\n")[:-1] for path in (ref, hyp)]
    paths = [ref]
    for system in range(SYSTEMS):
        paths.append(os.path.join(folder, "test.%d" % system))
        mixed = [lines[i % (system + 7) == 0][i] for i in range(TEST_SET)]
        with open(paths[-1], "wb") as out:
            out.write(b"\n".join(mixed) + b"\n")
    return Texts(paths, TEST_SET)


# ---- jobs ----

def corpus_bleu(module):
    return lambda refs, hyps: module.corpus_bleu(hyps, [refs], force=True).score


def single_scores(refs, hyps):
    metric = sacrebleu.CHRF(word_order=2)
    return [metric.sentence_score(hyp, [ref]).score for ref, hyp in zip(refs, hyps)]


def prepared(texts):
    refs, hyps = texts.lists()
    scorer = mtgauge.Scorer("chrf:nw=2")
    return scorer, scorer.prepare(refs), hyps


def prepared_scores(scorer, references, hyps):
    return scorer.scores(references, hyps)[:, 0].tolist()


def paired(module, tests, kind):
    def run(systems, refs):
        test = tests.PairedTest(systems, {"BLEU": module.BLEU()}, [refs], test_type=kind)
        return [(result.score, result.p_value, result.mean, result.ci) for result in test()[1]["BLEU"]]

    return run


def in_groups(texts):
    return [[lines[at : at + GROUP] for at in range(0, len(lines), GROUP)] for lines in texts.lists()]


def matrix_of(metric):
    return lambda refs, hyps: mtgauge.matrix(hyps, refs, metric=metric, threads=1)


def aggregated(refs, hyps):
    picks = mtgauge.mbr(hyps, refs, metric="chrf", aggregate=True, threads=1)
    return picks.expected[numpy.argsort(picks.index)]


def all_pairs_of(metric):
    return lambda refs, hyps: [[metric.sentence_score(hyp, [ref]).score for ref in refs] for hyp in hyps]


def columns_of(make):
    def columns(inputs):
        return [make(lines) for lines in inputs.full.lists()]

    return columns


def native_bleu(refs, hyps):
    return mtgauge.score(refs, hyps, metrics="bleu", compat="sacrebleu", threads=1).score


def pairs_of(which):
    return lambda inputs: getattr(inputs, which).count


def squares_of(which, side=None):
    """Counts pairs of each hypothesis of a group with each reference."""
    return lambda inputs: getattr(inputs, which).count * (side or getattr(inputs, which).count)


def once(inputs):
    return 1


def matrix_jobs():
    made = []
    for name, metric, peer, theirs, at_least in (
            ("chrF", "chrf", "fastchrf", lambda refs, hyps: fastchrf.pairwise_chrf([hyps], [refs])[0], 12),
            ("chrF++", "chrf++", "sacreBLEU", all_pairs_of(sacrebleu.CHRF(word_order=2)), None),
            ("sentence BLEU", "bleu", "sacreBLEU", all_pairs_of(sacrebleu.BLEU(effective_order=True)), None),
            ("TER", "ter", "sacreBLEU", all_pairs_of(sacrebleu.TER()), 300)):
        made.append(Job("`matrix`, 1,024 x 1,024, %s" % name, peer, "pair", lambda i: i.square.lists(),
                        matrix_of(metric), lambda i: i.square_part.lists(), theirs, squares_of("square"),
                        squares_of("square_part"), at_least))
    made.append(Job("`matrix`, 1,000 groups of 64 x 64, chrF", "fastchrf", "pair", lambda i: in_groups(i.groups),
                    matrix_of("chrf"), lambda i: in_groups(i.groups_part),
                    lambda refs, hyps: fastchrf.pairwise_chrf(hyps, refs), squares_of("groups", GROUP),
                    squares_of("groups_part", GROUP)))
    made.append(Job("`mbr`, 1,024 candidates, aggregated chrF", "fastchrf", "candidate", lambda i: i.square.lists(),
                    aggregated, lambda i: i.square.lists(),
                    lambda refs, hyps: fastchrf.aggregate_chrf([hyps], [refs])[0], pairs_of("square"),
                    pairs_of("square")))
    return made


def jobs():
    made = [
        Job("`corpus_bleu`, lists of str", "sacreBLEU", "pair", lambda i: i.full.lists(), corpus_bleu(ours),
            lambda i: i.part.lists(), corpus_bleu(sacrebleu), pairs_of("full"), pairs_of("part"), 200),
        Job("8,192 sentences of chrF++, prepared references", "sacreBLEU", "pair", lambda i: prepared(i.single),
            prepared_scores, lambda i: i.single_part.lists(), single_scores, pairs_of("single"),
            pairs_of("single_part"), 200),
    ]
    for kind, name, at_least, their_rounds in (("bs", "paired bootstrap", 300, 2),
                                               ("ar", "approximate randomization", None, 1)):
        made.append(Job("`PairedTest`, %d systems of %s segments, %s" % (SYSTEMS, format(TEST_SET, ","), name),
                        "sacreBLEU", "test", Inputs.systems, paired(ours, our_significance, kind),
                        Inputs.systems, paired(sacrebleu, significance, kind), once, once, at_least,
                        their_rounds))
    return made + matrix_jobs()


# The jobs that are compared with the program itself, which also reads files.
COLUMNS = {
    "`corpus_bleu`, lists of str": (lambda inputs: inputs.full.lists(), corpus_bleu(ours)),
    "`score`, lists of str": (lambda inputs: inputs.full.lists(), native_bleu),
    "`score`, pyarrow": (columns_of(lambda lines: pyarrow.array(lines)), native_bleu),
    "`score`, pyarrow's string_view": (
        columns_of(lambda lines: pyarrow.array(lines, pyarrow.string_view())), native_bleu),
    "`score`, polars": (columns_of(lambda lines: polars.Series(lines)), native_bleu),
}


def program(inputs, *extra):
    ref, hyp = inputs.paths
    return [e2e.MTGAUGE, "score", ref, "-i", hyp, "--threads", "1", "--force", *extra]


# ---- answers ----

def as_numbers(answer):
    if isinstance(answer, numpy.ndarray):
        return answer.ravel().tolist()
    if isinstance(answer, (list, tuple)):
        return [number for each in answer for number in as_numbers(each)]
    return [] if answer is None else [float(answer)]


def same(what, mine, theirs, exactly):
    mine, theirs = as_numbers(mine), as_numbers(theirs)
    fine = len(mine) == len(theirs) > 0 and all(
        one == other or not exactly and math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-12)
        for one, other in zip(mine, theirs))
    if not fine:
        sys.exit("error: %s: mtgauge %r, the peer %r" % (what, mine[:4], theirs[:4]))


def check_answers(inputs, table):
    """Checks the answers on the peer's part of the texts."""
    parts = inputs.parts()
    small = Inputs.__new__(Inputs)
    for name, value in vars(inputs).items():
        setattr(small, name, parts.get(value, value) if isinstance(value, Texts) else value)
    for job in table:
        same(job.name, job.mtgauge(*job.texts(small)), job.theirs(*job.their_texts(small)),
             exactly="chrF" not in job.name and "matrix" not in job.name)
    print("answers: all %d jobs agree with their peers" % len(table))
    report = json.loads(e2e.output(program(inputs, "--compat", "sacrebleu", "-f", "json")))
    for name, (texts, run) in COLUMNS.items():
        same(name, run(*texts(inputs)), report["systems"][0]["scores"][0]["score"], exactly=True)
    print("answers: the program's digits, from %s" % ", ".join(COLUMNS))


# ---- time ----

def time_jobs(inputs, table, rounds):
    taken = {job.name: ([], []) for job in table}
    for number in range(rounds):
        for job in table:
            mine, theirs = taken[job.name]
            mine.append(e2e.cpu_seconds(job.mtgauge, *job.texts(inputs)))
            if number < job.their_rounds:
                theirs.append(e2e.cpu_seconds(job.theirs, *job.their_texts(inputs)))
    result = {}
    for job in table:
        mine, theirs = map(statistics.median, taken[job.name])
        mine, theirs = mine / job.units(inputs), theirs / job.their_units(inputs)
        result[job.name] = {"peer": job.peer, "unit": job.unit, "peer_ns": 1e9 * theirs, "mtgauge_ns": 1e9 * mine,
                            "ratio": theirs / mine, "at_least": job.at_least,
                            "cpu_runs_s": {"mtgauge": taken[job.name][0], "peer": taken[job.name][1]}}
    return result


def time_columns(inputs, rounds):
    taken = {name: [] for name in ("program", *COLUMNS)}
    core = e2e.cores()[:1]
    for _ in range(rounds + 1):
        taken["program"].append(e2e.timed(program(inputs), None, core)[1])
        for name, (texts, run) in COLUMNS.items():
            taken[name].append(e2e.cpu_seconds(run, *texts(inputs)))
    ns = {name: 1e9 * statistics.median(times[1:]) / inputs.full.count for name, times in taken.items()}
    return {name: {"ns_per_pair": figure, "of_the_program": figure / ns["program"]} for name, figure in ns.items()}


def wall_ms(function, rounds):
    times = []
    for _ in range(2 * rounds):
        before = time.perf_counter()
        function()
        times.append(1e3 * (time.perf_counter() - before))
    return statistics.median(times)


# In a separate process, since oneTBB counts the cores only once.
MATRIX = """
import statistics, sys, time, mtgauge
refs, hyps = ([*open(path, encoding="utf-8", newline="\\n").read().split("\\n")[:int(sys.argv[1])]] for path in sys.argv[2:])
def wall_ms(threads):
    times = []
    for _ in range(7):
        before = time.perf_counter()
        mtgauge.matrix(hyps, refs, metric="chrf", threads=threads)
        times.append(1e3 * (time.perf_counter() - before))
    return statistics.median(times)
print(wall_ms(1), wall_ms(2))
"""


def two_cores(inputs, cpus, rounds):
    """Measures wall times on two cores: rewards of 8 completions for each prompt, with references
    that are not cached yet and with prepared ones; and a matrix compared with one thread."""
    refs, hyps = inputs.single.lists()
    targets = [refs[at // 8] for at in range(len(hyps))]
    scorer = mtgauge.Scorer("chrf++")
    wanted = scorer.scores(scorer.prepare(targets), [text.strip() for text in hyps])[:, 0] / 100
    reward = Reward("chrf++", references="target")
    same("rewards", reward(hyps, target=targets), wanted.clip(0, 1), exactly=True)
    os.sched_setaffinity(0, cpus)
    times = {
        "prepared_rewards_ms": {
            count: wall_ms(lambda: reward(hyps[:count], target=targets[:count]), rounds) for count in (SEGMENTS // 4, SEGMENTS)},
        "rewards_ms": wall_ms(lambda: Reward("chrf++", references="target")(hyps, target=targets), rounds),
        "matrix_ms": printed(MATRIX, str(SQUARE), *inputs.paths)}
    os.sched_setaffinity(0, cpus[-1:])
    return times


SENTENCE = "The old gate was open again, and nobody in the house knew who had done it."
ITS_REFERENCE = ["The old gate stood open again, and nobody in the house knew who did it."]


def calls_ns(function, count):
    before = time.process_time_ns()
    for _ in range(count):
        function(SENTENCE, ITS_REFERENCE)
    return (time.process_time_ns() - before) / count


def time_sentences(rounds):
    """Times a call of sentence_score, the engine's part of it and sacreBLEU's; means of small
    batches in turns."""
    result = {}
    for name, options in (("BLEU", {"effective_order": True}), ("CHRF", {}), ("TER", {})):
        metric, peer = getattr(ours, name)(**options), getattr(sacrebleu, name)(**options)
        same(name, metric.sentence_score(SENTENCE, ITS_REFERENCE).score,
             peer.sentence_score(SENTENCE, ITS_REFERENCE).score, exactly=True)
        runs = [(calls_ns(metric.sentence_score, 500), calls_ns(metric._scorer().sentence, 500),
                 calls_ns(peer.sentence_score, 20)) for _ in range(20 * rounds)]
        call, engine, theirs = (statistics.median(times) for times in zip(*runs))
        result[name] = {"mtgauge_ns": call, "engine_ns": engine, "above_ns": call - engine, "peer_ns": theirs,
                        "ratio": theirs / call}
    return result


# ---- memory and start ----

def resident_kib():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4


def memory_of_calls():
    """Returns the KiB that many calls of sentence_score leave allocated."""
    metric = ours.CHRF()
    calls_ns(metric.sentence_score, 10_000)
    before = resident_kib()
    calls_ns(metric.sentence_score, CALLS)
    return resident_kib() - before


COPYING = """
import pyarrow, sys, tracemalloc, mtgauge
columns = [pyarrow.array(open(path, encoding="utf-8", newline="\\n").read().split("\\n")[:-1]) for path in sys.argv[1:]]
size = sum(column.nbytes for column in columns)
mtgauge.score(columns[0][:100], columns[1][:100], threads=1)
def peak(name):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(name))
open("/proc/self/clear_refs", "w").write("5")
before = peak("VmRSS:")
tracemalloc.start()
mtgauge.score(*columns, threads=1)
print(size // 1024, peak("VmHWM:") - before, tracemalloc.get_traced_memory()[1] // 1024)
"""

IMPORT = """
import time; begin = time.perf_counter(); import mtgauge; took = time.perf_counter() - begin
with open("/proc/self/status") as file: threads = next(line.split()[1] for line in file if line.startswith("Threads:"))
mtgauge.score(refs=["The gate is open."], hyps=["The gate was open."]).score
print(1e3 * took, threads, 1e3 * (time.perf_counter() - begin))
"""


def printed(code, *arguments):
    done = subprocess.run([sys.executable, "-c", code, *arguments], check=True, stdout=subprocess.PIPE)
    return [float(number) for number in done.stdout.split()]


def start_and_memory(inputs, rounds):
    imports = [printed(IMPORT) for _ in range(rounds + 2)]
    import_ms, threads, first_score_ms = map(statistics.median, zip(*imports))
    text, growth, traced = printed(COPYING, *inputs.paths)
    return {"import_ms": import_ms, "threads_after_import": threads, "first_score_ms": first_score_ms,
            "columns_kib": text, "peak_growth_kib": growth, "python_peak_kib": traced,
            "calls": CALLS, "growth_of_calls_kib": memory_of_calls()}


# ---- all ----

def print_tables(table, columns, sentences, rest):
    print("\n%-66s %12s %12s %8s" % ("one core, ns of the processor", "sacreBLEU", "mtgauge", "ratio"))
    for name, row in table.items():
        print("%-66s %12.0f %12.0f %6.0f x  (a %s%s)" % (
            name, row["peer_ns"], row["mtgauge_ns"], row["ratio"], row["unit"],
            "; at least %d x" % row["at_least"] if row["at_least"] else ""))
    for name, row in columns.items():
        print("%-66s %25.0f %6.2f of the program's time a pair" % (name, row["ns_per_pair"], row["of_the_program"]))
    for name, row in sentences.items():
        print("%s.sentence_score: %.2f us, %.2f above the engine's; %.0f times as fast as sacreBLEU's" % (
            name, row["mtgauge_ns"] / 1e3, row["above_ns"] / 1e3, row["ratio"]))
    if "two_cores" in rest:
        one, two = rest["two_cores"]["matrix_ms"]
        print("on two cores: %d rewards by chrF++ %.0f ms; a matrix of chrF %.2f x as fast as on one" % (
            SEGMENTS, rest["two_cores"]["rewards_ms"], one / two))
        for count, ms in rest["two_cores"]["prepared_rewards_ms"].items():
            print("with prepared references: %d rewards %.1f ms, %.2f us each" % (count, ms, 1e3 * ms / count))
    print("import: %(import_ms).1f ms, %(threads_after_import)d thread; to the first score %(first_score_ms).1f ms" % rest)
    print("columns of %(columns_kib)d KiB: peak memory grows by %(peak_growth_kib)d KiB, Python's by "
          "%(python_peak_kib)d KiB" % rest)
    print("%(calls)d calls of sentence_score leave %(growth_of_calls_kib)d KiB" % rest)


def main():
    parser = e2e.parser_of("python", rounds=7)
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--part", type=int, default=10_000, help="pairs for sacreBLEU")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", mtgauge.errors.MtgaugeWarning)  # about the texts
    cpus = e2e.cores()[:2]
    os.sched_setaffinity(0, cpus[-1:])
    with tempfile.TemporaryDirectory(prefix="mtgauge-e2e-") as folder:
        inputs = Inputs(folder, arguments.pairs, arguments.part)
        table = jobs()
        check_answers(inputs, table)
        times = time_jobs(inputs, table, arguments.rounds)
        columns = time_columns(inputs, arguments.rounds)
        sentences = time_sentences(arguments.rounds)
        rest = start_and_memory(inputs, arguments.rounds)
        if len(cpus) == 2:
            rest["two_cores"] = two_cores(inputs, cpus, arguments.rounds)
        print_tables(times, columns, sentences, rest)
        e2e.write_result({
            "text": {"kind": inputs.kind, "pairs": arguments.pairs, "part": arguments.part},
            "python": sys.version.split()[0], "numpy": numpy.__version__, "pyarrow": pyarrow.__version__,
            "polars": polars.__version__, "python_jobs": times, "python_columns": columns,
            "python_sentences": sentences, "python_rest": rest}, arguments)


if __name__ == "__main__":
    main()
