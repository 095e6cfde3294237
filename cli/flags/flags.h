// The one table of flags, and the first of the two steps from a command line to a job: LowArgs is
// what was typed, checked word by word; what it means is settled in cli/flags/requests.h.
//
// To add a flag: one row in flags.cc. Parsing, help, tests and the comparison with Python's
// argparse walk the table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/lab/options.h"
#include "cli/sacrebleu/args.h"
#include "core/base/status.h"
#include "core/report/gate/requirements.h"
#include "mtgauge/compare.h"
#include "mtgauge/evaluate.h"
#include "mtgauge/options.h"
#include "mtgauge/score.h"

namespace mtgauge {

// How an answer is written, and where.
struct OutputOptions {
  std::string format = "text";
  std::optional<uint32_t> width;  // the verb has a default
  bool score_only = false;
  bool flush = false;
  bool all_candidates = false;  // nbest: write every candidate
  std::string output;           // empty: standard output
  std::string plot;             // a file, or meta's folder; empty: no chart
};

// What becomes of warnings, and of what is shown meanwhile.
struct NoticeOptions {
  bool strict = false, force = false, quiet = false;
};

// What was typed: the parts of every verb's request, and what the command line alone needs. A flag
// that was not given has its default, or nothing.
struct LowArgs : TextInputs,
                 MetricChoice,
                 RunOptions,
                 SeedOption,
                 OutsideOptions,
                 ScoreOptions,
                 SignificanceOptions,
                 PairTestOptions,
                 AgreementOptions,
                 LabOptions,
                 ShardOption,
                 OutputOptions,
                 NoticeOptions {
  bool sentence_level = false;
  uint32_t num_refs = 1;  // of cite
  std::string info;       // a row file that `rows` is to describe

  SacreBleuArgs sacrebleu;  // what the verb sacrebleu takes

  uint32_t verb = 0;       // its bit
  bool print_job = false;  // write what would be run, and stop
};

// How a flag's values get into LowArgs, and out again for the record of a run.
class FlagAccess {
 public:
  using Values = std::vector<std::string>;
  using Set = absl::Status (*)(LowArgs& args, const Values& values);
  // The values of each use that would set what `args` holds; none when it holds nothing.
  using Get = std::vector<Values> (*)(const LowArgs& args);

  // Of --help and --version, which end the reading.
  constexpr FlagAccess(std::nullptr_t) {}
  // A flag without `get` is in no record.
  constexpr FlagAccess(Set to, Get from = nullptr) : set(to), get(from) {}
  constexpr FlagAccess(FlagAccess (*make)()) : FlagAccess(make()) {}

  Set set = nullptr;
  Get get = nullptr;
};

// How many values follow a flag: argparse's nargs=0, None and '+'.
enum class Arity { kNone, kOne, kOneOrMore };

enum class FlagGroup { kInput, kMetric, kTest, kLaboratory, kOutput, kWarnings, kRunning, kOther };
// In the order of help.
inline constexpr FlagGroup kFlagGroups[] = {
    FlagGroup::kInput,  FlagGroup::kMetric,   FlagGroup::kTest,    FlagGroup::kLaboratory,
    FlagGroup::kOutput, FlagGroup::kWarnings, FlagGroup::kRunning, FlagGroup::kOther};

// The verbs that have a flag, as bits.
inline constexpr uint32_t kScoreVerb = 1, kSegmentsVerb = 2, kTokenizeVerb = 4, kCiteVerb = 8,
                          kCompareVerb = 16, kMetricsVerb = 32, kTokenizersVerb = 64,
                          kSacreBleuVerb = 128, kStemmersVerb = 256, kGenerateVerb = 512,
                          kNbestVerb = 1024, kMetaVerb = 2048, kRunVerb = 4096, kBenchVerb = 8192,
                          kSurveyVerb = 16384, kRowsVerb = 32768, kMergeVerb = 65536;

struct Flag {
  std::string_view long_name;   // "--width"; unique within a verb
  std::string_view short_name;  // "-w", "-tok"; empty if none
  std::string_view value_name;  // "N"; empty for kNone
  Arity arity;
  FlagGroup group;
  uint32_t verbs;
  std::string_view help;
  // What a value is, for messages ("tokenizer"), and the known ones; null if any value may do.
  std::string_view noun;
  std::vector<std::string_view> (*choices)();
  // Messages of its set() do not name the flag, the caller adds that.
  FlagAccess access;
  bool moves_output = true;  // false: the bytes of the output are the same whatever its value
  uint32_t common = 0;  // the verbs whose short help (-h) shows it; `help` begins with few words
};

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
