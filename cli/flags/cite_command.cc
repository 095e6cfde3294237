// Writes the `mtgauge cite` command for the metrics and tests of another command line.
#include "cli/flags/cite_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/flags/configuration.h"
#include "cli/flags/spelling.h"
#include "core/contract/registry.h"
#include "core/contract/spec.h"
#include "core/significance/conventions.h"

namespace mtgauge {
namespace {

// Whether `cite` can be told all that the signature of the test tells.
bool KnowsAll(const LowArgs& in_effect, const Comparison& comparison) {
  const CompareOptions& test = comparison.options;
  CompareOptions told;
  told.resamples = test.resamples;
  told.test = test.test;
  told.null = test.null;
  told.correction = test.correction;
  told.power = test.power;  // these two are in no signature
  told.rank_beside_baseline = test.rank_beside_baseline;
  return test == told && comparison.strata < 2 && comparison.by.empty() && !in_effect.drop_missing;
}

// The flags with which row files were made, as far as the metrics take them. Nothing if one has no
// flag.
std::optional<std::string> SharedFlags(const RunRecord& record) {
  constexpr std::pair<std::string_view, std::string_view> kFlags[] = {
      {"tok", "-tok"}, {"lc", "-lc"}, {"stem", "--stem"}, {"smooth", "-s"}, {"value", "-sv"}};
  std::string flags;
  for (const auto& [name, value] : record.shared) {
    if (name.find('.') != name.npos || name == kTokOfLanguage) continue;  // in the specs
    const auto* const known =
        std::ranges::find(kFlags, name, &std::pair<std::string_view, std::string_view>::first);
    if (known == std::end(kFlags)) return std::nullopt;
    const bool taken = std::ranges::any_of(record.metrics, [&, &option = name](const auto& metric) {
      return metric.options.contains(option);
    });
    if (!taken) continue;
    flags += fmt::format(" {}", known->second);
    if (name != "lc") flags += ' ' + ShellWord(value);
  }
  return flags;
}

// The spec of a metric of row files, with what only this metric was told. Nothing if a spec cannot
// say so.
std::optional<std::string> SpecOfRows(const MetricRecord& metric, const RunRecord& record) {
  MetricSpec spec(metric.spec);
  const std::string own = std::string(spec.name()) + '.';
  for (const auto& [name, value] : record.shared) {
    if (!name.starts_with(own) && name != kTokOfLanguage) continue;
    const std::string option = name == kTokOfLanguage ? "tok" : name.substr(own.size());
    const auto used = metric.options.find(option);
    const bool counts = used != metric.options.end() && used->second == value;
    if (!counts || spec.HasOption(option)) continue;
    if (value.find(',') != value.npos) return std::nullopt;
    spec = spec.With(fmt::format("{}={}", option, value));
  }
  return spec.text();
}

// Nothing if `cite` cannot be told how the scores were made.
std::optional<std::string> ScoringFlags(const RunRecord& record, const LowArgs& in_effect) {
  const bool of_rows = !in_effect.rows.empty();
  std::string flags;
  if (record.references.size() > 1) flags += fmt::format(" -nr {}", record.references.size());
  std::string specs;
  for (const MetricRecord& metric : record.metrics) {
    const std::optional<std::string> spec = of_rows ? SpecOfRows(metric, record) : metric.spec;
    if (!spec) return std::nullopt;
    specs += ' ' + ShellWord(*spec);
  }
  if (specs != " bleu") flags += " -m" + specs;
  if (of_rows) {
    const std::optional<std::string> shared = SharedFlags(record);
    return shared ? std::optional(flags + *shared) : std::nullopt;
  }
  for (const auto& [flag, uses] : RecordFlags(in_effect)) {
    const bool of_cite = flag->group == FlagGroup::kMetric && (flag->verbs & kCiteVerb) != 0;
    if (!of_cite || KeyOf(*flag) == "metrics") continue;
    for (const std::vector<std::string>& values : uses) {
      flags += fmt::format(" {}", flag->short_name.empty() ? flag->long_name : flag->short_name);
      for (const std::string& value : values) flags += ' ' + ShellWord(value);
    }
  }
  return flags;
}

std::string TestFlags(const CompareOptions& test) {
  const CompareOptions defaults;
  std::string flags = fmt::format(" --test {}", NameOf(kTestKinds, test.test));
  if (test.resamples != defaults.resamples) flags += fmt::format(" -B {}", test.resamples);
  if (test.correction != defaults.correction) {
    flags += fmt::format(" --correction {}", NameOf(kCorrections, test.correction));
  }
  if (test.null != defaults.null && test.test == TestKind::kBootstrap) {
    flags += fmt::format(" --null {}", NameOf(kNullRules, test.null));
  }
  return flags;
}

}  // namespace

std::string CiteCommand(const RunRecord& record, const LowArgs& in_effect,
                        const Comparison& comparison) {
  if (!KnowsAll(in_effect, comparison)) return "";
  const std::optional<std::string> scoring =
      record.metrics.empty() ? "" : ScoringFlags(record, in_effect);
  return scoring ? "mtgauge cite" + *scoring + TestFlags(comparison.options) : "";
}

}  // namespace mtgauge
