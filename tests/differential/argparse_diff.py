"""Compares the flag parser with Python's argparse on hand-picked and random command lines.

usage: argparse_diff.py PROBE [--cases N] [--seed S]

PROBE is the test program flags_probe. It prints the table of flags of each verb, from which an
argparse parser is built, and parses the same command lines. Both must agree on whether a line is
accepted and on every value. The rules are those of CPython 3.11; later versions changed corner
cases (an '=' after a cluster of short flags, the position of '--'), so on other versions only lines
without such cases are drawn.
"""

import argparse
import contextlib
import io
import json
import random
import subprocess
import sys

VERBS = ["score", "segments", "compare", "tokenize", "cite", "metrics", "tokenizers", "bench",
         "sacrebleu"]
OLD_CORNERS = sys.version_info[:2] <= (3, 11)

HAND_PICKED = [
    [],
    ["ref"],
    ["ref", "-i", "hyp"],
    ["r0", "r1", "-i", "h0", "h1", "-m", "bleu"],
    ["-i", "h", "ref"],
    ["-i", "h", "-m", "bleu", "--", "r0", "r1"],
    ["-m", "bleu", "--", "-odd-name"],
    ["--", "a", "b"],
    ["--"],
    ["a", "--", "b"],
    ["a", "-b", "c"],
    ["a", "-w", "2", "b"],
    ["-tok", "13a"],
    ["-tok=13a"],
    ["-tok13a"],
    ["-to", "13a"],
    ["-t", "13a"],
    ["-w2"],
    ["-w=2"],
    ["-w", "2"],
    ["-w", "-2"],
    ["-w-2"],
    ["-w", "-0.5"],
    ["-w", "-.5"],
    ["-w", "-5."],
    ["-sv", "-1"],
    ["-sfloor"],
    ["-sadd-k"],
    ["-s", "floor", "-sv", "0.5"],
    ["-sv0.5"],
    ["-sv=0.5"],
    ["-lc"],
    ["-lcx"],
    ["-lc", "x"],
    ["-l", "en-de"],
    ["-len-de"],
    ["-l", "c"],
    ["-sl"],
    ["-slx"],
    ["--width=2"],
    ["--width", "2"],
    ["--wid", "2"],
    ["--wid=2"],
    ["--w=2"],
    ["--width="],
    ["--width"],
    ["-w"],
    ["-i"],
    ["-i", "-b"],
    ["-i", "-"],
    ["-", "-i", "-"],
    ["-bq"],
    ["-qb"],
    ["-bw2"],
    ["-bx"],
    ["-bqw"],
    ["-b", "ref"],
    ["--quiet=yes"],
    ["--quiet="],
    ["--t", "2"],
    ["--s"],
    ["--st"],
    ["--smooth", "exp"],
    ["--smooth-m", "exp"],
    ["--nope"],
    ["--nope", "--help"],
    ["--help", "--nope"],
    ["-w", "--help"],
    ["-h"],
    ["-hb"],
    ["-bh"],
    ["-hz"],
    ["--hel"],
    ["-x"],
    ["-5"],
    ["-5x"],
    ["-1.5.2"],
    ["-foo bar"],
    ["--foo bar"],
    ["-w 2"],
    [""],
    ["-i", ""],
    ["-w", ""],
    ["---"],
    ["-m", "bleu", "-i", "a", "-i", "b", "c"],
    ["-tok", "zh", "-tok", "intl"],
    ["=", "-=", "--="],
]
NEW_CORNERS = [["-b=q"], ["-bw=2"], ["-lc=b"], ["-b="], ["ref", "-i", "h", "--"], ["-b", "--"]]


def build_parser(table):
    parser = argparse.ArgumentParser(add_help=False)
    for flag in table["flags"]:
        names = [flag["long"]] + ([flag["short"]] if flag["short"] else [])
        if flag["help"]:
            parser.add_argument(*names, action="help")
        elif flag["arity"] == "none":
            parser.add_argument(*names, dest=flag["long"], action="store_true", default=None)
        elif flag["arity"] == "?":
            parser.add_argument(*names, dest=flag["long"], nargs="?", const=True)
        elif flag["arity"] == "one":
            parser.add_argument(*names, dest=flag["long"])
        else:
            parser.add_argument(*names, dest=flag["long"], nargs="+", action="extend")
    if table["positionals"]:
        parser.add_argument("positionals", nargs="*", default=[])
    return parser


def expected(parser, arguments):
    silence = io.StringIO()
    try:
        with contextlib.redirect_stdout(silence), contextlib.redirect_stderr(silence):
            parsed = vars(parser.parse_args(arguments))
    except SystemExit as stop:
        return "help" if stop.code == 0 else "error"
    positionals = parsed.pop("positionals", [])
    return {name: value for name, value in parsed.items() if value is not None}, positionals


def got(line):
    answer = json.loads(line)
    for kind in ("help", "error"):
        if kind in answer:
            return kind
    return answer["values"], answer["positionals"]


def random_flag(rng, table):
    flag = rng.choice(table["flags"])
    name = rng.choice([flag["long"], flag["short"] or flag["long"]])
    value = rng.choice(["2", "-2", "-.5", "x", "", "b", "q", "bq", "w2", "en-de", "a b", "h"])
    kind = rng.randrange(6)
    if kind == 0:
        return [name, value]
    if kind == 1:
        return [name + value]
    if kind == 2:
        return [name + "=" + value]
    if kind == 3:
        return [name[: rng.randrange(2, len(name) + 1)]]
    if kind == 4:
        return [name[: rng.randrange(2, len(name) + 1)] + "=" + value]
    return [name]


def random_word(rng):
    alphabet = ["-", "-", "=", "a", "b", "q", "w", "s", "l", "c", "v", "t", "o", "k", "i", "5", ".", " "]
    return "".join(rng.choice(alphabet) for _ in range(rng.randrange(6)))


def random_line(rng, table):
    line = []
    for _ in range(rng.randrange(1, 6)):
        kind = rng.randrange(10)
        if kind < 5:
            line += random_flag(rng, table)
        elif kind < 7:
            line.append(rng.choice(["ref", "hyp.txt", "-", "--", "-3", "bleu:order=2", "a b"]))
        else:
            line.append(random_word(rng))
    return line


def is_comparable(line):
    """Leaves out '--flag=--', on which argparse itself fails, and corner cases that changed after
    3.11."""
    if any(word.endswith("--") and word != "--" for word in line):
        return False
    if OLD_CORNERS:
        return True
    return "--" not in line and not any(
        word.startswith("-") and not word.startswith("--") and "=" in word for word in line
    )


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("probe")
    arguments.add_argument("--cases", type=int, default=5000, help="random lines per verb")
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    rng = random.Random(options.seed)
    differences = compared = accepted = 0
    for verb in VERBS:
        probe = [options.probe]
        table = json.loads(subprocess.run(probe + ["table", verb], check=True, capture_output=True, text=True).stdout)
        parser = build_parser(table)
        lines = HAND_PICKED + (NEW_CORNERS if OLD_CORNERS else [])
        lines = lines + [random_line(rng, table) for _ in range(options.cases)]
        lines = [line for line in lines if is_comparable(line)]
        text = "".join(json.dumps(line) + "\n" for line in lines)
        answers = subprocess.run(probe + ["parse", verb], input=text, check=True, capture_output=True, text=True)
        answers = answers.stdout.splitlines()
        assert len(answers) == len(lines)
        for line, answer in zip(lines, answers):
            compared += 1
            want = expected(parser, line)
            accepted += not isinstance(want, str)
            if want != got(answer):
                differences += 1
                print(f"{verb} {line}: argparse {want}, mtgauge {answer}")
    print(f"{compared} command lines, {accepted} accepted by argparse, {differences} differences")
    return 1 if differences or compared == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
