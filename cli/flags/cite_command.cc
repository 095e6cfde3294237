// Writes the `mtgauge cite` command for the metrics and tests of another command line.
#include "cli/flags/cite_command.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "core/significance/conventions.h"

namespace mtgauge {
namespace {

std::string ScoringFlags(const RunRecord& record) {
  constexpr std::pair<std::string_view, std::string_view> kFlags[] = {
      {"tok", "-tok"}, {"lc", "-lc"}, {"smooth", "-s"}, {"value", "-sv"}};
  std::string flags;
  if (record.references.size() > 1) flags += fmt::format(" -nr {}", record.references.size());
  std::string specs;
  for (const MetricRecord& metric : record.metrics) specs += ' ' + metric.spec;
  if (specs != " bleu") flags += " -m" + specs;
  for (const auto& [name, value] : record.shared) {
    for (const auto& [option, flag] : kFlags) {
      if (option != name) continue;
      flags += fmt::format(" {}", flag);
      if (option != "lc") flags += ' ' + value;
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

std::string CiteCommand(const RunRecord& record, const CompareOptions& test) {
  return "mtgauge cite" + (record.metrics.empty() ? "" : ScoringFlags(record)) + TestFlags(test);
}

}  // namespace mtgauge
