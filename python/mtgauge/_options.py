"""The keywords of `score`, `segments`, `compare`, `explain` and `report`, `evaluate`, `spans`, `latency`, `resegment`, `nbest`, `survey`, `cite`, `Rows`, `matrix` and `mbr` besides their own, with their types.

Written by python/generate/options.py from the engine's table of options.
"""

from __future__ import annotations

import os
from typing import Any, Literal, Optional, Sequence, TypedDict, Union

# A name, a value or a file.
Text = Union[str, "os.PathLike[str]"]
Texts = Union[Text, Sequence[Text]]
# Files, or values in memory: lists, a table, or a dict of columns.
Columns = Any


class Shared(TypedDict, total=False):
    on_invalid: Optional[Literal["error", "replace", "skip"]]
    """what to do with invalid UTF-8: stop with an error (the default), replace the bytes with U+FFFD, or skip
    the segment; JSON must be UTF-8, without halves of characters such as \\ud800."""
    tokenize: Optional[Union[Literal["13a", "intl", "zh", "char", "none", "ascii", "ascii-lc", "mteval", "mteval-lc", "mteval-intl", "mteval-intl-lc", "rouge", "rouge155", "unicode-v1", "character-v1", "flores200", "flores101", "spBLEU-1K", "spm", "ja-mecab", "ko-mecab", "meteor", "meteor-nopunct"], Text]]
    """tokenizer (default: from language_pair=, or the metric's own); bleu's own is 13a."""
    lowercase: Optional[bool]
    """lower-case the text first."""
    stem: Optional[Literal["ar", "ca", "da", "de", "el", "en", "es", "eu", "fi", "fr", "ga", "hi", "hu", "hy", "id", "it", "lt", "ne", "nl", "no", "porter", "pt", "ro", "ru", "sr", "sv", "ta", "tr", "yi"]]
    """replace words by their stems; NAME is a language code or porter; stemmers expect lower case, so use
    lowercase= as well."""
    language_pair: Optional[Text]
    """source and target language; the target language chooses the tokenizer, as in sacreBLEU, unless tokenize=
    is given."""
    smooth_method: Optional[Literal["exp", "floor", "add-k", "none"]]
    """smoothing of n-gram orders without a match (default: exp)."""
    smooth_value: Optional[float]
    """value for floor (default: 0.1) or add-k (default: 1)."""
    chrf_char_order: Optional[int]
    """longest character n-gram of chrf (default: 6); the same as chrf:nc=N."""
    chrf_word_order: Optional[int]
    """longest word n-gram of chrf (default: 0); 2 is chrF++; the same as chrf:nw=N."""
    chrf_beta: Optional[float]
    """weight of recall in chrf (default: 2); the same as chrf:beta=N."""
    chrf_whitespace: Optional[bool]
    """chrf counts white space as characters, except at the end of a line (chrf:space=all: there too)."""
    chrf_lowercase: Optional[bool]
    """chrf compares in lower case."""
    chrf_eps_smoothing: Optional[bool]
    """chrf averages over all orders; an order without n-grams counts 1e-16."""
    meteor_data: Optional[Text]
    """METEOR 1.5's folder 'resources' (default: $METEOR_DATA); the same as meteor:data=DIR."""
    nist_counts: Optional[Text]
    """file with n-gram counts for nist, used instead of the references' counts; lines of tokens, a tab and a
    count; the same as nist:counts=FILE."""
    ter_case_sensitive: Optional[bool]
    """ter is case-sensitive."""
    ter_asian_support: Optional[bool]
    """ter splits Chinese and Japanese characters (with ter_normalized=), or deletes their punctuation (with
    ter_no_punct=)."""
    ter_no_punct: Optional[bool]
    """ter deletes punctuation."""
    ter_normalized: Optional[bool]
    """ter decodes entities and splits off punctuation."""
    ngram_engine: Optional[Literal["auto", "table", "bitmask"]]
    """how n-grams are matched (default: auto); affects speed only."""
    hash: Optional[Literal["xxh3", "xxh64", "abseil", "mum", "crc32c", "fnv1a", "std", "identity"]]
    """hash function of the n-gram table; affects speed only."""


class ScoreOptions(Shared, total=False):
    ref_annotations: Optional[Columns]
    """annotation files of the references, one per reference; for metrics that use lemmas and tags (maxsim);
    lines of word|lemma|tag[|head|relation], or CoNLL-U; the words must be those of the text."""
    annotations: Optional[Columns]
    """annotation files of the systems, one per system; in the formats of ref_annotations=."""
    annotate_with: Optional[Text]
    """shell command that annotates a text, in place of annotation files; it runs once per reference and system,
    reads plain lines on standard input and writes annotations to standard output."""
    pairs: Optional[Text]
    """table of language pairs, in place of references and outputs: one answer with the scores of each, and
    their mean; columns pair, references and outputs, and source for metrics that need it, separated by tabs,
    with spaces between several files, which may be patterns as in out/*.de; with language_pair=, only these
    pairs of it."""
    key: Optional[Text]
    """join records of JSON Lines or tables by this field, not by their order; the order is that of the first
    reference; if records have a field 'system', each system becomes one output. All texts are held in memory,
    plus about 160 bytes for each."""
    split_key: Optional[Text]
    """the parts of the key= field, as in '{lang}_#_{domain}_#_{doc}_#_{}': names in braces with separators
    between them; the field up to the end of {doc} names the segment's document."""
    split_paragraphs: Optional[bool]
    """make each paragraph a segment, in records whose texts all have the same number of paragraphs; blank lines
    separate paragraphs; the ids become ID#1, ID#2, ...; other records stay whole."""
    leave_one_out_refs: Optional[bool]
    """also score each reference against the other references, as if it were a system."""
    test_set: Optional[Text]
    """references of a test set in sacreBLEU's cache; needs language_pair=; the cache is $SACREBLEU, or
    ~/.sacrebleu."""
    input_format: Optional[Literal["text", "sgml", "wmt-xml", "jsonl", "json", "tsv", "csv", "tsv-quoted", "conllu", "parquet", "arrow"]]
    """format of all references and hypotheses; for use when auto-detection fails."""
    empty_references: Optional[Literal["keep", "missing"]]
    """how an empty reference counts if the segment has another that is not empty; keep: as a reference (the
    default), missing: as no reference, like null in JSON Lines."""
    signature: Optional[Texts]
    """signatures that the scores must have, as mtgauge or sacreBLEU prints them; a score with another one, or a
    signature without a score, is an error; 'cite' prints the command that gives them."""
    survey: Optional[Text]
    """file from 'mtgauge survey' with the counts that nist needs from all references; inputs are then read only
    once."""
    compat: Optional[Literal["sacrebleu", "sacrebleu-py312", "sacrebleu-numpy2", "sacrebleu-py312-numpy2"]]
    """reproduce this tool's results on this machine, to the last bit: the same exp, log and sums and, in tests,
    the same random generator, float32 sums, p-values and intervals; -py312 stands for Python 3.12 or later,
    -numpy2 for NumPy 2."""
    seed: Optional[int]
    """seed of the resamples (default: 12345); $SACREBLEU_SEED overrides the default; 0 is a seed like any
    other."""
    confidence: Optional[bool]
    """95 % confidence interval by bootstrap; for one system; prints the bootstrap mean and half the width of
    the interval."""
    confidence_n: Optional[int]
    """number of resamples for confidence= (default: 1000)."""
    paired_bs: Optional[bool]
    """paired bootstrap against the first system; as in sacreBLEU; the verb 'compare' tests all pairs and keeps
    its significance level."""
    paired_bs_n: Optional[int]
    """number of resamples for paired_bs= (default: 1000)."""
    paired_ar: Optional[bool]
    """approximate randomization against the first system; as in sacreBLEU."""
    paired_ar_n: Optional[int]
    """number of trials for paired_ar= (default: 10000)."""
    scale: Optional[Literal["own", "unit"]]
    """own: the metric's own scale (the default), or unit: from 0 to 1, where higher is better, as for rewards;
    that is the share of a perfect score or, if lower is better, 1 minus that share and at least 0 (for a TER
    above 100)."""
    details: Optional[bool]
    """also give the figures behind each score; counts, lengths, matches of each order, edits of each kind,
    matches of METEOR's stages; in json and jsonl, and in tsv for segments."""
    require: Optional[Texts]
    """bounds on scores; for all systems, as in 'bleu>=30' 'ter<=55' (>=, >, <= or <, in quotes), or for one
    system, as in 'SYSTEM:bleu>=30'."""


class SegmentsOptions(Shared, total=False):
    ref_annotations: Optional[Columns]
    """annotation files of the references, one per reference; for metrics that use lemmas and tags (maxsim);
    lines of word|lemma|tag[|head|relation], or CoNLL-U; the words must be those of the text."""
    annotations: Optional[Columns]
    """annotation files of the systems, one per system; in the formats of ref_annotations=."""
    annotate_with: Optional[Text]
    """shell command that annotates a text, in place of annotation files; it runs once per reference and system,
    reads plain lines on standard input and writes annotations to standard output."""
    key: Optional[Text]
    """join records of JSON Lines or tables by this field, not by their order; the order is that of the first
    reference; if records have a field 'system', each system becomes one output. All texts are held in memory,
    plus about 160 bytes for each."""
    split_key: Optional[Text]
    """the parts of the key= field, as in '{lang}_#_{domain}_#_{doc}_#_{}': names in braces with separators
    between them; the field up to the end of {doc} names the segment's document."""
    split_paragraphs: Optional[bool]
    """make each paragraph a segment, in records whose texts all have the same number of paragraphs; blank lines
    separate paragraphs; the ids become ID#1, ID#2, ...; other records stay whole."""
    test_set: Optional[Text]
    """references of a test set in sacreBLEU's cache; needs language_pair=; the cache is $SACREBLEU, or
    ~/.sacrebleu."""
    input_format: Optional[Literal["text", "sgml", "wmt-xml", "jsonl", "json", "tsv", "csv", "tsv-quoted", "conllu", "parquet", "arrow"]]
    """format of all references and hypotheses; for use when auto-detection fails."""
    empty_references: Optional[Literal["keep", "missing"]]
    """how an empty reference counts if the segment has another that is not empty; keep: as a reference (the
    default), missing: as no reference, like null in JSON Lines."""
    survey: Optional[Text]
    """file from 'mtgauge survey' with the counts that nist needs from all references; inputs are then read only
    once."""
    compat: Optional[Literal["sacrebleu", "sacrebleu-py312", "sacrebleu-numpy2", "sacrebleu-py312-numpy2"]]
    """reproduce this tool's results on this machine, to the last bit: the same exp, log and sums and, in tests,
    the same random generator, float32 sums, p-values and intervals; -py312 stands for Python 3.12 or later,
    -numpy2 for NumPy 2."""
    scale: Optional[Literal["own", "unit"]]
    """own: the metric's own scale (the default), or unit: from 0 to 1, where higher is better, as for rewards;
    that is the share of a perfect score or, if lower is better, 1 minus that share and at least 0 (for a TER
    above 100)."""
    details: Optional[bool]
    """also give the figures behind each score; counts, lengths, matches of each order, edits of each kind,
    matches of METEOR's stages; in json and jsonl, and in tsv for segments."""


class CompareOptions(Shared, total=False):
    ref_annotations: Optional[Columns]
    """annotation files of the references, one per reference; for metrics that use lemmas and tags (maxsim);
    lines of word|lemma|tag[|head|relation], or CoNLL-U; the words must be those of the text."""
    annotations: Optional[Columns]
    """annotation files of the systems, one per system; in the formats of ref_annotations=."""
    annotate_with: Optional[Text]
    """shell command that annotates a text, in place of annotation files; it runs once per reference and system,
    reads plain lines on standard input and writes annotations to standard output."""
    scores: Optional[Columns]
    """METRIC=FILE ...: segment scores of another metric; METRIC:lower=FILE if lower is better; files with one
    number per line belong to the systems in order, other files name their systems; in tables with a system and
    a segment on each line, as in 'mtgauge meta human=', METRIC names the column of scores if there are several,
    and may be left out for all, if there are no texts; a folder stands for its *.jsonl files."""
    human: Optional[Columns]
    """rank systems by scores of people, without texts; [NAME=]FILE in the formats of 'mtgauge meta human=';
    each column of a table is a criterion, and NAME selects one; NAME:lower=FILE if lower is better; several
    files are several rounds of one campaign."""
    join: Optional[Literal["all", "common"]]
    """what to do with systems that are not in every group of mean=, and with segments of scores= that some
    system lacks: stop with an error (all, the default), or leave them out with a warning (common)."""
    pairs: Optional[Text]
    """table of language pairs, in place of references and outputs: one answer with the scores of each, and
    their mean; columns pair, references and outputs, and source for metrics that need it, separated by tabs,
    with spaces between several files, which may be patterns as in out/*.de; with language_pair=, only these
    pairs of it."""
    leave_out: Optional[Texts]
    """systems of human= to leave out; PAIR:SYSTEM for one language pair."""
    annotators: Optional[Literal["raw", "z"]]
    """human scores as they are (raw, the default), or as z-scores of each annotator (z)."""
    mqm_weights: Optional[Text]
    """weights of errors in MQM tables, as SEVERITY[/CATEGORY[/SUBCATEGORY]]:WEIGHT separated by spaces; the
    most specific one counts (default: 'Major:5 Minor:1 Neutral:0 Major/Non-translation!:25
    Minor/Fluency/Punctuation:0.1')."""
    missing: Optional[Literal["error", "drop-pairwise"]]
    """what to do if scores of scores= are missing: stop with an error (the default), or test each pair of
    systems on the segments that both have scores for."""
    mean: Optional[Text]
    """compare means over groups, each with the same weight, instead of the whole corpus; FIELD is lang (the
    language pair), domain, or any field that by= can group by; of lang,domain, domains are averaged first.
    Groups are resampled by themselves, and a document is never in two."""
    strata: Optional[Text]
    """file with the stratum of each segment (domain, source, ...), one name per line; resamples keep the size
    of each stratum."""
    key: Optional[Text]
    """join records of JSON Lines or tables by this field, not by their order; the order is that of the first
    reference; if records have a field 'system', each system becomes one output. All texts are held in memory,
    plus about 160 bytes for each."""
    split_key: Optional[Text]
    """the parts of the key= field, as in '{lang}_#_{domain}_#_{doc}_#_{}': names in braces with separators
    between them; the field up to the end of {doc} names the segment's document."""
    split_paragraphs: Optional[bool]
    """make each paragraph a segment, in records whose texts all have the same number of paragraphs; blank lines
    separate paragraphs; the ids become ID#1, ID#2, ...; other records stay whole."""
    test_set: Optional[Text]
    """references of a test set in sacreBLEU's cache; needs language_pair=; the cache is $SACREBLEU, or
    ~/.sacrebleu."""
    input_format: Optional[Literal["text", "sgml", "wmt-xml", "jsonl", "json", "tsv", "csv", "tsv-quoted", "conllu", "parquet", "arrow"]]
    """format of all references and hypotheses; for use when auto-detection fails."""
    empty_references: Optional[Literal["keep", "missing"]]
    """how an empty reference counts if the segment has another that is not empty; keep: as a reference (the
    default), missing: as no reference, like null in JSON Lines."""
    survey: Optional[Text]
    """file from 'mtgauge survey' with the counts that nist needs from all references; inputs are then read only
    once."""
    compat: Optional[Literal["sacrebleu", "sacrebleu-py312", "sacrebleu-numpy2", "sacrebleu-py312-numpy2"]]
    """reproduce this tool's results on this machine, to the last bit: the same exp, log and sums and, in tests,
    the same random generator, float32 sums, p-values and intervals; -py312 stands for Python 3.12 or later,
    -numpy2 for NumPy 2."""
    test: Optional[Literal["bs", "ar", "wilcoxon"]]
    """bs (the default), ar or wilcoxon; bs is the paired bootstrap, ar approximate randomization, and wilcoxon,
    for scores of people, the signed-rank test as SciPy 1.15 computes it. The bootstrap's p over n segments or
    documents is at least 2^(1-n), so fewer than 6 never show significance at 0.05. 'cite' describes the test if
    any flag of this group is given."""
    resamples: Optional[int]
    """number of resamples (default: 10000)."""
    seed: Optional[int]
    """seed of the resamples (default: 12345); $SACREBLEU_SEED overrides the default; 0 is a seed like any
    other."""
    alpha: Optional[float]
    """significance level of tests (default: 0.05); intervals have the level 1 - X."""
    correction: Optional[Literal["max-t", "holm", "hochberg", "bonferroni", "sidak", "bh", "by", "none"]]
    """correction of p-values for the number of system pairs, for each metric (default: max-t)."""
    baseline: Optional[Text]
    """compare the other systems with this one only; p-values are corrected for these pairs only."""
    gate: Optional[Union[bool, float]]
    """say whether a system is worse than the baseline; that is, significantly worse by adjusted p; with a
    number X, if it may be worse by X or more, in points of each metric: non-inferiority by adjusted p on the
    same resamples. A difference that the test cannot decide fails too. require= compares scores without a
    test."""
    require: Optional[Texts]
    """bounds on scores, without a test; for all systems, as in 'bleu>=30', or for one, as in 'SYSTEM:bleu>=30';
    with baseline=, a bound may be at a distance from its score, as in 'chrf>=baseline-0.5' 'ter<=baseline+1'
    (>=, >, <= or <, in quotes)."""
    table: Optional[Literal["scores", "intervals", "half-widths"]]
    """one table of systems and metrics, for a paper; replaces the tables of each metric and its pairs. Cells
    are scores, alone or with intervals or their half-widths. The best cluster of each metric is in bold; with
    baseline=, * marks the systems that differ."""
    clusters: Optional[Literal["wmt", "greedy", "wmt24", "wmt25"]]
    """how adjusted p-values divide the ranking into clusters: wmt (the default) where all systems above beat
    all below, greedy where one system of the cluster beats the next system; of scores of people, also the whole
    rule of a campaign: wmt24 (with mean= domain as published) or wmt25, with their scores, tests and ranks."""
    agreement: Optional[bool]
    """also say how far the annotators of human= agree: Krippendorff's alpha, how pairs of annotators order
    outputs, and annotators who differ from the others."""
    model: Optional[Literal["bt", "davidson", "rao-kupper", "trueskill", "expected-wins", "wins", "wins-or-ties"]]
    """how judgements of two outputs (human= files with the columns or JSON fields system1, system2 and winner)
    become a ranking: strengths by Bradley and Terry (bt, the default; a tie is half a win), Davidson or Rao and
    Kupper, TrueSkill, or shares: expected-wins (Koehn, 2012), wins among those decided, wins or ties among
    all."""
    length_controlled: Optional[bool]
    """for each pair, also estimate the difference of segment scores at equal length of the outputs, by
    regression on the difference of their lengths."""
    plan: Optional[float]
    """a difference of scores; for each pair, also say how many units and segments a test needs to find it, with
    these systems and units as the pilot."""
    power: Optional[float]
    """probability of finding a difference, for plan= and the smallest detectable difference (default: 0.8)."""
    interval: Optional[Literal["percentile", "basic", "bca", "order"]]
    """kind of confidence interval (default: percentile); order is sacreBLEU's, from order statistics."""
    sampling: Optional[Literal["full", "half", "half-replaced"]]
    """size of the resamples for intervals (default: full); half draws half of the units without replacement,
    half-replaced draws half with replacement (intervals 1.41 times too wide)."""
    unit: Optional[Literal["segment", "document", "screen"]]
    """what is resampled (default: segment; of human=, document if they are named); document needs documents=,
    or input that names documents (SGML, XML, folders); screen, for human= with annotators and documents: what
    an annotator saw together, a document with all systems."""
    order: Optional[Literal["given", "key", "content"]]
    """how the segments were sorted, for the signature of the test; mtgauge sorts nothing: given (the default:
    unknown), key (by a column of unique values), content (by a hash of the texts)."""
    null: Optional[Literal["centred", "shifted"]]
    """null hypothesis of the bootstrap: centred on the difference (the default), or shifted as in sacreBLEU,
    whose p-values are too small."""
    rng: Optional[Literal["mtg1", "numpy"]]
    """random generator (default: mtg1); numpy gives the resamples of sacreBLEU."""
    blocks: Optional[Text]
    """resample only part I of N of the blocks of the row files, and write the sums to a file, for sums=; give
    the same options as for the comparison."""
    sums: Optional[Texts]
    """files that blocks= wrote for all parts, or one that 'mtgauge merge' made from them; used instead of
    resampling, with the same output."""


class ExplainOptions(Shared, total=False):
    ref_annotations: Optional[Columns]
    """annotation files of the references, one per reference; for metrics that use lemmas and tags (maxsim);
    lines of word|lemma|tag[|head|relation], or CoNLL-U; the words must be those of the text."""
    annotations: Optional[Columns]
    """annotation files of the systems, one per system; in the formats of ref_annotations=."""
    annotate_with: Optional[Text]
    """shell command that annotates a text, in place of annotation files; it runs once per reference and system,
    reads plain lines on standard input and writes annotations to standard output."""
    scores: Optional[Columns]
    """METRIC=FILE ...: segment scores of another metric; METRIC:lower=FILE if lower is better; files with one
    number per line belong to the systems in order, other files name their systems; in tables with a system and
    a segment on each line, as in 'mtgauge meta human=', METRIC names the column of scores if there are several,
    and may be left out for all, if there are no texts; a folder stands for its *.jsonl files."""
    gold: Optional[Texts]
    """files with the error spans that people marked in the outputs, to show in the segments; in the formats of
    'mtgauge spans'; FILE:NAME takes those of one rater or round."""
    spans: Optional[Texts]
    """NAME=FILE ...: error spans that programs predict, to show below those of gold=; in the same formats."""
    missing: Optional[Literal["error", "drop-pairwise"]]
    """what to do if scores of scores= are missing: stop with an error (the default), or test each pair of
    systems on the segments that both have scores for."""
    key: Optional[Text]
    """join records of JSON Lines or tables by this field, not by their order; the order is that of the first
    reference; if records have a field 'system', each system becomes one output. All texts are held in memory,
    plus about 160 bytes for each."""
    split_key: Optional[Text]
    """the parts of the key= field, as in '{lang}_#_{domain}_#_{doc}_#_{}': names in braces with separators
    between them; the field up to the end of {doc} names the segment's document."""
    split_paragraphs: Optional[bool]
    """make each paragraph a segment, in records whose texts all have the same number of paragraphs; blank lines
    separate paragraphs; the ids become ID#1, ID#2, ...; other records stay whole."""
    counts: Optional[Text]
    """file with word frequencies, for example from training data; lines with a word, a tab and a number
    (default: frequencies in the references)."""
    test_set: Optional[Text]
    """references of a test set in sacreBLEU's cache; needs language_pair=; the cache is $SACREBLEU, or
    ~/.sacrebleu."""
    input_format: Optional[Literal["text", "sgml", "wmt-xml", "jsonl", "json", "tsv", "csv", "tsv-quoted", "conllu", "parquet", "arrow"]]
    """format of all references and hypotheses; for use when auto-detection fails."""
    empty_references: Optional[Literal["keep", "missing"]]
    """how an empty reference counts if the segment has another that is not empty; keep: as a reference (the
    default), missing: as no reference, like null in JSON Lines."""
    survey: Optional[Text]
    """file from 'mtgauge survey' with the counts that nist needs from all references; inputs are then read only
    once."""
    test: Optional[Literal["bs", "ar"]]
    """paired bootstrap (bs, the default) or randomization (ar); ar is approximate randomization. The
    bootstrap's p over n segments or documents is at least 2^(1-n), so fewer than 6 never show significance at
    0.05."""
    resamples: Optional[int]
    """number of resamples (default: 10000)."""
    seed: Optional[int]
    """seed of the resamples (default: 12345); $SACREBLEU_SEED overrides the default; 0 is a seed like any
    other."""
    alpha: Optional[float]
    """significance level of tests (default: 0.05); intervals have the level 1 - X."""
    correction: Optional[Literal["max-t", "holm", "hochberg", "bonferroni", "sidak", "bh", "by", "none"]]
    """correction of p-values for the number of system pairs, for each metric (default: max-t)."""
    baseline: Optional[Text]
    """compare the other systems with this one only; p-values are corrected for these pairs only."""
    clusters: Optional[Literal["wmt", "greedy"]]
    """how adjusted p-values divide the ranking into clusters: wmt (the default) where all systems above beat
    all below, greedy where one system of the cluster beats the next system."""
    interval: Optional[Literal["percentile", "basic", "bca", "order"]]
    """kind of confidence interval (default: percentile); order is sacreBLEU's, from order statistics."""
    unit: Optional[Literal["segment", "document"]]
    """what is resampled (default: segment); document needs documents=, or input that names documents (SGML,
    XML, folders)."""
    null: Optional[Literal["centred", "shifted"]]
    """null hypothesis of the bootstrap: centred on the difference (the default), or shifted as in sacreBLEU,
    whose p-values are too small."""
    rng: Optional[Literal["mtg1", "numpy"]]
    """random generator (default: mtg1); numpy gives the resamples of sacreBLEU."""
    examples: Optional[int]
    """number of n-grams and segments to show for each pair of systems and direction (default: 10)."""


class EvaluateOptions(Shared, total=False):
    scores: Optional[Columns]
    """METRIC=FILE ...: scores of another metric; in the formats of human=; METRIC:lower=FILE if lower is
    better, METRIC@en-de=FILE for one of several language pairs."""
    join: Optional[Literal["all", "common"]]
    """what to do with systems and segments that only some files have, and with scores that a metric lacks: stop
    with an error (all, the default), or leave them out with a warning (common)."""
    pairs: Optional[Text]
    """table of language pairs; in place of references, outputs and human scores; columns pair, references,
    outputs and human, and source for metrics that need it, separated by tabs, with spaces between several
    files, which may be patterns as in out/*.de; with language_pair=, only these pairs of it."""
    segments: Optional[Literal["all", "judged"]]
    """segments to evaluate: all that the metrics score (all, the default), or those with a human score for any
    system (judged)."""
    leave_out: Optional[Texts]
    """systems to leave out, by the names of the files, such as other references; PAIR:SYSTEM for one language
    pair."""
    annotators: Optional[Literal["raw", "z"]]
    """human scores as they are (raw, the default), or as z-scores of each annotator (z)."""
    human_offset: Optional[Text]
    """number to add to the segment numbers of human scores (default: 0); auto finds the only one from -2 to 2
    with which all documents agree."""
    mqm_weights: Optional[Text]
    """weights of errors in MQM tables, as SEVERITY[/CATEGORY[/SUBCATEGORY]]:WEIGHT separated by spaces; the
    most specific one counts (default: 'Major:5 Minor:1 Neutral:0 Major/Non-translation!:25
    Minor/Fluency/Punctuation:0.1')."""
    test_set: Optional[Text]
    """references of a test set in sacreBLEU's cache; needs language_pair=; the cache is $SACREBLEU, or
    ~/.sacrebleu."""
    input_format: Optional[Literal["text", "sgml", "wmt-xml", "jsonl", "json", "tsv", "csv", "tsv-quoted", "conllu", "parquet", "arrow"]]
    """format of all references and hypotheses; for use when auto-detection fails."""
    empty_references: Optional[Literal["keep", "missing"]]
    """how an empty reference counts if the segment has another that is not empty; keep: as a reference (the
    default), missing: as no reference, like null in JSON Lines."""
    measures: Optional[Texts]
    """measures of agreement; for systems pearson, spearman, kendall, accuracy, spa, differentials; for segments
    seg-pearson, seg-spearman, seg-kendall, seg-kendall-c, tau-23, acc-eq, tau-like, seg-differentials (pdp),
    precision, recall and f1 (together: threshold), mcc, auc, length-pearson, length-partial, length-spearman,
    length-spearman-partial (the first two: length); for the metric alone f-ratio, which says how well it
    separates systems (default: pearson spearman kendall accuracy spa seg-pearson acc-eq)."""
    mean_measures: Optional[bool]
    """also print the mean over all measures, with equal weights, as WMT does; correlations count as (1 + r) / 2
    if there are also shares such as accuracy."""
    raters_as_metrics: Optional[bool]
    """also measure each rater of human= as a metric, against the mean of the other raters, and all metrics on
    the same outputs: how well people agree is a ceiling for metrics (Proietti et al., 2025); needs the raters'
    names."""
    study: Optional[Texts]
    """repeat the evaluation while one factor varies; length: pseudo-documents of 1, 2, ... random segments;
    references: their number; references-length: length, for each set of references; reference-normalization:
    scores divided by the references' scores against each other; joining: neighbouring segments of a document
    joined in pairs before scoring; METRIC:OPTION: the values of an option that the metrics of metrics= have."""
    longest: Optional[int]
    """number of segments in the longest pseudo-document (default: 25), for study= length and
    references-length."""
    group: Optional[Literal["none", "system", "segment"]]
    """what segment measures are averaged over (default: none for Pearson and Spearman, segment for measures of
    pairs)."""
    average: Optional[Literal["groups", "size"]]
    """weight of groups in an average: all equal (groups, the default), or by their size (size)."""
    undefined: Optional[Literal["skip", "zero"]]
    """what to do with groups without a value, for example if all scores are equal: skip them (the default), or
    count them as zero."""
    threshold: Optional[float]
    """smallest difference of human scores that counts in tau-like (default: 25)."""
    ties: Optional[Literal["exact", "1e-12"]]
    """scores that count as equal: equal numbers (exact, the default), as in mt-metrics-eval, or also those at
    most 1e-12 apart (1e-12), which rounding may have separated."""
    spa_ties: Optional[Literal["first", "half"]]
    """where random signs give two systems exactly the observed difference, spa counts them for the system whose
    name comes first (first, the default) or half for each, which depends on no order (half)."""
    good: Optional[Text]
    """human score from which a translation is good, for precision, recall, f1, mcc and auc (default: 85);
    error-free: from 85 and without a marked error span, as in WMT26."""
    good_metric: Optional[Texts]
    """score from which a metric calls a translation good, X or METRIC=X; default: 1 if it gives only 0 and 1,
    otherwise the score with the largest F1 on these data, which flatters it."""
    dev: Optional[Text]
    """answer of mtgauge.evaluate (JSON) on a development set, with the measure f1, for example: each metric
    calls a translation good from its score there, unless good_metric= names another."""
    tests: Optional[Texts]
    """measures whose differences between metrics are tested (default: pearson and acc-eq, if measured); mean is
    the mean over all measures."""
    metric_test: Optional[Literal["perm-both", "williams"]]
    """test of differences between correlations: perm-both (the default) swaps the scores of both metrics,
    williams is Williams' test, for systems; acc-eq uses the exact distribution of swapped pairs."""
    resample: Optional[Literal["segments", "systems", "both", "none"]]
    """what is resampled for intervals (default: segments); systems and both are for measures of systems only;
    with none, or where system scores are given, only Fisher's interval is available."""
    resamples: Optional[int]
    """number of resamples and of swaps (default: 1000); with up to 16 systems all swaps are taken."""
    correction: Optional[Literal["max-t", "holm", "hochberg", "bonferroni", "sidak", "bh", "by", "none"]]
    """correction of p-values for the number of metric pairs (default: holm)."""
    seed: Optional[int]
    """seed of the resamples (default: 12345); $SACREBLEU_SEED overrides the default; 0 is a seed like any
    other."""
    alpha: Optional[float]
    """significance level of tests (default: 0.05); intervals have the level 1 - X."""
    clusters: Optional[Literal["wmt", "greedy"]]
    """how adjusted p-values divide the ranking into clusters: wmt (the default) where all systems above beat
    all below, greedy where one system of the cluster beats the next system."""
    unit: Optional[Literal["segment", "document"]]
    """unit of segment measures and of resampling (default: segment); a metric scores a document as a corpus;
    its human score is the mean of its segments or, in a table of documents, its own."""


class SpansOptions(TypedDict, total=False):
    join: Optional[Literal["all", "common"]]
    """what to do with outputs that only some files have, or whose texts differ: stop with an error (all, the
    default), or leave them out with a warning (common)."""
    compat: Optional[Literal["wmt25"]]
    """wmt25: the figure of WMT25's second task of metrics, with its rules; measure= wmt25, matching= many-many,
    severity_penalty= 0.5, spans of the translation only, critical errors as major ones, no other severities,
    spans cut at the end of the text."""
    measure: Optional[Literal["mpp", "mp", "em", "wmt25"]]
    """what a pair of spans contributes; mpp: the shares of both that overlap (the default); mp: 1 if they
    overlap; em: 1 if they are equal; wmt25: the characters that both have."""
    matching: Optional[Literal["one-one", "greedy", "many-many"]]
    """how many partners a span has; one-one: at most one, with the best score of the output (the default);
    greedy: at most one, by overlap; many-many: any number."""
    average: Optional[Literal["micro", "macro"]]
    """micro: over all spans (the default); macro: the mean over outputs, where an output without spans counts
    1."""
    severity_penalty: Optional[float]
    """share of the credit that a pair of different severities loses, from 0 (the default) to 1."""
    severity_weights: Optional[Text]
    """weights of severities for measure= mpp, as in 'minor:1 major:5'; a pair has the smaller weight of both
    (default: all equal)."""
    end: Optional[Literal["inclusive", "exclusive"]]
    """whether the end of a span is its last character (inclusive) or the next one (exclusive), in all files;
    default: what each format says."""
    categories: Optional[bool]
    """also print precision and recall of each category of errors, from the same matching."""
    test: Optional[Literal["bs", "ar"]]
    """paired bootstrap (bs, the default) or randomization (ar); ar is approximate randomization. The
    bootstrap's p over n segments or documents is at least 2^(1-n), so fewer than 6 never show significance at
    0.05."""
    resamples: Optional[int]
    """number of resamples (default: 10000)."""
    seed: Optional[int]
    """seed of the resamples (default: 12345); $SACREBLEU_SEED overrides the default; 0 is a seed like any
    other."""
    alpha: Optional[float]
    """significance level of tests (default: 0.05); intervals have the level 1 - X."""
    correction: Optional[Literal["max-t", "holm", "hochberg", "bonferroni", "sidak", "bh", "by", "none"]]
    """correction of p-values for the number of system pairs, for each metric (default: max-t)."""
    baseline: Optional[Text]
    """compare the other systems with this one only; p-values are corrected for these pairs only."""
    clusters: Optional[Literal["wmt", "greedy"]]
    """how adjusted p-values divide the ranking into clusters: wmt (the default) where all systems above beat
    all below, greedy where one system of the cluster beats the next system."""
    interval: Optional[Literal["percentile", "basic", "bca", "order"]]
    """kind of confidence interval (default: percentile); order is sacreBLEU's, from order statistics."""
    unit: Optional[Literal["segment", "document"]]
    """what is resampled (default: segment); all outputs of a segment or document stay together; document needs
    gold spans that name documents."""


class LatencyOptions(TypedDict, total=False):
    segmentation: Optional[Text]
    """the references' segments of whole recordings, for logs with a line for each recording; a list of wav,
    offset and duration (in seconds) in YAML or JSON, in the order of the references; words are aligned with the
    references to find their segments."""
    latency_unit: Optional[Literal["word", "char"]]
    """what a delay is of; word (the default), or char."""
    fix_elapsed: Optional[bool]
    """count only a word's own computation in the times 'elapsed', to which SimulEval adds that of all words
    before; for segmentation=."""
    sentence_level: Optional[bool]
    """also give the figures of each segment; in json, and in place of those of the systems in other formats."""


class ResegmentOptions(TypedDict, total=False):
    input_format: Optional[Literal["text", "sgml", "wmt-xml", "jsonl", "json", "tsv", "csv", "tsv-quoted", "conllu", "parquet", "arrow"]]
    """format of all references and hypotheses; for use when auto-detection fails."""
    on_invalid: Optional[Literal["error", "replace", "skip"]]
    """what to do with invalid UTF-8: stop with an error (the default), replace the bytes with U+FFFD, or skip
    the segment; JSON must be UTF-8, without halves of characters such as \\ud800."""
    tokenize: Optional[Union[Literal["13a", "intl", "zh", "char", "none", "ascii", "ascii-lc", "mteval", "mteval-lc", "mteval-intl", "mteval-intl-lc", "rouge", "rouge155", "unicode-v1", "character-v1", "flores200", "flores101", "spBLEU-1K", "spm", "ja-mecab", "ko-mecab", "meteor", "meteor-nopunct"], Text]]
    """tokenizer (default: from language_pair=, or the metric's own); bleu's own is 13a."""
    lowercase: Optional[bool]
    """lower-case the text first."""
    language_pair: Optional[Text]
    """source and target language; the target language chooses the tokenizer, as in sacreBLEU, unless tokenize=
    is given."""


class NbestOptions(TypedDict, total=False):
    test_set: Optional[Text]
    """references of a test set in sacreBLEU's cache; needs language_pair=; the cache is $SACREBLEU, or
    ~/.sacrebleu."""
    input_format: Optional[Literal["text", "sgml", "wmt-xml", "jsonl", "json", "tsv", "csv", "tsv-quoted", "conllu", "parquet", "arrow"]]
    """format of all references and hypotheses; for use when auto-detection fails."""
    on_invalid: Optional[Literal["error", "replace", "skip"]]
    """what to do with invalid UTF-8: stop with an error (the default), replace the bytes with U+FFFD, or skip
    the segment; JSON must be UTF-8, without halves of characters such as \\ud800."""
    empty_references: Optional[Literal["keep", "missing"]]
    """how an empty reference counts if the segment has another that is not empty; keep: as a reference (the
    default), missing: as no reference, like null in JSON Lines."""
    tokenize: Optional[Union[Literal["13a", "intl", "zh", "char", "none", "ascii", "ascii-lc", "mteval", "mteval-lc", "mteval-intl", "mteval-intl-lc", "rouge", "rouge155", "unicode-v1", "character-v1", "flores200", "flores101", "spBLEU-1K", "spm", "ja-mecab", "ko-mecab", "meteor", "meteor-nopunct"], Text]]
    """tokenizer (default: from language_pair=, or the metric's own); bleu's own is 13a."""
    lowercase: Optional[bool]
    """lower-case the text first."""
    stem: Optional[Literal["ar", "ca", "da", "de", "el", "en", "es", "eu", "fi", "fr", "ga", "hi", "hu", "hy", "id", "it", "lt", "ne", "nl", "no", "porter", "pt", "ro", "ru", "sr", "sv", "ta", "tr", "yi"]]
    """replace words by their stems; NAME is a language code or porter; stemmers expect lower case, so use
    lowercase= as well."""
    language_pair: Optional[Text]
    """source and target language; the target language chooses the tokenizer, as in sacreBLEU, unless tokenize=
    is given."""
    smooth_method: Optional[Literal["exp", "floor", "add-k", "none"]]
    """smoothing of n-gram orders without a match (default: exp)."""
    smooth_value: Optional[float]
    """value for floor (default: 0.1) or add-k (default: 1)."""
    chrf_char_order: Optional[int]
    """longest character n-gram of chrf (default: 6); the same as chrf:nc=N."""
    chrf_word_order: Optional[int]
    """longest word n-gram of chrf (default: 0); 2 is chrF++; the same as chrf:nw=N."""
    chrf_beta: Optional[float]
    """weight of recall in chrf (default: 2); the same as chrf:beta=N."""
    chrf_whitespace: Optional[bool]
    """chrf counts white space as characters, except at the end of a line (chrf:space=all: there too)."""
    chrf_lowercase: Optional[bool]
    """chrf compares in lower case."""
    chrf_eps_smoothing: Optional[bool]
    """chrf averages over all orders; an order without n-grams counts 1e-16."""
    meteor_data: Optional[Text]
    """METEOR 1.5's folder 'resources' (default: $METEOR_DATA); the same as meteor:data=DIR."""
    nist_counts: Optional[Text]
    """file with n-gram counts for nist, used instead of the references' counts; lines of tokens, a tab and a
    count; the same as nist:counts=FILE."""
    survey: Optional[Text]
    """file from 'mtgauge survey' with the counts that nist needs from all references; inputs are then read only
    once."""
    ter_case_sensitive: Optional[bool]
    """ter is case-sensitive."""
    ter_asian_support: Optional[bool]
    """ter splits Chinese and Japanese characters (with ter_normalized=), or deletes their punctuation (with
    ter_no_punct=)."""
    ter_no_punct: Optional[bool]
    """ter deletes punctuation."""
    ter_normalized: Optional[bool]
    """ter decodes entities and splits off punctuation."""
    ngram_engine: Optional[Literal["auto", "table", "bitmask"]]
    """how n-grams are matched (default: auto); affects speed only."""
    hash: Optional[Literal["xxh3", "xxh64", "abseil", "mum", "crc32c", "fnv1a", "std", "identity"]]
    """hash function of the n-gram table; affects speed only."""


class SurveyOptions(TypedDict, total=False):
    shard: Optional[Text]
    """read only part I of N of the segments, from 1/N to N/N (default: all segments)."""
    whole_files: Optional[bool]
    """the files contain only the part that shard= names; for files that cannot be cut."""
    key: Optional[Text]
    """join records of JSON Lines or tables by this field, not by their order; the order is that of the first
    reference; if records have a field 'system', each system becomes one output. All texts are held in memory,
    plus about 160 bytes for each."""
    split_key: Optional[Text]
    """the parts of the key= field, as in '{lang}_#_{domain}_#_{doc}_#_{}': names in braces with separators
    between them; the field up to the end of {doc} names the segment's document."""
    split_paragraphs: Optional[bool]
    """make each paragraph a segment, in records whose texts all have the same number of paragraphs; blank lines
    separate paragraphs; the ids become ID#1, ID#2, ...; other records stay whole."""
    test_set: Optional[Text]
    """references of a test set in sacreBLEU's cache; needs language_pair=; the cache is $SACREBLEU, or
    ~/.sacrebleu."""
    input_format: Optional[Literal["text", "sgml", "wmt-xml", "jsonl", "json", "tsv", "csv", "tsv-quoted", "conllu", "parquet", "arrow"]]
    """format of all references and hypotheses; for use when auto-detection fails."""
    on_invalid: Optional[Literal["error", "replace", "skip"]]
    """what to do with invalid UTF-8: stop with an error (the default), replace the bytes with U+FFFD, or skip
    the segment; JSON must be UTF-8, without halves of characters such as \\ud800."""
    empty_references: Optional[Literal["keep", "missing"]]
    """how an empty reference counts if the segment has another that is not empty; keep: as a reference (the
    default), missing: as no reference, like null in JSON Lines."""
    tokenize: Optional[Union[Literal["13a", "intl", "zh", "char", "none", "ascii", "ascii-lc", "mteval", "mteval-lc", "mteval-intl", "mteval-intl-lc", "rouge", "rouge155", "unicode-v1", "character-v1", "flores200", "flores101", "spBLEU-1K", "spm", "ja-mecab", "ko-mecab", "meteor", "meteor-nopunct"], Text]]
    """tokenizer (default: from language_pair=, or the metric's own); bleu's own is 13a."""
    lowercase: Optional[bool]
    """lower-case the text first."""
    stem: Optional[Literal["ar", "ca", "da", "de", "el", "en", "es", "eu", "fi", "fr", "ga", "hi", "hu", "hy", "id", "it", "lt", "ne", "nl", "no", "porter", "pt", "ro", "ru", "sr", "sv", "ta", "tr", "yi"]]
    """replace words by their stems; NAME is a language code or porter; stemmers expect lower case, so use
    lowercase= as well."""
    language_pair: Optional[Text]
    """source and target language; the target language chooses the tokenizer, as in sacreBLEU, unless tokenize=
    is given."""
    hash: Optional[Literal["xxh3", "xxh64", "abseil", "mum", "crc32c", "fnv1a", "std", "identity"]]
    """hash function of the n-gram table; affects speed only."""


class CiteOptions(TypedDict, total=False):
    tokenize: Optional[Union[Literal["13a", "intl", "zh", "char", "none", "ascii", "ascii-lc", "mteval", "mteval-lc", "mteval-intl", "mteval-intl-lc", "rouge", "rouge155", "unicode-v1", "character-v1", "flores200", "flores101", "spBLEU-1K", "spm", "ja-mecab", "ko-mecab", "meteor", "meteor-nopunct"], Text]]
    """tokenizer (default: from language_pair=, or the metric's own); bleu's own is 13a."""
    lowercase: Optional[bool]
    """lower-case the text first."""
    stem: Optional[Literal["ar", "ca", "da", "de", "el", "en", "es", "eu", "fi", "fr", "ga", "hi", "hu", "hy", "id", "it", "lt", "ne", "nl", "no", "porter", "pt", "ro", "ru", "sr", "sv", "ta", "tr", "yi"]]
    """replace words by their stems; NAME is a language code or porter; stemmers expect lower case, so use
    lowercase= as well."""
    language_pair: Optional[Text]
    """source and target language; the target language chooses the tokenizer, as in sacreBLEU, unless tokenize=
    is given."""
    smooth_method: Optional[Literal["exp", "floor", "add-k", "none"]]
    """smoothing of n-gram orders without a match (default: exp)."""
    smooth_value: Optional[float]
    """value for floor (default: 0.1) or add-k (default: 1)."""
    chrf_char_order: Optional[int]
    """longest character n-gram of chrf (default: 6); the same as chrf:nc=N."""
    chrf_word_order: Optional[int]
    """longest word n-gram of chrf (default: 0); 2 is chrF++; the same as chrf:nw=N."""
    chrf_beta: Optional[float]
    """weight of recall in chrf (default: 2); the same as chrf:beta=N."""
    chrf_whitespace: Optional[bool]
    """chrf counts white space as characters, except at the end of a line (chrf:space=all: there too)."""
    chrf_lowercase: Optional[bool]
    """chrf compares in lower case."""
    chrf_eps_smoothing: Optional[bool]
    """chrf averages over all orders; an order without n-grams counts 1e-16."""
    meteor_data: Optional[Text]
    """METEOR 1.5's folder 'resources' (default: $METEOR_DATA); the same as meteor:data=DIR."""
    nist_counts: Optional[Text]
    """file with n-gram counts for nist, used instead of the references' counts; lines of tokens, a tab and a
    count; the same as nist:counts=FILE."""
    ter_case_sensitive: Optional[bool]
    """ter is case-sensitive."""
    ter_asian_support: Optional[bool]
    """ter splits Chinese and Japanese characters (with ter_normalized=), or deletes their punctuation (with
    ter_no_punct=)."""
    ter_no_punct: Optional[bool]
    """ter deletes punctuation."""
    ter_normalized: Optional[bool]
    """ter decodes entities and splits off punctuation."""
    measures: Optional[Texts]
    """describe an evaluation by mtgauge.evaluate with these measures."""
    study: Optional[Texts]
    """also describe these studies of mtgauge.evaluate."""
    metric_test: Optional[Literal["perm-both", "williams"]]
    """test of differences between correlations: perm-both (the default) swaps the scores of both metrics,
    williams is Williams' test, for systems; acc-eq uses the exact distribution of swapped pairs."""
    test: Optional[Literal["bs", "ar", "wilcoxon"]]
    """bs (the default), ar or wilcoxon; bs is the paired bootstrap, ar approximate randomization, and wilcoxon,
    for scores of people, the signed-rank test as SciPy 1.15 computes it. The bootstrap's p over n segments or
    documents is at least 2^(1-n), so fewer than 6 never show significance at 0.05. 'cite' describes the test if
    any flag of this group is given."""
    resamples: Optional[int]
    """number of resamples (default: 10000)."""
    correction: Optional[Literal["max-t", "holm", "hochberg", "bonferroni", "sidak", "bh", "by", "none"]]
    """correction of p-values for the number of system pairs, for each metric (default: max-t)."""
    null: Optional[Literal["centred", "shifted"]]
    """null hypothesis of the bootstrap: centred on the difference (the default), or shifted as in sacreBLEU,
    whose p-values are too small."""


class RowsOptions(Shared, total=False):
    shard: Optional[Text]
    """read only part I of N of the segments, from 1/N to N/N (default: all segments)."""
    whole_files: Optional[bool]
    """the files contain only the part that shard= names; for files that cannot be cut."""
    ref_annotations: Optional[Columns]
    """annotation files of the references, one per reference; for metrics that use lemmas and tags (maxsim);
    lines of word|lemma|tag[|head|relation], or CoNLL-U; the words must be those of the text."""
    annotations: Optional[Columns]
    """annotation files of the systems, one per system; in the formats of ref_annotations=."""
    annotate_with: Optional[Text]
    """shell command that annotates a text, in place of annotation files; it runs once per reference and system,
    reads plain lines on standard input and writes annotations to standard output."""
    key: Optional[Text]
    """join records of JSON Lines or tables by this field, not by their order; the order is that of the first
    reference; if records have a field 'system', each system becomes one output. All texts are held in memory,
    plus about 160 bytes for each."""
    split_key: Optional[Text]
    """the parts of the key= field, as in '{lang}_#_{domain}_#_{doc}_#_{}': names in braces with separators
    between them; the field up to the end of {doc} names the segment's document."""
    split_paragraphs: Optional[bool]
    """make each paragraph a segment, in records whose texts all have the same number of paragraphs; blank lines
    separate paragraphs; the ids become ID#1, ID#2, ...; other records stay whole."""
    test_set: Optional[Text]
    """references of a test set in sacreBLEU's cache; needs language_pair=; the cache is $SACREBLEU, or
    ~/.sacrebleu."""
    input_format: Optional[Literal["text", "sgml", "wmt-xml", "jsonl", "json", "tsv", "csv", "tsv-quoted", "conllu", "parquet", "arrow"]]
    """format of all references and hypotheses; for use when auto-detection fails."""
    empty_references: Optional[Literal["keep", "missing"]]
    """how an empty reference counts if the segment has another that is not empty; keep: as a reference (the
    default), missing: as no reference, like null in JSON Lines."""
    survey: Optional[Text]
    """file from 'mtgauge survey' with the counts that nist needs from all references; inputs are then read only
    once."""
    compat: Optional[Literal["sacrebleu", "sacrebleu-py312", "sacrebleu-numpy2", "sacrebleu-py312-numpy2"]]
    """reproduce this tool's results on this machine, to the last bit: the same exp, log and sums and, in tests,
    the same random generator, float32 sums, p-values and intervals; -py312 stands for Python 3.12 or later,
    -numpy2 for NumPy 2."""


class MatrixOptions(Shared, total=False):
    survey: Optional[Text]
    """file from 'mtgauge survey' with the counts that nist needs from all references; inputs are then read only
    once."""
    scale: Optional[Literal["own", "unit"]]
    """own: the metric's own scale (the default), or unit: from 0 to 1, where higher is better, as for rewards;
    that is the share of a perfect score or, if lower is better, 1 minus that share and at least 0 (for a TER
    above 100)."""


class MbrOptions(Shared, total=False):
    aggregate: Optional[bool]
    """score each candidate once, against the mean of the references' n-gram counts; for bleu and chrf; replaces
    the mean of its scores."""
    survey: Optional[Text]
    """file from 'mtgauge survey' with the counts that nist needs from all references; inputs are then read only
    once."""
    scale: Optional[Literal["own", "unit"]]
    """own: the metric's own scale (the default), or unit: from 0 to 1, where higher is better, as for rewards;
    that is the share of a perfect score or, if lower is better, 1 minus that share and at least 0 (for a TER
    above 100)."""
