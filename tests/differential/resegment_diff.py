#!/usr/bin/env python3
"""Compares the verb resegment with mweralign (Post and Hoang 2025), by words and ignoring case.

Checks by the definition that no segmentation has fewer edits than ours. If mweralign's has as few,
each of its boundaries must be among the best ones; both tools may choose differently among equally
good segmentations. Prints how many are equal.
"""

import argparse
import logging
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

from mweralign.mweralign import MwerAlign

logging.disable(logging.CRITICAL)


def quietly(function):
    """Calls a function that prints on standard error, without its output."""
    kept, null = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)
    try:
        return function()
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(null)


def theirs(references, lines):
    tool = MwerAlign()
    tool.set_tokenized(False)
    text = quietly(lambda: tool.align("\n".join(references) + "\n", " ".join(lines)))
    return [line.split() for line in text.split("\n")][: len(references)]


def ours(binary, references, lines, *flags):
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, texts in (("ref", references), ("hyp", lines)):
            paths.append(pathlib.Path(folder, name))
            paths[-1].write_text("".join(text + "\n" for text in texts), encoding="utf-8")
        command = [binary, "resegment", paths[0], "-i", paths[1], "-tok", "none", "-lc", "-q", *flags]
        out = subprocess.run(command, check=True, capture_output=True).stdout.decode()
    return [line.split() for line in out.split("\n")[:-1]]


def rows(reference, words, first):
    """Returns the last row of Levenshtein's table whose first row is `first`."""
    for symbol in reference:
        row = [first[0] + 1]
        for j, word in enumerate(words):
            row.append(min(first[j] + (word != symbol), first[j + 1] + 1, row[j] + 1))
        first = row
    return first


def best_ends(references, words):
    """Returns all ends of each segment in some best segmentation: those that are best from both
    sides."""
    forward, backward = [list(range(len(words) + 1))], [list(range(len(words) + 1))]
    for reference in references:
        forward.append(rows(reference, words, forward[-1]))
    for reference in reversed(references):
        backward.append(rows(reference[::-1], words[::-1], backward[-1]))
    least = forward[-1][-1]
    ends = []
    for s in range(1, len(references)):
        after = backward[len(references) - s][::-1]
        ends.append({j for j in range(len(words) + 1) if forward[s][j] + after[j] == least})
    return ends, least


def edits(segment, reference):
    return rows(reference, segment, list(range(len(segment) + 1)))[-1]


def lower(words):
    return [word.lower() for word in words]


def ends_of(segments):
    ends, at = [], 0
    for segment in segments:
        at += len(segment)
        ends.append(at)
    return ends[:-1]


class Comparison:
    def __init__(self):
        self.texts = self.cuts = self.equal = self.only = self.fewer = 0

    def add(self, name, references, mine, tool, exact=True):
        """Counts equal boundaries; exits if ours are not best. `exact`: checks every best
        segmentation."""
        targets = [lower(reference.split()) for reference in references]
        words = lower(word for segment in mine for word in segment)
        if words != lower(word for segment in tool for word in segment) or len(mine) != len(tool):
            sys.exit(f"{name}: words are lost")
        totals = [sum(map(edits, map(lower, each), targets)) for each in (mine, tool)]
        if totals[0] > totals[1]:
            sys.exit(f"{name}: {totals[0]} edits where mweralign has {totals[1]}")
        pairs = list(zip(ends_of(mine), ends_of(tool)))
        self.texts += 1
        self.cuts += len(pairs)
        self.equal += sum(a == b for a, b in pairs)
        self.fewer += totals[0] < totals[1]
        if not exact:
            return
        best, least = best_ends(targets, words)
        if totals[0] != least:
            sys.exit(f"{name}: {totals[0]} edits where {least} are enough")
        for (a, b), ends in zip(pairs, best):
            if a not in ends or (b not in ends and totals[0] == totals[1]):
                sys.exit(f"{name}: a cut at {a} (mweralign: {b}), but the best are at {sorted(ends)}")
            self.only += len(ends) == 1 and a == b

    def say(self):
        print(f"{self.texts} texts: never more edits than mweralign, fewer in {self.fewer}; "
              f"{self.equal} of {self.cuts} cuts equal"
              + (f", among them {self.only} that are the only best ones" if self.only else ""))


def random_texts(count, seed):
    rng = random.Random(seed)
    for _ in range(count):
        vocabulary = [f"w{i}" for i in range(rng.choice((1, 3, 10, 200)))]
        references, words = [], []
        for _ in range(rng.randint(1, 15)):
            reference = [rng.choice(vocabulary) for _ in range(rng.randint(1, 12))]
            references.append(" ".join(reference))
            for word in reference:
                what = rng.random()
                if what < 0.1:
                    words.append(rng.choice(vocabulary))
                if what > 0.2:
                    words.append(word.upper() if rng.random() < 0.1 else word)
        if not words:
            continue
        lines = []
        while words:
            size = rng.randint(1, 20)
            lines.append(" ".join(words[:size]))
            words = words[size:]
        yield references, lines


def shared_texts(root):
    data = pathlib.Path(os.environ.get("MTGAUGE_SHARED", root / ".." / "shared"), "data")
    for references in sorted(data.glob("wmt17/ref.txt")):
        for hypotheses in sorted(references.parent.glob("*")):
            if hypotheses == references or not hypotheses.is_file():
                continue
            texts = [path.read_bytes().decode("utf-8-sig", "replace").split("\n")[:-1]
                     for path in (references, hypotheses)]
            if len(texts[0]) == len(texts[1]) > 100:
                yield hypotheses.name, *texts


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mtgauge", required=True)
    parser.add_argument("--texts", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shared", action="store_true")
    parser.add_argument("--segments", type=int, default=300, help="of each real text")
    asked = parser.parse_args()
    comparison = Comparison()
    if not asked.shared:
        for number, (references, lines) in enumerate(random_texts(asked.texts, asked.seed)):
            comparison.add(f"text {number}", references, ours(asked.mtgauge, references, lines), theirs(references, lines))
        comparison.say()
        return
    spent = {"mtgauge": 0.0, "mweralign": 0.0}
    root = pathlib.Path(__file__).resolve().parents[2]
    for name, references, lines in shared_texts(root):
        references = [line for line in references[: asked.segments] if line.split()]
        lines = lines[: asked.segments]
        start = time.process_time()
        tool = theirs(references, lines)
        spent["mweralign"] += time.process_time() - start
        before = os.times().children_user
        mine = ours(asked.mtgauge, references, lines, "--threads", "1")
        spent["mtgauge"] += os.times().children_user - before
        comparison.add(name, references, mine, tool, exact=False)
    comparison.say()
    print("user time: " + ", ".join(f"{name} {seconds:.2f} s" for name, seconds in spent.items()))


if __name__ == "__main__":
    main()
