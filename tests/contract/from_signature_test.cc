// From a signature back to its metric: for every metric, with each of its options.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/split.h"
#include "core/base/version.h"
#include "core/contract/registry.h"
#include "mtgauge/signature.h"
#include "tests/support/meteor_data.h"

namespace mtgauge::from_signature_test {
namespace {

std::string SignatureOf(const MadeMetric& made) {
  std::string text = made.Title() + "|nrefs:1";
  for (const auto& [key, value] : made.SignatureKeys()) text += fmt::format("|{}:{}", key, value);
  return fmt::format("{}|version:mtgauge-{}", text, kVersion);
}

// Returns the metric with one option set, in all ways that change its signature.
std::vector<std::string> SpecsOf(const MetricRow& row) {
  std::vector<std::string> specs = {std::string(row.name)};
  std::set<std::string> seen = {SignatureOf(MakeMetric(row.name, {}, {}).value())};
  std::vector<MetricOptionRow> options(row.options.begin(), row.options.end());
  for (const MetricOptionRow& option : CommonOptions(row)) options.push_back(option);
  for (const MetricOptionRow& option : options) {
    std::set<std::string_view> values = {"2",     "0.5",   "intl",     "char",
                                         "en",    "ja",    "15.0",     "case+punct",
                                         "macro", "plain", "ex+st",    "whisper-basic+marks",
                                         "none",  "word",  "nopunct",  "whisper-english",
                                         "nfkc",  "mean",  "expected", "length"};
    for (const std::string_view choice : SplitAt('|', option.value)) values.insert(choice);
    for (const std::string_view value : values) {
      const std::string spec = fmt::format("{}:{}={}", row.name, option.name, value);
      const Result<MadeMetric> made = MakeMetric(spec, {}, {});
      if (made.ok() && seen.insert(SignatureOf(*made)).second) specs.push_back(spec);
    }
  }
  return specs;
}

class FromSignatures : public testing::TestWithParam<MetricRow> {};

TEST_P(FromSignatures, GiveTheSameSignature) {
  for (const std::string& spec : SpecsOf(GetParam())) {
    const std::string wanted = SignatureOf(MakeMetric(spec, {}, {}).value());
    SCOPED_TRACE(spec + "\n" + wanted);
    const Result<SignatureSettings> settings = FromSignature(wanted);
    if (!settings.ok()) {
      ADD_FAILURE() << settings.status();
      continue;
    }
    const Result<MadeMetric> again = MakeMetric(settings->metric, {}, {});
    ASSERT_TRUE(again.ok()) << again.status();
    if (SignatureOf(*again) == wanted) continue;
    EXPECT_THAT(settings->notes.back(), testing::HasSubstr("another file is meant"))
        << settings->metric;
  }
}

INSTANTIATE_TEST_SUITE_P(AllMetrics, FromSignatures, testing::ValuesIn(Metrics()),
                         [](const auto& param) {
                           std::string name(param.param.name);
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace mtgauge::from_signature_test
