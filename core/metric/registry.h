// The table of metrics. To add one: core/metrics/NAME.cc with a MetricRow, its line in registry.cc
// and in core/CMakeLists.txt. Help, options, contract tests, fuzzing and benchmarks walk the table.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/algo/ngrams/ngram_match.h"
#include "core/base/status.h"
#include "core/metric/metric.h"
#include "core/metric/row_settings.h"
#include "core/metric/spec.h"
#include "core/text/normalization.h"

namespace mtgauge {

// What a metric is made under besides its own options.
struct MetricContext {
  Arithmetic arithmetic = Arithmetic::kPinned;
  NgramEngine ngram_engine = NgramEngine::kAuto;
  const HashRow* hash = &DefaultHash();
  // Set when only existing rows are scored: the metric opens no files and takes from here what its
  // signature says of them. Null: texts are scored.
  const RowSettings* rows = nullptr;
  // The value of the signature's key `normalize`, set by MakeMetric(): what a metric learns from
  // references depends on it. Empty: texts stay as they are.
  std::string normalize = "";
};

// Options by name, e.g. {"order", "2"}. Those of flags come first and are overridden by those of
// the metric's own spec.
using MetricOptions = std::map<std::string, std::string, std::less<>>;

struct MetricOptionRow {
  std::string_view name;      // "order"
  std::string_view value;     // "N"
  std::string_view fallback;  // "4"
  std::string_view help;
};

// Published: people agree with a difference of `delta` points in a share top / (1 + e^(-slope *
// delta)) of cases, in percent. Holds under the metric's default settings only. top == 0: unknown.
struct Agreement {
  double top = 0;
  double slope = 0;
};

struct MetricRow {
  std::string_view name;   // "bleu", as in -m bleu
  std::string_view title;  // "BLEU", as printed
  std::string_view help;
  std::string_view equals;  // the reference tool, "sacrebleu-2.6.0"
  std::string_view paper;   // for `cite`
  double scale;             // a perfect score
  bool higher_is_better;
  std::span<const MetricOptionRow> options;
  // Every key of `options` is known to the row; values may still be wrong (UsageError).
  absl::StatusOr<std::unique_ptr<Metric>> (*make)(const MetricOptions&, const MetricContext&);
  // Of a metric that learns from all references first: an empty survey of this name, to load and
  // merge; no file of the metric's own is read. Null where a survey cannot have that name.
  std::unique_ptr<Survey> (*survey)(const std::string& name) = nullptr;
  Agreement agreement = {};
  std::string_view references = "";  // how several count, in a few words
  // The order of references may matter: of equally good ones the first counts, or the first one has
  // a special role.
  bool first_of_ties = false;
  bool needs_first = false;          // no other reference can replace a missing first one
  std::string_view corpus = "sums";  // how a corpus score arises from segments: "sums" or "mean"
  bool ranks = true;                 // false: neither higher nor lower is better
  // false: a text scored against itself need not be perfect (ambiguous alignments and very short
  // texts count against it).
  bool equal_is_perfect = true;
  // Notes for users: known bugs of the reference tool, differences in its output, files that are
  // needed. Full sentences; may be empty.
  std::string_view notes = "";

  bool HasOption(std::string_view option) const;
};

std::span<const MetricRow> Metrics();
const MetricRow* FindMetric(std::string_view name);

// The options of every metric.
inline constexpr MetricOptionRow kStripBefore = {
    "strip_before", "TEXT", "", "remove all of a hypothesis up to its last TEXT, such as </think>"};
inline constexpr MetricOptionRow kNormalize = {
    "normalize", "FORM", "none", "bring all texts to Unicode form nfc, nfd, nfkc or nfkd"};
inline constexpr std::array kCommonOptions = {kStripBefore, kNormalize};

// A metric made from a spec such as "bleu:order=2,smooth=floor".
struct MadeMetric {
  const MetricRow* row;
  std::string spec;
  std::unique_ptr<Metric> metric;
  // The values of its common options.
  std::string strip_before = "";
  const NormalFormRow* normalize = nullptr;  // null: texts stay as they are

  std::string Title() const;           // as printed
  std::string NormalizeValue() const;  // of the signature's key; empty: it has none
  std::vector<ViewSpec> Views() const;
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const;
  // The tool whose scores these are; empty: no tool's.
  std::string_view Equals() const;
};
// Whether its settings are the defaults of its name, as far as the signature shows.
bool HasDefaultSettings(const MadeMetric& made);

// The options of a spec in effect: its own, else those of `shared`, else the row's fallbacks. The
// same errors as MakeMetric(), as far as names go.
absl::StatusOr<MetricOptions> OptionsInEffect(std::string_view spec, const MetricOptions& shared);

// `shared` holds options from flags: "lc" is for every metric that has it, "chrf.lc" for chrf alone
// and stronger there. An option in the spec that the metric does not have is a UsageError which
// names the ones it has.
absl::StatusOr<MadeMetric> MakeMetric(std::string_view spec, const MetricOptions& shared,
                                      const MetricContext& context);

}  // namespace mtgauge
