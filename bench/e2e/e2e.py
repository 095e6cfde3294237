"""The end-to-end benchmark; started by run.sh. Standard library only."""

import argparse
import datetime
import functools
import gc
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MTGAUGE = os.environ["MTGAUGE"]
GENERATE = os.path.join(os.environ["MTGAUGE_BUILD"], "bench", "mtgauge_generate")
ORACLE = os.environ["MTGAUGE_ORACLE"]
SHARED = os.environ["MTGAUGE_SHARED"]
ISAS = ["scalar", "avx2", "avx512"]
PART = 20_000  # lines for sacreBLEU
SHORT = 3_000  # lines of a test set of usual size


# ---- texts ----

def real_lines(folder):
    """Returns two parallel files, with all systems' outputs and their references, or None."""
    data = os.path.join(SHARED, "data", "wmt17")
    if not os.path.isdir(data):
        return None
    ref = open(os.path.join(data, "ref.txt"), "rb").read()
    systems = sorted(name for name in os.listdir(data)
                     if name.endswith(".txt") and name != "ref.txt")
    paths = os.path.join(folder, "real.ref"), os.path.join(folder, "real.hyp")
    with open(paths[0], "wb") as refs, open(paths[1], "wb") as hyps:
        for name in systems:
            refs.write(ref)
            hyps.write(open(os.path.join(data, name), "rb").read())
    return paths


def generate(folder, name, pairs, lines=None):
    ref, hyp = os.path.join(folder, name + ".ref"), os.path.join(folder, name + ".hyp")
    command = [GENERATE, "--pairs", str(pairs), "--ref", ref, "--hyp", hyp]
    if lines:
        command += ["--ref-lines", lines[0], "--hyp-lines", lines[1]]
    subprocess.run(command, check=True)
    return ref, hyp


def head(path, lines, out):
    with open(path, "rb") as source, open(out, "wb") as target:
        for _ in range(lines):
            target.write(source.readline())
    return out


# ---- programs ----

def cores():
    return sorted(os.sched_getaffinity(0))


def mtgauge(ref, hyp, threads=1, extra=()):
    return [MTGAUGE, "score", ref, "-i", hyp, "-m", "bleu", "--threads", str(threads), *extra]


def sacrebleu(ref, hyp):
    return [ORACLE, "-m", "sacrebleu", ref, "-i", hyp, "-m", "bleu", "-b", "-w", "4", "--force"]


def with_isa(isa):
    return dict(os.environ, MTGAUGE_ISA=isa)


def runnable_isas():
    """Returns the instruction sets that this CPU supports; the program warns about the others."""
    found = []
    for isa in ISAS:
        done = subprocess.run([MTGAUGE, "--version"], env=with_isa(isa), capture_output=True)
        if b"MTGAUGE_ISA" not in done.stderr:
            found.append(isa)
    return found


def output(command, env=None):
    return subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL).stdout


# ---- the answers first ----

def check_answers(full, part, isas, oracle):
    """Checks that all configurations of mtgauge print the same bytes, and sacreBLEU's digits."""
    extra = ("--format", "json", "--force")
    outputs = {(isa, threads): output(mtgauge(*full, threads, extra), with_isa(isa))
               for isa in isas for threads in (1, 2)}
    if len(set(outputs.values())) != 1:
        sys.exit("error: the output depends on instruction set or threads: %s" % sorted(outputs))
    print("answers: %d runs of mtgauge on all pairs print the same bytes" % len(outputs))
    if not oracle:
        return
    program = ("import sys; from sacrebleu.metrics import BLEU\n"
               "lines = [open(p, encoding='utf-8', newline='\\n').read().split('\\n')[:-1] for p in sys.argv[1:]]\n"
               "print(repr(BLEU(force=True).corpus_score(lines[1], [lines[0]]).score), sys.version_info >= (3, 12))")
    theirs, compensated = output([ORACLE, "-c", program, *part]).decode().split()
    compat = ("--compat", "sacrebleu-py312" if compensated == "True" else "sacrebleu")
    for isa in isas:
        report = json.loads(output(mtgauge(*part, 1, extra + compat), with_isa(isa)))
        ours = report["systems"][0]["scores"][0]["score"]
        if ours != float(theirs):
            sys.exit("error: on %s and %s, %s: %r, sacreBLEU %s" % (*part, isa, ours, theirs))
    print("answers: BLEU of the first %d pairs is sacreBLEU's to the last bit: %s" % (PART, theirs))


# ---- time ----

def timed(command, env, cpus):
    """Returns (wall, user + system) seconds of one run on the given CPUs."""
    all_cpus = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cpus)  # inherited; a preexec hook in the child would make its start slow
    before = time.perf_counter()
    child = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - before
    os.sched_setaffinity(0, all_cpus)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit("error: exit code %d from %s" % (child.returncode, " ".join(command)))
    return wall, usage.ru_utime + usage.ru_stime


def cpu_seconds(function, *arguments):
    """Returns the processor time of a call within this process. Empties sacreBLEU's caches of
    tokenized lines first, since in real use no text occurs twice."""
    gc.collect()
    for found in gc.get_objects():
        if isinstance(found, functools._lru_cache_wrapper) and (found.__module__ or "").startswith("sacrebleu"):
            found.cache_clear()
    before = time.process_time()
    function(*arguments)
    return time.process_time() - before


def measure(rows, rounds):
    """rows: (name, command, env, number of CPUs). Interleaved, so that a disturbance affects all;
    the first round only warms the page cache."""
    taken = {name: [] for name, *_ in rows}
    for number in range(rounds + 1):
        for name, command, env, count in rows:
            seconds = timed(command, env, cores()[:count])
            if number > 0:
                taken[name].append(seconds)
    return {name: {"wall_s": statistics.median(w for w, _ in runs),
                   "cpu_s": statistics.median(c for _, c in runs),
                   "wall_runs_s": [w for w, _ in runs]} for name, runs in taken.items()}


def time_all(folder, full, part, pairs, isas, oracle, rounds):
    short = tuple(head(path, SHORT, os.path.join(folder, "short%d" % i))
                  for i, path in enumerate(part))
    one = tuple(head(path, 1, os.path.join(folder, "one%d" % i)) for i, path in enumerate(part))
    rows = [("mtgauge %s" % isa, mtgauge(*full, 1), with_isa(isa), 1) for isa in isas]
    two = len(cores()) >= 2
    if two:
        rows += [("mtgauge %s, 2 threads" % isa, mtgauge(*full, 2), with_isa(isa), 2) for isa in isas]
    rows.append(("wc -w", ["wc", "-w", *full], dict(os.environ, LC_ALL="C.UTF-8"), 1))
    rows.append(("wc -l", ["wc", "-l", *full], dict(os.environ, LC_ALL="C.UTF-8"), 1))
    rows.append(("mtgauge, 1 pair", mtgauge(*one, 1), None, 1))
    rows.append(("mtgauge, %d pairs" % SHORT, mtgauge(*short, len(cores()[:2])), None, 2))
    if oracle:
        rows.append(("sacrebleu part", sacrebleu(*part), None, 1))
        rows.append(("sacrebleu, 1 pair", sacrebleu(*one), None, 1))
        rows.append(("sacrebleu, %d pairs" % SHORT, sacrebleu(*short), None, 2))
    result = measure(rows, rounds)
    for name, row in result.items():
        if name.startswith("mtgauge ") or name.startswith("wc"):
            row["ns_per_pair"] = row["wall_s"] / pairs * 1e9
    if oracle:
        whole, start = result["sacrebleu part"], result["sacrebleu, 1 pair"]
        whole["ns_per_pair"] = whole["wall_s"] / PART * 1e9
        whole["ns_per_pair_without_start"] = (whole["wall_s"] - start["wall_s"]) / PART * 1e9
    return result


def print_times(result, isas):
    words = result["wc -w"]["ns_per_pair"]
    part = result.get("sacrebleu part")
    print("\n%-26s %10s %12s %12s %22s" % ("whole job from files", "ns/pair", "CPU s", "x wc -w",
                                         "x sacreBLEU (no start)"))
    for name, row in result.items():
        if "ns_per_pair" not in row or name == "sacrebleu part":
            continue
        against = ""
        if part and name.startswith("mtgauge"):
            against = "%.0f (%.0f)" % (part["ns_per_pair"] / row["ns_per_pair"],
                                       part["ns_per_pair_without_start"] / row["ns_per_pair"])
        print("%-26s %10.0f %12.3f %12.2f %22s" % (name, row["ns_per_pair"], row["cpu_s"],
                                                 words / row["ns_per_pair"], against))
    if part:
        print("%-26s %10.0f   on %d pairs; %.0f without its start-up of %.0f ms" % (
            "sacrebleu", part["ns_per_pair"], PART, part["ns_per_pair_without_start"],
            1e3 * result["sacrebleu, 1 pair"]["wall_s"]))
    for isa in isas:
        both = result.get("mtgauge %s, 2 threads" % isa)
        if both:
            print("2 threads against 1, %s: %.2f x" % (
                isa, result["mtgauge %s" % isa]["wall_s"] / both["wall_s"]))
    ours = result["mtgauge, %d pairs" % SHORT]["wall_s"]
    line = "start to finish on %d pairs: mtgauge %.1f ms (one pair: %.1f ms)" % (
        SHORT, 1e3 * ours, 1e3 * result["mtgauge, 1 pair"]["wall_s"])
    if part:
        theirs = result["sacrebleu, %d pairs" % SHORT]["wall_s"]
        line += ", sacreBLEU %.0f ms: %.0f x" % (1e3 * theirs, theirs / ours)
    print(line)


# ---- memory ----

def peak_mib(command):
    """Returns the peak resident memory of one run. GNU time starts the program, because a child of
    this interpreter would be charged with the interpreter's own memory."""
    done = subprocess.run(["/usr/bin/time", "-f", "peak_kib=%M", *command], stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, check=True)
    return int(re.search(rb"peak_kib=(\d+)", done.stderr).group(1)) / 1024


def measure_memory(folder):
    result = {}
    threads = len(cores()[:2])
    for pairs in (100_000, 5_000_000):
        ref, hyp = generate(folder, "memory", pairs)
        result["%d pairs, files" % pairs] = peak_mib(mtgauge(ref, hyp, threads, ["-q"]))
        pipes = [os.path.join(folder, "pipe%d" % i) for i in (0, 1)]
        cats = []
        for pipe, path in zip(pipes, (ref, hyp)):
            if not os.path.exists(pipe):
                os.mkfifo(pipe)
            cats.append(subprocess.Popen("exec cat '%s' > '%s'" % (path, pipe), shell=True))
        result["%d pairs, pipes" % pairs] = peak_mib(mtgauge(*pipes, threads, ["-q"]))
        for cat in cats:
            cat.wait()
        os.remove(ref)
        os.remove(hyp)
    for name, peak in result.items():
        print("peak memory, %s, %d threads: %.1f MiB" % (name, threads, peak))
    return result


# ---- the record ----

def cpu_name():
    with open("/proc/cpuinfo") as info:
        fields = dict(line.split(":", 1) for line in info.read().split("\n\n")[0].split("\n"))
    fields = {key.strip(): value.strip() for key, value in fields.items()}
    return fields.get("model name", "unknown"), "family %s model %s" % (
        fields.get("cpu family", "?"), fields.get("model", "?"))


def revision():
    done = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"], capture_output=True)
    return done.stdout.decode().strip() or "unknown"


def parser_of(script, rounds):
    """Returns the options that all scripts share. The default output is bench/runs/DATE-CPU-SCRIPT,
    or DATE-CPU for run.sh."""
    slug = re.sub(r"[^a-z0-9]+", "-", " ".join(cpu_name()).lower()).strip("-")
    names = [str(datetime.date.today()), slug] + ([script] if script != "run" else [])
    parser = argparse.ArgumentParser(prog="bench/e2e/%s.sh" % script)
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--output", default=os.path.join(ROOT, "bench", "runs", "-".join(names)))
    parser.set_defaults(load_before=os.getloadavg()[0])
    return parser


def write_result(result, arguments):
    name, model = cpu_name()
    os.makedirs(arguments.output, exist_ok=True)
    path = os.path.join(arguments.output, "result.json")
    record = {}
    if os.path.exists(path):  # times and memory of one day share a folder
        with open(path) as old:
            record = json.load(old)
    record["machine"] = {"cpu": name, "model": model, "cpus": len(cores()),
                         "load_before": arguments.load_before}
    record["mtgauge"] = output([MTGAUGE, "--version"]).decode().strip()
    record["revision"] = revision()
    record.update(result)
    with open(path, "w") as out:
        json.dump(record, out, indent=1)
        out.write("\n")
    print("wrote %s" % os.path.relpath(path))


def main():
    parser = parser_of("run", rounds=7)
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--memory", action="store_true")
    arguments = parser.parse_args()
    if arguments.pairs < PART:
        parser.error("--pairs must be at least %d" % PART)

    with tempfile.TemporaryDirectory(prefix="mtgauge-e2e-") as folder:
        if arguments.memory:
            write_result({"peak_memory_mib": measure_memory(folder),
                          "peak_memory_threads": len(cores()[:2])}, arguments)
            return
        lines = real_lines(folder)
        full = generate(folder, "full", arguments.pairs, lines)
        part = tuple(head(path, PART, os.path.join(folder, "part%d" % i))
                     for i, path in enumerate(full))
        size = sum(os.path.getsize(path) for path in full)
        kind = "lines of real systems and perturbed copies" if lines else "invented lines"
        print("%d distinct pairs (%s), %.0f bytes a pair" % (
            arguments.pairs, kind, size / arguments.pairs))
        oracle = os.access(ORACLE, os.X_OK)
        if not oracle:
            print("no sacreBLEU at %s; make it with: bash tests/oracle_env.sh" % ORACLE)
        isas = runnable_isas()
        check_answers(full, part, isas, oracle)
        result = time_all(folder, full, part, arguments.pairs, isas, oracle, arguments.rounds)
        print_times(result, isas)
        write_result({"text": {"kind": kind, "pairs": arguments.pairs, "bytes": size,
                               "sacrebleu_pairs": PART}, "times": result}, arguments)


if __name__ == "__main__":
    main()
