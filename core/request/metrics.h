// What a request's choice of metrics comes to: the options of a job.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/metric/metric.h"
#include "core/score/job.h"
#include "core/text/tokenizer/tokenizer.h"
#include "mtgauge/options.h"

namespace mtgauge {

// What MetricChoice::compat may name: sacreBLEU under a version of Python, whose sum() differs, and
// of NumPy, whose float32 arithmetic does.
struct CompatTool {
  std::string_view name;
  Arithmetic arithmetic;
  bool numpy2;
};
std::span<const CompatTool> CompatTools();
const CompatTool* FindCompatTool(std::string_view name);  // null: there is none

// The option of metrics that makes them tell more of a score than it needs, and of requests that
// sets it for all of them.
inline constexpr std::string_view kDetailsOption = "details";
bool TellsDetails(const MetricChoice& choice);

// Metrics and the options that they share. Of `texts` the language pair chooses the tokenizer.
// `rows` are JobOptions'.
absl::StatusOr<JobOptions> ResolveMetrics(const MetricChoice& choice, const TextInputs& texts,
                                          Level level, std::vector<RowSettings> rows = {});

// The same metrics for a group of one language or pair, with the tokenizer that its language pair
// would choose. A language that is not known adds a warning.
absl::StatusOr<JobOptions> ForLanguage(const JobOptions& job, const std::string& language,
                                       std::vector<Warning>& warnings);

// The tokenizer that the choice, or else the language pair, asks for.
absl::StatusOr<const TokenizerRow*> ResolveTokenizer(const MetricChoice& choice,
                                                     const TextInputs& texts);

// Of a language pair that is not known, where it would choose the tokenizer.
std::vector<Warning> LanguageWarnings(const MetricChoice& choice, const TextInputs& texts);

}  // namespace mtgauge
