// The table of flags, and the first of two steps from a command line to a job: LowArgs contains the
// typed arguments, each checked on its own; cli/flags/requests.h then interprets them.
//
// To add a flag, add one row in flags.cc. A flag that sets an option of a request only defines its
// spelling; the rest is in the library's table (core/request/options.h). The parser, the help, the
// tests and the comparison with Python's argparse iterate over the table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/flags/lab_options.h"
#include "cli/sacrebleu/args.h"
#include "core/base/status.h"
#include "core/request/options.h"

namespace mtgauge {

// How and where an answer is written.
struct OutputOptions {
  std::string format = "text";
  std::optional<uint32_t> width;  // if not set, each verb has its default
  bool score_only = false;
  bool flush = false;
  std::string keep;             // segments: fields that stand beside the scores
  bool all_candidates = false;  // nbest: write every candidate
  bool float32 = false;         // matrix: 32-bit numbers
  uint32_t top = 0;             // matrix: number of best references for each hypothesis
  uint32_t best = 1;            // mbr: number of candidates for each group
  std::string output;           // standard output if empty
  std::string plot;             // a file, or a folder for meta; no chart if empty
};

// How warnings and progress are handled.
struct NoticeOptions {
  bool strict = false, force = false, quiet = false;
  std::optional<uint32_t> progress = {};  // seconds between two lines of progress; 0: none
};

// The typed arguments: the parts of every verb's request, and options of the command line itself. A
// flag that was not given has its default value, or none.
struct LowArgs : RequestParts, LabOptions, OutputOptions, NoticeOptions {
  bool sentence_level = false;
  uint32_t num_refs = 1;      // used by cite
  std::string info;           // a row file that `rows` describes
  bool resume = false;        // leave out what has been made already
  bool dry_run = false;       // run: only list the steps
  bool list_missing = false;  // merge: only list the parts that are missing

  SacreBleuArgs sacrebleu;  // the arguments of the verb sacrebleu

  uint32_t verb = 0;       // its bit
  bool print_job = false;  // print the job file instead of running it
};

enum class FlagGroup { kInput, kMetric, kTest, kLaboratory, kOutput, kWarnings, kRunning, kOther };
// The groups in the order of the help.
inline constexpr FlagGroup kFlagGroups[] = {
    FlagGroup::kInput,  FlagGroup::kMetric,   FlagGroup::kTest,    FlagGroup::kLaboratory,
    FlagGroup::kOutput, FlagGroup::kWarnings, FlagGroup::kRunning, FlagGroup::kOther};

// The verbs that have a flag, as bits. A verb that stands for a request has that request's bit.
inline constexpr uint32_t kScoreVerb = BitOf(RequestKind::kScore),
                          kSegmentsVerb = BitOf(RequestKind::kSegments),
                          kCompareVerb = BitOf(RequestKind::kCompare),
                          kNbestVerb = BitOf(RequestKind::kNbest),
                          kMetaVerb = BitOf(RequestKind::kEvaluate),
                          kRowsVerb = BitOf(RequestKind::kRows),
                          kSurveyVerb = BitOf(RequestKind::kSurvey),
                          kTokenizeVerb = BitOf(RequestKind::kTokenize),
                          kMatrixVerb = BitOf(RequestKind::kMatrix),
                          kMbrVerb = BitOf(RequestKind::kMbr),
                          kExplainVerb = BitOf(RequestKind::kExplain),
                          kResegmentVerb = BitOf(RequestKind::kResegment),
                          kSpansVerb = BitOf(RequestKind::kSpans),
                          kLatencyVerb = BitOf(RequestKind::kLatency),
                          kCiteVerb = BitOf(RequestKind::kCite);
inline constexpr uint32_t kMetricsVerb = 1 << 17, kTokenizersVerb = 1 << 18,
                          kStemmersVerb = 1 << 19, kSacreBleuVerb = 1 << 20,
                          kGenerateVerb = 1 << 21, kRunVerb = 1 << 22, kBenchVerb = 1 << 23,
                          kMergeVerb = 1 << 24, kReportVerb = 1 << 25, kColumnsVerb = 1 << 26,
                          kDemoVerb = 1 << 28;
inline constexpr uint32_t kAnyVerb = ~0u;  // in Flag::common: all verbs that have the flag

struct Flag {
  std::string_view long_name;   // "--width"; unique within a verb
  std::string_view short_name;  // "-w", "-tok"; empty if there is none
  std::string_view value_name;  // "N"; empty for a switch
  OptionKind kind;              // how many values follow: argparse's nargs=0, None and '+'
  FlagGroup group;
  uint32_t verbs;
  std::string_view help;  // may name options in backticks, as the library does
  // What a value is called in messages ("tokenizer"), and the known values; null if any value is
  // allowed.
  std::string_view noun;
  OptionChoices choices;
  // Null for --help and --version, which end parsing, and for flags that set an `option`.
  OptionAccess<LowArgs> access;
  bool moves_output = true;  // false if the value does not affect the bytes of the output
  uint32_t common = 0;  // verbs whose short help (-h) shows the flag, up to the first semicolon
  const RequestOption* option = nullptr;

  bool takes_one_value() const { return !MayStandAlone(kind) && kind != OptionKind::kList; }
  bool ends_reading() const { return access.set == nullptr && option == nullptr; }
};
// Returns the flag's key in job files, "chrf-beta".
std::string_view KeyOf(const Flag& flag);
// Returns true if a job file may name the flag and the record of a run contains it.
bool IsRecorded(const Flag& flag);
// Returns the first flag of a verb that `counts`, and whose value is not its default; null if there
// is none.
const Flag* FirstGiven(uint32_t verb, const LowArgs& args, bool (*counts)(const Flag& flag));
// Returns the values, use by use, that would set the flag's current value in `args`.
OptionUses UsesOf(const Flag& flag, const LowArgs& args);

// One use of a flag.
struct FlagUse {
  const Flag* flag;
  std::vector<std::string> values;
};
// Checks the values and stores them. A UsageError names the flag.
Status ApplyFlag(const FlagUse& use, LowArgs& args);

// If no format was told, takes the one that the output's ending names, if the verb has it. Returns
// a UsageError if the ending names another format than what is written.
Status TakeFormatOfEnding(bool told, LowArgs& args);

// Returns the flags of all native verbs and those that several verbs share.
std::span<const Flag> Flags();
// Returns the flags of one verb, in the table's order.
std::vector<const Flag*> FlagsOfVerb(uint32_t verb);
// Returns "-w/--width", for messages.
std::string FlagLabel(const Flag& flag);
// Returns the title of a group in the help, "Input".
std::string_view GroupTitle(FlagGroup group);

}  // namespace mtgauge
