// Distances after a run of words has moved, compared with those that BeamDistance computes row by
// row without a beam.
#include "core/algo/distance/moved_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

using Names = std::vector<uint32_t>;

Names Some(test::RandomText& random, uint32_t count, uint32_t kinds) {
  Names names;
  for (uint32_t i = 0; i < count; ++i) names.push_back(random.Below(kinds));
  return names;
}

// Moves `runs` random runs, often the same one to several places, and keeps some of the results.
void ExpectAsByRows(Names words, const Names& reference, uint32_t distinct, uint32_t runs,
                    test::RandomText& random) {
  WordIndex index;
  index.Set(reference, distinct);
  const auto count = static_cast<uint32_t>(words.size());
  ASSERT_TRUE(MovedDistance::Takes(count, reference.size()));
  MovedDistance moved;
  BeamDistance distance;
  moved.Start(index, words);
  distance.Start(index, count, false);
  ASSERT_EQ(moved.SetBase(words), distance.SetBase(words));
  for (uint32_t i = 0; i < runs; ++i) {
    const uint32_t length = 1 + random.Below(std::min(count, 1 + random.Below(20)));
    const uint32_t start = random.Below(count - length + 1);
    for (uint32_t place = 0; place < 4; ++place) {
      const uint32_t target = random.Below(count - length + 1);
      Names changed = words;
      const auto run = changed.begin() + start;
      if (target < start) {
        std::rotate(changed.begin() + target, run, run + length);
      } else {
        std::rotate(run, run + length, changed.begin() + target + length);
      }
      const uint32_t expected = distance.Changed(0, changed);
      ASSERT_EQ(moved.Moved(start, length, target), expected)
          << count << ' ' << reference.size() << ' ' << start << ' ' << length << ' ' << target;
      ASSERT_LE(moved.Least(start, length), expected);
      if (random.Below(20) > 0) continue;
      words = changed;
      ASSERT_EQ(moved.SetBase(words), distance.SetBase(words));
      break;
    }
  }
}

TEST(MovedDistance, RandomTexts) {
  test::RandomText random(73);
  for (uint32_t round = 0; round < 60; ++round) {
    const uint32_t kinds = 1 + random.Below(round % 2 == 0 ? 3 : 60);
    const Names reference = Some(random, 65 + random.Below(200), kinds);
    // Some of the words do not occur in the reference.
    Names words = Some(random, 1 + random.Below(200), kinds + 1);
    if (round % 3 == 0) {
      words = reference;
      words.erase(words.begin() + random.Below(65));
    }
    ASSERT_NO_FATAL_FAILURE(ExpectAsByRows(words, reference, kinds, 60, random));
  }
}

TEST(MovedDistance, DegenerateTexts) {
  test::RandomText random(74);
  ExpectAsByRows({0}, Names(65, 0), 1, 3, random);
  ExpectAsByRows({1}, Names(128, 0), 1, 3, random);
  ExpectAsByRows(Names(70, 0), Names(129, 0), 1, 20, random);
  ExpectAsByRows(Names(300, 1), Names(65, 0), 1, 20, random);
}

TEST(MovedDistance, TakesTextsOfSomeLengths) {
  EXPECT_FALSE(MovedDistance::Takes(10, 64));
  EXPECT_TRUE(MovedDistance::Takes(10, 65));
  EXPECT_TRUE(MovedDistance::Takes(2048, 2048));
  EXPECT_FALSE(MovedDistance::Takes(2049, 2048));
  EXPECT_FALSE(MovedDistance::Takes(1, 1 << 22));
}

}  // namespace
}  // namespace mtgauge
