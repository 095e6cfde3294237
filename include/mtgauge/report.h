// How answers are written: the forms of all of them, and the record of a run that some carry.
//
// Every function is thread-safe and changes nothing but what it returns.
#pragma once

#include <absl/status/statusor.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mtgauge/compare.h"
#include "mtgauge/evaluate.h"
#include "mtgauge/explain.h"
#include "mtgauge/options.h"
#include "mtgauge/score.h"

namespace mtgauge {

// What an option takes: nothing, one text, one number, a list of texts, or a number or nothing.
enum class OptionKind { kSwitch, kText, kNumber, kList, kOptionalNumber };
constexpr bool MayStandAlone(OptionKind kind) {
  return kind == OptionKind::kSwitch || kind == OptionKind::kOptionalNumber;
}
constexpr bool TakesNumber(OptionKind kind) {
  return kind == OptionKind::kNumber || kind == OptionKind::kOptionalNumber;
}

// An option and the values of each of its uses, none where it is not set. A list may be given
// several times, the others once.
struct OptionRecord {
  std::string key;  // "chrf-beta"
  OptionKind kind = OptionKind::kText;
  std::vector<std::vector<std::string>> uses;
};

// Everything that can change a byte of the output, so not threads, engines or the name of the
// output. The caller fills it in; the forms do not know how a run was requested.
struct Configuration {
  std::string verb;
  std::vector<std::string> references;
  std::vector<OptionRecord> options;
  std::vector<MetricRecord> metrics;
};

struct WriteOptions {
  uint32_t width = 1;           // digits after the point, in text
  bool more_digits = false;     // two more for small scores
  bool score_only = false;      // bare numbers, in text
  bool unit_scale = false;      // scores are from 0 to 1, and so says the signature
  bool by_group = false;        // what is written one by one are groups of segments
  Configuration configuration;  // for forms that carry it
  std::string cite;  // the command that says what to cite of a comparison; empty: not known
};

// What an answer contains: scores, scores of systems side by side, or shares (scores from 0 to 1,
// and agreement with people).
enum class Figures { kScores, kComparisons, kShares };
// The number of digits in text: `asked`, or the usual number for these figures.
WriteOptions DigitsFor(Figures figures, std::optional<uint32_t> asked = std::nullopt);

// Forms by name; the first is the default. An unknown one is a UsageError.
std::vector<std::string_view> ScoreForms();
std::vector<std::string_view> SegmentForms();
std::vector<std::string_view> CompareForms();
std::vector<std::string_view> EvaluateForms();
std::vector<std::string_view> ExplainForms();
absl::StatusOr<std::string> Format(const Report& report, std::string_view form,
                                   const WriteOptions& options);
absl::StatusOr<std::string> Format(const Comparison& comparison, std::string_view form,
                                   const WriteOptions& options);
absl::StatusOr<std::string> Format(const EvaluationSet& set, std::string_view form,
                                   const WriteOptions& options);
absl::StatusOr<std::string> Format(const Findings& findings, std::string_view form,
                                   const WriteOptions& options);
// Charts of an evaluation, as files in a folder.
absl::Status WritePlots(const EvaluationSet& set, const std::string& folder);

}  // namespace mtgauge
