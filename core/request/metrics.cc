// Turns specs and shared options into a job's options.
#include "core/request/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "core/base/named.h"
#include "core/base/suggest.h"
#include "core/contract/metric_names.h"
#include "core/contract/registry.h"
#include "core/request/options.h"
#include "core/rowfile/survey_file.h"
#include "core/text/language.h"
#include "core/text/tokenizing/model_tokenizer.h"

namespace mtgauge {
namespace {

// Returns the target language of "en-zh", "eng_Latn-zho_Hans" or "zh".
Result<LanguageTag> TargetLanguage(const std::string& pair) {
  constexpr std::string_view kRemedy = "write source and target as in en-de";
  Languages languages = ParseLanguages(pair);
  const bool told = languages.source
                        ? !languages.source->written.empty() && !languages.target.written.empty()
                        : !languages.target.code.empty();
  if (!told) {
    return UsageError({.option = "language-pair"},
                      fmt::format("`language-pair`: '{}' is not a language pair", pair),
                      std::string(kRemedy));
  }
  for (const LanguageTag* tag :
       {languages.source ? &*languages.source : nullptr, &languages.target}) {
    if (tag == nullptr || tag->another.empty()) continue;
    return UsageError({.option = "language-pair"},
                      fmt::format("`language-pair`: '{}' has more than two languages", pair),
                      fmt::format("{}, and a region in capital letters as in pt-BR", kRemedy));
  }
  return std::move(languages.target);
}

// Returns the unknown codes of a pair, for messages; empty if all are known.
std::string UnknownLanguages(const Languages& languages) {
  std::string unknown;
  for (const LanguageTag* tag :
       {languages.source ? &*languages.source : nullptr, &languages.target}) {
    if (tag == nullptr || !tag->code.empty()) continue;
    unknown += fmt::format("{}'{}'", unknown.empty() ? "" : " and ", tag->written);
    if (!tag->meant.empty()) unknown += fmt::format(" (did you mean '{}'?)", tag->meant);
  }
  return unknown;
}

Warning LanguageWarning(const std::string& unknown, std::string_view told,
                        std::string_view tokenizer) {
  return {"language", "",
          fmt::format("unknown language code {} in '{}'; the tokenizer is {}; use a code of ISO "
                      "639 such as zh or zho, or choose with `tokenize`",
                      unknown, told, tokenizer)};
}

// Returns true if the spec itself names a tokenizer, or the metric uses none.
bool NamesItsTokenizer(std::string_view text) {
  const MetricSpec spec(text);
  const MetricRow* row = FindMetric(spec.name());
  return (row != nullptr && !row->HasOption("tok")) || spec.HasOption("tok");
}

// Returns true if no language chooses the tokenizer of a metric.
bool IgnoresLanguage(std::string_view text) {
  const MetricRow* row = FindMetric(MetricSpec(text).name());
  if (NamesItsTokenizer(text) || row == nullptr || row->counts_characters == nullptr) {
    return NamesItsTokenizer(text);
  }
  const Result<MetricOptions> options = OptionsInEffect(text, {});
  return options.ok() && row->counts_characters(*options);
}

// Returns the error for an unavailable tokenizer that `option` requires; `status` has the reason.
Status NoTokenizer(const std::string& option, const std::string& call, const Status& status,
                   const std::string& other) {
  const std::string& remedy = status.error().remedy;
  std::string why = status.message();
  if (remedy.empty()) {
    return UsageError({.option = option}, fmt::format("`{}`: {}: {}", option, call, why), other);
  }
  why.resize(why.size() - remedy.size() - std::string_view("; ").size());
  return UsageError({.option = option}, fmt::format("`{}`: {}: {}", option, call, why),
                    remedy + "; " + other);
}

Status CheckMetrics(const std::vector<std::string>& specs) {
  std::set<std::string_view> seen;
  for (const std::string& spec : specs) {
    if (!seen.insert(spec).second) {
      return UsageError({.option = "metrics"}, fmt::format("`metrics`: '{}' is given twice", spec),
                        "");
    }
  }
  return OkStatus();
}

// Rejects unknown names, which would otherwise silently mean the default.
Status CheckMetricNames(const MetricChoice& choice) {
  if (!choice.compat.empty()) {
    MTG_RETURN_IF_ERROR(CheckKnown("compat", choice.compat, NamesOfRows(CompatTools())));
  }
  if (!choice.hash.empty()) {
    MTG_RETURN_IF_ERROR(CheckKnown("hash", choice.hash, NamesOfRows(Hashes())));
  }
  return CheckKnown("ngram-engine", choice.ngram_engine, NamesOfRows(NgramEngines()));
}

// Rejects options for all metrics that none of them takes, since they would change nothing. Those
// of words also count where words are shown.
Status CheckSharedOptions(const MetricChoice& choice, const JobOptions& job) {
  if (!job.rows.empty()) return OkStatus();  // it may be for metrics that were not chosen
  const struct {
    std::string_view name, option;
    bool given;
  } shared[] = {{"tokenize", "tok", choice.tokenize && !job.texts_are_shown},
                {"lowercase", "lc", choice.lowercase && !job.texts_are_shown},
                {"stem", "stem", choice.stem && !job.texts_are_shown},
                {"smooth-method", "smooth", choice.smooth_method.has_value()},
                {"smooth-value", "value", choice.smooth_value.has_value()}};
  for (const auto& one : shared) {
    const auto takes = [&one](const std::string& spec) {
      const MetricRow* row = FindMetric(MetricSpec(spec).name());
      return row != nullptr && row->HasOption(one.option);
    };
    if (!one.given || std::ranges::any_of(job.metrics, takes)) continue;
    return UsageError({.option = std::string(one.name)},
                      fmt::format("`{}`: none of the metrics takes it", one.name), "leave it out");
  }
  return OkStatus();
}

// Adds the settings of single metrics, and those without a metric to all.
Status SetMetricSettings(const MetricChoice& choice, JobOptions& job) {
  for (const MetricSetting& setting : choice.metric_settings) {
    if (setting.metric.empty()) {  // for all metrics that have it; existing rows cannot change
      if (job.rows.empty()) job.shared[setting.option] = setting.value;
      continue;
    }
    const bool asked = std::any_of(job.metrics.begin(), job.metrics.end(), [&](const auto& spec) {
      return MetricSpec(spec).name() == setting.metric;
    });
    if (!asked && !job.rows.empty()) continue;  // for a metric that was not chosen
    if (!asked) {
      return UsageError({.option = setting.name},
                        fmt::format("`{}` is for {}, which is not among the metrics", setting.name,
                                    setting.metric),
                        fmt::format("add `metrics` {}, or leave it out", setting.metric));
    }
    job.shared[fmt::format("{}.{}", setting.metric, setting.option)] = setting.value;
  }
  return OkStatus();
}

// Returns the name of the tokenizer from the choice, or else from the language pair.
Result<std::string> NameOfTokenizer(const MetricChoice& choice, const TextInputs& texts) {
  if (choice.tokenize) return *choice.tokenize;
  if (!texts.language_pair) return std::string(Tokenizers().front().name);
  MTG_ASSIGN_OR_RETURN(const LanguageTag target, TargetLanguage(*texts.language_pair));
  return std::string(TokenizerForTarget(target));
}

// Lets the language pair choose the tokenizer for languages that 13a does not split. For others
// each metric keeps its own tokenizer, which is that of its tool.
Status SetTokenizer(const MetricChoice& choice, const TextInputs& texts, JobOptions& job) {
  if (!choice.tokenize && !texts.language_pair) return OkStatus();
  if (std::all_of(job.metrics.begin(), job.metrics.end(),
                  choice.tokenize ? NamesItsTokenizer : IgnoresLanguage)) {
    return OkStatus();
  }
  // The texts of rows are already tokenized.
  if (job.rows.empty()) MTG_RETURN_IF_ERROR(ResolveTokenizer(choice, texts).status());
  MTG_ASSIGN_OR_RETURN(const std::string name, NameOfTokenizer(choice, texts));
  if (choice.tokenize) {
    job.shared["tok"] = name;
  } else if (name != Tokenizers().front().name) {
    job.shared[std::string(kTokOfLanguage)] = name;
  }
  return OkStatus();
}

}  // namespace

std::span<const CompatTool> CompatTools() {
  static constexpr CompatTool kTools[] = {
      {"sacrebleu", Arithmetic::kPlatform, false},
      {"sacrebleu-py312", Arithmetic::kPlatformCompensatedSum, false},
      {"sacrebleu-numpy2", Arithmetic::kPlatform, true},
      {"sacrebleu-py312-numpy2", Arithmetic::kPlatformCompensatedSum, true},
  };
  return kTools;
}

const CompatTool* FindCompatTool(std::string_view name) { return RowNamed(CompatTools(), name); }

Status CheckNoScoring(const MetricChoice& choice, std::span<const std::string_view> given) {
  constexpr std::string_view kOptions[] = {
      "metrics",       "tokenize",      "lowercase",    "stem",   "annotations", "ref-annotations",
      "annotate-with", "smooth-method", "smooth-value", "source", "on-invalid",  "empty-references",
      "input-format",  "key",           "survey",       "hash",   "ngram-engine"};
  const std::string option = choice.metric_settings.empty() ? FirstOf(given, kOptions)
                                                            : choice.metric_settings.front().name;
  if (option.empty()) return OkStatus();
  return UsageError({.option = option},
                    fmt::format("`{}`: there is no reference to score against", option),
                    "name reference files first, or leave it out");
}

Result<const TokenizerRow*> ResolveTokenizer(const MetricChoice& choice, const TextInputs& texts) {
  MTG_ASSIGN_OR_RETURN(const std::string name, NameOfTokenizer(choice, texts));
  Result<const TokenizerRow*> row = OpenTokenizer(name);
  if (row.ok() || choice.tokenize) return row;
  const LanguageTag target = TargetLanguage(texts.language_pair.value_or("")).value();
  return NoTokenizer(
      "language-pair",
      fmt::format("the target language {} calls for the tokenizer {}", target.written, name),
      row.status(), "or choose another with `tokenize`");
}

std::vector<Warning> LanguageWarnings(const MetricChoice& choice, const TextInputs& texts) {
  if (!texts.language_pair || choice.tokenize) return {};
  const Languages languages = ParseLanguages(*texts.language_pair);
  const std::string unknown = UnknownLanguages(languages);
  if (unknown.empty()) return {};
  return {LanguageWarning(unknown, *texts.language_pair, TokenizerForTarget(languages.target))};
}

Result<JobOptions> ForLanguage(const JobOptions& job, const std::string& language,
                               std::vector<Warning>& warnings) {
  JobOptions options = job;
  options.shared.erase(std::string(kTokOfLanguage));
  if (std::all_of(job.metrics.begin(), job.metrics.end(), IgnoresLanguage)) return options;
  const Languages languages = ParseLanguages(language);
  if (languages.target.written.empty()) {
    return InputError(
        {.option = "by"},
        fmt::format(
            "`by`: '{}' is not a language such as en-zh or zh, so it does not choose a tokenizer",
            language),
        "choose one for all with `tokenize`");
  }
  const std::string_view name = TokenizerForTarget(languages.target);
  if (const std::string unknown = UnknownLanguages(languages); !unknown.empty()) {
    warnings.push_back(LanguageWarning(unknown, language, name));
  }
  if (name == Tokenizers().front().name) return options;
  options.shared[std::string(kTokOfLanguage)] = std::string(name);
  if (!job.rows.empty()) return options;  // their texts are already tokenized
  const Result<const TokenizerRow*> row = OpenTokenizer(name);
  if (!row.ok()) {
    return NoTokenizer("by",
                       fmt::format("the language '{}' calls for the tokenizer {}", language, name),
                       row.status(), "or choose one for all with `tokenize`");
  }
  return options;
}

std::optional<std::string> TokenizerOf(const std::string& language,
                                       const std::vector<std::string>& metrics) {
  if (std::all_of(metrics.begin(), metrics.end(), IgnoresLanguage)) return std::nullopt;
  const std::string_view name = TokenizerForTarget(ParseLanguages(language).target);
  if (name == Tokenizers().front().name) return std::nullopt;
  return std::string(name);
}

bool TellsDetails(const MetricChoice& choice) {
  return std::any_of(choice.metric_settings.begin(), choice.metric_settings.end(),
                     [](const MetricSetting& setting) { return setting.name == kDetailsOption; });
}

Result<JobOptions> ResolveMetrics(const MetricChoice& choice, const TextInputs& texts, Level level,
                                  std::vector<RowSettings> rows, bool shows_texts) {
  MTG_RETURN_IF_ERROR(CheckMetricNames(choice));
  JobOptions job;
  if (!choice.metrics.empty()) {
    MTG_ASSIGN_OR_RETURN(job.metrics, ReadMetricSpecs(choice.metrics));
  }
  MTG_RETURN_IF_ERROR(CheckMetrics(job.metrics));
  job.rows = std::move(rows);
  job.level = level;
  job.on_invalid = texts.on_invalid;
  job.drop_empty_references = texts.drop_empty_references;
  job.texts_are_shown = shows_texts;
  MTG_RETURN_IF_ERROR(CheckSharedOptions(choice, job));
  MTG_RETURN_IF_ERROR(SetTokenizer(choice, texts, job));
  if (choice.lowercase) job.shared["lc"] = "yes";
  if (choice.stem) job.shared["stem"] = *choice.stem;
  if (choice.smooth_method) job.shared["smooth"] = *choice.smooth_method;
  if (choice.smooth_value) job.shared["value"] = *choice.smooth_value;
  MTG_RETURN_IF_ERROR(SetMetricSettings(choice, job));
  if (level == Level::kSegment) job.shared["eff"] = "yes";
  if (texts.language_pair) MTG_RETURN_IF_ERROR(TargetLanguage(*texts.language_pair).status());
  if (const CompatTool* tool = FindCompatTool(choice.compat)) {
    job.context.arithmetic = tool->arithmetic;
  }
  for (const NgramEngineRow& row : NgramEngines()) {
    if (row.name == choice.ngram_engine) job.context.ngram_engine = row.engine;
  }
  if (!choice.hash.empty()) job.context.hash = FindHash(choice.hash);
  if (!choice.survey.empty()) job.surveys = std::make_shared<SurveyFileShelf>(choice.survey);
  return job;
}

}  // namespace mtgauge
