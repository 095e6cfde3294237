#!/usr/bin/env python3
"""Compares the languages that off-target finds with those of pycld2, which is built from other
sources and knows more languages. So they need not be equal: both must be sure of different
languages in at most 1 % of the texts, and one of them unsure in at most 10 %.

    python tests/differential/languages_diff.py --mtgauge BINARY --texts N --seed N
"""

import argparse
import json
import os
import random
import re
import subprocess
import tempfile

import pycld2

# Names of one language, as core/text/language_detector.cc joins them.
SAME = {"nn": "no", "nb": "no", "hr": "sr", "bs": "sr", "sr-ME": "sr", "ms": "id", "mr": "hi",
        "ne": "hi", "zh-Hant": "zh", "iw": "he"}
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")


def sentences():
    """The invented sentences of the unit test, by language."""
    path = os.path.join(ROOT, "tests/unit/core/metrics/off_target_test.cc")
    with open(path, encoding="utf-8") as test:
        found = re.findall(r'^    \{"(\w\w)",\s*"(.+?)"\},$', test.read(), re.M)
    assert len(found) > 9, found
    return [(SAME.get(language, language), text) for language, text in found]


def texts(count, seed):
    rng = random.Random(seed)
    known = sentences()
    for _ in range(count):
        text = rng.choice(known)[1]
        begin = rng.randrange(len(text))
        text = text[begin:begin + 20 + rng.randrange(60)]
        if rng.randrange(4) == 0:
            text += " " + rng.choice(known)[1][:rng.randrange(40)]
        yield " ".join(text.split())


def ours(binary, lines, language):
    """Returns on, off or unknown for each line."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "texts")
        with open(path, "w", encoding="utf-8") as out:
            out.writelines(line + "\n" for line in lines)
        run = subprocess.run([binary, "segments", path, "-i", path, "-m", "off-target:lang=" + language,
                              "-f", "jsonl", "--details", "-q"], capture_output=True, check=True)
    records = [json.loads(line) for line in run.stdout.splitlines()]
    details = [next(iter(next(iter(record["details"].values())).values())) for record in records]
    return [next(name for name, count in one.items() if count) for one in details]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mtgauge", required=True)
    parser.add_argument("--texts", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    lines = list(texts(args.texts, args.seed))
    found = ["unknown"] * len(lines)
    for language in sorted({language for language, _ in sentences()}):
        for i, one in enumerate(ours(args.mtgauge, lines, language)):
            if one == "on":
                assert found[i] == "unknown", (lines[i], found[i], language)
                found[i] = language
    unsure = differ = 0
    for line, one in zip(lines, found, strict=True):
        reliable, _, of_pycld2 = pycld2.detect(line)
        code = of_pycld2[0][1]
        other = SAME.get(code, code) if reliable and code != "un" else "unknown"
        if "unknown" in (one, other):
            unsure += one != other
        elif one != other:
            differ += 1
    print("%d texts: %d with different languages, %d known to one only" % (len(lines), differ, unsure))
    assert 100 * differ <= len(lines) and 10 * unsure <= len(lines)


if __name__ == "__main__":
    main()
