// The one table of flags, and the first of the two steps from a command line to a job: LowArgs is
// what was typed, checked word by word; what it means is settled in cli/flags/requests.h.
//
// To add a flag: one row in flags.cc. A flag that sets an option of a request says how the option
// is spelled; the rest is in the library's table (core/request/options.h). Parsing, help, tests and
// the comparison with Python's argparse walk the table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/lab/options.h"
#include "cli/sacrebleu/args.h"
#include "core/base/status.h"
#include "core/request/options.h"

namespace mtgauge {

// How an answer is written, and where.
struct OutputOptions {
  std::string format = "text";
  std::optional<uint32_t> width;  // the verb has a default
  bool score_only = false;
  bool flush = false;
  bool all_candidates = false;  // nbest: write every candidate
  bool float32 = false;         // matrix: numbers of 32 bits
  uint32_t top = 0;             // matrix: the best references of each hypothesis
  uint32_t best = 1;            // mbr: candidates of each group
  std::string output;           // empty: standard output
  std::string plot;             // a file, or meta's folder; empty: no chart
};

// What becomes of warnings, and of what is shown meanwhile.
struct NoticeOptions {
  bool strict = false, force = false, quiet = false;
};

// What was typed: the parts of every verb's request, and what the command line alone needs. A flag
// that was not given has its default, or nothing.
struct LowArgs : RequestParts, LabOptions, OutputOptions, NoticeOptions {
  bool sentence_level = false;
  uint32_t num_refs = 1;  // of cite
  std::string info;       // a row file that `rows` is to describe

  SacreBleuArgs sacrebleu;  // what the verb sacrebleu takes

  uint32_t verb = 0;       // its bit
  bool print_job = false;  // write what would be run, and stop
};

enum class FlagGroup { kInput, kMetric, kTest, kLaboratory, kOutput, kWarnings, kRunning, kOther };
// In the order of help.
inline constexpr FlagGroup kFlagGroups[] = {
    FlagGroup::kInput,  FlagGroup::kMetric,   FlagGroup::kTest,    FlagGroup::kLaboratory,
    FlagGroup::kOutput, FlagGroup::kWarnings, FlagGroup::kRunning, FlagGroup::kOther};

// The verbs that have a flag, as bits: those that stand for a request are its bit.
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
                          kResegmentVerb = BitOf(RequestKind::kResegment);
inline constexpr uint32_t kCiteVerb = 1 << 16, kMetricsVerb = 1 << 17, kTokenizersVerb = 1 << 18,
                          kStemmersVerb = 1 << 19, kSacreBleuVerb = 1 << 20,
                          kGenerateVerb = 1 << 21, kRunVerb = 1 << 22, kBenchVerb = 1 << 23,
                          kMergeVerb = 1 << 24, kReportVerb = 1 << 25;

struct Flag {
  std::string_view long_name;   // "--width"; unique within a verb
  std::string_view short_name;  // "-w", "-tok"; empty if none
  std::string_view value_name;  // "N"; empty for a switch
  OptionKind kind;              // how many values follow: argparse's nargs=0, None and '+'
  FlagGroup group;
  uint32_t verbs;
  std::string_view help;  // may name options in backticks, as the library does
  // What a value is, for messages ("tokenizer"), and the known ones; null if any value may do.
  std::string_view noun;
  OptionChoices choices;
  // Null: of --help and --version, which end the reading, and of flags that set an `option`.
  OptionAccess<LowArgs> access;
  bool moves_output = true;  // false: the bytes of the output are the same whatever its value
  uint32_t common = 0;  // the verbs whose short help (-h) shows it; `help` begins with few words
  const RequestOption* option = nullptr;

  bool takes_one_value() const { return kind == OptionKind::kText || kind == OptionKind::kNumber; }
  bool ends_reading() const { return access.set == nullptr && option == nullptr; }
};
// "chrf-beta"
std::string_view KeyOf(const Flag& flag);
// Whether a job file may name it, and the record of a run tells it.
bool IsRecorded(const Flag& flag);
// The values of each use that would set what `args` holds.
OptionUses UsesOf(const Flag& flag, const LowArgs& args);

// One use of a flag.
struct FlagUse {
  const Flag* flag;
  std::vector<std::string> values;
};
// Checks the values and stores them. A UsageError names the flag.
absl::Status ApplyFlag(const FlagUse& use, LowArgs& args);

// The rows that several verbs share and those of all native verbs.
std::span<const Flag> Flags();
// Those of one verb, in the table's order.
std::vector<const Flag*> FlagsOfVerb(uint32_t verb);
// "-w/--width", for messages.
std::string FlagLabel(const Flag& flag);
// Title of a group in help, "Input".
std::string_view GroupTitle(FlagGroup group);

struct Verb;

// What a command line asks for. `verb` is null when the program itself was asked.
struct Command {
  enum class Kind { kRun, kHelp, kVersion };
  Kind kind = Kind::kRun;
  const Verb* verb = nullptr;
  LowArgs args;
  bool short_help = false;  // of kHelp: the common flags alone
};

// The verb that a command line begins with; null: none.
const Verb* VerbOf(const std::vector<std::string>& arguments);

// Reads the arguments after the program's name. Every failure is a UsageError.
absl::StatusOr<Command> ReadCommand(const std::vector<std::string>& arguments);

}  // namespace mtgauge
