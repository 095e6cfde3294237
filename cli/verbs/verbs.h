// The table of verbs. To add one: cli/verb_NAME.cc, its row in verbs.cc and its bit in flags.h.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/flags/flags.h"
#include "core/base/status.h"

namespace mtgauge {

// What a running verb may ask of the program.
struct Program {
  const std::atomic<bool>* stop;  // set by a signal
};

struct Verb {
  std::string_view name;         // "score"
  uint32_t bit;                  // kScoreVerb
  std::string_view summary;      // one line
  std::string_view usage;        // "[REF ...] [flags]"
  std::string_view about;        // a paragraph
  std::string_view examples[2];  // shell commands; a test runs them
  bool positionals;              // takes words that are no flag's: references, or some of `words`
  absl::Status (*run)(const LowArgs&, const Program&);
  // For a verb that stands for another program. Null: the program's own.
  std::string (*version)() = nullptr;
  // Says what a failed run (or a refused command line) has to say; returns the exit code.
  int (*fail)(const absl::Status&) = nullptr;
  // What the words may be that are no flag's. Null: files.
  std::vector<std::string_view> (*words)() = nullptr;
  // Checks all that can be checked before anything is read; what was typed, with the defaults
  // filled in. Null: there is nothing to check.
  absl::StatusOr<LowArgs> (*check)(const LowArgs&) = nullptr;
  // Only the first of the words is one of `words`; files follow.
  bool files_follow = false;
};

std::span<const Verb> Verbs();

absl::Status RunScore(const LowArgs& args, const Program& program);
absl::StatusOr<LowArgs> CheckScore(const LowArgs& args);
absl::Status RunSegments(const LowArgs& args, const Program& program);
absl::StatusOr<LowArgs> CheckSegments(const LowArgs& args);
absl::Status RunCompare(const LowArgs& args, const Program& program);
absl::Status RunNbest(const LowArgs& args, const Program& program);
absl::StatusOr<LowArgs> CheckNbest(const LowArgs& args);
absl::Status RunMeta(const LowArgs& args, const Program& program);
absl::StatusOr<LowArgs> CheckMeta(const LowArgs& args);
absl::StatusOr<LowArgs> CheckCompare(const LowArgs& args);
absl::Status RunTokenize(const LowArgs& args, const Program& program);
absl::StatusOr<LowArgs> CheckTokenize(const LowArgs& args);
absl::Status RunJobFile(const LowArgs& args, const Program& program);
absl::Status RunCite(const LowArgs& args, const Program& program);
absl::Status RunMetrics(const LowArgs& args, const Program& program);
std::vector<std::string_view> MetricNames();
absl::Status RunSacreBleu(const LowArgs& args, const Program& program);
std::string SacreBleuVersion();
int FailAsSacreBleu(const absl::Status& status);
absl::Status RunTokenizers(const LowArgs& args, const Program& program);
absl::Status RunStemmers(const LowArgs& args, const Program& program);
absl::Status RunBench(const LowArgs& args, const Program& program);
absl::Status RunGenerate(const LowArgs& args, const Program& program);

}  // namespace mtgauge
