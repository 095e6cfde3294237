"""Compares METEOR with its jar; started by meteor.sh. Standard library only.

The jar's start-up time (loading its dictionary, compiler warm-up) is excluded by timing it on the
texts once and on several copies. mtgauge is timed as a whole command, including its start.
"""

import math
import os
import re
import statistics
import sys
import tempfile

import e2e

METEOR = os.environ["MTGAUGE_METEOR"]
JAR = os.path.join(METEOR, "meteor-1.5.jar")
PARAPHRASES = os.path.join(METEOR, "paraphrase-en.gz")
COPIES = 5  # copies of the texts for the jar; mtgauge gets TIMES as many
TIMES = 10
STAGES = {
    "exact, stems, synonyms": ("meteor", ["-m", "exact stem synonym"]),
    "paraphrases, too": ("meteor:para=" + PARAPHRASES, ["-a", PARAPHRASES]),
}


def texts(folder):
    """Returns the kind of the texts, a reference and systems."""
    data = os.path.join(e2e.SHARED, "data", "wmt21")
    if os.path.isdir(data):
        files = sorted(os.path.join(data, name) for name in os.listdir(data)
                       if re.fullmatch(r"newstest2021\.de-en\.(ref\.A|hyp\..*)\.en", name))
        return "newstest2021 German-English", files[-1], files[:-1]
    ref, hyp = e2e.generate(folder, "invented", 3_000)
    return "invented lines", ref, [hyp]


def repeated(path, copies, folder, name):
    made = os.path.join(folder, name)
    with open(path, "rb") as source, open(made, "wb") as target:
        target.write(source.read() * copies)
    return made


def jar(ref, hyp, arguments):
    return ["java", "-XX:+UseSerialGC", "-XX:ActiveProcessorCount=1", "-Xmx2G", "-Dfile.encoding=UTF-8",
            "-jar", JAR, hyp, ref, "-l", "en", "-norm"] + arguments


def mtgauge(verb, ref, hyps, spec, *extra):
    return [e2e.MTGAUGE, verb, ref, "-i", *hyps, "-m", spec, "--meteor-data",
            os.path.join(METEOR, "resources"), "--threads", "1", "--force", *extra]


def check_answers(ref, hyps):
    for name, (spec, arguments) in STAGES.items():
        lines = e2e.output(mtgauge("segments", ref, hyps, spec, "-f", "tsv")).decode().split("\n")[1:-1]
        columns = list(zip(*(line.split("\t")[1:] for line in lines)))
        for hyp, ours in list(zip(hyps, columns))[:2]:
            theirs = [line.split()[-1] for line in e2e.output(jar(ref, hyp, arguments)).decode().split("\n")
                      if line.startswith("Segment ")]
            if len(ours) != len(theirs):
                sys.exit("error: %s: %d segments here, %d there" % (hyp, len(ours), len(theirs)))
            for number, (one, other) in enumerate(zip(ours, theirs)):
                if not math.isclose(float(one), float(other), rel_tol=1e-12, abs_tol=1e-15):
                    sys.exit("error: %s, line %d, %s: mtgauge %s, the jar %s" % (
                        hyp, number + 1, name, one, other))
        print("answers: %s: all segments of %d systems are the jar's" % (name, min(2, len(hyps))))


def one_round(folder, ref, hyps):
    """Returns processor seconds per segment."""
    with open(ref, "rb") as file:
        lines = file.read().count(b"\n")
    refs, system = (repeated(path, COPIES, folder, name)
                    for path, name in ((ref, "jar.ref"), (hyps[0], "jar.hyp")))
    many_refs = repeated(ref, COPIES * TIMES, folder, "ref")
    many = [repeated(hyp, COPIES * TIMES, folder, "hyp%d" % i) for i, hyp in enumerate(hyps)]
    taken = {}
    for name, (spec, arguments) in STAGES.items():
        start = e2e.timed(jar(ref, hyps[0], arguments), None, e2e.cores()[:1])[1]
        whole = e2e.timed(jar(refs, system, arguments), None, e2e.cores()[:1])[1]
        taken["jar, " + name] = (whole - start) / lines / (COPIES - 1)
        for count in sorted({1, len(hyps)}):
            command = mtgauge("score", many_refs, many[:count], spec)
            seconds = e2e.timed(command, None, e2e.cores()[:1])[1]
            if spec != "meteor":  # for both, reading the whole table of paraphrases is part of the start
                seconds -= e2e.timed(mtgauge("score", ref, hyps[:count], spec), None, e2e.cores()[:1])[1]
                seconds *= COPIES * TIMES / (COPIES * TIMES - 1)
            taken["mtgauge, %s, systems: %d" % (name, count)] = (
                seconds / lines / COPIES / TIMES / count)
    return taken


def main():
    arguments = e2e.parser_of("meteor", rounds=3).parse_args()
    with tempfile.TemporaryDirectory(prefix="mtgauge-e2e-") as folder:
        kind, ref, hyps = texts(folder)
        check_answers(ref, hyps)
        rounds = [one_round(folder, ref, hyps) for _ in range(arguments.rounds)]
    seconds = {name: statistics.median(one[name] for one in rounds) for name in rounds[0]}
    table = {}
    print("\n%-40s %14s %14s %8s" % ("segments a second, one core", "jar", "mtgauge", "ratio"))
    for name in STAGES:
        for count in sorted({1, len(hyps)}):
            theirs, ours = seconds["jar, " + name], seconds["mtgauge, %s, systems: %d" % (name, count)]
            row = {"stages": name, "systems": count, "jar_per_s": 1 / theirs, "mtgauge_per_s": 1 / ours,
                   "ratio": theirs / ours}
            table["%s, %d systems" % (name, count)] = row
            print("%-40s %14.0f %14.0f %6.0f x" % ("%s, systems: %d" % (name, count), 1 / theirs, 1 / ours,
                                                  theirs / ours))
    e2e.write_result({"text": {"kind": kind}, "meteor": table,
                      "cpu_runs_s_per_segment": {key: [one[key] for one in rounds] for key in rounds[0]}}, arguments)


if __name__ == "__main__":
    main()
