// Streams under a casing.
#include "core/text/casing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/simd/kernels.h"
#include "core/text/unicode.h"
#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

std::string TextOf(const CasedText& cased) { return {cased.text(), cased.bytes()}; }

TEST(CasedText, MixedCaseIsTheStreamItself) {
  const Batch batch = MakeBatch({}, {{"Über ALLES", "A\nB"}});
  CasedText cased;
  cased.Set(batch.hyps[0], false);
  EXPECT_EQ(cased.text(), batch.hyps[0].text);
  EXPECT_EQ(cased.bytes(), batch.hyps[0].bytes);
  EXPECT_EQ(cased.asides().data(), batch.hyps[0].aside.data());
}

TEST(CasedText, LowersAsciiAndBeyond) {
  CasedText cased;
  const Batch ascii = MakeBatch({}, {{"Quick BROWN Fox", "", "Z"}});
  cased.Set(ascii.hyps[0], true);
  EXPECT_EQ(TextOf(cased), "quick brown fox\n\nz\n");
  const Batch beyond = MakeBatch({}, {{"ÄRGER İSTANBUL", "ΟΔΟΣ", "Ο ΣΟΦΟΣ"}});
  cased.Set(beyond.hyps[0], true);
  EXPECT_EQ(TextOf(cased), "ärger i̇stanbul\nοδος\nο σοφος\n");
  for (uint32_t i = 0; i < kTextPadding; ++i) EXPECT_EQ(cased.text()[cased.bytes() + i], '\0');
}

TEST(CasedText, LowersSegmentsSetAside) {
  const Batch batch = MakeBatch({}, {{"A", "Σ\nΑΣ", "B", "X\nY"}});
  CasedText cased;
  for (int round = 0; round < 2; ++round) {
    cased.Set(batch.hyps[0], true);
    EXPECT_EQ(TextOf(cased), "a\n\nb\n\n");
    ASSERT_EQ(cased.asides().size(), 2u);
    EXPECT_EQ(cased.asides()[0].segment, 1u);
    EXPECT_EQ(cased.asides()[0].text, "σ\nας");
    EXPECT_EQ(cased.asides()[1].text, "x\ny");
  }
}

// A whole stream at once gives the same as every segment by itself.
TEST(CasedText, SegmentsDoNotTouchEachOther) {
  test::RandomText random(11);
  CasedText cased;
  for (int round = 0; round < 50; ++round) {
    std::vector<std::string> segments = random.Segments(40);
    for (int i = 0; i < 10; ++i) segments.push_back(random.Bytes(random.Below(60)));
    const Batch batch = MakeBatch({}, {segments});
    cased.Set(batch.hyps[0], true);
    std::string expected;
    for (const std::string& segment : segments) {
      AppendLowercase(segment, expected);
      expected += '\n';
    }
    ASSERT_EQ(TextOf(cased), expected);
    ASSERT_EQ(std::count(expected.begin(), expected.end(), '\n'), 50);
  }
}

}  // namespace
}  // namespace mtgauge
