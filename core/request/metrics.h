// Turns a request's choice of metrics into the options of a job.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/contract/metric.h"
#include "core/score/job.h"
#include "core/text/tokenizing/tokenizer.h"
#include "mtgauge/options.h"

namespace mtgauge {

// The tools that MetricChoice::compat may name: sacreBLEU with a version of Python, which
// determines sum(), and of NumPy, which determines float32 arithmetic.
struct CompatTool {
  std::string_view name;
  Arithmetic arithmetic;
  bool numpy2;
};
std::span<const CompatTool> CompatTools();
const CompatTool* FindCompatTool(std::string_view name);  // null if there is none

// The metrics' option to report more about a score than it needs, and the requests' option that
// sets it for all metrics.
inline constexpr std::string_view kDetailsOption = "details";
bool TellsDetails(const MetricChoice& choice);

// Returns the metrics and their shared options. From `texts` it uses the language pair, to choose
// the tokenizer. `rows` and `shows_texts` are for JobOptions.
Result<JobOptions> ResolveMetrics(const MetricChoice& choice, const TextInputs& texts, Level level,
                                  std::vector<RowSettings> rows = {}, bool shows_texts = false);

// Returns the same metrics for a group of one language or pair, with the tokenizer that this
// language pair would choose. Adds a warning if the language is unknown.
Result<JobOptions> ForLanguage(const JobOptions& job, const std::string& language,
                               std::vector<Warning>& warnings);

// Returns the tokenizer that a language or pair chooses for these metrics, or nothing if they keep
// their own.
std::optional<std::string> TokenizerOf(const std::string& language,
                                       const std::vector<std::string>& metrics);

// Returns a UsageError if an option says how texts are read or scored. For requests without texts;
// `given`: their GivenOptions().
Status CheckNoScoring(const MetricChoice& choice, std::span<const std::string_view> given);

// Returns the tokenizer from the choice, or else from the language pair.
Result<const TokenizerRow*> ResolveTokenizer(const MetricChoice& choice, const TextInputs& texts);

// Returns warnings about an unknown language pair, if it would choose the tokenizer.
std::vector<Warning> LanguageWarnings(const MetricChoice& choice, const TextInputs& texts);

}  // namespace mtgauge
