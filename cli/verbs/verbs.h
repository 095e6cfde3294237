// The table of verbs. To add one, add cli/verbs/NAME.cc, its row in verbs.cc and its bit in
// flags.h.
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

// What the program provides to a running verb.
struct Program {
  const std::atomic<bool>* stop;                // set by a signal
  std::span<const std::string> arguments = {};  // after the program's name
  std::string step = {};                        // of a job: "step 2 of 5 (compare)"
};

using RunFunction = Status(const LowArgs&, const Program&);
using CheckFunction = Result<LowArgs>(const LowArgs&);

// The groups of the program's help, in its order.
enum class VerbGroup : uint8_t { kScore, kCompare, kHuman, kBatches, kTools };
inline constexpr std::string_view kVerbGroupTitles[] = {"Score", "Compare and look",
                                                        "Human evaluation", "Batches", "Tools"};

struct Verb {
  std::string_view name;  // "score"
  uint32_t bit;           // kScoreVerb
  VerbGroup group;
  bool everyday = false;         // one of the few that the short help describes
  std::string_view summary;      // one line
  std::string_view usage;        // "[REF ...] [flags]"
  std::string_view about;        // a paragraph
  std::string_view examples[2];  // shell commands; a test runs them
  bool positionals;  // takes words that belong to no flag: references, or some of `words`
  RunFunction* run;
  // For a verb that stands for another program; otherwise null.
  std::string (*version)() = nullptr;
  // Prints the error of a failed run or a rejected command line; returns the exit code.
  int (*fail)(const Status&) = nullptr;
  // Returns the allowed words that belong to no flag. Null if they are files.
  std::vector<std::string_view> (*words)() = nullptr;
  // Checks everything that can be checked before input is read; returns the arguments with the
  // defaults filled in. Null if there is nothing to check.
  CheckFunction* check = nullptr;
  // Only the first of the words is one of `words`; files follow.
  bool files_follow = false;
};

std::span<const Verb> Verbs();

RunFunction RunMatrix, RunMbr, RunRows, RunMerge, RunScore, RunSegments, RunCompare, RunExplain,
    RunReport, RunNbest, RunMeta, RunSpans, RunSurvey, RunResegment, RunLatency, RunTokenize,
    RunCite, RunMetrics, RunTokenizers, RunStemmers, RunColumns, RunSacreBleu, RunBench, RunJobFile,
    RunGenerate, RunDemo;
CheckFunction CheckMatrix, CheckMbr, CheckRows, CheckMerge, CheckCompare, CheckExplain, CheckScore,
    CheckSegments, CheckNbest, CheckSurvey, CheckResegment, CheckTokenize, CheckBench;

std::vector<std::string_view> MetricNames();
std::string SacreBleuVersion();
int FailAsSacreBleu(const Status& status);

}  // namespace mtgauge
