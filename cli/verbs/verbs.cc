// The table of verbs.
#include "cli/verbs/verbs.h"

#include "cli/flags/requests.h"
#include "cli/help/generated.h"

namespace mtgauge {

namespace {

std::vector<std::string_view> LaboratoryNames() {
  return {"tokenizers", "hashes", "engines", "plan"};
}

constexpr Verb kVerbs[] = {
    {.name = "score",
     .bit = kScoreVerb,
     .group = VerbGroup::kScore,
     .everyday = true,
     .summary = "score systems against references",
     .usage = "[REF ...] [-i HYP ...] [-m METRIC ...] [flags]",
     .about =
         "Scores one or more systems against one or more references. Files are plain text "
         "with one segment per line, mteval's SGML, WMT's XML, tables, JSON Lines, Parquet or Arrow; "
         "FILE:NAME selects one system, reference or column of a file. A folder of "
         "mt-metrics-eval stands for the references and systems of the language pair -l; "
         "FOLDER:NAME selects one of them. A pattern in quotes, or another folder, is one input of "
         "several files. Without -i, hypotheses are read from standard "
         "input. Files and pipes may be compressed with gzip, bzip2, xz or zstd.",
     .examples = {"mtgauge score ref.txt -i sys.txt -m bleu -tok 13a",
                  "mtgauge score ref.txt -i sysA.txt sysB.txt -m bleu chrf:nw=2 -f json"},
     .positionals = true,
     .run = RunScore,
     .check = CheckScore},
    {.name = "segments",
     .bit = kSegmentsVerb,
     .group = VerbGroup::kScore,
     .summary = "score every segment by itself",
     .usage = "[REF ...] [-i HYP ...] [-m METRIC ...] [flags]",
     .about = "Writes one score per segment, system and metric, in input order, while it reads. "
              "BLEU counts only the n-gram orders that a segment is long enough for (eff:yes), "
              "like sacreBLEU's --sentence-level.",
     .examples = {"mtgauge segments ref.txt -i sys.txt --format json",
                  "mtgauge segments ref.txt -i sys.txt -m chrf -b"},
     .positionals = true,
     .run = RunSegments,
     .check = CheckSegments},
    {.name = "compare",
     .bit = kCompareVerb,
     .group = VerbGroup::kCompare,
     .everyday = true,
     .summary = "test which systems are significantly better",
     .usage = "[REF ...] [-i HYP ...] [-m METRIC ...] [flags]",
     .about = "Resamples the test set. For each metric, prints a confidence interval and a rank "
              "for every system, and a significance test for every pair of systems, corrected "
              "for the number of pairs. Segment scores of other metrics (--scores) are tested in "
              "the same way, with or without references.",
     .examples = {"mtgauge compare ref.txt -i sysA.txt sysB.txt -m bleu",
                  "mtgauge compare ref.txt -i sysA.txt sysB.txt -m chrf --test ar -f markdown"},
     .positionals = true,
     .run = RunCompare,
     .check = CheckCompare},
    {.name = "explain",
     .bit = kExplainVerb,
     .group = VerbGroup::kCompare,
     .everyday = true,
     .summary = "show where systems differ",
     .usage = "[REF ...] [-i HYP ...] [-m METRIC ...] [flags]",
     .about = "Compares systems as the verb 'compare' does, and shows where they differ: scores "
              "by length, rarest word, document and group (--by) of the segments; how well "
              "words are translated, by frequency, kind and case; n-grams that one system has "
              "right more often; errors of order, missing, extra and other words; and the "
              "segments with the largest differences. Words are tokens of --tokenize, and only "
              "the first of several references counts for words.",
     .examples = {"mtgauge explain ref.txt -i sysA.txt sysB.txt",
                  "mtgauge explain ref.txt -i sysA.txt sysB.txt -m chrf bleu -f markdown"},
     .positionals = true,
     .run = RunExplain,
     .check = CheckExplain},
    {.name = "report",
     .bit = kReportVerb,
     .group = VerbGroup::kCompare,
     .everyday = true,
     .summary = "write a page that shows where systems differ",
     .usage = "[REF ...] [-i HYP ...] [-m METRIC ...] [flags]",
     .about = "Writes what the verb 'explain' finds, with charts and with all segments to "
              "search, sort and filter, as one HTML file. It opens in any browser, is "
              "self-contained, and needs no network.",
     .examples = {"mtgauge report ref.txt -i sysA.txt sysB.txt -o report.html",
                  "mtgauge report ref.txt -i sysA.txt sysB.txt -m bleu chrf ter -o report.html"},
     .positionals = true,
     .run = RunReport,
     .check = CheckExplain},
    {.name = "nbest",
     .bit = kNbestVerb,
     .group = VerbGroup::kScore,
     .summary = "pick the best candidate of each n-best list",
     .usage = "[REF ...] [-i LIST] [-m METRIC ...] [flags]",
     .about = "Scores every candidate of an n-best list by itself, like the verb 'segments', and "
              "writes for each segment the text of the candidate with the best score under the "
              "first metric (of equals, the first in the list). A line of the list is 'ID ||| "
              "TEXT'; anything after a further ' ||| ' is ignored. The candidates of a segment "
              "must be adjacent and in the order of the references. Ids count from 0 or from 1, "
              "or are the ids of the references. Standard error shows the corpus scores of the "
              "best and of the first candidates. Lists may be larger than memory.",
     .examples = {"mtgauge nbest ref.txt -i nbest.txt -m chrf",
                  "mtgauge nbest ref.txt -i nbest.txt --all -f tsv"},
     .positionals = true,
     .run = RunNbest,
     .check = CheckNbest},
    {.name = "matrix",
     .bit = kMatrixVerb,
     .group = VerbGroup::kScore,
     .summary = "score every hypothesis against every reference",
     .usage = "[REF ...] [-i FILE] [-m METRIC ...] [flags]",
     .about =
         "Scores all pairs of a group of texts: every line of the hypotheses against every line "
         "of the references; or the candidates of each id of an n-best list, and the lists of "
         "each record of JSON Lines, against their own references. Without references, texts are "
         "scored against each other: the mean is then the self-BLEU or self-chrF of the set, "
         "without the pairs of a text with itself. Each pair has the score that 'segments' "
         "gives it.",
     .examples = {"mtgauge matrix ref.txt -i sys.txt -m chrf --top 1 -f tsv",
                  "mtgauge matrix -i nbest.txt -m bleu"},
     .positionals = true,
     .run = RunMatrix,
     .check = CheckMatrix},
    {.name = "mbr",
     .bit = kMbrVerb,
     .group = VerbGroup::kScore,
     .summary = "pick candidates by minimum Bayes risk",
     .usage = "[REF ...] [-i LIST] [-m METRIC] [flags]",
     .about =
         "Writes for each group the candidate with the best expected score: the mean of its "
         "scores against all candidates of the group, itself included, or against the group's "
         "references. Lists are n-best lists (ID ||| TEXT ||| ... ||| SCORE) or JSON Lines with "
         "the lists 'hyps' and, if the references are others, 'refs'.",
     .examples = {"mtgauge mbr -i nbest.txt -m chrf",
                  "mtgauge mbr -i nbest.txt -m chrf --best 2 -f tsv"},
     .positionals = true,
     .run = RunMbr,
     .check = CheckMbr},
    {.name = "meta",
     .bit = kMetaVerb,
     .group = VerbGroup::kHuman,
     .everyday = true,
     .summary = "measure how well metrics agree with human scores",
     .usage = "[REF ...] [-i HYP ...] --human FILE ... [flags]",
     .about = "Compares metrics with human scores of systems or segments: correlations, pairwise "
              "and soft pairwise accuracy, and acc_eq with tie calibration, with confidence "
              "intervals; and tests which metric agrees better. Score files are tables with "
              "columns for system, segment, annotator and criteria, tables with one column per "
              "system, WMT's direct assessments, or files of mt-metrics-eval (.seg.score, "
              ".sys.score). Metrics are computed from texts, or read from score files "
              "(--scores). A system is named by its name, or by a file of that name. With "
              "several language pairs or criteria, the output ends with means over them.",
     .examples = {"mtgauge meta ref.txt -i sysA.txt sysB.txt -m bleu chrf --human people.tsv",
                  "mtgauge meta ref.txt -i sysA.txt sysB.txt --human people.tsv -f json"},
     .positionals = true,
     .run = RunMeta,
     .check = CheckRequest<EvaluateRun>},
    {.name = "spans",
     .bit = kSpansVerb,
     .group = VerbGroup::kHuman,
     .summary = "compare predicted error spans with those of people",
     .usage = "--gold FILE ... -i NAME=FILE ... [flags]",
     .about = "Measures how well programs find the errors that people marked in translations: "
              "precision, recall and F1 of error spans, with confidence intervals, and a test for "
              "every pair of programs. Spans are matched one to one by how much of them overlaps "
              "(MPP), or by one of three other measures. The inputs are judgements of the same "
              "outputs by the same machine translation systems; formats are detected. Ends of "
              "spans are read as each format means them.",
     .examples = {"mtgauge spans --gold people.jsonl -i judge=judge.jsonl",
                  "mtgauge spans --gold people.jsonl -i judge.jsonl --categories -f json"},
     .positionals = false,
     .run = RunSpans,
     .check = CheckRequest<SpansRun>},
    {.name = "rows",
     .bit = kRowsVerb,
     .group = VerbGroup::kBatches,
     .summary = "score segments and write a row file",
     .usage = "[REF ...] -i HYP ... [-m METRIC ...] -o FILE [flags]",
     .about = "Writes a row file: for every segment and system, the integers that metrics "
              "compute scores from. score, segments, compare and meta take it as --rows FILE "
              "instead of the texts and give the same output. Many machines can score parts of "
              "a corpus (--shard), and 'mtgauge merge' joins the parts.",
     .examples = {"mtgauge rows ref.txt -i sysA.txt sysB.txt -m bleu chrf -o all.mtr",
                  "mtgauge rows ref.txt -i sys.txt -m bleu --shard 2/3 -o part-2.mtr"},
     .positionals = true,
     .run = RunRows,
     .check = CheckRows},
    {.name = "merge",
     .bit = kMergeVerb,
     .group = VerbGroup::kBatches,
     .summary = "join row files, surveys or sums of parts",
     .usage = "FILE ... -o FILE [flags]",
     .about =
         "Joins the row files of the parts of a corpus: shards by their numbers, others in the "
         "order given. The result is the file that one run over all segments would have "
         "written. A shard that is missing, given twice, or made with other options is an "
         "error. Surveys, and sums of 'mtgauge compare --blocks', are added up in any order.",
     .examples = {"mtgauge merge part-1.mtr part-2.mtr part-3.mtr -o all.mtr",
                  "mtgauge merge part-*.mtr -o all.mtr"},
     .positionals = true,
     .run = RunMerge,
     .check = CheckMerge},
    {.name = "survey",
     .bit = kSurveyVerb,
     .group = VerbGroup::kBatches,
     .summary = "count the n-grams of all references, for nist",
     .usage = "[REF ...] [-m METRIC ...] -o FILE [flags]",
     .about = "Reads references and writes the counts that nist needs from all of them before it "
              "scores. With --survey FILE, other verbs use these counts and read the inputs only "
              "once. Surveys of the parts of a corpus add up to the survey of the whole ('mtgauge "
              "merge'), so machines that each score one part give the scores of one run. Other "
              "metrics need no survey and are ignored.",
     .examples = {"mtgauge survey ref.txt -m nist -o ref.survey",
                  "mtgauge survey ref.txt -m nist bleu -tok intl -o ref.survey"},
     .positionals = true,
     .run = RunSurvey,
     .check = CheckSurvey},
    {.name = "resegment",
     .bit = kResegmentVerb,
     .group = VerbGroup::kTools,
     .summary = "align output to the references' segments",
     .usage = "REF ... [-i HYP] [flags]",
     .about =
         "Reads output that is cut at other places than the references, as in speech "
         "translation, and writes one line for each segment. The cuts are those with the fewest "
         "edits between the lines and the references (of several, the nearest for each "
         "segment). Edits count tokens (--tokenize: words, char, or the pieces of spm:FILE). "
         "Lines begin only after white space, or next to Chinese, Japanese, Thai and other "
         "characters that are written without spaces. No word of the output is lost or changed.",
     .examples = {"mtgauge resegment ref.txt -i sys.txt -lc",
                  "mtgauge resegment ref.txt -i sys.txt -o sys.segments.txt"},
     .positionals = true,
     .run = RunResegment,
     .check = CheckResegment},
    {.name = "latency",
     .bit = kLatencyVerb,
     .group = VerbGroup::kScore,
     .summary = "measure the latency of simultaneous translation",
     .usage = "[REF] -i LOG ... [flags]",
     .about =
         "Reads the times at which systems wrote their words, and prints AL, LAAL, AP, DAL and "
         "YAAL of each system, in milliseconds (AP: a share). If a log has the times with "
         "computation ('elapsed'), the same figures of them end in _CA. Logs are those of SimulEval: "
         "a JSON object per line with prediction, delays, source_length and reference. With REF, "
         "its lines replace the references of the logs. With --segmentation, a log has a line for "
         "each recording. The figures equal those of omnisteval.",
     .examples = {"mtgauge latency -i instances.log", "mtgauge latency -i instances.log -f json"},
     .positionals = true,
     .run = RunLatency,
     .check = CheckRequest<LatencyRun>},
    {.name = "tokenize",
     .bit = kTokenizeVerb,
     .group = VerbGroup::kTools,
     .summary = "show how a text is tokenized",
     .usage = "[flags] < TEXT",
     .about = "Reads a text (by default standard input) and writes it line by line, with single "
              "spaces between the tokens that BLEU would count.",
     .examples = {"mtgauge tokenize -tok intl -lc < sys.txt",
                  "mtgauge tokenize -l en-zh -i sys.txt"},
     .positionals = false,
     .run = RunTokenize,
     .check = CheckTokenize},
    {.name = "cite",
     .bit = kCiteVerb,
     .group = VerbGroup::kTools,
     .summary = "print what to write in a paper",
     .usage = "[flags]",
     .about = "Prints a sentence for the methods section for each metric, with its signature, "
              "and the BibTeX entries of the metrics, tokenizers and tests that are used. With "
              "--signature, prints the command that gives a score with that signature.",
     .examples = {"mtgauge cite -m chrf:nw=2 --test bs",
                  "mtgauge cite --signature 'BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp'"},
     .positionals = false,
     .run = RunCite},
    {.name = "metrics",
     .bit = kMetricsVerb,
     .group = VerbGroup::kTools,
     .summary = "list the metrics, or describe some",
     .usage = "[NAME ...] [flags]",
     .about = "Lists the metrics, one line each. With names, describes these metrics: what they "
              "compute, the tool that gives the same scores, how several references count, the "
              "options with their defaults, and known bugs of other tools. A name may have "
              "options, as in chrf:nw=2.",
     .examples = {"mtgauge metrics bleu chrf:nw=2", "mtgauge metrics -f json"},
     .positionals = true,
     .run = RunMetrics,
     .words = MetricNames},
    {.name = "tokenizers",
     .bit = kTokenizersVerb,
     .group = VerbGroup::kTools,
     .summary = "list the tokenizers",
     .usage = "[flags]",
     .about = "Lists the tokenizers, one line each: the version of Unicode that its tokens "
              "depend on, and whether it splits text in scripts that are written without spaces.",
     .examples = {"mtgauge tokenizers -f tsv", "mtgauge tokenizers"},
     .positionals = false,
     .run = RunTokenizers},
    {.name = "stemmers",
     .bit = kStemmersVerb,
     .group = VerbGroup::kTools,
     .summary = "list the stemmers",
     .usage = "[flags]",
     .about = "Lists the stemmers for --stem and for the option stem of metrics, one line each, "
              "with the name that signatures show. All are Snowball's and expect lower-cased "
              "words of their language.",
     .examples = {"mtgauge stemmers -f tsv", "mtgauge stemmers"},
     .positionals = false,
     .run = RunStemmers},
    {.name = "columns",
     .bit = kColumnsVerb,
     .group = VerbGroup::kTools,
     .summary = "list the columns of files",
     .usage = "FILE ... [flags]",
     .about =
         "Lists the columns of tables, JSON, Parquet and Arrow that FILE:COLUMN can name, each "
         "with its type and its first text.",
     .examples = {"mtgauge columns data.parquet", "mtgauge columns 'data/train-*.jsonl' -f tsv"},
     .positionals = true,
     .run = RunColumns},
    {.name = "sacrebleu",
     .bit = kSacreBleuVerb,
     .group = VerbGroup::kScore,
     .summary = "drop-in replacement for sacreBLEU",
     .usage = "[REF ...] [-i HYP ...] [-m METRIC ...] [flags]",
     .about = "A drop-in replacement for sacreBLEU 2.6.0: the same command line, output and exit "
              "codes, so that scripts need no change. A link named sacrebleu to this program "
              "runs this verb. Numbers equal those of sacreBLEU on this machine to the last bit, "
              "under Python 3.11 and NumPy 1; --compat chooses other versions. The tokenizer "
              "intl follows Unicode 18.0, as the Python package regex 2026.11.19 does, "
              "and SentencePiece models cut text as SentencePiece 0.2.3 does. Test sets are read "
              "from sacreBLEU's cache and never downloaded.",
     .examples = {"mtgauge sacrebleu ref.txt -i sys.txt -m bleu chrf -f text",
                  "mtgauge sacrebleu ref.txt -i sys.txt -b"},
     .positionals = true,
     .run = RunSacreBleu,
     .version = SacreBleuVersion,
     .fail = FailAsSacreBleu},
    {.name = "bench",
     .bit = kBenchVerb,
     .group = VerbGroup::kTools,
     .summary = "measure speed and effect of choices on your data",
     .usage = "LABORATORY [REF ...] [-i HYP ...] [-m METRIC ...] [flags]",
     .about =
         "The laboratories are: tokenizers (speed and token counts of each tokenizer, how it "
         "changes the scores and ranks of the systems, and p-values before and after); hashes "
         "(speed of each hash function, how it spreads n-grams over a table, which n-grams it "
         "confuses and the effect on BLEU); engines (the fastest n-gram engine for each length, "
         "threads, instruction sets and where the time goes); plan (time and memory that a job "
         "will need, estimated from the cost of its steps on this machine). Results are checked "
         "before anything is timed. Candidates take turns, and a warning says when the machine "
         "is too busy for a reported difference. Texts are held in memory.",
     .examples = {"mtgauge bench tokenizers ref.txt -i sysA.txt sysB.txt --tok 13a intl",
                  "mtgauge bench tokenizers ref.txt -i sys.txt --rounds 6 -f json"},
     .positionals = true,
     .run = RunBench,
     .words = LaboratoryNames,
     .check = CheckBench,
     .files_follow = true},
    {.name = "run",
     .bit = kRunVerb,
     .group = VerbGroup::kBatches,
     .summary = "run the steps of a job file",
     .usage = "JOB.toml [flags]",
     .about =
         "Runs the steps of a TOML file in order. A [[step]] has a verb and, as keys, the long "
         "names of its flags: metrics = [\"bleu\", \"chrf\"], lowercase = true, width = 2; the "
         "key references holds the reference files. Keys above the first step apply to every "
         "step whose verb has such a flag. Relative paths start from the file's folder. All "
         "steps are checked before the first one runs. A step that fails ends the job; a failed "
         "gate (--gate, --require) does not, and is reported at the end. --print-job of other "
         "verbs writes such a file. A job file is code: annotate-with runs a shell command, and "
         "steps read and write any file that you may. Run only files that you trust.",
     .examples = {"mtgauge run job.toml", "mtgauge run job.toml --threads 4"},
     .positionals = true,
     .run = RunJobFile},
    {.name = "demo",
     .bit = kDemoVerb,
     .group = VerbGroup::kTools,
     .summary = "write the files of the documentation's examples",
     .usage = "DIR [flags]",
     .about =
         "Writes into a new folder: a reference, outputs of three systems, scores of people and "
         "of other metrics, and small files of every format. All texts and numbers are "
         "invented.",
     .examples = {"mtgauge demo examples", "mtgauge demo files && ls files"},
     .positionals = true,
     .run = RunDemo},
    {.name = "generate",
     .bit = kGenerateVerb,
     .group = VerbGroup::kTools,
     .summary = "print manual pages or shell completions",
     .usage = "man|bash|zsh|fish [flags]",
     .about = "Writes the file that completes verbs, flags and values in bash, zsh or fish; or the "
              "manual page mtgauge(1), and into an existing folder (-o FOLDER) also the page of "
              "every verb, as in mtgauge-score(1). The installed package contains all. 'mtgauge "
              "help completions' says where to put the files.",
     .examples = {"mtgauge generate bash", "mtgauge generate man -o ."},
     .positionals = true,
     .run = RunGenerate,
     .words = GeneratedNames},
};

}  // namespace

std::span<const Verb> Verbs() { return kVerbs; }

}  // namespace mtgauge
