"""Runs the same command lines with sacreBLEU and with `mtgauge sacrebleu`; started by replace.sh."""

import os
import tempfile

import e2e

SEGMENTS = 3_004  # of the test set
SYSTEMS = 16


def texts(folder):
    """Returns a test set of one reference and SYSTEMS outputs, real or invented."""
    data = os.path.join(e2e.SHARED, "data", "wmt17")
    if os.path.isdir(data):
        names = sorted(name for name in os.listdir(data)
                       if name.endswith(".txt") and name != "ref.txt")
        paths = [os.path.join(data, name) for name in ["ref.txt"] + names[:SYSTEMS]]
        return "a test set of WMT17", paths
    ref, hyp = e2e.generate(folder, "invented", SEGMENTS * SYSTEMS)
    paths = [e2e.head(ref, SEGMENTS, os.path.join(folder, "ref.txt"))]
    lines = open(hyp, "rb").read().split(b"\n")
    own = open(paths[0], "rb").read().split(b"\n")
    for system in range(SYSTEMS):
        # Replaces every N-th line by the reference's, with another N for each system, so that the
        # systems differ in quality.
        mixed = [lines[i] if i % (system + 2) == 0 else own[i] for i in range(SEGMENTS)]
        paths.append(os.path.join(folder, "system%02d.txt" % system))
        open(paths[-1], "wb").write(b"\n".join(mixed) + b"\n")
    return "invented lines", paths


def commands(paths):
    """Returns (title, arguments, short form of the arguments), as a user types them after either
    program's name."""
    ref, one, all_systems = paths[0], paths[1], paths[1:]
    return [
        ("BLEU of one system", [ref, "-i", one], "ref -i sys"),
        ("BLEU, chrF and TER of one system", [ref, "-i", one, "-m", "bleu", "chrf", "ter"],
         "ref -i sys -m bleu chrf ter"),
        ("%d systems, BLEU, --paired-bs" % len(all_systems),
         [ref, "-i", *all_systems, "--paired-bs", "-f", "json"],
         "ref -i sys1 ... sys%d --paired-bs -f json" % len(all_systems)),
    ]


def check_answers(rows):
    """Checks that both print the same JSON, byte for byte."""
    for what, arguments, _ in rows:
        flags = arguments if "-f" in arguments else arguments + ["-f", "json"]
        ours, theirs = (e2e.output(program + flags) for program in PROGRAMS.values())
        if ours != theirs:
            raise SystemExit("error: %s: the output is not sacreBLEU's" % what)
    print("answers: the JSON of %d commands is sacreBLEU's, byte for byte" % len(rows))


PROGRAMS = {"mtgauge": [e2e.MTGAUGE, "sacrebleu"], "sacreBLEU": [e2e.ORACLE, "-m", "sacrebleu"]}


def main():
    arguments = e2e.parser_of("replace", rounds=5).parse_args()
    with tempfile.TemporaryDirectory(prefix="mtgauge-e2e-") as folder:
        kind, paths = texts(folder)
        rows = commands(paths)
        check_answers(rows)
        count = len(e2e.cores()[:2])
        times = e2e.measure([("%s, %s" % (what, name), program + line, None, count)
                             for what, line, _ in rows for name, program in PROGRAMS.items()],
                            arguments.rounds)
        table = {}
        print("\n%-38s %12s %12s %8s" % ("start to finish", "sacreBLEU", "mtgauge", "ratio"))
        for what, _, shown in rows:
            theirs, ours = (times["%s, %s" % (what, name)]["wall_s"] * 1e3
                            for name in ("sacreBLEU", "mtgauge"))
            table[what] = {"sacrebleu_ms": theirs, "mtgauge_ms": ours, "ratio": theirs / ours,
                           "arguments": shown}
            print("%-38s %9.0f ms %9.1f ms %6.0f x" % (what, theirs, ours, theirs / ours))
        e2e.write_result({"text": {"kind": kind, "segments": SEGMENTS, "systems": len(paths) - 1},
                          "threads": count, "commands": table, "times": times}, arguments)


if __name__ == "__main__":
    main()
