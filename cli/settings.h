// The second step from a command line to a job: what the typed arguments mean together.
#pragma once

#include <string>
#include <vector>

#include "cli/flags.h"
#include "cli/report_writer.h"
#include "core/score/job.h"
#include "core/text/batch.h"
#include "core/text/tokenizer.h"

namespace mtgauge {

struct ScoringSettings {
  JobOptions job;
  StreamNames names;
  std::vector<std::string> paths;  // of all streams, references first; "-" is standard input
  WriteOptions write;
};

// Checks what no single flag can tell: references and systems, conflicts, the language's tokenizer.
absl::StatusOr<ScoringSettings> ResolveScoring(const LowArgs& args, Level level);

// Metrics and their common options alone, for verbs that read no text.
absl::StatusOr<JobOptions> ResolveMetrics(const LowArgs& args, Level level);

// The tokenizer that -tok and -l ask for.
absl::StatusOr<const TokenizerRow*> ResolveTokenizer(const LowArgs& args);

OnInvalid ResolveOnInvalid(const LowArgs& args);

}  // namespace mtgauge
