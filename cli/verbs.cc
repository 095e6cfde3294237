// The table of verbs.
#include "cli/verbs.h"

#include "cli/bench.h"
#include "cli/generated.h"

namespace mtgauge {

std::span<const Verb> Verbs() {
  static constexpr Verb kVerbs[] = {
      {"score", kScoreVerb, "score systems against references",
       "[REF ...] [-i HYP ...] [-m METRIC ...] [flags]",
       "Scores one or more systems against one or more reference files: plain text, one segment a "
       "line, or mteval's SGML or WMT's XML, whose systems and references go by their own names: "
       "FILE:NAME is one of them. A folder of mt-metrics-eval stands for all files of the language "
       "pair -l, also as FOLDER:NAME, and its outputs need no -i. Without -i the "
       "hypotheses come from standard input. Every file or pipe may be compressed by gzip, xz or "
       "zstd.",
       "mtgauge score ref.txt -i sys.txt -m bleu -tok 13a", true, RunScore, nullptr, nullptr,
       nullptr, CheckScore},
      {"segments", kSegmentsVerb, "score every segment by itself",
       "[REF ...] [-i HYP ...] [-m METRIC ...] [flags]",
       "Writes one score per segment, system and metric, in input order, while it reads. BLEU "
       "counts "
       "only the n-gram orders that a segment is long enough for (eff:yes), as sacreBLEU's "
       "--sentence-level does.",
       "mtgauge segments ref.txt -i sys.txt --format json", true, RunSegments, nullptr, nullptr,
       nullptr, CheckSegments},
      {"compare", kCompareVerb, "test which of several systems is better",
       "[REF ...] [-i HYP ...] [-m METRIC ...] [flags]",
       "Resamples the test set and prints, for each metric, an interval and a rank for every "
       "system "
       "and a test of every pair, corrected for their number. Outside scores (--scores) are tested "
       "in the same way, with or without references.",
       "mtgauge compare ref.txt -i sysA.txt sysB.txt -m bleu", true, RunCompare, nullptr, nullptr,
       nullptr, CheckCompare},
      {"nbest", kNbestVerb, "pick the best of each segment's candidates",
       "[REF ...] [-i LIST] [-m METRIC ...] [flags]",
       "Scores every candidate of an n-best list by itself, as the verb 'segments' does, and "
       "writes "
       "for each segment the text of the best under the first metric, of equals the first in the "
       "list. A line of the list is 'ID ||| TEXT', and what follows a further ' ||| ' is not "
       "looked "
       "at. The candidates of a segment stand together, in the order of the references; their ids "
       "count from 0 or from 1, or are those that the references tell. Standard error says how "
       "good "
       "the best candidates are as a corpus, and how good the first ones. Lists may be longer than "
       "memory.",
       "mtgauge nbest ref.txt -i nbest.txt -m chrf", true, RunNbest, nullptr, nullptr, nullptr,
       CheckNbest},
      {"meta", kMetaVerb, "do metrics agree with people?",
       "[REF ...] [-i HYP ...] --human FILE ... [flags]",
       "Holds metrics against people's scores of systems or of segments: correlations, pairwise "
       "and soft pairwise accuracy, acc_eq with calibrated ties, with intervals, and tests which "
       "metric agrees better. Files of scores are tables with columns of systems, segments, "
       "annotators and criteria, one column for each system, WMT's direct assessments, or "
       "mt-metrics-eval's (.seg.score, .sys.score); metrics are computed from texts or read "
       "(--scores). A system goes by its name, or by a file called after it. Means over language "
       "pairs and criteria close the output where there are several.",
       "mtgauge meta ref.txt -i sysA.txt sysB.txt -m bleu chrf --human people.tsv", true, RunMeta,
       nullptr, nullptr, nullptr, CheckMeta},
      {"tokenize", kTokenizeVerb, "show what a tokenizer makes of a text", "[flags] < TEXT",
       "Copies a text, by default standard input, to standard output, one line a line, with single "
       "spaces between the "
       "tokens that BLEU would count.",
       "mtgauge tokenize -tok intl -lc < sys.txt", false, RunTokenize, nullptr, nullptr, nullptr,
       CheckTokenize},
      {"cite", kCiteVerb, "what to write in a paper", "[flags]",
       "Prints a sentence for the methods section, with the signature of each metric, and the "
       "BibTeX "
       "entries of what is used.",
       "mtgauge cite -m bleu -tok 13a", false, RunCite},
      {"metrics", kMetricsVerb, "list the metrics", "[flags]",
       "One line for each metric: the score of a perfect translation, which scores are better, the "
       "tool whose digits they are, how several references count, how a corpus score arises from "
       "segments, and the options with their defaults.",
       "mtgauge metrics -f json", false, RunMetrics},
      {"tokenizers", kTokenizersVerb, "list the tokenizers", "[flags]",
       "One line for each tokenizer: the version of Unicode that its tokens depend on, and what it "
       "makes of scripts without spaces.",
       "mtgauge tokenizers -f tsv", false, RunTokenizers},
      {"stemmers", kStemmersVerb, "list the stemmers", "[flags]",
       "One line for each stemmer that --stem and the option stem of metrics may name, with its "
       "name in signatures. They are Snowball's; each takes a word of its language in lower case.",
       "mtgauge stemmers -f tsv", false, RunStemmers},
      {"sacrebleu", kSacreBleuVerb, "sacreBLEU's command line and output",
       "[REF ...] [-i HYP ...] [-m METRIC ...] [flags]",
       "Takes sacreBLEU 2.6.0's command line and prints what it prints, with its exit codes, so "
       "that scripts need no change: call the program by the name sacrebleu, as by a link. "
       "Numbers equal those of sacreBLEU on this machine to the last bit, under the rules of "
       "Python 3.11 and NumPy 1; --compat chooses others. Tokenizer intl knows Unicode 15.0, as "
       "with version 2022.10.31 of the Python package regex; later ones know more characters. "
       "Test sets are read from sacreBLEU's cache and never downloaded.",
       "mtgauge sacrebleu ref.txt -i sys.txt -m bleu chrf -f text", true, RunSacreBleu,
       SacreBleuVersion, FailAsSacreBleu},
      {"bench", kBenchVerb, "measure what a choice costs and changes, on your data",
       "LABORATORY [REF ...] [-i HYP ...] [-m METRIC ...] [flags]",
       "The laboratories: tokenizers, what each costs and counts, how far it moves the scores of "
       "the systems and which of them change places, with p before and after; hashes, how fast "
       "they "
       "are, how they spread n-grams over a table, which they confuse and what that would do to "
       "BLEU; engines, which n-gram engine is the fastest at which length, threads, instruction "
       "sets and where the time goes; plan, how long a job will take and how much memory, from "
       "what its steps cost here. Answers are checked before anything is timed; the candidates "
       "take turns, and a warning tells when the machine "
       "is too busy for a difference that is shown. Texts are held in memory.",
       "mtgauge bench tokenizers ref.txt -i sysA.txt sysB.txt --tok 13a intl", true, RunBench,
       nullptr, nullptr, LaboratoryNames, CheckBench, true},
      {"run", kRunVerb, "do what a job file says", "JOB.toml [flags]",
       "Does the steps of a file in TOML, one after the other. A [[step]] has a verb and, as keys, "
       "its flags by their long names: metrics = [\"bleu\", \"chrf\"], lowercase = true, width = "
       "2; references are what other command lines begin with. What stands above the first step "
       "holds for every step whose verb takes it. Relative paths start from the file's folder. "
       "All steps are checked before the first begins; one that fails is the last, but for a gate "
       "(--gate, --require), which is reported at the end. --print-job of other verbs writes such "
       "a file. A job file is code: annotate-with runs a shell command, and steps read and write "
       "any "
       "file that you may. Run only files that you trust.",
       "mtgauge run job.toml", true, RunJobFile},
      {"generate", kGenerateVerb, "the manual page, and completions for shells",
       "man|bash|zsh|fish [flags]",
       "Writes the manual page, or the file by which a shell completes verbs, flags and their "
       "values. The installed package has all four in their places.",
       "mtgauge generate bash", true, RunGenerate, nullptr, nullptr, GeneratedNames},
  };
  return kVerbs;
}

}  // namespace mtgauge
