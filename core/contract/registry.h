// The table of metrics. To add one: core/metrics/NAME.cc with a class that derives from
// MetricOf (metric_of.h) and a MetricRow, and a line in registry.cc. Help, options, contract tests,
// fuzzing and benchmarks iterate over the table.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/algo/ngrams/ngram_match.h"
#include "core/base/status.h"
#include "core/contract/metric.h"
#include "core/contract/row_settings.h"
#include "core/contract/spec.h"
#include "core/text/normalization.h"
#include "core/text/tokenizing/tokenizer.h"

namespace mtgauge {

struct EqualRow;  // core/contract/equal_rows.h

// What a metric is made from, in addition to its own options.
struct MetricContext {
  Arithmetic arithmetic = Arithmetic::kPinned;
  NgramEngine ngram_engine = NgramEngine::kAuto;
  const HashRow* hash = &DefaultHash();
  // Set if only existing rows are scored. The metric then opens no files and takes from here what
  // its signature says about them. Null if texts are scored.
  const RowSettings* rows = nullptr;
  // How texts are changed first: the value of the signature's key `normalize`, and what is ignored.
  // Set by MakeMetric(), because what a metric learns from references depends on it. Empty if they
  // are not changed.
  std::string normalize = "";
  NormalForm form = NormalForm::kNone;  // likewise, for a metric's own words
  uint8_t ignored = 0;
  DataVersions versions = {};  // likewise set by MakeMetric(), from its options
};

// Options by name, e.g. {"order", "2"}. Options from flags come first; those in the metric's spec
// override them.
using MetricOptions = std::map<std::string, std::string, std::less<>>;

struct MetricOptionRow {
  std::string_view name;      // "order"
  std::string_view value;     // "N"
  std::string_view fallback;  // "4"
  std::string_view help;
};

// Published: humans agree with a difference of `delta` points in a share top / (1 + e^(-slope *
// delta)) of cases, in percent. Applies to the metric's default settings only. top == 0 if unknown.
struct Agreement {
  double top = 0;
  double slope = 0;
};

struct MetricRow {
  std::string_view name;   // "bleu", as in -m bleu
  std::string_view title;  // "BLEU", as printed
  std::string_view help;
  std::string_view paper;  // for `cite`
  double scale;            // the perfect score
  bool higher_is_better;
  std::span<const MetricOptionRow> options;
  // All keys of `options` are known to the row; values may still be wrong (UsageError).
  Result<std::unique_ptr<Metric>> (*make)(const MetricOptions&, const MetricContext&);
  // For a metric that learns from all references first: makes an empty survey of this name, to load
  // and merge, without reading any file of the metric. Returns null if no survey can have that
  // name.
  std::unique_ptr<Survey> (*survey)(const std::string& name) = nullptr;
  Agreement agreement = {};
  std::string_view references = "";  // how several references count, in a few words
  // True if the order of references may matter: the first of equally good ones counts, or the first
  // one has a special role.
  bool first_of_ties = false;
  bool needs_first = false;          // no other reference can replace a missing first one
  bool needs_source = false;         // compares with what was translated, too
  std::string_view corpus = "sums";  // how a corpus score is made from segments: "sums" or "mean"
  bool ranks = true;                 // false if neither higher nor lower is better
  // Whether it counts characters with these options: then a language does not choose its tokenizer.
  // Null: never.
  bool (*counts_characters)(const MetricOptions&) = nullptr;
  // False if a text scored against itself may not get a perfect score (ambiguous alignments and
  // very short texts can lower it).
  bool equal_is_perfect = true;
  // Notes for users: known bugs of the reference tool, differences in its output, required files.
  // Full sentences; may be empty.
  std::string_view notes = "";

  bool HasOption(std::string_view option) const;
};

std::span<const MetricRow> Metrics();
const MetricRow* FindMetric(std::string_view name);
// Returns the first metric of the specs for which neither higher nor lower is better; null if there
// is none.
const MetricRow* FindUnranked(const std::vector<std::string>& specs);
// Returns whether the metric of a spec exists and needs what was translated.
bool NeedsSource(const std::string& spec);

// The options that every metric has; the last two only if it has a choice of tokenizers.
inline constexpr MetricOptionRow kStripBefore = {
    "strip_before", "TEXT", "", "remove all of a hypothesis up to its last TEXT, such as </think>"};
inline constexpr MetricOptionRow kNormalize = {
    "normalize", "FORM", "none",
    "bring all texts to Unicode form nfc, nfd, nfkc or nfkd, or to Whisper's: whisper-basic, "
    "whisper-basic+diacritics, whisper-basic+letters, whisper-basic+marks, whisper-english"};
inline constexpr MetricOptionRow kIgnore = {
    "ignore", "WHAT", "none", "compare without case, punct (punctuation) or both: case+punct"};
inline constexpr MetricOptionRow kUnicode = {
    "unicode", "VERSION", "",
    "Unicode version of the tokenizer intl: 18.0 (default, as in regex 2026.11.19) or 15.0"};
inline constexpr MetricOptionRow kPieces = {
    "pieces", "VERSION", "",
    "SentencePiece version whose rules choose the pieces: 0.2.3 (default) or 0.2.1 (and earlier)"};
std::span<const MetricOptionRow> CommonOptions(const MetricRow& row);

// A metric made from a spec such as "bleu:order=2,smooth=floor".
struct MadeMetric {
  const MetricRow* row;
  std::string spec;
  std::unique_ptr<Metric> metric;
  // The values of the common options.
  std::string strip_before = "";
  const NormalFormRow* normalize = nullptr;  // null if texts are not normalized
  uint8_t ignored = 0;                       // bits of Ignored (core/text/folding.h)

  std::string Title() const;  // as printed
  // Values of keys of the signature; empty if it has none.
  std::string NormalizeValue() const;
  std::string IgnoreValue() const;
  std::vector<ViewSpec> Views() const;
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const;
  // Returns what is known of the tool that gives the same scores; null if there is none.
  const EqualRow* Equal() const;
  std::string Equals() const;  // "sacrebleu-2.6.0"; empty if there is none
  // The same for a corpus score; `references` is their number, as in signatures.
  std::string CorpusEquals(std::string_view references) const;
};
// Returns true if the settings in the signature are the defaults of the metric's name.
bool HasDefaultSettings(const MadeMetric& made);

// In the options from flags: the tokenizer that the target language calls for. It is the `tok` of
// metrics that have none of their own.
inline constexpr std::string_view kTokOfLanguage = "tok-of-language";

// Returns the options of a spec in effect: its own, else those in `shared`, else the row's
// defaults. Returns the same errors as MakeMetric() for unknown names.
Result<MetricOptions> OptionsInEffect(std::string_view spec, const MetricOptions& shared);

// `shared` contains options from flags: "lc" is for every metric that has it, "chrf.lc" only for
// chrf, where it overrides "lc". An option in the spec that the metric does not have is a
// UsageError that lists those it has.
Result<MadeMetric> MakeMetric(std::string_view spec, const MetricOptions& shared,
                              const MetricContext& context);

}  // namespace mtgauge
