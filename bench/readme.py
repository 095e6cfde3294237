#!/usr/bin/env python3
"""Writes the speed figures of README.md and docs/benchmarks.md from the newest runs in bench/runs.

  bench/readme.py           writes them between their markers, and the charts of docs/pictures
  bench/readme.py --check   prints what differs and exits with 1; a test runs this

Only this script writes the text between "<!-- bench/runs: NAME -->" and "<!-- end of NAME -->".
Standard library only.
"""

import argparse
import difflib
import json
import os
import re
import sys

import pictures

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SETS = {"scalar": "scalar", "avx2": "AVX2", "avx512": "AVX-512"}


class NoRun(Exception):
    """No run has what a table needs."""


def newest(key):
    """Returns the newest run for which `key` is true. Folder names begin with their date."""
    runs = os.path.join(ROOT, "bench", "runs")
    for folder in sorted(os.listdir(runs), reverse=True):
        with open(os.path.join(runs, folder, "result.json"), encoding="utf-8") as file:
            run = json.load(file)
        if key(run):
            return run
    raise NoRun("no run in %s has what the table needs; make one (bench/README.md)" % runs)


def machine(run):
    """Returns "Intel(R) Xeon(R) Processor (family 6 model 207)"."""
    return "%s (%s)" % (run["machine"]["cpu"], run["machine"]["model"])


def row(*cells):
    return "| " + " | ".join(cells) + " |"


def table(head, rows):
    return [row(*head), "|---" * len(head) + "|"] + [row(*cells) for cells in rows]


def span(values):
    """Returns "1.82 to 1.95", or one number if both are printed alike."""
    low, high = "%.2f" % min(values), "%.2f" % max(values)
    return low if low == high else "%s to %s" % (low, high)


def speed():
    run = newest(lambda run: "wc -w" in run.get("times", {}))
    times = run["times"]
    names = [("AVX-512", "avx512"), ("AVX2", "avx2"), ("scalar", "scalar")]
    names = [row for row in names if "mtgauge " + row[1] in times]  # the instruction sets of the CPU
    ns = {isa: times["mtgauge " + isa]["ns_per_pair"] for _, isa in names}
    theirs, words = times["sacrebleu part"]["ns_per_pair"], times["wc -w"]["ns_per_pair"]
    rows = [(title, "%.0f" % ns[isa], "%.0f x" % (theirs / ns[isa]), "%.1f x" % (words / ns[isa]))
            for title, isa in names]
    both = [times["mtgauge " + isa]["wall_s"] / times["mtgauge %s, 2 threads" % isa]["wall_s"]
            for _, isa in names]
    ours = times["mtgauge, 3000 pairs"]["wall_s"]
    text = run["text"]
    return (["BLEU of {:,} different pairs of {:.0f} bytes, whole jobs from files to the score, on one core of"
             .format(text["pairs"], text["bytes"] / text["pairs"]),
             "%s. Command: `bash bench/e2e/run.sh`." % machine(run), ""]
            + table(("one core", "ns per pair", "times as fast as sacreBLEU 2.6.0",
                     "times as fast as `wc -w` on the same bytes"), rows)
            + ["", "Two cores are %s times as fast as one. 3,000 segments take %.0f ms from start to finish, which is"
               % (span(both), 1e3 * ours),
               "%.0f times as fast as sacreBLEU." % (times["sacrebleu, 3000 pairs"]["wall_s"] / ours)])


def jobs():
    """Returns the newest run beside sacreBLEU's command line, and its jobs: (title, sacreBLEU's ms, mtgauge's ms)."""
    run = newest(lambda run: "commands" in run)
    return run, [(name, row["sacrebleu_ms"], row["mtgauge_ms"]) for name, row in run["commands"].items()]


def figures():
    """Returns the chart of README.md, with its figures in words."""
    run, rows = jobs()
    peak = newest(lambda run: "peak_memory_mib" in run)["peak_memory_mib"]
    words = "; ".join("{}: {:,.0f} ms with sacreBLEU, {:,.0f} ms with mtgauge".format(*row) for row in rows)
    return ['<picture><source media="(prefers-color-scheme: dark)" srcset="docs/pictures/speed-dark.svg">',
            '<img alt="%s" src="docs/pictures/speed-light.svg"></picture>' % words, "",
            "The times are of whole commands on {} ({:,} segments) and {} cores. Both print the same bytes.".format(
                run["text"]["kind"], run["text"]["segments"], run["threads"]),
            "Memory does not grow with the text: BLEU of {:,} pairs needs {:.0f} MiB.".format(
                max(int(name.split()[0]) for name in peak), max(peak.values()))]


def beside_peers(table_of, what):
    """Returns the lines of a table of metrics or tokenizers."""
    run = newest(lambda run: "isas" in run)
    figures_of, isas = run[table_of], run["isas"]
    two = any("two_threads" in figures for figures in figures_of.values())
    rows = []
    for name, figures in figures_of.items():
        cells = ["`%s`" % name] + ["{:,.0f}".format(figures["ns"][isa]) for isa in isas]
        cells += ["%.2f x" % figures["two_threads"]] if two else []
        beside = "peer" in figures
        rows.append(cells + [figures.get("peer", ""), "{:,.0f}".format(figures["peer_ns"]) if beside else "",
                             "%.0f x" % figures["ratio"] if beside else ""])
    head = [what] + ["%s, ns" % SETS[isa] for isa in isas] + (["two threads"] if two else []) + ["peer", "its ns", "ratio"]
    return run, table(head, rows)


def metrics():
    run, lines = beside_peers("metrics", "metric")
    return (["{:,} pairs from files on one core of {}.".format(run["text"]["pairs"], machine(run)),
             "Command: `bash bench/e2e/metrics.sh`.", ""] + lines)


def tokenizers():
    return beside_peers("tokenizers", "tokenizer")[1]


def memory():
    run = newest(lambda run: "peak_memory_mib" in run)
    peaks = run["peak_memory_mib"]
    pairs = sorted({int(name.split()[0]) for name in peaks})
    low, high = "%.0f" % min(peaks.values()), "%.0f" % max(peaks.values())
    return ["BLEU on %d threads needs %s MiB at its peak, for %s pairs, from files or from pipes." % (
                run["peak_memory_threads"], low if low == high else "%s to %s" % (low, high),
                " or ".join("{:,}".format(count) for count in pairs)),
            "Command: `bash bench/e2e/run.sh --memory`."]


def formats():
    columns, packed = newest(lambda run: "tables" in run), newest(lambda run: "compressed" in run)
    times, plain = columns["tables"], columns["tables"]["score, plain text"]["cpu_s"]
    rows = [(name.removeprefix("score, "), "%.1f x" % (figures["cpu_s"] / plain)) for name, figures in times.items()
            if name.startswith("score, ") and figures["cpu_s"] != plain]
    times, plain = packed["compressed"], packed["compressed"]["plain, 1 thread"]["cpu_s"]
    both = ", both, 1 thread: score"
    rows += [("two files of " + name.removesuffix(both), "%.1f x" % (figures["cpu_s"] / plain))
             for name, figures in times.items() if name.endswith(both)]
    return (["BLEU of pairs that are not in plain files: the processor's time of whole jobs, in times of that for plain text.",
             "Tables have {:,} rows with two systems; packed files, {:,} pairs. {}. Commands:".format(
                 columns["text"]["rows"], packed["text"]["pairs"], machine(packed)),
             "`bash bench/e2e/tables.sh` and `bash bench/e2e/compressed.sh`.", ""]
            + table(("pairs in", "time of plain text's"), rows))


def small():
    run = newest(lambda run: "small_jobs" in run)
    rows = [(name, "{:,.0f} ms".format(1e3 * taken["wall_s"]), "{:,.0f} ms".format(1e3 * taken["cpu_s"]),
             "%.1f MB" % (taken["page_bytes"] / 1e6) if taken["page_bytes"] else "")
            for name, taken in run["small_jobs"].items()]
    return (["Whole commands on two cores of %s, with the load of the machine at" % machine(run),
             "%.1f before. Command: `bash bench/e2e/small.sh`." % run["machine"]["load_before"], ""]
            + table(("", "from start to finish", "processor's time", "page"), rows))


def top():
    run = newest(lambda run: "top_large" in run)
    all_pairs, nearest = (run["top"][name]["wall_s"] for name in ("all pairs", "nearest"))
    test, train, large = run["top"]["test"], run["top"]["train"], run["top_large"]
    of_all = all_pairs / (test * train) * large["lines"] ** 2
    rows = [("{:,} x {:,}".format(test, train), all_pairs, nearest),
            ("{0:,} x {0:,}".format(large["lines"]), of_all, large["wall_s"])]
    return (["`matrix --top 1 -m chrf` beside all pairs, with equal answers, on one core of",
             "%s. All pairs of the second line are computed from the first's time per" % machine(run),
             "pair. Command: `bash bench/e2e/top.sh`.", ""]
            + table(("lines", "all pairs", "nearest", "ratio"),
                    [(lines, "{:,.1f} s".format(theirs), "%.1f s" % ours, "%.1f x" % (theirs / ours))
                     for lines, theirs, ours in rows]))


def bootstrap():
    run = newest(lambda run: "scipy_bootstrap" in run)
    rows = [(name, "{:,.0f} ms".format(figures["scipy_ms"]), "%.1f ms" % figures["mtgauge_ms"], "%.0f x" % figures["ratio"])
            for name, figures in run["scipy_bootstrap"].items()]
    return (["The paired bootstrap of a difference in BLEU: {:,} segments, {:,} resamples, one core of".format(
                run["text"]["segments"], run["text"]["resamples"]),
             "%s. `mtgauge compare` also reads, scores and prints. Command:" % machine(run),
             "`bash bench/e2e/bootstrap.sh`.", ""]
            + table(("", "SciPy " + run["scipy"], "mtgauge", "ratio"), rows))


def engine_ns(run, systems, threads):
    """Returns ns per (segment x resample) of the bootstrap of 1,000,000 segments."""
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
    lines = [("resampling alone: %d pairs with the baseline in sacreBLEU, all %d pairs in mtgauge" % (pairs, all_pairs),
              alone, cpu["compare bs, all pairs, " + kind]),
             ("the same %d pairs, the same draws, the same digits" % pairs,
              alone, cpu["compare as sacreBLEU, baseline, " + kind]),
             ("the whole command, reading and start-up included, all %d pairs in mtgauge" % all_pairs,
              command, cpu["command: mtgauge, all pairs"]),
             ("the same with 10,000 resamples in mtgauge, its default",
              command, cpu["command: mtgauge, all pairs, 10,000 resamples"])]
    rows = [(what, "{:,.0f} ms".format(1e3 * theirs),
             "%.*f ms" % (1 if ours < 0.01 else 0, 1e3 * ours), "%.0f x" % (theirs / ours))
            for what, theirs, ours in lines]
    ns = {(s, t): engine_ns(run, s, t) for s in (2, systems) for t in (1, 2)}
    large = run["large"]
    return (["BLEU of {} systems of {} ({:,} segments), {:,} resamples, one core of".format(
                systems, run["text"]["kind"], run["text"]["segments"], resamples),
             "%s. The answers are equal to the last bit. Command:" % machine(run),
             "`bash bench/e2e/significance.sh`.", ""]
            + table(("", "sacreBLEU 2.6.0", "mtgauge", "ratio"), rows)
            + ["", "One segment in one resample costs %.2f ns for two systems and %.2f ns for %d systems. Two cores are"
               % (ns[2, 1], ns[systems, 1], systems),
               "%s times as fast. %s segments, %s resamples and %d systems take %.1f s and %.0f MiB." % (
                   span([ns[2, 1] / ns[2, 2], ns[systems, 1] / ns[systems, 2]]),
                   "{:,}".format(large["segments"]), "{:,}".format(large["resamples"]), large["systems"],
                   large["seconds"], large["peak_mib"])])


def replace():
    run = newest(lambda run: "commands" in run)
    kind = run["text"]["kind"]
    rows = [("`sacrebleu %s`" % figures["arguments"], "{:,.0f} ms".format(figures["sacrebleu_ms"]),
             "%.0f ms" % figures["mtgauge_ms"], "%.0f x" % figures["ratio"])
            for figures in run["commands"].values()]
    return (["{} ({:,} segments), from start to finish on {} cores of".format(
                kind[0].upper() + kind[1:], run["text"]["segments"], run["threads"]),
             "%s. The JSON is the same byte for byte. Command:" % machine(run),
             "`bash bench/e2e/replace.sh`.", ""]
            + table(("", "sacreBLEU 2.6.0", "`mtgauge sacrebleu`", "ratio"), rows))


def meteor():
    run = newest(lambda run: "meteor" in run)
    rows = [(figures["stages"], str(figures["systems"]), "{:,.0f}".format(figures["jar_per_s"]),
             "{:,.0f}".format(figures["mtgauge_per_s"]), "%.0f x" % figures["ratio"])
            for figures in run["meteor"].values()]
    return (["Segments per second on %s, on one core of" % run["text"]["kind"],
             "%s. The jar's start-up is subtracted. Command:" % machine(run),
             "`bash bench/e2e/meteor.sh`.", ""]
            + table(("stages", "systems", "METEOR 1.5 (Java)", "mtgauge", "ratio"), rows))


def meta():
    run = newest(lambda run: "meta" in run)
    text = run["text"]
    rows = [("%s; peer: %s" % (figures["what"].replace("here with", "mtgauge with"), figures["beside"]),
             "{:,.2f} s".format(figures["theirs_s"]), "%.2f s" % figures["mtgauge_s"],
             "%.0f x" % figures["ratio"]) for figures in run["meta"]]
    return (["{} systems, {:,} segments, {:,} resamples or draws, one core of".format(
                text["systems"], text["segments"], text["resamples"]),
             "%s. mtgauge's time is that of the" % machine(run),
             "whole command; Python's is without reading the tables. Command: `bash bench/e2e/meta.sh`.", ""]
            + table(("", "peer", "mtgauge", "ratio"), rows))


def ns_in_words(ns):
    """Returns "1,234 ns", "12.3 ms" or "4.5 s"."""
    for least, divisor, unit in ((1e9, 1e9, "s"), (1e6, 1e6, "ms")):
        if ns >= least:
            return "%.1f %s" % (ns / divisor, unit)
    return "{:,.0f} ns".format(ns)


def python():
    run = newest(lambda run: "python_jobs" in run)
    rest = run["python_rest"]
    cells = [("%s, per %s" % (name, figures["unit"]), figures) for name, figures in run["python_jobs"].items()]
    cells += [("`%s().sentence_score`, per call" % name, dict(figures, peer="sacreBLEU"))
              for name, figures in run["python_sentences"].items()]
    rows = [(name, figures["peer"], ns_in_words(figures["peer_ns"]), ns_in_words(figures["mtgauge_ns"]),
             "%.0f x" % figures["ratio"]) for name, figures in cells]
    columns = [(name if name != "program" else "`mtgauge score` of files", "{:,.0f} ns".format(figures["ns_per_pair"]),
                "%.2f" % figures["of_the_program"]) for name, figures in run["python_columns"].items()]
    above = [figures["above_ns"] / 1e3 for figures in run["python_sentences"].values()]
    return (["The processor's time on one core of %s, with the load of the machine" % machine(run),
             "at {:.1f} before. {:,} pairs, of which sacreBLEU gets {:,}. Answers are equal, to the last bit for BLEU. Command:"
             .format(run["machine"]["load_before"], run["text"]["pairs"], run["text"]["part"]),
             "`bash bench/e2e/python.sh`.", ""]
            + table(("", "peer", "its time", "mtgauge", "ratio"), rows)
            + ["", "Peers are sacreBLEU 2.6.0 and fastchrf 0.2.1. BLEU of the same pairs, beside the program:", ""]
            + table(("", "per pair", "of the program's time"), columns)
            + ["", "A `sentence_score` takes %s us more than the engine's work. `import mtgauge` takes %.0f ms and starts no" % (
                span(above), rest["import_ms"]),
               "thread. {:,} calls leave {} behind. Scoring {:,.0f} KiB of pyarrow columns takes {:,.0f} KiB more memory at".format(
                   rest["calls"], "{:,} KiB".format(rest["growth_of_calls_kib"]) if rest["growth_of_calls_kib"] > 0 else "nothing", rest["columns_kib"], rest["peak_growth_kib"]),
               "its peak, {:.0f} KiB of them Python's.".format(rest["python_peak_kib"])]
            + on_two_cores(rest.get("two_cores")))


def on_two_cores(times):
    if times is None:
        return []
    one, two = times["matrix_ms"]
    lines = ["On two cores 8,192 rewards by chrF++ of 1,024 prompts take %.0f ms, and a matrix of chrF is %.2f times as fast as on one." % (
        times["rewards_ms"], one / two)]
    for count, ms in times.get("prepared_rewards_ms", {}).items():  # since the run of this key
        lines.append("With prepared references, {:,} rewards take {:.1f} ms.".format(int(count), ms))
    return lines


PICTURES = {os.path.join("docs", "pictures", "speed-%s.svg" % theme): colours
            for theme, colours in pictures.COLOURS.items()}
PAGES = {
    "README.md": {"figures": figures},
    os.path.join("docs", "benchmarks.md"): {
        "replace": replace, "speed": speed, "memory": memory, "metrics": metrics, "formats": formats,
        "tokenizers": tokenizers, "small": small, "top": top, "meteor": meteor, "bootstrap": bootstrap, "significance": significance, "meta": meta, "python": python},
}


def filled(page, text):
    for name, make in PAGES[page].items():
        begin, end = "<!-- bench/runs: %s -->\n" % name, "<!-- end of %s -->\n" % name
        if text.count(begin) != 1 or text.count(end) != 1:
            sys.exit("error: %s needs the lines %s and %s once each" % (page, begin.strip(), end.strip()))
        try:
            made = begin + "\n".join(make()) + "\n" + end
        except NoRun as fault:
            print("kept as it is: %s of %s: %s" % (name, page, fault))
            continue
        text = re.sub(re.escape(begin) + ".*?" + re.escape(end), lambda _: made, text, flags=re.S)
    return text


def wanted(name, text):
    """Returns what this file must contain; `text` is what it contains now."""
    return pictures.times(jobs()[1], PICTURES[name]) if name in PICTURES else filled(name, text)


def main():
    parser = argparse.ArgumentParser(prog="bench/readme.py")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--root", default=ROOT, help="the folder that has README.md and docs")
    arguments = parser.parse_args()
    differ = False
    for page in [*PAGES, *PICTURES]:
        path = os.path.join(arguments.root, page)
        with open(path, encoding="utf-8") as file:
            old = file.read()
        new = wanted(page, old)
        if new == old:
            continue
        if not arguments.check:
            with open(path, "w", encoding="utf-8") as file:
                file.write(new)
            continue
        differ = True
        sys.stdout.writelines(difflib.unified_diff(
            old.splitlines(True), new.splitlines(True), page, page + " from bench/runs"))
    if differ:
        sys.exit("error: the figures are not those of bench/runs; run: python3 bench/readme.py")


if __name__ == "__main__":
    try:
        main()
    except NoRun as fault:
        sys.exit("error: %s" % fault)
