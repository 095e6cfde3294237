// Compares RIBES with the output of RIBES.py 1.03.1: six decimals for every segment and corpus.
// Needs the shared folder of reference data.
#include <gtest/gtest.h>

#include <sstream>

#include "tests/golden/golden.h"

namespace mtgauge::ribes_test {
namespace {

constexpr double kPrinted = 0.5e-6 + 1e-12;

// Lines "0.962195 alpha=... FILE sentence N", and the mean in the last one. -inf: no reference.
void ExpectGolden(const Lines& golden, const std::string& spec, const Lines& hyp,
                  const std::vector<Lines>& refs) {
  const Scored scored = ScoreLines(spec, hyp, refs);
  const auto made = MakeMetric(spec, {}, {});
  ASSERT_TRUE(made.ok());
  ASSERT_EQ(golden.size(), hyp.size() + 1);
  for (size_t i = 0; i < hyp.size(); ++i) {
    const std::vector<int64_t> row = Row(scored, 0, 0, i);
    const double expected = std::stod(golden[i]);
    EXPECT_EQ(row[2], std::isfinite(expected) ? 1 : 0) << golden[i];
    const double best = std::isfinite(expected) ? expected : 0;
    EXPECT_NEAR(made->metric->Score(row, Level::kSegment), best, kPrinted) << golden[i];
  }
  EXPECT_NEAR(CorpusScore(scored), std::stod(golden.back()), kPrinted);
}

TEST(RibesGolden, Newstest2021WithOneAndTwoReferences) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/wmt21/ribes");
  const Lines a = Newstest2021("ref.A"), b = Newstest2021("ref.B");
  for (const std::string system : {"Borderline", "Online-A"}) {
    const Lines hyp = Newstest2021("hyp." + system);
    for (const std::string refs : {"A", "AB"}) {
      for (const std::string text : {"c", "lc"}) {
        SCOPED_TRACE(system + ' ' + refs + ' ' + text);
        const std::string name = "de-en." + system + '.' + refs + '.' + text + ".txt";
        ExpectGolden(ReadLines(SharedFolder() / "golden/classic/wmt21/ribes" / name),
                     text == "c" ? "ribes:lc=no" : "ribes", hyp,
                     refs == "A" ? std::vector<Lines>{a} : std::vector<Lines>{a, b});
      }
    }
  }
}

TEST(RibesGolden, Newstest2017Cased) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/out");
  const Lines ref = ReadLines(SharedFolder() / "data/wmt17/ref.txt");
  for (const std::string system : {"uedin-nmt.4722", "online-B.0", "LIUM-NMT.4900"}) {
    SCOPED_TRACE(system);
    ExpectGolden(
        ReadLines(SharedFolder() / "golden/classic/out" / ("wmt17." + system + ".ribes.c.raw.txt")),
        "ribes:lc=no", ReadLines(SharedFolder() / "data/wmt17" / (system + ".txt")), {ref});
  }
}

TEST(RibesGolden, EdgeCases) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/edge");
  const auto folder = SharedFolder() / "golden/classic/edge";
  // It was run twice: on lower-cased text, then on the original.
  const Lines golden = ReadLines(folder / "ribes.txt");
  const Lines hyp = ReadLines(folder / "hyp.txt"), ref = ReadLines(folder / "ref.txt");
  ASSERT_EQ(golden.size() % (hyp.size() + 1), 0u);
  const auto middle = golden.begin() + static_cast<long>(hyp.size() + 1);
  ExpectGolden({golden.begin(), middle}, "ribes", hyp, {ref});
  if (middle != golden.end()) ExpectGolden({middle, golden.end()}, "ribes:lc=no", hyp, {ref});
}

}  // namespace
}  // namespace mtgauge::ribes_test
