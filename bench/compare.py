"""Compares two builds; started by compare.sh. Standard library only.

The answers of both builds are compared first. Then each round measures every case under the base,
the candidate and the base again, in an order that rotates from round to round. All times are
processor times.

Definition of slower: the ratio of the candidate's time to the base's is taken in each round. With a
probability of 95 %, the median of these ratios lies above a bound given by the order statistics of
the rounds (as in the sign test; nothing is assumed about the distribution). The noise is the larger
distance from 1 of the same bounds for the base over itself. A case is slower if the candidate's
lower bound is above 1 + noise, and faster if its upper bound is below 1 - noise. Among hundreds of
cases a few look slower by chance, so those that do are measured again, and count only if they are
slower again.
"""

import argparse
import glob
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "e2e"))

LEAST_ROUNDS = 6  # with fewer rounds, the bounds have less than 95 % confidence
WITHOUT_FILES = "cannot be made"  # the error of a micro benchmark whose metric lacks its files


# ---- the verdict ----

def lower_rank(values):
    """Returns the rank, from 1, of the lower bound among this many ratios (LowerRank in
    bench/laboratory/measuring/measure.cc)."""
    missed, rank = 2.0 ** -values, 1
    while rank < values:
        missed += math.comb(values, rank) * 2.0 ** -values
        if 2 * missed > 0.05:
            break
        rank += 1
    return rank


def bounds(times, base):
    """Returns (lower bound, median, upper bound) of the ratios of the rounds."""
    ratios = sorted(a / b for a, b in zip(times, base))
    rank = lower_rank(len(ratios))
    return ratios[rank - 1], statistics.median(ratios), ratios[-rank]


def verdict(base, candidate, again):
    """Returns the verdict on a case from its times under each of the three builds."""
    low, ratio, high = bounds(candidate, base)
    noise_low, _, noise_high = bounds(again, base)
    noise = max(abs(noise_low - 1), abs(noise_high - 1))
    word = "slower" if low > 1 + noise else "faster" if high < 1 - noise else "same"
    return {"base_s": statistics.median(base), "ratio": ratio, "low": low, "high": high,
            "noise": noise, "verdict": word}


# ---- the cases ----

def micro_programs(build):
    return {os.path.basename(path): path for path in glob.glob(os.path.join(build, "bench", "*_bench"))
            if os.access(path, os.X_OK) and "significance" not in path}


def micro_times(program, pattern, seconds, left_out):
    """Returns {case: seconds} for one micro benchmark. Each case checks its answers before it is
    timed. Adds cases that cannot run here to `left_out`."""
    done = subprocess.run([program, "--benchmark_format=json", "--benchmark_filter=" + pattern,
                           "--benchmark_min_time=%g" % seconds], capture_output=True)
    name = os.path.basename(program)
    if done.returncode < 0:
        sys.exit("error: %s ended by signal %d" % (name, -done.returncode))
    if not done.stdout.strip():
        return {}  # no case matches
    times = {}
    for case in json.loads(done.stdout)["benchmarks"]:
        if case.get("error_occurred"):
            if case["error_message"].startswith(WITHOUT_FILES):
                left_out.add("%s: %s" % (name, case["name"]))
                continue
            sys.exit("error: %s, %s: %s" % (name, case["name"], case["error_message"]))
        scale = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}[case["time_unit"]]
        times["%s: %s" % (name, case["name"])] = case["cpu_time"] * scale
    return times


def job(e2e, build, full, isa):
    e2e.MTGAUGE = os.path.join(build, "cli", "mtgauge")
    return e2e.mtgauge(*full), e2e.with_isa(isa)


def check_answers(e2e, builds, full, isas):
    """Checks that both builds print the same score under every instruction set."""
    scores = {}
    for build in builds:
        for isa in isas:
            command, env = job(e2e, build, full, isa)
            report = json.loads(e2e.output(command + ["--format", "json", "--force"], env))
            scores[build, isa] = repr(report["systems"][0]["scores"][0]["score"])
    if len(set(scores.values())) != 1:
        sys.exit("error: the builds do not compute the same, so that their times cannot be compared: "
                 "%s" % scores)
    print("answers: %d runs print the same score" % len(scores))


def measure(e2e, builds, full, isas, rounds, seconds, wanted):
    """Returns {case: [times of each of the three builds]}, without cases that some of them lack.
    `wanted` returns the regular expression for a program's cases, or None if it has none."""
    order = [builds[0], builds[1], builds[0]]
    programs = [micro_programs(build) for build in order]
    names = sorted(set(programs[0]) & set(programs[1]))
    taken, left_out = {}, set()
    for number in range(rounds + 1):
        round_times = [{}, {}, {}]
        for name in [name for name in names if wanted(name)]:
            for turn in range(3):
                which = (number + turn) % 3
                round_times[which].update(
                    micro_times(programs[which][name], wanted(name), seconds, left_out))
        for isa in [isa for isa in isas if re.search(wanted("whole job") or "$^", isa)]:
            for turn in range(3):
                which = (number + turn) % 3
                round_times[which]["whole job: " + isa] = e2e.timed(
                    *job(e2e, order[which], full, isa), e2e.cores()[:1])[1]
        print("round %d of %d%s" % (number, rounds, ", to warm up" if number == 0 else ""), flush=True)
        if number == 0:
            continue
        for case in set.intersection(*(set(times) for times in round_times)):
            for which in range(3):
                taken.setdefault(case, ([], [], []))[which].append(round_times[which][case])
    if left_out:
        print("left out, for want of a metric's files: %s" % ", ".join(sorted(left_out)))
    return taken


def by_pattern(pattern):
    """Selects all cases whose name matches the pattern; whole jobs are named "whole job: ISA"."""
    def wanted(name):
        if name != "whole job":
            return pattern
        return "|".join("^%s$" % isa for isa in ("scalar", "avx2", "avx512")
                        if re.search(pattern, "whole job: " + isa)) or None
    return wanted


def exactly(cases):
    """Selects only these cases."""
    def wanted(name):
        own = [case.split(": ", 1)[1] for case in cases if case.startswith(name + ": ")]
        return "^(%s)$" % "|".join(re.sub(r"([.^$*+?()\[\]{}|\\])", r"\\\1", case) for case in own) \
            if own else None
    return wanted


def slower_cases(results):
    return sorted(case for case in results if results[case]["verdict"] == "slower")


def confirm(results, again):
    """Keeps a case as slower only if it is slower in both measurements."""
    for case in slower_cases(results):
        results[case]["again"] = again.get(case)
        if again.get(case) is None or again[case]["verdict"] != "slower":
            results[case]["verdict"] = "same"


# ---- the report ----

def print_report(results):
    print("\n%-60s %11s %8s %17s %7s" % ("case", "base", "times", "95 %", "noise"))
    changed = [case for case in sorted(results) if results[case]["verdict"] != "same"]
    jobs = [case for case in sorted(results) if case.startswith("whole job")]
    for case in jobs + [case for case in changed if case not in jobs]:
        row = results[case]
        print("%-60s %9.4g s %8.3f %8.3f %8.3f %6.1f%% %s" % (
            case[:60], row["base_s"], row["ratio"], row["low"], row["high"], 100 * row["noise"],
            "" if row["verdict"] == "same" else row["verdict"]))
    slower = slower_cases(results)
    print("\n%d cases: %d slower, %d faster, %d the same within the noise (median %.1f%%)" % (
        len(results), len(slower), len(changed) - len(slower), len(results) - len(changed),
        100 * statistics.median(row["noise"] for row in results.values())))
    return slower


def main():
    import e2e  # reads the paths that compare.sh sets
    parser = argparse.ArgumentParser(prog="bench/compare.sh BASE")
    parser.add_argument("base")
    parser.add_argument("candidate")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--pairs", type=int, default=300_000)
    parser.add_argument("--filter", default=".", help="a regular expression for names of cases")
    parser.add_argument("--seconds", type=float, default=0.05,
                        help="the least time of one measurement of a micro benchmark")
    parser.add_argument("--output", help="all figures as JSON")
    arguments = parser.parse_args()
    if arguments.rounds < LEAST_ROUNDS:
        parser.error("--rounds must be at least %d, or the bounds mean little" % LEAST_ROUNDS)
    builds = [os.path.abspath(arguments.base), os.path.abspath(arguments.candidate)]
    with tempfile.TemporaryDirectory(prefix="mtgauge-compare-") as folder:
        full = e2e.generate(folder, "full", arguments.pairs, e2e.real_lines(folder))
        isas = e2e.runnable_isas()
        check_answers(e2e, builds, full, isas)
        def verdicts(wanted):
            taken = measure(e2e, builds, full, isas, arguments.rounds, arguments.seconds, wanted)
            return {case: verdict(*times) for case, times in taken.items()}

        results = verdicts(by_pattern(arguments.filter))
        if not results:
            sys.exit("error: no case matches '%s'" % arguments.filter)
        doubted = slower_cases(results)
        if doubted:
            print("once more, since they look slower: %s" % ", ".join(doubted))
            confirm(results, verdicts(exactly(doubted)))
    if arguments.output:
        with open(arguments.output, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1, sort_keys=True)
    slower = print_report(results)
    if slower:
        sys.exit("error: slower than the base: %s" % ", ".join(slower))


if __name__ == "__main__":
    main()
