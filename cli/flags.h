// The one table of flags, and the first of the two steps from a command line to a job: LowArgs is
// what was typed, checked word by word; what it means is settled in cli/settings.h.
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

#include "cli/sacrebleu_args.h"
#include "core/base/status.h"
#include "core/report/gate/requirements.h"
#include "core/score/system_names.h"
#include "mtgauge/compare.h"
#include "mtgauge/evaluate.h"

namespace mtgauge {

// Files of outside scores.
struct OutsideFiles {
  std::string metric;
  bool lower_is_better = false;
  std::vector<std::string> files;
};

// A flag that sets an option of one metric.
struct MetricFlag {
  std::string_view flag, metric, option;
  std::string_view value = "";  // of a switch
};

// What was typed. A flag that was not given has its default, or nothing.
struct LowArgs {
  std::vector<std::string> references;
  std::vector<std::string> inputs;
  std::vector<std::string> ref_annotations, annotations;
  std::string annotate_with;  // empty: not given
  std::vector<std::string> metrics;
  std::optional<std::string> tokenize;
  std::optional<std::string> test_set;
  std::optional<std::string> language_pair;
  std::optional<std::string> stem;
  std::optional<std::string> smooth_method;
  std::optional<std::string> smooth_value;
  bool lowercase = false;
  std::vector<std::pair<const MetricFlag*, std::string>> metric_flags;  // and their values
  bool split_paragraphs = false;
  std::string key, split_key;  // empty: not given
  std::string on_invalid = "error";
  std::string input_format;  // empty: by what they look like
  std::string compat;        // empty: native arithmetic

  std::string format = "text";
  std::optional<uint32_t> width;  // the verb has a default
  bool score_only = false;
  bool sentence_level = false;
  std::string by;  // FIELD or FIELD=FILE; empty: no groups
  bool flush = false;
  bool unit_scale = false;
  bool leave_one_out = false;
  bool all_candidates = false;  // nbest: write every candidate
  std::vector<Requirement> requirements;
  std::string output;  // empty: standard output

  bool strict = false;
  bool force = false;
  bool quiet = false;

  uint32_t threads = 0;  // 0: all that the process may use
  std::string ngram_engine = "auto";
  std::string hash;  // empty: the default
  uint32_t num_refs = 1;

  // What the verb compare takes.
  std::vector<NamedFiles> systems;
  std::vector<OutsideFiles> scores;
  bool drop_missing = false;
  std::string documents, strata;  // files; empty: not told
  std::optional<std::string> baseline;
  bool gate = false;
  double alpha = 0.05;
  Sampling sampling = Sampling::kFull;
  ClusterRule clusters = ClusterRule::kWmt;
  Unit unit = Unit::kSegment;
  std::optional<TestKind> test;
  std::optional<uint64_t> resamples, seed;
  // Those that --compat has an opinion about.
  std::optional<NullRule> null;
  std::optional<Generator> generator;
  std::optional<IntervalKind> interval;
  std::optional<Correction> correction;

  // What the verb meta takes besides.
  std::vector<OutsideFiles> humans;  // an empty metric: not named
  bool normalize_annotators = false;
  bool join_common = false;
  std::vector<std::string> measures, tested_measures;
  std::optional<Grouping> grouping;
  bool average_by_size = false, undefined_is_zero = false;
  double threshold = 25;
  MetricTest metric_test = MetricTest::kPermBoth;
  ResampledUnits resampled_units = ResampledUnits::kSegments;
  std::vector<std::string> studies;
  uint32_t longest = 25;
  bool mean_measures = false;

  // sacreBLEU's resampling in the verb score.
  bool confidence = false, paired_bs = false, paired_ar = false;
  std::optional<uint64_t> confidence_n, paired_bs_n, paired_ar_n;

  // What the verb bench takes.
  std::vector<std::string> tokenizers;  // empty: all that there are
  uint32_t rounds = 9;
  std::string plot;      // a file, or meta's folder; empty: no chart
  double load = 0;       // of the table of hashes; 0: the engine's own
  uint64_t buckets = 0;  // likewise
  bool adversarial = false;
  uint64_t plan_segments = 1'000'000, plan_systems = 2, plan_shards = 1;
  uint64_t disk_mbps = 0;  // 0: no disk

  SacreBleuArgs sacrebleu;  // what the verb sacrebleu takes besides

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
                          kNbestVerb = 1024, kMetaVerb = 2048, kRunVerb = 4096, kBenchVerb = 8192;

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
