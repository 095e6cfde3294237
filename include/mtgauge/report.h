// Formats of results, and the record of the run that some of them contain.
//
// All functions are thread-safe. Except for WritePlots(), they have no side effects.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mtgauge/compare.h"
#include "mtgauge/evaluate.h"
#include "mtgauge/explain.h"
#include "mtgauge/latency.h"
#include "mtgauge/options.h"
#include "mtgauge/resegment.h"
#include "mtgauge/score.h"
#include "mtgauge/spans.h"
#include "mtgauge/status.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

// What values an option takes: none, one text, one number, a list of texts, or an optional number.
enum class OptionKind { kSwitch, kText, kNumber, kWhole, kList, kOptionalNumber };
constexpr bool MayStandAlone(OptionKind kind) {
  return kind == OptionKind::kSwitch || kind == OptionKind::kOptionalNumber;
}
constexpr bool TakesNumber(OptionKind kind) {
  return kind == OptionKind::kNumber || kind == OptionKind::kWhole ||
         kind == OptionKind::kOptionalNumber;
}

// An option and the values of each of its uses; no uses if it is not set. Only a list may be used
// more than once.
struct OptionRecord {
  std::string key;  // "chrf-beta"
  OptionKind kind = OptionKind::kText;
  std::vector<std::vector<std::string>> uses;
};

// Everything that can affect the output, so not threads, engines or the output file. The caller
// sets it, because the formatters do not know how a run was requested.
struct Configuration {
  std::string verb;
  std::vector<std::string> references;
  std::vector<OptionRecord> options;
  std::vector<MetricRecord> metrics;
};

struct WriteOptions {
  uint32_t width = 1;           // decimals, in text
  bool more_digits = false;     // two more decimals for small scores
  bool score_only = false;      // only the numbers, in text
  bool unit_scale = false;      // scores are between 0 and 1; the signature says so
  bool by_group = false;        // the items are groups of segments
  Configuration configuration;  // for formats that include it
  std::string cite;      // the command that lists what to cite for a comparison; empty if unknown
  std::string plan;      // the flags that draw power against size; empty if unknown
  bool to_pipe = false;  // the reader takes the bytes in order: Arrow is then a stream, not a file
  size_t columns = SIZE_MAX;  // of the terminal: wider tables of a comparison are split, in text
};

// What a result contains: scores, scores of systems compared with each other, or proportions
// (scores from 0 to 1, and agreement with humans).
enum class Figures { kScores, kComparisons, kShares };
// Sets the number of decimals in text: `asked`, or the default for these figures.
WriteOptions DigitsFor(Figures figures, std::optional<uint32_t> asked = std::nullopt);

// Formats by name; the first is the default. An unknown format is a UsageError.
std::vector<std::string_view> ScoreForms();
std::vector<std::string_view> SegmentForms();
std::vector<std::string_view> CompareForms();
std::vector<std::string_view> EvaluateForms();
std::vector<std::string_view> ExplainForms();
std::vector<std::string_view> SpansForms();
std::vector<std::string_view> LatencyForms();
std::vector<std::string_view> ResegmentForms();
// Returns a UsageError if a format of a comparison does not show what was asked for.
struct ComparisonParts {
  bool table = false, plan = false, agreement = false, equal_length = false;
};
Status CheckCompareForm(std::string_view form, const ComparisonParts& parts);
// Returns whether a format is bytes, not text: parquet and arrow.
bool IsBinaryForm(std::string_view form);
Result<std::string> Format(const Report& report, std::string_view form,
                           const WriteOptions& options);
Result<std::string> Format(const Comparison& comparison, std::string_view form,
                           const WriteOptions& options);
Result<std::string> Format(const EvaluationSet& set, std::string_view form,
                           const WriteOptions& options);
Result<std::string> Format(const Findings& findings, std::string_view form,
                           const WriteOptions& options);
Result<std::string> Format(const SpansAnswer& answer, std::string_view form,
                           const WriteOptions& options);
Result<std::string> Format(const LatencyAnswer& answer, std::string_view form,
                           const WriteOptions& options);
Result<std::string> Format(const ResegmentAnswer& answer, std::string_view form,
                           const WriteOptions& options);
// Writes charts of an evaluation as files into a folder.
Status WritePlots(const EvaluationSet& set, const std::string& folder);

}  // namespace mtgauge
