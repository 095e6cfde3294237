// Writes the `mtgauge cite` command for the metrics and tests of another command line.
#include "cli/flags/cite_command.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <vector>

#include "cli/flags/configuration.h"
#include "cli/flags/spelling.h"
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

// The flags with which row files were made, as far as these say so.
std::string SharedFlags(const RunRecord& record) {
  constexpr std::pair<std::string_view, std::string_view> kFlags[] = {
      {"tok", "-tok"}, {"lc", "-lc"}, {"smooth", "-s"}, {"value", "-sv"}};
  std::string flags;
  for (const auto& [name, value] : record.shared) {
    for (const auto& [option, flag] : kFlags) {
      if (option != name) continue;
      flags += fmt::format(" {}", flag);
      if (option != "lc") flags += ' ' + value;
    }
  }
  return flags;
}

std::string ScoringFlags(const RunRecord& record, const LowArgs& in_effect) {
  std::string flags;
  if (record.references.size() > 1) flags += fmt::format(" -nr {}", record.references.size());
  std::string specs;
  for (const MetricRecord& metric : record.metrics) specs += ' ' + ShellWord(metric.spec);
  if (specs != " bleu") flags += " -m" + specs;
  if (!in_effect.rows.empty()) return flags + SharedFlags(record);
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
  return "mtgauge cite" + (record.metrics.empty() ? "" : ScoringFlags(record, in_effect)) +
         TestFlags(comparison.options);
}

}  // namespace mtgauge
