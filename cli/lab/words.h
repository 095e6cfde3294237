// What the laboratories of hashes, engines and plans share: texts as words under one tokenizer.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "cli/lab/bench.h"
#include "core/lab/cutting.h"
#include "core/lab/engines/engine_runs.h"
#include "core/request/texts.h"

namespace mtgauge {

// Texts, the job that scores them by BLEU, and their words. Missing references are left out.
struct LabWords {
  TextSettings settings;
  const TokenizerRow* tokenizer = nullptr;
  LabTexts texts;
  std::vector<std::unique_ptr<Cutter>> cutters;  // hold what the words point to
  std::vector<WordSegment> segments;
  uint64_t tokens = 0;
};

// BLEU under the tokenizer that -tok names, or -l calls for. Needs a reference and a system.
absl::StatusOr<TextSettings> ResolveLabBleu(const LabRequest& request);
// Fails as scoring would where the texts are not what they should be.
absl::StatusOr<LabWords> ReadLabWords(const LabRequest& request);

// The sums of rows of every system, by one worker: [system][column].
absl::StatusOr<std::vector<std::vector<int64_t>>> SumsOf(const Job& job, const LabTexts& texts);

// Nanoseconds of the processor for each of `count` pieces of work; NaN for none.
double NanosecondsEach(const Timing& timing, uint64_t count);

// One warning when times vary by more than a tenth, however many do.
void AddSpreadWarning(std::span<const Timing> timings, LabReport& report);

}  // namespace mtgauge
