// The part that the laboratories of hashes, engines and plans share: texts as words of one
// tokenizer.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "bench/laboratory/bench.h"
#include "bench/laboratory/measuring/cutting.h"
#include "bench/laboratory/measuring/engines/engine_runs.h"
#include "core/request/texts.h"

namespace mtgauge {

// Texts, the job that scores them with BLEU, and their words. Missing references are left out.
struct LabWords {
  TextSettings settings;
  const TokenizerRow* tokenizer = nullptr;
  LabTexts texts;
  std::vector<std::unique_ptr<Cutter>> cutters;  // own the data that the words point to
  std::vector<WordSegment> segments;
  uint64_t tokens = 0;
};

// Resolves BLEU with the tokenizer that -tok names or -l implies. Needs a reference and a system.
Result<TextSettings> ResolveLabBleu(const LabRequest& request);
// Fails on invalid texts as scoring would.
Result<LabWords> ReadLabWords(const LabRequest& request);

// Returns the row sums of every system, computed by one worker: [system][column].
Result<std::vector<std::vector<int64_t>>> SumsOf(const Job& job, const LabTexts& texts);

// Returns processor time in nanoseconds per unit of `count` units of work, or NaN for 0.
double NanosecondsEach(const Timing& timing, uint64_t count);

// Adds one warning if times vary by more than a tenth, however many do.
void AddSpreadWarning(std::span<const Timing> timings, LabReport& report);

}  // namespace mtgauge
