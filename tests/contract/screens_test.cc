// Rankings by contrastive judgements: what an annotator saw together is resampled together.
#include <gtest/gtest.h>

#include <string>

#include "mtgauge/compare.h"
#include "tests/support/own_folder.h"

namespace mtgauge::screens_test {
namespace {

// In a campaign with one annotator for each document, screens are documents. If two annotators see
// each document, there are twice as many, and each judgement counts.
TEST(Screens, AreWhatAnAnnotatorSawOfADocument) {
  const OwnFolder folder;
  std::string one = "system\tsegment\tdocument\tannotator\tscore\n", two = one, split = one;
  for (int i = 1; i <= 40; ++i) {
    for (const char* system : {"A", "B", "C"}) {
      const std::string document = "d" + std::to_string(i % 8);
      for (const int annotator : {0, 1}) {
        const std::string score = std::to_string((i * 37 + system[0] * 11 * (annotator + 2)) % 101);
        const std::string line = std::string(system) + '\t' + std::to_string(i) + '\t' + document +
                                 "\tann" + std::to_string(annotator) + '\t' + score + '\n';
        if (annotator == 0) one += line;
        two += line;
        // The same screens, written as documents.
        split += std::string(system) + '\t' + std::to_string(2 * i + annotator) + '\t' + document +
                 std::to_string(annotator) + "\tann\t" + score + '\n';
      }
    }
  }
  const auto rank = [&](const std::string& table, Unit unit) {
    CompareRequest request;
    request.humans = {{"", false, {folder.Write("people.tsv", table)}}};
    request.resamples = 200;
    request.unit = unit;
    Result<Comparison> comparison = Compare(request);
    EXPECT_TRUE(comparison.ok()) << comparison.status().message();
    return comparison->metrics.front();
  };
  const auto expect_equal = [](const MetricComparison& a, const MetricComparison& b) {
    EXPECT_EQ(a.units, b.units);
    ASSERT_EQ(a.pairs.size(), b.pairs.size());
    for (size_t i = 0; i < a.pairs.size(); ++i) {
      EXPECT_EQ(a.pairs[i].difference, b.pairs[i].difference);
      EXPECT_EQ(a.pairs[i].se, b.pairs[i].se);
      EXPECT_EQ(a.pairs[i].p, b.pairs[i].p);
    }
  };
  expect_equal(rank(one, Unit::kScreen), rank(one, Unit::kDocument));
  const MetricComparison screens = rank(two, Unit::kScreen);
  EXPECT_EQ(screens.units, 16u);
  expect_equal(screens, rank(split, Unit::kDocument));
  EXPECT_NE(screens.test_signature.find("unit:screen|n:16"), std::string::npos);
}

}  // namespace
}  // namespace mtgauge::screens_test
