// The second step from a command line to a job: what the typed arguments mean together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/flags.h"
#include "core/report/write_options.h"
#include "core/score/job.h"
#include "core/text/batch.h"
#include "core/text/tokenizer.h"
#include "mtgauge/compare.h"

namespace mtgauge {

// What --compat may name: sacreBLEU under a version of Python, whose sum() differs, and of NumPy,
// whose float32 arithmetic does.
struct CompatTool {
  std::string_view name;
  Arithmetic arithmetic;
  bool numpy2;
};
std::span<const CompatTool> CompatTools();

// What --by asks for.
struct SegmentGroups {
  std::string field;  // empty: no groups
  std::string file;   // one line for each segment; empty: the inputs tell
};

struct ScoringSettings {
  JobOptions job;
  StreamNames names;
  // Of all streams: references, systems, and their annotations in the same order. "-" is standard
  // input.
  std::vector<std::string> paths;
  std::string annotate_with;   // the command that makes the annotations; empty: none
  std::string language_pair;   // empty: not told
  std::string key, split_key;  // OpenOptions'
  SegmentGroups by;
  bool tokenizer_by_language = false;  // groups are languages, each with its own tokenizer
  std::string input_format;            // OpenOptions::format
  LowArgs in_effect;                   // what was typed, with the defaults filled in
  WriteOptions write;
};

// Checks what no single flag can tell: references and systems, conflicts, the language's tokenizer.
absl::StatusOr<ScoringSettings> ResolveScoring(const LowArgs& args, Level level);

struct ComparingSettings {
  std::optional<ScoringSettings> texts;  // absent: outside scores alone
  // Display names, each with as many output files as the others; without texts the files are not
  // read. Empty: the tables of outside scores name the systems.
  std::vector<NamedFiles> systems;
  CompareOptions options;  // without the baseline, whose index needs the names
  LowArgs in_effect;       // as ScoringSettings has it
  WriteOptions write;
};

// Files beside the texts (documents, strata, groups, scores) must not be the output, and standard
// input can be one of them alone.
absl::Status CheckTables(const LowArgs& args);

// What `mtgauge compare` is asked for.
absl::StatusOr<ComparingSettings> ResolveComparing(const LowArgs& args);

// The conventions that the flags ask for; everything but what needs the systems' names.
absl::StatusOr<CompareOptions> ResolveTest(const LowArgs& args);

// The seed that --seed or SACREBLEU_SEED sets.
absl::StatusOr<uint64_t> ResolveSeed(const LowArgs& args);

// The resampling that --confidence, --paired-bs and --paired-ar ask for; nothing when none of them
// is given.
absl::StatusOr<std::optional<CompareOptions>> ResolveResampling(const LowArgs& args);
// Whether what they ask for goes with this many systems, which only opened files can tell.
absl::Status CheckResampledSystems(const LowArgs& args, size_t systems);

// Metrics and their common options alone, for verbs that read no text.
absl::StatusOr<JobOptions> ResolveMetrics(const LowArgs& args, Level level);

// The same metrics for a group of one language or pair, with the tokenizer that -l would choose. A
// language that is not known adds a warning.
absl::StatusOr<JobOptions> ForLanguage(const JobOptions& job, const std::string& language,
                                       std::vector<Warning>& warnings);

// What -l leads to: a language that is not known, where it would choose the tokenizer.
std::vector<Warning> LanguageWarnings(const LowArgs& args);

// The tokenizer that -tok and -l ask for.
absl::StatusOr<const TokenizerRow*> ResolveTokenizer(const LowArgs& args);

OnInvalid ResolveOnInvalid(const LowArgs& args);

}  // namespace mtgauge
