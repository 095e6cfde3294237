// The distance under sacreBLEU's beam, compared with a plain implementation of the whole table.
#include "core/algo/distance/beam_distance.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/oracle/naive_ter.h"
#include "tests/unit/core/algo/word_pairs.h"

namespace mtgauge {
namespace {

using test::Pair;
using test::Pairs;
using test::Steps;
using test::Words;

// Checks distance, path and the distances of `turns` random rotations of the hypothesis.
void ExpectDistances(const Pair& pair, uint32_t turns, Pairs& random, BeamDistance& distance) {
  SCOPED_TRACE(testing::Message() << pair.hyp.size() << " words against " << pair.ref.size());
  WordIndex index;
  index.Set(pair.ref, pair.distinct);
  const auto size = static_cast<uint32_t>(pair.hyp.size());
  distance.Start(index, size);
  const oracle::BeamPath expected = oracle::BeamDistance(pair.hyp, pair.ref);
  ASSERT_EQ(distance.SetBase(pair.hyp), expected.distance);
  std::vector<EditStep> path;
  distance.Trace(path);
  ASSERT_EQ(Steps(path), expected.steps);
  for (; turns > 0; --turns) {
    uint32_t cut[3] = {random.Below(size + 1), random.Below(size + 1), random.Below(size + 1)};
    std::sort(cut, cut + 3);
    Words turned = pair.hyp;
    std::rotate(turned.begin() + cut[0], turned.begin() + cut[1], turned.begin() + cut[2]);
    const Words changed(turned.begin() + cut[0], turned.begin() + cut[2]);
    ASSERT_EQ(distance.Changed(cut[0], changed), oracle::BeamDistance(turned, pair.ref).distance)
        << cut[0] << ' ' << cut[1] << ' ' << cut[2];
  }
}

TEST(BeamDistance, EqualsTheWholeTable) {
  Pairs random(1);
  BeamDistance distance;  // one for all, as in the search
  for (int i = 0; i < 3000; ++i) {
    const Pair pair = random.Next(1 + random.Below(40), 1 + random.Below(40), 1 + random.Below(30));
    ASSERT_NO_FATAL_FAILURE(ExpectDistances(pair, 4, random, distance));
  }
}

TEST(BeamDistance, TheBeamCutsAndBlocksEnd) {
  Pairs random(2);
  BeamDistance distance;
  for (uint32_t i = 0; i < 600; ++i) {
    const uint32_t ref_len = 24 + random.Below(250), hyp_len = 1 + random.Below(250);
    const Pair pair = random.Next(hyp_len, ref_len, 1 + random.Below(1 + i / 4));
    ASSERT_NO_FATAL_FAILURE(ExpectDistances(pair, 3, random, distance));
  }
  for (const uint32_t ref_len : {63U, 64U, 65U, 127U, 128U, 129U, 192U}) {
    for (uint32_t hyp_len = ref_len - 3; hyp_len <= ref_len + 3; ++hyp_len) {
      const Pair pair = random.Next(hyp_len, ref_len, 3);
      ASSERT_NO_FATAL_FAILURE(ExpectDistances(pair, 5, random, distance));
    }
  }
}

TEST(BeamDistance, LengthsThatHaveNothingInCommon) {
  Pairs random(3);
  BeamDistance distance;
  for (uint32_t i = 0; i < 300; ++i) {
    const uint32_t few = 1 + random.Below(6), many = 100 + random.Below(900);
    const uint32_t distinct = 1 + random.Below(5);
    ASSERT_NO_FATAL_FAILURE(ExpectDistances(random.Next(few, many, distinct), 3, random, distance));
    ASSERT_NO_FATAL_FAILURE(ExpectDistances(random.Next(many, few, distinct), 1, random, distance));
    const Pair fifty = random.Next(few, few * 50 - i % 3, distinct);  // where the beam grows
    ASSERT_NO_FATAL_FAILURE(ExpectDistances(fifty, 3, random, distance));
  }
}

}  // namespace
}  // namespace mtgauge
