#!/usr/bin/env python3
"""Writes the figures of README.md's section on speed, from the newest runs in bench/runs.

  bench/readme.py           puts them between their markers in README.md
  bench/readme.py --check   says what differs, and then exits with 1; a test runs this

What stands between "<!-- bench/runs: NAME -->" and "<!-- end of NAME -->" is made here and nowhere
else. Standard library only.
"""

import argparse
import difflib
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
README = os.path.join(ROOT, "README.md")
TITLES = {"chrf": "chrF", "chrf:nw=2": "chrF++", "ter": "TER"}


def newest(key):
    """The newest run that tells `key`. Folders begin with their date."""
    runs = os.path.join(ROOT, "bench", "runs")
    for folder in sorted(os.listdir(runs), reverse=True):
        with open(os.path.join(runs, folder, "result.json"), encoding="utf-8") as file:
            run = json.load(file)
        if key(run):
            return run
    sys.exit("error: no run in %s tells what README.md needs; make one (bench/README.md)" % runs)


def row(*cells):
    return "| " + " | ".join(cells) + " |"


def table(head, rows):
    return [row(*head), "|---" * len(head) + "|"] + [row(*cells) for cells in rows]


def span(values):
    """"1.82 to 1.95", or one number where they print alike."""
    low, high = "%.2f" % min(values), "%.2f" % max(values)
    return low if low == high else "%s to %s" % (low, high)


def speed():
    run = newest(lambda run: "wc -w" in run.get("times", {}))
    times = run["times"]
    names = [("AVX-512", "avx512"), ("AVX2", "avx2"), ("scalar", "scalar")]
    names = [row for row in names if "mtgauge " + row[1] in times]  # those that the CPU has
    ns = {isa: times["mtgauge " + isa]["ns_per_pair"] for _, isa in names}
    theirs, words = times["sacrebleu part"]["ns_per_pair"], times["wc -w"]["ns_per_pair"]
    rows = [(title, "%.0f" % ns[isa], "%.0f x" % (theirs / ns[isa]), "%.1f x" % (words / ns[isa]))
            for title, isa in names]
    both = [times["mtgauge " + isa]["wall_s"] / times["mtgauge %s, 2 threads" % isa]["wall_s"]
            for _, isa in names]
    ours = times["mtgauge, 3000 pairs"]["wall_s"]
    text = run["text"]
    return (["Whole jobs from files to the score, {:,} distinct pairs of {:.0f} bytes, one run, answers"
             .format(text["pairs"], text["bytes"] / text["pairs"]),
             "compared first (`bash bench/e2e/run.sh`; raw results in `bench/runs`). Ratios carry over to other",
             "machines, nanoseconds do not.", ""]
            + table(("one core", "ns per pair", "against sacreBLEU 2.6.0",
                     "against `wc -w` on the same bytes"), rows)
            + ["", "Two cores: %s times one. 3,000 segments from start to finish: %.0f ms, %.0f times sacreBLEU's"
               % (span(both), 1e3 * ours, times["sacrebleu, 3000 pairs"]["wall_s"] / ours), "speed."])


def metrics():
    run = newest(lambda run: "metrics" in run)
    rows = []
    for spec, figures in run["metrics"].items():
        if spec == "bleu":
            continue  # see the first table
        ratio = figures.get("times_sacrebleu")
        rows.append((TITLES.get(spec, "`%s`" % spec), "{:,.0f}".format(figures["ns_per_pair"]),
                     "%.0f x" % ratio if ratio else ""))
    return (["Other metrics, {:,} pairs, one core, one run, scores compared first; BLEU took {:,.0f} ns there".format(
                run["text"]["pairs"], run["metrics"]["bleu"]["ns_per_pair"]),
             "(`bash bench/e2e/metrics.sh`):", ""]
            + table(("", "ns per pair", "against sacreBLEU 2.6.0"), rows))


def memory():
    run = newest(lambda run: "peak_memory_mib" in run)
    peaks = run["peak_memory_mib"]
    pairs = sorted({int(name.split()[0]) for name in peaks})
    low, high = "%.0f" % min(peaks.values()), "%.0f" % max(peaks.values())
    return ["Peak memory of BLEU on %d threads: %s MiB, for %s pairs, from files or from pipes" % (
                run["peak_memory_threads"], low if low == high else "%s to %s" % (low, high),
                " or ".join("{:,}".format(count) for count in pairs)),
            "(`bash bench/e2e/run.sh --memory`)."]


def peers():
    run = newest(lambda run: "nltk_functions" in run)
    text = run["text"]
    rows = [("NLTK %s, `%s`" % (run["nltk"], name), "{:,.0f} ns".format(figures["nltk_ns_per_pair"]),
             "{:,.0f} ns".format(figures["mtgauge_ns_per_pair"]), "%.0f x" % figures["ratio"])
            for name, figures in run["nltk_functions"].items() if figures["equal"]]
    for name, figures in run["scipy_bootstrap"].items():
        rows.append(("SciPy %s, `bootstrap` of a difference, %s" % (run["scipy"], name),
                     "{:,.0f} ms".format(figures["scipy_ms"]), "%.1f ms" % figures["mtgauge_ms"],
                     "%.0f x" % figures["ratio"]))
    return (["Beside NLTK and SciPy: words that are cut beforehand, one core, one run, figures compared first",
             "(`bash bench/e2e/peers.sh`); SciPy resamples {:,} segments {:,} times, `compare` does all else too:".format(
                 text["segments"], text["resamples"]), ""]
            + table(("", "peer", "mtgauge", ""), rows))


def engine_ns(run, systems, threads):
    """ns per (segment x resample) of the bootstrap of 1,000,000 segments."""
    for case in run["engine"]:
        if (case["name"], case["segments"], case["systems"], case["threads"]) == (
                "bootstrap", 1_000_000, systems, threads):
            return case["ns_per_segment_resample"]
    sys.exit("error: the run tells nothing of %d systems on %d threads" % (systems, threads))


def significance():
    run = newest(lambda run: "beside_sacrebleu" in run)
    cpu = {name: figures["cpu_s"] for name, figures in run["beside_sacrebleu"].items()}
    alone, command = cpu["sacreBLEU, resampling alone"], cpu["command: sacreBLEU --paired-bs"]
    systems, resamples = run["text"]["systems"], run["text"]["resamples"]
    pairs, all_pairs = systems - 1, systems * (systems - 1) // 2
    kind = "%d systems, %d resamples" % (systems, resamples)
    lines = [("resampling alone: its %d pairs with the baseline, all %d pairs here" % (pairs, all_pairs),
              alone, cpu["compare bs, all pairs, " + kind]),
             ("the same %d pairs, the same draws, the same digits" % pairs,
              alone, cpu["compare as sacreBLEU, baseline, " + kind]),
             ("the whole command, texts and start-up included, all %d pairs here" % all_pairs,
              command, cpu["command: mtgauge, all pairs"]),
             ("the same with 10,000 resamples, the default here",
              command, cpu["command: mtgauge, all pairs, 10,000 resamples"])]
    rows = [(what, "{:,.0f} ms".format(1e3 * theirs),
             "%.*f ms" % (1 if ours < 0.01 else 0, 1e3 * ours), "%.0f x" % (theirs / ours))
            for what, theirs, ours in lines]
    ns = {(s, t): engine_ns(run, s, t) for s in (2, systems) for t in (1, 2)}
    large = run["large"]
    return (["Significance: {} systems of {} ({:,} segments), BLEU, {:,} resamples, one core, one".format(
                systems, run["text"]["kind"], run["text"]["segments"], resamples),
             "run, answers compared first to the last bit (`bash bench/e2e/significance.sh`):", ""]
            + table(("", "sacreBLEU 2.6.0", "mtgauge", ""), rows)
            + ["", "One (segment × resample) of two systems costs %.2f ns, of %d systems %.2f ns; two cores take %s"
               % (ns[2, 1], systems, ns[systems, 1],
                  span([ns[2, 1] / ns[2, 2], ns[systems, 1] / ns[systems, 2]])),
               "times less. {:,} segments × {:,} resamples × {} systems: {:.1f} s, {:.0f} MiB.".format(
                   large["segments"], large["resamples"], large["systems"], large["seconds"],
                   large["peak_mib"])])


def replace():
    run = newest(lambda run: "commands" in run)
    kind = run["text"]["kind"]
    rows = [("`sacrebleu %s`" % figures["arguments"], "{:,.0f} ms".format(figures["sacrebleu_ms"]),
             "%.0f ms" % figures["mtgauge_ms"], "%.0f x" % figures["ratio"])
            for figures in run["commands"].values()]
    return (["{} ({:,} segments), from start to finish on {} cores, after checking that the JSON is the same byte".format(
                kind[0].upper() + kind[1:], run["text"]["segments"], run["threads"]),
             "for byte (`bash bench/e2e/replace.sh`):", ""]
            + table(("", "sacreBLEU 2.6.0", "`mtgauge sacrebleu`", ""), rows))


def meteor():
    run = newest(lambda run: "meteor" in run)
    rows = [(figures["stages"], str(figures["systems"]), "{:,.0f}".format(figures["jar_per_s"]),
             "{:,.0f}".format(figures["mtgauge_per_s"]), "%.0f x" % figures["ratio"])
            for figures in run["meteor"].values()]
    return (["METEOR beside METEOR 1.5's own jar, %s, segments a second on one core, the jar's start taken" % (
                run["text"]["kind"]),
             "off, scores of segments compared first (`bash bench/e2e/meteor.sh`):", ""]
            + table(("stages", "systems", "the jar", "mtgauge", ""), rows))


def meta():
    run = newest(lambda run: "meta" in run)
    text = run["text"]
    rows = [("%s; beside it %s" % (figures["what"], figures["beside"]),
             "{:,.2f} s".format(figures["theirs_s"]), "%.2f s" % figures["mtgauge_s"],
             "%.0f x" % figures["ratio"]) for figures in run["meta"]]
    return (["Agreement with people: {} systems, {:,} segments, {:,} resamples or draws, one core, whole commands of".format(
                text["systems"], text["segments"], text["resamples"]),
             "`meta` beside Python that has its tables read, figures compared first (`bash bench/e2e/meta.sh`):", ""]
            + table(("", "peer", "mtgauge", ""), rows))


PARTS = {"replace": replace, "speed": speed, "memory": memory, "metrics": metrics, "meteor": meteor,
         "peers": peers, "significance": significance, "meta": meta}


def filled(text):
    for name, make in PARTS.items():
        begin, end = "<!-- bench/runs: %s -->\n" % name, "<!-- end of %s -->\n" % name
        if text.count(begin) != 1 or text.count(end) != 1:
            sys.exit("error: README.md needs the lines %s and %s once each" % (begin.strip(), end.strip()))
        made = begin + "\n".join(make()) + "\n" + end
        text = re.sub(re.escape(begin) + ".*?" + re.escape(end), lambda _: made, text, flags=re.S)
    return text


def main():
    parser = argparse.ArgumentParser(prog="bench/readme.py")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--readme", default=README)
    arguments = parser.parse_args()
    with open(arguments.readme, encoding="utf-8") as file:
        old = file.read()
    new = filled(old)
    if new == old:
        return
    if not arguments.check:
        with open(arguments.readme, "w", encoding="utf-8") as file:
            file.write(new)
        return
    sys.stdout.writelines(difflib.unified_diff(
        old.splitlines(True), new.splitlines(True), "README.md", "README.md from bench/runs"))
    sys.exit("error: README.md does not say what bench/runs says; run: python3 bench/readme.py")


if __name__ == "__main__":
    main()
