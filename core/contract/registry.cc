// The table of metrics and the parser of metric specs.
#include "core/contract/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "core/base/named.h"
#include "core/base/split.h"
#include "core/contract/equal_rows.h"
#include "core/text/folding.h"
#include "core/text/words/stemmer.h"

namespace mtgauge {

// One line per metric. Metric classes have no headers.
extern const MetricRow kBleu;
extern const MetricRow kMtevalBleu;
extern const MetricRow kMultiBleu;
extern const MetricRow kMultiBleuDetok;
extern const MetricRow kSentenceBleu;
extern const MetricRow kNltkBleu;
extern const MetricRow kHfBleu;
extern const MetricRow kT2tBleu;
extern const MetricRow kChrf;
extern const MetricRow kTer;
extern const MetricRow kHter;
extern const MetricRow kWer;
extern const MetricRow kMer;
extern const MetricRow kWil;
extern const MetricRow kWip;
extern const MetricRow kPer;
extern const MetricRow kCder;
extern const MetricRow kCer;
extern const MetricRow kEditDistance;
extern const MetricRow kEed;
extern const MetricRow kCharCut;
extern const MetricRow kCharacter;
extern const MetricRow kUnigram;
extern const MetricRow kGleu;
extern const MetricRow kRouge;
extern const MetricRow kGoogleRouge;
extern const MetricRow kRouge155;
extern const MetricRow kCider;
extern const MetricRow kExact;
extern const MetricRow kLengthRatio;
extern const MetricRow kNist;
extern const MetricRow kNltkNist;
extern const MetricRow kMeteor;
extern const MetricRow kMeteor2005;
extern const MetricRow kMeteor2007;
extern const MetricRow kNltkMeteor;
extern const MetricRow kRibes;
extern const MetricRow kNltkRibes;
extern const MetricRow kLepor;
extern const MetricRow kHLepor;
extern const MetricRow kGtm;
extern const MetricRow kMaxsim;
extern const MetricRow kParaEval;
extern const MetricRow kSemanticRoles;
extern const MetricRow kMeant;
extern const MetricRow kSari;
extern const MetricRow kEmpty;
extern const MetricRow kLooping;
extern const MetricRow kOverlong;
extern const MetricRow kCopied;
extern const MetricRow kMixedScripts;
extern const MetricRow kOffTarget;
extern const MetricRow kTerminology;
extern const MetricRow kConsistency;

std::span<const MetricRow> Metrics() {
  static const std::array kMetrics = {kBleu,         kMtevalBleu,  kMultiBleu,    kMultiBleuDetok,
                                      kSentenceBleu, kNltkBleu,    kHfBleu,       kT2tBleu,
                                      kChrf,         kTer,         kHter,         kWer,
                                      kMer,          kWil,         kWip,          kPer,
                                      kCder,         kCer,         kEditDistance, kEed,
                                      kCharCut,      kCharacter,   kUnigram,      kGleu,
                                      kRouge,        kGoogleRouge, kRouge155,     kCider,
                                      kExact,        kLengthRatio, kNist,         kNltkNist,
                                      kMeteor,       kMeteor2005,  kMeteor2007,   kNltkMeteor,
                                      kRibes,        kNltkRibes,   kLepor,        kHLepor,
                                      kGtm,          kMaxsim,      kParaEval,     kSemanticRoles,
                                      kMeant,        kSari,        kEmpty,        kLooping,
                                      kOverlong,     kCopied,      kMixedScripts, kOffTarget,
                                      kTerminology,  kConsistency};
  return kMetrics;
}

bool NeedsSource(const std::string& spec) {
  const MetricRow* const row = FindMetric(MetricSpec(spec).name());
  return row != nullptr && row->needs_source;
}

const MetricRow* FindUnranked(const std::vector<std::string>& specs) {
  for (const std::string& spec : specs) {
    const MetricRow* const row = FindMetric(MetricSpec(spec).name());
    if (row != nullptr && !row->ranks) return row;
  }
  return nullptr;
}

const MetricRow* FindMetric(std::string_view name) { return RowNamed(Metrics(), name); }

namespace {

bool Contains(std::span<const MetricOptionRow> rows, std::string_view option) {
  return RowNamed(rows, option) != nullptr;
}

}  // namespace

bool MetricRow::HasOption(std::string_view option) const { return Contains(options, option); }

std::span<const MetricOptionRow> CommonOptions(const MetricRow& row) {
  static constexpr std::array kOptions = {kStripBefore, kNormalize, kIgnore, kUnicode, kPieces};
  return std::span(kOptions).first(row.HasOption("tok") ? kOptions.size() : 3);
}

namespace {

std::string OptionNames(const MetricRow& row) {
  std::string names;
  for (const MetricOptionRow& option : row.options) {
    names += (names.empty() ? "" : ", ") + std::string(option.name);
  }
  return names;
}

// Removes a common option and returns its value; empty if it was not given.
std::string Take(const MetricOptionRow& option, MetricOptions& options) {
  std::string value = std::move(options[std::string(option.name)]);
  options.erase(std::string(option.name));
  return value;
}

// Returns null for no normalization.
Result<const NormalFormRow*> ReadNormalForm(const std::string& name) {
  std::vector<std::string_view> names;
  for (const NormalFormRow& row : NormalForms()) {
    names.push_back(row.name);
    if (row.name == name) return row.form == NormalForm::kNone ? nullptr : &row;
  }
  if (name.empty()) return nullptr;
  return UsageError(
      {.option = "metrics"},
      fmt::format("{}={} must be one of {}", kNormalize.name, name, fmt::join(names, ", ")), "");
}

struct IgnoreRow {
  std::string_view name;
  uint8_t ignored;
};
constexpr IgnoreRow kIgnoreRows[] = {{"none", 0},
                                     {"case", kIgnoreCase},
                                     {"punct", kIgnorePunctuation},
                                     {"case+punct", kIgnoreCase | kIgnorePunctuation}};

Result<uint8_t> ReadIgnored(const std::string& names) {
  uint8_t ignored = 0;
  for (const std::string_view name : SplitAt('+', names.empty() ? kIgnore.fallback : names)) {
    const IgnoreRow* const row = std::ranges::find(kIgnoreRows, name, &IgnoreRow::name);
    if (row == std::end(kIgnoreRows)) {
      return UsageError(
          {.option = "metrics"},
          fmt::format("{}={} must be none, case, punct or case+punct", kIgnore.name, names), "");
    }
    ignored |= row->ignored;
  }
  return ignored;
}

// Adds the spec's options to `options`.
Status AddOptions(const MetricRow& row, const MetricSpec& spec, MetricOptions& options) {
  std::string_view before;
  for (const auto& [name, value] : spec.options()) {
    if (!value) {
      return UsageError({.option = "metrics"},
                        fmt::format("metric {}: '{}' is not option=value", row.name, name),
                        before == kIgnore.name ? "write ignore=case+punct for both" : "");
    }
    before = name;
    if (!Contains(CommonOptions(row), name) && !row.HasOption(name)) {
      return UsageError({.option = "metrics"},
                        fmt::format("metric {} has no option '{}'", row.name, name),
                        "it has " + OptionNames(row));
    }
    if (value->find('|') != value->npos) {
      return UsageError({.option = "metrics"},
                        fmt::format("metric {}: {}={} has '|', which ends a setting in signatures",
                                    row.name, name, *value),
                        "leave '|' out");
    }
    options[std::string(name)] = std::string(*value);
  }
  return OkStatus();
}

// The metric of a spec and the options given for it.
struct ParsedSpec {
  const MetricRow* row;
  MetricOptions options;
};

Result<ParsedSpec> ParseSpec(std::string_view text, const MetricOptions& shared) {
  const MetricSpec spec(text);
  const std::string_view name = spec.name();
  ParsedSpec parsed{FindMetric(name), {}};
  if (parsed.row == nullptr) {
    std::string names;
    for (const MetricRow& known : Metrics()) {
      names += (names.empty() ? "" : ", ") + std::string(known.name);
    }
    return UsageError({.option = "metrics"}, fmt::format("unknown metric '{}'", name),
                      "there are: " + names);
  }
  for (const auto& [key, value] : shared) {
    if (parsed.row->HasOption(key)) parsed.options[key] = value;
  }
  const std::string own = std::string(name) + ".";
  for (auto at = shared.lower_bound(own); at != shared.end() && at->first.starts_with(own); ++at) {
    parsed.options[at->first.substr(own.size())] = at->second;
  }
  MTG_RETURN_IF_ERROR(AddOptions(*parsed.row, spec, parsed.options));
  const auto tok = shared.find(kTokOfLanguage);
  const bool takes_tok =
      tok != shared.end() && parsed.row->HasOption("tok") &&
      (parsed.row->counts_characters == nullptr || !parsed.row->counts_characters(parsed.options));
  if (takes_tok) parsed.options.emplace("tok", tok->second);
  return parsed;
}

// Rewrites an option in an error from the metric's name for it, "order", to the full name,
// "bleu:order".
Status OfMetric(const MetricRow& row, const Status& status) {
  const std::string& option = status.error().option;
  if (!row.HasOption(option)) return status;
  return WithOption(fmt::format("{}:{}", row.name, option), status);
}

}  // namespace

Result<MetricOptions> OptionsInEffect(std::string_view spec, const MetricOptions& shared) {
  MTG_ASSIGN_OR_RETURN(ParsedSpec parsed, ParseSpec(spec, shared));
  for (const MetricOptionRow& option : parsed.row->options) {
    parsed.options.try_emplace(std::string(option.name), option.fallback);
  }
  return std::move(parsed.options);
}

Result<MadeMetric> MakeMetric(std::string_view spec, const MetricOptions& shared,
                              const MetricContext& context) {
  MTG_ASSIGN_OR_RETURN(ParsedSpec parsed, ParseSpec(spec, shared));
  MadeMetric made{parsed.row, std::string(spec), nullptr, Take(kStripBefore, parsed.options)};
  MTG_ASSIGN_OR_RETURN(made.normalize, ReadNormalForm(Take(kNormalize, parsed.options)));
  MTG_ASSIGN_OR_RETURN(made.ignored, ReadIgnored(Take(kIgnore, parsed.options)));
  MetricContext own = context;
  own.normalize = made.NormalizeValue();
  if (made.ignored != 0) own.normalize += "|ignore:" + made.IgnoreValue();
  if (made.normalize != nullptr) own.form = made.normalize->form;
  own.ignored = made.ignored;
  own.versions = {Take(kUnicode, parsed.options), Take(kPieces, parsed.options)};
  Result<std::unique_ptr<Metric>> metric = parsed.row->make(parsed.options, own);
  if (!metric.ok()) return OfMetric(*parsed.row, metric.status());
  made.metric = std::move(metric).value();
  return made;
}

std::vector<ViewSpec> MadeMetric::Views() const {
  std::vector<ViewSpec> views = metric->Views();
  for (ViewSpec& view : views) {
    view.strip_before = strip_before;
    if (normalize != nullptr) view.normalize = normalize->form;
    view.ignored = ignored;
  }
  return views;
}

std::string MadeMetric::NormalizeValue() const {
  if (normalize == nullptr) return "";
  return fmt::format("{}-unicode{}", normalize->name, kNormalizationUnicode);
}

std::string MadeMetric::IgnoreValue() const {
  for (const IgnoreRow& one : kIgnoreRows) {
    if (one.ignored == ignored && ignored != 0) {
      return fmt::format("{}-unicode{}", one.name, kFoldingUnicode);
    }
  }
  return "";
}

std::vector<std::pair<std::string, std::string>> MadeMetric::SignatureKeys() const {
  auto keys = metric->SignatureKeys();
  if (!strip_before.empty()) keys.emplace_back(kStripBefore.name, strip_before);
  if (normalize != nullptr) keys.emplace_back(kNormalize.name, NormalizeValue());
  if (ignored != 0) keys.emplace_back(kIgnore.name, IgnoreValue());
  return keys;
}

const EqualRow* MadeMetric::Equal() const {
  for (const ViewSpec& view : metric->Views()) {
    if (view.tokenizer != nullptr && view.tokenizer->outdated) return nullptr;
  }
  return FindEqual(row->name, SignatureKeys());
}

std::string MadeMetric::Equals() const {
  const EqualRow* const equal = Equal();
  return equal == nullptr ? "" : equal->Equals();
}

std::string MadeMetric::CorpusEquals(std::string_view references) const {
  const EqualRow* const equal = Equal();
  return equal == nullptr || !equal->HoldsForCorpus(references) ? "" : equal->Equals();
}

std::string MadeMetric::Title() const {
  std::string title = metric->Title();
  return title.empty() ? std::string(row->title) : title;
}

bool HasDefaultSettings(const MadeMetric& made) {
  const Result<MadeMetric> bare = MakeMetric(made.row->name, {}, {});
  return bare.ok() && bare->SignatureKeys() == made.SignatureKeys();
}

}  // namespace mtgauge
