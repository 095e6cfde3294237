"""Times the search for the nearest reference beside all pairs; started by top.sh. Standard library
only."""

import json
import sys
import tempfile

import e2e

TRAIN, TEST = 20_000, 2_000
CHECKED = 200  # lines of the test set whose answers are compared


def texts(folder, train, test):
    """Returns the files of two sets of lines that do not share pairs."""
    pairs = e2e.generate(folder, "pairs", train + test, e2e.real_lines(folder))
    lines = open(pairs[1], "rb").read().split(b"\n")[train:train + test]
    with open(folder + "/test", "wb") as out:
        out.write(b"\n".join(lines) + b"\n")
    return e2e.head(pairs[0], train, folder + "/train"), folder + "/test"


def all_pairs(train, test, *extra):
    return [e2e.MTGAUGE, "matrix", train, "-i", test, "-m", "chrf", "--threads", "1", *extra]


def nearest(train, test, *extra):
    return all_pairs(train, test, "--top", "1", *extra)


def check_answers(train, test):
    """Checks that the search finds the first of the best references of all pairs."""
    found = [json.loads(line) for line in e2e.output(nearest(train, test, "-f", "jsonl")).splitlines()]
    scores = [json.loads(line) for line in e2e.output(all_pairs(train, test, "-f", "jsonl")).splitlines()]
    for best, row in zip(found, scores, strict=True):
        of_pairs = row["scores"]["chrF2"]
        if best["scores"]["chrF2"] != [max(of_pairs)] or best["references"] != [of_pairs.index(max(of_pairs)) + 1]:
            sys.exit("error: hypothesis %d: %s, but all pairs have %r" % (row["hypothesis"], best, max(of_pairs)))
    print("answers: the nearest references of %d lines are those of all pairs" % len(found))


def large(folder, lines):
    """Times the search alone, since all pairs would take too long."""
    wall, cpu = e2e.timed(nearest(*texts(folder, lines, lines)), None, e2e.cores()[:1])
    print("nearest    %d x %d lines: %8.2f s" % (lines, lines, wall))
    return {"lines": lines, "wall_s": wall, "cpu_s": cpu}


def main():
    parser = e2e.parser_of("top", rounds=3)
    parser.add_argument("--lines", type=int, default=100_000, help="lines of both sides in the second search")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mtgauge-top-") as folder:
        train, test = texts(folder, TRAIN, TEST)
        check_answers(train, e2e.head(test, CHECKED, folder + "/checked"))
        times = e2e.measure([("all pairs", all_pairs(train, test), None, 1),
                             ("nearest", nearest(train, test), None, 1)], arguments.rounds)
        for name, taken in times.items():
            print("%-10s %d x %d lines: %8.2f s" % (name, TEST, TRAIN, taken["wall_s"]))
        print("ratio: %.1f x" % (times["all pairs"]["wall_s"] / times["nearest"]["wall_s"]))
        second = large(folder, arguments.lines)
    e2e.write_result({"top": {"train": TRAIN, "test": TEST, **times}, "top_large": second}, arguments)


if __name__ == "__main__":
    main()
