// Compares BLEU on our own texts with figures that sacreBLEU computed (tests/golden/data, made by
// tests/golden/regen.py).
#include <gtest/gtest.h>

#include <iostream>

#include "tests/golden/golden.h"

namespace mtgauge::bleu_own_test {
namespace {

void ExpectSegments(const Scored& scored, size_t metric, const nlohmann::json& expected) {
  std::vector<int64_t> sums(scored.widths[metric], 0);
  for (size_t i = 0; i < expected.size(); ++i) {
    const auto row = expected[i].get<std::vector<int64_t>>();
    EXPECT_EQ(Row(scored, metric, metric, i), row) << "segment " << i;
    for (size_t c = 0; c < row.size(); ++c) sums[c] += row[c];
  }
  EXPECT_EQ(scored.totals.sums[metric], sums);
}

TEST(BleuOwnGolden, EveryFigureOfEveryCase) {
  const auto file = ReadJson(ProjectFolder() / "tests/golden/data/bleu_cases.json");
  size_t scores = 0, segments = 0;
  for (const auto& golden : file.at("cases")) {
    const Corpus corpus = CorpusFromJson(golden);
    std::vector<std::string> specs;
    for (const auto& expected : golden.at("scores")) specs.push_back(expected.at("spec"));
    for (const Settings& settings : kAllSettings) {
      const Scored scored = ScoreCorpus(corpus, specs, settings);
      ASSERT_EQ(scored.report.systems.size(), 1u);
      ASSERT_EQ(scored.report.systems[0].scores.size(), specs.size());
      for (size_t m = 0; m < specs.size(); ++m) {
        SCOPED_TRACE(golden.at("name").get<std::string>() + ", " + specs[m] + ", engine " +
                     std::to_string(static_cast<int>(settings.engine)));
        const auto& expected = golden.at("scores")[m];
        ExpectScore(scored.report.systems[0].scores[m], expected, settings);
        ++scores;
        if (!expected.contains("segment_stats")) continue;
        ExpectSegments(scored, m, expected.at("segment_stats"));
        segments += expected.at("segment_stats").size();
      }
    }
  }
  EXPECT_GT(scores, 4000u);
  std::cout << "compared " << scores << " corpus scores and " << segments << " rows\n";
}

}  // namespace
}  // namespace mtgauge::bleu_own_test
