"""Compares every metric and tokenizer with the programs that users run today; started by metrics.sh
under its Python.

mtgauge is timed as a whole command on files, including its start; a peer within its own process, on
texts that were read beforehand. Both are measured in processor time.
"""

import json
import math
import os
import random
import statistics
import sys
import tempfile

import sentencepiece

import e2e
from metric_peers import METRICS, spbleu, tokenizers

COMPAT = "sacrebleu-py312" if sys.version_info >= (3, 12) else "sacrebleu"
# The files that a metric needs.
NEEDS = {"meteor": os.path.join(os.environ["METEOR_DATA"], "synonym"),
         "meteor2005": os.path.join(os.environ["WNSEARCHDIR"], "index.noun"),
         "meteor2007": os.path.join(os.environ["WNSEARCHDIR"], "index.noun")}
# Not timed: they need texts labelled with semantic roles, or a glossary of the texts.
NOT_TIMED = {"meant", "sr", "terminology", "term-consistency"}
LISTED = {row["name"]: row for row in json.loads(e2e.output([e2e.MTGAUGE, "metrics", "-f", "json"]))["metrics"]}
PIECES = 8_000  # vocabulary of the SentencePiece model that is trained on the texts
SCRIPTS = {"japanese": [(0x3041, 0x3096), (0x30A1, 0x30FA), (0x4E00, 0x9FA5)], "korean": [(0xAC00, 0xD7A3)],
           "chinese": [(0x4E00, 0x9FA5)]}


# ---- texts ----

def lines_of(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        return file.read().split("\n")[:-1]


def as_words(path):
    """Returns the text with single spaces between its words."""
    with open(path + ".words", "wb") as out:
        out.write(e2e.output([e2e.MTGAUGE, "tokenize", "-tok", "13a", "-i", path]))
    return path + ".words"


def long_pairs(files, count):
    """Returns the first pairs with at least four words on each side: NLTK counts an n-gram even in
    shorter texts."""
    made = tuple(path + ".part" for path in files)
    with open(files[0], "rb") as refs, open(files[1], "rb") as hyps:
        kept = [pair for pair in zip(refs, hyps) if min(len(line.split()) for line in pair) >= 4][:count]
    for path, lines in zip(made, zip(*kept)):
        with open(path, "wb") as out:
            out.writelines(lines)
    return made


def invented(script, count, path):
    """Writes lines of random characters of a script, in runs of the length of phrases, with some
    Latin words and numbers."""
    draw = random.Random(script)
    with open(path, "w", encoding="utf-8") as out:
        for _ in range(count):
            runs = ["".join(chr(draw.randint(*draw.choice(SCRIPTS[script]))) for _ in range(draw.randint(3, 12)))
                    for _ in range(draw.randint(2, 7))]
            out.write((" " if script == "korean" else "").join(runs) + " " + str(draw.randint(1, 9999)) + "。\n")
    return path


class Texts:
    """All pairs, and a part of them for peers, as lines and as words."""

    def __init__(self, folder, pairs, part):
        self.folder, self.pairs, self.part = folder, pairs, part
        lines = e2e.real_lines(folder)
        self.kind = "lines of real systems and perturbed copies" if lines else "invented lines"
        lines = e2e.generate(folder, "full", pairs, lines)
        self.files = {False: lines, True: tuple(as_words(path) for path in lines)}
        self.parts = {False: tuple(e2e.head(path, part, path + ".part") for path in lines),
                      True: long_pairs(self.files[True], part)}
        self.read = {words: [lines_of(path) for path in files] for words, files in self.parts.items()}

    def of_script(self, script):
        """Returns (a file of all lines, a file of a part of them)."""
        full = self.files[False][1] if script == "latin" else invented(
            script, self.pairs, os.path.join(self.folder, script))
        return full, e2e.head(full, self.part, full + ".part")

    def model(self):
        path = os.path.join(self.folder, "model")
        sentencepiece.SentencePieceTrainer.train(input=self.parts[False][1], model_prefix=path, vocab_size=PIECES,
                                                 hard_vocab_limit=False, minloglevel=2)
        return path + ".model"


# ---- commands, and answers first ----

def score(spec, files, threads=1, *extra):
    """The reference serves as the source text, too."""
    source = ["--source", files[0]] if LISTED[spec.split(":")[0]]["needs_source"] else []
    return [e2e.MTGAUGE, "score", *files[:1], "-i", *files[1:], "-m", spec, "--threads", str(threads), "--force",
            *source, *extra]


def tokenize(name, path):
    return [e2e.MTGAUGE, "tokenize", "-tok", name, "-i", path]


def all_specs():
    beside = {spec.split(":")[0] for spec in METRICS}
    names = set(LISTED) - beside - NOT_TIMED | set(METRICS)
    absent = {name for name in names if name in NEEDS and not os.path.exists(NEEDS[name])}
    for name in sorted(absent):
        print("without %s: there is no %s" % (name, NEEDS[name]))
    return sorted(names - absent)


def same_everywhere(what, commands, isas):
    if len({e2e.output(command, e2e.with_isa(isa)) for command in commands for isa in isas}) != 1:
        sys.exit("error: the output of %s depends on threads or instruction set" % what)


def check_metric(spec, texts, isas):
    peer = METRICS.get(spec)
    words = bool(peer and peer.words)
    same_everywhere(spec, [score(spec, texts.parts[words], threads, "-f", "json") for threads in (1, 2)], isas)
    if not peer:
        return
    extra = ["--compat", COMPAT] if peer.exact else []
    report = json.loads(e2e.output(score(spec, texts.parts[words], 1, "-f", "json", *extra)))
    ours = report["systems"][0]["scores"][0]["score"]
    theirs = peer.function(*texts.read[words])
    if ours != theirs if peer.exact else not math.isclose(ours, theirs, rel_tol=1e-10):
        sys.exit("error: %s: mtgauge %r, %s %r" % (spec, ours, peer.title(), theirs))


def check_tokenizer(name, peer, part, isas):
    same_everywhere(name, [tokenize(name, part)], isas)
    ours = e2e.output(tokenize(name, part)).decode().split("\n")[:-1]
    for number, (line, own) in enumerate(zip(lines_of(part), ours, strict=True)):
        if peer.function(line).split() != own.split():
            sys.exit("error: %s, line %d of %s: other tokens than %s" % (name, number + 1, part, peer.title()))


# ---- time ----

class Case:
    """What is timed in each round: a command on all pairs, also on two threads if it can use them,
    and a peer's call."""

    def __init__(self, name, command, on_two_threads=None, peer=None, call=None):
        self.name, self.command, self.on_two_threads = name, command, on_two_threads
        self.peer, self.call, self.runs = peer, call, []

    def round(self, isas):
        run = {isa: e2e.timed(self.command, e2e.with_isa(isa), e2e.cores()[:1])[1] for isa in isas}
        if self.on_two_threads:
            run["one"] = e2e.timed(self.command, None, e2e.cores()[:1])[0]
            run["two"] = e2e.timed(self.on_two_threads, None, e2e.cores()[:2])[0]
        if self.peer:
            run["peer"] = e2e.cpu_seconds(self.call)
        self.runs.append(run)

    def row(self, isas, pairs, part):
        median = {key: statistics.median(run[key] for run in self.runs) for key in self.runs[0]}
        row = {"ns": {isa: median[isa] / pairs * 1e9 for isa in isas}}
        if self.on_two_threads:
            row["two_threads"] = median["one"] / median["two"]
        if self.peer:
            row.update({"peer": self.peer.title(), "peer_ns": median["peer"] / part * 1e9})
            row["ratio"] = row["peer_ns"] / row["ns"][isas[-1]]
        return row


def metric_case(spec, texts):
    peer = METRICS.get(spec)
    words = bool(peer and peer.words)
    one, two = (score(spec, texts.files[words], threads) for threads in (1, 2))
    return Case(spec.replace(texts.folder + "/", ""), one, two, peer, peer and (lambda: peer.function(*texts.read[words])))


def tokenizer_case(name, peer, files):
    lines = lines_of(files[1])
    return Case(name.split(":")[0], tokenize(name, files[0]), None, peer, lambda: [peer.function(line) for line in lines])


def print_table(title, table, isas):
    print("\n%-28s %s %10s %12s %8s" % (title, " ".join("%9s" % isa for isa in isas), "2 threads", "peer", "ratio"))
    for name, row in table.items():
        two = "%.2f x" % row["two_threads"] if "two_threads" in row else ""
        peer = (row["peer_ns"], row["ratio"], row["peer"]) if "peer" in row else None
        print("%-28s %s %10s %s" % (name, " ".join("%9.0f" % row["ns"][isa] for isa in isas), two,
                                   "%12.0f %6.0f x  %s" % peer if peer else ""))


def main():
    parser = e2e.parser_of("metrics", rounds=5)
    parser.add_argument("--pairs", type=int, default=300_000)
    parser.add_argument("--part", type=int, default=3_000, help="pairs for the peers")
    parser.add_argument("--metrics", nargs="*", help="default: all; bleu:tok=spm is with a model of the texts")
    arguments = parser.parse_args()
    isas = e2e.runnable_isas()[-2:]
    with tempfile.TemporaryDirectory(prefix="mtgauge-e2e-") as folder:
        texts = Texts(folder, arguments.pairs, arguments.part)
        model = texts.model()
        METRICS["bleu:tok=spm:" + model] = spbleu(model)
        specs = all_specs() if arguments.metrics is None else [
            spec + ":" + model if spec.endswith("tok=spm") else spec for spec in arguments.metrics]
        for spec in specs:
            check_metric(spec, texts, isas)
        cutters = [(name, peer, texts.of_script(script)) for name, (peer, script) in tokenizers(model).items()]
        for name, peer, files in cutters:
            check_tokenizer(name, peer, files[1], isas)
        print("answers: %d metrics and %d tokenizers print the same on 1 and 2 threads and under %s; %s are their "
              "peers'" % (len(specs), len(cutters), ", ".join(isas), ", ".join(sorted(set(specs) & set(METRICS)))))
        cases = {"metrics": [metric_case(spec, texts) for spec in specs],
                 "tokenizers": [tokenizer_case(*cutter) for cutter in cutters]}
        for _ in range(arguments.rounds):  # all cases in turns
            for case in cases["metrics"] + cases["tokenizers"]:
                case.round(isas)
        tables = {title: {case.name: case.row(isas, texts.pairs, texts.part) for case in some}
                  for title, some in cases.items()}
        for title, table in tables.items():
            print_table(title, table, isas)
        e2e.write_result({"text": {"kind": texts.kind, "pairs": texts.pairs, "part": texts.part}, "isas": isas, **tables}, arguments)


if __name__ == "__main__":
    main()
