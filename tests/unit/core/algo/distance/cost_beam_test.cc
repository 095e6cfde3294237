// Tercom's beam, compared with a plain implementation of the whole table.
#include "core/algo/distance/cost_beam.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/oracle/naive_tercom.h"
#include "tests/unit/core/algo/word_pairs.h"

namespace mtgauge {
namespace {

using test::Pair;
using test::Pairs;
using test::Steps;
using test::Turned;
using test::Words;

// Compares the edit distance with the beam applied to it. Returns true if the beam changed the
// distance.
bool ExpectCostBeam(const Pair& pair, CostBeam& beam, BeamDistance& distance) {
  SCOPED_TRACE(testing::PrintToString(pair.hyp) + " against " + testing::PrintToString(pair.ref));
  const oracle::TercomPath whole = oracle::TercomDistance(pair.hyp, pair.ref, -1);
  const oracle::TercomPath cut = oracle::TercomDistance(pair.hyp, pair.ref, CostBeam::kBeam);
  std::vector<EditStep> path;
  WordIndex index;
  index.Set(pair.ref, pair.distinct);
  distance.Start(index, static_cast<uint32_t>(pair.hyp.size()), false);
  EXPECT_EQ(distance.SetBase(pair.hyp), whole.distance);
  distance.Trace(path);
  EXPECT_EQ(Steps(path), whole.steps);
  EXPECT_EQ(beam.SetBase(pair.hyp, pair.ref), cut.distance);
  beam.Trace(path);
  EXPECT_EQ(Steps(path), cut.steps);
  if (!CostBeam::MayCut(index.size(), static_cast<uint32_t>(whole.distance))) {
    EXPECT_EQ(cut.distance, whole.distance);
    EXPECT_EQ(cut.steps, whole.steps);
  }
  return cut.distance != whole.distance;
}

// The distances of random rotations of a base, most of them of few words, some of them thousands of
// words away from the end.
TEST(CostBeam, ChangesEqualTheWholeTable) {
  Pairs random(14);
  CostBeam beam;
  uint32_t cut = 0;
  uint64_t base_cells = 0, cells = 0;
  for (uint32_t i = 0; i < 600; ++i) {
    const Pair pair = Turned(random, i % 20 == 0 ? 300 : 80, 1 + random.Below(80));
    base_cells += (beam.SetBase(pair.hyp, pair.ref), beam.cells());
    const auto size = static_cast<uint32_t>(pair.hyp.size());
    const uint32_t first = random.Below(size), words = 1 + random.Below(std::min(size - first, 9U));
    Words turned = pair.hyp;
    const auto begin = turned.begin() + first;
    std::rotate(begin, begin + random.Below(words), begin + words);
    const oracle::TercomPath want = oracle::TercomDistance(turned, pair.ref, CostBeam::kBeam);
    ASSERT_EQ(beam.Changed(first, std::span(turned).subspan(first, words)), want.distance);
    cells += beam.cells();
    cut += oracle::TercomDistance(turned, pair.ref, -1).distance != want.distance ? 1 : 0;
  }
  EXPECT_GT(cut, 20U);
  EXPECT_LT(cells, base_cells / 2);
}

// Rows that are too many to be kept are computed again.
TEST(CostBeam, ChangesWithoutKeptRows) {
  CostBeam beam;
  Words hyp(3000, 0), ref(3000, 1);  // little in common, so the beam prunes half of the cells
  for (const uint32_t i : {10U, 11U, 12U, 500U, 501U}) hyp[i] = ref[i] = 2 + i;
  beam.SetBase(hyp, ref);
  EXPECT_GT(beam.cells(), uint64_t{1} << 22);
  Words turned = hyp;
  std::rotate(turned.begin() + 8, turned.begin() + 11, turned.begin() + 14);
  EXPECT_EQ(beam.Changed(8, std::span(turned).subspan(8, 6)),
            oracle::TercomDistance(turned, ref, CostBeam::kBeam).distance);
}

TEST(CostBeam, EqualsTheWholeTable) {
  Pairs random(11);
  CostBeam beam;
  BeamDistance distance;
  uint32_t cut = 0;
  for (uint32_t i = 0; i < 2000; ++i) {
    const uint32_t most = i % 20 == 0 ? 300 : 70;
    cut += ExpectCostBeam(Turned(random, most, 1 + random.Below(80)), beam, distance) ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(cut, 20U);  // the beam had an effect
  for (const uint32_t ref_len : {20U, 21U, 63U, 64U, 65U, 128U, 129U}) {
    ExpectCostBeam(random.Next(ref_len + 1, ref_len, 2), beam, distance);
    ExpectCostBeam(random.Next(1, ref_len, 2), beam, distance);
    ExpectCostBeam({Words(5, ref_len), Words(ref_len, 0), ref_len}, beam, distance);
  }
}

}  // namespace
}  // namespace mtgauge
