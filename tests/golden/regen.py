#!/usr/bin/env python3
"""Makes tests/golden/data with the real sacreBLEU: texts invented by textgen.py, figures computed
by the package. Run it in the virtual environments with the versions of PROVENANCE:

    bash tests/oracle_env.sh
    build/oracle-venv/bin/python tests/golden/regen.py
    build/oracle-venv-numpy2/bin/python tests/golden/regen.py      # significance under NumPy 2 alone

A change of any figure is a change of contract: explain it in CHANGELOG.md.
"""

import json
import math
import os
import platform
import random
import sys
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "differential"))

import numpy  # noqa: E402
import regex  # noqa: E402
import sacrebleu  # noqa: E402
import unicodedata  # noqa: E402
from sacrebleu.metrics import BLEU  # noqa: E402
from significance_diff import (  # noqa: E402
    MemoBLEU, NUMPY2, WholeSumsBLEU, confidence, is_fractional, make_metric, paired)
from textgen import CJK, SPACES, TextGenerator  # noqa: E402

TOKENIZERS = ["13a", "intl", "zh", "char", "none"]
SMOOTHINGS = [("exp", None), ("none", None), ("floor", None), ("floor", 0.01), ("add-k", None),
              ("add-k", 2), ("add-k", 0.5)]
ORDERS = [1, 2, 3, 5, 6, 9]

# Arguments of exp(x) for which glibc's code paths for CPUs with and without fused multiply-add
# differ. If the results differ, the platform's exp is not that of the machine that computed the
# figures.
EXP_PROBES = [-0.052, -0.6, -3.543, -4.281, 0.1504, 0.4592, 0.4888, 0.5004, 0.529, 0.5768]


def spec(tok, lowercase, smooth, value, order, effective):
    options = ["tok=" + tok, "smooth=" + smooth]
    if lowercase:
        options.append("lc=yes")
    if value is not None:
        options.append("value=%s" % value)
    if order != 4:
        options.append("order=%d" % order)
    if effective:
        options.append("eff=yes")
    return "bleu:" + ",".join(options)


def figures(hyps, refs, tok, lowercase, smooth, value, order, effective, segments):
    metric = BLEU(lowercase=lowercase, force=True, tokenize=tok, smooth_method=smooth,
                  smooth_value=value, max_ngram_order=order, effective_order=effective)
    stats = metric._extract_corpus_statistics(hyps, refs)
    score = metric.corpus_score(hyps, refs)
    out = {
        "spec": spec(tok, lowercase, smooth, value, order, effective),
        "score": score.score,
        "counts": score.counts,
        "totals": score.totals,
        "precisions": score.precisions,
        "bp": score.bp,
        "hyp_len": score.sys_len,
        "ref_len": score.ref_len,
        "verbose": str(score).split(" ", 3)[3],
        "signature": str(metric.get_signature()),
    }
    if segments:
        out["segment_stats"] = stats
    return out


def hand_made():
    """Yields corpora for specific edge cases."""
    loop = "tick tock " * 400
    hundreds = " ".join("w%d" % (i * 7 % 97) for i in range(600))
    yield "identical", ["The lantern stayed lit."], [["The lantern stayed lit."]]
    yield "nothing in common", ["one two three four"], [["five six seven eight"]]
    yield "empty hypothesis", [""], [["some words here"]]
    yield "empty reference", ["some words here"], [[""]]
    yield "both empty", [""], [[""]]
    yield "blank in Unicode", ["\u3000\u00a0 "], [["\u2003word"]]
    yield "shorter than the order", ["a b"], [["a b"]]
    yield "one token", ["x"], [["x"]]
    yield "clipping", ["tick tick tick tick"], [["tick tick"]]
    yield "clipping over references", ["tick tick tick tock"], [["tick tock"], ["tick tick"]]
    yield "closest length, tie to the shorter", ["a b c d"], [["a b c d e"], ["a b c"]]
    yield "missing references", ["a b c d", "e f g h", "i j k"], [
        ["a b c d", None, "i j k"], [None, "e f g x", "i j"], [None, None, ""]]
    yield "long loop", [loop], [["tick tock " * 300 + "end"]]
    yield "600 tokens", [hundreds], [[hundreds.replace("w5", "v5")]]
    yield "long loop, three references", [loop], [["tick tock"], [loop + "tick"], [hundreds]]
    yield "64 and 65 tokens", [" ".join(["u", "v"] * 32), " ".join(["u", "v"] * 32) + " u"], [
        [" ".join(["v", "u"] * 32) + " v", " ".join(["u", "v"] * 32)]]
    yield "512 and 513 tokens", [" ".join(["u", "v"] * 256), " ".join(["u", "v"] * 256) + " u"], [
        [" ".join(["v", "u"] * 256) + " v", " ".join(["u", "v"] * 256)]]
    yield "NUL tells tokens apart", ["a\0 a b\0\0 abcdefg\0"], [["a a\0 b\0 abcdefg"]]
    yield "eight and nine bytes", ["abcdefgh abcdefghi abcdefgh\u00e9"], [["abcdefghi abcdefgh abcdefgh\u00e8"]]
    yield "line feeds inside", ["first-\nsecond\nthird 4.\n"], [["firstsecond third 4."]]
    yield "carriage returns", ["one two\r", "one\rtwo three four"], [["one two", "one two\rthree four"]]
    yield "byte order mark", ["\ufeffone two three four"], [["one two three four"]]


def corpora():
    yield from hand_made()
    generator = TextGenerator(20170917, line_feeds=True)
    rng = random.Random(7)
    for number in range(30):
        references = rng.choice([1, 1, 2, 3, 4])
        pairs = [generator.pair(references, at_most=24) for _ in range(rng.randint(1, 8))]
        hyps = [hyp for hyp, _ in pairs]
        refs = [[pair[1][r] for pair in pairs] for r in range(references)]
        if references > 2 and rng.random() < 0.7:
            for r in range(1, references):
                for i in range(len(hyps)):
                    if rng.random() < 0.3:
                        refs[r][i] = None
        yield "generated %d" % number, hyps, refs


def make_bleu_cases():
    rng = random.Random(11)
    cases = []
    for name, hyps, refs in corpora():
        scores = []
        for tok in TOKENIZERS:
            for lowercase in (False, True):
                if lowercase and not name.startswith("generated"):
                    continue
                smooth, value = rng.choice(SMOOTHINGS)
                order = rng.choice(ORDERS) if rng.random() < 0.3 else 4
                scores.append(figures(hyps, refs, tok, lowercase, smooth, value, order,
                                      rng.random() < 0.5, True))
        for smooth, value in SMOOTHINGS:
            for effective in (False, True):
                scores.append(figures(hyps, refs, "13a", False, smooth, value, 4, effective, False))
        cases.append({"name": name, "hyps": hyps, "refs": refs, "scores": scores})
    return cases


def make_token_cases():
    generator = TextGenerator(20210811, line_feeds=True)
    texts = ["", " ", "\n", "-\n", "a-\nb", "&", "&amp;lt;", "&quot;x&quot;", "<skipped>", "1-2-3-", "-1-",
             "...", ",.,.", "1.,2", "1,.2", ".1.", "a.b,c", "1.a", "a.1", "2017.", "2017. ", "\u00bd.\u00bd",
             "12\u0663.", "x\u2026y", "\u5929\u6c14\u597d\u3002ok", "\uff11\uff0c\uff12", "\U0001d7d8.\U0001d7d9"]
    # Symbols, punctuation and numbers that were added after Unicode 15.0.
    texts += ["so\u2e60we paid 12\u20c1", "\u1b4e\u1b7fa", "1.\u2ffc,2\u31e4", "a\ufbc3\ufdc8b \u2427c\u2b96",
              "\U00010d40.5\U00010d49,x", "a\U0001cc00b.\U0001ccf0", "\U00012550-\U00016130.\U0001fac8\U0001faea"]
    texts += ["a" + space + "b" for space in SPACES if space.strip(" ")]
    for wildness in (0, 0.2, 0.5, 1, 1, 1):
        texts += [generator.sentence(generator.rng.randint(1, 16), wildness) for _ in range(25)]
    texts += [generator.code_points(generator.rng.randint(1, 20)) for _ in range(40)]
    # Block edges of 64-byte kernels: the interesting byte at every offset around them.
    for tail in [". x", "9.", "-1", "&amp;", "\u00a0z", CJK[0]]:
        texts += ["n" * pad + "1" + tail for pad in range(60, 66)]
    cases = []
    for text in texts:
        case = {"text": text}
        for tok in TOKENIZERS:
            case[tok] = " ".join(BLEU(tokenize=tok, force=True)._preprocess_segment(text).split())
        case["lower"] = text.lower()
        cases.append(case)
    return cases


FORMS = ["nfc", "nfd", "nfkc", "nfkd"]


def make_normal_forms():
    """Returns checksums of the forms of all code points, alone and after a letter, and forms of
    strings."""
    points = [chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000]
    checksums = {form: {before: zlib.crc32("".join(
        unicodedata.normalize(form.upper(), before + c) + "\n" for c in points).encode())
        for before in ("", "e")} for form in FORMS}
    rng = random.Random(15)
    special = [c for c in points if unicodedata.combining(c) or unicodedata.decomposition(c)]
    jamo = [chr(c) for c in range(0x1100, 0x1200)] + [chr(c) for c in range(0xac00, 0xd7a4, 97)]
    kinds = [special, special, jamo, points, "aeiouCN<=> ", ["\u0301", "\u0323", "\u0345\u0308"]]
    texts = ["".join(rng.choice(rng.choice(kinds)) for _ in range(rng.randint(1, 12))) for _ in range(300)]
    cases = [dict({form: unicodedata.normalize(form.upper(), text) for form in FORMS}, text=text)
             for text in texts]
    return {"unicode": unicodedata.unidata_version, "checksums": checksums}, cases


class RowsBLEU(BLEU):
    """Takes rows of statistics in place of hypotheses."""

    def _check_corpus_score_args(self, hypotheses, references):
        pass

    def _extract_corpus_statistics(self, hypotheses, references):
        self.num_refs = 1
        return hypotheses


# (tok, lowercase, order, smoothing, value, effective)
RESAMPLED_SPECS = [("13a", False, 4, "exp", None, False), ("intl", True, 4, "floor", 0.01, False),
                   ("13a", False, 4, "add-k", 0.5, False), ("char", False, 4, "none", None, True),
                   ("none", False, 2, "add-k", None, False), ("zh", True, 5, "floor", None, True),
                   ("13a", True, 4, "add-k", 0.59, False)]
RESAMPLE_COUNTS = [1, 39, 100, 333]
RESAMPLE_SEEDS = [12345, 1, 2**32, 99999999999]


def significance_texts():
    """Returns (name, references, [hypotheses of each system])."""
    generator = TextGenerator(20041101)
    rng = generator.rng
    for segments, references, longest in [(1, 1, 24), (2, 3, 24), (7, 1, 24), (60, 2, 20), (300, 1, 9)]:
        pairs = [generator.pair(references, at_most=longest) for _ in range(segments)]
        refs = [[pair[1][r] for pair in pairs] for r in range(references)]
        base = [hyp for hyp, _ in pairs]
        systems = [base, [generator.noisy_copy(text, 0.1) for text in refs[0]],
                   [text if rng.random() < 0.8 else generator.noisy_copy(text, 0) for text in base]]
        if segments == 7:
            systems += [base, [""] * segments, ["\u16a0"] * segments, refs[0]]
        yield "%d segments, %d references" % (segments, references), refs, systems


def significance_rows():
    """Returns rows of three systems, in which sums beyond 2^24 and single numbers are rounded."""
    rng = random.Random(24)
    systems = []
    for system in range(3):
        rows = []
        for segment in range(40):
            length = rng.randint(300_000, 700_000) if segment else 2**24 + 1 + system
            correct = [int(length * rng.uniform(0.9, 1) * share) for share in (0.7, 0.5, 0.35, 0.25)]
            rows.append([length, length + 12_345 * (system - 1)] + correct +
                        [length - n for n in range(4)])
        systems.append(rows)
    return systems


def resampled(systems, refs, how, test, resamples, seed, base=MemoBLEU):
    """Returns one case of figures; p_whole is the p-value if add-k kept its fraction in shuffles."""
    tok, lowercase, order, smooth, value, effective = how
    out = {"spec": spec(tok, lowercase, smooth, value, order, effective), "test": test,
           "resamples": resamples, "seed": seed}
    metric = make_metric(how, base)
    if test == "ci":
        out["systems"] = [confidence(metric, hyps, refs, resamples, seed) for hyps in systems]
        return out
    out["systems"] = paired(metric, systems, refs, test, resamples, seed)
    if test == "ar" and is_fractional(how):
        whole = paired(make_metric(how, WholeSumsBLEU), systems, refs, test, resamples, seed)
        for system, other in zip(out["systems"], whole):
            system["p_whole"] = other["p"]
    return out


def make_significance_cases():
    rng = random.Random(17)
    ways = [(test, count, seed) for test in ("bs", "ar", "ci") for count in RESAMPLE_COUNTS
            for seed in RESAMPLE_SEEDS if (test, count) != ("ci", 1)]
    corpora, figures = [], []
    for name, refs, systems in significance_texts():
        corpora.append({"name": name, "refs": refs, "systems": systems})
        figures += [dict(resampled(systems, refs, rng.choice(RESAMPLED_SPECS), *way), corpus=name)
                    for way in ways]
    rows = significance_rows()
    name = "sums beyond 2^24"
    corpora.append({"name": name, "rows": rows})
    figures += [dict(resampled(rows, [], RESAMPLED_SPECS[0], *way, RowsBLEU), corpus=name)
                for way in ways]
    return corpora, figures


def write_lines(name, head, rows):
    """Writes JSON with one case per line, so that a diff shows the changed cases."""
    with open(os.path.join(HERE, "data", name), "w", encoding="utf-8") as out:
        out.write("{%s,\n\"cases\":[\n" % json.dumps(head)[1:-1])
        out.write(",\n".join(json.dumps(row, ensure_ascii=True, separators=(",", ":")) for row in rows))
        out.write("\n]}\n")


def main():
    corpora, figures = make_significance_cases()
    write_lines("significance_numpy%d.json" % (2 if NUMPY2 else 1), {"numpy": numpy.__version__}, figures)
    if NUMPY2:
        return
    write_lines("significance_corpora.json", {"made_by": "tests/golden/regen.py"}, corpora)
    probes = [[x, math.exp(x)] for x in EXP_PROBES]
    write_lines("bleu_cases.json", {"exp_probes": probes}, make_bleu_cases())
    write_lines("token_cases.json", {"tokenizers": TOKENIZERS}, make_token_cases())
    write_lines("normal_forms.json", *make_normal_forms())
    with open(os.path.join(HERE, "data", "PROVENANCE"), "w", encoding="utf-8") as out:
        out.write(
            "Texts: invented by tests/differential/textgen.py and tests/golden/regen.py.\n"
            "Normal forms: CPython's unicodedata. word_tools.json: regen_words.py, piece_cases.json:\n"
            "regen_pieces.py, with the versions that they name.\n"
            "Figures: computed by sacreBLEU with `python tests/golden/regen.py`, under\n"
            "  sacrebleu %s\n  regex %s (Unicode 18.0)\n  CPython %s (Unicode %s), left-to-right sum()\n"
            "  numpy %s; in significance_numpy2.json the version that it names\n"
            "  %s, CPU with fused multiply-add\n"
            % (sacrebleu.__version__, regex.__version__, platform.python_version(),
               unicodedata.unidata_version, numpy.__version__, " ".join(platform.libc_ver())))


if __name__ == "__main__":
    main()
