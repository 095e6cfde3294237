"""Every metric over whole files; started by metrics.sh under sacreBLEU's Python."""

import argparse
import json
import os
import sys
import tempfile

import e2e

# What sacreBLEU has too, and its flags.
BESIDE_SACREBLEU = {
    "bleu": ["-m", "bleu"],
    "chrf": ["-m", "chrf"],
    "chrf:nw=2": ["-m", "chrf", "--chrf-word-order", "2"],
    "ter": ["-m", "ter"],
}
COMPAT = "sacrebleu-py312" if sys.version_info >= (3, 12) else "sacrebleu"


def mtgauge(spec, texts, threads=1, extra=()):
    return [e2e.MTGAUGE, "score", texts[0], "-i", texts[1], "-m", spec, "--threads", str(threads),
            "--force", *extra]


def sacrebleu(flags, texts, extra=()):
    return [e2e.ORACLE, "-m", "sacrebleu", texts[0], "-i", texts[1], *flags, *extra]


# The files without which a metric cannot be computed.
NEEDS = {"meteor": os.path.join(os.environ["METEOR_DATA"], "synonym"),
         "meteor2005": os.path.join(os.environ["WNSEARCHDIR"], "index.noun"),
         "meteor2007": os.path.join(os.environ["WNSEARCHDIR"], "index.noun")}


def all_specs():
    listed = json.loads(e2e.output([e2e.MTGAUGE, "metrics", "-f", "json"]))
    names = {row["name"] for row in listed["metrics"]} | set(BESIDE_SACREBLEU)
    absent = {name for name in names if name in NEEDS and not os.path.exists(NEEDS[name])}
    for name in sorted(absent):
        print("without %s: there is no %s" % (name, NEEDS[name]))
    return sorted(names - absent)


def check_answers(specs, full, part):
    for spec in specs:
        outputs = {e2e.output(mtgauge(spec, full, threads, ["-f", "json"])) for threads in (1, 2)}
        if len(outputs) != 1:
            sys.exit("error: the output of %s depends on the threads" % spec)
    for spec in sorted(set(specs) & set(BESIDE_SACREBLEU)):
        flags = BESIDE_SACREBLEU[spec]
        ours = json.loads(e2e.output(mtgauge(spec, part, 1, ["-f", "json", "--compat", COMPAT])))
        ours = ours["systems"][0]["scores"][0]["score"]
        theirs = e2e.output(sacrebleu(flags, part, ["-b", "-w", "14"])).decode().strip()
        if "%.14f" % ours != theirs:
            sys.exit("error: %s: %.14f, sacreBLEU %s" % (spec, ours, theirs))
    print("answers: %d metrics print the same on 1 and 2 threads; %s are sacreBLEU's to 14 digits" % (
        len(specs), ", ".join(sorted(set(specs) & set(BESIDE_SACREBLEU)))))


def time_all(specs, full, part, one, rounds):
    rows = []
    for spec in specs:
        rows.append(("%s, 1 thread" % spec, mtgauge(spec, full, 1), None, 1))
        rows.append(("%s, 2 threads" % spec, mtgauge(spec, full, 2), None, 2))
        rows.append(("%s, part" % spec, mtgauge(spec, part, 1), None, 1))
    for spec in sorted(set(specs) & set(BESIDE_SACREBLEU)):
        flags = BESIDE_SACREBLEU[spec]
        rows.append(("%s, sacreBLEU" % spec, sacrebleu(flags, part), None, 1))
    rows.append(("sacreBLEU, 1 pair", sacrebleu(["-m", "bleu"], one), None, 1))
    return e2e.measure(rows, rounds)


def summarize(specs, times, pairs, part):
    start = times["sacreBLEU, 1 pair"]["cpu_s"]
    table = {}
    for spec in specs:
        single, both = times["%s, 1 thread" % spec], times["%s, 2 threads" % spec]
        # One thread by the processor's time, two by the wall.
        row = {"ns_per_pair": single["cpu_s"] / pairs * 1e9,
               "ns_per_pair_of_part": times["%s, part" % spec]["cpu_s"] / part * 1e9,
               "two_threads": single["wall_s"] / both["wall_s"]}
        theirs = times.get("%s, sacreBLEU" % spec)
        if theirs:
            ns = (theirs["cpu_s"] - start) / part * 1e9
            row["sacrebleu_ns_per_pair_without_start"] = ns
            row["times_sacrebleu"] = ns / row["ns_per_pair"]
        table[spec] = row
    return table


def print_table(table, part):
    print("\n%-14s %10s %16s %10s %12s" % ("one core", "ns/pair", "on %d pairs" % part,
                                         "2 threads", "x sacreBLEU"))
    for spec, row in table.items():
        ratio = row.get("times_sacrebleu")
        print("%-14s %10.0f %16.0f %9.2fx %12s" % (
            spec, row["ns_per_pair"], row["ns_per_pair_of_part"], row["two_threads"],
            "%.0f" % ratio if ratio else ""))


def main():
    parser = argparse.ArgumentParser(prog="bench/e2e/metrics.sh")
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--part", type=int, default=3_000, help="pairs for sacreBLEU")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--metrics", nargs="+", help="default: all")
    parser.add_argument("--output")
    arguments = parser.parse_args()
    load_before = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="mtgauge-e2e-") as folder:
        lines = e2e.real_lines(folder)
        full = e2e.generate(folder, "full", arguments.pairs, lines)
        part, one = (tuple(e2e.head(path, count, os.path.join(folder, "head%d-%d" % (count, i)))
                           for i, path in enumerate(full)) for count in (arguments.part, 1))
        specs = arguments.metrics or all_specs()
        check_answers(specs, full, part)
        times = time_all(specs, full, part, one, arguments.rounds)
        table = summarize(specs, times, arguments.pairs, arguments.part)
        print_table(table, arguments.part)
        kind = "lines of real systems and perturbed copies" if lines else "invented lines"
        e2e.write_result({"text": {"kind": kind, "pairs": arguments.pairs,
                                   "part": arguments.part}, "metrics": table, "times": times},
                         arguments.output or e2e.run_folder("metrics"), load_before)


if __name__ == "__main__":
    main()
