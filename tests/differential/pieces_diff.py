"""Compares our encoder of SentencePiece models with Debian's library and two versions of PyPI's
package, on generated lines.

Trains models of every kind. pieces_diff compares the encoder with the library and writes its
pieces by both rules; then the packages tokenize the same lines. Run by pieces.sh.
"""

import argparse
import pathlib
import subprocess
import sys

import sentencepiece

import textgen

MODELS = {
    "unigram": {},
    "unigram_small": {"vocab_size": 1500},
    "unigram_casefolded": {"normalization_rule_name": "nmt_nfkc_cf"},
    "unigram_bytes": {"normalization_rule_name": "nfkc", "byte_fallback": True},
    "unigram_identity": {"normalization_rule_name": "identity", "remove_extra_whitespaces": False,
                         "add_dummy_prefix": False},
    "unigram_suffix": {"treat_whitespace_as_suffix": True},
    "unigram_across_spaces": {"split_by_whitespace": False, "split_by_number": False,
                              "split_by_unicode_script": False},
    "unigram_spaces": {"allow_whitespace_only_pieces": True, "remove_extra_whitespaces": False,
                       "split_digits": True},
    "unigram_defined": {"user_defined_symbols": ["<mask>", "the", "▁of", "ing", "a b", " x", "..."],
                        "control_symbols": ["<c>"]},
    "bpe": {"model_type": "bpe"},
    "bpe_bytes": {"model_type": "bpe", "byte_fallback": True, "normalization_rule_name": "identity",
                  "remove_extra_whitespaces": False, "allow_whitespace_only_pieces": True,
                  "split_digits": True},
    "bpe_suffix": {"model_type": "bpe", "treat_whitespace_as_suffix": True},
    "bpe_across_spaces": {"model_type": "bpe", "split_by_whitespace": False, "split_by_number": False},
    "words": {"model_type": "word"},
    "characters": {"model_type": "char", "user_defined_symbols": ["<mask>", "the", "▁of"]},
    "characters_bytes": {"model_type": "char", "byte_fallback": True, "treat_whitespace_as_suffix": True},
    "bpe_defined": {"model_type": "bpe", "user_defined_symbols": ["<mask>", "the", "▁of", "ing", "a b"]},
}


def train(name, corpus, folder):
    options = {"vocab_size": 3000, "character_coverage": 0.98, **MODELS[name]}
    sentencepiece.SentencePieceTrainer.train(
        input=str(corpus), model_prefix=str(folder / name), hard_vocab_limit=False, minloglevel=2,
        num_threads=2, **options)
    return folder / f"{name}.model"


# SentencePiece's version, and the file of tokens by its rules.
RULES = {"0.2.3": "newest", "0.2.1": "older"}
ENOUGH = 10_000  # lines, of which the two rules cut some differently


def compare_with_package(model, out):
    """Compares the tokens of OUT.lines with this Python's package; returns the number of lines that
    differ."""
    processor = sentencepiece.SentencePieceProcessor(model_file=model)
    differ = 0
    rule = RULES.get(sentencepiece.__version__, "newest")
    with open(f"{out}.lines", "rb") as lines, open(f"{out}.{rule}", "rb") as tokens:
        for line, own in zip(lines, tokens, strict=True):
            pieces = processor.encode(line[:-1], out_type=str)
            joined = b" ".join(piece if isinstance(piece, bytes) else piece.encode() for piece in pieces)
            if joined.decode().split() != own.decode().split():
                differ += 1
                if differ <= 3:
                    print(f"{model}, {sentencepiece.__version__}: {line!r}\n  own:     {own!r}\n  package: {joined!r}",
                          file=sys.stderr)
    return differ


def compare_with(python, model, out):
    """The same with the package of another Python."""
    run = subprocess.run([python, __file__, "--compare", model, out], check=True, stdout=subprocess.PIPE)
    return int(run.stdout)


def main():
    if sys.argv[1:2] == ["--compare"]:
        print(compare_with_package(*sys.argv[2:]))
        return
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True, help="pieces_diff")
    parser.add_argument("--older", required=True, help="Python with the older package")
    parser.add_argument("--folder", required=True, type=pathlib.Path, help="for models and lines")
    parser.add_argument("--lines", type=int, required=True, help="in all")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    generator = textgen.TextGenerator(arguments.seed)
    corpus = arguments.folder / "corpus"
    lines = (generator.sentence(20, 0.05).replace("\n", " ") for _ in range(8000))
    corpus.write_text("\n".join(lines), encoding="utf-8")
    each = -(-arguments.lines // len(MODELS))
    differ, moved = 0, 0
    for name in MODELS:
        model = str(train(name, corpus, arguments.folder))
        # In parts, so that the files stay small.
        for part, first in enumerate(range(0, each, 100000)):
            out = str(arguments.folder / "out")
            subprocess.run([arguments.program, model, str(min(100000, each - first)),
                            str(arguments.seed * 1000 + part), out], check=True)
            differ += compare_with_package(model, out) + compare_with(arguments.older, model, out)
            newest, older = (pathlib.Path(f"{out}.{rules}").read_bytes() for rules in ("newest", "older"))
            moved += sum(a != b for a, b in zip(newest.split(b"\n"), older.split(b"\n"), strict=True))
    print(f"{each * len(MODELS)} lines, sentencepiece {' and '.join(RULES)}: {differ} differ; "
          f"{moved} lines differ between the two")
    sys.exit(differ > 0 or (moved == 0 and arguments.lines >= ENOUGH))


main()
