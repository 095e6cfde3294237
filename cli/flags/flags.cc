// The table of flags.
#include "cli/flags/flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <deque>

#include "cli/flags/habits.h"
#include "cli/flags/meta_presets.h"
#include "cli/sacrebleu/flags.h"
#include "core/text/tokenizing/model_tokenizer.h"
#include "mtgauge/lists.h"
#include "mtgauge/matrix.h"
#include "mtgauge/mbr.h"
#include "mtgauge/nbest.h"
#include "mtgauge/report.h"
#include "mtgauge/table.h"

namespace mtgauge {
namespace {

constexpr uint32_t kSingle = kScoreVerb | kSegmentsVerb;
// The verb report has the flags of explain, except for its formats.
constexpr uint32_t kFinding = kExplainVerb | kReportVerb;
constexpr uint32_t kTesting = kCompareVerb | kFinding;
constexpr uint32_t kPairing = kSingle | kTesting | kRowsVerb;
constexpr uint32_t kAllPairs = kMatrixVerb | kMbrVerb;
constexpr uint32_t kScoring = kPairing | kNbestVerb | kMetaVerb | kAllPairs;
constexpr uint32_t kListing = kMetricsVerb | kTokenizersVerb | kStemmersVerb | kColumnsVerb;
// The verbs that read texts and score them.
constexpr uint32_t kTexts =
    kScoring | kBenchVerb | kSurveyVerb | kResegmentVerb | kSpansVerb | kLatencyVerb;
constexpr uint32_t kMostRounds = 10000;
constexpr uint64_t kMostBuckets = uint64_t{1} << 28;
constexpr uint64_t kMostSegments = 1'000'000'000'000;
constexpr uint64_t kMostPlanned = 1'000'000;
constexpr uint32_t kWidest = 100;
constexpr uint32_t kMostSeconds = 1'000'000;
constexpr uint32_t kMostPicked = 1'000'000'000;

using enum OptionKind;
using enum FlagGroup;
using Member = FieldAccess<LowArgs>;
using Access = OptionAccess<LowArgs>;
using Names = std::vector<std::string_view>;

Names HeaderForms() { return {"text", "json"}; }
Names LaboratoryForms() { return {"text", "json", "markdown"}; }

Status ReadOutput(LowArgs& args, const OptionValues& values) {
  args.output = values.front() == "-" ? std::string() : values.front();
  return CheckNotEmpty(values);
}
constexpr Access SetOutput() {
  return {ReadOutput, [](const LowArgs& args) { return OneUse(args.output); }};
}

// Several fields, in one use or in several.
Status AddKept(LowArgs& args, const OptionValues& values) {
  args.keep += (args.keep.empty() ? "" : ",") + values.front();
  return CheckNotEmpty(values);
}
constexpr Access SetKept() {
  return {AddKept, [](const LowArgs& args) { return OneUse(args.keep); }};
}

// Not recorded: the settings of the preset are recorded instead. ReadCommand() applies it.
Status NamePreset(LowArgs&, const OptionValues&) { return OkStatus(); }

// Not recorded: it does not affect what is run.
Status AskForJob(LowArgs& args, const OptionValues&) {
  args.print_job = true;
  return OkStatus();
}

// Placeholder for the option with the flag's name, until MakeFlags() looks it up.
constexpr RequestOption kOfItsName = {"", kSwitch, 0, "", nullptr};

// Makes a flag that sets the option of the same name, in the verbs of the requests that have that
// option; if several options have the name, one flag for each. `verbs` adds more verbs, and then
// selects one of several options by its request.
constexpr Flag Of(std::string_view long_name, std::string_view short_name,
                  std::string_view value_name, FlagGroup group, uint32_t verbs = 0,
                  uint32_t common = 0) {
  return {long_name, short_name, value_name, kSwitch, group,  verbs,      "",
          "",        nullptr,    nullptr,    true,    common, &kOfItsName};
}
// The same as above with its own help text, for `verbs` only. If that ends in a semicolon, the rest
// is the option's.
constexpr Flag Reworded(std::string_view long_name, std::string_view short_name,
                        std::string_view value_name, FlagGroup group, uint32_t verbs,
                        std::string_view help, uint32_t common = 0) {
  Flag flag = Of(long_name, short_name, value_name, group, verbs, common);
  flag.help = help;
  return flag;
}

constexpr std::string_view kFormHelp =
    "output format (default: text); without -f, the ending of -o chooses, as in FILE.json";

// Makes the flag that chooses the form of a verb's answer. Help that begins with a semicolon
// follows that of all verbs.
constexpr Flag Form(uint32_t verbs, OptionChoices forms, std::string_view help = kFormHelp) {
  return {"--format", "-f",    "FORMAT", kText, kOutput,
          verbs,      help,    "format", forms, Member::Text<&LowArgs::format>,
          true,       kAnyVerb};
}

constexpr Flag kFlags[] = {
    {"--input", "-i", "HYP", kList, kInput, kPairing | kBenchVerb | kMetaVerb,
     "hypothesis files, one per system; - is standard input, which is also read if no system is "
     "given; a file may hold several systems, and FILE:NAME is one of them: a system of SGML or "
     "XML, a column of a table (by number or name) or a field of JSON Lines; NAME=FILE names a "
     "system; other systems take their names from their files, without the parts that all file "
     "names share",
     "", nullptr, Member::List<&LowArgs::inputs>, true, kAnyVerb},
    {"--input", "-i", "FILE", kText, kInput, kAllPairs,
     "hypotheses (default: standard input); plain lines, an n-best list, or JSON Lines with lists of "
     "texts",
     "", nullptr, Member::List<&LowArgs::inputs>, true, kAnyVerb},
    {"--input", "-i", "LIST", kText, kInput, kNbestVerb,
     "n-best list (default: standard input); one candidate per line, 'ID ||| TEXT ||| FEATURES "
     "||| SCORE' as Moses and Marian write it, or 'ID ||| TEXT'",
     "", nullptr, Member::List<&LowArgs::inputs>, true, kAnyVerb},
    {"--input", "-i", "FILE", kText, kInput, kTokenizeVerb,
     "text to tokenize (default: standard input)", "", nullptr, Member::List<&LowArgs::inputs>,
     true, kAnyVerb},
    {"--input", "-i", "HYP", kText, kInput, kResegmentVerb,
     "the system's output, in lines of any length (default: standard input)", "", nullptr,
     Member::List<&LowArgs::inputs>, true, kAnyVerb},
    {"--input", "-i", "NAME=FILE", kList, kInput, kSpansVerb,
     "files with predicted error spans, one per program, in the formats of --gold; NAME=FILE names "
     "the program",
     "", nullptr, Member::List<&LowArgs::inputs>, true, kAnyVerb},
    {"--input", "-i", "LOG", kList, kInput, kLatencyVerb,
     "logs of simultaneous translation, one per system, as SimulEval writes them (instances.log); "
     "NAME=FILE names the system",
     "", nullptr, Member::List<&LowArgs::inputs>, true, kAnyVerb},
    Of("--system", "", "NAME", kInput),
    Of("--rows", "", "FILE", kInput),
    Reworded("--shard", "", "I/N", kInput, kRowsVerb | kSurveyVerb,
             "read only part I of N of the segments, from 1/N to N/N; within a Slurm job array the "
             "default is the task's own part (1/1: all segments)",
             kAnyVerb),
    Of("--whole-files", "", "", kInput),
    {"--info", "", "FILE", kText, kOutput, kRowsVerb,
     "describe this row file, and stop; with -f json, its header", "", nullptr,
     Member::File<&LowArgs::info>, false, kAnyVerb},
    Of("--ref-annotations", "", "FILE", kInput),
    Of("--annotations", "", "FILE", kInput),
    Of("--annotate-with", "", "CMD", kInput),
    Of("--scores", "", "METRIC", kInput, kCompareVerb, kAnyVerb),
    Of("--human", "", "FILE", kInput, kMetaVerb, kAnyVerb),
    Of("--human", "", "FILE", kInput, kCompareVerb, kAnyVerb),
    Of("--scores", "", "METRIC", kInput, kMetaVerb, kAnyVerb),
    Of("--gold", "", "FILE", kInput, kSpansVerb, kAnyVerb),
    Of("--gold", "", "FILE", kInput, kExplainVerb),
    Of("--spans", "", "NAME", kInput),
    Of("--join", "", "WHAT", kInput),
    Of("--pairs", "", "FILE", kInput),
    Of("--segments", "", "WHICH", kInput),
    Of("--leave-out", "", "SYSTEM", kInput),
    Of("--annotators", "", "SCALE", kInput),
    Of("--human-offset", "", "N", kInput),
    Of("--mqm-weights", "", "LIST", kInput),
    Of("--missing", "", "WHAT", kInput),
    Of("--documents", "", "FILE", kInput, 0, kResegmentVerb),
    Of("--hyp-documents", "", "FILE", kInput, 0, kAnyVerb),
    Of("--segmentation", "", "FILE", kInput, 0, kAnyVerb),
    Of("--by", "", "FIELD", kInput, 0, kSingle),
    Of("--mean", "", "FIELD", kInput),
    Of("--strata", "", "FILE", kInput),
    Of("--key", "", "FIELD", kInput),
    Of("--split-key", "", "TEMPLATE", kInput),
    Of("--split-paragraphs", "", "", kInput),
    Of("--source", "", "FILE", kInput, 0, kExplainVerb),
    Of("--leave-one-out-refs", "", "", kInput),
    Of("--counts", "", "FILE", kInput),
    Of("--list-format", "", "FORMAT", kInput, 0, kAllPairs),
    Of("--weights", "", "FIELD", kInput, 0, kMbrVerb),
    Of("--temperature", "", "X", kInput, 0, kMbrVerb),
    Of("--aggregate", "", "", kInput, 0, kMbrVerb),
    Of("--test-set", "-t", "SET", kInput, kBenchVerb, kSingle),
    Of("--input-format", "", "FORMAT", kInput, kColumnsVerb),
    Of("--on-invalid", "", "WHAT", kInput, 0, kTokenizeVerb),
    Of("--empty-references", "", "WHAT", kInput),
    Of("--metrics", "-m", "METRIC", kMetric, kBenchVerb, kAnyVerb),
    Of("--tokenize", "-tok", "NAME", kMetric, 0, kAnyVerb),
    {"--tokenizers", "-tok", "NAME", kList, kMetric, kBenchVerb,
     "tokenizers to measure (default: all); those with a model are measured by default if the "
     "model is in its usual place",
     "tokenizer", AllTokenizerNames, Member::List<&LowArgs::tokenizers>, true, kAnyVerb},
    Of("--lowercase", "-lc", "", kMetric, 0,
       kSingle | kTokenizeVerb | kCiteVerb | kNbestVerb | kResegmentVerb),
    Reworded("--stem", "", "NAME", kMetric, kBenchVerb,
             "also measure stems of lower-cased words; NAME is a language code or porter ('mtgauge "
             "stemmers' lists them)"),
    Of("--stem", "", "NAME", kMetric, 0, kTokenizeVerb),
    Reworded(
        "--language-pair", "-l", "XX-YY", kMetric, kBenchVerb,
        "source and target language; the target language chooses the baseline, as it chooses the "
        "tokenizer of 'score'",
        kAnyVerb),
    Of("--language-pair", "-l", "XX-YY", kMetric, 0,
       kPairing | kTokenizeVerb | kCiteVerb | kNbestVerb | kResegmentVerb),
    Of("--signature", "", "SIGNATURE", kMetric, kCiteVerb),
    Of("--smooth-method", "-s", "METHOD", kMetric),
    Of("--smooth-value", "-sv", "X", kMetric),
    Of("--chrf-char-order", "-cc", "N", kMetric),
    Of("--chrf-word-order", "-cw", "N", kMetric),
    Of("--chrf-beta", "", "N", kMetric),
    Of("--chrf-whitespace", "", "", kMetric),
    Of("--chrf-lowercase", "", "", kMetric),
    Of("--chrf-eps-smoothing", "", "", kMetric),
    Of("--meteor-data", "", "DIR", kMetric),
    Of("--nist-counts", "", "FILE", kMetric),
    Of("--survey", "", "FILE", kMetric),
    Of("--ter-case-sensitive", "", "", kMetric),
    Of("--ter-asian-support", "", "", kMetric),
    Of("--ter-no-punct", "", "", kMetric),
    Of("--ter-normalized", "", "", kMetric),
    Of("--compat", "", "TOOL", kMetric, kSacreBleuVerb),
    Of("--compat", "", "TASK", kMetric, kSpansVerb),
    Of("--measure", "", "NAME", kMetric, 0, kAnyVerb),
    Of("--matching", "", "NAME", kMetric, 0, kAnyVerb),
    Of("--average", "", "KIND", kMetric, kSpansVerb),
    Of("--severity-penalty", "", "X", kMetric),
    Of("--severity-weights", "", "LIST", kMetric),
    Of("--end", "", "KIND", kMetric),
    Of("--categories", "", "", kMetric, 0, kAnyVerb),
    Of("--latency-unit", "", "UNIT", kMetric, 0, kAnyVerb),
    Of("--fix-elapsed", "", "", kMetric, 0, kAnyVerb),
    {"--num-refs", "-nr", "N", kNumber, kMetric, kCiteVerb, "number of references (default: 1)", "",
     nullptr, Member::Number<&LowArgs::num_refs, 1, 1'000'000>, true, kAnyVerb},
    {"--preset", "", "NAME", kText, kTest, kMetaVerb,
     "settings of a published evaluation; lavie2004 is that of Lavie et al. (precision and "
     "recall), doddington2002 of NIST, melamed2003 of GTM, maxsim2008 of Chan and Ng; wmt22 "
     "to wmt25 those of WMT's metrics tasks, of folders of mt-metrics-eval, wmt the last "
     "of any data; other flags override its settings, --print-job prints them",
     "preset", PresetNames, NamePreset, true, kAnyVerb},
    Of("--measures", "", "NAME", kTest, kMetaVerb, kAnyVerb),
    Of("--mean-measures", "", "", kTest),
    Of("--raters-as-metrics", "", "", kTest),
    Of("--study", "", "WHAT", kTest, kMetaVerb, kAnyVerb),
    Of("--longest", "", "N", kTest),
    Of("--measures", "", "NAME", kTest, kCiteVerb, kAnyVerb),
    Of("--study", "", "WHAT", kTest, kCiteVerb),
    Of("--group", "", "BY", kTest),
    Of("--average", "", "BY", kTest, kMetaVerb),
    Of("--undefined", "", "WHAT", kTest),
    Of("--threshold", "", "X", kTest),
    Of("--ties", "", "RULE", kTest),
    Of("--spa-ties", "", "RULE", kTest),
    Of("--good", "", "X", kTest),
    Of("--good-metric", "", "[METRIC=]X", kTest),
    Of("--dev", "", "FILE", kTest),
    Of("--tests", "", "MEASURE", kTest),
    Of("--metric-test", "", "TEST", kTest),
    Of("--resample", "", "WHAT", kTest),
    Of("--resamples", "-B", "N", kTest, kMetaVerb),
    Of("--correction", "", "NAME", kTest, kMetaVerb),
    Of("--test", "", "TEST", kTest, 0, kAnyVerb),
    Of("--resamples", "-B", "N", kTest, kCompareVerb | kCiteVerb | kBenchVerb,
       kCompareVerb | kCiteVerb),
    Of("--seed", "", "N", kTest, kBenchVerb),
    Of("--alpha", "", "X", kTest, kBenchVerb),
    Of("--correction", "", "NAME", kTest, kCompareVerb | kCiteVerb, kCiteVerb),
    Of("--baseline", "", "NAME", kTest, 0, kAnyVerb),
    Reworded(
        "--baseline", "", "NAME", kMetric, kBenchVerb,
        "tokenizer that the others are compared with; default: that of 'score', 13a or the one "
        "from -l",
        kAnyVerb),
    Reworded("--gate", "", "[X]", kTest, kCompareVerb,
             "exit with 1 if a system is worse than the baseline;", kAnyVerb),
    Reworded("--require", "", "BOUND", kTest, kCompareVerb,
             "exit with 1 unless scores are within bounds, without a test;"),
    Of("--table", "", "CELLS", kOutput, 0, kAnyVerb),
    Of("--clusters", "", "RULE", kTest),
    Of("--agreement", "", "", kTest),
    Of("--model", "", "NAME", kTest),
    Of("--length-controlled", "", "", kTest),
    Of("--plan", "", "X", kTest),
    Of("--power", "", "X", kTest),
    Of("--interval", "", "KIND", kTest),
    Of("--sampling", "", "SIZE", kTest),
    Of("--unit", "", "UNIT", kTest),
    Of("--order", "", "NAME", kTest),
    Of("--null", "", "RULE", kTest),
    Of("--rng", "", "NAME", kTest),
    Of("--blocks", "", "I/N", kTest),
    Of("--sums", "", "FILE", kTest),
    Of("--confidence", "-ci", "", kTest, 0, kAnyVerb),
    Of("--confidence-n", "-cin", "N", kTest),
    Of("--paired-bs", "-pbs", "", kTest, 0, kAnyVerb),
    Of("--paired-bs-n", "-pbsn", "N", kTest),
    Of("--paired-ar", "-par", "", kTest),
    Of("--paired-ar-n", "-parn", "N", kTest),
    Form(kScoreVerb, ScoreForms,
         "; jsonl is one object per score and line, latex a table for the package booktabs"),
    Form(kListing, ListForms),
    {"--format", "-f", "FORMAT", kText, kOutput, kRowsVerb, "format of --info (default: text)",
     "format", HeaderForms, Member::Text<&LowArgs::format>},
    Form(
        kSegmentsVerb, SegmentForms,
        "; json and jsonl are one object per line; mtme writes the score files of mt-metrics-eval "
        "(METRIC-REFS.seg.score, .sys.score and, with documents, .doc.score) into the folder given "
        "by -o"),
    Form(kCompareVerb, CompareForms),
    Form(kExplainVerb, ExplainForms),
    Form(kSpansVerb, SpansForms),
    Form(kLatencyVerb, LatencyForms),
    Form(kResegmentVerb, ResegmentForms),
    Form(kBenchVerb, LaboratoryForms,
         "output format (default: text); json has all figures, the method and the machine"),
    {"--svg", "", "FILE", kText, kOutput, kBenchVerb,
     "write a chart of cost against effect to FILE", "", nullptr, Member::File<&LowArgs::plot>,
     true, kAnyVerb},
    {"--svg", "", "DIR", kText, kOutput, kMetaVerb,
     "write charts into the folder DIR; one of each metric against human scores, and one of "
     "each study",
     "", nullptr, Member::File<&LowArgs::plot>, false, kAnyVerb},
    Form(kNbestVerb, NbestForms,
         "; text is the best candidates only; tsv, jsonl and the others add ids, ranks in "
         "the list and scores; json has only the corpus scores of the best and of "
         "the first candidates"),
    {"--all", "", "", kSwitch, kOutput, kNbestVerb,
     "write every candidate with its scores; in text, its line gets one more field with the "
     "scores of the metrics in order",
     "", nullptr, Member::Switch<&LowArgs::all_candidates>, true, kAnyVerb},
    Form(kMatrixVerb, MatrixForms,
         "; text is the mean over all pairs; tsv, csv, parquet and arrow have a line for "
         "each pair, jsonl one for each hypothesis; npy is an array of NumPy, npz an archive "
         "with one for each group, named by its number; with --top, text and json say how many "
         "hypotheses occur among the references"),
    {"--top", "", "K", kNumber, kOutput, kMatrixVerb,
     "take only the K best references of each hypothesis under the first metric, best first; in "
     "all formats but npy and npz",
     "", nullptr, Member::Number<&LowArgs::top, 1, kMostPicked>, true, kAnyVerb},
    {"--float32", "", "", kSwitch, kOutput, kMatrixVerb, "write 32-bit numbers, in npy and npz", "",
     nullptr, Member::Switch<&LowArgs::float32>},
    Form(kMbrVerb, MbrForms,
         "output format (default: text); without -f, the ending of -o chooses, as in FILE.jsonl; "
         "text has the best candidates, index their numbers in the list, from 1; tsv, "
         "jsonl and the others add groups and expected scores"),
    {"--best", "", "N", kNumber, kOutput, kMbrVerb,
     "write the N best candidates of each group (default: 1)", "", nullptr,
     Member::Number<&LowArgs::best, 1, kMostPicked>, true, kAnyVerb},
    Form(kMetaVerb, EvaluateForms),
    {"--width", "-w", "N", kNumber, kOutput, kMetaVerb | kSpansVerb,
     "digits after the point (default: 3); json and tsv always have all digits", "", nullptr,
     Member::Number<&LowArgs::width, 0, kWidest>, true, kAnyVerb},
    {"--width", "-w", "N", kNumber, kOutput, kSingle | kNbestVerb | kMatrixVerb,
     "digits after the point (default: 1); 3 for scores that are not out of 100, and with "
     "--scale unit; json, jsonl and tsv always have all digits",
     "", nullptr, Member::Number<&LowArgs::width, 0, kWidest>, true, kAnyVerb},
    Of("--scale", "", "SCALE", kOutput),
    Of("--details", "", "", kOutput, 0, kSegmentsVerb),
    {"--keep", "", "FIELD", kText, kOutput, kSegmentsVerb,
     "fields of the inputs that stand beside the scores; named as for --by, as in lang,domain, and "
     "all from one file; texts, whole numbers, true or false; in tables and json",
     "", nullptr, SetKept()},
    {"--flush", "", "", kSwitch, kOutput, kSegmentsVerb,
     "write each score at once; that is, as soon as its line has been read from all inputs, for "
     "programs that talk to this one through pipes",
     "", nullptr, Member::Switch<&LowArgs::flush>, false, kAnyVerb},
    {"--width", "-w", "N", kNumber, kOutput, kLatencyVerb,
     "digits of milliseconds after the point (default: 1); AP has two more; json and tsv always have all digits",
     "", nullptr, Member::Number<&LowArgs::width, 0, kWidest>},
    {"--width", "-w", "N", kNumber, kOutput, kTesting,
     "digits of scores after the point (default: 2); json, and tsv where there is one, always have "
     "all digits",
     "", nullptr, Member::Number<&LowArgs::width, 0, kWidest>},
    {"--score-only", "-b", "", kSwitch, kOutput, kSingle | kMatrixVerb,
     "print bare numbers, in text format; the systems in order, and for each its metrics", "",
     nullptr, Member::Switch<&LowArgs::score_only>, true, kSegmentsVerb},
    {"--sentence-level", "-sl", "", kSwitch, kOutput, kScoreVerb,
     "score every segment by itself, as the verb 'segments' does", "", nullptr,
     Member::Switch<&LowArgs::sentence_level>},
    Of("--sentence-level", "-sl", "", kOutput, kLatencyVerb, kAnyVerb),
    Of("--gaps", "", "", kOutput, 0, kAnyVerb),
    Reworded("--require", "", "BOUND", kOutput, kScoreVerb,
             "exit with 1 unless scores are within bounds, after writing the output;"),
    {"--output", "-o", "FILE", kText, kOutput,
     (kScoring & ~kRowsVerb) | kTokenizeVerb | kCiteVerb | kListing | kGenerateVerb | kBenchVerb |
         kResegmentVerb | kSpansVerb | kLatencyVerb,
     "output file (default: standard output); it appears only when it is complete", "", nullptr,
     SetOutput, false, kAnyVerb},
    {"--output", "-o", "FILE", kText, kOutput, kRowsVerb | kMergeVerb | kSurveyVerb,
     "output file; it appears only when it is complete", "", nullptr, SetOutput, false, kAnyVerb},
    {"--missing", "", "", kSwitch, kOutput, kMergeVerb,
     "merge nothing, but print the numbers of the parts that are missing or damaged, as Slurm's "
     "--array takes them (2,5-7); the exit code is 1 unless all are there",
     "", nullptr, Member::Switch<&LowArgs::list_missing>, false, kAnyVerb},
    Of("--examples", "", "N", kOutput, 0, kAnyVerb),
    {"--strict", "", "", kSwitch, kWarnings, kTexts, "treat warnings as errors (exit code 3)", "",
     nullptr, Member::Switch<&LowArgs::strict>, false},
    {"--force", "", "", kSwitch, kWarnings, kTexts, "no warnings, on standard error or in json", "",
     nullptr, Member::Switch<&LowArgs::force>},
    {"--quiet", "-q", "", kSwitch, kWarnings, kTexts | kMergeVerb | kRunVerb,
     "only errors on standard error, and no progress bar", "", nullptr,
     Member::Switch<&LowArgs::quiet>, false},
    {"--progress", "", "SECONDS", kNumber, kRunning, kTexts | kRunVerb,
     "without a terminal, print a line of progress on standard error every SECONDS (default: "
     "MTGAUGE_PROGRESS of the environment, or none; 0: none)",
     "", nullptr, Member::Number<&LowArgs::progress, 0, kMostSeconds>, false},
    Of("--threads", "", "N", kRunning, kBenchVerb | kSacreBleuVerb | kRunVerb | kMergeVerb,
       kRunVerb | kBenchVerb),
    {"--resume", "", "", kSwitch, kRunning, kRunVerb,
     "leave out the steps that an earlier run with --resume has done, if their options, inputs and "
     "outputs are the same; JOB.toml.done lists them",
     "", nullptr, Member::Switch<&LowArgs::resume>, false, kAnyVerb},
    {"--resume", "", "", kSwitch, kRunning, kRowsVerb | kSurveyVerb,
     "do nothing if the output file is whole, was made for the same part with the same options, and "
     "is newer than all inputs; with --shard or in a job array",
     "", nullptr, Member::Switch<&LowArgs::resume>, false},
    {"--dry-run", "", "", kSwitch, kRunning, kRunVerb,
     "list the steps, and why each would run, and stop", "", nullptr,
     Member::Switch<&LowArgs::dry_run>, false, kAnyVerb},
    {"--load", "", "X", kNumber, kLaboratory, kBenchVerb,
     "hashes: highest load of the table, as a share (default: that of the table engine, a half)",
     "", nullptr, Member::Share<&LowArgs::load>},
    {"--buckets", "", "N", kNumber, kLaboratory, kBenchVerb,
     "hashes: size of the table, a power of 2", "", nullptr,
     Member::Number<&LowArgs::buckets, 2, kMostBuckets>},
    {"--adversarial", "", "", kSwitch, kLaboratory, kBenchVerb,
     "hashes: show how keys made to collide under one hash behave under all", "", nullptr,
     Member::Switch<&LowArgs::adversarial>},
    {"--segments", "", "N", kNumber, kLaboratory, kBenchVerb,
     "plan: number of segments (default: 1000000)", "", nullptr,
     Member::Number<&LowArgs::plan_segments, 0, kMostSegments>},
    {"--systems", "", "N", kNumber, kLaboratory, kBenchVerb, "plan: number of systems (default: 2)",
     "", nullptr, Member::Number<&LowArgs::plan_systems, 1, kMostPlanned>},
    {"--shards", "", "N", kNumber, kLaboratory, kBenchVerb,
     "plan: number of machines that share the job, each with --threads (default: 1)", "", nullptr,
     Member::Number<&LowArgs::plan_shards, 1, kMostPlanned>},
    {"--disk-mbps", "", "N", kNumber, kLaboratory, kBenchVerb,
     "plan: read speed of the disk in MB/s (default: texts are already in memory)", "", nullptr,
     Member::Number<&LowArgs::disk_mbps, 1, kMostSegments>},
    {"--rounds", "", "N", kNumber, kLaboratory, kBenchVerb,
     "how often each candidate is measured (default: 9); fewer than 6 rounds say little about "
     "noise",
     "", nullptr, Member::Number<&LowArgs::rounds, 1, kMostRounds>, true, kAnyVerb},
    Of("--ngram-engine", "", "NAME", kRunning),
    Of("--hash", "", "NAME", kRunning),
    {"--print-job", "", "", kSwitch, kOther,
     kScoring | kTokenizeVerb | kSurveyVerb | kResegmentVerb | kSpansVerb | kLatencyVerb,
     "print the job, with all defaults, as a file for 'mtgauge run', and stop; relative paths in "
     "it start from the file's folder",
     "", nullptr, AskForJob},
    {"--help", "-h", "", kSwitch, kOther, ~kSacreBleuVerb,
     "-h shows the common flags, --help shows all", "", nullptr, nullptr},
};

// Returns the options that a flag sets: all of its name, or the one of its verbs' requests.
std::vector<const RequestOption*> OptionsSetBy(const Flag& flag) {
  const std::string_view name = KeyOf(flag);
  std::vector<const RequestOption*> named;
  for (const RequestOption& option : RequestOptions()) {
    if (option.name != name) continue;
    if ((option.requests & flag.verbs) != 0) return {&option};
    named.push_back(&option);
  }
  if (flag.verbs != 0) named.resize(1);
  return named;
}

// Keeps a text for as long as the table.
std::string_view Kept(std::string text) {
  static std::deque<std::string> texts;
  return texts.emplace_back(std::move(text));
}

Flag WithOption(Flag flag, const RequestOption& option) {
  if (flag.help.ends_with(';')) {
    flag.help = Kept(fmt::format("{}{}", flag.help, option.help.substr(option.help.find(';') + 1)));
  }
  if (flag.help.empty()) {
    flag.help = option.help;
    flag.verbs |= option.requests;
  }
  if ((flag.verbs & kExplainVerb) != 0) flag.verbs |= kReportVerb;
  flag.kind = option.kind;
  flag.noun = option.noun;
  flag.choices = option.choices;
  flag.moves_output = option.moves_output;
  flag.option = &option;
  return flag;
}

// Returns the table of flags, completed from the library's table of options.
std::vector<Flag> MakeFlags() {
  std::vector<Flag> flags;
  for (const Flag& flag : kFlags) {
    if (flag.option == nullptr) {
      flags.push_back(flag);
      if (flag.help.starts_with(';')) {
        flags.back().help = Kept(fmt::format("{}{}", kFormHelp, flag.help));
      }
      continue;
    }
    for (const RequestOption* option : OptionsSetBy(flag)) {
      flags.push_back(WithOption(flag, *option));
    }
  }
  return flags;
}

// Returns what the output holds, or nothing if the verb has several formats.
std::string_view OnlyForm(const LowArgs& args) {
  switch (args.verb) {
    case kReportVerb:
      return "html";
    case kRowsVerb:
      return args.info.empty() ? "rows" : "";
    case kSurveyVerb:
      return "a survey";
    case kMergeVerb:
      return args.list_missing ? "text" : "merged parts";
    case kCiteVerb:
    case kTokenizeVerb:
    case kGenerateVerb:
      return "text";
    default:
      return "";
  }
}

}  // namespace

std::span<const Flag> Flags() {
  static const std::vector<Flag> flags = MakeFlags();
  return flags;
}

std::vector<const Flag*> FlagsOfVerb(uint32_t verb) {
  std::vector<const Flag*> flags;
  for (const std::span<const Flag> rows : {SacreBleuFlags(), Flags()}) {
    for (const Flag& flag : rows) {
      if ((flag.verbs & verb) != 0) flags.push_back(&flag);
    }
  }
  return flags;
}

std::string_view KeyOf(const Flag& flag) { return flag.long_name.substr(2); }

bool IsRecorded(const Flag& flag) { return flag.option != nullptr || flag.access.get != nullptr; }

const Flag* FirstGiven(uint32_t verb, const LowArgs& args, bool (*counts)(const Flag& flag)) {
  const LowArgs defaults;
  for (const Flag* flag : FlagsOfVerb(verb)) {
    if (!IsRecorded(*flag) || !counts(*flag)) continue;
    if (UsesOf(*flag, args) != UsesOf(*flag, defaults)) return flag;
  }
  return nullptr;
}

OptionUses UsesOf(const Flag& flag, const LowArgs& args) {
  return flag.option != nullptr ? flag.option->access.get(args) : flag.access.get(args);
}

Status ApplyFlag(const FlagUse& use, LowArgs& args) {
  const Flag& flag = *use.flag;
  if (flag.option != nullptr) return ApplyOption(*flag.option, use.values, args);
  Status status = CheckChoices(flag.noun, flag.choices, use.values);
  if (status.ok()) status = flag.access.set(args, use.values);
  return AboutOption(KeyOf(flag), status);
}

Status TakeFormatOfEnding(bool told, LowArgs& args) {
  if (const std::string_view only = OnlyForm(args); !only.empty()) {
    return CheckEnding(args.output, only, {});
  }
  const std::string_view named = FormatOfEnding(args.output);
  if (const std::string_view advice = AdviceOn(fmt::format("-f={}", named), args.verb);
      !advice.empty()) {
    return UsageError(fmt::format("{}: {}", args.output, advice));
  }
  for (const Flag* flag : FlagsOfVerb(args.verb)) {
    if (flag->long_name != "--format") continue;
    const std::vector<std::string_view> known = flag->choices();
    if (!told && std::ranges::find(known, named) != known.end()) args.format = named;
    return CheckEnding(args.output, args.format, known);
  }
  return OkStatus();
}

std::string FlagLabel(const Flag& flag) {
  if (flag.short_name.empty()) return std::string(flag.long_name);
  return fmt::format("{}/{}", flag.short_name, flag.long_name);
}

std::string_view GroupTitle(FlagGroup group) {
  switch (group) {
    case kInput:
      return "Input";
    case kMetric:
      return "Metrics";
    case kTest:
      return "Significance";
    case kLaboratory:
      return "Laboratory";
    case kOutput:
      return "Output";
    case kWarnings:
      return "Warnings";
    case kRunning:
      return "Running";
    case kOther:
      break;
  }
  return "Other";
}

}  // namespace mtgauge
